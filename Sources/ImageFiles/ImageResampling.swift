// Reducing and enlarging images on the CPU: thumbnails, masks of another size than their image.
//
// Each axis on its own: where pixels become fewer, a new one is the mean of what it covers, parts of pixels counted by
// their share; where they become more, the line between two centres. Components are premultiplied and gamma-encoded.

extension Bitmap {
  /// The bitmap at another size; itself where it has that size.
  ///
  /// - Parameter extent: the part of the pixels that counts, from the top left corner; nil for all.
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
    // A component's rounding must not lift it above its alpha.
    for pixel in stride(from: 0, to: result.count, by: 4) {
      for i in 0..<3 { result[pixel + i] = min(result[pixel + i], result[pixel + 3]) }
    }
    return Bitmap(width: newWidth, height: newHeight, pixels: result)
  }
}

/// The weights of the old pixels in each new pixel of a row.
private struct ResamplingWeights {
  private var starts: [Int] = [0]
  private var entries: [(source: Int, weight: Float)] = []

  /// - Parameter extent: the part of the `old` pixels that counts, at most all.
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
