// Tested by LinearSolverTests.

/// A constant and multiples of variables: `constant + factor * variable + ...`. The terms are in the order of their
/// variables, so that equal inputs give equal steps on every run, and sums are merges.
package struct LinearForm: Equatable {
  package struct Term: Equatable {
    package var variable: Int
    package var factor: Double
  }

  /// The factor below which rounding is assumed, and the factor is 0.
  private static let smallestFactor = 1e-10

  package private(set) var terms: [Term] = []
  package var constant: Double

  package init(_ constant: Double = 0) { self.constant = constant }

  package init(variable: Int) {
    constant = 0
    terms = [Term(variable: variable, factor: 1)]
  }

  /// Returns the index of the variable's term, or the one where it would be inserted.
  private func place(of variable: Int) -> Int {
    var (low, high) = (0, terms.count)
    while low < high {
      let middle = (low + high) / 2
      if terms[middle].variable < variable { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The factor of a variable; 0 without one.
  package subscript(variable: Int) -> Double {
    let index = place(of: variable)
    return index < terms.count && terms[index].variable == variable ? terms[index].factor : 0
  }

  /// Removes a variable. Returns its factor; 0 without one.
  package mutating func remove(_ variable: Int) -> Double {
    let index = place(of: variable)
    guard index < terms.count, terms[index].variable == variable else { return 0 }
    return terms.remove(at: index).factor
  }

  mutating func removeAll(in table: [Bool]) { terms.removeAll { table[$0.variable] } }

  package mutating func scale(by factor: Double) {
    constant *= factor
    for index in terms.indices { terms[index].factor *= factor }
  }

  package mutating func add(_ other: LinearForm, times factor: Double = 1) {
    constant += other.constant * factor
    guard !other.terms.isEmpty, factor != 0 else { return }
    var sum: [Term] = []
    sum.reserveCapacity(terms.count + other.terms.count)
    var mine = 0
    for term in other.terms {
      while mine < terms.count, terms[mine].variable < term.variable {
        sum.append(terms[mine])
        mine += 1
      }
      var total = term.factor * factor
      if mine < terms.count, terms[mine].variable == term.variable {
        total += terms[mine].factor
        mine += 1
      }
      if abs(total) > Self.smallestFactor { sum.append(Term(variable: term.variable, factor: total)) }
    }
    sum.append(contentsOf: terms[mine...])
    terms = sum
  }

  package static func + (a: LinearForm, b: LinearForm) -> LinearForm {
    var sum = a
    sum.add(b)
    return sum
  }

  package static func - (a: LinearForm, b: LinearForm) -> LinearForm {
    var difference = a
    difference.add(b, times: -1)
    return difference
  }

  package static func * (a: LinearForm, factor: Double) -> LinearForm {
    var product = LinearForm()
    product.add(a, times: factor)
    return product
  }

  package static func + (a: LinearForm, constant: Double) -> LinearForm { a + LinearForm(constant) }
}
