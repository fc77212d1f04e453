// Targets of offscreen passes, used again within a frame and from frame to frame. Each has exactly the size of its
// pass: a pass draws to all of its target and is sampled whole.
//
// Tested by TargetPoolTests.

/// The memory of a target, in a rasteriser's own form.
package protocol TargetMemory: AnyObject {
  /// In pixels.
  var width: Int { get }
  var height: Int { get }
}

/// Hands out targets by size.
package struct TargetPool<Target: TargetMemory> {
  private struct Size: Hashable {
    let width: Int
    let height: Int

    init(_ target: Target) { (width, height) = (target.width, target.height) }
    init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
  }

  package var targets: FrameCache<ObjectIdentifier, Target>
  /// The targets in use.
  private var used: [ObjectIdentifier: Target] = [:]
  /// The targets that are not in use, by their sizes; all of them are kept.
  private var spare: [Size: [ObjectIdentifier]] = [:]

  package init(_ budget: CacheBudget) { targets = FrameCache(budget: budget.bytes()) }

  /// A target that nobody has; takes the same time however many there are.
  package mutating func take<Failure>(
    width: Int, height: Int, _ make: () throws(Failure) -> Target
  ) throws(Failure) -> Target {
    let size = Size(width: width, height: height)
    if let key = spare[size]?.popLast(), let target = targets.value(of: key) {
      used[key] = target
      return target
    }
    let bytes = width * height * 4
    if targets.bytes + bytes > targets.budget {
      targets.removeAll { [used] in used[$0] == nil }
      spare.removeAll(keepingCapacity: true)
    }
    let target = try make()
    targets.keep(target, bytes: bytes, under: ObjectIdentifier(target))
    used[ObjectIdentifier(target)] = target
    return target
  }

  /// Takes a target back that nobody draws to or samples any more; none that is not of the pool.
  package mutating func giveBack(_ target: Target) {
    let key = ObjectIdentifier(target)
    guard used.removeValue(forKey: key) != nil, targets.known(key) != nil else { return }
    spare[Size(target), default: []].append(key)
  }

  /// Takes all targets back: what they were for is drawn.
  package mutating func takeBackAll() {
    for target in Array(used.values) { giveBack(target) }
  }

  /// Ends a frame: targets that were not taken for long go.
  package mutating func endFrame() {
    guard targets.endFrame() else { return }
    spare.removeAll(keepingCapacity: true)
    for number in targets.allNumbers where used[targets.key(number)] == nil {
      spare[Size(targets[number]), default: []].append(targets.key(number))
    }
  }
}
