// Colour spaces as far as layer colours need them: a colour is given in one of these and drawn in sRGB.

/// The number and meaning of a colour's components.
public enum CGColorSpaceModel: Int32, Sendable {
  case unknown = -1
  case monochrome = 0
  case rgb = 1
}

/// A profile that says how to interpret a colour's components.
///
/// Grey and RGB spaces exist; every one of them is treated as sRGB encoded, since layers are composited in
/// gamma-encoded sRGB.
public final class CGColorSpace: Sendable {
  /// The space's name, for example ``sRGB``; nil for device spaces.
  public let name: CFString?
  /// What the components mean.
  public let model: CGColorSpaceModel

  /// Components without alpha: 1 for monochrome, 3 for RGB.
  public var numberOfComponents: Int { model == .monochrome ? 1 : 3 }

  private init(name: CFString?, model: CGColorSpaceModel) {
    self.name = name
    self.model = model
  }

  /// The space with that name, or nil when it is not one of the names declared here.
  public convenience init?(name: CFString) {
    switch name {
    case Self.sRGB: self.init(name: name, model: .rgb)
    case Self.genericGrayGamma2_2: self.init(name: name, model: .monochrome)
    default: return nil
    }
  }

  /// Core Foundation's string type; on Linux it is Swift's own.
  public typealias CFString = String

  /// The name of the sRGB space.
  public static let sRGB: CFString = "kCGColorSpaceSRGB"
  /// The name of the grey space with a gamma of 2.2.
  public static let genericGrayGamma2_2: CFString = "kCGColorSpaceGenericGrayGamma2_2"

  fileprivate static let deviceRGB = CGColorSpace(name: nil, model: .rgb)
  fileprivate static let deviceGray = CGColorSpace(name: nil, model: .monochrome)
  package static let standardRGB = CGColorSpace(name: sRGB, model: .rgb)
  package static let standardGray = CGColorSpace(name: genericGrayGamma2_2, model: .monochrome)
}

extension CGColorSpace: Equatable {
  public static func == (lhs: CGColorSpace, rhs: CGColorSpace) -> Bool {
    lhs.model == rhs.model && lhs.name == rhs.name
  }
}

/// A colour space of three components that depends on the device; here sRGB.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { .deviceRGB }

/// A colour space of one component that depends on the device; here grey with sRGB's encoding.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { .deviceGray }
