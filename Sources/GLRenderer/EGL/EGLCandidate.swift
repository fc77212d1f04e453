// A place where an EGL display may come from, and what became of trying it.

/// A platform in EGL's sense: a way to get a display.
package enum EGLPlatform: String, Codable, Sendable {
  /// EGL_EXT_platform_device.
  case device
  /// EGL_KHR_platform_gbm on a DRM render node.
  case gbm
  /// EGL_MESA_platform_surfaceless.
  case surfaceless
}

/// One display that could be opened.
package struct EGLCandidate: Hashable, Codable, Sendable {
  /// The platform that the display comes from.
  package let platform: EGLPlatform
  /// For people: the device's name, or the render node's path, which is also what ``EGLPlatform/gbm`` opens.
  package let name: String
  /// The device's place in eglQueryDevicesEXT's list; 0 on the other platforms, which have one display for each name.
  package let index: Int
  /// Whether the driver says that this device computes on the CPU. Only devices say so before they are opened.
  package let isSoftware: Bool
  /// The device's bus address; nil where it is not known before the device is opened.
  package let address: BusAddress?
  /// The driver's name for the device before it is opened; nil where it has no name then.
  package let deviceName: String?

  /// A candidate on `platform`.
  package init(
    _ platform: EGLPlatform, name: String, index: Int = 0, isSoftware: Bool = false, address: BusAddress? = nil,
    deviceName: String? = nil
  ) {
    self.platform = platform
    self.name = name
    self.index = index
    self.isSoftware = isSoftware
    (self.address, self.deviceName) = (address, deviceName)
  }
}

/// The result of trying one platform or candidate during the choice of a display.
package struct EGLAttempt: Hashable, Codable, Sendable, CustomStringConvertible {
  /// The end of an attempt.
  package enum Outcome: Hashable, Codable, Sendable, CustomStringConvertible {
    /// This display is in use.
    case chosen
    /// Not tried, for this reason.
    case skipped(reason: String)
    /// Tried, and this failed.
    case failed(EGLFailure)

    package var description: String {
      switch self {
      case .chosen: "chosen"
      case .skipped(let reason): "skipped: \(reason)"
      case .failed(let failure): "failed: \(failure)"
      }
    }
  }

  /// The platform tried.
  package let platform: EGLPlatform
  /// The candidate's name, or nil where the platform had no candidate at all.
  package let name: String?
  /// The end of the attempt.
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
