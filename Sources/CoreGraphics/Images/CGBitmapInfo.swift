import Foundation
import ImageFiles

/// The position of a pixel's alpha and its meaning: the low five bits of ``CGBitmapInfo``.
public enum CGImageAlphaInfo: UInt32, Sendable {
  /// Without alpha: all pixels are opaque.
  case none = 0
  /// Alpha comes after the colour, which is multiplied by it.
  case premultipliedLast = 1
  /// Alpha comes before the colour, which is multiplied by it.
  case premultipliedFirst = 2
  /// Alpha comes after the colour, which is not multiplied by it.
  case last = 3
  /// Alpha comes before the colour, which is not multiplied by it.
  case first = 4
  /// Unused bits come after the colour: all pixels are opaque.
  case noneSkipLast = 5
  /// Unused bits come before the colour: all pixels are opaque.
  case noneSkipFirst = 6
  /// Alpha without colour: the image is a mask.
  case alphaOnly = 7
}

/// The order of a pixel's bytes in memory.
public enum CGImageByteOrderInfo: UInt32, Sendable {
  /// The bits of ``CGBitmapInfo`` that hold the order.
  case orderMask = 0x7000
  /// The order of the components: the first one is in the first byte.
  case orderDefault = 0
  /// Units of 16 bits, least significant byte first.
  case order16Little = 0x1000
  /// Units of 32 bits, least significant byte first.
  case order32Little = 0x2000
  /// Units of 16 bits, most significant byte first.
  case order16Big = 0x3000
  /// Units of 32 bits, most significant byte first.
  case order32Big = 0x4000
}

/// The packing of a pixel's components into bits.
public enum CGImagePixelFormatInfo: UInt32, Sendable {
  /// The bits of ``CGBitmapInfo`` that hold the format.
  case mask = 0xF0000
  /// Every component has the same number of bits.
  case packed = 0
  /// A pixel has 16 bits: one that is unused, then five for each component.
  case RGB555 = 0x10000
  /// A pixel has 16 bits: five of red, six of green, five of blue.
  case RGB565 = 0x20000
  /// 32 bits: two of alpha or unused, ten each.
  case RGB101010 = 0x30000
  /// 32 bits: ten each, then two unused.
  case RGBCIF10 = 0x40000
}

/// The layout of a bitmap's pixels: alpha, byte order, whole or floating-point components.
public struct CGBitmapInfo: OptionSet, Hashable, Sendable {
  /// The layout as the bits of Apple's constants.
  public let rawValue: UInt32

  /// Creates a layout from the bits of Apple's constants.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The bits that hold a ``CGImageAlphaInfo``.
  public static let alphaInfoMask = CGBitmapInfo(rawValue: 0x1F)
  /// The bits that say whether components are integers or floating-point numbers.
  public static let floatInfoMask = CGBitmapInfo(rawValue: 0xF00)
  /// Components are floating-point numbers.
  public static let floatComponents = CGBitmapInfo(rawValue: 0x100)
  /// The bits that hold a ``CGImageByteOrderInfo``.
  public static let byteOrderMask = CGBitmapInfo(.orderMask)
  /// The first component in the first byte.
  public static let byteOrderDefault = CGBitmapInfo(.orderDefault)
  /// Units of 16 bits, least significant byte first.
  public static let byteOrder16Little = CGBitmapInfo(.order16Little)
  /// Units of 32 bits, least significant byte first.
  public static let byteOrder32Little = CGBitmapInfo(.order32Little)
  /// Units of 16 bits, most significant byte first.
  public static let byteOrder16Big = CGBitmapInfo(.order16Big)
  /// Units of 32 bits, most significant byte first.
  public static let byteOrder32Big = CGBitmapInfo(.order32Big)

  private init(_ order: CGImageByteOrderInfo) { self.init(rawValue: order.rawValue) }

  /// The alpha info; nil for an unknown value.
  var alpha: CGImageAlphaInfo? { CGImageAlphaInfo(rawValue: rawValue & Self.alphaInfoMask.rawValue) }
  var byteOrder: CGImageByteOrderInfo? { CGImageByteOrderInfo(rawValue: rawValue & Self.byteOrderMask.rawValue) }
  var pixelFormat: CGImagePixelFormatInfo? {
    CGImagePixelFormatInfo(rawValue: rawValue & CGImagePixelFormatInfo.mask.rawValue)
  }
}

extension CGImageAlphaInfo {
  var hasAlpha: Bool {
    switch self {
    case .premultipliedLast, .premultipliedFirst, .last, .first, .alphaOnly: true
    case .none, .noneSkipLast, .noneSkipFirst: false
    }
  }

  /// Whether alpha, or the unused bits instead of it, comes before the colour.
  var isFirst: Bool { self == .premultipliedFirst || self == .first || self == .noneSkipFirst }

  /// Whether the colour is multiplied by alpha.
  var isPremultiplied: Bool { self == .premultipliedLast || self == .premultipliedFirst }
}

