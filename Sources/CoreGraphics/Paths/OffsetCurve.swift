// The curves at a distance from a curve: the sides of a stroke.
//
// The offset of P(u) with unit tangent T and left normal n is O = P + d n, and since n turns with the curve, its
// derivative is O' = (s - d k) T, where s is the speed |P'| and k the turning rate, P' x P'' / s². Ends and derivatives
// of O give a cubic (Hermite's); halving until it is within the tolerance gives a chain of them, with an error that
// falls by 16 with each halving.
//
//        regular: s > d k                    folded: s < d k, the curve bends more tightly than d
//      O0 ----------> O1                       P0 ---> P1
//      |              |                          \   /       the normals cross, and O runs backward
//      P0 ----------> P1                         O1 <- O0
//
// In a folded stretch the area between P and O has the wrong orientation, and would cut a hole where it lies over
// another part of the stroke. There the side goes along P, and round the folded area the right way:
// O0 P0 ~ P1 O1 ~ O0 P0 ~ P1 O1.

import Foundation

/// The curve at a distance to the left of another, on the right for a negative distance.
struct OffsetCurve {
  let curve: CubicSegment
  /// Points to the left.
  let distance: Double
  /// How far from the true offset the result may be, in points.
  let tolerance: Double

  /// The offset as a chain; neighbours meet, save for the jump into and out of a folded stretch.
  func chain() -> [CubicSegment] {
    if curve.isLine {
      return [CubicSegment(lineFrom: offset(frame(0)), to: offset(frame(1)))]
    }
    var result: [CubicSegment] = []
    let ends = [0] + folds() + [1]
    for (from, to) in zip(ends, ends.dropFirst()) where to > from {
      var stretch: [CubicSegment] = []
      fit(from, to, depth: 0, into: &stretch)
      if rate(frame((from + to) / 2)) < 0 {
        let base = curve.part(from: from, to: to)
        result += [base] + stretch.reversed().map { $0.reversed } + [base]
        // The chain goes on from the offset's end, and not from the curve's.
        result.append(CubicSegment(lineFrom: base.end, to: offset(frame(to))))
      } else {
        result += stretch
      }
    }
    return result
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
    let speed = hypot(first.dx, first.dy)
    guard speed > 1e-9 * scale else {
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
    // Of a cubic the rate has few zeros; between this many samples there is at most one that can be seen.
    let samples = 32
    var found: [Double] = []
    var last = rate(frame(0))
    for index in 1...samples {
      let next = rate(frame(Double(index) / Double(samples)))
      if last * next < 0 {
        var (low, high) = (Double(index - 1) / Double(samples), Double(index) / Double(samples))
        for _ in 0..<40 {
          let middle = (low + high) / 2
          if (rate(frame(middle)) < 0) == (last < 0) { low = middle } else { high = middle }
        }
        found.append(low)
      }
      if next != 0 { last = next }
    }
    return found
  }

  /// Appends cubics for the offset between two parameters.
  private func fit(_ from: Double, _ to: Double, depth: Int, into result: inout [CubicSegment]) {
    let (a, b) = (frame(from), frame(to))
    let (p, q) = (offset(a), offset(b))
    let (ra, rb) = (rate(a) * (to - from) / 3, rate(b) * (to - from) / 3)
    let candidate = CubicSegment(
      start: p, control1: CGPoint(x: p.x + ra * a.tangent.dx, y: p.y + ra * a.tangent.dy),
      control2: CGPoint(x: q.x - rb * b.tangent.dx, y: q.y - rb * b.tangent.dy), end: q)
    // At most 256 pieces: a curve that passes a near-cusp needs halving only there.
    if depth == 8 || (depth > 0 && isClose(candidate, from, to)) {
      result.append(candidate)
    } else {
      let middle = (from + to) / 2
      fit(from, middle, depth: depth + 1, into: &result)
      fit(middle, to, depth: depth + 1, into: &result)
    }
  }

  private func isClose(_ candidate: CubicSegment, _ from: Double, _ to: Double) -> Bool {
    [0.25, 0.5, 0.75].allSatisfy { fraction in
      let (p, q) = (candidate.point(at: fraction), offset(frame(from + (to - from) * fraction)))
      return hypot(p.x - q.x, p.y - q.y) <= tolerance
    }
  }
}
