import Foundation

/// Pixels in this package's layout: premultiplied 8-bit sRGB, bytes red, green, blue, alpha, rows down, no padding.
package struct Bitmap: Sendable, Equatable {
  package let width: Int
  package let height: Int
  package let pixels: [UInt8]

  /// Creates a bitmap. Precondition: both sides are at least 1, and `pixels.count == width * height * 4`.
  package init(width: Int, height: Int, pixels: [UInt8]) {
    precondition(width > 0 && height > 0, "Bitmap: a side of \(width)x\(height) pixels; both must be at least 1")
    precondition(
      pixels.count == width * height * 4,
      "Bitmap: \(pixels.count) bytes for \(width)x\(height) pixels; expected \(width * height * 4)")
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  package var bytesPerRow: Int { width * 4 }

  /// Whether every pixel's alpha is 255. O(n) in the number of pixels.
  package var isOpaque: Bool { Self.isOpaque(pixels) }

  /// Returns whether every alpha of four-byte pixels is 255.
  package static func isOpaque(_ pixels: [UInt8]) -> Bool {
    pixels.withUnsafeBytes { bytes in
      // The alpha of the AND of all pixels is 255 exactly if all alphas are.
      var accumulated: UInt32 = .max
      for pixel in bytes.bindMemory(to: UInt32.self) { accumulated &= pixel }
      return UInt32(littleEndian: accumulated) >> 24 == 255
    }
  }

  package func padded(width newWidth: Int, height newHeight: Int) -> Bitmap {
    guard newWidth != width || newHeight != height else { return self }
    var canvas = [UInt8](repeating: 0, count: newWidth * newHeight * 4)
    for row in 0..<height {
      canvas.replaceSubrange(
        row * newWidth * 4..<(row * newWidth + width) * 4, with: pixels[row * width * 4..<(row + 1) * width * 4])
    }
    return Bitmap(width: newWidth, height: newHeight, pixels: canvas)
  }
}

extension Bitmap {
  /// Returns the nearest bytes of premultiplied half floats, eight bytes a pixel in the machine's order.
  package static func bytes(ofDeep pixels: [UInt8]) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: pixels.count / 2) { bytes, count in
      pixels.withUnsafeBytes { pixels in
        for pixel in 0..<pixels.count / 8 {
          let halves = pixels.loadUnaligned(fromByteOffset: pixel * 8, as: SIMD4<UInt16>.self)
          for index in 0..<4 {
            let value = Float(Float16(bitPattern: halves[index]))
            // Bounded: what is not a number is 0.
            bytes[pixel * 4 + index] = value > 0 ? UInt8((min(value, 1) * 255).rounded()) : 0
          }
        }
      }
      count = pixels.count / 2
    }
  }
}

/// The bytes of one frame, uninitialized. Swift's own allocation ends the process if memory is short.
package final class FrameMemory {
  package let bytes: UnsafeMutableRawBufferPointer
  /// The renderer's record of the pixels that it drew here; nil for none. Who writes pixels otherwise removes it.
  package var record: AnyObject?

  /// Allocates the bytes; returns nil if memory is short.
  package init?(byteCount: Int) {
    var memory: UnsafeMutableRawPointer?
    guard posix_memalign(&memory, 64, byteCount) == 0 else { return nil }
    bytes = UnsafeMutableRawBufferPointer(start: memory, count: byteCount)
  }

  deinit { free(bytes.baseAddress) }

  /// Returns the most bytes of all frames on their way: a quarter of a memory limit and of the machine's memory.
  package static func share(of limit: Int) -> Int {
    min(limit, Int(clamping: ProcessInfo.processInfo.physicalMemory)) / 4
  }
}

// Straight RGBA <-> premultiplied RGBA, 8 bits a component, rounded to the nearest. Premultiplied -> straight ->
// premultiplied is exact: the straight value is off by at most 1/2, which premultiplying scales by alpha/255, below 1
// for every alpha below 255; at 255 nothing is rounded.

/// Premultiplies straight RGBA in place: component = (component * alpha + 127) / 255.
package func premultiply(_ rgba: inout [UInt8]) {
  rgba.withUnsafeMutableBytes { bytes in
    for pixel in stride(from: 0, to: bytes.count, by: 4) {
      let alpha = UInt32(bytes[pixel + 3])
      guard alpha < 255 else { continue }
      for i in pixel..<pixel + 3 { bytes[i] = UInt8((UInt32(bytes[i]) * alpha + 127) / 255) }
    }
  }
}

/// Returns straight RGBA of premultiplied RGBA: all 0 where alpha is 0; a component above alpha becomes 255.
package func unpremultiplied(_ premultiplied: [UInt8]) -> [UInt8] {
  var straight = premultiplied
  straight.withUnsafeMutableBytes { unpremultiply($0) }
  return straight
}

