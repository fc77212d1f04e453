// A document can set the properties that have a kind in QuartzCore's tables of properties.

import Foundation
package import QuartzCore

package enum LayerSchema {
  /// Returns the kind of value at a key path of a layer, such as `position.x`; nil if its class lacks the property.
  package static func kind(ofKeyPath keyPath: String, of layer: CALayer) -> PropertyKind? {
    kind(ofKeyPath: keyPath) { type(of: layer).properties[$0]?.kind }
      ?? PropertyKind(filterKeyPath: keyPath, on: layer)
  }

  package static func isKnown(_ keyPath: String) -> Bool {
    kind(ofKeyPath: keyPath) { key in LayerClass.all.lazy.compactMap { $0.properties[key]?.kind }.first } != nil
  }

  /// Returns the kind of an emitter cell's property; nil if cells lack it.
  package static func kind(ofCellKey key: String) -> PropertyKind? {
    CellProperties.table[key]?.kind ?? UndocumentedCellProperties.kinds[key]
  }

  private static func kind(ofKeyPath keyPath: String, _ kindOfKey: (String) -> PropertyKind?) -> PropertyKind? {
    if let path = EmitterCellPath(keyPath) { return Self.kind(ofKeyPath: path.rest, self.kind(ofCellKey:)) }
    let parts = keyPath.split(separator: ".", maxSplits: 1).map(String.init)
    guard let key = parts.first, let kind = kindOfKey(key) else { return nil }
    return parts.count == 2 ? self.kind(ofComponent: parts[1], of: kind) : kind
  }

  /// Returns the kind of a field of a structured value.
  package static func kind(ofComponent name: String, of kind: PropertyKind) -> PropertyKind? {
    switch (kind, ValueComponent(rawValue: name)) {
    case (.point, .x), (.point, .y), (.size, .width), (.size, .height): .length
    case (.rect, .origin): .point
    case (.rect, .size): .size
    case (.rect, .originX), (.rect, .originY), (.rect, .sizeWidth), (.rect, .sizeHeight): .length
    case (.transform, .translation): .size
    case (.transform, .rotation), (.transform, .rotationX), (.transform, .rotationY), (.transform, .rotationZ): .number
    case (.transform, .scale), (.transform, .scaleXY): .number
    case (.transform, .scaleX), (.transform, .scaleY), (.transform, .scaleZ): .number
    case (.transform, .translationX), (.transform, .translationY), (.transform, .translationZ): .number
    default: nil
    }
  }
}

// The kinds of filters' inputs, which are in no table of properties.
extension PropertyKind {
  /// Creates the kind of an input from its default.
  package init(inputOfFilter value: AnimatableValue) {
    switch value {
    case .color: self = .color
    case .point: self = .point
    case .numbers: self = .numbers
    default: self = .number
    }
  }

  /// Creates the kind of value at a key path into a layer's filters; returns nil for other paths and missing filters.
  init?(filterKeyPath keyPath: String, on layer: CALayer) {
    guard let path = LayerKeyPath(keyPath), case .filter = path.root else { return nil }
    let value = layer.values[path]
    guard value != .none else { return nil }
    self.init(inputOfFilter: value)
  }
}

extension CALayer {
  /// Sets a value from a file. `.none` clears a property instead of restoring its default.
  package func setValue(_ value: AnimatableValue, atKeyPath keyPath: String) {
    if value == .none, keyPath == "contents" || type(of: self).properties[keyPath]?.kind == .color {
      // Any object would be a value; nil is no image, and no colour even where the default is one.
      setValue(nil, forKey: keyPath)
    } else {
      setValue(value.boxed ?? NSNull(), forKeyPath: keyPath)
    }
  }
}

extension CAFilter {
  /// The kinds of the inputs by their keys; nil for a type that is not known.
  package var kinds: [String: PropertyKind]? {
    guard let inputs = FilterCatalog.defaults(of: type) else { return nil }
    return Dictionary(inputs.map { ($0.key.name, PropertyKind(inputOfFilter: $0.value)) }) { first, _ in first }
  }
}

extension CAEmitterLayer {
  /// Lets cells without begin times emit before the scene's beginning.
  ///
  /// A simulation starts at its layer's `beginTime`, by default 0, which on a phone is the time of its start: its
  /// emitters seem to have run for ever, and clients rely on that ("future" particles of an emitter without a begin
  /// time). As 0 is a scene's beginning here, such cells begin a day before. A layer or a cell with a begin time keeps
  /// it.
  package func beginBeforeTheScene() {
    guard beginTime == 0, timeOffset == 0 else { return }
    for cell in emitterCells ?? []
    where cell.beginTime == 0 && cell.timeOffset == 0 && cell.duration == .infinity && cell.speed > 0 {
      cell.beginTime = -86_400
    }
  }
}
