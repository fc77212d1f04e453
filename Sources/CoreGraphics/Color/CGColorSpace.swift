// Colour spaces of layer colours and images. Components are converted to sRGB, in which layers are composited. A space
// is one of the named ones or given by numbers; ICC profiles are not supported.

public import Foundation
import ImageFiles

/// The number and meaning of a colour's components.
public enum CGColorSpaceModel: Int32, Sendable {
  /// The model is unknown.
  case unknown = -1
  /// One component, from 0 for black to 1 for white.
  case monochrome = 0
  /// Three components: red, green and blue.
  case rgb = 1
  /// Four components: the amounts of cyan, magenta, yellow and black ink.
  case cmyk = 2
  /// Three components of CIE L*a*b*: lightness from 0 to 100, and two of colour.
  case lab = 3
  /// Any number of components, each the amount of an ink.
  case deviceN = 4
  /// One component, an index into a table of colours.
  case indexed = 5
  /// A pattern, and the components of its tint if it has one.
  case pattern = 6
  /// Three components: the CIE tristimulus values X, Y and Z.
  case XYZ = 7
}

/// The method of fitting colours into a space whose gamut does not contain them. Every intent clips here.
public enum CGColorRenderingIntent: Int32, Sendable {
  /// The intent that Core Graphics chooses for what is drawn.
  case defaultIntent = 0
  /// Colours inside the gamut keep their measured values, white included.
  case absoluteColorimetric = 1
  /// Colours inside the gamut keep their measured values relative to white.
  case relativeColorimetric = 2
  /// All colours are moved so that their relations to each other remain.
  case perceptual = 3
  /// All colours are moved so that they remain as saturated as possible.
  case saturation = 4
}

/// The meaning of a colour's components. The device's grey and RGB spaces have sRGB's curve, and so has the grey of
/// gamma 2.2: equal components give equal colours.
public final class CGColorSpace: Sendable {
  /// The space's name, for example ``sRGB``; nil for device spaces and spaces made from numbers.
  public let name: CFString?
  /// The space of an indexed space's colour table; nil for others.
  public let baseColorSpace: CGColorSpace?
  let encoding: ColorEncoding
  private let traits: CGColorSpaceTraits

  init(name: CFString? = nil, _ encoding: ColorEncoding, traits: CGColorSpaceTraits = [], base: CGColorSpace? = nil) {
    self.name = name
    self.encoding = encoding
    self.traits = traits
    baseColorSpace = base
  }

  /// Creates the space of that name; returns nil for a name that is not declared here.
  public convenience init?(name: CFString) {
    guard let (encoding, traits) = Self.named[name] else { return nil }
    self.init(name: name, encoding, traits: traits)
  }

  /// Creates a grey space whose curve is a power. White and black points have no effect here.
  public convenience init?(
    calibratedGrayWhitePoint whitePoint: UnsafePointer<CGFloat>, blackPoint: UnsafePointer<CGFloat>?, gamma: CGFloat
  ) {
    guard whitePoint[1] == 1, gamma > 0 else { return nil }
    self.init(.gray(.gamma(Double(gamma))))
  }