/// Does the same in place.
package func unpremultiply(_ bytes: UnsafeMutableRawBufferPointer) {
  for pixel in stride(from: 0, to: bytes.count, by: 4) {
    let alpha = UInt32(bytes[pixel + 3])
    guard alpha < 255 else { continue }
    for i in pixel..<pixel + 3 {
      bytes[i] = alpha == 0 ? 0 : UInt8(min((UInt32(bytes[i]) * 255 + alpha / 2) / alpha, 255))
    }
  }
}

/// Returns RGB of premultiplied RGBA over a grey of `backdrop`: 255 for white; 0 keeps the components.
package func flattened(_ premultiplied: [UInt8], over backdrop: UInt8) -> [UInt8] {
  let pixelCount = premultiplied.count / 4
  return [UInt8](unsafeUninitializedCapacity: pixelCount * 3) { output, count in
    premultiplied.withUnsafeBytes { bytes in
      for pixel in 0..<pixelCount {
        let shown = (UInt32(255 - bytes[pixel * 4 + 3]) * UInt32(backdrop) + 127) / 255
        for i in 0..<3 { output[pixel * 3 + i] = UInt8(min(UInt32(bytes[pixel * 4 + i]) + shown, 255)) }
      }
    }
    count = pixelCount * 3
  }
}

// Resampling images on the CPU, for thumbnails, and masks of another size than their image. Each axis is separate: of
// fewer pixels, each is the mean of the old ones by their shares; of more pixels, each is interpolated linearly between
// centres. Components are premultiplied and gamma-encoded.
extension Bitmap {
  /// Returns the bitmap at another size, or itself. `extent`: the pixels that count, from the top left; nil for all.
  package func resampled(
    width newWidth: Int, height newHeight: Int, extent: (width: Double, height: Double)? = nil
  ) -> Bitmap {
    let extent = extent ?? (Double(width), Double(height))
    guard (newWidth, newHeight) != (width, height) || extent != (Double(width), Double(height)) else { return self }
    let columns = ResamplingWeights(from: width, extent.width, to: newWidth)
    let rows = ResamplingWeights(from: height, extent.height, to: newHeight)
    var narrow = [Float](repeating: 0, count: newWidth * height * 4)
    for y in 0..<height {
      for x in 0..<newWidth {
        let out = (y * newWidth + x) * 4
        for (source, weight) in columns[x] {
          for i in 0..<4 { narrow[out + i] += Float(pixels[(y * width + source) * 4 + i]) * weight }
        }
      }
    }
    var result = [UInt8](repeating: 0, count: newWidth * newHeight * 4)
    var sums = [Float](repeating: 0, count: newWidth * 4)
    for y in 0..<newHeight {
      for index in sums.indices { sums[index] = 0 }
      for (source, weight) in rows[y] {
        let start = source * newWidth * 4
        for index in sums.indices { sums[index] += narrow[start + index] * weight }
      }
      for (index, sum) in sums.enumerated() { result[y * newWidth * 4 + index] = UInt8(min(sum + 0.5, 255)) }
    }
    // Rounding must not lift a component above its alpha.
    for pixel in stride(from: 0, to: result.count, by: 4) {
      for i in 0..<3 { result[pixel + i] = min(result[pixel + i], result[pixel + 3]) }
    }
    return Bitmap(width: newWidth, height: newHeight, pixels: result)
  }
}

private struct ResamplingWeights {
  private var starts: [Int] = [0]
  private var entries: [(source: Int, weight: Float)] = []

  /// Creates the weights; `extent` is the part of the `old` pixels that counts, at most all.
  init(from old: Int, _ extent: Double, to new: Int) {
    let step = extent / Double(new)
    for index in 0..<new {
      if step > 1 {
        let (lower, upper) = (Double(index) * step, min(Double(index + 1) * step, extent))
        // Bounded: within the old pixels, here and below.
        for source in Int(lower)..<min(Int(upper.rounded(.up)), old) {
          let share = min(upper, Double(source + 1)) - max(lower, Double(source))
          if share > 0 { entries.append((source, Float(share / (upper - lower)))) }
        }
      } else {
        let centre = min(max((Double(index) + 0.5) * step - 0.5, 0), Double(old - 1))
        let (left, part) = (Int(centre), Float(centre - centre.rounded(.down)))
        entries.append((left, 1 - part))
        if part > 0 { entries.append((left + 1, part)) }
      }
      starts.append(entries.count)
    }
  }

  subscript(index: Int) -> ArraySlice<(source: Int, weight: Float)> { entries[starts[index]..<starts[index + 1]] }
}
