// Cuts quadrilaterals along ``Seams``.

import QuartzCore

extension Seams {
  fileprivate func lines(in quad: Instance.Quad) -> [PlaneLine] {
    let (x, y, w) = (SIMD4<Double>(quad.xColumn), SIMD4<Double>(quad.yColumn), SIMD4<Double>(quad.wColumn))
    return lines.map { line in
      let pulled = x * line.a + y * line.b + w * line.c
      return PlaneLine(pulled.x, pulled.y, pulled.z)
    }
  }
}

struct SeamCutter {
  /// A convex part of it, and its sides of the lines.
  struct Part {
    var corners: [PlanePoint]
    var signs: UInt32 = 0
  }

  private(set) var parts: [Part]

  init(_ corners: [PlanePoint], _ lines: [PlaneLine]) {
    parts = [Part(corners: corners)]
    for (bit, line) in lines.enumerated() {
      var cut: [Part] = []
      for part in parts {
        for (sign, mark) in [(-1.0, 0 as UInt32), (1.0, 1 << UInt32(bit))] {
          let corners = Self.half(part.corners, line, sign)
          if corners.count >= 3 { cut.append(Part(corners: corners, signs: part.signs | mark)) }
        }
      }
      parts = cut
    }
  }

  private static func half(_ corners: [PlanePoint], _ line: PlaneLine, _ sign: Double) -> [PlanePoint] {
    var result: [PlanePoint] = []
    var hasArea = false
    for index in corners.indices {
      let (a, b) = (corners[index], corners[index + 1 < corners.count ? index + 1 : 0])
      let (da, db) = (sign * line.side(a.x, a.y), sign * line.side(b.x, b.y))
      hasArea = hasArea || da > 0
      if da >= 0 { result.append(a) }
      if (da > 0 && db < 0) || (da < 0 && db > 0) { result.append(crossing(a, b, da, db)) }
    }
    return hasArea ? result : []
  }

  /// Returns the point where an edge crosses a line, the same for neighbours, which go along it in opposite directions.
  private static func crossing(_ a: PlanePoint, _ b: PlanePoint, _ da: Double, _ db: Double) -> PlanePoint {
    guard (a.x, a.y) < (b.x, b.y) else { return crossing(b, a, db, da) }
    let t = da / (da - db)
    return PlanePoint(a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t)
  }
}

extension Instance.Quad {
  /// The drawn quadrilateral, once around; the strip's order is 0, 1, 3, 2.
  fileprivate var outline: [PlanePoint] {
    let (a, b) = (SIMD4<Double>(corners01), SIMD4<Double>(corners23))
    return [PlanePoint(a.x, a.y), PlanePoint(a.z, a.w), PlanePoint(b.z, b.w), PlanePoint(b.x, b.y)]
  }

  /// Returns the kept parts: itself if no line cuts it.
  func cut(by seams: Seams) -> [Instance.Quad] {
    let cutter = SeamCutter(outline, seams.lines(in: self))
    if cutter.parts.count == 1 { return seams.keeps(cutter.parts[0].signs) ? [self] : [] }
    var result: [Instance.Quad] = []
    for part in cutter.parts where seams.keeps(part.signs) {
      // Triangles around the first corner, two to a quadrilateral.
      let corners = part.corners
      var third = 2
      while third < corners.count {
        var quad = self
        let last = min(third + 1, corners.count - 1)
        quad.setCorners(corners[third - 1], corners[0], corners[third], corners[last])
        result.append(quad)
        third += 2
      }
    }
    return result
  }

  var drawnBounds: Box {
    var box = Box.empty
    let (x, y, w) = (SIMD4<Double>(xColumn), SIMD4<Double>(yColumn), SIMD4<Double>(wColumn))
    for corner in outline {
      let weight = corner.x * w.x + corner.y * w.y + w.z
      guard weight > 0 else { return Box(-.infinity, -.infinity, .infinity, .infinity) }
      let point = (
        (corner.x * x.x + corner.y * x.y + x.z) / weight, (corner.x * y.x + corner.y * y.y + y.z) / weight
      )
      box = box.union(Box(point.0, point.1, point.0, point.1))
    }
    return box.outset
  }

  init(_ quad: LinearQuad) {
    let box = quad.box
    self.init(
      xColumn: SIMD4(1, 0, 0, 0), yColumn: SIMD4(0, 1, 0, 0), wColumn: SIMD4(0, 0, 1, 0),
      corners01: SIMD4(box.x, box.y, box.z, box.y), corners23: SIMD4(box.x, box.w, box.z, box.w))
  }
}

extension Instance.Image {
  init(_ quad: LinearQuad) {
    let (box, texture) = (quad.box, quad.texture)
    let (x, y) = ((texture.z - texture.x) / (box.z - box.x), (texture.w - texture.y) / (box.w - box.y))
    self.init(color: quad.color, map: SIMD4(x, y, texture.x - box.x * x, texture.y - box.y * y))
  }
}

extension Box {
  init(_ box: SIMD4<Float>) { self.init(Double(box.x), Double(box.y), Double(box.z), Double(box.w)) }
}
