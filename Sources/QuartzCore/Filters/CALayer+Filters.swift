// A layer keeps its filter objects as they were given; its values hold their flat form, made when the property is set.
// A later change of an object shows when the property is set again: Apple leaves that case undefined.

import Foundation

extension CALayer {
  /// Filters of the layer with its sublayers, applied in order: `CAFilter`s, `CIFilter`s, or names of kinds, which have
  /// their defaults. Their inputs are reached, and animated, by `filters.NAME.inputKey`. Default: nil.
  ///
  /// Colours are filtered as they are encoded, gamma and all, and results between two filters are not clamped where
  /// both are linear. Lengths are in the layer's points.
  public var filters: [Any]? {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// The filter that composites the layer onto the picture behind it, or the name of a blend mode in either spelling
  /// ("multiplyBlendMode", "CIMultiplyBlendMode"); nil is source over. That picture is what the surrounding group has
  /// drawn so far. The mask of a layer ignores its own filter. Default: nil.
  public var compositingFilter: Any? {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// Filters of the picture behind the layer, within its bounds and their corners, drawn below its own background. A
  /// root layer ignores them, and so does a mask. Default: nil.
  public var backgroundFilters: [Any]? {
    get { managed() }
    set { setManaged(newValue) }
  }

  /// Updates the flat form if the key is one of the filters' properties.
  final func updateFilters(forKey key: String) {
    guard FilterList(rawValue: key) != nil else { return }
    updateFilters()
  }

  /// Updates the flat form of the filters.
  final func updateFilters() {
    func list(_ key: FilterList) -> [FilterValue] {
      (managedValue(forKey: key.rawValue) as? [Any])?.compactMap { FilterValue($0) } ?? []
    }
    values.filters = LayerFilters(
      filters: list(.filters), backgroundFilters: list(.backgroundFilters),
      compositingFilter: managedValue(forKey: FilterList.compositingFilter.rawValue).flatMap { FilterValue($0) })
  }

  /// Sets an input of a filter that the layer has. Runs no action.
  final func setFilterInput(_ path: LayerKeyPath, _ filter: FilterKeyPath, to value: AnimatableValue) {
    guard let old = values.filters?[filter] else { return }
    var new = value
    if let component = path.component {
      new = old
      new[component] = value
    }
    guard new != old else { return }
    observed {
      filterObject(filter)?.setFilterInput(new, forKey: filter.input.name)
      values.filters = values.filters?.setting(filter, to: new)
      noteChange(.values)
    }
  }

  private func filterObject(_ path: FilterKeyPath) -> (any LayerFilter)? {
    let value = managedValue(forKey: path.list.rawValue)
    if path.list == .compositingFilter { return value as? any LayerFilter }
    return (value as? [Any])?.lazy.compactMap { $0 as? any LayerFilter }.first { $0.filterValue.name == path.name }
  }
}
