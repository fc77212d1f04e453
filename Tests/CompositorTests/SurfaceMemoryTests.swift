// How much memory the surfaces of a frame take at a time: those that are drawn and shown free theirs for others.

import Compositor
import CoreGraphics
import QuartzCore
import Testing

@Suite struct SurfaceMemoryTests {
  /// Copies of a rasterized layer, in a row: a million pixels each.
  private func copies(_ count: Int) -> CALayer {
    let replicator = CAReplicatorLayer()
    replicator.frame = CGRect(x: 0, y: 0, width: 400, height: 300)
    replicator.instanceCount = count
    replicator.instanceTransform = CATransform3DMakeTranslation(1, 0.5, 0)
    replicator.addSublayer(
      layer(10, 10, 100, 100, .red) {
        $0.shouldRasterize = true
        $0.rasterizationScale = 10
        $0.addSublayer(layer(20, 20, 50, 50, .glass))
      })
    return replicator
  }

  private func list(_ layer: CALayer, waitingBytes: Int? = nil) -> DrawList {
    var options = DrawListBuilder.Options()
    options.waitingBytes = waitingBytes ?? options.waitingBytes
    return FrameRecorder(layer, options: options).frame()
  }

  @Test("Surfaces that would take more than the bound are shown before there are more (found-scene-7)")
  func bound() {
    let bytes = 4_000_000.0
    #expect(list(copies(10)).passes.allSatisfy { !$0.continues }, "a frame below the bound is in one piece")
    let waiting = list(copies(200), waitingBytes: .max)
    #expect(waiting.peakBytes > 199 * bytes && waiting.passes.count == 201)
    let bounded = list(copies(200))
    #expect(bounded.peakBytes < Double(256 << 20) + 8 * bytes)
    #expect(bounded.passes.count(where: \.continues) >= 2)
    #expect(bounded.counters.quads + bounded.counters.instances == waiting.counters.quads + waiting.counters.instances)
    #expect(list(copies(200), waitingBytes: 0).peakBytes < 3 * bytes, "one at a time")
  }

  @Test("Whatever a pass samples is there: drawn, and not given to another", arguments: [0, 100_000, .max])
  func lifetimes(waitingBytes: Int) {
    let group = layer(20, 20, 200, 200) { group in
      group.opacity = 0.5
      group.filters = [CAFilter(type: "gaussianBlur")]
      for index in 0..<4 {
        group.addSublayer(
          layer(Double(index * 30), 10, 80, 90, .orange) {
            $0.mask = layer(5, 5, 60, 60, .red) { $0.addSublayer(layer(20, 20, 60, 60, .teal)) }
            $0.compositingFilter = index % 2 == 0 ? "multiplyBlendMode" : nil
            $0.backgroundFilters = index == 1 ? [CAFilter(type: "gaussianBlur")] : nil
            $0.addSublayer(copies(3))
          })
      }
    }
    let list = list(group, waitingBytes: waitingBytes)
    let lifetimes = TargetLifetimes(list)
    var isThere: Set<Int32> = []
    var most = 0
    for (place, pass) in list.passes.enumerated() {
      #expect(isThere.contains(pass.target) == pass.continues, "pass \(place)")
      isThere.insert(pass.target)
      most = max(most, isThere.count)
      for batch in pass.batches {
        for source in [batch.texture, batch.backdrop] {
          if case .pass(let target, _) = source { #expect(isThere.contains(target), "pass \(place)") }
        }
      }
      lifetimes.visitEnded(after: place, list) { isThere.remove($0) }
    }
    #expect(isThere == [RenderPass.frameTarget])
    #expect(most < Set(list.passes.map(\.target)).count / (waitingBytes == 0 ? 4 : 2))
  }
}
