// The paths of a group that a paint applies to. The format's rule is: all above it. lottie-ios has another rule: a fill
// paints the paths since the previous fill, or the paths of that fill if none came in between; and a stroke is drawn
// once for the paths of each fill, right below that fill.

import QuartzCore

/// The paths of a group by the fills that they have so far.
struct PaintedPaths {
  /// The paths of a fill.
  private struct Filled {
    var outlines: Range<Int>
    /// The number of layers up to the fill's last one.
    var end: Int
  }

  private let isGrouped: Bool
  private var filled: [Filled] = []
  /// The first path that no fill has yet.
  private var next = 0

  /// - Parameter isGrouped: whether lottie-ios's rule holds.
  init(_ isGrouped: Bool) { self.isGrouped = isGrouped }

  /// The paths of a fill that comes next.
  func pathsOfFill(in drawing: ShapeBuilder.Drawing) -> Range<Int> {
    let all = drawing.outlines.indices
    guard isGrouped else { return all }
    return next < all.upperBound ? next..<all.upperBound : filled.last?.outlines ?? all
  }

  /// Notes that a fill has been drawn.
  mutating func add(_ outlines: Range<Int>, in drawing: ShapeBuilder.Drawing) {
    filled.append(Filled(outlines: outlines, end: drawing.layers.count))
    next = drawing.outlines.count
  }

  /// The paths of the lines that a stroke draws, the last ones first, each with the fill that it follows, if any.
  func pathsOfStroke(in drawing: ShapeBuilder.Drawing) -> [(group: Int?, outlines: Range<Int>)] {
    let all = drawing.outlines.indices
    guard isGrouped, !filled.isEmpty else { return [(nil, all)] }
    let rest: [(group: Int?, outlines: Range<Int>)] = next < all.upperBound ? [(nil, next..<all.upperBound)] : []
    return rest + filled.indices.reversed().map { ($0, filled[$0].outlines) }
  }

  /// Puts a line's layer behind a fill, or behind all.
  mutating func insert(_ layer: CALayer, after group: Int?, in drawing: inout ShapeBuilder.Drawing) {
    guard let group else { return drawing.layers.append(layer) }
    drawing.layers.insert(layer, at: filled[group].end)
    for index in group..<filled.count { filled[index].end += 1 }
  }

  /// Begins anew: the paths are others.
  mutating func removeAll() { (filled, next) = ([], 0) }
}
