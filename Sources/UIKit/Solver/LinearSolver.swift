// Solves linear equations and inequalities, required ones and others by priority, for Auto Layout. The method is
// Cassowary's (Badros, Borning, Stuckey: The Cassowary Linear Arithmetic Constraint Solving Algorithm, 2001): a simplex
// tableau whose rows express variables by others.
//
// The solver is our own because Debian has no library of Cassowary for C or Swift: it packages kiwi for Python only and
// cassowary as Rust source. glpk, clp and lp_solve would load with every program that shows a view (0.9, 2.3 and 0.7 MB
// and their dependencies; glpk is under the GPL). They support neither priorities nor reports of contradicting
// constraints, and target problems a thousand times as large.
//
// Differences from the paper:
// - The solver solves a system once and does not change it: it has no edit variables and removes nothing.
// - Priorities are exact. The paper weights errors by symbolic numbers. This solver minimises each level by itself,
//   then fixes the variables that would make its result worse at 0 and removes their columns.
// - Equations get a marker variable only if the solver has to report contradictions. Without markers a chain of n views
//   is n constant rows; with them it has n * n / 2 terms.
//
// Work and memory are bounded: beyond `workLimit` steps and `mostTerms` terms the solver throws.
//
// Tested by LinearSolverTests.

/// A system had too many terms, or took too many steps.
package struct LinearSolverLimit: Error {}

