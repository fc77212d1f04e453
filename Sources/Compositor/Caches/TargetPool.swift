// Tested by TargetPoolTests.

import Synchronization

package protocol TargetMemory: AnyObject {
  var width: Int { get }
  var height: Int { get }
  var bytesPerPixel: Int { get }
}

/// Hands out targets of offscreen passes, each exactly as large as its pass, within a frame and from frame to frame.
package struct TargetPool<Target: TargetMemory> {
  private struct Size: Hashable {
    let width: Int
    let height: Int
    let bytesPerPixel: Int

    init(_ target: Target) { self.init(target.width, target.height, target.bytesPerPixel) }
    init(_ width: Int, _ height: Int, _ bytesPerPixel: Int) {
      (self.width, self.height, self.bytesPerPixel) = (width, height, bytesPerPixel)
    }
  }

  package var targets: FrameCache<ObjectIdentifier, Target>
  private var used: [ObjectIdentifier: Target] = [:]
  /// The targets that are not in use, by their sizes; all of them are kept.
  private var spare: [Size: [ObjectIdentifier]] = [:]

  package init(_ budget: CacheBudget) { targets = FrameCache(budget: budget.bytes()) }

  /// Takes a free target of the size, or makes one, in constant time.
  package mutating func take<Failure>(
    width: Int, height: Int, bytesPerPixel: Int = 4, _ make: () throws(Failure) -> Target
  ) throws(Failure) -> Target {
    let size = Size(width, height, bytesPerPixel)
    if let key = spare[size]?.popLast(), let target = targets.value(of: key) {
      used[key] = target
      return target
    }
    let bytes = width * height * bytesPerPixel
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

  package mutating func takeBackAll() {
    for target in Array(used.values) { giveBack(target) }
  }

  /// Ends a frame: drops targets that were not taken for long.
  package mutating func endFrame() {
    guard targets.endFrame() else { return }
    spare.removeAll(keepingCapacity: true)
    for number in targets.allNumbers where used[targets.key(number)] == nil {
      spare[Size(targets[number]), default: []].append(targets.key(number))
    }
  }
}

/// Arrays of bytes that nobody uses, for new bitmaps of about the same size: fresh memory costs a page fault for each 4
/// KB, which is more than clearing and writing it.
enum SpareBytes {
  /// The spare arrays; the one that was given last is taken first, as it may still be in a cache of the processor.
  private static let spares = Mutex<[[UInt8]]>([])
  /// The most bytes that are kept, in all: the limit of the last renderer that was given one.
  private static let budget = Atomic(CacheBudget.spareBytes.bytes())
  /// The size in bytes below which an array is left to the allocator.
  private static let shortest = 64 << 10

  static func zeros(_ count: Int) -> [UInt8] {
    guard var bytes = spare(count) else { return [UInt8](repeating: 0, count: count) }
    bytes.withUnsafeMutableBufferPointer { $0.initialize(repeating: 0) }
    return bytes
  }

  /// Returns an array of any bytes, for a caller that writes all of them.
  static func any(_ count: Int) -> [UInt8] {
    spare(count) ?? [UInt8](unsafeUninitializedCapacity: count) { $1 = count }
  }

  private static func spare(_ count: Int) -> [UInt8]? {
    guard count >= shortest else { return nil }
    let found = spares.withLock { spares in
      // Memory that is up to a quarter larger does.
      spares.lastIndex { $0.capacity >= count && $0.capacity <= count + count / 4 + shortest }.map {
        spares.remove(at: $0)
      }
    }
    guard var bytes = consume found else { return nil }
    if bytes.count > count { bytes.removeLast(bytes.count - count) }
    while bytes.count < count { bytes.append(contentsOf: filling[..<min(count - bytes.count, filling.count)]) }
    return bytes
  }

  private static let filling = [UInt8](repeating: 0, count: shortest)

  /// Takes an array that its owner no longer needs.
  static func give(_ bytes: consuming [UInt8]) {
    guard bytes.capacity >= shortest else { return }
    spares.withLock { [bytes] spares in
      spares.append(bytes)
      shorten(&spares)
    }
  }

  /// Keeps no more than a renderer's share from now on.
  static func limit(to memoryLimit: Int) {
    budget.store(CacheBudget.spareBytes.bytes(within: memoryLimit), ordering: .relaxed)
    spares.withLock { shorten(&$0) }
  }

  private static func shorten(_ spares: inout [[UInt8]]) {
    var total = spares.reduce(0) { $0 + $1.capacity }
    while total > budget.load(ordering: .relaxed) { total -= spares.removeFirst().capacity }
  }
}

extension [[UInt8]] {
  mutating func withAllBytes(_ body: ([UnsafeMutablePointer<UInt8>]) -> Void) { lend(from: 0, [], body) }

  private mutating func lend(
    from index: Int, _ lent: [UnsafeMutablePointer<UInt8>], _ body: ([UnsafeMutablePointer<UInt8>]) -> Void
  ) {
    guard index < count else { return body(lent) }
    // The array is out of the list while it is lent, so that the others can be reached.
    var bytes: [UInt8] = []
    swap(&bytes, &self[index])
    bytes.withUnsafeMutableBufferPointer { buffer in
      // Empty pages have no place; nothing is written there.
      if let start = buffer.baseAddress { lend(from: index + 1, lent + [start], body) }
    }
    swap(&bytes, &self[index])
  }
}
