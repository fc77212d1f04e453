// The curves at a distance from a curve: the sides of a stroke.
//
// The offset of P(u) with unit tangent T and left normal n is O = P + d n, and since n turns with the curve, its
// derivative is O' = (s - d k) T, where s is the speed |P'| and k the turning rate, P' x P'' / s². Ends and derivatives
// of O give a cubic (Hermite's); halving until it is within the tolerance gives a chain of them, with an error that
// falls by 16 with each halving.
//
// The curve is cut where its direction is a multiple of a quarter turn, where it begins to bend to the other side, and
// from there by angles. All of these are roots of quadratics: the number of cuts is bounded, and a bend is found
// however small its range of parameters is, for which halving the parameter would have no bound.
//
//        regular: s > d k                     folded: s < d k
//      O0 ~~~~~~~~~~> O1                          P0 ~~> P1       The curve bends more tightly than d: the normals
//      |              |                             \   /         cross, and O runs backward.
//      P0 ~~~~~~~~~~> P1                       O1 <~~ O0
//
// Between P and O of a folded stretch lies an area with the wrong orientation, which would cut a hole into another part
// of the stroke. It has two parts of one orientation each, P0 P1 O1 and P0 O0 O1, which are added with the right
// orientation by the side O0 P0 O1 ~ O0 P0 O1, where the offset between O1 and O0 runs backward.

import Foundation

/// The curve at a distance to the left of another, on the right for a negative distance.
struct OffsetCurve {
  private let curve: CubicSegment
  private let hodograph: Hodograph
  private let distance: Double
  /// The greatest distance of the result from the true offset, in points.
  private let tolerance: Double

  init(curve: CubicSegment, distance: Double, tolerance: Double) {
    self.curve = curve
    self.hodograph = Hodograph(curve)
    self.distance = distance
    // A tolerance below rounding errors cannot be reached.
    let size = max(abs(curve.start.x), abs(curve.start.y), abs(curve.end.x), abs(curve.end.y), abs(distance))
    self.tolerance = max(tolerance, 1e-14 * size)
  }

  /// The greatest number of cubics of a chain, but for a few.
  private static let mostPieces = 256

  /// Returns the offset as a chain. Neighbours meet, except in folded stretches, where lines join them.
  func chain() -> [CubicSegment] {
    if curve.isLine { return [CubicSegment(lineFrom: offset(frame(0)), to: offset(frame(1)))] }
    var result: [CubicSegment] = []
    var left = Self.mostPieces
    for part in isGentle ? [Part(from: frame(0), to: frame(1), isFolded: false)] : parts() {
      // A part may take 64 of the cubics that are left, and always 8.
      var budget = min(max(left, 8), 64)
      left -= budget
      if part.isFolded { unfold(part, &budget, into: &result) } else { fitHalves(part, &budget, into: &result) }
      left += budget
    }
    return result
  }

  // MARK: Frames

  /// A point of the curve and the curve's direction and speed there.
  private struct Frame {
    var u: Double
    var point: CGPoint
    var tangent: CGVector
    /// The speed of the offset along the tangent; negative where the offset runs backward.
    var rate: Double
  }

  private func frame(_ u: Double) -> Frame {
    let value = hodograph.value(u)
    let square = value.dot(value)
    // A third of the speed. `hypot`, which avoids overflow, costs ten times as much: it was a third of all stroking.
    let third = square.squareRoot()
    guard third > 1e-140, third < 1e140 else {
      return Frame(u: u, point: curve.point(at: u), tangent: hodograph.direction(u) ?? CGVector(dx: 1, dy: 0), rate: 0)
    }
    return Frame(
      u: u, point: curve.point(at: u), tangent: CGVector(dx: value.dx / third, dy: value.dy / third),
      rate: 3 * third - 2 * distance * hodograph.bend(u) / square)
  }

  private func offset(_ frame: Frame) -> CGPoint {
    CGPoint(x: frame.point.x - distance * frame.tangent.dy, y: frame.point.y + distance * frame.tangent.dx)
  }

  // MARK: Parts

  /// A stretch with a small turn, to one side if it is folded.
  private struct Part {
    var from: Frame
    var to: Frame
    /// Whether the offset runs backward.
    var isFolded: Bool
  }

  /// The cosine of the greatest turn of a part, an eighth of a turn, except for a corner, which has no parts.
  private static let widest = 0.5.squareRoot()

