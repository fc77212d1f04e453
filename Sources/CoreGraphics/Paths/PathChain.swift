// A path that is made from chains of curves, each a subpath.

import Foundation

/// A path under construction: curve after curve, a gap between two becoming a line.
struct PathChain {
  private(set) var storage: CGPathStorage
  /// The end of the subpath's last curve; nil before its first.
  private var end: CGPoint?

  /// Subpaths after those of a path.
  init(after storage: CGPathStorage = CGPathStorage()) { self.storage = storage }

  /// Adds curves: straight ones as lines, and of those without length only their place.
  mutating func append(_ curves: some Sequence<CubicSegment>) {
    for curve in curves {
      begin(at: curve.start)
      if curve.isLine {
        if curve.end != curve.start { storage.addLine(to: curve.end) }
      } else {
        storage.addCurve(to: curve.end, control1: curve.control1, control2: curve.control2)
      }
      end = curve.end
    }
  }

  /// Adds a place that lines lead to and from.
  mutating func pass(through point: CGPoint) {
    begin(at: point)
    end = point
  }

  /// Adds the only subpath of another chain, from its end to its start.
  mutating func append(reversed other: PathChain) {
    guard let last = other.end else { return }
    storage.reserve(other.storage)
    begin(at: last)
    let points = other.storage.points
    var next = points.count
    for type in other.storage.types.reversed() where type != .moveToPoint {
      next -= type.pointCount
      // An element ends where the one before it ended.
      let end = points[next - 1]
      if type == .addLineToPoint {
        storage.addLine(to: end)
      } else {
        storage.addCurve(to: end, control1: points[next + 1], control2: points[next])
      }
      self.end = end
    }
  }

  /// Closes the subpath; what is added next begins another.
  mutating func close() {
    storage.closeSubpath()
    end = nil
  }

  private mutating func begin(at point: CGPoint) {
    if end == nil {
      storage.move(to: point)
    } else if end != point {
      storage.addLine(to: point)
    }
  }
}