  /// Creates an RGB space from its white's CIE XYZ, the powers of its curves (nil: 1) and the matrix by columns from
  /// linear components to XYZ (nil: identity). Returns nil when the white's Y is not 1 or a power is not positive.
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
    self.init(.rgb(powers.map { .gamma($0) }, toLinearSRGB: .linearSRGB(fromXYZ: Self.xyz(whitePoint)) * toXYZ))
  }

  /// Creates CIE L*a*b* relative to a white in XYZ; returns nil when its Y is not 1. The range is without effect.
  public convenience init?(
    labWhitePoint whitePoint: UnsafePointer<CGFloat>, blackPoint: UnsafePointer<CGFloat>?,
    range: UnsafePointer<CGFloat>?
  ) {
    guard whitePoint[1] == 1 else { return nil }
    self.init(.lab(white: Self.xyz(whitePoint)))
  }

  /// Creates an indexed space of `lastIndex + 1` colours of `baseSpace`, each given by one byte for each component.
  /// Returns nil when the index is outside 0...255, or when the base is itself indexed.
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

  /// The kind of components: grey, RGB, CMYK and others.
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

  /// The number of components without alpha: 1 for monochrome, 3 for RGB.
  public var numberOfComponents: Int { encoding.componentCount }

  /// The bytes of an indexed space's colour table; nil for others.
  public var colorTable: [UInt8]? { if case .indexed(_, let table) = encoding { table } else { nil } }

  /// Whether the space holds colours that sRGB cannot: by wider primaries, or by components beyond 0 to 1.
  public var isWideGamutRGB: Bool { model == .rgb && traits.contains(.wide) }
  /// Whether the space's curve, PQ or HLG, reaches far beyond diffuse white.
  public func isHDR() -> Bool { traits.contains(.highDynamicRange) }
  /// Whether colours can be converted to the space.
  public var supportsOutput: Bool { model != .indexed }
}

extension CGColorSpace: Hashable {
  /// Whether the names and the meanings of the components are equal.
  public static func == (lhs: CGColorSpace, rhs: CGColorSpace) -> Bool {
    lhs === rhs || (lhs.name == rhs.name && lhs.encoding == rhs.encoding)
  }

  /// Hashes the name and the meaning of the components.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(model)
  }
}

struct CGColorSpaceTraits: OptionSet {
  let rawValue: UInt8

  /// Contains colours outside of sRGB.
  static let wide = CGColorSpaceTraits(rawValue: 1)
  /// Contains light far above diffuse white.
  static let highDynamicRange = CGColorSpaceTraits(rawValue: 2)
}

