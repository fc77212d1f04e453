// Targets of offscreen passes, used again within a frame and from frame to frame. Each has exactly the size of its
// pass: a pass draws to all of its target and is sampled whole.

/// The memory of a target, in a rasteriser's own form.
package protocol TargetMemory: AnyObject {
  /// In pixels.
  var width: Int { get }
  var height: Int { get }
}

/// Hands out targets by size.
package struct TargetPool<Target: TargetMemory> {
  package var targets: FrameCache<ObjectIdentifier, Target>
  /// Those that somebody has.
  private var used: Set<ObjectIdentifier> = []

  package init(_ budget: CacheBudget) { targets = FrameCache(budget: budget.bytes()) }

  /// A target that nobody has.
  package mutating func take<Failure>(
    width: Int, height: Int, _ make: () throws(Failure) -> Target
  ) throws(Failure) -> Target {
    for number in targets.allNumbers where !used.contains(targets.key(number)) {
      let target = targets[number]
      guard target.width == width, target.height == height else { continue }
      used.insert(targets.key(number))
      _ = targets.number(of: targets.key(number))
      return target
    }
    let size = width * height * 4
    if targets.bytes + size > targets.budget { targets.removeAll { [used] in !used.contains($0) } }
    let target = try make()
    targets.keep(target, bytes: size, under: ObjectIdentifier(target))
    used.insert(ObjectIdentifier(target))
    return target
  }

  /// Takes a target back that nobody draws to or samples any more; none that is not of the pool.
  package mutating func giveBack(_ target: Target) { used.remove(ObjectIdentifier(target)) }

  /// Takes all targets back: what they were for is drawn.
  package mutating func takeBackAll() { used.removeAll(keepingCapacity: true) }

  /// Ends a frame: targets that were not taken for long go.
  package mutating func endFrame() { targets.endFrame() }
}
