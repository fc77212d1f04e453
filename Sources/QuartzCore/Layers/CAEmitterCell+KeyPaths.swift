// Key paths through cells: `emitterCells.NAME.property` from a layer or from a cell, to any depth.

import Foundation

extension CAEmitterCell: FieldCoding {
  /// The value at a key path: a key, a field of its value (`contentsRect.size.width`), or `emitterCells.NAME.property`
  /// of a cell of its own. Nil where the path leads nowhere.
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

/// A key path that goes through a cell, `emitterCells.NAME.property`.
struct EmitterCellPath {
  /// The cell's name.
  let name: String
  /// The key path from the cell on.
  let rest: String

  /// Nil for any other key path.
  init?(_ keyPath: String) {
    let parts = keyPath.split(separator: ".", maxSplits: 2)
    guard parts.count == 3, parts[0] == "emitterCells" else { return nil }
    name = String(parts[1])
    rest = String(parts[2])
  }

  /// The first cell of the name.
  func cell(in cells: [CAEmitterCell]?) -> CAEmitterCell? { cells?.first { $0.name == name } }
}
