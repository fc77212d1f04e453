// Colour spaces as far as layer colours and images need them: their components are turned into sRGB, in which layers
// are composited. There is no colour management by profiles: a space is one of the named ones, or given by its numbers.

public import Foundation

/// The number and meaning of a colour's components.
public enum CGColorSpaceModel: Int32, Sendable {
  /// The meaning of the components is unknown.
  case unknown = -1
  /// One component, from black at 0 to white at 1.
  case monochrome = 0
  /// Three components: red, green and blue.
  case rgb = 1
  /// Four components, the amounts of ink: cyan, magenta, yellow and black.
  case cmyk = 2
  /// Three components: CIE lightness from 0 to 100, and two of colour.
  case lab = 3
  /// Any number of components, each the amount of an ink.
  case deviceN = 4
  /// One component, an index into a table of colours.
  case indexed = 5
  /// The colour is a pattern, with the components of its tint if it has one.
  case pattern = 6
  /// Three components: the CIE tristimulus values X, Y and Z.
  case XYZ = 7
}

/// The method of fitting colours into a space that cannot hold them. Every intent clips here.
public enum CGColorRenderingIntent: Int32, Sendable {
  /// The intent that suits what is drawn.
  case defaultIntent = 0
  /// Colours that fit keep their measured values, white included.
  case absoluteColorimetric = 1
  /// Colours that fit keep their measured values relative to white.
  case relativeColorimetric = 2
  /// All colours move, and keep their relations to each other.
  case perceptual = 3
  /// All colours move, and stay as saturated as they can.
  case saturation = 4
}

/// A system that says how to interpret a colour's components.
///
/// Grey and RGB spaces of the device are sRGB's, and so is the grey of gamma 2.2, so that equal components of grey and
/// RGB give the same colour.
public final class CGColorSpace: Sendable {
  /// The space's name, for example ``sRGB``; nil for device spaces and those made from numbers.
  public let name: CFString?
  /// The space whose colours an indexed space picks from; nil for others.
  public let baseColorSpace: CGColorSpace?
  /// The meaning of the components.
  let encoding: ColorEncoding
  private let traits: CGColorSpaceTraits

  init(
    name: CFString? = nil, _ encoding: ColorEncoding, traits: CGColorSpaceTraits = [], base: CGColorSpace? = nil
  ) {
    self.name = name
    self.encoding = encoding
    self.traits = traits
    baseColorSpace = base
  }

  /// The space with that name, or nil when it is not one of the names declared here.
  public convenience init?(name: CFString) {
    guard let (encoding, traits) = Self.named[name] else { return nil }
    self.init(name: name, encoding, traits: traits)
  }

  /// A grey space with a pure power for its curve. White and black points do not change greys here.
  public convenience init?(
    calibratedGrayWhitePoint whitePoint: UnsafePointer<CGFloat>, blackPoint: UnsafePointer<CGFloat>?, gamma: CGFloat
  ) {
    guard whitePoint[1] == 1, gamma > 0 else { return nil }
    self.init(.gray(.gamma(Double(gamma))))
  }

  /// An RGB space from the CIE XYZ of its white, the powers of its three curves (1 when nil) and the matrix from linear
  /// components to XYZ by columns (identity when nil). Nil when the white's Y is not 1 or a power is not positive.
  public convenience init?(
    calibratedRGBWhitePoint whitePoint: UnsafePointer<CGFloat>, blackPoint: UnsafePointer<CGFloat>?,
    gamma: UnsafePointer<CGFloat>?, matrix: UnsafePointer<CGFloat>?
  ) {
    let powers = (0..<3).map { Double(gamma?[$0] ?? 1) }
    guard whitePoint[1] == 1, powers.allSatisfy({ $0 > 0 }) else { return nil }
    let columns = (0..<3).map { column in
      matrix.map { SIMD3(Double($0[3 * column]), Double($0[3 * column + 1]), Double($0[3 * column + 2])) }
        ?? SIMD3(column == 0 ? 1 : 0, column == 1 ? 1 : 0, column == 2 ? 1 : 0)
    }
    let toXYZ = ColorMatrix(columns[0], columns[1], columns[2])
    self.init(
      .rgb(powers.map { .gamma($0) }, toLinearSRGB: .linearSRGB(fromXYZ: Self.xyz(whitePoint)) * toXYZ))
  }

  /// CIE L*a*b* relative to a white given as XYZ; nil when its Y is not 1. The range of a* and b* is not enforced.
  public convenience init?(
    labWhitePoint whitePoint: UnsafePointer<CGFloat>, blackPoint: UnsafePointer<CGFloat>?,
    range: UnsafePointer<CGFloat>?
  ) {
    guard whitePoint[1] == 1 else { return nil }
    self.init(.lab(white: Self.xyz(whitePoint)))
  }

  /// A space of one component that picks from `lastIndex + 1` colours of `baseSpace`, each given by a byte a component.
  /// Nil when the index lies outside 0...255, or the base is itself indexed.
  public convenience init?(
    indexedBaseSpace baseSpace: CGColorSpace, last lastIndex: Int, colorTable: UnsafePointer<UInt8>
  ) {
    guard (0...255).contains(lastIndex), baseSpace.baseColorSpace == nil else { return nil }
    let table = Array(UnsafeBufferPointer(start: colorTable, count: (lastIndex + 1) * baseSpace.numberOfComponents))
    self.init(.indexed(base: baseSpace.encoding, table: table), base: baseSpace)
  }

  private static func xyz(_ numbers: UnsafePointer<CGFloat>) -> SIMD3<Double> {
    SIMD3(Double(numbers[0]), Double(numbers[1]), Double(numbers[2]))
  }
}

extension CGColorSpace {
  /// The number and the meaning of a colour's components.
  public var model: CGColorSpaceModel {
    switch encoding {
    case .gray: .monochrome
    case .rgb: .rgb
    case .cmyk: .cmyk
    case .xyz: .XYZ
    case .lab: .lab
    case .indexed: .indexed
    }
  }

  /// Components without alpha: 1 for monochrome, 3 for RGB.
  public var numberOfComponents: Int { encoding.componentCount }

  /// The bytes of an indexed space's colours; nil for others.
  public var colorTable: [UInt8]? {
    if case .indexed(_, let table) = encoding { table } else { nil }
  }

  /// Whether the space holds colours that sRGB cannot: wider primaries, or components beyond 0 to 1.
  public var isWideGamutRGB: Bool { model == .rgb && traits.contains(.wide) }
  /// Whether the space's curve reaches far beyond diffuse white: PQ and HLG.
  public func isHDR() -> Bool { traits.contains(.highDynamicRange) }
  /// Whether colours can be converted to the space.
  public var supportsOutput: Bool { model != .indexed }
}

extension CGColorSpace: Hashable {
  /// Equal when the name and the meaning of the components are.
  public static func == (lhs: CGColorSpace, rhs: CGColorSpace) -> Bool {
    lhs === rhs || (lhs.name == rhs.name && lhs.encoding == rhs.encoding)
  }

  /// Adds what equality compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(model)
  }
}

/// The properties of a space that do not follow from its encoding.
struct CGColorSpaceTraits: OptionSet {
  let rawValue: UInt8

  /// Holds colours outside of sRGB.
  static let wide = CGColorSpaceTraits(rawValue: 1)
  /// Holds light far above white.
  static let highDynamicRange = CGColorSpaceTraits(rawValue: 2)
}
