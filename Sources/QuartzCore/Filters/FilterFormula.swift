// Filters that look at each pixel alone: a formula that `Shaders/filter.frag` has under a name, and its numbers.

/// The formula by which a filter computes the colour of each pixel.
package struct FilterFormula: Hashable, Sendable {
  private let index: UInt8

  /// The `#define` of the formula in `Shaders/filter.frag`.
  package var name: String { Self.names[Int(index)] }

  /// All formulas of the catalogue.
  package static let all = names.indices.map { FilterFormula(index: UInt8($0)) }

  private static let names = Set(FilterCatalog.formulas.values.map(\.name)).sorted()

  private init(index: UInt8) { self.index = index }

  /// - Parameter name: one that the catalogue has.
  fileprivate init(_ name: String) { self.init(index: UInt8(Self.names.firstIndex(of: name)!)) }
}

extension FilterCatalog {
  /// A formula by name, and the numbers that it takes from a filter's inputs.
  struct FormulaRow: Sendable {
    var name: String
    /// From the inputs' numbers, in order, to the formula's, four at most; nil where the filter changes nothing.
    var numbers: @Sendable ([Double]) -> [Double]?
  }

  /// Returns the formula of a kind of filter, and its numbers; nil for a kind without a formula, and if the filter
  /// changes nothing.
  ///
  /// - Parameter inputs: the numbers of the inputs, in order, which are finite.
  package static func formula(of type: String, _ inputs: [Double]) -> (formula: FilterFormula, numbers: SIMD4<Double>)?
  {
    guard let row = formulas[type], let numbers = row.numbers(inputs) else { return nil }
    var four = SIMD4<Double>()
    for (index, number) in numbers.prefix(4).enumerated() { four[index] = number }
    return (FilterFormula(row.name), four)
  }

  static let formulas = table.compactMapValues(\.formula)
}
