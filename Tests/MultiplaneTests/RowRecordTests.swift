// Bands of a memory that show what the new frame shows are left as they are.

import Compositor
import CoreGraphics
import QuartzCore
import RowRenderer
import TestScenes
import TestSupport
import Testing

@testable import Multiplane

@MainActor @Suite struct RowRecordTests {
  private func renderer(jobs: Int = 1, keeps: Bool = true) throws -> OffscreenRenderer {
    var options = OffscreenRenderer.Options(background: .white)
    (options.renderer, options.jobs, options.leastWorkerMilliseconds) = (.rows, jobs, jobs == 1 ? 1 : 0)
    if !keeps { options.optimizations = DrawListBuilder.Options(without: [.retention]) }
    return try OffscreenRenderer(size: CGSize(width: 160, height: 500), options: options)
  }

  /// Returns frames of a tree that is edited before each, and the number of bands that were not drawn.
  private func frames(
    of root: CALayer, _ renderer: OffscreenRenderer, count: Int = 40, _ edit: @escaping (_ step: Int) -> Void
  ) throws -> (frames: [[UInt8]], leftOut: Int) {
    var (frames, leftOut) = ([[UInt8]](), 0)
    let times = sequence(state: 0) { (step: inout Int) -> Double? in
      guard step < count else { return nil }
      edit(step)
      defer { step += 1 }
      return Double(step) / 10
    }
    try renderer.forEachFrame(of: root, at: times) { _, pixels in
      frames.append(Array(pixels))
      leftOut += (renderer.rasterizer as? RowRenderer)?.leftOutBands ?? 0
    }
    return (frames, leftOut)
  }

  @Test("Random trees that change have the bytes of whole frames, and bands are left out", arguments: seeds(10, of: 80))
  func trees(seed: Int) throws {
    func made(jobs: Int, keeps: Bool) throws -> (frames: [[UInt8]], leftOut: Int) {
      let root = layer(0, 0, 160, 500, .white)
      var random = RandomTree(seed: seed, drawsPictures: true)
      random.fill(root)
      return try frames(of: root, renderer(jobs: jobs, keeps: keeps)) { random.edit(root, step: $0) }
    }
    let expected = try made(jobs: 1, keeps: false)
    #expect(expected.leftOut == 0)
    let alone = try made(jobs: 1, keeps: true)
    #expect(alone.frames == expected.frames)
    #expect(alone.leftOut > 0)
    #expect(try made(jobs: 3, keeps: true).frames == expected.frames)
  }

  @Test("Bands above a square that moves are left out; a change inside a group is drawn")
  func squares() throws {
    let root = layer(0, 0, 160, 500, .white)
    let (still, moving) = (layer(10, 10, 40, 40, .red), layer(10, 400, 40, 40, .red))
    // A group that is drawn to a surface of its own.
    let group = layer(60, 10, 80, 40, .black)
    (group.opacity, group.cornerRadius, group.masksToBounds) = (0.5, 12, true)
    let inside = layer(-10, 5, 60, 20, .red)
    group.addSublayer(inside)
    root.sublayers = [still, moving, group]
    let (_, leftOut) = try frames(of: root, renderer(), count: 10) { step in
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      moving.position.x = 30 + CGFloat(step)
      CATransaction.commit()
    }
    // The frame has eight bands, and the square touches at most two of them. The first frame draws all bands.
    #expect(leftOut >= 9 * 6)
    let (shown, _) = try frames(of: root, renderer(), count: 3) { step in
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      inside.position.x = 10 + CGFloat(step) * 9
      CATransaction.commit()
    }
    #expect(shown[0] != shown[1] && shown[1] != shown[2])
  }
}
