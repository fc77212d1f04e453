public import Foundation
import ImageFiles

extension CGImage {
  /// Creates an image from pixels of any layout. `decode` has the ends of each component's range (nil: the space's).
  /// Returns nil for numbers that describe no bitmap, or one beyond the limits of image files, and for missing bytes.
  public convenience init?(
    width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, space: CGColorSpace,
    bitmapInfo: CGBitmapInfo, provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) {
    self.init(
      headroom: 1, width: width, height: height, bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel,
      bytesPerRow: bytesPerRow, space: space, bitmapInfo: bitmapInfo, provider: provider, decode: decode,
      shouldInterpolate: shouldInterpolate, intent: intent)
  }

  /// Creates the same image; its light reaches `headroom` times white: 1 or more, or 0 if unknown.
  public convenience init?(
    headroom: Float, width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int,
    space: CGColorSpace, bitmapInfo: CGBitmapInfo, provider: CGDataProvider, decode: UnsafePointer<CGFloat>?,
    shouldInterpolate: Bool, intent: CGColorRenderingIntent
  ) {
    guard headroom == 0 || headroom >= 1 && headroom.isFinite,
      let layout = BitmapLayout(
        width: width, height: height, bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel,
        bytesPerRow: bytesPerRow, colorComponents: space.numberOfComponents, bitmapInfo: bitmapInfo),
      let data = provider.data, data.count >= layout.byteCount
    else { return nil }
    let ranges = decode.map { Array(UnsafeBufferPointer(start: $0, count: 2 * space.numberOfComponents)) }
    let converter = BitmapConverter(layout: layout, encoding: space.encoding, decode: ranges)
    let pixels = data.withUnsafeBytes { converter.premultipliedRGBA($0) }
    self.init(
      width: width, height: height, premultipliedRGBA: pixels, shouldInterpolate: shouldInterpolate,
      deepPixels: converter.isDeep ? data.withUnsafeBytes { converter.deepPixels($0) } : nil, intent: intent,
      headroom: headroom)
  }

  /// Creates the image of a PNG file; returns nil if decoding fails. `decode` has no effect.
  public convenience init?(
    pngDataProviderSource source: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) {
    self.init(file: source, .png, shouldInterpolate: shouldInterpolate, intent: intent)
  }

  /// Creates the image of a JPEG file; returns nil if decoding fails. `decode` has no effect.
  public convenience init?(
    jpegDataProviderSource source: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) {
    self.init(file: source, .jpeg, shouldInterpolate: shouldInterpolate, intent: intent)
  }

  private convenience init?(
    file: CGDataProvider, _ codec: ImageCodec, shouldInterpolate: Bool, intent: CGColorRenderingIntent
  ) {
    let bytes = [UInt8](file.data ?? Data())
    // As stored: an image that is created from a file directly ignores EXIF's orientation.
    guard
      let bitmap = try? ImageFileReader(bytes, name: "data provider", codecs: [codec]).picture(at: 0).bitmap
    else { return nil }
    self.init(
      width: bitmap.width, height: bitmap.height, premultipliedRGBA: bitmap.pixels,
      shouldInterpolate: shouldInterpolate, intent: intent)
  }

  /// Returns the image with its components reinterpreted in another RGB space; nil for any other `space`.
  public func copy(colorSpace space: CGColorSpace) -> CGImage? {
    guard !isMask, let provider = dataProvider, space.model == .rgb else { return nil }
    return CGImage(
      headroom: contentHeadroom, width: width, height: height, bitsPerComponent: bitsPerComponent,
      bitsPerPixel: bitsPerPixel, bytesPerRow: bytesPerRow, space: space, bitmapInfo: bitmapInfo, provider: provider,
      decode: nil,
      shouldInterpolate: shouldInterpolate, intent: renderingIntent)
  }

  // Stencils, masks and colour keys are applied to the image's alpha at once, so that it can be masked again.

