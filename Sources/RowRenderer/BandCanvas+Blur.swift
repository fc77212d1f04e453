// Blurs and halves: sums of rows of a surface. The programs' GLSL says the same pixel by pixel, and is what draws where
// a row reaches beyond the surface.

import CRows
import Compositor
import CoreGraphics

extension BandCanvas {
  /// Makes a row of a blur in one direction in ``scratch``.
  ///
  /// - Returns: false where it is the program's.
  mutating func blur(
    _ blur: Instance.Blur, _ key: ProgramKey, _ texels: RowTexture, row: Int, _ columns: Range<Int>
  ) -> Bool {
    let (wide, high) = (Int(texels.width), Int(texels.height))
    let (x, y) = (columns.lowerBound + Int(blur.step.z), row + Int(blur.step.w))
    let (lastX, lastY, pairs) = (Int(blur.middle.z), Int(blur.middle.w), Int(blur.middle.y) * 4)
    guard texels.components == 4, (0..<wide).contains(lastX), (0..<high).contains(lastY), pairs <= 12 else {
      return false
    }
    return (texels.texels!).withMemoryRebound(to: UInt32.self, capacity: wide * high) { pixels in
      var (before, after) = (RowPointers(repeating: nil), RowPointers(repeating: nil))
      let middle: UnsafePointer<UInt32>
      if blur.step.y != 0 {
        guard x >= 0, x + columns.count <= wide, !key.features.contains(.alphaOnly) else { return false }
        func rowAt(_ y: Int) -> UnsafePointer<UInt32> { pixels + min(max(y, 0), lastY) * wide + x }
        middle = rowAt(y)
        for pair in 0..<pairs { (before[pair], after[pair]) = (rowAt(y - pair - 1), rowAt(y + pair + 1)) }
      } else {
        let padded = paddedRow(
          pixels + min(max(y, 0), lastY) * wide, from: x - pairs, count: columns.count + 2 * pairs, last: lastX)
        if key.features.contains(.alphaOnly) { row_alpha(padded, padded, columns.count + 2 * pairs) }
        middle = UnsafePointer(padded + pairs)
        for pair in 0..<pairs { (before[pair], after[pair]) = (middle - pair - 1, middle + pair + 1) }
      }
      var weights = InlineArray<13, UInt16>(repeating: 0)
      for index in 0...pairs {
        // A pair's is that of its mean.
        weights[index] = UInt16(clamping: Int((blur.weight(index) * (index == 0 ? 65_536 : 131_072)).rounded()))
      }
      withUnsafeBytes(of: &before) { before in
        withUnsafeBytes(of: &after) { after in
          withUnsafeBytes(of: &weights) { weights in
            row_sum(
              scratch, columns.count, middle, before.assumingMemoryBound(to: UnsafePointer<UInt32>?.self).baseAddress,
              after.assumingMemoryBound(to: UnsafePointer<UInt32>?.self).baseAddress, pairs,
              weights.assumingMemoryBound(to: UInt16.self).baseAddress)
          }
        }
      }
      return true
    }
  }

  /// Makes a row of a picture at half its size in ``scratch``.
  ///
  /// - Returns: false where it is the program's.
  mutating func halve(_ halve: Instance.Halve, _ texels: RowTexture, row: Int, _ columns: Range<Int>) -> Bool {
    let (wide, high) = (Int(texels.width), Int(texels.height))
    let (upper, lower) = (row * Int(halve.texels.y), row * Int(halve.texels.y) + Int(halve.texels.y) - 1)
    guard halve.texels.x == 2, texels.components == 4, columns.upperBound * 2 <= wide, lower < high else {
      return false
    }
    texels.texels!.withMemoryRebound(to: UInt32.self, capacity: wide * high) { pixels in
      let first = columns.lowerBound * 2
      row_halve(scratch, columns.count, pixels + upper * wide + first, pixels + lower * wide + first)
    }
    return true
  }

  /// A part of a row in memory of its own; beyond its ends its first and last pixels go on.
  private mutating func paddedRow(
    _ row: UnsafePointer<UInt32>, from first: Int, count: Int, last: Int
  ) -> UnsafeMutablePointer<UInt32> {
    let room = UnsafeMutableRawPointer(texels(count * 2)).assumingMemoryBound(to: UInt32.self)
    let inside = (min(max(-first, 0), count))..<(min(max(last + 1 - first, 0), count))
    for index in 0..<min(inside.lowerBound, count) { room[index] = row[0] }
    if !inside.isEmpty {
      (room + inside.lowerBound).update(from: row + (first + inside.lowerBound), count: inside.count)
    }
    for index in max(inside.upperBound, inside.lowerBound)..<count { room[index] = row[last] }
    return room
  }
}

/// Rows of pixels, up to twelve.
private typealias RowPointers = InlineArray<12, UnsafePointer<UInt32>?>

extension Instance.Blur {
  /// The weight of the middle, or of a neighbour so far from it.
  fileprivate func weight(_ index: Int) -> Float {
    index == 0 ? middle.x : [weights1to4, weights5to8, weights9to12][(index - 1) / 4][(index - 1) % 4]
  }
}
