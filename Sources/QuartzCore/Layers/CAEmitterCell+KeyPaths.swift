import Foundation

extension CAEmitterCell: FieldCoding {
  /// Returns the value at a key path: a key, a field of its value (`contentsRect.size.width`), or
  /// `emitterCells.NAME.property` of a cell of its own. Nil if the path leads nowhere.
  public final func value(forKeyPath keyPath: String) -> Any? {
    guard let path = EmitterCellPath(keyPath) else { return readField(keyPath) }
    return path.cell(in: emitterCells)?.value(forKeyPath: path.rest)
  }

  /// Sets the value at a key path; see ``value(forKeyPath:)``. A path that leads nowhere changes nothing.
  public final func setValue(_ value: Any?, forKeyPath keyPath: String) {
    guard let path = EmitterCellPath(keyPath) else { return writeField(value, keyPath) }
    path.cell(in: emitterCells)?.setValue(value, forKeyPath: path.rest)
  }
}

/// A key path through a cell, to any depth: `emitterCells.NAME.property` from a layer or from a cell.
package struct EmitterCellPath {
  package let name: String
  package let rest: String

  package init?(_ keyPath: String) {
    guard keyPath.hasPrefix("emitterCells.") else { return nil }
    let parts = keyPath.split(separator: ".", maxSplits: 2)
    guard parts.count == 3 else { return nil }
    name = String(parts[1])
    rest = String(parts[2])
  }

  func cell(in cells: [CAEmitterCell]?) -> CAEmitterCell? { cells?.first { $0.name == name } }
}

extension CALayer {
  /// Returns the value of a cell's property at a key path, which animations and frames treat as one key.
  final func valueOfCell(forKey key: String) -> Any? {
    guard let path = EmitterCellPath(key) else { return nil }
    return cell(path)?.value(forKeyPath: path.rest)
  }

  final func hasCell(forKey key: String) -> Bool { EmitterCellPath(key).flatMap { cell($0) } != nil }

  private func cell(_ path: EmitterCellPath) -> CAEmitterCell? {
    (self as? CAEmitterLayer).flatMap { path.cell(in: $0.emitterCells) }
  }
}

extension CAEmitterCell {
  /// The time at which the cell begins to emit, in seconds of the layer's time. Default: 0.
  public final var beginTime: CFTimeInterval {
    get { timing.beginTime }
    set { timing.beginTime = newValue }
  }
  /// The duration for which the cell emits, in seconds of its own time. Default: without end.
  public final var duration: CFTimeInterval {
    get { timing.duration }
    set { timing.duration = newValue }
  }
  /// The seconds of the cell's time in one second of the layer's. Default: 1.
  public final var speed: Float {
    get { timing.speed }
    set { timing.speed = newValue }
  }
  /// The cell's time when it begins, in seconds. Default: 0.
  public final var timeOffset: CFTimeInterval {
    get { timing.timeOffset }
    set { timing.timeOffset = newValue }
  }
  /// The number of times the duration repeats. Default: 0, which counts as 1.
  public final var repeatCount: Float {
    get { timing.repeatCount }
    set { timing.repeatCount = newValue }
  }
  /// The duration over which cycles repeat, in seconds. Default: 0, which leaves it to ``repeatCount``.
  public final var repeatDuration: CFTimeInterval {
    get { timing.repeatDuration }
    set { timing.repeatDuration = newValue }
  }
  /// Whether every repetition plays forward, then backward. Default: false.
  public final var autoreverses: Bool {
    get { timing.autoreverses }
    set { timing.autoreverses = newValue }
  }
  /// The values that hold before the beginning and after the end. Default: ``CAMediaTimingFillMode/removed``.
  public final var fillMode: CAMediaTimingFillMode {
    get { timing.fillMode }
    set { timing.fillMode = newValue }
  }
}

/// An object with values by key that have fields, as in `toValue.x` and `contentsRect.size.width`: an animation or an
/// emitter cell. Layers have longer paths; see CALayer+KeyValueCoding.swift.
protocol FieldCoding: AnyObject {
  func value(forKey key: String) -> Any?
  func setValue(_ value: Any?, forKey key: String)
}

extension FieldCoding {
  /// Returns the value of a key, or a field of it; nil if there is no such field.
  func readField(_ keyPath: String) -> Any? {
    guard let (key, component) = splitField(keyPath) else { return value(forKey: keyPath) }
    return AnimatableValue(value(forKey: key))?[component]?.boxed
  }

  /// Sets the value of a key, or a field of it. Setting a field of nil changes nothing.
  func writeField(_ value: Any?, _ keyPath: String) {
    guard let (key, component) = splitField(keyPath) else {
      setValue(value, forKey: keyPath)
      return
    }
    guard var whole = AnimatableValue(self.value(forKey: key)), let field = AnimatableValue(value) else { return }
    whole[component] = field
    setValue(whole.boxed, forKey: key)
  }
}

/// Returns key and field of `a.b`; nil if the part after the first dot is not a field's name: the whole is then a key.
private func splitField(_ keyPath: String) -> (key: String, component: ValueComponent)? {
  let parts = keyPath.split(separator: ".", maxSplits: 1)
  guard parts.count == 2, let component = ValueComponent(rawValue: String(parts[1])) else { return nil }
  return (String(parts[0]), component)
}
