import Foundation
import Synchronization

/// Finds the points at which edges must be cut so that they meet only at their ends. The box around the edges is
/// halved, and each half again, until few edges are left that can meet.
struct CrossingFinder {
  /// An edge and a point at which it is to be cut.
  struct Cut {
    var edge: Int32
    var point: GridPoint
  }

  private let edges: [AreaEdge]
  private(set) var cuts: [Cut] = []
  /// The number of pairs of edges that may still be compared.
  private var budget: Int
  private let mostCuts: Int
  /// The edges of the boxes that are being halved, one box after another.
  private var stack: [Int32]

  /// Returns the cuts; nil if they exceed `mostCuts`, or the comparisons `pairsLeft`, which it reduces.
  static func cuts(of edges: [AreaEdge], pairsLeft: inout Int, mostCuts: Int) -> [Cut]? {
    let around = CrossingBudget.current
    let pairs = min(pairsLeft, around?.pairsLeft ?? .max)
    guard pairs > 0 else { return nil }
    var finder = CrossingFinder(edges: edges, budget: pairs, mostCuts: mostCuts)
    defer {
      pairsLeft -= pairs - finder.budget
      around?.take(pairs - finder.budget)
    }
    let side = Int32(1) << PathGrid.bits
    guard finder.search(0..<edges.count, Box(left: -side, low: -side, right: side, high: side), stalls: 0) else {
      return nil
    }
    return finder.cuts
  }

  private init(edges: [AreaEdge], budget: Int, mostCuts: Int) {
    (self.edges, self.budget, self.mostCuts) = (edges, budget, mostCuts)
    stack = (0..<Int32(edges.count)).map { $0 }
  }

  /// Searches among a range of the stack, whose edges all pass through the box. Returns whether it completed.
  private mutating func search(_ range: Range<Int>, _ box: Box, stalls: Int) -> Bool {
    guard range.count > 12, stalls < 4, let halves = box.halves else { return compare(range) }
    for half in [halves.0, halves.1] {
      let first = stack.count
      for index in range where half.isPassed(by: edges[Int(stack[index])]) { stack.append(stack[index]) }
      budget -= range.count
      let count = stack.count - first
      // Halving that leaves nearly all edges in a half is useless, and must not be repeated endlessly.
      let isStalled = count * 8 > range.count * 7
      guard budget > 0, search(first..<stack.count, half, stalls: isStalled ? stalls + 1 : 0) else { return false }
      stack.removeLast(count)
    }
    return true
  }

  private mutating func compare(_ range: Range<Int>) -> Bool {
    budget -= range.count * range.count / 2
    guard budget > 0 else { return false }
    for i in range {
      for j in range.dropFirst(i + 1 - range.lowerBound) { compare(stack[i], stack[j]) }
      if cuts.count > mostCuts { return false }
    }
    return true
  }

  private mutating func compare(_ i: Int32, _ j: Int32) {
    let (e, f) = (edges[Int(i)], edges[Int(j)])
    guard e.start.x <= f.end.x, f.start.x <= e.end.x,
      max(e.start.y, e.end.y) >= min(f.start.y, f.end.y), max(f.start.y, f.end.y) >= min(e.start.y, e.end.y)
    else { return }
    let (a, b) = (e.side(of: f.start), e.side(of: f.end))
    guard a.signum() * b.signum() <= 0 else { return }
    let (c, d) = (f.side(of: e.start), f.side(of: e.end))
    guard c.signum() * d.signum() <= 0 else { return }
    if a != 0, b != 0, c != 0, d != 0 {
      let fraction = Double(a) / (Double(a) - Double(b))
      func between(_ p: Int32, _ q: Int32) -> Int32 {
        let (p, q) = (Double(p), Double(q))
        return Int32((p + (q - p) * fraction).rounded())
      }
      let point = GridPoint(x: between(f.start.x, f.end.x), y: between(f.start.y, f.end.y))
      cut(i, e, at: point)
      cut(j, f, at: point)
    } else {
      // An end of one lies on the other, or both lie on one line.
      if a == 0, e.isBoxAround(f.start) { cut(i, e, at: f.start) }
      if b == 0, e.isBoxAround(f.end) { cut(i, e, at: f.end) }
      if c == 0, f.isBoxAround(e.start) { cut(j, f, at: e.start) }
      if d == 0, f.isBoxAround(e.end) { cut(j, f, at: e.end) }
    }
  }

  private mutating func cut(_ index: Int32, _ edge: AreaEdge, at point: GridPoint) {
    if point != edge.start, point != edge.end { cuts.append(Cut(edge: index, point: point)) }
  }
}

extension AreaEdge {
  fileprivate func isBoxAround(_ point: GridPoint) -> Bool {
    point.x >= start.x && point.x <= end.x && point.y >= min(start.y, end.y) && point.y <= max(start.y, end.y)
  }
}

/// A box of the grid, its sides included.
private struct Box {
  var left: Int32
  var low: Int32
  var right: Int32
  var high: Int32

  /// The halves across the longer side; nil if the box is small.
  var halves: (Box, Box)? {
    guard max(right - left, high - low) > 4 else { return nil }
    var (first, second) = (self, self)
    if right - left >= high - low {
      let middle = left + (right - left) / 2
      (first.right, second.left) = (middle, middle)
    } else {
      let middle = low + (high - low) / 2
      (first.high, second.low) = (middle, middle)
    }
    return (first, second)
  }

  /// Whether an edge has a point in the box.
  func isPassed(by edge: AreaEdge) -> Bool {
    guard edge.start.x <= right, edge.end.x >= left, min(edge.start.y, edge.end.y) <= high,
      max(edge.start.y, edge.end.y) >= low
    else { return false }
    // The corners are not all on one side.
    let sides = [(left, low), (right, low), (left, high), (right, high)]
      .map { edge.side(of: GridPoint(x: $0, y: $1)).signum() }
    return abs(sides[0] + sides[1] + sides[2] + sides[3]) < 4
  }
}

/// The limit of all Boolean operations of a document together: the number of pairs of edges that the operations inside
/// of `CrossingBudget.$current.withValue` may still compare. Each operation has its own limit, too; beyond either
/// limit, a coarse lattice is used.
package final class CrossingBudget: Sendable {
  /// The budget in effect; nil for none.
  @TaskLocal package static var current: CrossingBudget?

  private let left: Atomic<Int>

  package init(pairs: Int) { left = Atomic(pairs) }

  package var isSpent: Bool { pairsLeft <= 0 }

  var pairsLeft: Int { left.load(ordering: .relaxed) }

  func take(_ pairs: Int) { left.subtract(pairs, ordering: .relaxed) }
}
