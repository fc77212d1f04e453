// Trims that take all paths above them as one long path, where these are painted apart: each path is cut to what of the
// long path's stretch lies on it.

import CoreGraphics
import Foundation

/// The paths that a trim takes as one, in their order.
struct TrimSequence {
  /// The index of each path, by the identity of its item's path in the document.
  private var places: [ObjectIdentifier: Int] = [:]
  private var geometries: [Track<PathGeometry>] = []
  /// The lengths of paths that stand still.
  private var lengths: [Double] = []

  /// Adds a path; one that is shown again counts once.
  mutating func add(_ geometry: Track<PathGeometry>, of item: ShapeItem) {
    guard places.updateValue(geometries.count, forKey: ObjectIdentifier(item.path)) == nil else { return }
    geometries.append(geometry)
    lengths.append(geometry.first.length)
  }

  /// Returns the part of a path that a trim leaves.
  ///
  /// - Parameter evenly: whether curves are cut by length, too.
  func trimmed(
    _ geometry: Track<PathGeometry>, of item: ShapeItem, by trim: TrimPath, on timeline: Timeline, evenly: Bool
  ) -> Track<PathGeometry> {
    let (start, end) = (timeline.placed(trim.start), timeline.placed(trim.end))
    let offset = timeline.placed(trim.offset)
    let timings = [geometry.timing, start.timing, end.timing, offset.timing] + geometries.map(\.timing)
    return .combining(timings, isLinear: false, timeline: timeline) { time in
      geometry.value(at: time).trimmed(
        from: start.value(at: time), to: end.value(at: time), offset: offset.value(at: time),
        within: part(of: item, at: time), asOne: true, evenly: evenly)
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

/// The sequences of a shape layer, by their trims.
final class TrimSequences {
  private var byTrim: [ObjectIdentifier: TrimSequence] = [:]

  subscript(trim: ShapeItem) -> TrimSequence? {
    get { byTrim[ObjectIdentifier(trim.path)] }
    set { byTrim[ObjectIdentifier(trim.path)] = newValue }
  }
}

extension ShapeBuilder {
  /// Notes the sequences of trims among items, before these are drawn.
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
}

extension [ShapeItem] {
  /// The number of paths, those of groups included.
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

  /// Whether a group paints some of the paths alone.
  fileprivate var isPaintedApart: Bool {
    let count = pathCount
    return paintedCounts.contains { $0 < count }
  }
}

extension PathGeometry {
  /// The length of the lines and curves together, in points.
  fileprivate var length: Double {
    contours.reduce(0) { $0 + $1.segments.reduce(0) { $0 + ArcLengthTable($1, tolerance: 1e-5).total } }
  }
}
