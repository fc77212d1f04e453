// Images from a client's pixels: any layout and colour space in, premultiplied 8-bit sRGB out.

public import Foundation
import ImageFiles

extension CGImage {
  /// An image from pixels of any layout; `decode` holds the two numbers that each component's ends are stretched to, or
  /// nil for the space's own.
  ///
  /// Returns nil when the numbers do not describe a bitmap, the image is larger than an image file may be, or the
  /// provider holds too few bytes.
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

  /// The same for an image whose light goes `headroom` times above white: 1 or more, or 0 when that is not known.
  public convenience init?(
    headroom: Float, width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int,
    space: CGColorSpace, bitmapInfo: CGBitmapInfo, provider: CGDataProvider, decode: UnsafePointer<CGFloat>?,
    shouldInterpolate: Bool, intent: CGColorRenderingIntent
  ) {
    guard headroom == 0 || headroom >= 1,
      let layout = BitmapLayout(
        width: width, height: height, bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel,
        bytesPerRow: bytesPerRow, colorComponents: space.numberOfComponents, bitmapInfo: bitmapInfo),
      let data = provider.data, data.count >= layout.byteCount
    else { return nil }
    let ranges = decode.map { Array(UnsafeBufferPointer(start: $0, count: 2 * space.numberOfComponents)) }
    let converter = BitmapConverter(layout: layout, encoding: space.encoding, decode: ranges)
    let pixels = data.withUnsafeBytes { converter.premultipliedRGBA($0) }
    self.init(
      width: width, height: height, premultipliedRGBA: pixels, shouldInterpolate: shouldInterpolate, intent: intent,
      headroom: headroom)
  }

  /// The image of a PNG file; nil when it cannot be decoded. `decode` is not applied to files.
  public convenience init?(
    pngDataProviderSource source: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) {
    self.init(file: source, .png, shouldInterpolate: shouldInterpolate, intent: intent)
  }

  /// The image of a JPEG file; nil when it cannot be decoded. `decode` is not applied to files.
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
    // As stored: an image that is made directly from a file is not turned by EXIF's orientation.
    guard
      let bitmap = try? ImageFileReader(bytes, name: "data provider", codecs: [codec]).picture(at: 0).bitmap
    else { return nil }
    self.init(
      width: bitmap.width, height: bitmap.height, premultipliedRGBA: bitmap.pixels,
      shouldInterpolate: shouldInterpolate, intent: intent)
  }

  /// The image with its components taken as those of `space`: their numbers stay, the colours change. Nil when `space`
  /// is not of three components.
  public func copy(colorSpace space: CGColorSpace) -> CGImage? {
    guard !isMask, let provider = dataProvider, space.model == .rgb else { return nil }
    return CGImage(
      headroom: contentHeadroom, width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 32,
      bytesPerRow: bytesPerRow, space: space, bitmapInfo: bitmapInfo, provider: provider, decode: nil,
      shouldInterpolate: shouldInterpolate, intent: renderingIntent)
  }
}

/// Turns the pixels of one layout and colour space into premultiplied 8-bit sRGB.
private struct BitmapConverter {
  let layout: BitmapLayout
  let encoding: ColorEncoding
  let decode: [CGFloat]?

  /// The pixels, four bytes each, top row first.
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
      let alpha = min(max(layout.pixel(column, in: ordered, color: &color), 0), 1)
      let rgba = straightRGBA(color, alpha: alpha)
      for channel in 0..<3 {
        result.append(UInt8((min(max(rgba[channel], 0), 1) * Float(alpha) * 255).rounded()))
      }
      result.append(UInt8((alpha * 255).rounded()))
    }
  }

  private func straightRGBA(_ color: [Double], alpha: Double) -> SIMD4<Float> {
    // An image of alpha alone is black.
    guard !color.isEmpty else { return SIMD4(0, 0, 0, Float(alpha)) }
    var values = color
    if layout.alphaInfo.isPremultiplied { values = values.map { alpha > 0 ? $0 / alpha : 0 } }
    for index in values.indices {
      if let decode {
        values[index] = Double(decode[2 * index]) + values[index] * Double(decode[2 * index + 1] - decode[2 * index])
      } else if case .indexed = encoding {
        // An index counts entries; a component's bits are all of its range.
        values[index] *= layout.componentRange
      } else if case .lab = encoding {
        // L* from 0 to 100, a* and b* from -128 to 127.
        values[index] = index == 0 ? values[index] * 100 : values[index] * 255 - 128
      }
    }
    return encoding.rgba(values + [alpha])
  }
}
