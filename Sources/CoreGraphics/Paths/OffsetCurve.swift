// The curves at a distance from a curve: the sides of a stroke.
//
// The offset of P(u) with unit tangent T and left normal n is O = P + d n, and since n turns with the curve, its
// derivative is O' = (s - d k) T, where s is the speed |P'| and k the turning rate, P' x P'' / s². Ends and derivatives
// of O give a cubic (Hermite's); halving until it is within the tolerance gives a chain of them, with an error that
// falls by 16 with each halving.
//
//        regular: s > d k                     folded: s < d k
//      O0 ~~~~~~~~~~> O1                          P0 ~~> P1       The curve bends more tightly than d: the normals
//      |              |                             \   /         cross, and O runs backward.
//      P0 ~~~~~~~~~~> P1                       O1 <~~ O0
//
// Between P and O of a folded stretch lies an area with the wrong orientation, which would cut a hole where it lies
// over another part of the stroke. Its two parts that do have one orientation each, P0 P1 O1 and P0 O0 O1, are taken
// the right way round instead, by the side O0 P0 O1 ~ O0 P0 O1 with the offset between O1 and O0 taken backward.

import Foundation

/// The curve at a distance to the left of another, on the right for a negative distance.
struct OffsetCurve {
  let curve: CubicSegment
  /// Points to the left.
  let distance: Double
  /// How far from the true offset the result may be, in points.
  let tolerance: Double

  /// The offset as a chain. Neighbours meet, save in folded stretches, where a line leads from one to the next.
  func chain() -> [CubicSegment] {
    if curve.isLine {
      return [CubicSegment(lineFrom: offset(frame(0)), to: offset(frame(1)))]
    }
    var result: [CubicSegment] = []
    let ends = [0] + folds() + [1]
    for (from, to) in zip(ends, ends.dropFirst()) where to > from {
      if rate(frame((from + to) / 2)) < 0 {
        unfold(from, to, depth: 0, into: &result)
      } else {
        fit(from, to, depth: 0, into: &result)
      }
    }
    return result
  }

  /// Appends the side of a folded stretch, in parts that turn by at most a sixth of a turn each: a part is to be nearly
  /// flat for its two areas to be all of what the normals sweep.
  private func unfold(_ from: Double, _ to: Double, depth: Int, into result: inout [CubicSegment]) {
    let (a, b) = (frame(from), frame(to))
    if depth < Self.deepest, turnsFar(a, b) {
      let middle = (from + to) / 2
      unfold(from, middle, depth: depth + 1, into: &result)
      unfold(middle, to, depth: depth + 1, into: &result)
      return
    }
    var offsets: [CubicSegment] = []
    fit(from, to, depth: 0, into: &offsets)
    let shortcut = CubicSegment(lineFrom: a.point, to: offset(b))
    result.append(shortcut)
    result += offsets.reversed().map { $0.reversed }
    result.append(shortcut)
  }

  /// A point of the curve and how the curve passes it.
  private struct Frame {
    var point: CGPoint
    var tangent: CGVector
    var speed: Double
    var turningRate: Double
  }

  private func frame(_ u: Double) -> Frame {
    let (first, second) = (curve.derivative(at: u), curve.secondDerivative(at: u))
    // `hypot` guards against overflow, at ten times the price; it was a third of all stroking.
    let speed = (first.dx * first.dx + first.dy * first.dy).squareRoot()
    guard speed > 1e-9 * scale, speed.isFinite else {
      // The curve halts, as where a control point lies on an end; it has a direction all the same.
      let angle = curve.tangentAngle(at: u)
      return Frame(
        point: curve.point(at: u), tangent: CGVector(dx: cos(angle), dy: sin(angle)), speed: 0, turningRate: 0)
    }
    return Frame(
      point: curve.point(at: u), tangent: CGVector(dx: first.dx / speed, dy: first.dy / speed), speed: speed,
      turningRate: (first.dx * second.dy - first.dy * second.dx) / (speed * speed))
  }

  private var scale: Double {
    abs(curve.control1.x - curve.start.x) + abs(curve.control1.y - curve.start.y)
      + abs(curve.control2.x - curve.start.x) + abs(curve.control2.y - curve.start.y)
      + abs(curve.end.x - curve.start.x) + abs(curve.end.y - curve.start.y)
  }

  private func offset(_ frame: Frame) -> CGPoint {
    CGPoint(x: frame.point.x - distance * frame.tangent.dy, y: frame.point.y + distance * frame.tangent.dx)
  }

  /// The speed of the offset along the tangent; negative where it runs backward.
  private func rate(_ frame: Frame) -> Double { frame.speed - distance * frame.turningRate }

