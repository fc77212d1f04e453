// Two pictures that fade into each other.

import CRows
import Compositor
import CoreGraphics

extension BandCanvas {
  /// Draws the weighted average of two pictures of the same pixels, as far as it lies on the band.
  func crossFade(
    _ outline: Outline, _ crossfade: Instance.Crossfade, _ old: RowTexture, _ new: RowTexture, _ join: RowJoin
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
