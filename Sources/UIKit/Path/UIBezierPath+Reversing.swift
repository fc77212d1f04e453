// The same outline walked the other way. Where one path is a hole in another under the non-zero rule, its direction
// decides.

import CoreGraphics

extension UIBezierPath {
  /// A path with the same style that goes the other way: the last subpath first, each from its end to its start. A
  /// closed subpath keeps its starting point and stays closed.
  public func reversing() -> UIBezierPath {
    let reversed = CGMutablePath()
    for subpath in ElementChain.all(of: path).reversed() { subpath.addReversed(to: reversed) }
    let result = copy() as? UIBezierPath ?? UIBezierPath()
    result.path = reversed
    return result
  }
}

/// A subpath as the elements it is made of.
private struct ElementChain {
  /// A line or curve: its control points, and where it ends.
  struct Segment {
    var controls: [CGPoint]
    var end: CGPoint
  }

  var start: CGPoint
  var segments: [Segment] = []
  var isClosed = false

  /// The subpaths in order. What follows a close without a move begins where the closed subpath did.
  static func all(of path: CGPath) -> [ElementChain] {
    var subpaths: [ElementChain] = []
    path.applyWithBlock { element in
      let (type, points) = (element.pointee.type, element.pointee.points)
      guard type != .moveToPoint else {
        subpaths.append(ElementChain(start: points[0]))
        return
      }
      // A path cannot begin without a move; see CGPathStorage.
      guard let last = subpaths.last else { return }
      if last.isClosed { subpaths.append(ElementChain(start: last.start)) }
      let current = subpaths.count - 1
      switch type {
      case .moveToPoint: break
      case .closeSubpath: subpaths[current].isClosed = true
      case .addLineToPoint, .addQuadCurveToPoint, .addCurveToPoint:
        let controls = (0..<type.pointCount - 1).map { points[$0] }
        subpaths[current].segments.append(Segment(controls: controls, end: points[controls.count]))
      }
    }
    return subpaths
  }

  func addReversed(to path: CGMutablePath) {
    let end = segments.last?.end ?? start
    path.move(to: isClosed ? start : end)
    if isClosed, end != start { path.addLine(to: end) }
    for index in segments.indices.reversed() {
      let target = index == 0 ? start : segments[index - 1].end
      // The closing line takes the place of the first line.
      if isClosed, index == 0, segments[index].controls.isEmpty { break }
      let controls = Array(segments[index].controls.reversed())
      switch controls.count {
      case 2: path.addCurve(to: target, control1: controls[0], control2: controls[1])
      case 1: path.addQuadCurve(to: target, control: controls[0])
      default: path.addLine(to: target)
      }
    }
    if isClosed { path.closeSubpath() }
  }
}
