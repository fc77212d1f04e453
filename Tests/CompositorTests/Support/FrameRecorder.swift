// A hosted tree and its frames as values: what a renderer does, up to the draw list.

import CoreGraphics
import QuartzCore

@testable import Compositor

/// A root layer of 400 by 300 points, its render tree, and a frame builder.
final class FrameRecorder {
  let root = CALayer()
  let tree = RenderTree()
  let clock = MediaClock(startingAt: 0)
  var target = FrameBuilder.Target(width: 400, height: 300, scale: 1)
  private let host: LayerHost
  private let builder: FrameBuilder
  /// Whether frames find what changed.
  var tracksDamage: Bool {
    get { builder.damage != nil }
    set { builder.damage = newValue ? Damage() : nil }
  }
  /// Bytes of the pictures that the CPU draws, at most.
  var pictureLimit: Int {
    get { builder.pictureLimit }
    set { builder.pictureLimit = newValue }
  }
  /// Bytes of the pictures that are kept for frames to come.
  var keptPictureBytes: Int { builder.pictures.bytes }
  var damagedBox: Box? { builder.damagedBox }
  /// What it took to make the last frame.
  var work: FrameBuilder.FrameWork { builder.work }

  init(_ sublayers: CALayer..., options: DrawListBuilder.Options = .init()) {
    root.bounds = CGRect(x: 0, y: 0, width: 400, height: 300)
    root.anchorPoint = .zero
    root.sublayers = sublayers
    host = LayerHost(layer: root, clock: clock)
    builder = FrameBuilder(options: options)
    host.sink = tree
  }

  /// Commits what was changed, and makes the frame at a time.
  func frame(at time: Double = 0) -> DrawList {
    CATransaction.flush()
    clock.advance(to: time)
    return frameWithoutCommit(at: time)
  }

  /// The frame at a time of what is committed.
  func frameWithoutCommit(at time: Double = 0) -> DrawList {
    tree.sample(at: time)
    return builder.build(tree, target)
  }
}

extension DrawList {
  /// Programs with their blending, batch by batch, of the last pass.
  var programs: [String] {
    (passes.last?.batches ?? []).map { "\($0.program) \($0.blend.name) x\($0.count)" }
  }

  /// One part of every instance, in the order of drawing.
  ///
  /// - Parameter vectors: how many vectors of an instance stand before it.
  func parts<Part: InstancePart>(_ type: Part.Type, after vectors: Int) -> [Part] {
    passes.flatMap(\.batches).filter { !$0.program.features.contains(.linear) }.flatMap { batch in
      instanceStarts(of: batch).map { part(type, at: $0 + vectors) }
    }
  }

  /// The reasons of the offscreen passes.
  var surfaces: [SurfaceReasons] { passes.dropLast().map(\.reasons) }
}
