/// The slices of an upright rounded rectangle, on whole pixels except for the rectangle's own edges.
struct CornerCuts {
  /// The parts that the rounding does not touch: upper, middle, lower.
  var bands: InlineArray<3, Box>
  /// Whole-pixel boxes around the rounded corners.
  var corners: InlineArray<4, Box>

  /// Cuts a shape; nil if the corners leave no bands between them.
  init?(_ shape: ClipShape) {
    guard let box = shape.upright else { return nil }
    let outer = box.outset
    let w = shape.cornerWidths
    let h = shape.cornerHeights
    let top = (box.minY + max(h[0], h[1])).rounded(.up)
    let bottom = (box.maxY - max(h[2], h[3])).rounded(.down)
    let topLeft = (box.minX + w[0]).rounded(.up)
    let topRight = (box.maxX - w[1]).rounded(.down)
    let bottomLeft = (box.minX + w[2]).rounded(.up)
    let bottomRight = (box.maxX - w[3]).rounded(.down)
    guard top <= bottom, topLeft <= topRight, bottomLeft <= bottomRight else { return nil }
    bands = [
      Box(topLeft, box.minY, topRight, top), Box(box.minX, top, box.maxX, bottom),
      Box(bottomLeft, bottom, bottomRight, box.maxY),
    ]
    corners = [
      Box(outer.minX, outer.minY, topLeft, top), Box(topRight, outer.minY, outer.maxX, top),
      Box(outer.minX, bottom, bottomLeft, outer.maxY), Box(bottomRight, bottom, outer.maxX, outer.maxY),
    ]
    // A square corner that its row's cut made a box of belongs to the adjoining band.
    for index in 0..<4 where w[index] == 0 { corners[index] = .empty }
    if w[0] == 0 { bands[0].minX = box.minX }
    if w[1] == 0 { bands[0].maxX = box.maxX }
    if w[2] == 0 { bands[2].minX = box.minX }
    if w[3] == 0 { bands[2].maxX = box.maxX }
  }
}

/// A rounded corner as a circle, in pixels; the corner is the quarter that points away from the shape's middle.
struct CornerCircle {
  var centerX: Double
  var centerY: Double
  var radius: Double
  /// The circle that a border ends at inside; meaningful for borders.
  var innerRadius = 0.0
  var pointsToMaxX: Bool
  var pointsToMaxY: Bool
}

extension ClipShape {
  /// Returns a corner of an upright shape as a circle; nil if it is an ellipse, or its curve continuous.
  func cornerCircle(_ corner: Int) -> CornerCircle? {
    let (w, h) = (cornerWidths[corner], cornerHeights[corner])
    guard upright != nil, smoothing == 0, abs(w - h) < 1e-3 else { return nil }
    let (isMaxX, isMaxY) = (corner & 1 != 0, corner & 2 != 0)
    return CornerCircle(
      centerX: isMaxX ? bounds.maxX - w : bounds.minX + w, centerY: isMaxY ? bounds.maxY - h : bounds.minY + h,
      radius: w, pointsToMaxX: isMaxX, pointsToMaxY: isMaxY)
  }
}
