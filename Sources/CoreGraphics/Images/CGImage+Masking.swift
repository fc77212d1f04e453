// Stencils, masks and colour keys. An image has one layout, so a mask or a key is worked into its alpha when it is put
// on, and not kept beside it: a masked image cannot be told from any other with transparency, and can be masked again.

public import Foundation

extension CGImage {
  /// Creates a stencil: an image without colours, through which drawing paints with the fill colour. A sample of 0 lets
  /// all paint through, the largest one none; `decode` of 1, 0 inverts that.
  ///
  /// As contents of a layer it shows black.
  ///
  /// - Parameters:
  ///   - width: in pixels.
  ///   - height: in pixels.
  ///   - bitsPerComponent: 1, 2, 4, 8 or 16, of one component.
  ///   - bitsPerPixel: the distance from one sample to the next.
  ///   - bytesPerRow: the distance from one row to the next.
  ///   - provider: the samples.
  ///   - decode: the two numbers from 0 to 1 to which the ends of the samples' range map; 0 and 1 when nil.
  ///   - shouldInterpolate: whether the stencil asks to be smoothed when it is scaled.
  /// - Returns: nil when the numbers do not describe a bitmap, the stencil is larger than an image file may be, or the
  ///   provider holds too few bytes.
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

  /// The image seen through a mask that is laid over it, stretched to its size: a stencil, which hides what it would
  /// not paint, or an opaque image, which hides where it is dark, or else the alpha of any other. Nil for a stencil.
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

  /// The image without the pixels of some colours: those whose components all lie within their limits, least and
  /// largest of each in turn, from 0 to 255, as the image's components are. Six limits, or two where the image is grey
  /// all over.
  ///
  /// - Returns: nil for another number of limits, for a stencil, and for an image with transparency.
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
}

extension CGImage {
  /// One byte a pixel: alpha, or of an opaque image that is no stencil the luma by the weights of BT.709.
  var coverage: [UInt8] {
    (0..<width * height).map { pixel in
      let start = pixel * 4
      guard isOpaque, !isMask else { return pixels[start + 3] }
      return Luma.of(UInt32(pixels[start]), UInt32(pixels[start + 1]), UInt32(pixels[start + 2]))
    }
  }
}

/// The luma of encoded components, which masks and grey images take.
enum Luma {
  /// Returns the luma by the weights of BT.709; components and result are from 0 to 255.
  static func of(_ red: UInt32, _ green: UInt32, _ blue: UInt32) -> UInt8 {
    let sum: UInt32 = red &* 13933 &+ green &* 46871 &+ blue &* 4732 &+ 32768
    return UInt8(sum >> 16)
  }
}
