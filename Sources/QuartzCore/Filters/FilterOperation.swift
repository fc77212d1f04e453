// Filters as operations with numbers: a row of FilterCatalog makes one of the numbers of a filter's inputs.

import Foundation

/// A step that changes a picture.
package enum FilterOperation: Equatable, Sendable {
  case color(FilterMatrix)
  /// A formula for each pixel, and its numbers.
  case formula(FilterFormula, SIMD4<Double>)
  /// A Gaussian by its standard deviation, in the layer's points.
  case blur(Double)
  /// Squares of a size in the layer's points, one corner of one of them at a point.
  case pixellate(size: Double, x: Double, y: Double)

  /// The largest deviation, in points; larger ones are drawn as this one.
  static let widestBlur = 4096.0

  /// Returns the one operation that does this one, then another; nil if it takes two.
  package func joined(with next: FilterOperation) -> FilterOperation? {
    switch (self, next) {
    case (.color(let map), .color(let next)): .color(map.followed(by: next))
    // The variances are added.
    case (.blur(let sigma), .blur(let next)): .blur(min(hypot(sigma, next), Self.widestBlur))
    default: nil
    }
  }
}

/// A formula by which filters compute the colour of each pixel.
package struct FilterFormula: Hashable, Sendable {
  private let index: UInt8

  /// The name of the formula's function in `Shaders/filter.frag`.
  package var name: String { Self.names[Int(index)] }

  /// All formulas of the catalogue.
  package static let all = names.indices.map { FilterFormula(index: UInt8($0)) }

  private static let names = Set(FilterCatalog.table.values.compactMap(\.formula)).sorted()

  private init(index: UInt8) { self.index = index }

  /// - Parameter name: one that the catalogue has.
  init(_ name: String) { self.init(index: UInt8(Self.names.firstIndex(of: name)!)) }
}

extension FilterValue {
  /// The operation of the filter's inputs; nil if it changes nothing, and for a kind that is not known.
  package var operation: FilterOperation? {
    guard let kind = FilterCatalog.table[type] else { return nil }
    return kind.operation(FilterNumbers(self, kind.inputs))
  }
}

/// The inputs of a filter as finite numbers, in the catalogue's order: two of a point, four of a colour or vector. A
/// missing input or NaN counts as 0, and huge numbers are limited.
struct FilterNumbers {
  let all: [Double]

  init(_ filter: FilterValue, _ inputs: [FilterValue.Input]) {
    all = inputs.flatMap { Self.numbers(of: filter[$0.key], like: $0.value) }
      .map { $0.isNaN ? 0 : min(max($0, -1e6), 1e6) }
  }

  subscript(index: Int) -> Double { all[index] }

  /// Returns a colour, not premultiplied, or a vector: four numbers.
  func four(_ index: Int = 0) -> SIMD4<Double> { SIMD4(all[index..<index + 4]) }

  private static func numbers(of value: AnimatableValue?, like usual: AnimatableValue) -> [Double] {
    var given: [Double] = []
    if case .numbers(let numbers)? = value { given = numbers }
    switch usual {
    case .number: return [value?.number ?? 0]
    case .color:
      if case .color(let color)? = value { return (0..<4).map { Double(color.rgba[$0]) } }
      // An array of three or four numbers is a colour, too.
      return given.count < 3 ? [1, 1, 1, 1] : Array((given + [1])[..<4])
    case .numbers(let numbers) where numbers.count != 4: return given
    default:
      if let point = value?.point { given = [Double(point.x), Double(point.y)] }
      return usual.point == nil ? Array((given + [0, 0, 0, 0])[..<4]) : Array((given + [0, 0])[..<2])
    }
  }
}
