// What the driver says about wrong or costly calls (KHR_debug), kept until someone asks.

import COpenGL
import Glibc
import Synchronization

/// A message of the driver.
package struct GLDebugMessage: Hashable, Sendable, CustomStringConvertible {
  /// Whether the driver calls it an error; otherwise it is something else of high severity.
  package let isError: Bool
  /// The driver's number for this kind of message; for Mesa's errors of the API it differs from run to run.
  package let id: UInt32
  /// The text, without a line end.
  package let text: String

  package init(isError: Bool, id: UInt32, text: String) {
    self.isError = isError
    self.id = id
    self.text = text
  }

  package var description: String { "\(isError ? "error" : "severe"): \(text)" }
}

/// Collects the errors and the messages of high severity that the driver gives out in one context.
///
/// Must live as long as the context that it was installed in: the driver keeps its bare address.
final class GLDebugLog: Sendable {
  /// The most messages kept between two calls of ``take()``: a draw loop can repeat one without end.
  static let limit = 64

  // With synchronous output the driver calls on the GL thread only, but that is a driver's promise, and a lock that
  // nobody else holds costs nothing beside a message.
  private let messages = Mutex<[GLDebugMessage]>([])

  /// The messages since the last call, the oldest first.
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

  /// Makes the current context, which must have KHR_debug, report to this log.
  ///
  /// - Parameter isCore: whether the context is of version 3.2, where the functions have no suffix.
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