  /// Returns the curve's parts in order; their number is bounded.
  private func parts() -> [Part] {
    let axes = hodograph.parallels(to: CGVector(dx: 1, dy: 0)) + hodograph.parallels(to: CGVector(dx: 0, dy: 1))
    let steps = 16
    let even = (1...steps).map { Double($0) / Double(steps) }
    let cuts = (even + axes + hodograph.inflections()).sorted()

    var parts: [Part] = []
    /// Adds a stretch that is folded everywhere or nowhere, to the last part if both are alike.
    func add(_ from: Frame, _ to: Frame, isFolded: Bool) {
      if let last = parts.last, last.isFolded == isFolded, last.from.tangent.dot(to.tangent) > Self.widest,
        last.from.tangent.dot(last.to.tangent) > Self.widest
      {
        parts[parts.count - 1].to = to
      } else {
        parts.append(Part(from: from, to: to, isFolded: isFolded))
      }
    }
    func visit(_ from: Frame, _ to: Frame) {
      // 12 degrees: a fold that begins and ends within that is invisible.
      if from.tangent.dot(to.tangent) < 0.978, let middle = middle(from, to) {
        visit(from, middle)
        visit(middle, to)
      } else if let fold = fold(from, to) {
        let isFolded = isFolded(from, fold)
        add(from, fold, isFolded: isFolded)
        add(fold, to, isFolded: !isFolded)
      } else {
        add(from, to, isFolded: isFolded(from, to))
      }
    }
    var from = frame(0)
    for cut in cuts where cut > from.u {
      let to = frame(cut)
      visit(from, to)
      from = to
    }
    return parts
  }

  /// Returns a frame between two; nil if no number lies between their parameters. It halves the angle if the curve
  /// turns by more than 6 degrees, or if the offset moves farther than the curve; else the parameter.
  private func middle(_ from: Frame, _ to: Frame) -> Frame? {
    var u = (from.u + to.u) / 2
    let way = CGVector(from: from.point, to: to.point).length
    if from.tangent.dot(to.tangent) < 0.995 || abs(distance * from.tangent.cross(to.tangent)) > way {
      let sum = CGVector(dx: from.tangent.dx + to.tangent.dx, dy: from.tangent.dy + to.tangent.dy)
      u = hodograph.parallels(to: sum).first { $0 > from.u && $0 < to.u } ?? u
    }
    return u > from.u && u < to.u ? frame(u) : nil
  }

  /// Returns the frame between two at which the offset reverses; nil if it does not.
  private func fold(_ from: Frame, _ to: Frame) -> Frame? {
    let first = inside(from, toward: to)
    guard first.rate * inside(to, toward: from).rate < 0 else { return nil }
    var (low, high) = (from.u, to.u)
    for _ in 0..<30 {
      let middle = (low + high) / 2
      if runsBackward(middle) == (first.rate < 0) { low = middle } else { high = middle }
    }
    return low > from.u ? frame(low) : nil
  }

  /// Whether the offset runs backward at a parameter, where its rate is negative.
  private func runsBackward(_ u: Double) -> Bool {
    let value = hodograph.value(u)
    let square = value.dot(value)
    return 3 * square * square.squareRoot() < 2 * distance * hodograph.bend(u)
  }

  /// Returns the frame itself, or one close to it where the curve's speed is 0, so that its rate says nothing.
  private func inside(_ frame: Frame, toward other: Frame) -> Frame {
    frame.rate != 0 ? frame : self.frame(frame.u + 1e-6 * (other.u - frame.u))
  }

  /// Whether the offset runs backward on a stretch without a ``fold(_:_:)``.
  private func isFolded(_ from: Frame, _ to: Frame) -> Bool {
    let middle = (from.u + to.u) / 2
    if middle > from.u, middle < to.u { return runsBackward(middle) }
    // A corner, whose inner side is folded.
    return distance * from.tangent.angle(to: to.tangent) > 0
  }

  /// Appends the side of a folded part.
  private func unfold(_ part: Part, _ budget: inout Int, into result: inout [CubicSegment]) {
    var offsets: [CubicSegment] = []
    fitHalves(part, &budget, into: &offsets)
    let shortcut = CubicSegment(lineFrom: part.from.point, to: offset(part.to))
    result.append(shortcut)
    result += offsets.reversed().map { $0.reversed }
    result.append(shortcut)
  }

