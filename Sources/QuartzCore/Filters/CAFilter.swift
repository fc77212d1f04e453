// Core Animation's own filter objects. Apple keeps the class private; documents in CAML name it, and code reaches it by
// its name. Core Image's are `CIFilter`s, in the module CoreImage.
//
// Tested by BlendModeTests and RenderedFilterTests.

public import Foundation

/// A filter for ``CALayer/filters``, ``CALayer/backgroundFilters`` and ``CALayer/compositingFilter``.
///
/// Inputs are set by key (`inputRadius`, `inputAmount`, ...). Once a layer has the filter, change its inputs through
/// the layer: `layer.setValue(8, forKeyPath: "filters.NAME.inputRadius")`.
public final class CAFilter: NSObject, LayerFilter {
  package private(set) var filterValue: FilterValue

  /// Creates a filter of a kind such as "gaussianBlur", with the defaults of that kind.
  public init(type: String) { filterValue = FilterValue(type: type) }

  /// The name of the filter's kind, such as "gaussianBlur".
  public var type: String { filterValue.type }

  /// The name by which key paths reach the filter. Default: the kind.
  public var name: String {
    get { filterValue.name }
    set { filterValue.name = newValue }
  }

  /// Whether the filter does anything. Default: true.
  public var isEnabled: Bool {
    get { filterValue.isEnabled }
    set { filterValue.isEnabled = newValue }
  }

  /// The keys of the inputs; empty for a kind that is not known.
  public var inputKeys: [String] { FilterCatalog.defaults(of: type)?.map(\.key.name) ?? [] }

  /// Brings the inputs back to their defaults.
  public func setDefaults() { filterValue.inputs = [] }

  /// Returns the value of an input, `name` or `enabled`.
  public func value(forKey key: String) -> Any? {
    switch key {
    case "name": name
    case "type": type
    default: filterValue[key]?.boxed
    }
  }

  /// Sets an input, `name` or `enabled`. Nil restores an input's default; a value of the wrong type is ignored.
  public func setValue(_ value: Any?, forKey key: String) {
    switch key {
    case "name": if let value = value as? String { name = value }
    case "type": break
    default:
      if value == nil {
        filterValue[key] = nil
      } else if let value = AnimatableValue(value) {
        filterValue[key] = value
      }
    }
  }

  package func setFilterInput(_ value: AnimatableValue, forKey key: String) { filterValue[key] = value }
}
