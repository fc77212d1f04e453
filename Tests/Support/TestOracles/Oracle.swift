// The truth that pixels are compared with: a layer tree drawn from its public properties alone, in double precision.
//
// - A pixel's coverage is the exact area of the shape in it, shapes being polygons (see Polygon).
// - Clips are true intersections: the covered area of the shape inside all clips around it.
// - An image is sampled at the pixel's centre, as OpenGL does, and multiplied with the coverage.
// - Source over on premultiplied gamma-encoded colours; a translucent group is drawn as one picture.
// - A mask multiplies the picture of the layer with its sublayers by the mask's alpha.
// - Gradients are taken at pixel centres; an opaque gradient, an opaque image, or a sublayer that covers the bounds
//   hides the background under it.
// - A background under an opaque border is hidden by it: none of it bleeds through the border's antialiased edges.
// - Of edges that are not antialiased, pixels count by their centre.
//
// It is slow and simple on purpose. It knows all that the renderer draws except trilinear sampling in perspective.

import CoreGraphics
package import QuartzCore

/// Draws layer trees exactly.
package struct Oracle {
  package let width: Int
  package let height: Int
  package let scale: Double
  package let isFlipped: Bool
  package let background: SIMD4<Double>

  package init(
    width: Int, height: Int, scale: Double, isFlipped: Bool = false, background: SIMD4<Double> = .zero
  ) {
    (self.width, self.height, self.scale) = (width, height, scale)
    (self.isFlipped, self.background) = (isFlipped, background)
  }

  package func draw(_ root: CALayer) -> OracleCanvas {
    var canvas = OracleCanvas(width: width, height: height, background: background)
    let toPixels =
      isFlipped
      ? SpaceMatrix.scale(scale, -scale) * .translation(0, Double(height)) : SpaceMatrix.scale(scale, scale)
    draw(
      root,
      Around(toPixels: PlaneMap(toPixels), sublayers: .identity, firstRowAtMinY: !isFlipped, facing: 1, clips: []),
      opacity: 1, &canvas)
    return canvas
  }

  /// The values that a layer inherits.
  private struct Around {
    var toPixels: PlaneMap
    /// The superlayer's `sublayerTransform` about its anchor.
    var sublayers: SpaceMatrix
    var firstRowAtMinY: Bool
    var facing: Double
    /// In pixels.
    var clips: [Polygon]
  }

  private func draw(_ layer: CALayer, _ around: Around, opacity: Double, _ canvas: inout OracleCanvas) {
    let own = opacity * Double(min(max(layer.opacity, 0), 1))
    guard !layer.isHidden, own > 0 else { return }
    let space = layer.oraclePlacement * around.sublayers
    let plane = PlaneMap(space)
    guard plane.determinant != 0 else { return }
    var inner = around
    inner.facing = around.facing * ((plane.determinant > 0) == (space.determinant >= 0) ? 1 : -1)
    guard inner.facing > 0 || layer.isDoubleSided else { return }
    inner.toPixels = plane * around.toPixels
    inner.sublayers = layer.oracleSublayerPlacement
    if layer.isGeometryFlipped { inner.firstRowAtMinY.toggle() }
    if layer.masksToBounds { inner.clips.append(layer.oracleOutline().seen(through: inner.toPixels)) }
    guard own < 1 && layer.allowsGroupOpacity || layer.mask != nil else {
      drawParts(layer, around, inner, opacity: own, &canvas)
      return
    }
    var group = OracleCanvas(width: width, height: height)
    drawParts(layer, around, inner, opacity: 1, &group)
    if let mask = layer.mask {
      var alpha = OracleCanvas(width: width, height: height)
      var aroundMask = inner
      aroundMask.sublayers = .identity
      aroundMask.clips = []
      draw(mask, aroundMask, opacity: 1, &alpha)
      group.mask(by: alpha)
    }
    canvas.draw(group, opacity: own)
  }

  private func drawParts(
    _ layer: CALayer, _ around: Around, _ inner: Around, opacity: Double, _ canvas: inout OracleCanvas
  ) {
    let whole = coverage(layer, layer.oracleBox, layer.oracleRadii, inner.toPixels, around.clips)
    let ring = borderCoverage(layer, whole, inner.toPixels, around.clips)
    let borderColor = (layer.borderColor?.premultiplied ?? .zero) * opacity
    var under = whole
    if let ring, borderColor.w >= 1 {
      // The part without the ring, divided by the share of it that remains when the ring is drawn over it.
      for index in under.indices {
        under[index] = ring[index] < 1 ? (whole[index] - ring[index]) / (1 - ring[index]) : 0
      }
    }
    let gradient = layer as? CAGradientLayer
    let gradientColor = gradient?.oracleColor()
    let isHidden =
      opacity >= 1
      && (gradientColor != nil && gradient?.colors?.allSatisfy { ($0 as? CGColor)?.alpha == 1 } ?? false
        || (layer.contents as? CGImage).map { $0.isOpaque && layer.oracleFills($0) } ?? false)
    let isCovered = opacity >= 1 && layer.sublayers?.contains { $0.oracleCovers(layer) } ?? false
    if let color = layer.backgroundColor?.premultiplied, !isHidden, !isCovered {
      canvas.draw(under) { _ in color * opacity }
    }
    if let gradientColor, !isCovered {
      let fromPixels = inner.toPixels.inverse
      canvas.draw(under) { gradientColor(fromPixels($0)) * opacity }
    }
    if let contents = layer.contents, let image = contents as? CGImage {
      let fromPixels = inner.toPixels.inverse
      let clips = layer.masksToBounds ? inner.clips : around.clips
      let nearest = layer.magnificationFilter == .nearest
      let cells = layer.oracleCells(image, firstRowAtMinY: inner.firstRowAtMinY).filter {
        $0.box[0] < $0.box[2] && $0.box[1] < $0.box[3]
      }
      func edge(_ index: Int, _ choose: ([Double]) -> Double?) -> Double { choose(cells.map { $0.box[index] }) ?? 0 }
      let whole = [edge(0) { $0.min() }, edge(1) { $0.min() }, edge(2) { $0.max() }, edge(3) { $0.max() }]
      let pictures = cells.map { layer.oraclePictures(image, $0, inner.toPixels) }
      canvas.draw(coverage(layer, whole, [0, 0, 0, 0], inner.toPixels, clips)) { centre in
        let p = fromPixels(centre)
        // The cell that the point is in, or the nearest one.
        func distance(_ box: [Double]) -> Double {
          max(box[0] - p.x, p.x - box[2], 0) + max(box[1] - p.y, p.y - box[3], 0)
        }
        guard let index = cells.indices.min(by: { distance(cells[$0].box) < distance(cells[$1].box) }) else {
          return .zero
        }
        let (box, source) = (cells[index].box, cells[index].source)
        let (fx, fy) = ((p.x - box[0]) / (box[2] - box[0]), (p.y - box[1]) / (box[3] - box[1]))
        let (u, v) = (source[0] + fx * (source[2] - source[0]), source[1] + fy * (source[3] - source[1]))
        return pictures[index].reduce(SIMD4<Double>.zero) {
          $0 + $1.picture.sample(u: u, v: v, nearest: nearest) * $1.weight
        } * opacity
      }
    }
    let sublayers = (layer.sublayers ?? []).enumerated().sorted { ($0.1.zPosition, $0.0) < ($1.1.zPosition, $1.0) }
    for (_, sublayer) in sublayers { draw(sublayer, inner, opacity: opacity, &canvas) }
    if let ring { canvas.draw(ring) { _ in borderColor } }
  }

  /// Returns the coverage of the border, if the layer has one.
  private func borderCoverage(
    _ layer: CALayer, _ whole: [Double], _ toPixels: PlaneMap, _ clips: [Polygon]
  ) -> [Double]? {
    let width = Double(layer.borderWidth)
    guard width > 0 else { return nil }
    let box = layer.oracleBox
    guard 2 * width < min(box[2] - box[0], box[3] - box[1]) else { return whole }
    let hole = coverage(
      layer, [box[0] + width, box[1] + width, box[2] - width, box[3] - width],
      layer.oracleRadii.map { max($0 - width, 0) }, toPixels, clips)
    return whole.indices.map { max(whole[$0] - hole[$0], 0) }
  }

  /// Returns the coverage of a rounded rectangle of a layer's plane inside clips.
  private func coverage(
    _ layer: CALayer, _ box: [Double], _ radii: [Double], _ toPixels: PlaneMap, _ clips: [Polygon]
  ) -> [Double] {
    let soft = layer.allowsEdgeAntialiasing ? layer.edgeAntialiasingMask : []
    let masks: [CAEdgeAntialiasingMask] = [.layerLeftEdge, .layerBottomEdge, .layerRightEdge, .layerTopEdge]
    // Rounded shapes are antialiased all around: an arc has no centre rule worth having.
    let isHard = masks.map { radii == [0, 0, 0, 0] && !soft.contains($0) }
    let far = 1e4
    var polygon = Polygon(
      box[0] - (isHard[0] ? far : 0), box[1] - (isHard[1] ? far : 0), box[2] + (isHard[2] ? far : 0),
      box[3] + (isHard[3] ? far : 0), radii: radii,
      smoothing: layer.oracleSmoothing
    ).seen(through: toPixels)
    for clip in clips { polygon = polygon.intersection(clip) }
    var result = polygon.coverage(width: width, height: height)
    guard isHard.contains(true) else { return result }
    let fromPixels = toPixels.inverse
    for index in result.indices {
      let p = fromPixels(Point(Double(index % width) + 0.5, Double(index / width) + 0.5))
      let isOutside =
        (isHard[0] && p.x < box[0]) || (isHard[1] && p.y < box[1]) || (isHard[2] && p.x >= box[2])
        || (isHard[3] && p.y >= box[3])
      if isOutside { result[index] = 0 }
    }
    return result
  }
}

