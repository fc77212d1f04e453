// What trims leave of paths. After Effects cuts by length, also within a curve; Core Animation's strokes, and so
// lottie-ios's, cut a curve at the part of its parameter. A stretch that goes over the beginning of a closed contour
// goes on there without a seam.

import CoreGraphics
import Foundation

extension PathGeometry {
  /// Returns the part of the paths between two places on the length.
  ///
  /// - Parameters:
  ///   - start: one of the two places; either may come first.
  ///   - end: the other place.
  ///   - offset: in turns.
  ///   - part: the part of a longer path's length that this path takes.
  ///   - asOne: whether all contours are one long path, rather than cut alike.
  ///   - evenly: whether curves are cut by length, too.
  func trimmed(
    from start: Double, to end: Double, offset: Double, within part: (start: Double, end: Double) = (0, 1),
    asOne: Bool, evenly: Bool
  ) -> PathGeometry {
    func bounded(_ place: Double) -> Double { evenly ? min(max(place, 0), 1) : place }
    let (start, end) = (bounded(min(start, end)), bounded(max(start, end)))
    guard end - start < 1 else { return self }
    guard end > start, part.end > part.start else { return PathGeometry(contours: []) }
    let turn = (start + offset).rounded(.down)
    let (from, to) = (start + offset - turn, end + offset - turn)
    let stretches = [(from, min(to, 1)), (0, to - 1)].map { low, high in
      (max((low - part.start) / (part.end - part.start), 0), min((high - part.start) / (part.end - part.start), 1))
    }
    let whole = evenly ? cutEvenly() : self
    let paths = asOne ? [whole] : whole.contours.map { PathGeometry(contours: [$0]) }
    return PathGeometry(
      contours: paths.flatMap { path in
        let cgPath = path.cgPath()
        let rests = stretches.filter { $0.0 < $0.1 }.map { PathGeometry(cgPath.trimmed(from: $0.0, to: $0.1)).contours }
        let isLoop = evenly && path.contours.count == 1 && path.contours[0].isClosed
        guard isLoop, rests.count == 2, let joined = BezierContour(joining: rests[0], rests[1]) else {
          return rests.flatMap { $0 }
        }
        return [joined]
      })
  }

  /// The contours several times, one after the other.
  func repeated(_ count: Int) -> PathGeometry {
    PathGeometry(contours: (0..<count).flatMap { _ in contours })
  }

  /// As ``repeated(_:)``; but a single closed contour is run round as often, in one go.
  func running(_ count: Int) -> PathGeometry {
    guard count > 1, contours.count == 1, contours[0].isClosed, let first = contours[0].vertices.first else {
      return repeated(count)
    }
    let vertices = (0..<count).flatMap { _ in contours[0].vertices } + [first]
    return PathGeometry(contours: [BezierContour(vertices: vertices, isClosed: false)])
  }

  /// The same contours of lines and curves whose parameter is their length, near enough.
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
  /// Two open contours of which the second begins where the first ends; nil where they do not.
  fileprivate init?(joining first: [BezierContour], _ second: [BezierContour]) {
    guard first.count == 1, second.count == 1, let end = first[0].vertices.last, let start = second[0].vertices.first
    else { return nil }
    let seam = Vertex(point: start.point, inControl: end.inControl, outControl: start.outControl)
    guard hypot(end.point.x - start.point.x, end.point.y - start.point.y) < 1e-6 else { return nil }
    self.init(vertices: first[0].vertices.dropLast() + [seam] + second[0].vertices.dropFirst(), isClosed: false)
  }
}
