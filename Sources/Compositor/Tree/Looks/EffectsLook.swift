// A layer's filters for the frame, as operations one after another, and its blend mode.
//
// Maps of colours in a row are one map, and so are blurs. Filters without effect, and of unknown kinds, are left out.

import QuartzCore

/// Filters in the order in which they are applied.
struct FilterLook: Equatable, Sendable {
  private(set) var operations: [FilterOperation] = []

  /// Nil where nothing is done.
  init?(_ filters: [FilterValue]) {
    for filter in filters where filter.isEnabled {
      guard let next = filter.operation else { continue }
      if let last = operations.last, let joined = last.joined(with: next) {
        operations[operations.count - 1] = joined
      } else {
        operations.append(next)
      }
    }
    if operations.isEmpty { return nil }
  }
}

/// All filters of a layer. In a table of the render tree, for the layers that have any.
struct EffectsLook: Equatable, Sendable {
  var filters: FilterLook?
  var backdrop: FilterLook?
  var blend: BlendMode?

  /// Nil where nothing is done.
  init?(_ values: LayerFilters) {
    filters = FilterLook(values.filters)
    backdrop = FilterLook(values.backgroundFilters)
    if let filter = values.compositingFilter, filter.isEnabled { blend = BlendMode(filter: filter.type) }
    if filters == nil && backdrop == nil && blend == nil { return nil }
  }
}

extension EffectsLook: PartLook {
  static func isAsked(by values: LayerValues) -> Bool { values.filters != nil }

  static func derived(_ slot: Int, from values: LayerValues, in tree: RenderTree) -> EffectsLook? {
    guard let filters = values.filters, !tree.looks[slot].flags.contains(.keepsDepth) else { return nil }
    return EffectsLook(filters)
  }

  func mark(_ look: inout LayerLook) {
    if filters != nil { look.flags.insert(.filters) }
    if backdrop != nil { look.flags.insert(.backdropFilters) }
    if blend != nil { look.flags.insert(.blendMode) }
  }
}
