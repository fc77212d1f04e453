/// The stamps of a render tree's layers, by slot. Each commit and each sample that changes something has a number, the
/// stamp; a layer has the stamp of its own last change, and that of the last change below it. A frame that remembers
/// the stamp of the one before it can skip older layers.
struct ChangeStamps {
  /// The number of the changes that are made now.
  private(set) var current: UInt64 = 1
  private var own: [UInt64] = []
  private var below: [UInt64] = []
  /// The slots of the superlayers, or of the layers that are masked; -1 for none.
  private var parents: [Int32] = []

  func changed(_ slot: Int32, since stamp: UInt64) -> Bool { own[Int(slot)] > stamp }

  /// Whether a layer, its mask or anything below it has changed since a stamp.
  func changedBelow(_ slot: Int32, since stamp: UInt64) -> Bool { below[Int(slot)] > stamp }

  /// Begins changes that are newer than all so far.
  mutating func begin() { current += 1 }

  /// Adds a slot for a layer without a superlayer.
  mutating func addSlot() {
    own.append(current)
    below.append(current)
    parents.append(-1)
  }

  /// Notes a change of a layer; ignores slots of delayed copies, which are not layers.
  mutating func note(_ slot: Int) {
    guard slot < own.count else { return }
    own[slot] = current
    var slot = Int32(slot)
    while slot >= 0, below[Int(slot)] != current {
      below[Int(slot)] = current
      slot = parents[Int(slot)]
    }
  }

  /// Takes over the order of the tree.
  ///
  /// - Parameters:
  ///   - order: slots in the tree's order.
  ///   - places: for each place there that of the superlayer, or of the masked layer; -1 for none.
  mutating func setOrder(_ order: [Int32], parents places: [Int32]) {
    for place in order.indices {
      parents[Int(order[place])] = places[place] < 0 ? -1 : order[Int(places[place])]
    }
  }
}
