import CoreGraphics
import Foundation
import QuartzCore

/// Separately painted paths that a trim takes as one long path: each is cut to its share of the trimmed part.
struct TrimSequence {
  /// The index of each path, by the identity of its item's path in the document.
  private var places: [ObjectIdentifier: Int] = [:]
  private var geometries: [Track<PathGeometry>] = []
  /// The lengths of constant paths.
  private var lengths: [Double] = []

  /// Adds a path; a repeated one counts once.
  mutating func add(_ geometry: Track<PathGeometry>, of item: ShapeItem) {
    guard places.updateValue(geometries.count, forKey: ObjectIdentifier(item.path)) == nil else { return }
    geometries.append(geometry)
    lengths.append(geometry.first.length)
  }

  /// Returns the part of a path that a trim leaves; curves are cut by length, too, if `evenly`.
  func trimmed(
    _ geometry: Track<PathGeometry>, of item: ShapeItem, by trim: TrimPath, on timeline: Timeline, evenly: Bool
  ) -> Track<PathGeometry> {
    geometry.cut(by: trim, on: timeline, beside: geometries.map(\.timing), asOne: true, evenly: evenly) {
      part(of: item, at: $0)
    }
  }

  /// Returns the parts of the whole length at which a path begins and ends, 0...1.
  private func part(of item: ShapeItem, at time: Double) -> (start: Double, end: Double) {
    guard let place = places[ObjectIdentifier(item.path)] else { return (0, 1) }
    let lengths = zip(geometries, lengths).map { $0.isConstant ? $1 : $0.value(at: time).length }
    let total = lengths.reduce(0, +)
    guard total > 0, total.isFinite else { return (0, 1) }
    let before = lengths[..<place].reduce(0, +)
    return (before / total, (before + lengths[place]) / total)
  }
}

extension Track<PathGeometry> {
  /// Returns the path cut by a trim at every frame.
  ///
  /// - Parameters:
  ///   - timings: the timings of other paths that decide on `part`.
  ///   - asOne: whether all contours are one long path, instead of being cut alike.
  ///   - evenly: whether curves are cut by length, instead of by their parameter.
  ///   - part: the path's share of a longer path's length at a time, 0...1. Default: all.
  func cut(
    by trim: TrimPath, on timeline: Timeline, beside timings: [TrackTiming] = [], asOne: Bool, evenly: Bool,
    part: (_ time: Double) -> (start: Double, end: Double) = { _ in (0, 1) }
  ) -> Track {
    let (start, end) = (timeline.placed(trim.start), timeline.placed(trim.end))
    let offset = timeline.placed(trim.offset)
    let even = evenly ? constant?.cutEvenly() : nil
    let timings = [timing, start.timing, end.timing, offset.timing] + timings
    return .combining(timings, isLinear: false, timeline: timeline) { time in
      let path = value(at: time)
      func divided() -> PathGeometry {
        if let even { return even }
        let divided = path.cutEvenly()
        // Whatever is left of a moving path, all of it is measured, which takes longer than a point of the result.
        timeline.budget.take(2 * divided.pointCount)
        return divided
      }
      return path.trimmed(
        from: start.value(at: time), to: end.value(at: time), offset: offset.value(at: time), within: part(time),
        asOne: asOne, even: evenly ? divided : nil)
    }
  }
}

final class TrimSequences {
  private var byTrim: [ObjectIdentifier: TrimSequence] = [:]

  subscript(trim: ShapeItem) -> TrimSequence? {
    get { byTrim[ObjectIdentifier(trim.path)] }
    set { byTrim[ObjectIdentifier(trim.path)] = newValue }
  }
}

extension ShapeBuilder {
  /// Finds the sequences of trims among items, before these are drawn.
  func findSequences(in items: [ShapeItem]) {
    for (index, item) in items.enumerated() {
      guard case .trim(let trim) = item.content, trim.isIndividual, !trim.isWhole, sequences[item] == nil else {
        continue
      }
      let above = Array(items[..<index])
      guard above.isPaintedApart else { continue }
      var sequence = TrimSequence()
      gather(above, outer: [], into: &sequence)
      sequences[item] = sequence
    }
  }

  private func gather(_ items: [ShapeItem], outer: Modifiers, into sequence: inout TrimSequence) {
    for (index, item) in items.enumerated() {
      let modifiers = items[(index + 1)...].filter(\.isModifier) + outer
      switch item.content {
      case .path(let path):
        var geometry = path.geometry(on: timeline)
        for item in modifiers {
          if case .modifier(let modifier) = item.content { geometry = modifier.modified(geometry, on: timeline) }
        }
        sequence.add(geometry, of: item)
      case .group(let inner, _): gather(inner, outer: modifiers, into: &sequence)
      default: continue
      }
    }
  }

  /// The number of copies of a path beyond which a trim is applied frame by frame.
  private static let mostTurns = 12.0

  /// Sets a trim as a shape's `strokeStart` and `strokeEnd`, and returns how often the path must be repeated, so that a
  /// part that passes the path's end is still in one piece.
  func setTrim(_ trim: TrimPath, of shape: CAShapeLayer) -> Int {
    var (start, end) = (bounded(timeline.placed(trim.start)), bounded(timeline.placed(trim.end)))
    var offset = timeline.placed(trim.offset)
    // Lottie takes the ends in either order.
    (start, end) = ordered(start, end)
    if let turns = offset.constant { offset = Track(turns - turns.rounded(.down)) }
    let lowest = (start.lowest + offset.lowest).rounded(.down)
    let highest = (end.highest + offset.highest).rounded(.up)
    guard highest - lowest <= Self.mostTurns, highest.isFinite, lowest.isFinite else {
      return setTurning(start, end, offset, of: shape)
    }
    let copies = max(highest - lowest, 1)
    set(start, plus: offset, to: "strokeStart", of: shape) { ($0 - lowest) / copies }
    set(end, plus: offset, to: "strokeEnd", of: shape) { ($0 - lowest) / copies }
    return Int(bounded: copies)
  }

