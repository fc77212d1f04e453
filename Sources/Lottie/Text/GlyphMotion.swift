// What animators do to the characters of a text. Values are taken for all characters at a time, since what moves one by
// tracking is the sum over those before it; keyframes that say what those around them say are left out, as most
// characters rest most of the time.

import CoreGraphics
import Documents
import Foundation

/// The motion of a text's glyphs.
struct GlyphMotion {
  private let glyphs: [TextGlyph]
  private let animators: [PlacedAnimator]
  private let timeline: Timeline
  /// The points of a tracking of 1.
  private let trackingUnit: Double
  /// The part of a line's tracking that its beginning gives way by.
  private let share: Double
  /// Counts values before they are made.
  private let take: (Int) throws(SceneFileError) -> Void

  /// - Parameters:
  ///   - trackingUnit: the points of a tracking of 1.
  ///   - justification: of the text.
  ///   - take: is given how many values are made; throws where they are too many.
  init(
    _ glyphs: [TextGlyph], by animators: [TextAnimator], on timeline: Timeline, trackingUnit: Double,
    justification: Int,
    take: @escaping (Int) throws(SceneFileError) -> Void
  ) {
    (self.glyphs, self.timeline, self.take) = (glyphs, timeline, take)
    (self.trackingUnit, share) = (trackingUnit, TextLayouter.share(of: justification))
    self.animators = animators.map { PlacedAnimator($0, glyphs: glyphs, on: timeline) }
  }

  /// A track for each glyph, of a value that follows from properties of the animators.
  ///
  /// - Parameters:
  ///   - properties: of an animator, those that the value follows from.
  ///   - change: changes the glyphs' values at a time by an animator, whose shares of the glyphs are given.
  private func tracks<Value: Blendable>(
    _ properties: [KeyPath<PlacedAnimator, TrackTiming?>], from first: [Value],
    _ change: (inout [Value], PlacedAnimator, _ shares: [Double], _ time: Double) -> Void
  ) throws(SceneFileError) -> [Track<Value>] {
    let moving = animators.filter { animator in properties.contains { animator[keyPath: $0] != nil } }
    guard !moving.isEmpty else { return first.map { Track($0) } }
    let timings = moving.flatMap { animator in
      properties.compactMap { animator[keyPath: $0] } + animator.rangeTimings
    }
    // The value of each is the time at which the values are to be taken.
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

  /// Returns the positions of glyphs, from their origins.
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

  /// Returns the scales of glyphs, horizontal and vertical.
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

  /// Returns the opacities of glyphs.
  func opacities() throws(SceneFileError) -> [Track<Double>] {
    try tracks([\.opacity?.timing], from: glyphs.map { _ in 1 }) { opacities, animator, shares, time in
      guard let opacity = animator.opacity?.value(at: time) else { return }
      for index in opacities.indices { opacities[index] *= 1 + (opacity - 1) * shares[index] }
    }
  }

  /// The fills of glyphs, red, green and blue; nil where they keep their own.
  ///
  /// - Parameter own: the text's.
  func fills(from own: [Double]) throws(SceneFileError) -> [Track<[Double]>]? {
    guard animators.contains(where: { $0.fill != nil }) else { return nil }
    return try tracks([\.fill?.timing], from: glyphs.map { _ in own }) { fills, animator, shares, time in
      guard let fill = animator.fill?.value(at: time) else { return }
      let color = Array(fill.prefix(3))
      for index in fills.indices { fills[index] = fills[index].blended(to: color, shares[index]) }
    }
  }
}