  /// Whether the curve is too straight for folds: s² s > |d| |P' x P''|, by bounds for all of it. The derivative is the
  /// Bézier curve of three vectors: it is never longer than the longest of them, never shorter than the shortest
  /// projection on their sum, and its change is at most twice the longest difference. All vectors here are thirds.
  private var isGentle: Bool {
    let (a, b, c) = (hodograph.a, hodograph.b, hodograph.c)
    let sum = CGVector(dx: a.dx + b.dx + c.dx, dy: a.dy + b.dy + c.dy)
    let slowest = min(a.dot(sum), b.dot(sum), c.dot(sum)) / sum.length
    guard slowest > 0 else { return false }
    let fastest = max(a.length, b.length, c.length)
    let change =
      2 * max(CGVector(dx: b.dx - a.dx, dy: b.dy - a.dy).length, CGVector(dx: c.dx - b.dx, dy: c.dy - b.dy).length)
    return 3 * slowest * slowest * slowest > abs(distance) * fastest * change
  }

  // MARK: Fitting

  /// Appends cubics for the two halves of a part: three points of the whole might fit its cubic by chance.
  private func fitHalves(_ part: Part, _ budget: inout Int, into result: inout [CubicSegment]) {
    guard let middle = middle(part.from, part.to) else { return fit(part.from, part.to, &budget, into: &result) }
    fit(part.from, middle, &budget, into: &result)
    fit(middle, part.to, &budget, into: &result)
  }

  /// Appends cubics for the offset between two frames, at most as many as the budget has.
  private func fit(_ from: Frame, _ to: Frame, _ budget: inout Int, into result: inout [CubicSegment]) {
    let turnsFar = from.tangent.dot(to.tangent) < 0.5
    let candidate = candidate(from, to)
    let isGood = !turnsFar && isClose(candidate, from.u, to.u)
    if !isGood, budget > 0 || turnsFar, let middle = middle(from, to) {
      budget -= 1
      fit(from, middle, &budget, into: &result)
      fit(middle, to, &budget, into: &result)
    } else if turnsFar {
      // At a corner the offset is an arc.
      let side: Double = distance < 0 ? -1 : 1
      result += CubicSegment.arc(
        center: from.point, radius: abs(distance), from: atan2(side * from.tangent.dx, -side * from.tangent.dy),
        sweep: from.tangent.angle(to: to.tangent))
    } else {
      result.append(isGood ? candidate : candidate.withShortHandles)
    }
  }

  /// Returns the cubic with the offset's ends and derivatives.
  private func candidate(_ from: Frame, _ to: Frame) -> CubicSegment {
    let (p, q) = (offset(from), offset(to))
    let third = (to.u - from.u) / 3
    return CubicSegment(
      start: p,
      control1: CGPoint(x: p.x + from.rate * third * from.tangent.dx, y: p.y + from.rate * third * from.tangent.dy),
      control2: CGPoint(x: q.x - to.rate * third * to.tangent.dx, y: q.y - to.rate * third * to.tangent.dy), end: q)
  }

  /// Whether the candidate fits the offset. Its distance to the side is visible; along the curve it may deviate more.
  private func isClose(_ candidate: CubicSegment, _ from: Double, _ to: Double) -> Bool {
    [0.25, 0.5, 0.75].allSatisfy { fraction in
      let frame = frame(from + (to - from) * fraction)
      let (p, q) = (candidate.point(at: fraction), offset(frame))
      let (dx, dy) = (p.x - q.x, p.y - q.y)
      let aside = abs(dy * frame.tangent.dx - dx * frame.tangent.dy)
      // Between the tested points the deviation may be greater.
      return aside <= 0.7 * tolerance && abs(dx * frame.tangent.dx + dy * frame.tangent.dy) <= 20 * tolerance
    }
  }
}

extension CubicSegment {
  /// The curve with handles of at most a third of its chord, so that it stays near its ends.
  fileprivate var withShortHandles: CubicSegment {
    let most = CGVector(from: start, to: end).length / 3
    func handle(_ from: CGPoint, _ to: CGPoint) -> CGPoint {
      let length = CGVector(from: from, to: to).length
      return length > most ? from.interpolated(to: to, most / length) : to
    }
    return CubicSegment(start: start, control1: handle(start, control1), control2: handle(end, control2), end: end)
  }
}
