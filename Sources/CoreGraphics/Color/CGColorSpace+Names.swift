// The named colour spaces.

import ImageFiles

extension CGColorSpace {
  /// The sRGB space of screens and the web.
  public static let sRGB: CFString = "kCGColorSpaceSRGB"
  /// sRGB with components beyond 0 to 1.
  public static let extendedSRGB: CFString = "kCGColorSpaceExtendedSRGB"
  /// The space of sRGB's primaries and linear components.
  public static let linearSRGB: CFString = "kCGColorSpaceLinearSRGB"
  /// sRGB's primaries, linear, with components beyond 0 to 1.
  public static let extendedLinearSRGB: CFString = "kCGColorSpaceExtendedLinearSRGB"
  /// Linear RGB of no particular device: sRGB's primaries.
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
  /// Inks of no particular press: each takes its share of the light.
  public static let genericCMYK: CFString = "kCGColorSpaceGenericCMYK"
  /// The space CIE L*a*b* with the white point D50.
  public static let genericLab: CFString = "kCGColorSpaceGenericLab"
  /// The space CIE XYZ with the white point D50.
  public static let genericXYZ: CFString = "kCGColorSpaceGenericXYZ"

  /// The encoding and the traits of each named colour space.
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
  /// The space of ``sRGB``.
  package static let standardRGB = CGColorSpace(name: sRGB, .sRGB)
  /// The space of ``genericGrayGamma2_2``.
  package static let standardGray = CGColorSpace(name: genericGrayGamma2_2, .gray(.sRGB))
  /// The space of ``genericCMYK``.
  static let standardCMYK = CGColorSpace(name: genericCMYK, .cmyk)
}

/// A colour space of three components that depends on the device; here sRGB.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace { .deviceRGB }

/// A colour space of one component that depends on the device; here grey with sRGB's encoding.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace { .deviceGray }

/// A colour space of four inks that depends on the device; see ``CGColorSpace/genericCMYK``.
public func CGColorSpaceCreateDeviceCMYK() -> CGColorSpace { .deviceCMYK }
