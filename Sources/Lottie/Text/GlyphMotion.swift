// Tested by TextCourseTests.

import CoreGraphics
import Documents
import Foundation

/// The motion of a text's glyphs by its animators. Values are computed for all characters at a time, as tracking moves
/// one by the sum of those before it. Keyframes equal to their neighbours are dropped, as most characters rest.
struct GlyphMotion {
  private let glyphs: [TextGlyph]
  private let animators: [PlacedAnimator]
  private let timeline: Timeline
  private let trackingUnit: Double
  /// The part of a line's tracking by which its beginning moves back.
  private let share: Double
  /// Counts values before they are computed.
  private let take: (Int) throws(SceneFileError) -> Void

  /// Creates the motion; `trackingUnit`: the points of a tracking of 1. `take` gets the number of values, or throws.
  init(
    _ glyphs: [TextGlyph], by animators: [TextAnimator], on timeline: Timeline, trackingUnit: Double,
    justification: Int,
    take: @escaping (Int) throws(SceneFileError) -> Void
  ) {
    (self.glyphs, self.timeline, self.take) = (glyphs, timeline, take)
    (self.trackingUnit, share) = (trackingUnit, TextLayouter.share(of: justification))
    self.animators = animators.map { PlacedAnimator($0, glyphs: glyphs, on: timeline) }
  }

  /// Returns a track for each glyph of a value that depends on `properties` of an animator; `change` changes the
  /// glyphs' values at a time by an animator, given its shares of the glyphs.
  private func tracks<Value: Blendable>(
    _ properties: [KeyPath<PlacedAnimator, TrackTiming?>], from first: [Value],
    _ change: (inout [Value], PlacedAnimator, _ shares: [Double], _ time: Double) -> Void
  ) throws(SceneFileError) -> [Track<Value>] {
    let moving = animators.filter { animator in properties.contains { animator[keyPath: $0] != nil } }
    guard !moving.isEmpty else { return first.map { Track($0) } }
    let timings = moving.flatMap { animator in properties.compactMap { animator[keyPath: $0] } + animator.rangeTimings }
    // The keyframes' values are the times at which the values are sampled.
    let times = Track<Double>.combining(timings, isLinear: false, timeline: timeline) { $0 }.keyframes
    try take(times.count * glyphs.count * moving.count)
    var keyframes = [[Keyframe<Value>]](repeating: [], count: glyphs.count)
    for key in times {
      var values = first
      for animator in moving { change(&values, animator, animator.shares(at: key.value), key.value) }
      for index in glyphs.indices {
        let last = keyframes[index].count - 1
        let rests =
          last > 0 && keyframes[index][last].value == values[index] && keyframes[index][last - 1].value == values[index]
        if rests { keyframes[index].removeLast() }
        keyframes[index].append(Keyframe(time: key.time, value: values[index], isHold: key.isHold))
      }
    }
    return zip(keyframes, first).map { Track(keyframes: $0) ?? Track($1) }
  }

  func positions(from origins: [CGPoint]) throws(SceneFileError) -> [Track<CGPoint>] {
    try tracks([\.position?.timing, \.tracking?.timing], from: origins) { points, animator, shares, time in
      let offset = animator.position?.value(at: time).point ?? .zero
      let tracking = (animator.tracking?.value(at: time) ?? 0) * trackingUnit
      var before = 0.0
      for index in points.indices {
        if index == 0 || glyphs[index].line != glyphs[index - 1].line {
          let line = glyphs[index...].prefix { [line = glyphs[index].line] in $0.line == line }
          before = share == 0 ? 0 : -share * shares[line.indices].reduce(0, +)
        }
        points[index].x += offset.x * shares[index] + tracking * before
        points[index].y += offset.y * shares[index]
        before += shares[index]
      }
    }
  }

  /// Returns the horizontal and vertical scales of glyphs.
  func scales() throws(SceneFileError) -> [Track<[Double]>] {
    try tracks([\.scale?.timing], from: glyphs.map { _ in [1, 1] }) { scales, animator, shares, time in
      guard let scale = animator.scale?.value(at: time).point else { return }
      for index in scales.indices {
        let share = shares[index]
        scales[index] = [
          scales[index][0] * (1 + (scale.x - 1) * share), scales[index][1] * (1 + (scale.y - 1) * share),
        ]
      }
    }
  }

  /// Returns the rotations of glyphs, in degrees.
  func turns() throws(SceneFileError) -> [Track<Double>] {
    try tracks([\.rotation?.timing], from: glyphs.map { _ in 0 }) { turns, animator, shares, time in
      let turn = animator.rotation?.value(at: time) ?? 0
      for index in turns.indices { turns[index] += turn * shares[index] }
    }
  }

  func opacities() throws(SceneFileError) -> [Track<Double>] {
    try tracks([\.opacity?.timing], from: glyphs.map { _ in 1 }) { opacities, animator, shares, time in
      guard let opacity = animator.opacity?.value(at: time) else { return }
      for index in opacities.indices { opacities[index] *= 1 + (opacity - 1) * shares[index] }
    }
  }

