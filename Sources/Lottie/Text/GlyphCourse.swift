// Texts along paths: the position and rotation on the path of each character of a straight text. The middle of a
// character's width lies on the path; the character keeps its distance from the baseline as a distance from the path.
//
// Tested by TextCourseTests.

import CoreGraphics
import Documents
import Foundation

/// The path of a text by seconds of the film.
final class GlyphCourse {
  private let contour: Track<BezierContour>
  private let (first, last): (Track<Double>, Track<Double>)
  private let course: TextCourse
  private let timeline: Timeline
  /// The part of the path's length that the origin of the straight text is at: a half where that is centred.
  private let share: Double
  /// The horizontal extent of the straight text, in points.
  private let extent: ClosedRange<Double>
  private var measured: [Double: MeasuredContour] = [:]

  /// - Parameters:
  ///   - glyphs: of the straight text.
  ///   - justification: of the text.
  init(_ course: TextCourse, of glyphs: [TextGlyph], justification: Int, on timeline: Timeline) {
    (self.course, self.timeline) = (course, timeline)
    (contour, first) = (timeline.placed(course.contour), timeline.placed(course.firstMargin))
    last = timeline.placed(course.lastMargin)
    share = TextLayouter.share(of: justification)
    let low = glyphs.map(\.origin.x).min() ?? 0
    extent = Double(low)...max(Double(low), glyphs.map { $0.origin.x + $0.advance }.max() ?? 0)
  }

  private var timings: [TrackTiming] { [contour.timing, first.timing, last.timing] }

  /// A character's place along the path.
  ///
  /// - Parameters:
  ///   - straight: its place in the straight text.
  ///   - turn: how far it is turned there, in degrees.
  func placed(
    _ straight: Track<CGPoint>, turn: Track<Double>
  ) -> (position: Track<CGPoint>, turn: Track<Double>) {
    let isLinear = timings.allSatisfy(\.isConstant) && straight.isConstant
    let position = Track<CGPoint>.combining([straight.timing] + timings, isLinear: isLinear, timeline: timeline) {
      let (point, place) = (straight.value(at: $0), place(of: straight.value(at: $0), at: $0))
      let angle = course.turns ? place.angle : 0
      return CGPoint(x: place.point.x - sin(angle) * point.y, y: place.point.y + cos(angle) * point.y)
    }
    guard course.turns else { return (position, turn) }
    var previous: Double?
    let turns = Track<Double>.combining(
      [straight.timing, turn.timing] + timings, isLinear: false, timeline: timeline
    ) { time in
      var degrees = place(of: straight.value(at: time), at: time).angle * 180 / .pi
      // The angle continues from the previous one and does not jump by a full turn.
      if let previous { degrees += ((previous - degrees) / 360).rounded() * 360 }
      previous = degrees
      return degrees + turn.value(at: time)
    }
    return (position, turns)
  }

  private func place(of point: CGPoint, at time: Double) -> (point: CGPoint, angle: Double) {
    let moment = contour.isConstant ? 0 : time
    if measured[moment] == nil { measured[moment] = MeasuredContour(contour.value(at: time)) }
    guard let path = measured[moment] else { return (.zero, 0) }
    let (first, length) = (first.value(at: time), path.length)
    guard course.isSpread, extent.upperBound > extent.lowerBound else {
      return path.place(at: first + share * length + point.x)
    }
    let part = (point.x - extent.lowerBound) / (extent.upperBound - extent.lowerBound)
    return path.place(at: first + part * (length + last.value(at: time) - first))
  }
}
