// What can go wrong between this module and the machine's OpenGL.

import COpenGL
import Glibc

/// An error code of glGetError.
package struct GLErrorCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  package let rawValue: UInt32

  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// GL_OUT_OF_MEMORY.
  package static let outOfMemory = GLErrorCode(rawValue: 0x0505)

  /// OpenGL's name of the code, such as `GL_INVALID_ENUM`, or the number where it has none.
  package var description: String {
    switch Int32(bitPattern: rawValue) {
    case GL_INVALID_ENUM: "GL_INVALID_ENUM"
    case GL_INVALID_VALUE: "GL_INVALID_VALUE"
    case GL_INVALID_OPERATION: "GL_INVALID_OPERATION"
    case GL_INVALID_FRAMEBUFFER_OPERATION: "GL_INVALID_FRAMEBUFFER_OPERATION"
    case GL_OUT_OF_MEMORY: "GL_OUT_OF_MEMORY"
    case GL_STACK_OVERFLOW: "GL_STACK_OVERFLOW"
    case GL_STACK_UNDERFLOW: "GL_STACK_UNDERFLOW"
    case GL_CONTEXT_LOST: "GL_CONTEXT_LOST"
    default: "0x" + String(rawValue, radix: 16)
    }
  }
}

/// The reason for the loss of a context (glGetGraphicsResetStatus).
package enum GLResetReason: String, Sendable {
  /// This context's own commands caused the reset.
  case guilty
  /// Another context's commands caused it.
  case innocent
  /// The driver does not know.
  case unknown
}

/// A place in this module's source that asked OpenGL for something.
package struct GLCallSite: Hashable, Sendable, CustomStringConvertible {
  /// The operation that was under way.
  package let operation: String
  /// The file, as `#fileID` gives it, and the line.
  package let file: String
  package let line: UInt

  package init(_ operation: String, file: String, line: UInt) {
    self.operation = operation
    self.file = file
    self.line = line
  }

  /// "uploading an image (GLRenderer/Texture.swift:42)".
  package var description: String { "\(operation) (\(file):\(line))" }
}

/// The errors of this module.
package enum GLError: Error, Hashable, CustomStringConvertible {
  /// The libraries of EGL and OpenGL ES are not there; the reason is the loader's.
  case noLibrary(String)
  /// No display to draw on.
  case display(EGLDisplayError)
  /// The GL thread did not start, for this errno.
  case threadNotStarted(errno: Int32)
  /// OpenGL refused something: its error codes, and what the driver said about them where the context has debug output.
  case failed([GLErrorCode], at: GLCallSite, messages: [GLDebugMessage])
  /// The driver reported errors, or something of high severity, without an error code.
  case reported([GLDebugMessage], at: GLCallSite)
  /// A shader does not compile or link; the log is the driver's.
  case shader(file: String, log: String)
  /// A target of that size cannot be drawn to; the status is glCheckFramebufferStatus's.
  case incompleteTarget(width: Int, height: Int, status: UInt32)
  /// The GPU was reset: nothing of this device can be used any more.
  case contextLost(GLResetReason)

  /// Whether a new context may draw what this one did not: it was lost, or there was no memory.
  var isTemporary: Bool {
    switch self {
    case .contextLost: true
    case .failed(let codes, _, _): codes.contains(.outOfMemory)
    default: false
    }
  }

  package var description: String {
    switch self {
    case .noLibrary(let reason):
      return "OpenGL cannot be used: \(reason); Debian and Ubuntu have it in libegl1, libgles2 and libegl-mesa0"
    case .display(let error):
      return error.description
    case .threadNotStarted(let errno):
      return "the thread of OpenGL did not start: \(String(cString: strerror(errno)))"
    case .failed(let codes, let site, let messages):
      return "\(site): \(codes.map(\.description).joined(separator: ", "))\(Self.lines(messages))"
    case .reported(let messages, let site):
      return "\(site): reported by the OpenGL driver:\(Self.lines(messages))"
    case .shader(let file, let log):
      return "shader \(file): \(log)"
    case .incompleteTarget(let width, let height, let status):
      return
        "a target of \(width)x\(height) pixels cannot be drawn to: framebuffer status 0x\(String(status, radix: 16))"
    case .contextLost(let reason):
      return "the OpenGL context was lost in a reset of the GPU (\(reason.rawValue))"
    }
  }

  private static func lines(_ messages: [GLDebugMessage]) -> String {
    messages.map { "\n  \($0)" }.joined()
  }
}
