// The animations of a layer. There may be thousands on one layer, each with an end of its own. So they are found by key
// and by number without a search, and one that leaves is only marked; those marked are taken out together, when they
// are half of the list. An end then costs no pass over the others, and none over what the last commit handed to frames.

/// The animations of a layer in the order of addition.
struct LayerAnimations {
  /// The animations in the order of their numbers, including those that left since the list was last cleared.
  private var all: [AttachedAnimation] = []
  /// The number of animations in the list that left.
  private var goneCount = 0
  /// The number of the animation under each key.
  private var serials: [String: UInt64] = [:]

  /// A list that is shorter than this is cleared whenever an animation leaves.
  private static let shortest = 64

  /// The animations that are there.
  var present: [AttachedAnimation] { goneCount == 0 ? all : all.filter { !$0.isGone } }

  /// Whether any are there.
  var isInUse: Bool { all.count > goneCount }

  /// Whether the list holds some that left.
  var hasGone: Bool { goneCount > 0 }

  /// The animation under a key.
  subscript(key: String) -> AttachedAnimation? { serials[key].flatMap { self[serial: $0] } }

  /// The animation of a number.
  subscript(serial serial: UInt64) -> AttachedAnimation? { index(of: serial).map { all[$0] } }

  /// The animations that no commit has seen: the last ones.
  var uncommitted: [AttachedAnimation] {
    let begin = all.lastIndex { $0.isCommitted && !$0.isGone }.map { $0 + 1 } ?? 0
    return all[begin...].filter { !$0.isGone }
  }

  /// Adds an animation. Its number is higher than all numbers before, and its key is free.
  mutating func append(_ animation: AttachedAnimation) {
    if let key = animation.key { serials[key] = animation.serial }
    all.append(animation)
  }

  /// Changes the animation of a number; nothing where it is not there.
  mutating func update(serial: UInt64, _ body: (inout AttachedAnimation) -> Void) {
    if let index = index(of: serial) { body(&all[index]) }
  }

  /// Takes out the animation of a number. Returns whether the list is clear of all that left, so that a commit should
  /// hand it on.
  mutating func remove(serial: UInt64) -> Bool {
    guard let index = index(of: serial) else { return goneCount == 0 }
    if let key = all[index].key { serials[key] = nil }
    all[index].isGone = true
    goneCount += 1
    guard all.count < Self.shortest || 2 * goneCount >= all.count else { return false }
    all.removeAll { $0.isGone }
    goneCount = 0
    return true
  }

  /// Takes out all animations, and returns them.
  mutating func removeAll() -> [AttachedAnimation] {
    let removed = present
    self = LayerAnimations()
    return removed
  }

  private func index(of serial: UInt64) -> Int? {
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].serial < serial { low = middle + 1 } else { high = middle }
    }
    return low < all.count && all[low].serial == serial && !all[low].isGone ? low : nil
  }
}