  /// The parameters where the offset turns round.
  private func folds() -> [Double] {
    if isGentle { return [] }
    // Of a cubic the rate has few zeros; between this many samples there is at most one that can be seen, but in bends
    // so tight that they lie between two of them.
    let samples = 32
    var found: [Double] = []
    var last = rate(frame(0))
    func visit(_ from: Double, _ to: Double) {
      let next = rate(frame(to))
      if last * next < 0 {
        var (low, high) = (from, to)
        for _ in 0..<40 {
          let middle = (low + high) / 2
          if (rate(frame(middle)) < 0) == (last < 0) { low = middle } else { high = middle }
        }
        found.append(low)
      }
      if next != 0 { last = next }
    }
    func descend(_ from: Double, _ to: Double, depth: Int) {
      if depth < Self.deepest, turnsFar(frame(from), frame(to)) {
        let middle = (from + to) / 2
        descend(from, middle, depth: depth + 1)
        descend(middle, to, depth: depth + 1)
      } else {
        visit(from, to)
      }
    }
    for index in 1...samples {
      descend(Double(index - 1) / Double(samples), Double(index) / Double(samples), depth: 0)
    }
    return found
  }

  /// Whether the curve is too straight for folds: s² s > |d| |P' x P''| by bounds for all of it. The derivative is the
  /// Bézier curve of three vectors: it is nowhere longer than the longest of them, nowhere shorter than the shortest
  /// projection on their sum, and changes by at most twice the longest difference.
  private var isGentle: Bool {
    let a = CGVector(dx: 3 * (curve.control1.x - curve.start.x), dy: 3 * (curve.control1.y - curve.start.y))
    let b = CGVector(dx: 3 * (curve.control2.x - curve.control1.x), dy: 3 * (curve.control2.y - curve.control1.y))
    let c = CGVector(dx: 3 * (curve.end.x - curve.control2.x), dy: 3 * (curve.end.y - curve.control2.y))
    let sum = CGVector(dx: a.dx + b.dx + c.dx, dy: a.dy + b.dy + c.dy)
    let length = (sum.dx * sum.dx + sum.dy * sum.dy).squareRoot()
    func along(_ v: CGVector) -> Double { (v.dx * sum.dx + v.dy * sum.dy) / length }
    func square(_ v: CGVector) -> Double { v.dx * v.dx + v.dy * v.dy }
    let slowest = min(along(a), along(b), along(c))
    guard slowest > 0 else { return false }
    let fastest = max(square(a), square(b), square(c)).squareRoot()
    let change =
      2
      * max(
        square(CGVector(dx: b.dx - a.dx, dy: b.dy - a.dy)), square(CGVector(dx: c.dx - b.dx, dy: c.dy - b.dy))
      ).squareRoot()
    return slowest * slowest * slowest > abs(distance) * fastest * change
  }

  /// Halvings of a curve in search of its bends; one that is tighter counts as a corner.
  private static let deepest = 24

  /// Whether the curve turns by more than an angle between two points, as far as their directions tell; a sixth of a
  /// turn by default.
  private func turnsFar(_ a: Frame, _ b: Frame, cosine: Double = 0.5) -> Bool {
    a.tangent.dx * b.tangent.dx + a.tangent.dy * b.tangent.dy < cosine
  }

  /// Appends cubics for the offset between two parameters.
  private func fit(_ from: Double, _ to: Double, depth: Int, into result: inout [CubicSegment]) {
    let (a, b) = (frame(from), frame(to))
    let (p, q) = (offset(a), offset(b))
    let (ra, rb) = (rate(a) * (to - from) / 3, rate(b) * (to - from) / 3)
    let candidate = CubicSegment(
      start: p, control1: CGPoint(x: p.x + ra * a.tangent.dx, y: p.y + ra * a.tangent.dy),
      control2: CGPoint(x: q.x - rb * b.tangent.dx, y: q.y - rb * b.tangent.dy), end: q)
    let turnsFar = turnsFar(a, b)
    if turnsFar, depth >= Self.deepest {
      // The curve halts here, or as good as: around a corner the offset is an arc.
      let angle = atan2(
        a.tangent.dx * b.tangent.dy - a.tangent.dy * b.tangent.dx,
        a.tangent.dx * b.tangent.dx + a.tangent.dy * b.tangent.dy)
      let side: Double = distance < 0 ? -1 : 1
      result += CubicSegment.arc(
        center: a.point, radius: abs(distance), from: atan2(side * a.tangent.dx, -side * a.tangent.dy), sweep: angle)
    } else if !turnsFar
      && (depth > 0 && isClose(candidate, from, to) || depth >= 8 && !self.turnsFar(a, b, cosine: 0.97)
        || depth >= Self.deepest)
    {
      // Without bends 256 pieces are enough for any curve.
      result.append(candidate)
    } else {
      let middle = (from + to) / 2
      fit(from, middle, depth: depth + 1, into: &result)
      fit(middle, to, depth: depth + 1, into: &result)
    }
  }

  /// Whether the candidate stays on the offset. How far it lies aside is what can be seen; along the curve it may
  /// run ahead or behind.
  private func isClose(_ candidate: CubicSegment, _ from: Double, _ to: Double) -> Bool {
    [0.25, 0.5, 0.75].allSatisfy { fraction in
      let frame = frame(from + (to - from) * fraction)
      let (p, q) = (candidate.point(at: fraction), offset(frame))
      let (dx, dy) = (p.x - q.x, p.y - q.y)
      let aside = abs(dy * frame.tangent.dx - dx * frame.tangent.dy)
      return aside <= tolerance && abs(dx * frame.tangent.dx + dy * frame.tangent.dy) <= 20 * tolerance
    }
  }
}
