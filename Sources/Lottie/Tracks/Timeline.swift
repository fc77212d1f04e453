// From the frames of a composition to seconds of the film. A composition inside another begins later, runs slower,
// backward, or by a curve (time remapping). Its properties' keyframes are placed in the film's time once, here, so that
// all animations of the tree run by one clock.
//
// Without remapping the map is linear, and keyframes keep their curves. A remapped composition is a sequence of linear
// or constant pieces: keyframes are cut at their ends, and curves become linear pieces of a frame each.
//
// Tested by PrecompositionTests and MotionPathTests.

import CoreGraphics
import Foundation

struct Timeline {
  /// A part of the film in which the composition runs evenly.
  struct Piece {
    /// The ends in seconds of the film.
    var (start, end): (Double, Double)
    /// The composition's frames at the ends; equal if it stands still.
    var (first, last): (Double, Double)
  }

  private enum Course {
    /// Seconds = (offset + frame · stretch) / frames a second, exact for whole frames; `stretch` is above 0.
    case straight(offset: Double, stretch: Double)
    /// At least one piece; each begins at the end of the one before.
    case pieces([Piece])
  }

  private let course: Course
  let frameRate: Double
  /// The duration of a frame of the film, in seconds.
  var frameDuration: Double { 1 / frameRate }
  /// The film's duration, in seconds.
  let duration: Double
  /// The remaining number of values that the whole film may compute frame by frame.
  let budget: SampleBudget

  /// Creates the timeline of the film's own composition; `inPoint` is its frame at the film's beginning.
  init(inPoint: Double, frameRate: Double, duration: Double) {
    course = .straight(offset: -inPoint, stretch: 1)
    self.frameRate = frameRate
    self.duration = duration
    budget = SampleBudget()
  }

  private init(_ course: Course, of parent: Timeline) {
    self.course = course
    (frameRate, duration, budget) = (parent.frameRate, parent.duration, parent.budget)
  }

  /// Returns the timeline of a composition that a layer shows from `start` on, `stretch` frames of this one for each.
  func nested(start: Double, stretch: Double) -> Timeline {
    switch course {
    case .straight(let offset, let own) where stretch > 0:
      return Timeline(.straight(offset: offset + start * own, stretch: own * stretch), of: self)
    case .straight(let offset, let own):
      let (first, last) = (-offset / own, (duration * frameRate - offset) / own)
      let piece = Piece(start: 0, end: duration, first: (first - start) / stretch, last: (last - start) / stretch)
      return Timeline(.pieces([piece]), of: self)
    case .pieces(let pieces):
      return Timeline(
        .pieces(
          pieces.map {
            Piece(start: $0.start, end: $0.end, first: ($0.first - start) / stretch, last: ($0.last - start) / stretch)
          }), of: self)
    }
  }

  /// Returns the timeline of a composition that a layer of this one shows by `remap`, a curve of its frames over this
  /// one's. If the curve stands still at the frame `end`, the layer's out point, the frame before is shown, as in
  /// lottie-web: exporters write that for the last frame, but a composition shows nothing at its own end. `isByFrames`:
  /// the curve is sampled at the film's whole frames, the last one holding, as in lottie-ios.
  func nested(remap: Track<Double>, end: Double? = nil, isByFrames: Bool = false) -> Timeline {
    let (keyframes, step) = (placed(remap).keyframes, frameDuration)
    var pieces: [Piece] = []
    func add(_ start: Double, _ finish: Double, _ first: Double, _ last: Double) {
      guard finish > start else { return }
      let isAtEnd = end.map { first == last && abs(first - $0) < 1e-6 } ?? false
      pieces.append(
        Piece(start: start, end: finish, first: isAtEnd ? first - 1 : first, last: isAtEnd ? last - 1 : last))
    }
    add(min(0, keyframes[0].time) - step, keyframes[0].time, keyframes[0].value, keyframes[0].value)
    for (key, next) in zip(keyframes, keyframes.dropFirst()) where next.time > key.time {
      if key.isHold || key.value == next.value {
        add(key.time, next.time, key.value, key.value)
      } else if key.easing[0].isLinear {
        add(key.time, next.time, key.value, next.value)
      } else {
        // A frame each, within the film.
        let (from, to) = (max(key.time, -step), min(next.time, duration + step))
        guard to > from else { continue }
        let count = max(Int(bounded: ((to - from) / step).rounded(.up)), 1)
        budget.take(count)
        guard !budget.isExceeded else {
          // Linear, once the budget is spent.
          add(key.time, next.time, key.value, next.value)
          continue
        }
        var (time, value) = (from, key.blended(to: next, (from - key.time) / (next.time - key.time)))
        for index in 1...count {
          let end = index == count ? to : from + Double(index) * step
          let reached = key.blended(to: next, (end - key.time) / (next.time - key.time))
          add(time, end, value, reached)
          (time, value) = (end, reached)
        }
      }
    }
    let last = keyframes[keyframes.count - 1]
    add(last.time, max(duration, last.time) + step, last.value, last.value)
    if isByFrames { Self.hold(&pieces, from: duration - step) }
    return Timeline(.pieces(pieces), of: self)
  }

