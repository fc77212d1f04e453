import CoreGraphics
import Foundation
import QuartzCore

/// Contours as one value, which is painted, and animated as `path`.
struct PathGeometry: Blendable {
  var contours: [BezierContour]
  var pointCount: Int { contours.reduce(1) { $0 + $1.vertices.count } }

  func blended(to other: PathGeometry, _ fraction: Double) -> PathGeometry {
    guard contours.count == other.contours.count else { return fraction < 1 ? self : other }
    return PathGeometry(contours: zip(contours, other.contours).map { $0.blended(to: $1, fraction) })
  }

  /// Returns all contours as a path, `copies` times in sequence. `asCurves`: lines become curves, so that paths with
  /// equally many vertices have the same elements.
  func cgPath(copies: Int = 1, asCurves: Bool = false) -> CGMutablePath {
    let path = CGMutablePath()
    for _ in 0..<copies { for contour in contours { contour.append(to: path, asCurves: asCurves) } }
    return path
  }

  /// The box around all control points; null without vertices.
  var controlBox: CGRect {
    var (low, high) = (CGPoint(x: CGFloat.infinity, y: .infinity), CGPoint(x: -CGFloat.infinity, y: -.infinity))
    for contour in contours {
      for vertex in contour.vertices {
        for point in [vertex.point, vertex.inControl, vertex.outControl] {
          low = CGPoint(x: min(low.x, point.x), y: min(low.y, point.y))
          high = CGPoint(x: max(high.x, point.x), y: max(high.y, point.y))
        }
      }
    }
    return low.x <= high.x ? CGRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y) : .null
  }

  func applying(_ transform: CGAffineTransform) -> PathGeometry {
    if transform.isIdentity { return self }
    return PathGeometry(
      contours: contours.map { contour in
        var contour = contour
        for index in contour.vertices.indices {
          let vertex = contour.vertices[index]
          contour.vertices[index] = BezierContour.Vertex(
            point: vertex.point.applying(transform), inControl: vertex.inControl.applying(transform),
            outControl: vertex.outControl.applying(transform))
        }
        return contour
      })
  }

  init(_ path: CGPath) {
    contours = []
    path.applyWithBlock { element in
      let (type, points) = (element.pointee.type, element.pointee.points)
      switch type {
      case .moveToPoint: contours.append(BezierContour(vertices: [BezierContour.Vertex(points[0])], isClosed: false))
      case .addLineToPoint: contours.last?.isClosed == false ? Self.line(to: points[0], &contours) : ()
      case .addQuadCurveToPoint:
        guard let from = contours.last?.vertices.last?.point else { return }
        let (c, end) = (points[0], points[1])
        Self.curve(
          to: end, CGPoint(x: from.x + (c.x - from.x) * 2 / 3, y: from.y + (c.y - from.y) * 2 / 3),
          CGPoint(x: end.x + (c.x - end.x) * 2 / 3, y: end.y + (c.y - end.y) * 2 / 3), &contours)
      case .addCurveToPoint: Self.curve(to: points[2], points[0], points[1], &contours)
      case .closeSubpath:
        guard !contours.isEmpty else { return }
        Self.close(&contours[contours.count - 1])
      @unknown default: break
      }
    }
  }

  init(contours: [BezierContour]) { self.contours = contours }

  private static func line(to point: CGPoint, _ contours: inout [BezierContour]) {
    contours[contours.count - 1].vertices.append(BezierContour.Vertex(point))
  }

  private static func curve(to end: CGPoint, _ c1: CGPoint, _ c2: CGPoint, _ contours: inout [BezierContour]) {
    guard let last = contours.indices.last, let vertex = contours[last].vertices.indices.last else { return }
    contours[last].vertices[vertex].outControl = c1
    contours[last].vertices.append(BezierContour.Vertex(point: end, inControl: c2, outControl: end))
  }

  /// Closes a contour, whose last vertex is dropped if it equals the first.
  private static func close(_ contour: inout BezierContour) {
    if contour.vertices.count > 1, let last = contour.vertices.last, last.point == contour.vertices[0].point {
      contour.vertices[0].inControl = last.inControl
      contour.vertices.removeLast()
    }
    contour.isClosed = true
  }

  /// Returns the part between two fractions of the length, in either order, without a seam at a closed contour's
  /// beginning. The offset is in turns; `part` is the paths' share of a longer path's length; `asOne`: all contours are
  /// one long path, instead of being cut alike. Curves are cut by length, as in After Effects, if `even` returns the
  /// path by ``cutEvenly()``; else by the parameter, as in Core Animation's strokes and so in lottie-ios.
  func trimmed(
    from start: Double, to end: Double, offset: Double, within part: (start: Double, end: Double) = (0, 1),
    asOne: Bool, even: (() -> PathGeometry)?
  ) -> PathGeometry {
    func bounded(_ place: Double) -> Double { even == nil ? place : min(max(place, 0), 1) }
    let (start, end) = (bounded(min(start, end)), bounded(max(start, end)))
    guard end - start < 1 else { return self }
    guard end > start, part.end > part.start else { return PathGeometry(contours: []) }
    let turn = (start + offset).rounded(.down)
    let (from, to) = (start + offset - turn, end + offset - turn)
    let stretches = [(from, min(to, 1)), (0, to - 1)].map { low, high in
      (max((low - part.start) / (part.end - part.start), 0), min((high - part.start) / (part.end - part.start), 1))
    }
    let whole = even?() ?? self
    let paths = asOne ? [whole] : whole.contours.map { PathGeometry(contours: [$0]) }
    return PathGeometry(
      contours: paths.flatMap { path in
        let cgPath = path.cgPath()
        let rests = stretches.filter { $0.0 < $0.1 }.map { PathGeometry(cgPath.trimmed(from: $0.0, to: $0.1)).contours }
        let isLoop = even != nil && path.contours.count == 1 && path.contours[0].isClosed
        guard isLoop, rests.count == 2, let joined = BezierContour(joining: rests[0], rests[1]) else {
          return rests.flatMap { $0 }
        }
        return [joined]
      })
  }

  func repeated(_ count: Int) -> PathGeometry { PathGeometry(contours: (0..<count).flatMap { _ in contours }) }

  /// Returns the contours repeated; a single closed contour becomes one that runs around as often.
  func running(_ count: Int) -> PathGeometry {
    guard count > 1, contours.count == 1, contours[0].isClosed, let first = contours[0].vertices.first else {
      return repeated(count)
    }
    let vertices = (0..<count).flatMap { _ in contours[0].vertices } + [first]
    return PathGeometry(contours: [BezierContour(vertices: vertices, isClosed: false)])
  }

  /// Returns the contours as lines and curves whose parameter is nearly proportional to length.
  func cutEvenly() -> PathGeometry {
    PathGeometry(
      contours: contours.map { contour in
        let pieces = contour.segments.flatMap(\.evenPieces)
        guard !pieces.isEmpty, pieces.count <= BezierContour.mostVertices else { return contour }
        return BezierContour(joining: pieces, isClosed: contour.isClosed)
      })
  }
}

