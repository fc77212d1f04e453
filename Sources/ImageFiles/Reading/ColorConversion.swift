// From the space of a file to sRGB, by Little CMS. Profiles are untrusted: they are opened from memory in a silent
// context, and one that Little CMS refuses is ignored with a note, as slightly wrong colours are better than no
// picture. Fitting into sRGB is perceptual if the profile has tables for it, and clips otherwise.
import CLCMS

extension StraightPixels {
  /// Returns straight RGBA of 8 bits a component in sRGB. `gray`: red, green and blue are equal, of a grey profile.
  /// `notes` gets a sentence if the space is ignored.
  consuming func standardRGB(from color: ColorSource, gray: Bool, notes: inout [String]) -> [UInt8] {
    if color != .sRGB {
      if let converter = ProfileConverter(color, for: samples, gray: gray) {
        if let converted = converter.convert(samples) { return converted }
      } else {
        notes.append("its ICC colour profile cannot be used: read as sRGB")
      }
    }
    switch samples {
    case .rgba8(let bytes): return bytes
    // Rounded to the nearest: 65535 is 255 * 257.
    case .rgba16(let words): return words.map { UInt8((UInt32($0) * 255 + 32767) / 65535) }
    case .cmyk8(let inks): return Self.rgba(cmyk: inks)
    }
  }

  /// Returns the colours of inks without a profile: each absorbs its share of the encoded light.
  private static func rgba(cmyk inks: [UInt8]) -> [UInt8] {
    var rgba = inks
    for pixel in stride(from: 0, to: inks.count, by: 4) {
      let light = UInt32(255 - inks[pixel + 3])
      for i in pixel..<pixel + 3 { rgba[i] = UInt8((UInt32(255 - inks[i]) * light + 127) / 255) }
      rgba[pixel + 3] = 255
    }
    return rgba
  }
}

private final class ProfileConverter {
  private let context: cmsContext
  private let transform: cmsHTRANSFORM
  /// Whether the transform is one of greys, by a table of all of them.
  private let isGray: Bool

  /// Nil when the space cannot be read, or is not one of the samples' number of components.
  init?(_ color: ColorSource, for samples: StraightPixels.Samples, gray: Bool) {
    guard let context = cmsCreateContext(nil, nil) else { return nil }
    // The default handler prints nothing, but other code in the process may have set one.
    cmsSetLogErrorHandlerTHR(context) { _, _, _ in }
    guard let source = Self.profile(color, context) else {
      cmsDeleteContext(context)
      return nil
    }
    defer { cmsCloseProfile(source) }
    let space = cmsGetColorSpace(source)
    isGray = space == cmsSigGrayData && gray
    let output = isGray ? CLCMS_RGB_8 : CLCMS_RGBA_8
    let input: UInt32? =
      switch (samples, space) {
      case (.rgba8, cmsSigRgbData): CLCMS_RGBA_8
      case (.rgba16, cmsSigRgbData): CLCMS_RGBA_16
      case (.rgba8, cmsSigGrayData) where gray, (.rgba16, cmsSigGrayData) where gray: CLCMS_GRAY_16
      case (.cmyk8, cmsSigCmykData): CLCMS_CMYK_8
      default: nil
      }
    guard let input, let standard = cmsCreate_sRGBProfileTHR(context) else {
      cmsDeleteContext(context)
      return nil
    }
    defer { cmsCloseProfile(standard) }
    let flags = input == CLCMS_RGBA_8 || input == CLCMS_RGBA_16 ? UInt32(cmsFLAGS_COPY_ALPHA) : 0
    guard
      let transform = cmsCreateTransformTHR(context, source, input, standard, output, UInt32(INTENT_PERCEPTUAL), flags)
    else {
      cmsDeleteContext(context)
      return nil
    }
    (self.context, self.transform) = (context, transform)
  }

  deinit {
    cmsDeleteTransform(transform)
    cmsDeleteContext(context)
  }

  /// Returns the samples in sRGB; nil if the space is sRGB up to rounding, so that such files keep their bytes.
  func convert(_ samples: StraightPixels.Samples) -> [UInt8]? {
    switch samples {
    case .rgba8(let bytes):
      if isGray {
        return converted(gray: (0..<256).map { UInt16($0 * 257) }) {
          Int(bytes[$0])
        } alpha: {
          bytes[$0]
        } count: {
          bytes.count
        }
      }
      return isIdentity ? nil : run(bytes)
    case .rgba16(let words):
      if isGray {
        return converted(gray: (0...65535).map { UInt16($0) }) {
          Int(words[$0])
        } alpha: {
          UInt8((UInt32(words[$0]) * 255 + 32767) / 65535)
        } count: {
          words.count
        }
      }
      return isIdentity16 ? nil : run(words)
    case .cmyk8(let inks):
      var rgba = run(inks)
      for alpha in stride(from: 3, to: rgba.count, by: 4) { rgba[alpha] = 255 }
      return rgba
    }
  }

