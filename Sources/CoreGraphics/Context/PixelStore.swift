// The memory of a bitmap context, and the cairo surface over it.
//
// cairo's only layout of colours is words of 32 bits with alpha in the highest byte: in memory blue, green, red, alpha.
// Contexts of that layout are drawn to directly. So are those of red, green, blue, alpha, the layout of images: red and
// blue are swapped in every colour and image that goes in, which blending, the same for all components, preserves; the
// four blend modes that weigh the components are computed in PixelBlend.swift. Grey contexts, and those with alpha
// first, have a second surface of colours: each call reads the region that it may touch from the memory before it draws
// and writes it back afterwards, so that the memory is always current, and a client may write to it.

import CCairo
import Foundation

final class PixelStore {
  /// The order of a pixel's components in memory.
  enum Order: Sendable {
    /// Red, green, blue, alpha or nothing.
    case rgba
    /// Blue, green, red, alpha or nothing.
    case bgra
    /// Alpha or nothing, red, green, blue.
    case argb
    /// Alpha or nothing, blue, green, red.
    case abgr
    /// One byte of grey.
    case gray
    case alpha

    var pixelBytes: Int {
      switch self {
      case .rgba, .bgra, .argb, .abgr: 4
      case .gray, .alpha: 1
      }
    }
  }

  let width: Int
  let height: Int
  let order: Order
  /// Whether a pixel has alpha; if not, the fourth byte is unused.
  let hasAlpha: Bool
  let bytesPerRow: Int
  /// The pixels in the context's own layout.
  let memory: UnsafeMutableRawPointer
  /// The surface that cairo draws to: `memory` itself, or a separate copy of the colours.
  let surface: OpaquePointer
  private let ownsMemory: Bool
  private let onRelease: (() -> Void)?
  /// The separate copy of the colours, where cairo does not draw to `memory`.
  private let colors: UnsafeMutableRawPointer?

  /// Creates the memory of a bitmap, the client's or its own, zeroed; returns nil if cairo refuses it.
  init?(
    width: Int, height: Int, order: Order, hasAlpha: Bool, bytesPerRow: Int, memory: UnsafeMutableRawPointer?,
    onRelease: (() -> Void)?
  ) {
    (self.width, self.height, self.order, self.hasAlpha) = (width, height, order, hasAlpha)
    self.bytesPerRow = bytesPerRow
    self.onRelease = onRelease
    ownsMemory = memory == nil
    // Pages of zeros take no memory before they are drawn to.
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
    case .gray, .argb, .abgr:
      rowBytes = width * 4
      let bytes = UnsafeMutableRawPointer.allocate(byteCount: rowBytes * height, alignment: 16)
      bytes.initializeMemory(as: UInt8.self, repeating: 0, count: rowBytes * height)
      colors = bytes
      drawn = bytes
      format = hasAlpha ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24
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

  /// Whether red and blue are swapped for cairo.
  var isSwapped: Bool { order == .rgba }

  /// Whether cairo draws to a separate copy of the colours.
  var isIndirect: Bool { colors != nil }

  /// Calls `body` for each row of a region of a separate copy, with its words there and its bytes in memory.
  private func forEachRow(
    of region: PixelRegion, _ body: (UnsafeMutablePointer<UInt32>, UnsafeMutableRawPointer) -> Void
  ) {
    guard let colors else { return }
    cairo_surface_flush(surface)
    for y in region.y..<(region.y + region.height) {
      body((colors + y * width * 4).assumingMemoryBound(to: UInt32.self), memory + y * bytesPerRow)
    }
  }

  /// Updates the separate copy of the colours from the memory, in a region.
  func readIn(_ region: PixelRegion) {
    forEachRow(of: region) { words, row in
      for x in region.x..<(region.x + region.width) {
        switch order {
        case .gray: words[x] = 0xFF00_0000 | UInt32(row.load(fromByteOffset: x, as: UInt8.self)) &* 0x01_0101
        case .abgr:
          let word = UInt32(littleEndian: row.loadUnaligned(fromByteOffset: x * 4, as: UInt32.self))
          words[x] = word >> 8 | word << 24
        default: words[x] = UInt32(bigEndian: row.loadUnaligned(fromByteOffset: x * 4, as: UInt32.self))
        }
      }
    }
    if isIndirect { cairo_surface_mark_dirty(surface) }
  }

  /// Updates the memory from the separate copy of the colours, in a region.
  func writeBack(_ region: PixelRegion) {
    forEachRow(of: region) { words, row in
      for x in region.x..<(region.x + region.width) {
        switch order {
        case .gray: row.storeBytes(of: Self.luma(words[x]), toByteOffset: x, as: UInt8.self)
        case .abgr:
          row.storeBytes(of: (words[x] << 8 | words[x] >> 24).littleEndian, toByteOffset: x * 4, as: UInt32.self)
        default: row.storeBytes(of: words[x].bigEndian, toByteOffset: x * 4, as: UInt32.self)
        }
      }
    }
  }

  /// Returns the luma of a word of cairo's: BT.709's weights on the encoded components, and so a grey's own value.
  private static func luma(_ word: UInt32) -> UInt8 { Luma.of(word >> 16 & 255, word >> 8 & 255, word & 255) }

  /// Returns the pixels as premultiplied red, green, blue, alpha.
  func premultipliedRGBA() -> [UInt8] {
    cairo_surface_flush(surface)
    if order == .rgba && bytesPerRow == width * 4 { return packedRGBA() }
    let bytes = memory.assumingMemoryBound(to: UInt8.self)
    let (red, green, blue, alpha) =
      switch order {
      case .bgra: (2, 1, 0, 3)
      case .argb: (1, 2, 3, 0)
      case .abgr: (3, 2, 1, 0)
      default: (0, 1, 2, 3)
      }
    return [UInt8](unsafeUninitializedCapacity: width * height * 4) { result, count in
      var out = 0
      for y in 0..<height {
        let row = bytes + y * bytesPerRow
        for x in 0..<width {
          switch order {
          case .rgba, .bgra, .argb, .abgr:
            let pixel = row + x * 4
            result[out] = pixel[red]
            result[out + 1] = pixel[green]
            result[out + 2] = pixel[blue]
            result[out + 3] = hasAlpha ? pixel[alpha] : 255
          case .gray: (result[out], result[out + 1], result[out + 2], result[out + 3]) = (row[x], row[x], row[x], 255)
          case .alpha: (result[out], result[out + 1], result[out + 2], result[out + 3]) = (0, 0, 0, row[x])
          }
          out += 4
        }
      }
      count = width * height * 4
    }
  }

  /// Returns the pixels of memory that has the layout of images.
  private func packedRGBA() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: width * height * 4) { result, count in
      count = width * height * 4
      let bytes = UnsafeMutableRawBufferPointer(result)
      bytes.copyMemory(from: UnsafeRawBufferPointer(start: memory, count: count))
      guard !hasAlpha else { return }
      let opaque = UInt32(255).bigEndian
      bytes.withMemoryRebound(to: UInt32.self) { words in for index in words.indices { words[index] |= opaque } }
    }
  }
}
