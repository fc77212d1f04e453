// Point in path, exactly: a ray runs from the point toward positive x, and each stretch of curve that rises or falls
// through the ray's height counts as one crossing, found on the curve itself and not on a flattened copy.

public import Foundation

extension CGPath {
  /// Whether `point`, moved by `transform`, lies inside the path. Open subpaths count as closed.
  public func contains(
    _ point: CGPoint, using rule: CGPathFillRule = .winding, transform: CGAffineTransform = .identity
  ) -> Bool {
    let winding = windingNumber(around: point.applying(transform))
    switch rule {
    case .winding: return winding != 0
    // Each crossing changes the winding number by one up or down, so their parities agree.
    case .evenOdd: return winding % 2 != 0
    }
  }

  /// Returns the number of turns of the path around `point`, counter-clockwise where y points up.
  private func windingNumber(around point: CGPoint) -> Int {
    var winding = 0
    forEachSegment(closingSubpaths: true) { winding += $0.crossings(ofRayFrom: point) }
    return winding
  }
}

extension CubicSegment {
  /// Crossings of the ray from `point` toward positive x: +1 for each where y rises, -1 where it falls.
  fileprivate func crossings(ofRayFrom point: CGPoint) -> Int {
    let ys = [start.y, control1.y, control2.y, end.y]
    guard ys.contains(where: { $0 <= point.y }), ys.contains(where: { $0 > point.y }),
      max(start.x, control1.x, control2.x, end.x) > point.x
    else { return 0 }
    var sum = 0
    var from = 0.0
    for to in extrema(\.y) + [1] {
      sum += crossing(ofRayFrom: point, from: from, to: to)
      from = to
    }
    return sum
  }

  /// The same for a stretch of parameters in which y only rises or only falls.
  private func crossing(ofRayFrom point: CGPoint, from: Double, to: Double) -> Int {
    let (y0, y1) = (self.point(at: from).y, self.point(at: to).y)
    // Half open, so that a corner at the ray's height counts once, and a peak that touches it twice or not at all.
    guard (y0 <= point.y) != (y1 <= point.y) else { return 0 }
    let rises = y0 <= point.y
    var (low, high) = (from, to)
    for _ in 0..<52 {
      let middle = (low + high) / 2
      if (self.point(at: middle).y <= point.y) == rises { low = middle } else { high = middle }
    }
    guard self.point(at: high).x > point.x else { return 0 }
    return rises ? 1 : -1
  }
}
