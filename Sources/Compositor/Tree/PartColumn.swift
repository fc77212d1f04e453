import QuartzCore

/// The values of one kind of part, such as shadows, for the few slots that have one. All columns of a tree are one
/// table, by which slots are freed.
///
///   slot       0    1    2    3    4
///   rows      -1    0   -1   -1    1        the row of the slot's value; -1 for none
///   values        [s1, s4]                  close together, in no order
final class PartColumn<Value> {
  private var rows: [Int32] = []
  /// The slot of each value.
  private var slots: [Int32] = []
  private(set) var values: [Value] = []

  var isEmpty: Bool { values.isEmpty }

  subscript(slot: Int32) -> Value? {
    get {
      guard Int(slot) < rows.count, slot >= 0 else { return nil }
      let row = rows[Int(slot)]
      return row < 0 ? nil : values[Int(row)]
    }
    set {
      if let newValue { set(newValue, slot) } else { remove(slot) }
    }
  }

  private func set(_ value: Value, _ slot: Int32) {
    if slot >= rows.count { rows += repeatElement(-1, count: Int(slot) + 1 - rows.count) }
    let row = Int(rows[Int(slot)])
    if row >= 0 {
      values[row] = value
    } else {
      rows[Int(slot)] = Int32(values.count)
      values.append(value)
      slots.append(slot)
    }
  }

  /// Removes a slot's value. The last value takes its row.
  func remove(_ slot: Int32) {
    guard Int(slot) < rows.count, rows[Int(slot)] >= 0 else { return }
    let row = Int(rows[Int(slot)])
    rows[Int(slots[slots.count - 1])] = Int32(row)
    rows[Int(slot)] = -1
    values.swapAt(row, values.count - 1)
    slots.swapAt(row, slots.count - 1)
    values.removeLast()
    slots.removeLast()
  }
}

extension PartColumn {
  /// Takes over the values of another column, each as `copy` makes it.
  func assume(_ other: PartColumn, _ copy: (Value) -> Value = { $0 }) {
    (rows, slots, values) = (other.rows.copied, other.slots.copied, other.values.map(copy))
  }
}

/// A part of a layer's look that only some layers have; RenderTree.swift lists them.
protocol PartLook: Equatable {
  /// The layers that can have it; nil for all.
  static var kind: LayerKind? { get }
  /// Whether a change of it shows in the layer's ``LayerLook/detail``.
  static var changesDetail: Bool { get }
  /// Whether values ask for the part: most layers' do not, and pay for no more than this.
  static func isAsked(by values: LayerValues) -> Bool
  /// Derives the part of a layer whose own look and earlier parts are derived already; nil for none.
  static func derived(_ slot: Int, from values: LayerValues, in tree: RenderTree) -> Self?
  /// Marks the part in the layer's look.
  func mark(_ look: inout LayerLook)
}

extension PartLook {
  static var kind: LayerKind? { nil }
  static var changesDetail: Bool { false }
  static func isAsked(by values: LayerValues) -> Bool { true }
}

struct PartTable {
  private var removals: [(Int32) -> Void] = []

  mutating func column<Value>() -> PartColumn<Value> {
    let column = PartColumn<Value>()
    removals.append { column.remove($0) }
    return column
  }

  func remove(_ slot: Int32) {
    for removal in removals { removal(slot) }
  }
}

extension RenderTree {
  /// Derives one part of a layer. Inlined, so that a layer without the part takes one comparison.
  @inline(__always)
  func derive<Look: PartLook>(
    _ column: PartColumn<Look>, _ slot: Int, of kind: LayerKind, from values: LayerValues
  ) {
    if let only = Look.kind, kind != only { return }
    guard Look.isAsked(by: values) else {
      if !column.isEmpty { note(nil, in: column, slot) }
      return
    }
    let part = Look.derived(slot, from: values, in: self)
    note(part, in: column, slot)
    part?.mark(&looks[slot])
  }

  /// Sets one part of a layer, and the layer's detail if the part differs.
  func note<Look: PartLook>(_ part: Look?, in column: PartColumn<Look>, _ slot: Int) {
    if Look.changesDetail, column[Int32(slot)] != part { looks[slot].detail &+= 1 }
    column[Int32(slot)] = part
  }
}
