// Blurs and halves as sums of rows of a surface. The programs' GLSL computes the same pixel by pixel, and draws the
// rows that reach beyond the surface.

import CRows
import Compositor
import CoreGraphics

struct BlurSum {
  fileprivate let isDown: Bool
  fileprivate let isAlphaOnly: Bool
  fileprivate let offset: (x: Int, y: Int)
  /// The last texel of the source.
  fileprivate let last: (x: Int, y: Int)
  /// The number of neighbours on either side.
  fileprivate let pairs: Int
  /// The weights of the middle, then of the mean of each pair, in 65536ths.
  fileprivate var weights = InlineArray<13, UInt16>(repeating: 0)
  /// Whether sums of rows can draw it; else the program does.
  fileprivate let isPossible: Bool

  init(_ blur: Instance.Blur, _ key: ProgramKey, _ texels: RowTexture) {
    isDown = blur.step.y != 0
    isAlphaOnly = key.features.contains(.alphaOnly)
    offset = (Int(blur.step.z), Int(blur.step.w))
    last = (Int(blur.middle.z), Int(blur.middle.w))
    pairs = Int(blur.middle.y) * 4
    isPossible =
      texels.texelBytes == 4 && (0..<Int(texels.width)).contains(last.x) && (0..<Int(texels.height)).contains(last.y)
      && pairs <= 12 && !(isDown && isAlphaOnly)
    weights[0] = Self.weight(blur.middle.x, 65_536)
    for index in 0..<4 {
      weights[index + 1] = Self.weight(blur.weights1to4[index], 131_072)
      weights[index + 5] = Self.weight(blur.weights5to8[index], 131_072)
      weights[index + 9] = Self.weight(blur.weights9to12[index], 131_072)
    }
  }

  private static func weight(_ part: Float, _ whole: Float) -> UInt16 {
    UInt16(clamping: Int((part * whole).rounded()))
  }
}

extension BandCanvas {
  /// Makes a row of a blur in one direction in ``scratch``; returns false if the program has to draw it.
  mutating func blur(_ sum: BlurSum, _ texels: RowTexture, row: Int, _ columns: Range<Int>) -> Bool {
    let (wide, high, pairs) = (Int(texels.width), Int(texels.height), sum.pairs)
    let (x, y) = (columns.lowerBound + sum.offset.x, row + sum.offset.y)
    guard sum.isPossible, !sum.isDown || (x >= 0 && x + columns.count <= wide) else { return false }
    texels.texels!.withMemoryRebound(to: UInt32.self, capacity: wide * high) { pixels in
      var (before, after) = (RowPointers(repeating: nil), RowPointers(repeating: nil))
      func rowAt(_ y: Int) -> UnsafePointer<UInt32> { pixels + min(max(y, 0), sum.last.y) * wide }
      let middle: UnsafePointer<UInt32>
      if sum.isDown {
        middle = rowAt(y) + x
        for pair in 0..<pairs { (before[pair], after[pair]) = (rowAt(y - pair - 1) + x, rowAt(y + pair + 1) + x) }
      } else {
        let padded = paddedRow(rowAt(y), from: x - pairs, count: columns.count + 2 * pairs, last: sum.last.x)
        if sum.isAlphaOnly { row_alpha(padded, padded, columns.count + 2 * pairs) }
        middle = UnsafePointer(padded + pairs)
        for pair in 0..<pairs { (before[pair], after[pair]) = (middle - pair - 1, middle + pair + 1) }
      }
      withUnsafeBytes(of: &before) { before in
        withUnsafeBytes(of: &after) { after in
          withUnsafeBytes(of: sum.weights) { weights in
            row_sum(
              scratch, columns.count, middle, before.assumingMemoryBound(to: UnsafePointer<UInt32>?.self).baseAddress,
              after.assumingMemoryBound(to: UnsafePointer<UInt32>?.self).baseAddress, pairs,
              weights.assumingMemoryBound(to: UInt16.self).baseAddress)
          }
        }
      }
    }
    return true
  }

  /// Makes a row of a picture at half its size in ``scratch``; returns false if the program has to draw it.
  mutating func halve(_ halve: Instance.Halve, _ texels: RowTexture, row: Int, _ columns: Range<Int>) -> Bool {
    let (wide, high) = (Int(texels.width), Int(texels.height))
    let (upper, lower) = (row * Int(halve.texels.y), row * Int(halve.texels.y) + Int(halve.texels.y) - 1)
    guard halve.texels.x == 2, texels.texelBytes == 4, columns.upperBound * 2 <= wide, lower < high else {
      return false
    }
    texels.texels!.withMemoryRebound(to: UInt32.self, capacity: wide * high) { pixels in
      let first = columns.lowerBound * 2
      row_halve(scratch, columns.count, pixels + upper * wide + first, pixels + lower * wide + first)
    }
    return true
  }

  /// Returns a part of a row in memory of its own; beyond its ends its first and last pixels are repeated.
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

extension BandCanvas {
  /// Draws the weighted average of two pictures of the same pixels, as far as it lies on the band.
  func crossFade(
    _ outline: RowOutline, _ crossfade: Instance.Crossfade, _ old: RowTexture, _ new: RowTexture, _ join: RowJoin
  ) {
    let opacity = crossfade.weights.x + crossfade.weights.y
    guard opacity > 0 else { return }
    let tint = Tint(SIMD4(repeating: opacity))
    let weight = UInt32(bounded: crossfade.weights.x / opacity * 65_536)
    outline.forEachRow(in: rows, width: width) { row, columns in
      // Pixels of the target are those of the pictures, moved.
      let place = SIMD2(Float(columns.lowerBound), Float(row)) + 0.5
      let x = Int(bounded: (place.x * crossfade.map.x + crossfade.map.z) * Float(old.width))
      let y = Int(bounded: (place.y * crossfade.map.y + crossfade.map.w) * Float(old.height))
      let count = min(columns.count, Int(old.width) - x)
      guard count > 0, x >= 0, y >= 0, y < Int(old.height), old.width == new.width, old.height == new.height else {
        return
      }
      let offset = (y * Int(old.width) + x) * 4
      (old.texels + offset).withMemoryRebound(to: UInt32.self, capacity: count) { a in
        (new.texels + offset).withMemoryRebound(to: UInt32.self, capacity: count) { b in
          row_average(scratch, a, b, count, weight)
        }
      }
      paint(scratch, tint: tint, x: columns.lowerBound, y: row, count: count, join)
    }
  }
}

extension UInt32 {
  /// Takes the whole part of a number, within the bounds of the type; 0 for NaN.
  fileprivate init(bounded number: Float) { self.init(clamping: Int(bounded: number)) }
}
