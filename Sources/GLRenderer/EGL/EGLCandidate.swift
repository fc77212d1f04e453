import COpenGL

/// A platform in EGL's sense: a way to get a display.
package enum EGLPlatform: String, Codable, Sendable {
  /// EGL_EXT_platform_device.
  case device
  /// EGL_KHR_platform_gbm on a DRM render node.
  case gbm
  /// EGL_MESA_platform_surfaceless.
  case surfaceless
}

package struct EGLCandidate: Hashable, Codable, Sendable {
  package let platform: EGLPlatform
  /// The device's name, for people, or the render node's path, which is also what ``EGLPlatform/gbm`` opens.
  package let name: String
  /// The device's index in eglQueryDevicesEXT's list; 0 on the other platforms, which have one display for each name.
  package let index: Int
  /// Whether the driver says that this device computes on the CPU. Only devices say so before they are opened.
  package let isSoftware: Bool
  /// The device's bus address; nil if it is unknown before the device is opened.
  package let address: BusAddress?
  /// The driver's name for the device; nil if it has no name before it is opened.
  package let deviceName: String?

  package init(
    _ platform: EGLPlatform, name: String, index: Int = 0, isSoftware: Bool = false, address: BusAddress? = nil,
    deviceName: String? = nil
  ) {
    (self.platform, self.name, self.index, self.isSoftware) = (platform, name, index, isSoftware)
    (self.address, self.deviceName) = (address, deviceName)
  }
}

/// The result of trying one platform or candidate during the choice of a display.
package struct EGLAttempt: Hashable, Codable, Sendable, CustomStringConvertible {
  package enum Outcome: Hashable, Codable, Sendable, CustomStringConvertible {
    /// This display is in use.
    case chosen
    /// Not tried, for this reason.
    case skipped(reason: String)
    /// Tried, with this failure.
    case failed(EGLFailure)

    package var description: String {
      switch self {
      case .chosen: "chosen"
      case .skipped(let reason): "skipped: \(reason)"
      case .failed(let failure): "failed: \(failure)"
      }
    }
  }

  package let platform: EGLPlatform
  /// The candidate's name; nil for a platform without candidates.
  package let name: String?
  package let outcome: Outcome

  init(_ candidate: EGLCandidate, _ outcome: Outcome) {
    platform = candidate.platform
    name = candidate.name
    self.outcome = outcome
  }

  init(_ platform: EGLPlatform, _ outcome: Outcome) {
    self.platform = platform
    name = nil
    self.outcome = outcome
  }

  /// The platform, and the candidate's name in parentheses.
  var label: String {
    if let name { "\(platform.rawValue) (\(name))" } else { platform.rawValue }
  }

  /// "gbm (/dev/dri/renderD128): failed: eglInitialize: EGL_NOT_INITIALIZED".
  package var description: String { "\(label): \(outcome)" }
}

/// An error code of eglGetError.
package struct EGLErrorCode: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
  package let rawValue: Int32

  package init(rawValue: Int32) { self.rawValue = rawValue }

  /// EGL's name of the code, such as `EGL_NOT_INITIALIZED`, or the number if it has no name.
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
  /// The step that failed: the name of the C function, or of the missing thing.
  package let step: String
  /// EGL's error, if EGL gave one.
  package let code: EGLErrorCode?
  /// The other known facts: the missing extension, errno's text, the version found.
  package let detail: String?

  init(_ step: String, code: EGLErrorCode? = nil, detail: String? = nil) {
    (self.step, self.code, self.detail) = (step, code, detail)
  }

  /// Returns the failure of the EGL function `step`, which has just been called on this thread.
  static func last(_ step: String, detail: String? = nil) -> EGLFailure {
    EGLFailure(step, code: EGLErrorCode(rawValue: eglGetError()), detail: detail)
  }

  /// "eglInitialize: EGL_NOT_INITIALIZED, EGL 1.5 needed".
  package var description: String {
    let causes = [code?.description, detail].compactMap(\.self)
    return causes.isEmpty ? step : "\(step): \(causes.joined(separator: ", "))"
  }
}

package struct ExtensionSet: Hashable, Sendable {
  private var members: Set<String>

  /// The extensions in a string of eglQueryString, with spaces between names; none for nil, if EGL cannot say.
  init(_ names: UnsafePointer<CChar>?) {
    members = names.map { Set(String(cString: $0).split(separator: " ").map(String.init)) } ?? []
  }

  init(_ names: some Sequence<String>) { members = Set(names) }

  package func contains(_ name: String) -> Bool { members.contains(name) }

  package var count: Int { members.count }

  /// The names in alphabetical order.
  package var names: [String] { members.sorted() }

  func subtracting(_ names: Set<String>) -> ExtensionSet { ExtensionSet(members.subtracting(names)) }
}

extension ExtensionSet: Codable {
  package init(from decoder: any Decoder) throws { members = Set(try [String](from: decoder)) }

  /// Encodes the names in alphabetical order, so that two reports of one machine are the same text.
  package func encode(to encoder: any Encoder) throws { try names.encode(to: encoder) }
}