  /// Returns the fills of glyphs, red, green and blue; nil if they keep the text's own.
  func fills(from own: [Double]) throws(SceneFileError) -> [Track<[Double]>]? {
    guard animators.contains(where: { $0.fill != nil }) else { return nil }
    return try tracks([\.fill?.timing], from: glyphs.map { _ in own }) { fills, animator, shares, time in
      guard let fill = animator.fill?.value(at: time) else { return }
      let color = Array(fill.prefix(3))
      for index in fills.indices { fills[index] = fills[index].blended(to: color, shares[index]) }
    }
  }
}

/// The path of a text over seconds of the film: the position and the rotation of each character of a straight text on
/// it. The middle of a character's width is on the path, at its distance from the baseline.
final class GlyphCourse {
  private let contour: Track<BezierContour>
  private let (first, last): (Track<Double>, Track<Double>)
  private let course: TextCourse
  private let timeline: Timeline
  /// The part of the path's length at the origin of the straight text: one half if that is centred.
  private let share: Double
  /// The horizontal extent of the straight text, in points.
  private let extent: ClosedRange<Double>
  private var measured: [Double: MeasuredContour] = [:]

  init(_ course: TextCourse, of glyphs: [TextGlyph], justification: Int, on timeline: Timeline) {
    (self.course, self.timeline) = (course, timeline)
    (contour, first) = (timeline.placed(course.contour), timeline.placed(course.firstMargin))
    last = timeline.placed(course.lastMargin)
    share = TextLayouter.share(of: justification)
    let low = glyphs.map(\.origin.x).min() ?? 0
    extent = Double(low)...max(Double(low), glyphs.map { $0.origin.x + $0.advance }.max() ?? 0)
  }

  private var timings: [TrackTiming] { [contour.timing, first.timing, last.timing] }

  /// Returns a character's place along the path by its place in the straight text, in which it is turned by degrees.
  func placed(_ straight: Track<CGPoint>, turn: Track<Double>) -> (position: Track<CGPoint>, turn: Track<Double>) {
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
      // The angle continues from the previous one, without jumps by full turns.
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

/// An animator over seconds of the film. Its range selector determines the characters that change, and how much. The
/// shares of the shapes (square with soft ends, ramps, triangle, semicircle, smooth hill) are lottie-web's.
struct PlacedAnimator {
  let position, scale: Track<[Double]>?
  let rotation, opacity, tracking: Track<Double>?
  let fill: Track<[Double]>?

  private let range: TextRange
  private let (start, end, offset, amount): (Track<Double>, Track<Double>, Track<Double>, Track<Double>)
  /// The index of each glyph's unit in the range; nil for a glyph that does not count.
  private let units: [Int?]
  private let count: Int

  init(_ animator: TextAnimator, glyphs: [TextGlyph], on timeline: Timeline) {
    func placed<Value>(_ track: Track<Value>?) -> Track<Value>? { track.map { timeline.placed($0) } }
    (position, scale) = (placed(animator.position), placed(animator.scale))
    (rotation, opacity, tracking) = (placed(animator.rotation), placed(animator.opacity), placed(animator.tracking))
    fill = placed(animator.fill)
    range = animator.range
    (start, end) = (timeline.placed(range.start), timeline.placed(range.end))
    (offset, amount) = (timeline.placed(range.offset), timeline.placed(range.amount))
    var counted = 0
    units = glyphs.map { [range] glyph in
      switch range.basis {
      case 2:
        guard !glyph.isSpace else { return nil }
        counted += 1
        return counted - 1
      case 3: return glyph.word
      case 4: return glyph.line
      default: return glyph.character
      }
    }
    count = (units.compactMap { $0 }.max() ?? 0) + 1
  }

  var rangeTimings: [TrackTiming] { [start.timing, end.timing, offset.timing, amount.timing] }

  /// Returns the shares, -1...1, by which the animator changes each glyph.
  func shares(at time: Double) -> [Double] {
    // In units.
    let length = range.countsUnits ? 1 : Double(count)
    let shift = offset.value(at: time)
    var first = (start.value(at: time) + shift) * length
    var last = (min(end.value(at: time), 1e9) + shift) * length
    if first > last { swap(&first, &last) }
    let amount = self.amount.value(at: time)
    return units.map { unit in
      guard let unit else { return 0 }
      return min(max(shape(Double(unit), first, last), 0), 1) * amount
    }
  }

  private func shape(_ unit: Double, _ first: Double, _ last: Double) -> Double {
    let length = last - first
    // The middle of the unit, relative to the range.
    let part = length > 0 ? (unit + 0.5 - first) / length : unit >= first ? 1 : 0
    let inside = min(max(part, 0), 1)
    switch range.shape {
    case 2: return part
    case 3: return 1 - part
    case 4: return inside < 0.5 ? inside * 2 : 2 - inside * 2
    case 5: return max(1 - (inside * 2 - 1) * (inside * 2 - 1), 0).squareRoot()
    case 6: return (1 - cos(2 * .pi * inside)) / 2
    // The part of the unit inside the range.
    default: return min(unit + 1, last) - max(unit, first)
    }
  }
}
