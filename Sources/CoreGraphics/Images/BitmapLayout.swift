// Any bitmap that Core Graphics can describe, read as numbers: a row's bytes are put into the order in which components
// follow each other from the most significant bit on, and then cut into components.

import Foundation
import ImageFiles

/// The positions of a bitmap's components in memory, and their meaning.
struct BitmapLayout {
  let width: Int
  let height: Int
  let bytesPerRow: Int
  let alphaInfo: CGImageAlphaInfo
  /// Colour components of a pixel; alpha, or unused bits in its place, are not among them.
  let colorComponents: Int
  private let bitsPerComponent: Int
  private let bitsPerPixel: Int
  private let byteOrder: CGImageByteOrderInfo
  private let isFloat: Bool

  /// Nil for what Core Graphics does not support either: no pixels, components that do not fit into a pixel or a pixel
  /// into a row, or a pixel format whose components differ in size.
  init?(
    width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, colorComponents: Int,
    bitmapInfo: CGBitmapInfo
  ) {
    guard let alphaInfo = bitmapInfo.alpha, let byteOrder = bitmapInfo.byteOrder, byteOrder != .orderMask,
      bitmapInfo.pixelFormat == .packed
    else { return nil }
    let isFloat = bitmapInfo.contains(.floatComponents)
    let count = (alphaInfo == .alphaOnly ? 0 : colorComponents) + (alphaInfo.hasAlpha ? 1 : 0)
    // The limits of image files, for clients that pass on sizes from a file.
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

  /// The offsets of a pixel's red, green, blue and alpha where each is one of its four bytes; nil for other layouts.
  var byteOffsets: SIMD4<Int>? {
    guard colorComponents == 3, bitsPerComponent == 8, bitsPerPixel == 32, !isFloat else { return nil }
    let offsets = alphaInfo.isFirst ? SIMD4(1, 2, 3, 0) : SIMD4(0, 1, 2, 3)
    switch byteOrder {
    case .orderDefault, .order32Big: return offsets
    case .order32Little: return 3 &- offsets
    default: return nil
    }
  }

  /// The bytes that the bitmap needs.
  var byteCount: Int { bytesPerRow * (height - 1) + (width * bitsPerPixel + 7) / 8 }

  /// The largest number a whole component holds, for indexed colours; 1 for floating-point ones.
  var componentRange: Double { isFloat ? 1 : Double((UInt64(1) << UInt64(bitsPerComponent)) - 1) }

  /// A row's bytes, most significant first within the units of the byte order.
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
    for index in stride(from: 0, to: ordered.count - unit + 1, by: unit) {
      ordered[index..<(index + unit)].reverse()
    }
    return ordered
  }

  /// Reads a pixel of `row` (see ``orderedRow(_:of:)``): writes its colour from 0 to 1, and returns its alpha, 1 if the
  /// layout has no alpha.
  func pixel(_ column: Int, in row: [UInt8], color: inout [Double]) -> Double {
    var bit = column * bitsPerPixel
    func next() -> Double {
      defer { bit += bitsPerComponent }
      return component(atBit: bit, in: row)
    }
    var alpha = 1.0
    if alphaInfo == .noneSkipFirst {
      // The bits to skip are what the colour leaves: one of sixteen for components of five.
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