extension CGColorSpace {
  /// The sRGB space of screens and the web.
  public static let sRGB: CFString = "kCGColorSpaceSRGB"
  /// The space sRGB with components beyond 0 to 1.
  public static let extendedSRGB: CFString = "kCGColorSpaceExtendedSRGB"
  /// The space of sRGB's primaries and linear components.
  public static let linearSRGB: CFString = "kCGColorSpaceLinearSRGB"
  /// sRGB's primaries, linear, with components beyond 0 to 1.
  public static let extendedLinearSRGB: CFString = "kCGColorSpaceExtendedLinearSRGB"
  /// Linear RGB of no particular device; here with sRGB's primaries.
  public static let genericRGBLinear: CFString = "kCGColorSpaceGenericRGBLinear"
  /// Display P3: wider primaries, sRGB's curve.
  public static let displayP3: CFString = "kCGColorSpaceDisplayP3"
  /// Display P3 with components beyond 0 to 1.
  public static let extendedDisplayP3: CFString = "kCGColorSpaceExtendedDisplayP3"
  /// The space of Display P3's primaries and linear components.
  public static let linearDisplayP3: CFString = "kCGColorSpaceLinearDisplayP3"
  /// Display P3's primaries, linear, with components beyond 0 to 1.
  public static let extendedLinearDisplayP3: CFString = "kCGColorSpaceExtendedLinearDisplayP3"
  /// Display P3's primaries with the hybrid log-gamma curve.
  public static let displayP3_HLG: CFString = "kCGColorSpaceDisplayP3_HLG"
  /// Display P3's primaries with the PQ curve.
  public static let displayP3_PQ: CFString = "kCGColorSpaceDisplayP3_PQ"
  /// The former name of ``displayP3_PQ``.
  public static let displayP3_PQ_EOTF: CFString = "kCGColorSpaceDisplayP3_PQ_EOTF"
  /// The space of digital cinema's projectors, DCI-P3.
  public static let dcip3: CFString = "kCGColorSpaceDCIP3"
  /// Adobe RGB (1998): a wider green than sRGB's, for print.
  public static let adobeRGB1998: CFString = "kCGColorSpaceAdobeRGB1998"
  /// ROMM RGB, also known as ProPhoto RGB.
  public static let rommrgb: CFString = "kCGColorSpaceROMMRGB"
  /// ACEScg, linear, of film production.
  public static let acescgLinear: CFString = "kCGColorSpaceACESCGLinear"
  /// High-definition television, ITU-R BT.709.
  public static let itur_709: CFString = "kCGColorSpaceITUR_709"
  /// BT.709's primaries with the hybrid log-gamma curve.
  public static let itur_709_HLG: CFString = "kCGColorSpaceITUR_709_HLG"
  /// BT.709's primaries with the PQ curve.
  public static let itur_709_PQ: CFString = "kCGColorSpaceITUR_709_PQ"
  /// BT.709's primaries with the power 1.961, as video is shown.
  public static let coreMedia709: CFString = "kCGColorSpaceCoreMedia709"
  /// Ultra-high-definition television, ITU-R BT.2020.
  public static let itur_2020: CFString = "kCGColorSpaceITUR_2020"
  /// BT.2020's primaries with sRGB's curve.
  public static let itur_2020_sRGBGamma: CFString = "kCGColorSpaceITUR_2020_sRGBGamma"
  /// BT.2020 with components beyond 0 to 1.
  public static let extendedITUR_2020: CFString = "kCGColorSpaceExtendedITUR_2020"
  /// The space of BT.2020's primaries and linear components.
  public static let linearITUR_2020: CFString = "kCGColorSpaceLinearITUR_2020"
  /// BT.2020's primaries, linear, with components beyond 0 to 1.
  public static let extendedLinearITUR_2020: CFString = "kCGColorSpaceExtendedLinearITUR_2020"
  /// The former name of ``itur_2100_HLG``.
  public static let itur_2020_HLG: CFString = "kCGColorSpaceITUR_2020_HLG"
  /// The former name of ``itur_2100_PQ``.
  public static let itur_2020_PQ: CFString = "kCGColorSpaceITUR_2020_PQ"
  /// The former name of ``itur_2100_PQ``.
  public static let itur_2020_PQ_EOTF: CFString = "kCGColorSpaceITUR_2020_PQ_EOTF"
  /// High dynamic range television with hybrid log-gamma, ITU-R BT.2100.
  public static let itur_2100_HLG: CFString = "kCGColorSpaceITUR_2100_HLG"
  /// High dynamic range television with PQ, ITU-R BT.2100.
  public static let itur_2100_PQ: CFString = "kCGColorSpaceITUR_2100_PQ"
  /// Grey with a gamma of 2.2; here with sRGB's curve, which that gamma approximates.
  public static let genericGrayGamma2_2: CFString = "kCGColorSpaceGenericGrayGamma2_2"
  /// The space of grey with a linear component.
  public static let linearGray: CFString = "kCGColorSpaceLinearGray"
  /// The space of grey whose component may be beyond 0 to 1.
  public static let extendedGray: CFString = "kCGColorSpaceExtendedGray"
  /// Linear grey with values beyond 0 to 1.
  public static let extendedLinearGray: CFString = "kCGColorSpaceExtendedLinearGray"
  /// Inks of no particular press; here each ink absorbs its share of the light.
  public static let genericCMYK: CFString = "kCGColorSpaceGenericCMYK"
  /// The space CIE L*a*b* with the white point D50.
  public static let genericLab: CFString = "kCGColorSpaceGenericLab"
  /// The space CIE XYZ with the white point D50.
  public static let genericXYZ: CFString = "kCGColorSpaceGenericXYZ"