/// The layout of any bitmap that Core Graphics can describe. A row's bytes are first ordered so that components follow
/// each other from the most significant bit on, and then cut into components.
struct BitmapLayout {
  let width: Int
  let height: Int
  let bytesPerRow: Int
  let alphaInfo: CGImageAlphaInfo
  /// The number of colour components of a pixel, without alpha or unused bits.
  let colorComponents: Int
  private let bitsPerComponent: Int
  private let bitsPerPixel: Int
  private let byteOrder: CGImageByteOrderInfo
  private let isFloat: Bool

  /// Returns nil where Core Graphics does, too: for no pixels, components that exceed a pixel, pixels that exceed a
  /// row, and a pixel format whose components differ in size.
  init?(
    width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, colorComponents: Int,
    bitmapInfo: CGBitmapInfo
  ) {
    guard let alphaInfo = bitmapInfo.alpha, let byteOrder = bitmapInfo.byteOrder, byteOrder != .orderMask,
      bitmapInfo.pixelFormat == .packed
    else { return nil }
    let isFloat = bitmapInfo.contains(.floatComponents)
    let count = (alphaInfo == .alphaOnly ? 0 : colorComponents) + (alphaInfo.hasAlpha ? 1 : 0)
    // The limits of image files, as clients pass on sizes from files.
    guard (1...ImageFile.maximumSide).contains(width), (1...ImageFile.maximumSide).contains(height),
      width * height * 4 <= ImageFile.maximumPixelBytes, isFloat ? [16, 32].contains(bitsPerComponent) : true,
      [1, 2, 4, 5, 8, 16, 32].contains(bitsPerComponent), bitsPerComponent * count <= bitsPerPixel,
      bitsPerPixel <= 128, bytesPerRow >= (width * bitsPerPixel + 7) / 8
    else { return nil }
    self.width = width
    self.height = height
    self.bytesPerRow = bytesPerRow
    self.alphaInfo = alphaInfo
    self.colorComponents = alphaInfo == .alphaOnly ? 0 : colorComponents
    self.bitsPerComponent = bitsPerComponent
    self.bitsPerPixel = bitsPerPixel
    self.byteOrder = byteOrder
    self.isFloat = isFloat
  }

  /// The offsets of red, green, blue and alpha in a pixel, if each is one of its four bytes; nil for other layouts.
  var byteOffsets: SIMD4<Int>? {
    guard colorComponents == 3, bitsPerComponent == 8, bitsPerPixel == 32, !isFloat else { return nil }
    let offsets = alphaInfo.isFirst ? SIMD4(1, 2, 3, 0) : SIMD4(0, 1, 2, 3)
    switch byteOrder {
    case .orderDefault, .order32Big: return offsets
    case .order32Little: return 3 &- offsets
    default: return nil
    }
  }

  var byteCount: Int { bytesPerRow * (height - 1) + (width * bitsPerPixel + 7) / 8 }

  /// Whether colours have more than 8 bits a component.
  var isDeep: Bool { bitsPerComponent >= 16 && colorComponents > 0 }

  /// The greatest value of an integer component, for indexed colours; 1 for floating-point ones.
  var componentRange: Double { isFloat ? 1 : Double((UInt64(1) << UInt64(bitsPerComponent)) - 1) }

  /// Returns a row's bytes, ordered from the most significant one in each unit of the byte order.
  func orderedRow(_ row: Int, of bytes: UnsafeRawBufferPointer) -> [UInt8] {
    let start = row * bytesPerRow
    var ordered = Array(bytes[start..<(start + (width * bitsPerPixel + 7) / 8)])
    let unit =
      switch byteOrder {
      case .order16Little: 2
      case .order32Little: 4
      default: 1
      }
    guard unit > 1 else { return ordered }
    for index in stride(from: 0, to: ordered.count - unit + 1, by: unit) { ordered[index..<(index + unit)].reverse() }
    return ordered
  }

  /// Reads a pixel of `row` (see ``orderedRow(_:of:)``): writes its colour and returns its alpha, from 0 to 1.
  func pixel(_ column: Int, in row: [UInt8], color: inout [Double]) -> Double {
    var bit = column * bitsPerPixel
    func next() -> Double {
      defer { bit += bitsPerComponent }
      return component(atBit: bit, in: row)
    }
    var alpha = 1.0
    if alphaInfo == .noneSkipFirst {
      // The unused bits: one of sixteen for components of five.
      bit += bitsPerPixel - bitsPerComponent * colorComponents
    } else if alphaInfo.isFirst {
      alpha = next()
    }
    for index in 0..<colorComponents { color[index] = next() }
    if alphaInfo.hasAlpha, !alphaInfo.isFirst { alpha = next() }
    return alpha
  }

  private func component(atBit bit: Int, in row: [UInt8]) -> Double {
    if bitsPerComponent == 8 { return Double(row[bit / 8]) / 255 }
    var value: UInt64 = 0
    for index in bit..<(bit + bitsPerComponent) {
      value = value << 1 | UInt64(row[index / 8] >> UInt8(7 - index % 8) & 1)
    }
    if isFloat {
      return bitsPerComponent == 16
        ? Double(Float16(bitPattern: UInt16(value))) : Double(Float(bitPattern: UInt32(value)))
    }
    return Double(value) / componentRange
  }
}
