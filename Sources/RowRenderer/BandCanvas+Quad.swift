// Upright rectangles of whole pixels: of one colour, or with an upright texture.

import CRows
import Compositor
import CoreGraphics

extension BandCanvas {
  mutating func draw(_ quad: LinearQuad, _ batch: RowBatch, _ texels: RowTexture?) {
    let box = quad.box
    let (left, right) = (max(Int(bounded: Double(box.x)), 0), min(Int(bounded: Double(box.z)), width))
    let (top, bottom) = (
      max(Int(bounded: Double(box.y)), rows.lowerBound), min(Int(bounded: Double(box.w)), rows.upperBound)
    )
    guard left < right, top < bottom else { return }
    let count = right - left
    guard var texels else {
      var rims = RowRims(left: 1, top: 1, right: 1, bottom: 1)
      var color = RowColor(quad.color)
      paint(&color, left..<right, top..<bottom, &rims, batch.join)
      return
    }
    var map = UprightMap(quad, texels, left: left, top: top)
    guard map.isUsable(columns: count, rows: bottom - top) else { return }
    texels.isLinear = batch.isLinear(texelsPerPixel: max(abs(map.stepU), abs(map.stepV))) ? 1 : 0
    let tint = Tint(batch.key.features.contains(.tinted) ? quad.color : .one)
    if map.snapsToTexels(texels, columns: count, rows: bottom - top) {
      let x = Int(map.u)
      let first = Int(map.v)
      for y in top..<bottom {
        drawTexels(texels, x: x, row: first + y - top, tint, to: left, y, count: count, batch.join)
      }
    } else if texels.isLinear == 0 {
      for y in top..<bottom {
        row_sample(scratch, count, &texels, map.u, map.v + Float(y - top) * map.stepV, map.stepU, 0)
        paint(scratch, tint: tint, x: left, y: y, count: count, batch.join)
      }
    } else {
      // Most are only moved; the rounding error of the coordinates is no scale.
      if abs(map.stepU - 1) * Float(count) < 1e-3 { map.stepU = 1 }
      // Row functions count from the centre of the first texel.
      map.u -= 0.5
      map.v -= 0.5
      drawBetween(texels, map, tint, left: left, rows: top..<bottom, count: count, batch.join)
    }
  }

  /// Draws each texel on a pixel.
  private func drawTexels(
    _ texels: RowTexture, x: Int, row: Int, _ tint: Tint, to left: Int, _ y: Int, count: Int, _ join: RowJoin
  ) {
    let start = texels.texels + (row * Int(texels.width) + x) * Int(texels.texelBytes)
    if texels.texelBytes == 1 {
      if case .blend(RowSourceOver) = join {
        row_cover(at(left, y), start, count, tint.pixel)
      } else {
        row_tint_coverage(scratch, start, count, tint.pixel)
        paint(scratch, x: left, y: y, count: count, join)
      }
      return
    }
    start.withMemoryRebound(to: UInt32.self, capacity: count) { source in
      paint(source, tint: tint, x: left, y: y, count: count, join)
    }
  }

  /// Draws a texture that is read between its texels.
  private mutating func drawBetween(
    _ texels: RowTexture, _ map: UprightMap, _ tint: Tint, left: Int, rows: Range<Int>, count: Int, _ join: RowJoin
  ) {
    let (wide, high, components) = (Int(texels.width), Int(texels.height), Int(texels.texelBytes))
    // The columns that are read.
    let (first, last) = (map.u, map.u + Float(count - 1) * map.stepU)
    let low = min(max(Int(min(first, last).rounded(.down)), 0), wide - 1)
    let columns = min(max(Int(max(first, last).rounded(.down)) + 2, low + 1), wide) - low
    // One texel more on either side: beyond the rim its texels go on.
    let padded = self.texels((columns + 2) * components)
    let row = padded + components
    let (u, width) = (map.u - Float(low) + 1, columns + 2)
    var drawn = Float.nan
    for y in rows {
      let v = map.v + Float(y - rows.lowerBound) * map.stepV
      // All rows of a texture that is stretched along y are equal.
      let clamped = min(max(v, 0), Float(high - 1))
      if clamped != drawn {
        drawn = clamped
        let top = Int(clamped)
        let start = texels.texels + (top * wide + low) * components
        let next = top + 1 < high ? start + wide * components : start
        row_mix_rows(row, start, next, columns * components, Int32((clamped - Float(top)) * 65536))
        for index in 0..<components {
          padded[index] = row[index]
          row[columns * components + index] = row[(columns - 1) * components + index]
        }
        let wanted = map.stepU == 0 ? 1 : count
        if components == 4 {
          row_sample_row(scratch, wanted, padded, width, u, map.stepU)
          if !tint.isOne { tint.apply(to: scratch, count: wanted, into: scratch) }
        } else {
          row_sample_coverage_row(bytes, wanted, padded, width, u, map.stepU)
          row_tint_coverage(scratch, bytes, wanted, tint.pixel)
        }
      }
      if map.stepU == 0 {
        paint(scratch[0], x: left, y: y, count: count, join)
      } else {
        paint(scratch, x: left, y: y, count: count, join)
      }
    }
  }
}

/// The map from the pixels of an upright rectangle to texels.
struct UprightMap {
  /// The texel under the centre of the first pixel; (0.5, 0.5) is the centre of the first texel.
  var u: Float
  var v: Float
  var stepU: Float
  var stepV: Float

  init(_ quad: LinearQuad, _ texels: RowTexture, left: Int, top: Int) {
    let (box, texture) = (quad.box, quad.texture)
    let (wide, high) = (Float(texels.width), Float(texels.height))
    stepU = (texture.z - texture.x) * wide / (box.z - box.x)
    stepV = (texture.w - texture.y) * high / (box.w - box.y)
    u = texture.x * wide + (Float(left) + 0.5 - box.x) * stepU
    v = texture.y * high + (Float(top) + 0.5 - box.y) * stepV
  }

  /// Whether its coordinates are numbers in range, at the first pixel and at the last: a texture may be as small as a
  /// plane is large, and rows are sampled in 2^32ths of a texel of 64 bits.
  func isUsable(columns: Int, rows: Int) -> Bool {
    let (most, last): (Float, Float) = (1e6, 0x1p30)
    return abs(u) < most && abs(v) < most && abs(stepU) < most && abs(stepV) < most
      && abs(stepU) * Float(columns) < last && abs(stepV) * Float(rows) < last
  }

  func snapsToTexels(_ texels: RowTexture, columns: Int, rows: Int) -> Bool {
    let drift: Float = 1e-3
    guard abs(stepU - 1) * Float(columns) < drift || columns == 1, abs(stepV - 1) * Float(rows) < drift || rows == 1
    else { return false }
    if texels.isLinear != 0 {
      guard abs(u - u.rounded(.down) - 0.5) < drift, abs(v - v.rounded(.down) - 0.5) < drift else { return false }
    }
    let (x, y) = (Int(u.rounded(.down)), Int(v.rounded(.down)))
    return x >= 0 && y >= 0 && x + columns <= Int(texels.width) && y + rows <= Int(texels.height)
  }
}