package struct LinearSolver {
  package enum Relation {
    case atMost
    case equal
    case atLeast
  }

  private enum Kind: UInt8 {
    case free
    /// A slack or an error: 0 or more.
    case positive
    /// The marker of a required equation, for reports of contradictions: 0.
    case zero
  }

  private static let tolerance = 1e-8
  /// The largest remainder of an equation that counts as 0, in points.
  private static let residue = 1e-6

  /// The maximum number of terms, 64 MB of rows.
  private static let mostTerms = 4_000_000

  private let tracksOwners: Bool
  private let workLimit: Int
  private var work = 0
  private var termCount = 0
  private var kinds: [Kind] = []
  /// Whether a variable was ever in a row; substitution skips those that were not.
  private var isUsed: [Bool] = []
  /// The row of a variable that others express; -1 for the others, which are 0 without a value.
  private var rowOf: [Int] = []
  private var owners: [Int: Int] = [:]
  private var rows: [LinearForm] = []
  private var basics: [Int] = []

  /// - Parameter tracksOwners: whether a contradiction names all owners that take part in it, not only the last one.
  package init(tracksOwners: Bool = true, workLimit: Int = 200_000_000) {
    (self.tracksOwners, self.workLimit) = (tracksOwners, workLimit)
  }

  // MARK: The system

  package mutating func variable() -> Int { variable(.free) }

  private mutating func variable(_ kind: Kind) -> Int {
    kinds.append(kind)
    rowOf.append(-1)
    isUsed.append(false)
    return kinds.count - 1
  }

  /// Whether a form may still have several values.
  package func isUndetermined(_ form: LinearForm) -> Bool {
    reduced(form).terms.contains { kinds[$0.variable] != .zero }
  }

  /// Returns the value of a form in the present system; undetermined variables are 0.
  package func value(of form: LinearForm) -> Double {
    form.terms.reduce(form.constant) { sum, term in
      rowOf[term.variable] < 0 ? sum : sum + term.factor * rows[rowOf[term.variable]].constant
    }
  }

  /// Adds a required relation of a form to 0. All required ones come before the first ``prefer(_:)``. Returns nil if it
  /// can hold; otherwise the owners of the relations that contradict, its own too, and the system is unchanged.
  package mutating func require(_ form: LinearForm, _ relation: Relation, owner: Int) throws(LinearSolverLimit)
    -> [Int]?
  {
    var row = reduced(form)
    var markers: [Int] = []
    if relation != .equal || tracksOwners {
      let marker = variable(relation == .equal ? .zero : .positive)
      if tracksOwners { owners[marker] = owner }
      row.add(LinearForm(variable: marker), times: relation == .atLeast ? -1 : 1)
      markers = [marker]
    }
    return try insert(row, new: markers).map { Set($0 + [owner]).sorted() }
  }

  /// Adds relations of one priority, which earlier ones may prevent: the sum of their errors is as small as possible.
  package mutating func prefer(_ relations: [(form: LinearForm, relation: Relation)]) throws(LinearSolverLimit) {
    var errors: [Int] = []
    for (form, relation) in relations {
      var row = reduced(form)
      let (below, above) = (variable(.positive), variable(.positive))
      row.add(LinearForm(variable: below), times: 1)
      row.add(LinearForm(variable: above), times: -1)
      if relation != .atMost { errors.append(below) }
      if relation != .atLeast { errors.append(above) }
      _ = try insert(row, new: [below, above])
    }
    var cost = LinearForm()
    for error in errors {
      cost.add(reduced(LinearForm(variable: error)))
      try count(cost.terms.count)
    }
    try minimize(&cost)
    var isFixed = [Bool](repeating: false, count: kinds.count)
    for term in cost.terms where term.factor > Self.tolerance && kinds[term.variable] == .positive {
      isFixed[term.variable] = true
    }
    guard isFixed.contains(true) else { return }
    try count(termCount + rows.count)
    for index in rows.indices { rows[index].removeAll(in: isFixed) }
    termCount = rows.reduce(0) { $0 + $1.terms.count }
  }

  // MARK: The tableau

  private mutating func count(_ steps: Int) throws(LinearSolverLimit) {
    work += steps
    if work > workLimit || termCount > Self.mostTerms { throw LinearSolverLimit() }
  }

  /// Returns the form in variables without a row.
  private func reduced(_ form: LinearForm) -> LinearForm {
    var result = LinearForm(form.constant)
    for term in form.terms {
      let row = rowOf[term.variable]
      result.add(row < 0 ? LinearForm(variable: term.variable) : rows[row], times: term.factor)
    }
    return result
  }

  /// Adds the equation `row = 0`; `new` are the variables that no other row has. Returns the owners of the relations
  /// that the equation contradicts; nil if it contradicts none.
  private mutating func insert(_ row: LinearForm, new: [Int]) throws(LinearSolverLimit) -> [Int]? {
    var row = row
    try count(row.terms.count + 1)
    if row.constant < 0 { row.scale(by: -1) }
    // The free variable with the largest factor is the most precise.
    let free = row.terms.filter { kinds[$0.variable] == .free }.max { abs($0.factor) < abs($1.factor) }
    if let subject = free?.variable ?? new.first(where: { kinds[$0] == .positive && row[$0] < 0 }) {
      let factor = row.remove(subject)
      row.scale(by: -1 / factor)
      append(row, for: subject)
      try substitute(subject, by: row, except: rows.count - 1)
      return nil
    }
    if row.terms.allSatisfy({ kinds[$0.variable] == .zero }) {
      // No variable is left: the equation holds already, or contradicts others.
      return abs(row.constant) <= Self.residue ? nil : ownersOfTerms(of: row)
    }
    return try insertByArtificialVariable(row)
  }

  private func ownersOfTerms(of row: LinearForm) -> [Int] {
    row.terms.compactMap { owners[$0.variable] }.sorted()
  }

  /// Adds an equation that the present tableau does not fulfil: its error is a variable, which is minimised.
  private mutating func insertByArtificialVariable(_ row: LinearForm) throws(LinearSolverLimit) -> [Int]? {
    let artificial = variable(.positive)
    append(row, for: artificial)
    var cost = row
    try minimize(&cost)
    var contradicted: [Int]?
    if cost.constant > Self.residue {
      // The remaining error is minimal: this row proves the contradiction.
      contradicted = ownersOfTerms(of: cost)
    }
    if rowOf[artificial] >= 0 {
      let index = rowOf[artificial]
      if contradicted == nil, let term = rows[index].terms.first(where: { kinds[$0.variable] == .positive }) {
        try pivot(entering: term.variable, row: index)
      } else {
        removeRow(index)
      }
    }
    if isUsed[artificial] {
      for index in rows.indices { _ = rows[index].remove(artificial) }
    }
    return contradicted
  }

  private mutating func append(_ row: LinearForm, for variable: Int) {
    rowOf[variable] = rows.count
    for term in row.terms { isUsed[term.variable] = true }
    termCount += row.terms.count
    rows.append(row)
    basics.append(variable)
  }

  private mutating func removeRow(_ index: Int) {
    rowOf[basics[index]] = -1
    termCount -= rows[index].terms.count
    rows.swapAt(index, rows.count - 1)
    basics.swapAt(index, basics.count - 1)
    rows.removeLast()
    basics.removeLast()
    if index < basics.count { rowOf[basics[index]] = index }
  }

  private mutating func substitute(_ variable: Int, by form: LinearForm, except: Int) throws(LinearSolverLimit) {
    guard isUsed[variable] else { return }
    try count(rows.count)
    for index in rows.indices where index != except {
      let before = rows[index].terms.count
      let factor = rows[index].remove(variable)
      guard factor != 0 else { continue }
      rows[index].add(form, times: factor)
      termCount += rows[index].terms.count - before
      try count(rows[index].terms.count)
    }
  }

  private mutating func pivot(entering: Int, row index: Int) throws(LinearSolverLimit) {
    let leaving = basics[index]
    var row = rows[index]
    let factor = row.remove(entering)
    row.scale(by: -1 / factor)
    row.add(LinearForm(variable: leaving), times: 1 / factor)
    (rows[index], basics[index]) = (row, entering)
    (rowOf[entering], rowOf[leaving]) = (index, -1)
    isUsed[leaving] = true
    try substitute(entering, by: row, except: index)
  }

  /// Minimises a form. Both choices take the first-made variable, so that the simplex method ends (Bland's rule).
  private mutating func minimize(_ cost: inout LinearForm) throws(LinearSolverLimit) {
    while let entering = cost.terms.first(where: {
      $0.factor < -Self.tolerance && kinds[$0.variable] == .positive
    })?.variable {
      var best: (ratio: Double, row: Int)?
      for (index, row) in rows.enumerated() where kinds[basics[index]] == .positive {
        let factor = row[entering]
        guard factor < -Self.tolerance else { continue }
        let ratio = max(row.constant, 0) / -factor
        if let known = best, ratio > known.ratio || ratio == known.ratio && basics[index] > basics[known.row] {
          continue
        }
        best = (ratio, index)
      }
      // Costs are sums of non-negative variables, so only rounding leaves the descent without a row.
      guard let best else { return }
      try pivot(entering: entering, row: best.row)
      let factor = cost.remove(entering)
      cost.add(rows[best.row], times: factor)
    }
  }
}
