public import Foundation

/// Several animations that run together, in the group's time.
///
/// Members are clipped to the group's duration, not scaled to it; a member without a duration of its own takes the
/// group's, and one that ends before the group's end is over at its own. Their delegates and `isRemovedOnCompletion`
/// are ignored. Groups may be within groups, 128 deep; what lies deeper is left out. A group within itself is a mistake
/// and traps when it is committed.
open class CAAnimationGroup: CAAnimation {
  /// The members, in the order in which they are applied. Copied as an array; the animations in it are not. Default:
  /// nil.
  open var animations: [CAAnimation]? {
    get { members }
    set { members = newValue }
  }

  private final var members: [CAAnimation]?

  /// Lets go of groups within groups one after another; each letting go of its own would take a stack as deep as they
  /// are.
  deinit {
    var pending = members ?? []
    members = nil
    while !pending.isEmpty {
      guard var group = pending.removeLast() as? CAAnimationGroup, isKnownUniquelyReferenced(&group) else { continue }
      pending += group.members ?? []
      group.members = nil
    }
  }

  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = super.copy(with: zone)
    (copy as? CAAnimationGroup)?.animations = animations
    return copy
  }

  open override func value(forKey key: String) -> Any? {
    key == "animations" ? animations : super.value(forKey: key)
  }

  open override func setValue(_ value: Any?, forKey key: String) {
    if key == "animations" {
      animations = value as? [CAAnimation]
    } else {
      super.setValue(value, forKey: key)
    }
  }
}

extension CAAnimationGroup {
  /// The maximum depth of groups within groups: a frame goes down into each of them.
  static let mostDepth = 128

  /// The members of a group that lies within others; nil where it lies too deep. Traps where it is one of those.
  func members(within groups: [CAAnimationGroup]) -> [CAAnimation]? {
    require(
      !groups.contains { $0 === self },
      "CAAnimationGroup: a group is one of its own animations, or within one of them; take it out")
    return groups.count < Self.mostDepth ? animations ?? [] : nil
  }
}

extension CAAnimation {
  /// Calls `body` with the animation itself or, of a group, with all that are within it and are no groups, in order.
  package final func forEachLeaf(_ body: (CAAnimation) -> Void) { forEachLeaf(within: [], body) }

  private final func forEachLeaf(within groups: [CAAnimationGroup], _ body: (CAAnimation) -> Void) {
    guard let group = self as? CAAnimationGroup else { return body(self) }
    for member in group.members(within: groups) ?? [] { member.forEachLeaf(within: groups + [group], body) }
  }
}