  /// Creates a stencil: an image without colours, through which drawing paints with the fill colour. A sample of 0
  /// paints fully, the greatest one not at all; `decode` has the two values for the ends of the range, and 1, 0
  /// inverts. As contents of a layer it is black.
  ///
  /// Samples are one component of 1, 2, 4, 8 or 16 bits, `bitsPerPixel` apart, rows `bytesPerRow` apart. Returns nil if
  /// the numbers describe no bitmap or one that exceeds the limits of image files, or if bytes are missing.
  public convenience init?(
    maskWidth width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int,
    provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool
  ) {
    guard [1, 2, 4, 8, 16].contains(bitsPerComponent),
      let layout = BitmapLayout(
        width: width, height: height, bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel,
        bytesPerRow: bytesPerRow, colorComponents: 1,
        bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.none.rawValue)),
      let data = provider.data, data.count >= layout.byteCount
    else { return nil }
    let (low, high) = decode.map { (Double($0[0]), Double($0[1])) } ?? (0, 1)
    guard low.isFinite, high.isFinite else { return nil }
    var pixels = [UInt8](repeating: 0, count: width * height * 4)
    data.withUnsafeBytes { bytes in
      var sample = [0.0]
      for row in 0..<height {
        let ordered = layout.orderedRow(row, of: bytes)
        for column in 0..<width {
          _ = layout.pixel(column, in: ordered, color: &sample)
          let opacity = 1 - min(max(low + sample[0] * (high - low), 0), 1)
          pixels[(row * width + column) * 4 + 3] = UInt8((opacity * 255).rounded())
        }
      }
    }
    self.init(
      width: width, height: height, premultipliedRGBA: pixels, shouldInterpolate: shouldInterpolate, isMask: true)
  }

  /// Returns the image seen through a mask that is stretched to its size: a stencil hides what it would not paint, an
  /// opaque image what is dark, any other image what is transparent. Returns nil for an image that is a stencil.
  public func masking(_ mask: CGImage) -> CGImage? {
    guard !isMask else { return nil }
    let coverage = mask.resampled(width: width, height: height).coverage
    var masked = pixels
    for pixel in 0..<width * height {
      let share = UInt32(coverage[pixel])
      for i in pixel * 4..<pixel * 4 + 4 { masked[i] = UInt8((UInt32(masked[i]) * share + 127) / 255) }
    }
    return CGImage(
      width: width, height: height, premultipliedRGBA: masked, shouldInterpolate: shouldInterpolate,
      intent: renderingIntent, headroom: contentHeadroom)
  }

  /// Returns the image with some colours made transparent: those whose components, from 0 to 255, are all within their
  /// limits, the least and the greatest of each in turn. There are six limits, or two for a grey image. Returns nil for
  /// another number of limits, for a stencil, and for an image with transparency.
  public func copy(maskingColorComponents components: [CGFloat]) -> CGImage? {
    guard !isMask, isOpaque, !components.contains(where: \.isNaN) else { return nil }
    let isGray = components.count == 2
    guard components.count == 6 || (isGray && isGrayAllOver) else { return nil }
    var keyed = pixels
    for pixel in stride(from: 0, to: keyed.count, by: 4) {
      let isKey = (0..<(isGray ? 1 : 3)).allSatisfy { channel in
        let value = CGFloat(keyed[pixel + channel])
        return value >= components[channel * 2] && value <= components[channel * 2 + 1]
      }
      if isKey { for i in pixel..<pixel + 4 { keyed[i] = 0 } }
    }
    return CGImage(
      width: width, height: height, premultipliedRGBA: keyed, shouldInterpolate: shouldInterpolate,
      intent: renderingIntent, headroom: contentHeadroom)
  }

  private var isGrayAllOver: Bool {
    for pixel in stride(from: 0, to: pixels.count, by: 4) {
      let red = pixels[pixel]
      guard red == pixels[pixel + 1], red == pixels[pixel + 2] else { return false }
    }
    return true
  }

  /// One byte a pixel: alpha, or the luma by BT.709's weights if the image is opaque and no stencil.
  var coverage: [UInt8] {
    (0..<width * height).map { pixel in
      let start = pixel * 4
      guard isOpaque, !isMask else { return pixels[start + 3] }
      return Luma.of(UInt32(pixels[start]), UInt32(pixels[start + 1]), UInt32(pixels[start + 2]))
    }
  }
}

/// Converts pixels of one layout and colour space to premultiplied 8-bit sRGB.
private struct BitmapConverter {
  let layout: BitmapLayout
  let encoding: ColorEncoding
  let decode: [CGFloat]?

  /// Returns the pixels, four bytes each, top row first.
  func premultipliedRGBA(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(layout.width * layout.height * 4)
    // Four bytes of sRGB a pixel, in any order, are by far the most common.
    let offsets = encoding == .sRGB && decode == nil ? layout.byteOffsets : nil
    for row in 0..<layout.height {
      if let offsets {
        appendReordered(row, of: bytes, offsets, to: &result)
      } else {
        appendConverted(row, of: bytes, to: &result)
      }
    }
    return result
  }