  /// Returns a part of the length limited to 0...1, which a pace may exceed.
  private func bounded(_ track: Track<Double>) -> Track<Double> {
    let stays = track.keyframes.allSatisfy { (0...1).contains($0.value) && $0.easing.allSatisfy(\.isBounded) }
    if imitates || stays { return track }
    return .combining([track.timing], isLinear: false, timeline: timeline) { min(max(track.value(at: $0), 0), 1) }
  }

  /// Animates a sum of two tracks by one animation if they move together, else by two, one of which is additive.
  private func set(
    _ track: Track<Double>, plus offset: Track<Double>, to keyPath: String, of shape: CAShapeLayer,
    scaled: (Double) -> Double
  ) {
    let duration = timeline.duration
    let (track, offset) = (track.settled(within: duration), offset.settled(within: duration))
    if track.isConstant || offset.isConstant || track.timing == offset.timing {
      let sum = Track<Double>.combining([track.timing, offset.timing], isLinear: true, timeline: timeline) {
        scaled(track.value(at: $0) + offset.value(at: $0))
      }
      builder.set(keyPath, of: shape, toPlaced: sum, duration: duration) { $0 }
    } else {
      let none = scaled(0)
      builder.set(keyPath, of: shape, toPlaced: track.map(scaled), duration: duration) { $0 }
      builder.set(keyPath, of: shape, toPlaced: offset.map { scaled($0) - none }, duration: duration, adds: true) { $0 }
    }
  }

  /// Returns the lesser and the greater of two tracks at every time.
  private func ordered(_ start: Track<Double>, _ end: Track<Double>) -> (Track<Double>, Track<Double>) {
    // Tracks that never meet, or that move together between keyframes in the same order.
    if start.highest <= end.lowest { return (start, end) }
    if end.highest <= start.lowest { return (end, start) }
    if start.isConstant || end.isConstant || start.timing == end.timing {
      let times = (start.isConstant ? end : start).keyframes.map(\.time)
      let gaps = times.map { end.value(at: $0) - start.value(at: $0) }
      if gaps.allSatisfy({ $0 >= 0 }) { return (start, end) }
      if gaps.allSatisfy({ $0 <= 0 }) { return (end, start) }
    }
    func either(_ pick: @escaping (Double, Double) -> Double) -> Track<Double> {
      .combining([start.timing, end.timing], isLinear: false, timeline: timeline) {
        pick(start.value(at: $0), end.value(at: $0))
      }
    }
    let moments = Set(start.keyframes.map(\.time) + end.keyframes.map(\.time)).sorted()
    let crosses = moments.contains { end.value(at: $0) < start.value(at: $0) - 1e-9 }
    return crosses ? (either(min), either(max)) : (start, end)
  }

  /// Sets a part that turns often, at every frame.
  private func setTurning(
    _ start: Track<Double>, _ end: Track<Double>, _ offset: Track<Double>, of shape: CAShapeLayer
  ) -> Int {
    for (keyPath, track) in [("strokeStart", start), ("strokeEnd", end)] {
      let timings = [start.timing, end.timing, offset.timing]
      let sampled = Track<Double>.combining(timings, isLinear: false, timeline: timeline) { time in
        let from = start.value(at: time) + offset.value(at: time)
        return (track.value(at: time) + offset.value(at: time) - from.rounded(.down)) / 2
      }
      // Holding avoids a backward run between a turn's last frame and the next one's first.
      let held = sampled.changed { $0.isHold = true }
      builder.set(keyPath, of: shape, toPlaced: held, duration: timeline.duration) { $0 }
    }
    return 2
  }
}

extension [ShapeItem] {
  /// The number of paths, with those of groups.
  private var pathCount: Int {
    reduce(0) { count, item in
      switch item.content {
      case .path: count + 1
      case .group(let inner, _): count + inner.pathCount
      default: count
      }
    }
  }

  /// The number of paths of each group with a paint of its own.
  private var paintedCounts: [Int] {
    flatMap { item -> [Int] in
      guard case .group(let inner, _) = item.content else { return [] }
      let isPainted = inner.contains {
        switch $0.content {
        case .fill, .stroke: true
        default: false
        }
      }
      return inner.paintedCounts + (isPainted ? [inner.pathCount] : [])
    }
  }

  /// Whether a group paints only some of the paths.
  fileprivate var isPaintedApart: Bool {
    let count = pathCount
    return paintedCounts.contains { $0 < count }
  }
}

extension PathGeometry {
  /// The total length of the lines and curves, in points.
  fileprivate var length: Double {
    contours.reduce(0) { $0 + $1.segments.reduce(0) { $0 + ArcLengthTable($1, tolerance: 1e-5).total } }
  }
}

extension Track<Double> {
  fileprivate var lowest: Double { keyframes.map(\.value).min() ?? 0 }
  fileprivate var highest: Double { keyframes.map(\.value).max() ?? 0 }
}
