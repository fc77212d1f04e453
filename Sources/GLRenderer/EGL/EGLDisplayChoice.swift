// Which kind of EGL display the user wants: the value of `--egl` and of MULTIPLANE_EGL.

/// The kind of EGL display to render on.
package enum EGLDisplayChoice: String, CaseIterable, Codable, Sendable {
  /// The first that works of: a hardware EGL device, GBM on a DRM render node, Mesa without a surface. The default.
  case auto
  /// An EGL device (EGL_EXT_platform_device): hardware first, a software device as the last resort.
  case device
  /// GBM on a DRM render node.
  case gbm
  /// Mesa's surfaceless platform: llvmpipe where there is no GPU.
  case surfaceless

  /// The environment variable that chooses where no argument does.
  package static let environmentVariable = "MULTIPLANE_EGL"

  /// The choice spelt `argument`, or nil: the four names, in lower case.
  package init?(argument: String) {
    self.init(rawValue: argument)
  }

  /// The choice that an environment asks for; nil where MULTIPLANE_EGL is empty or not there.
  ///
  /// - Throws: ``EGLDisplayError/unknownChoice(_:from:)`` for any name but the four.
  package static func asked(in environment: [String: String]) throws(EGLDisplayError) -> EGLDisplayChoice? {
    guard let value = environment[environmentVariable], !value.isEmpty else { return nil }
    guard let choice = EGLDisplayChoice(argument: value) else {
      throw .unknownChoice(value, from: environmentVariable)
    }
    return choice
  }

  /// The platforms to try, in order.
  var platforms: [EGLPlatform] {
    switch self {
    case .auto: [.device, .gbm, .surfaceless]
    case .device: [.device]
    case .gbm: [.gbm]
    case .surfaceless: [.surfaceless]
    }
  }
}
