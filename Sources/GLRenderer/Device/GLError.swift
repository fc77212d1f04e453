import COpenGL
import Glibc
import Synchronization

package struct GLErrorCode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// GL_OUT_OF_MEMORY.
  package static let outOfMemory = GLErrorCode(rawValue: 0x0505)

  /// OpenGL's name of the code, such as `GL_INVALID_ENUM`, or the number if it has no name.
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

package enum GLResetReason: String, Sendable {
  /// This context's own commands caused the reset.
  case guilty
  /// Another context's commands caused it.
  case innocent
  /// The driver does not know.
  case unknown
}

package struct GLCallSite: Hashable, Sendable, CustomStringConvertible {
  package let operation: String
  /// The file, as `#fileID` gives it, and the line.
  package let file: String
  package let line: UInt

  package init(_ operation: String, file: String, line: UInt) {
    (self.operation, self.file, self.line) = (operation, file, line)
  }

  /// "uploading an image (GLRenderer/Texture.swift:42)".
  package var description: String { "\(operation) (\(file):\(line))" }
}

package enum GLError: Error, Hashable, CustomStringConvertible {
  /// The libraries of EGL and OpenGL ES are missing; the reason is the loader's.
  case noLibrary(String)
  case display(EGLDisplayError)
  /// The GL thread did not start, for this errno.
  case threadNotStarted(errno: Int32)
  /// OpenGL refused an operation: its error codes, and the driver's messages about them in a context with debug output.
  case failed([GLErrorCode], at: GLCallSite, messages: [GLDebugMessage])
  /// The driver reported errors, or other messages of high severity, without an error code.
  case reported([GLDebugMessage], at: GLCallSite)
  /// A shader does not compile or link; the log is the driver's.
  case shader(file: String, log: String)
  /// A target of that size cannot be drawn to; the status is glCheckFramebufferStatus's.
  case incompleteTarget(width: Int, height: Int, status: UInt32)
  /// The GPU was reset: nothing of this device can be used any more.
  case contextLost(GLResetReason)

  /// Whether a new context may draw the frame: this one was lost, or memory was short.
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

  private static func lines(_ messages: [GLDebugMessage]) -> String { messages.map { "\n  \($0)" }.joined() }
}

/// A message of the driver about a wrong or costly call (KHR_debug).
package struct GLDebugMessage: Hashable, Sendable, CustomStringConvertible {
  /// Whether the driver calls it an error; otherwise it is another message of high severity.
  package let isError: Bool
  /// The driver's number for this kind of message; for Mesa's errors of the API it differs from run to run.
  package let id: UInt32
  /// The text, without a line end.
  package let text: String

  package init(isError: Bool, id: UInt32, text: String) { (self.isError, self.id, self.text) = (isError, id, text) }

  package var description: String { "\(isError ? "error" : "severe"): \(text)" }
}

/// Collects one context's errors and messages of high severity. Must outlive it: the driver keeps its bare address.
final class GLDebugLog: Sendable {
  /// The most messages kept between two calls of ``take()``: a draw loop can repeat one without end.
  static let limit = 64

  // Synchronous messages come on the GL thread only, by a driver's promise; an uncontended lock is cheap.
  private let messages = Mutex<[GLDebugMessage]>([])

  /// Returns the messages since the last call, the oldest first.
  func take() -> [GLDebugMessage] {
    messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }

  private func append(_ message: GLDebugMessage) {
    messages.withLock { messages in
      if messages.count < Self.limit { messages.append(message) }
    }
  }

  /// Makes the current context report here, by KHR_debug or, if `isCore`, by version 3.2, where names have no suffix.
  func install(isCore: Bool) {
    // The functions with and without the suffix have one type.
    let name = isCore ? "glDebugMessageCallback" : "glDebugMessageCallbackKHR"
    guard let setCallback = eglFunction(name, as: PFNGLDEBUGMESSAGECALLBACKKHRPROC.self)
    else { return }
    setCallback(
      { _, type, id, severity, length, text, log in
        guard let text, let log else { return }
        let isError = type == GLenum(GL_DEBUG_TYPE_ERROR)
        guard isError || severity == GLenum(GL_DEBUG_SEVERITY_HIGH) else { return }
        // A negative length means that the text ends with a zero.
        let bytes = UnsafeRawBufferPointer(start: text, count: length < 0 ? strlen(text) : Int(length))
        let words = String(decoding: bytes, as: UTF8.self).trimmingLineEnd()
        // Sound: the device keeps the log for as long as the context can call.
        Unmanaged<GLDebugLog>.fromOpaque(log).takeUnretainedValue()
          .append(GLDebugMessage(isError: isError, id: id, text: words))
      }, Unmanaged.passUnretained(self).toOpaque())
    glEnable(GLenum(GL_DEBUG_OUTPUT))
    glEnable(GLenum(GL_DEBUG_OUTPUT_SYNCHRONOUS))
  }
}

extension String {
  fileprivate func trimmingLineEnd() -> String {
    var text = self[...]
    while let last = text.last, last.isNewline { text.removeLast() }
    return String(text)
  }
}
