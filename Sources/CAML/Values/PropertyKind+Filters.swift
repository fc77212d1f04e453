// The kinds of filters' inputs, which no table of properties has.

import QuartzCore

extension PropertyKind {
  /// The kind of an input by its default.
  init(inputOfFilter value: AnimatableValue) {
    switch value {
    case .color: self = .color
    case .point: self = .point
    case .numbers: self = .numbers
    default: self = .number
    }
  }

  /// The kind of value at a key path into a layer's filters; nil for any other, and where no filter is there.
  init?(filterKeyPath keyPath: String, on layer: CALayer) {
    guard let path = LayerKeyPath(keyPath), case .filter = path.root else { return nil }
    let value = layer.values[path]
    guard value != .none else { return nil }
    self.init(inputOfFilter: value)
  }
}
