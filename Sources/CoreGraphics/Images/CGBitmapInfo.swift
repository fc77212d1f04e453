// How the bits of a bitmap are laid out: names for the parts of one 32-bit number.

/// The position of a pixel's alpha and its meaning: the low five bits of ``CGBitmapInfo``.
public enum CGImageAlphaInfo: UInt32, Sendable {
  /// Pixels have no alpha: all are opaque.
  case none = 0
  /// Alpha after the colour, which is multiplied by it.
  case premultipliedLast = 1
  /// Alpha before the colour, which is multiplied by it.
  case premultipliedFirst = 2
  /// Alpha comes after the colour, which is not multiplied by it.
  case last = 3
  /// Alpha comes before the colour, which is not multiplied by it.
  case first = 4
  /// Unused bits come after the colour: all pixels are opaque.
  case noneSkipLast = 5
  /// Unused bits come before the colour: all pixels are opaque.
  case noneSkipFirst = 6
  /// Pixels have an alpha and no colour: the image is a mask.
  case alphaOnly = 7
}

/// The order in which a pixel's bytes lie in memory.
public enum CGImageByteOrderInfo: UInt32, Sendable {
  /// The bits of ``CGBitmapInfo`` that hold the order.
  case orderMask = 0x7000
  /// As the components are named: the first component in the first byte.
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

  /// Makes a layout of the bits of Apple's constants.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The bits that hold a ``CGImageAlphaInfo``.
  public static let alphaInfoMask = CGBitmapInfo(rawValue: 0x1F)
  /// The bits that tell whole from floating-point components.
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

  /// The alpha part; nil for an unknown value.
  var alpha: CGImageAlphaInfo? { CGImageAlphaInfo(rawValue: rawValue & Self.alphaInfoMask.rawValue) }
  /// The byte order part; nil for an unknown value.
  var byteOrder: CGImageByteOrderInfo? { CGImageByteOrderInfo(rawValue: rawValue & Self.byteOrderMask.rawValue) }
  /// The pixel format part; nil for an unknown value.
  var pixelFormat: CGImagePixelFormatInfo? {
    CGImagePixelFormatInfo(rawValue: rawValue & CGImagePixelFormatInfo.mask.rawValue)
  }
}

extension CGImageAlphaInfo {
  /// Whether the pixels' alpha is in use.
  var hasAlpha: Bool {
    switch self {
    case .premultipliedLast, .premultipliedFirst, .last, .first, .alphaOnly: true
    case .none, .noneSkipLast, .noneSkipFirst: false
    }
  }

  /// Whether alpha, or the unused bits in its place, comes before the colour.
  var isFirst: Bool { self == .premultipliedFirst || self == .first || self == .noneSkipFirst }

  /// Whether the colour is multiplied by alpha.
  var isPremultiplied: Bool { self == .premultipliedLast || self == .premultipliedFirst }
}
