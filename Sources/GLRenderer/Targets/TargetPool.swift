// Targets of offscreen passes, used again within a frame and from frame to frame. Each has exactly the size of its
// pass: a pass draws to all of its target and is sampled whole.

/// Hands out targets by size.
struct TargetPool {
  private struct Entry {
    let target: Target
    var isUsed: Bool
    var lastFrame: UInt64
  }

  private var entries: [Entry] = []
  private var frame: UInt64 = 0
  /// Bytes of all its targets.
  private(set) var bytes = 0
  /// Bytes of targets that are kept at most, unless one frame needs more.
  var budget = 1 << 30

  /// Targets that were not used for so many frames are let go.
  private static let keptFrames: UInt64 = 8

  /// A target that nobody has.
  mutating func take(_ device: GLDevice, layout: PixelLayout, width: Int, height: Int) throws(GLError) -> Target {
    for index in entries.indices where !entries[index].isUsed {
      let texture = entries[index].target.texture
      guard texture.width == width, texture.height == height else { continue }
      entries[index].isUsed = true
      entries[index].lastFrame = frame
      return entries[index].target
    }
    makeRoom(for: width * height * 4)
    let target = try Target(device, layout: layout, width: width, height: height)
    bytes += width * height * 4
    entries.append(Entry(target: target, isUsed: true, lastFrame: frame))
    return target
  }

  /// Takes a target back that the rest of the frame does not need; none that is not of the pool.
  mutating func giveBack(_ target: Target) {
    if let index = entries.firstIndex(where: { $0.target === target }) { entries[index].isUsed = false }
  }

  /// Takes all targets back: the frame is drawn.
  mutating func endFrame() {
    for index in entries.indices { entries[index].isUsed = false }
    entries.removeAll { $0.lastFrame + Self.keptFrames < frame }
    count()
    frame += 1
  }

  /// Lets go of what this frame has not used, where there is too much.
  private mutating func makeRoom(for size: Int) {
    guard bytes + size > budget else { return }
    entries.removeAll { !$0.isUsed }
    count()
  }

  private mutating func count() {
    bytes = entries.reduce(0) { $0 + $1.target.texture.width * $1.target.texture.height * 4 }
  }
}
