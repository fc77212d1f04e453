package protocol TargetMemory: AnyObject {
  var width: Int { get }
  var height: Int { get }
}

/// Hands out targets of offscreen passes by size, within a frame and from frame to frame. Each target has exactly the
/// size of its pass, which draws to all of it.
///
/// Tested by TargetPoolTests.
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

  /// Takes a free target of the size, or makes one, in constant time.
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

  /// Takes back a target that nobody draws to or samples any more; ignores a target that is not of the pool.
  package mutating func giveBack(_ target: Target) {
    let key = ObjectIdentifier(target)
    guard used.removeValue(forKey: key) != nil, targets.known(key) != nil else { return }
    spare[Size(target), default: []].append(key)
  }

  /// Takes back all targets.
  package mutating func takeBackAll() {
    for target in Array(used.values) { giveBack(target) }
  }

  /// Ends a frame: lets go of targets that were not taken for long.
  package mutating func endFrame() {
    guard targets.endFrame() else { return }
    spare.removeAll(keepingCapacity: true)
    for number in targets.allNumbers where used[targets.key(number)] == nil {
      spare[Size(targets[number]), default: []].append(targets.key(number))
    }
  }
}
