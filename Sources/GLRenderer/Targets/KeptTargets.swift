// Targets whose pictures are shown again in later frames, by the stamps that name the pictures (see SurfaceCache.swift
// in Compositor).

import Compositor

/// The pictures that were drawn in frames before. One that is not shown for a while is let go.
struct KeptTargets {
  private struct Entry {
    let target: Target
    var lastFrame: UInt64
  }

  private var entries: [UInt64: Entry] = [:]
  private var frame: UInt64 = 0
  private var bytes = 0
  /// For each target of the frame, whether it is held already, or only serves one that is.
  private var isLeftOut: [Bool] = []
  /// Passes of the frame that are not drawn.
  private(set) var leftOutCount = 0

  /// Frames for which a picture is kept that is not shown.
  private static let keptFrames: UInt64 = 8
  /// Bytes that are kept at most, unless one frame shows more.
  var budget = 256 << 20

  /// Finds which passes of a frame need not be drawn.
  mutating func beginFrame(_ list: DrawList) {
    isLeftOut.removeAll(keepingCapacity: true)
    leftOutCount = 0
    guard list.passes.contains(where: { $0.retention != nil }) else { return }
    // A pass stands in the list after those that serve it, but has the lower number.
    var parents = [Int32](repeating: -1, count: (list.passes.map { Int($0.target) }.max() ?? 0) + 1)
    isLeftOut.append(contentsOf: repeatElement(false, count: parents.count))
    for pass in list.passes {
      parents[Int(pass.target)] = pass.parent
      if let stamp = pass.retention?.stamp, entries[stamp] != nil { isLeftOut[Int(pass.target)] = true }
    }
    for target in parents.indices where parents[target] >= 0 && isLeftOut[Int(parents[target])] {
      isLeftOut[target] = true
    }
    for pass in list.passes where isLeftOut(pass) { leftOutCount += 1 }
  }

  func isLeftOut(_ pass: RenderPass) -> Bool { !isLeftOut.isEmpty && isLeftOut[Int(pass.target)] }

  /// The target of a picture, which is made where there is none.
  mutating func target(
    _ stamp: UInt64, _ device: GLDevice, layout: PixelLayout, width: Int, height: Int
  ) throws(GLError) -> Target {
    if let entry = entries[stamp] {
      entries[stamp]?.lastFrame = frame
      return entry.target
    }
    let target = try Target(device, layout: layout, width: width, height: height)
    bytes += width * height * 4
    entries[stamp] = Entry(target: target, lastFrame: frame)
    return target
  }

  var isEmpty: Bool { entries.isEmpty }

  mutating func removeAll() {
    entries.removeAll()
    bytes = 0
  }

  /// Lets go of what was not shown for long, and of more where there is too much.
  mutating func endFrame() {
    let limit = bytes > budget ? 0 : Self.keptFrames
    for (stamp, entry) in entries where entry.lastFrame + limit < frame {
      bytes -= entry.target.texture.width * entry.target.texture.height * 4
      entries[stamp] = nil
    }
    frame += 1
  }
}