extension CALayer {
  /// The map from the layer's coordinates to its superlayer's: flip, `T(-anchor) * transform * T(position)`.
  fileprivate var oraclePlacement: SpaceMatrix {
    let b = bounds
    let anchor = oracleAnchor
    var m = SpaceMatrix.translation(-anchor.x, -anchor.y, -Double(anchorPointZ)) * SpaceMatrix(transform)
    m = m * .translation(Double(position.x), Double(position.y), Double(zPosition))
    guard isGeometryFlipped else { return m }
    return .scale(1, -1) * .translation(0, Double(b.minY + b.maxY)) * m
  }

  fileprivate var oracleSublayerPlacement: SpaceMatrix {
    let anchor = oracleAnchor
    return .translation(-anchor.x, -anchor.y) * SpaceMatrix(sublayerTransform) * .translation(anchor.x, anchor.y)
  }

  private var oracleAnchor: Point {
    Point(
      Double(bounds.minX + anchorPoint.x * bounds.width), Double(bounds.minY + anchorPoint.y * bounds.height))
  }

  /// Whether all of a superlayer's bounds lies under the layer's opaque, square ones.
  fileprivate func oracleCovers(_ superlayer: CALayer) -> Bool {
    let isOpaque =
      backgroundColor?.alpha == 1 || (contents as? CGImage).map { $0.isOpaque && oracleFills($0) } ?? false
      || (self as? CAGradientLayer).map { gradient in
        gradient.oracleColor() != nil && gradient.colors?.allSatisfy { ($0 as? CGColor)?.alpha == 1 } ?? false
      } ?? false
    guard isOpaque, !isHidden, opacity >= 1, cornerRadius == 0, mask == nil,
      CATransform3DIsIdentity(superlayer.sublayerTransform), isDoubleSided
    else { return false }
    let toSuperlayer = PlaneMap(oraclePlacement)
    guard toSuperlayer.determinant != 0, toSuperlayer.rows[0][2] == 0, toSuperlayer.rows[1][2] == 0 else {
      return false
    }
    let (box, outer) = (oracleBox, superlayer.oracleBox)
    return [(0, 1), (2, 1), (0, 3), (2, 3)].allSatisfy { corner in
      let p = toSuperlayer.inverse(Point(outer[corner.0], outer[corner.1]))
      return p.x >= box[0] - 1e-4 && p.y >= box[1] - 1e-4 && p.x <= box[2] + 1e-4 && p.y <= box[3] + 1e-4
    }
  }