  private func appendReordered(
    _ row: Int, of bytes: UnsafeRawBufferPointer, _ offsets: SIMD4<Int>, to result: inout [UInt8]
  ) {
    let start = row * layout.bytesPerRow
    let (hasAlpha, isPremultiplied) = (layout.alphaInfo.hasAlpha, layout.alphaInfo.isPremultiplied)
    for pixel in stride(from: start, to: start + layout.width * 4, by: 4) {
      let alpha = hasAlpha ? bytes[pixel + offsets.w] : 255
      for channel in 0..<3 {
        let value = bytes[pixel + offsets[channel]]
        if isPremultiplied {
          // A premultiplied colour cannot exceed its alpha.
          result.append(min(value, alpha))
        } else {
          let product = Int(value) * Int(alpha)
          result.append(UInt8((product + 127) / 255))
        }
      }
      result.append(alpha)
    }
  }

  private func appendConverted(_ row: Int, of bytes: UnsafeRawBufferPointer, to result: inout [UInt8]) {
    let ordered = layout.orderedRow(row, of: bytes)
    var color = [Double](repeating: 0, count: layout.colorComponents)
    for column in 0..<layout.width {
      let stored = layout.pixel(column, in: ordered, color: &color)
      // NaN becomes 0.
      let alpha = stored > 0 ? min(stored, 1) : 0
      let rgba = straightRGBA(color, alpha: alpha)
      for channel in 0..<3 {
        let value = rgba[channel] > 0 ? min(rgba[channel], 1) : 0
        result.append(UInt8((value * Float(alpha) * 255).rounded()))
      }
      result.append(UInt8((alpha * 255).rounded()))
    }
  }

  /// Whether pixels have more than 8 bits of light.
  var isDeep: Bool {
    guard layout.isDeep else { return false }
    return switch encoding {
    case .gray, .rgb, .xyz: true
    case .cmyk, .lab, .indexed: false
    }
  }

  /// Returns the pixels as half floats of extended sRGB, eight bytes each, top row first.
  func deepPixels(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(layout.width * layout.height * 8)
    var color = [Double](repeating: 0, count: layout.colorComponents)
    for row in 0..<layout.height {
      let ordered = layout.orderedRow(row, of: bytes)
      for column in 0..<layout.width {
        let alpha = layout.pixel(column, in: ordered, color: &color)
        let opacity = alpha > 0 ? min(alpha, 1) : 0
        let rgba = encoding.extendedRGBA(values(color, alpha: opacity) + [opacity])
        for channel in 0..<4 {
          let value = channel < 3 ? rgba[channel] * Float(opacity) : Float(opacity)
          // NaN becomes 0.
          let half = Float16(value == value ? min(max(value, -65_504), 65_504) : 0)
          withUnsafeBytes(of: half) { result.append(contentsOf: $0) }
        }
      }
    }
    return result
  }

  private func straightRGBA(_ color: [Double], alpha: Double) -> SIMD4<Float> {
    // An image with alpha alone is black.
    guard !color.isEmpty else { return SIMD4(0, 0, 0, Float(alpha)) }
    return encoding.rgba(values(color, alpha: alpha) + [alpha])
  }

  /// Returns straight components in the ranges of the space.
  private func values(_ color: [Double], alpha: Double) -> [Double] {
    var values = color
    if layout.alphaInfo.isPremultiplied { values = values.map { alpha > 0 ? $0 / alpha : 0 } }
    for index in values.indices {
      if let decode {
        values[index] = Double(decode[2 * index]) + values[index] * Double(decode[2 * index + 1] - decode[2 * index])
      } else if case .indexed = encoding {
        // An index counts entries: its range is that of its bits.
        values[index] *= layout.componentRange
      } else if case .lab = encoding {
        // L* from 0 to 100, a* and b* from -128 to 127.
        values[index] = index == 0 ? values[index] * 100 : values[index] * 255 - 128
      }
    }
    return values
  }
}

enum Luma {
  /// Returns the luma by BT.709's weights; components and result are from 0 to 255.
  static func of(_ red: UInt32, _ green: UInt32, _ blue: UInt32) -> UInt8 {
    let sum: UInt32 = red &* 13933 &+ green &* 46871 &+ blue &* 4732 &+ 32768
    return UInt8(sum >> 16)
  }
}
