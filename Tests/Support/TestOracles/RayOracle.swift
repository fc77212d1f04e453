// The truth for layers in space: the colour at a point is found along the ray through it, layer by layer, by the public
// properties alone.
//
// - Inside a layer's plane a point's colour is its background, then what its sublayers show there, then its border.
// - The sublayers of a layer, and those of transform layers among them, are hit by the ray through the point along z;
//   their colours are composited from the farthest hit to the nearest. Equal depths keep the order of the tree.
// - A pixel is the mean of many rays; one whose rays all hit the same layers in the same order takes the middle one.
//
// It knows no polygon, no split and no order of planes, which the renderer had to find.

import CoreGraphics
package import QuartzCore

/// Casts rays into layer trees. Of contents only colours: no images.
package struct RayOracle {
  package let width: Int
  package let height: Int
  package let scale: Double
  package let isFlipped: Bool

  package init(width: Int, height: Int, scale: Double = 1, isFlipped: Bool = false) {
    (self.width, self.height, self.scale, self.isFlipped) = (width, height, scale, isFlipped)
  }

  /// The number of rays along each axis of a pixel that an edge crosses.
  private static let rays = 4

  /// The result of a ray: the premultiplied colour, and the layers that the ray met.
  private struct Sight {
    var color = SIMD4<Double>.zero
    var met: [Int] = []
  }

  /// A layer in the space of the plain layer around it, with the values that do not change from ray to ray.
  private final class Sheet {
    /// The equations of the ray's hit: rows x, y, z, w of the placement, for u, v and 1.
    let x: (Double, Double, Double), y: (Double, Double, Double), z: (Double, Double, Double)
    let w: (Double, Double, Double)
    /// The opacity times those of the transform layers between.
    let opacity: Double
    let isSeen: Bool
    let background: SIMD4<Double>
    let border: SIMD4<Double>
    let borderWidth: Double
    let box: (minX: Double, minY: Double, maxX: Double, maxY: Double)
    let clips: Bool
    let name: Int
    var sheets: [Sheet] = []

    init(_ layer: CALayer, _ m: SpaceMatrix, opacity: Double, facing: Double, names: inout Int) {
      let r = m.rows
      x = (r[0][0], r[1][0], r[3][0])
      y = (r[0][1], r[1][1], r[3][1])
      z = (r[0][2], r[1][2], r[3][2])
      w = (r[0][3], r[1][3], r[3][3])
      self.opacity = opacity * Double(layer.opacity)
      let side = facing * ((PlaneMap(m).determinant > 0) == (m.determinant >= 0) ? 1 : -1)
      isSeen = side > 0 || layer.isDoubleSided
      background = layer.backgroundColor?.premultiplied ?? .zero
      border = layer.borderColor?.premultiplied ?? .zero
      borderWidth = Double(layer.borderWidth)
      let b = layer.bounds
      box = (Double(b.minX), Double(b.minY), Double(b.maxX), Double(b.maxY))
      clips = layer.masksToBounds
      names += 2
      name = names
      for sublayer in layer.sublayers ?? [] {
        add(sublayer, space: layer.raySublayerPlacement, opacity: 1, facing: side, &names)
      }
    }

    /// Adds a sublayer, or those of a transform layer.
    private func add(_ layer: CALayer, space: SpaceMatrix, opacity: Double, facing: Double, _ names: inout Int) {
      guard !layer.isHidden, layer.opacity > 0 else { return }
      let m = layer.rayPlacement * space
      guard layer is CATransformLayer else {
        sheets.append(Sheet(layer, m, opacity: opacity, facing: facing, names: &names))
        return
      }
      for sublayer in layer.sublayers ?? [] {
        add(
          sublayer, space: layer.raySublayerPlacement * m, opacity: opacity * Double(layer.opacity), facing: facing,
          &names)
      }
    }

    /// Returns the point at which the ray through a point along z meets the sheet, and its depth.
    func hit(_ p: Point) -> (point: Point, depth: Double)? {
      let (a1, b1, c1) = (x.0 - p.x * w.0, x.1 - p.x * w.1, x.2 - p.x * w.2)
      let (a2, b2, c2) = (y.0 - p.y * w.0, y.1 - p.y * w.1, y.2 - p.y * w.2)
      let d = a1 * b2 - a2 * b1
      guard isSeen, abs(d) > 1e-14 else { return nil }
      let (u, v) = ((b1 * c2 - b2 * c1) / d, (a2 * c1 - a1 * c2) / d)
      let weight = u * w.0 + v * w.1 + w.2
      guard weight > 0 else { return nil }
      return (Point(u, v), (u * z.0 + v * z.1 + z.2) / weight)
    }
  }

  package func draw(_ root: CALayer) -> (bytes: [UInt8], isEdge: [Bool]) {
    var names = 0
    let sheet = Sheet(root, .identity, opacity: 1, facing: 1, names: &names)
    func sight(_ x: Double, _ y: Double) -> Sight {
      var sight = Sight()
      colour(sheet, Point(x / scale, isFlipped ? (Double(height) - y) / scale : y / scale), &sight)
      return sight
    }
    let corners = (0...height).map { row in (0...width).map { sight(Double($0), Double(row)).met } }
    var bytes: [UInt8] = []
    var isEdge: [Bool] = []
    for row in 0..<height {
      for column in 0..<width {
        let (x, y) = (Double(column), Double(row))
        let middle = sight(x + 0.5, y + 0.5)
        var color = middle.color
        let around = [
          corners[row][column], corners[row][column + 1], corners[row + 1][column], corners[row + 1][column + 1],
        ]
        let crossed = around.contains { $0 != middle.met }
        if crossed {
          color = .zero
          let step = 1 / Double(Self.rays)
          for i in 0..<Self.rays {
            for j in 0..<Self.rays {
              color += sight(x + (Double(i) + 0.5) * step, y + (Double(j) + 0.5) * step).color
            }
          }
          color /= Double(Self.rays * Self.rays)
        }
        isEdge.append(crossed)
        for component in 0..<4 { bytes.append(UInt8((min(max(color[component], 0), 1) * 255).rounded())) }
      }
    }
    return (bytes, isEdge)
  }

  /// Adds the colour of a layer with its sublayers at a point of the layer's plane.
  private func colour(_ sheet: Sheet, _ p: Point, _ sight: inout Sight) {
    let b = sheet.box
    let isInside = p.x >= b.minX && p.x < b.maxX && p.y >= b.minY && p.y < b.maxY
    if isInside && sheet.background.w > 0 {
      sight.color = sheet.background
      sight.met.append(sheet.name)
    }
    if !sheet.sheets.isEmpty && (isInside || !sheet.clips) {
      if sheet.clips { sight.met.append(sheet.name) }
      var hits: [(depth: Double, order: Int, point: Point)] = []
      for (order, sublayer) in sheet.sheets.enumerated() {
        if let hit = sublayer.hit(p) { hits.append((hit.depth, order, hit.point)) }
      }
      // Hits come from far to near, equal ones in the order of the tree.
      hits.sort { abs($0.depth - $1.depth) > 1e-7 ? $0.depth < $1.depth : $0.order < $1.order }
      for hit in hits {
        let sublayer = sheet.sheets[hit.order]
        var inside = Sight()
        colour(sublayer, hit.point, &inside)
        guard !inside.met.isEmpty else { continue }
        sight.color = inside.color * sublayer.opacity + sight.color * (1 - inside.color.w * sublayer.opacity)
        sight.met += inside.met
      }
    }
    let nearest = min(p.x - b.minX, b.maxX - p.x, p.y - b.minY, b.maxY - p.y)
    if isInside && nearest < sheet.borderWidth {
      sight.color = sheet.border + sight.color * (1 - sheet.border.w)
      sight.met.append(sheet.name + 1)
    }
  }
}

extension CALayer {
  private var rayAnchor: (x: Double, y: Double) {
    (
      Double(bounds.minX + anchorPoint.x * bounds.width), Double(bounds.minY + anchorPoint.y * bounds.height)
    )
  }

  /// The map from the layer's coordinates to its superlayer's.
  fileprivate var rayPlacement: SpaceMatrix {
    let anchor = rayAnchor
    let m =
      SpaceMatrix.translation(-anchor.x, -anchor.y, -Double(anchorPointZ)) * SpaceMatrix(transform)
      * .translation(Double(position.x), Double(position.y), Double(zPosition))
    guard isGeometryFlipped else { return m }
    return .scale(1, -1) * .translation(0, Double(bounds.minY + bounds.maxY)) * m
  }

  fileprivate var raySublayerPlacement: SpaceMatrix {
    let anchor = rayAnchor
    return .translation(-anchor.x, -anchor.y) * SpaceMatrix(sublayerTransform) * .translation(anchor.x, anchor.y)
  }
}