  fileprivate var oracleBox: [Double] {
    [bounds.minX, bounds.minY, bounds.maxX, bounds.maxY].map { Double($0) }
  }

  /// The corner radii, reduced together until they fit.
  fileprivate var oracleRadii: [Double] {
    let corners: [CACornerMask] = [
      .layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner,
    ]
    let r = corners.map { maskedCorners.contains($0) ? Double(cornerRadius) : 0 }
    let excess = max(
      max(r[0] + r[1], r[2] + r[3]) / Double(bounds.width), max(r[0] + r[2], r[1] + r[3]) / Double(bounds.height), 1)
    return r.map { $0 / excess }
  }

  /// The continuous curve's part that fits: 1 if each corner has room for 1.528665 radii, to 0 if the corners meet.
  fileprivate var oracleSmoothing: Double {
    guard cornerCurve == .continuous, cornerRadius > 0 else { return 0 }
    let r = oracleRadii
    let sides = [
      (Double(bounds.width), r[0] + r[1]), (Double(bounds.width), r[2] + r[3]), (Double(bounds.height), r[0] + r[2]),
      (Double(bounds.height), r[1] + r[3]),
    ]
    let room = sides.filter { $0.1 > 0 }.map { $0.0 / $0.1 }.min() ?? 1
    return min(max((room - 1) / 0.528665, 0), 1)
  }

  fileprivate func oracleOutline() -> Polygon {
    let box = oracleBox
    return Polygon(box[0], box[1], box[2], box[3], radii: oracleRadii, smoothing: oracleSmoothing)
  }
}