  private static func hold(_ pieces: inout [Piece], from time: Double) {
    guard let index = pieces.firstIndex(where: { $0.start <= time && $0.end > time }), let last = pieces.last else {
      return
    }
    let piece = pieces[index]
    let held = piece.first + (piece.last - piece.first) * (time - piece.start) / (piece.end - piece.start)
    pieces.removeSubrange(index...)
    if time > piece.start { pieces.append(Piece(start: piece.start, end: time, first: piece.first, last: held)) }
    pieces.append(Piece(start: time, end: last.end, first: held, last: held))
  }
}

// MARK: - Placing

extension Timeline {
  /// Returns the film's second at a frame of the composition; nil if that runs by a curve or backward.
  func seconds(at frame: Double) -> Double? {
    guard case .straight(let offset, let stretch) = course else { return nil }
    return (offset + frame * stretch) / frameRate
  }

  /// The composition's frame at the film's beginning; -infinity if it runs by a curve.
  var first: Double {
    guard case .straight(let offset, let stretch) = course else { return -.infinity }
    return -offset / stretch
  }

  /// Returns a property over seconds of the film.
  func placed<Value>(_ track: Track<Value>) -> Track<Value> {
    if track.isConstant { return track }
    switch course {
    case .straight(let offset, let stretch): return track.changed { $0.time = (offset + $0.time * stretch) / frameRate }
    case .pieces(let pieces):
      var placing = Placing(track)
      for piece in pieces { placing.add(piece) }
      return placing.result
    }
  }

  /// Returns every frame of the film between two times, both included.
  func frames(from start: Double, to end: Double) -> [Double] {
    let step = frameDuration
    var times = [start]
    var index = (start / step).rounded(.down) + 1
    while index * step < end - step * 1e-6 {
      if index * step > start + step * 1e-6 { times.append(index * step) }
      index += 1
    }
    if end > start { times.append(end) }
    return times
  }
}

/// A track through the pieces of a timeline.
private struct Placing<Value: Blendable> {
  private let track: Track<Value>
  private var keyframes: [Keyframe<Value>] = []
  private var end: (time: Double, value: Value)?

  init(_ track: Track<Value>) { self.track = track }

  mutating func add(_ piece: Timeline.Piece) {
    if piece.first == piece.last {
      add(Keyframe(time: piece.start, value: track.value(at: piece.first), isHold: true))
      end = (piece.end, track.value(at: piece.first))
      return
    }
    let forwards = piece.last > piece.first
    let (low, high) = (min(piece.first, piece.last), max(piece.first, piece.last))
    let inside = track.keyframes.map(\.time).filter { $0 > low && $0 < high }
    let stops = [low] + inside + [high]
    let pairs = Array(zip(stops, stops.dropFirst())).filter { $0 < $1 }
    let pace = (piece.end - piece.start) / (piece.last - piece.first)
    for (from, to) in forwards ? pairs : pairs.reversed() {
      add(from: from, to: to, forwards: forwards) { piece.start + ($0 - piece.first) * pace }
    }
    end = (piece.end, track.value(at: piece.last))
  }

  /// Adds the track between two of its times, which lie in one interval.
  private mutating func add(from low: Double, to high: Double, forwards: Bool, at time: (Double) -> Double) {
    let keys = track.keyframes
    let begin = forwards ? time(low) : time(high)
    guard let index = track.index(at: (low + high) / 2), index + 1 < keys.count, !keys[index].isHold else {
      add(Keyframe(time: begin, value: track.value(at: (low + high) / 2), isHold: true))
      return
    }
    let (start, length) = (keys[index].time, keys[index + 1].time - keys[index].time)
    let (a, b) = ((low - start) / length, (high - start) / length)
    let (valueAtLow, valueAtHigh) = (track.value(in: index, at: low), track.value(in: index, at: high))
    let easing = keys[index].easing.map { $0.part(from: a, to: b) }
    let reached = (forwards ? [a, b] : [b, a]).map { keys[index].easing[0].progress(at: $0) }
    let curve = keys[index].bend(to: keys[index + 1], between: reached[0], and: reached[1])
    add(
      Keyframe(
        time: begin, value: forwards ? valueAtLow : valueAtHigh,
        easing: forwards ? easing : easing.map(\.reversed), curve: curve))
    end = (forwards ? time(high) : time(low), forwards ? valueAtHigh : valueAtLow)
  }

  /// Adds a keyframe, and a jump if the one before ends at another value.
  private mutating func add(_ keyframe: Keyframe<Value>) {
    if let end, let last = keyframes.last, !last.isHold {
      keyframes.append(Keyframe(time: end.time, value: end.value, isHold: true))
    }
    keyframes.append(keyframe)
  }

  var result: Track<Value> {
    var keyframes = keyframes
    if let end { keyframes.append(Keyframe(time: end.time, value: end.value, isHold: true)) }
    // Without a piece, for times beyond the exact range of numbers, the first value.
    return Track(keyframes: keyframes) ?? Track(track.first)
  }
}

/// The limit on points of values computed frame by frame: outlines at each frame of an hour take gigabytes.
final class SampleBudget {
  /// Some 300 MB of outlines.
  static let most = 2_000_000
  private var left = most

  /// Whether more was requested than available, so that values were cut short.
  var isExceeded: Bool { left < 0 }

  func take(_ count: Int) { left -= count }

  /// Whether half of the budget, which is for mandatory samples, remains after this many more points.
  func holds(_ count: Double) -> Bool { count <= Double(left - Self.most / 2) }
}
