// Why one EGL display could not be used: the step that failed and EGL's own name for the error.

import COpenGL

/// An error code of eglGetError.
package struct EGLErrorCode: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
  package let rawValue: Int32

  package init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// EGL's name of the code, such as `EGL_NOT_INITIALIZED`, or the number where it has none.
  package var description: String {
    switch rawValue {
    case EGL_SUCCESS: "EGL_SUCCESS"
    case EGL_NOT_INITIALIZED: "EGL_NOT_INITIALIZED"
    case EGL_BAD_ACCESS: "EGL_BAD_ACCESS"
    case EGL_BAD_ALLOC: "EGL_BAD_ALLOC"
    case EGL_BAD_ATTRIBUTE: "EGL_BAD_ATTRIBUTE"
    case EGL_BAD_CONFIG: "EGL_BAD_CONFIG"
    case EGL_BAD_CONTEXT: "EGL_BAD_CONTEXT"
    case EGL_BAD_CURRENT_SURFACE: "EGL_BAD_CURRENT_SURFACE"
    case EGL_BAD_DISPLAY: "EGL_BAD_DISPLAY"
    case EGL_BAD_MATCH: "EGL_BAD_MATCH"
    case EGL_BAD_NATIVE_PIXMAP: "EGL_BAD_NATIVE_PIXMAP"
    case EGL_BAD_NATIVE_WINDOW: "EGL_BAD_NATIVE_WINDOW"
    case EGL_BAD_PARAMETER: "EGL_BAD_PARAMETER"
    case EGL_BAD_SURFACE: "EGL_BAD_SURFACE"
    case EGL_CONTEXT_LOST: "EGL_CONTEXT_LOST"
    case EGL_BAD_DEVICE_EXT: "EGL_BAD_DEVICE_EXT"
    default: "0x" + String(rawValue, radix: 16)
    }
  }
}

/// A failure to get a display, a context, or a list of devices.
package struct EGLFailure: Error, Hashable, Codable, Sendable, CustomStringConvertible {
  /// The step that failed: the name of the C function, or of the thing looked for.
  package let step: String
  /// EGL's error, where EGL gave one.
  package let code: EGLErrorCode?
  /// The other facts that are known: the missing extension, errno's text, the version found.
  package let detail: String?

  init(_ step: String, code: EGLErrorCode? = nil, detail: String? = nil) {
    self.step = step
    self.code = code
    self.detail = detail
  }

  /// The failure of the EGL function `step`, which has just been called on this thread.
  static func last(_ step: String, detail: String? = nil) -> EGLFailure {
    EGLFailure(step, code: EGLErrorCode(rawValue: eglGetError()), detail: detail)
  }

  /// "eglInitialize: EGL_NOT_INITIALIZED, EGL 1.5 needed".
  package var description: String {
    let causes = [code?.description, detail].compactMap(\.self)
    return causes.isEmpty ? step : "\(step): \(causes.joined(separator: ", "))"
  }
}
