// The memory of a bitmap context, and the cairo surface over it.
//
// cairo knows one layout of colours: 32-bit words with alpha in the highest byte, which is blue, green, red, alpha in
// memory here. Contexts of that layout are drawn to as they are. Those of red, green, blue, alpha, which is what images
// are, are drawn to as they are, too: red and blue change places in every colour and image that goes in, and as
// blending treats all components alike, what comes out is right. The four blend modes that do not treat them alike are
// computed here (PixelBlend.swift). Grey contexts have a surface of colours beside them that is written back.

import CCairo
import Foundation

/// A bitmap's pixels.
final class PixelStore {
  /// How a pixel lies in memory.
  enum Order: Sendable {
    /// Red, green, blue, alpha or nothing.
    case rgba
    /// Blue, green, red, alpha or nothing.
    case bgra
    /// One byte of grey.
    case gray
    /// One byte of alpha.
    case alpha
  }

  let width: Int
  let height: Int
  let order: Order
  /// Whether a pixel has alpha; without it the fourth byte means nothing.
  let hasAlpha: Bool
  let bytesPerRow: Int
  /// The pixels in the context's own layout.
  let memory: UnsafeMutableRawPointer
  /// What cairo draws to: `memory` itself, or colours beside it.
  let surface: OpaquePointer
  private let ownsMemory: Bool
  private let onRelease: (() -> Void)?
  /// The colours of a grey context.
  private let colors: UnsafeMutableRawPointer?

  /// Memory for a bitmap, the client's or zeroed memory of its own. Nil when cairo refuses it.
  init?(
    width: Int, height: Int, order: Order, hasAlpha: Bool, bytesPerRow: Int, memory: UnsafeMutableRawPointer?,
    onRelease: (() -> Void)?
  ) {
    (self.width, self.height, self.order, self.hasAlpha) = (width, height, order, hasAlpha)
    self.bytesPerRow = bytesPerRow
    self.onRelease = onRelease
    ownsMemory = memory == nil
    // Pages of zeroes cost nothing until they are drawn to.
    guard let bytes = memory ?? calloc(height, bytesPerRow) else { return nil }
    self.memory = bytes
    var drawn = self.memory
    var rowBytes = bytesPerRow
    let format: cairo_format_t
    switch order {
    case .rgba, .bgra:
      colors = nil
      format = hasAlpha ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24
    case .alpha:
      colors = nil
      format = CAIRO_FORMAT_A8
    case .gray:
      rowBytes = width * 4
      let bytes = UnsafeMutableRawPointer.allocate(byteCount: rowBytes * height, alignment: 16)
      let gray = self.memory.assumingMemoryBound(to: UInt8.self)
      let words = bytes.bindMemory(to: UInt32.self, capacity: width * height)
      for y in 0..<height {
        for x in 0..<width { words[y * width + x] = 0xFF00_0000 | UInt32(gray[y * bytesPerRow + x]) &* 0x01_0101 }
      }
      colors = bytes
      drawn = bytes
      format = CAIRO_FORMAT_RGB24
    }
    surface = cairo_image_surface_create_for_data(
      drawn.assumingMemoryBound(to: UInt8.self), format, Int32(width), Int32(height), Int32(rowBytes))
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else { return nil }
  }

  deinit {
    cairo_surface_destroy(surface)
    colors?.deallocate()
    if ownsMemory { free(memory) }
    onRelease?()
  }

  /// Whether red and blue change places on the way to cairo.
  var isSwapped: Bool { order == .rgba }

  /// Brings `memory` up to date with what was drawn.
  func writeBack() {
    cairo_surface_flush(surface)
    guard let colors else { return }
    let words = colors.assumingMemoryBound(to: UInt32.self)
    let gray = memory.assumingMemoryBound(to: UInt8.self)
    for y in 0..<height {
      for x in 0..<width {
        gray[y * bytesPerRow + x] = Self.luma(words[y * width + x])
      }
    }
  }

  /// The luma of a word of cairo's, by the weights of BT.709 on the encoded components; of a grey its own value.
  private static func luma(_ word: UInt32) -> UInt8 {
    let (red, green, blue) = (word >> 16 & 255, word >> 8 & 255, word & 255)
    return UInt8((red &* 13933 &+ green &* 46871 &+ blue &* 4732 &+ 32768) >> 16)
  }

  /// The pixels as an image's: premultiplied red, green, blue, alpha.
  func premultipliedRGBA() -> [UInt8] {
    writeBack()
    if order == .rgba && bytesPerRow == width * 4 { return packedRGBA() }
    let bytes = memory.assumingMemoryBound(to: UInt8.self)
    let (blue, red) = order == .bgra ? (0, 2) : (2, 0)
    return [UInt8](unsafeUninitializedCapacity: width * height * 4) { result, count in
      var out = 0
      for y in 0..<height {
        let row = bytes + y * bytesPerRow
        for x in 0..<width {
          switch order {
          case .rgba, .bgra:
            let pixel = row + x * 4
            result[out] = pixel[red]
            result[out + 1] = pixel[1]
            result[out + 2] = pixel[blue]
            result[out + 3] = hasAlpha ? pixel[3] : 255
          case .gray:
            (result[out], result[out + 1], result[out + 2], result[out + 3]) = (row[x], row[x], row[x], 255)
          case .alpha:
            (result[out], result[out + 1], result[out + 2], result[out + 3]) = (0, 0, 0, row[x])
          }
          out += 4
        }
      }
      count = width * height * 4
    }
  }

  /// The pixels where they lie as an image's do.
  private func packedRGBA() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: width * height * 4) { result, count in
      count = width * height * 4
      let bytes = UnsafeMutableRawBufferPointer(result)
      bytes.copyMemory(from: UnsafeRawBufferPointer(start: memory, count: count))
      guard !hasAlpha else { return }
      let opaque = UInt32(255).bigEndian
      bytes.withMemoryRebound(to: UInt32.self) { words in
        for index in words.indices { words[index] |= opaque }
      }
    }
  }
}
