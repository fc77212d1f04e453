// Filters as flat values, which a commit copies from the filter objects of a layer, and which animations of
// `filters.NAME.inputKey` change. A layer without filters holds nil.

import CoreGraphics
import Foundation

/// A filter object that layers take: ``CAFilter`` here, `CIFilter` in CoreImage.
package protocol LayerFilter: AnyObject {
  /// The current value of the filter.
  var filterValue: FilterValue { get }
  /// Sets an input, or `enabled`, as key-value coding would.
  func setFilterInput(_ value: AnimatableValue, forKey key: String)
}

/// One filter: its kind and its inputs.
package struct FilterValue: Equatable, Sendable {
  /// The kind, by the name that Core Image or Core Animation has for it.
  package var type: String
  /// The name by which key paths reach the filter.
  package var name: String
  package var isEnabled = true
  /// Inputs that were set; others have the defaults of ``FilterCatalog``.
  package var inputs: [Input] = []

  /// A named value.
  package struct Input: Equatable, Sendable {
    package var key: ManagedKey
    package var value: AnimatableValue
  }

  package init(type: String, name: String? = nil) {
    self.type = type
    self.name = name ?? type
  }

  /// The value that was set for an input, or else its default; nil for a key that the filter does not have.
  package subscript(key: ManagedKey) -> AnimatableValue? {
    get {
      if key == .enabled { return .number(isEnabled ? 1 : 0) }
      if let input = inputs.first(where: { $0.key == key }) { return input.value }
      return FilterCatalog.defaults(of: type)?.first { $0.key == key }?.value
    }
    set {
      guard let newValue else { return inputs.removeAll { $0.key == key } }
      if key == .enabled {
        if let number = newValue.number { isEnabled = number != 0 }
      } else if let index = inputs.firstIndex(where: { $0.key == key }) {
        inputs[index].value = newValue
      } else {
        inputs.append(Input(key: key, value: newValue))
      }
    }
  }

  /// The value of an input by its name.
  package subscript(key: String) -> AnimatableValue? {
    get { self[ManagedKey(key)] }
    set { self[ManagedKey(key)] = newValue }
  }

  /// Reads the filter that a client gave: an object, or the name of a kind. Nil for anything else.
  init?(_ filter: Any) {
    switch filter {
    case let filter as any LayerFilter: self = filter.filterValue
    case let type as String: self.init(type: type)
    default: return nil
    }
  }
}

extension ManagedKey {
  fileprivate static let enabled = ManagedKey("enabled")
}

/// The filters of one layer. A change makes a new object: copies of a layer's values share it.
package final class LayerFilters: Equatable, Sendable {
  package let filters: [FilterValue]
  package let backgroundFilters: [FilterValue]
  package let compositingFilter: FilterValue?

  /// Nil if there is nothing.
  package init?(filters: [FilterValue], backgroundFilters: [FilterValue], compositingFilter: FilterValue?) {
    if filters.isEmpty && backgroundFilters.isEmpty && compositingFilter == nil { return nil }
    self.filters = filters
    self.backgroundFilters = backgroundFilters
    self.compositingFilter = compositingFilter
  }

  package static func == (a: LayerFilters, b: LayerFilters) -> Bool {
    a === b
      || (a.filters == b.filters && a.backgroundFilters == b.backgroundFilters
        && a.compositingFilter == b.compositingFilter)
  }

  /// The value at a key path; nil if no filter has that name, or has no such input.
  subscript(path: FilterKeyPath) -> AnimatableValue? {
    switch path.list {
    case .filters: filters.first { $0.name == path.name }?[path.input]
    case .backgroundFilters: backgroundFilters.first { $0.name == path.name }?[path.input]
    case .compositingFilter: compositingFilter?[path.input]
    }
  }

  /// Returns the filters with another value at a key path; the same object if the path leads nowhere.
  func setting(_ path: FilterKeyPath, to value: AnimatableValue) -> LayerFilters {
    var (filters, backgroundFilters, compositingFilter) = (filters, backgroundFilters, compositingFilter)
    switch path.list {
    case .filters: path.set(value, in: &filters)
    case .backgroundFilters: path.set(value, in: &backgroundFilters)
    case .compositingFilter: compositingFilter?[path.input] = value
    }
    return LayerFilters(
      filters: filters, backgroundFilters: backgroundFilters, compositingFilter: compositingFilter) ?? self
  }
}

/// The properties that hold filters.
package enum FilterList: String, Sendable {
  case filters, backgroundFilters, compositingFilter
}

/// A key path into a filter: `filters.NAME.inputKey`, `backgroundFilters.NAME.inputKey`, `compositingFilter.inputKey`.
package struct FilterKeyPath: Hashable, Sendable {
  package var list: FilterList
  /// The filter's name; empty for the compositing filter.
  package var name: String
  package var input: ManagedKey

  /// Resolves a key path; nil for one that does not lead into a filter. The rest after the input's key is `field`.
  init?(_ keyPath: String, field: inout Substring?) {
    var parts = keyPath.split(separator: ".", maxSplits: 3)
    guard let first = parts.first, let list = FilterList(rawValue: String(first)) else { return nil }
    if list == .compositingFilter && parts.count == 2 { parts.insert("", at: 1) }
    guard parts.count >= 3 else { return nil }
    self.list = list
    name = String(parts[1])
    input = ManagedKey(String(parts[2]))
    field = parts.count == 4 ? parts[3] : nil
  }

  fileprivate func set(_ value: AnimatableValue, in filters: inout [FilterValue]) {
    guard let index = filters.firstIndex(where: { $0.name == name }) else { return }
    filters[index][input] = value
  }
}