  /// Converts four components to four bytes.
  private func run<Component>(_ components: [Component]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: components.count) { output, count in
      components.withUnsafeBytes { input in
        // In parts, as Little CMS has 32-bit counts.
        let part = 1 << 20
        for first in stride(from: 0, to: components.count / 4, by: part) {
          cmsDoTransform(
            transform, input.baseAddress! + first * 4 * MemoryLayout<Component>.stride, output.baseAddress! + first * 4,
            UInt32(min(part, components.count / 4 - first)))
        }
      }
      count = components.count
    }
  }

  /// Converts greys by a table of all of them.
  private func converted(
    gray ramp: [UInt16], value: (Int) -> Int, alpha: (Int) -> UInt8, count: () -> Int
  ) -> [UInt8]? {
    var table = [UInt8](repeating: 0, count: ramp.count * 3)
    cmsDoTransform(transform, ramp, &table, UInt32(ramp.count))
    // Bounded: of 16 bits.
    let isIdentity = ramp.indices.allSatisfy { index in
      (0..<3).allSatisfy { abs(Int(table[index * 3 + $0]) - Int((Double(ramp[index]) / 257).rounded())) <= 1 }
    }
    if isIdentity { return nil }
    var rgba: [UInt8] = []
    rgba.reserveCapacity(count())
    for pixel in stride(from: 0, to: count(), by: 4) {
      let entry = value(pixel) * 3
      rgba.append(table[entry])
      rgba.append(table[entry + 1])
      rgba.append(table[entry + 2])
      rgba.append(alpha(pixel + 3))
    }
    return rgba
  }

  /// Colours across the whole space.
  private static let probes: [UInt8] = {
    let steps: [UInt8] = [0, 51, 102, 153, 204, 255]
    var colors: [UInt8] = []
    for red in steps { for green in steps { for blue in steps { colors += [red, green, blue, 255] } } }
    return colors
  }()

  private var isIdentity: Bool { zip(run(Self.probes), Self.probes).allSatisfy { abs(Int($0) - Int($1)) <= 1 } }

  private var isIdentity16: Bool {
    zip(run(Self.probes.map { UInt16($0) * 257 }), Self.probes).allSatisfy { abs(Int($0) - Int($1)) <= 1 }
  }

  private static func profile(_ color: ColorSource, _ context: cmsContext) -> cmsHPROFILE? {
    switch color {
    case .sRGB: return nil
    case .profile(let bytes): return cmsOpenProfileFromMemTHR(context, bytes, UInt32(clamping: bytes.count))
    case .calibrated(let gamma, let primaries):
      guard let curve = cmsBuildGamma(context, gamma) else { return nil }
      defer { cmsFreeToneCurve(curve) }
      return profile(primaries, curve, context)
    case .coded(let space):
      guard let primaries = space.chromaticities, let transfer = space.curve else { return nil }
      // White is 1; a profile ends there.
      let values = (0..<4096).map { Float(min(transfer.decode(Double($0) / 4095), 1)) }
      guard let curve = cmsBuildTabulatedToneCurveFloat(context, 4096, values) else { return nil }
      defer { cmsFreeToneCurve(curve) }
      return profile(primaries, curve, context)
    }
  }

  /// Returns the profile of an RGB space with one curve.
  private static func profile(
    _ primaries: RGBPrimaries, _ curve: OpaquePointer, _ context: cmsContext
  ) -> cmsHPROFILE? {
    func xyY(_ color: Chromaticity) -> cmsCIExyY { cmsCIExyY(x: color.x, y: color.y, Y: 1) }
    var white = xyY(primaries.white)
    var triple = cmsCIExyYTRIPLE(Red: xyY(primaries.red), Green: xyY(primaries.green), Blue: xyY(primaries.blue))
    let curves: [OpaquePointer?] = [curve, curve, curve]
    return cmsCreateRGBProfileTHR(context, &white, &triple, curves)
  }
}

extension ImageFileHeader {
  /// The name in the file's colour profile, if readable.
  package var profileName: String? {
    guard case .profile(let bytes) = color, let context = cmsCreateContext(nil, nil) else { return nil }
    defer { cmsDeleteContext(context) }
    cmsSetLogErrorHandlerTHR(context) { _, _, _ in }
    guard let profile = cmsOpenProfileFromMemTHR(context, bytes, UInt32(clamping: bytes.count)) else { return nil }
    defer { cmsCloseProfile(profile) }
    var text = [CChar](repeating: 0, count: 256)
    let length = cmsGetProfileInfoASCII(profile, cmsInfoDescription, "en", "US", &text, UInt32(text.count))
    guard length > 1 else { return nil }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

extension ImageFile {
  package static var colorLibrary: (name: String, version: String) {
    let version = cmsGetEncodedCMMversion()
    return ("lcms2", "\(version / 1000).\(version % 1000 / 10)")
  }
}
