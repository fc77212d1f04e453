import TestSupport
import Testing
import UIKit

/// The corners at which an optimum may lie, tried one by one: the truth for systems of two unknowns. A sum of errors is
/// linear between the lines of the relations, and all is within a box, so that the best corner is the best point.
private struct Corners {
  struct Line {
    var a: Double
    var b: Double
    var c: Double
    var relation: LinearSolver.Relation
    /// Larger ones count first; nil for a required relation.
    var level: Int?

    /// Returns the error of the relation at a point.
    func error(_ point: (x: Double, y: Double)) -> Double {
      let value = a * point.x + b * point.y + c
      return switch relation {
      case .equal: abs(value)
      case .atMost: max(value, 0)
      case .atLeast: max(-value, 0)
      }
    }
  }

  let lines: [Line]

  /// The errors of the best point, level by level; nil where no point fulfils what is required.
  func best() -> [Double]? {
    var best: [Double]?
    for (index, first) in lines.enumerated() {
      for second in lines[(index + 1)...] {
        let determinant = first.a * second.b - first.b * second.a
        guard abs(determinant) > 1e-9 else { continue }
        let point = (
          x: (first.b * second.c - second.b * first.c) / determinant,
          y: (second.a * first.c - first.a * second.c) / determinant
        )
        guard let errors = errors(at: point) else { continue }
        if best.map({ Self.isLess(errors, $0) }) ?? true { best = errors }
      }
    }
    return best
  }

  func errors(at point: (x: Double, y: Double)) -> [Double]? {
    guard lines.allSatisfy({ $0.level != nil || $0.error(point) < 1e-6 }) else { return nil }
    return [3, 2, 1].map { level in lines.filter { $0.level == level }.reduce(0) { $0 + $1.error(point) } }
  }

  static func isLess(_ a: [Double], _ b: [Double]) -> Bool {
    for (x, y) in zip(a, b) where abs(x - y) > 1e-5 { return x < y }
    return false
  }
}

@Suite struct LinearSolverTests {
  private static let box: [Corners.Line] = [
    .init(a: 1, b: 0, c: 100, relation: .atLeast), .init(a: 1, b: 0, c: -100, relation: .atMost),
    .init(a: 0, b: 1, c: 100, relation: .atLeast), .init(a: 0, b: 1, c: -100, relation: .atMost),
  ]

  private static func lines(_ random: inout SeededRandom, required: Int, wished: Int) -> [Corners.Line] {
    let relations: [LinearSolver.Relation] = [.atMost, .equal, .atLeast, .atLeast]
    return (0..<required + wished).map { index in
      var (a, b) = (Double(Int.random(in: -3...3, using: &random)), Double(Int.random(in: -3...3, using: &random)))
      if a == 0, b == 0 { (a, b) = (1, 0) }
      return Corners.Line(
        a: a, b: b, c: Double(Int.random(in: -120...120, using: &random)),
        relation: relations.randomElement(using: &random)!,
        level: index < required ? nil : Int.random(in: 1...3, using: &random))
    }
  }

  /// Solves the lines, and says which required ones were refused with which.
  private static func solve(
    _ lines: [Corners.Line]
  ) throws -> (point: (x: Double, y: Double), refused: [(line: Int, with: [Int])]) {
    var solver = LinearSolver()
    let (x, y) = (LinearForm(variable: solver.variable()), LinearForm(variable: solver.variable()))
    var refused: [(line: Int, with: [Int])] = []
    func form(_ line: Corners.Line) -> LinearForm { x * line.a + y * line.b + line.c }
    for (index, line) in lines.enumerated() where line.level == nil {
      if let conflict = try solver.require(form(line), line.relation, owner: index) {
        refused.append((index, conflict))
      }
    }
    for level in [3, 2, 1] {
      try solver.prefer(lines.filter { $0.level == level }.map { (form($0), $0.relation) })
    }
    return ((solver.value(of: x), solver.value(of: y)), refused)
  }

  @Test("A solution is as good as the best of all corners, level by level", arguments: 0..<40)
  func optimum(seed: Int) throws {
    var random = SeededRandom(seed: seed)
    for _ in 0..<50 {
      let required = Int.random(in: 0...2, using: &random)
      let lines = Self.box + Self.lines(&random, required: required, wished: Int.random(in: 1...6, using: &random))
      guard let best = Corners(lines: lines).best() else { continue }
      let (point, refused) = try Self.solve(lines)
      #expect(refused.isEmpty)
      let errors = try #require(Corners(lines: lines).errors(at: point), "\(point) is outside: \(lines)")
      #expect(!Corners.isLess(best, errors), "\(errors) at \(point), best \(best): \(lines)")
    }
  }

  @Test("What is refused contradicts what it is said to contradict, and the rest holds", arguments: 0..<40)
  func contradictions(seed: Int) throws {
    var random = SeededRandom(seed: 1000 + seed)
    var found = 0
    for _ in 0..<50 {
      let lines = Self.box + Self.lines(&random, required: 5, wished: 0)
      let (point, refused) = try Self.solve(lines)
      let kept = lines.indices.filter { index in !refused.contains { $0.line == index } }
      #expect(Corners(lines: kept.map { lines[$0] }).errors(at: point) != nil, "\(point): \(lines)")
      for (line, conflict) in refused {
        found += 1
        #expect(conflict.contains(line))
        // The conflicting lines alone have no common point in the box.
        let alone = Set(conflict).union(Self.box.indices).map { lines[$0] }
        #expect(Corners(lines: alone).best() == nil, "\(conflict) do not contradict each other: \(lines)")
      }
    }
    #expect(found > 0)
  }

  @Test("Without owners the solutions and refusals are the same", arguments: 0..<10)
  func withoutOwners(seed: Int) throws {
    var random = SeededRandom(seed: 2000 + seed)
    for _ in 0..<50 {
      let lines = Self.box + Self.lines(&random, required: 5, wished: 0)
      var solver = LinearSolver(tracksOwners: false)
      let (x, y) = (LinearForm(variable: solver.variable()), LinearForm(variable: solver.variable()))
      var refused: [Int] = []
      for (index, line) in lines.enumerated() {
        let form = x * line.a + y * line.b + line.c
        if let conflict = try solver.require(form, line.relation, owner: index) {
          #expect(conflict == [index])
          refused.append(index)
        }
      }
      #expect(try Self.solve(lines).refused.map(\.line) == refused)
    }
  }

  @Test("Nothing that is less important outweighs what is more important, however much there is of it")
  func levels() throws {
    var solver = LinearSolver()
    let x = LinearForm(variable: solver.variable())
    try solver.prefer([(x + -1, .equal)])
    try solver.prefer((0..<500).map { _ in (x + -1000, .equal) })
    #expect(solver.value(of: x) == 1)
  }

  @Test("A wish that cannot be had is come near to")
  func nearest() throws {
    var solver = LinearSolver()
    let x = LinearForm(variable: solver.variable())
    #expect(try solver.require(x + -10, .atMost, owner: 0) == nil)
    try solver.prefer([(x + -25, .equal)])
    #expect(solver.value(of: x) == 10)
  }

  @Test("A system without end in reach is given up")
  func limit() {
    #expect(throws: LinearSolverLimit.self) {
      var solver = LinearSolver(workLimit: 10_000)
      let all = (0..<200).map { _ in LinearForm(variable: solver.variable()) }
      // Each is the sum of all before and a slack of its own: the rows grow with the square.
      for (index, form) in all.enumerated() {
        let sum = all[..<index].reduce(form) { $0 - $1 }
        _ = try solver.require(sum, .atLeast, owner: index)
      }
    }
  }
}
