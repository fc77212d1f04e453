// The border: a ring inside the bounds, above contents and sublayers, following the corners. The inner radius is the outer one less
// the width, and 0 where the width is larger.
//
// The ring is drawn as four sides and four corners; the sides of an upright border on whole pixels are plain rectangles.

import QuartzCore

extension DrawListBuilder {
  /// Draws the border of a rectangle.
  ///
  /// - Parameters:
  ///   - width: in the rectangle's plane; more than half a side fills the rectangle.
  ///   - color: premultiplied, opacity included.
  mutating func stroke(_ rectangle: Rectangle, width: Double, color: SIMD4<Float>, _ clip: Clip) {
    let box = rectangle.box
    guard 2 * width < min(box.width, box.height) else {
      fill(rectangle, Paint(color: color), clip)
      return
    }
    let inner = box.insetBy(width)
    let r = SIMD4<Double>(rectangle.radii)
    // Each corner's piece covers its rounding and both sides' ends.
    let w = SIMD4<Double>(max(r[0], width), max(r[1], width), max(r[2], width), max(r[3], width))
    let sides = [
      Box(box.minX + w[0], box.minY, box.maxX - w[1], inner.minY),
      Box(box.minX + w[2], inner.maxY, box.maxX - w[3], box.maxY),
      Box(box.minX, box.minY + w[0], inner.minX, box.maxY - w[2]),
      Box(inner.maxX, box.minY + w[1], box.maxX, box.maxY - w[3]),
    ]
    let corners = [
      Box(box.minX, box.minY, box.minX + w[0], box.minY + w[0]),
      Box(box.maxX - w[1], box.minY, box.maxX, box.minY + w[1]),
      Box(box.minX, box.maxY - w[2], box.minX + w[2], box.maxY),
      Box(box.maxX - w[3], box.maxY - w[3], box.maxX, box.maxY),
    ]
    // Antialiasing reaches beyond the ring's edges, but not across the cuts between pieces.
    let margin = rectangle.outsetMargin
    let reach = [(0, margin.y), (0, margin.y), (margin.x, 0), (margin.x, 0)]
    for (side, reach) in zip(sides, reach) where !side.isEmpty {
      strokePiece(side, side.insetBy(x: -reach.0, y: -reach.1), isSquare: true, rectangle, width, color, clip)
    }
    let shape = ClipShape(box, radii: rectangle.radii, toPixels: rectangle.toPixels)
    for (index, corner) in corners.enumerated() where !corner.isEmpty {
      if strokeCircle(shape, index, rectangle, width, color, clip) { continue }
      let (isMaxX, isMaxY) = (index & 1 != 0, index & 2 != 0)
      let reached = Box(
        corner.minX - (isMaxX ? 0 : margin.x), corner.minY - (isMaxY ? 0 : margin.y),
        corner.maxX + (isMaxX ? margin.x : 0), corner.maxY + (isMaxY ? margin.y : 0))
      strokePiece(corner, reached, isSquare: r[index] == 0, rectangle, width, color, clip)
    }
  }

  /// Draws a corner of an upright border by circles around one centre. Returns false where it takes more than that.
  private mutating func strokeCircle(
    _ shape: ClipShape?, _ index: Int, _ rectangle: Rectangle, _ width: Double, _ color: SIMD4<Float>, _ clip: Clip
  ) -> Bool {
    guard options.slicing, let shape, var circle = shape.cornerCircle(index) else { return false }
    let scale = abs(rectangle.toPixels.m11)
    circle.innerRadius = circle.radius - width * scale
    guard circle.innerRadius > 0, abs(abs(rectangle.toPixels.m22) - scale) < 1e-6 * scale else { return false }
    // The sides begin where the corner ends: pixels are theirs or the corner's by their centres.
    let box = shape.cornerBox(index)
    let piece = Box(
      circle.pointsToMaxX ? box.minX : box.minX.rounded(.down), circle.pointsToMaxY ? box.minY : box.minY.rounded(.down),
      circle.pointsToMaxX ? box.maxX.rounded(.up) : box.maxX, circle.pointsToMaxY ? box.maxY.rounded(.up) : box.maxY)
    guard clip.box.contains(piece), clip.shape?.contains(piece) ?? true else { return false }
    addCorner(circle, rectangle, piece, Paint(color: color), primitive: .border)
    return true
  }

  /// Draws one piece: as a plain rectangle where that is exact, else as part of the ring.
  private mutating func strokePiece(
    _ piece: Box, _ reached: Box, isSquare: Bool, _ rectangle: Rectangle, _ width: Double, _ color: SIMD4<Float>,
    _ clip: Clip
  ) {
    if isSquare, rectangle.toPixels.isScaleAndTranslation, rectangle.toPixels.visibleBounds(piece)?.isIntegral == true {
      fill(Rectangle(box: piece, toPixels: rectangle.toPixels), Paint(color: color), clip)
    } else {
      addRing(rectangle, reached, width, color, clip)
    }
  }

  /// Draws the part of the ring in one piece of the rectangle.
  private mutating func addRing(
    _ rectangle: Rectangle, _ piece: Box, _ width: Double, _ color: SIMD4<Float>, _ clip: Clip
  ) {
    guard let visible = rectangle.toPixels.visibleBounds(piece) else { return }
    let bounds = visible.insetBy(-1).outset.intersection(clip.box.outset)
    guard !bounds.isEmpty else { return }
    var features: ProgramFeatures = rectangle.radii == .zero ? [] : .rounded
    if !clip.box.contains(bounds) { features.insert(.clipBox) }
    if let shape = clip.shape, !shape.contains(bounds) { features.insert(.clipShape) }
    if !rectangle.toPixels.isAffine { features.insert(.perspective) }
    let key = BatchKey(program: ProgramKey(.border, features), texture: .none)
    rectangle.instances(drawing: piece).visit {
      var instance = $0
      instance.color = color
      instance.setClip(clip)
      instance.clipOffset.z = Float(width)
      add(instance, bounds: bounds, key: key)
    }
  }
}