extension BezierContour {
  /// Joins two open contours if the second begins at the first one's end; returns nil if not.
  fileprivate init?(joining first: [BezierContour], _ second: [BezierContour]) {
    guard first.count == 1, second.count == 1, let end = first[0].vertices.last, let start = second[0].vertices.first
    else { return nil }
    let seam = Vertex(point: start.point, inControl: end.inControl, outControl: start.outControl)
    guard hypot(end.point.x - start.point.x, end.point.y - start.point.y) < 1e-6 else { return nil }
    self.init(vertices: first[0].vertices.dropLast() + [seam] + second[0].vertices.dropFirst(), isClosed: false)
  }
}

/// The paths of a group that a paint applies to, given the fills before. By the format's rule these are all paths
/// above. In lottie-ios, a fill paints the paths since the previous fill, or else that fill's own; and a stroke is
/// drawn once for the paths of each fill, right below that fill.
struct PaintedPaths {
  private struct Filled {
    var outlines: Range<Int>
    /// The number of layers up to and with the fill's last one.
    var end: Int
  }

  private let isGrouped: Bool
  private var filled: [Filled] = []
  /// The index of the first path without a fill.
  private var next = 0

  /// Begins without fills; `isGrouped` chooses lottie-ios's rule.
  init(_ isGrouped: Bool) { self.isGrouped = isGrouped }

  func pathsOfFill(in drawing: ShapeBuilder.Drawing) -> Range<Int> {
    let all = drawing.outlines.indices
    guard isGrouped else { return all }
    return next < all.upperBound ? next..<all.upperBound : filled.last?.outlines ?? all
  }

  mutating func add(_ outlines: Range<Int>, in drawing: ShapeBuilder.Drawing) {
    filled.append(Filled(outlines: outlines, end: drawing.layers.count))
    next = drawing.outlines.count
  }

  /// Returns the paths of a stroke's lines, the last ones first, each with the fill that it follows, if any.
  func pathsOfStroke(in drawing: ShapeBuilder.Drawing) -> [(group: Int?, outlines: Range<Int>)] {
    let all = drawing.outlines.indices
    guard isGrouped, !filled.isEmpty else { return [(nil, all)] }
    let rest: [(group: Int?, outlines: Range<Int>)] = next < all.upperBound ? [(nil, next..<all.upperBound)] : []
    return rest + filled.indices.reversed().map { ($0, filled[$0].outlines) }
  }

  /// Inserts a line's layer behind a fill, or behind all.
  mutating func insert(_ layer: CALayer, after group: Int?, in drawing: inout ShapeBuilder.Drawing) {
    guard let group else { return drawing.layers.append(layer) }
    drawing.layers.insert(layer, at: filled[group].end)
    for index in group..<filled.count { filled[index].end += 1 }
  }

  mutating func removeAll() { (filled, next) = ([], 0) }
}