  static let named: [CFString: (ColorEncoding, CGColorSpaceTraits)] = [
    sRGB: (.sRGB, []),
    extendedSRGB: (.sRGB, .wide),
    linearSRGB: (ColorEncoding(.rec709, .linear), []),
    extendedLinearSRGB: (ColorEncoding(.rec709, .linear), .wide),
    genericRGBLinear: (ColorEncoding(.rec709, .linear), []),
    displayP3: (ColorEncoding(.displayP3, .sRGB), .wide),
    extendedDisplayP3: (ColorEncoding(.displayP3, .sRGB), .wide),
    linearDisplayP3: (ColorEncoding(.displayP3, .linear), .wide),
    extendedLinearDisplayP3: (ColorEncoding(.displayP3, .linear), .wide),
    displayP3_HLG: (ColorEncoding(.displayP3, .hlg), [.wide, .highDynamicRange]),
    displayP3_PQ: (ColorEncoding(.displayP3, .pq), [.wide, .highDynamicRange]),
    displayP3_PQ_EOTF: (ColorEncoding(.displayP3, .pq), [.wide, .highDynamicRange]),
    dcip3: (ColorEncoding(.dciP3, .gamma(2.6)), .wide),
    adobeRGB1998: (ColorEncoding(.adobe, .gamma(563 / 256.0)), .wide),
    rommrgb: (ColorEncoding(.romm, .romm), .wide),
    acescgLinear: (ColorEncoding(.acescg, .linear), .wide),
    itur_709: (ColorEncoding(.rec709, .rec709), []),
    itur_709_HLG: (ColorEncoding(.rec709, .hlg), .highDynamicRange),
    itur_709_PQ: (ColorEncoding(.rec709, .pq), .highDynamicRange),
    coreMedia709: (ColorEncoding(.rec709, .gamma(1.961)), []),
    itur_2020: (ColorEncoding(.rec2020, .rec709), .wide),
    itur_2020_sRGBGamma: (ColorEncoding(.rec2020, .sRGB), .wide),
    extendedITUR_2020: (ColorEncoding(.rec2020, .rec709), .wide),
    linearITUR_2020: (ColorEncoding(.rec2020, .linear), .wide),
    extendedLinearITUR_2020: (ColorEncoding(.rec2020, .linear), .wide),
    itur_2020_HLG: (ColorEncoding(.rec2020, .hlg), [.wide, .highDynamicRange]),
    itur_2020_PQ: (ColorEncoding(.rec2020, .pq), [.wide, .highDynamicRange]),
    itur_2020_PQ_EOTF: (ColorEncoding(.rec2020, .pq), [.wide, .highDynamicRange]),
    itur_2100_HLG: (ColorEncoding(.rec2020, .hlg), [.wide, .highDynamicRange]),
    itur_2100_PQ: (ColorEncoding(.rec2020, .pq), [.wide, .highDynamicRange]),
    genericGrayGamma2_2: (.gray(.sRGB), []),
    linearGray: (.gray(.linear), []),
    extendedGray: (.gray(.sRGB), []),
    extendedLinearGray: (.gray(.linear), []),
    genericCMYK: (.cmyk, []),
    genericLab: (.lab(white: Chromaticity.d50.xyz), []),
    genericXYZ: (.xyz, []),
  ]

  fileprivate static let deviceRGB = CGColorSpace(.sRGB)
  fileprivate static let deviceGray = CGColorSpace(.gray(.sRGB))
  fileprivate static let deviceCMYK = CGColorSpace(.cmyk)
  package static let standardRGB = CGColorSpace(name: sRGB, .sRGB)
  package static let standardGray = CGColorSpace(name: genericGrayGamma2_2, .gray(.sRGB))
  static let standardCMYK = CGColorSpace(name: genericCMYK, .cmyk)
}

/// Returns the RGB space of the device; here sRGB.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { .deviceRGB }

/// Returns the grey space of the device; here with sRGB's curve.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { .deviceGray }

/// Returns the CMYK space of the device; here ``CGColorSpace/genericCMYK``.
public func CGColorSpaceCreateDeviceCMYK() -> CGColorSpace { .deviceCMYK }
