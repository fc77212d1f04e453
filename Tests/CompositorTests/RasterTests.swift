// shouldRasterize: a bitmap of the asked resolution, whatever stands around the layer.

import Compositor
import CoreGraphics
import QuartzCore
import Testing

@Suite struct RasterTests {
  private func card(_ scale: Double = 1, _ configure: (CALayer) -> Void = { _ in }) -> CALayer {
    layer(50, 40, 100, 80, .red) {
      $0.shouldRasterize = true
      $0.rasterizationScale = scale
      $0.addSublayer(layer(20, 20, 60, 40, .glass))
      configure($0)
    }
  }

  @Test func theBitmapHasTheAskedSize() {
    for (scale, size) in [(1.0, (100.0, 80.0)), (2, (200, 160)), (0.5, (50, 40))] {
      let list = FrameRecorder(card(scale)).frame()
      #expect(list.surfaces == [.rasterized])
      #expect(list.passes[0].box == Box(0, 0, size.0, size.1))
    }
  }

  /// Wherever the layer is, in whatever way it is turned.
  @Test func theBitmapDoesNotMove() {
    let plain = FrameRecorder(card()).frame().passes[0]
    let moved = FrameRecorder(
      card {
        $0.position = CGPoint(x: 333.25, y: 20)
        $0.transform = turn(33)
        $0.opacity = 0.3
      }
    ).frame().passes[0]
    #expect(plain.box == moved.box)
    #expect(plain.batches.map(\.program) == moved.batches.map(\.program))
  }

  @Test func whatSticksOutIsInTheBitmap() {
    let list = FrameRecorder(card { $0.addSublayer(layer(-30, 10, 20, 10, .red)) }).frame()
    #expect(list.passes[0].box == Box(-30, 0, 100, 80))
  }

  @Test func outOfSightNothingIsDrawn() {
    let list = FrameRecorder(card { $0.position.x = 900 }).frame()
    #expect(list.surfaces.isEmpty)
    #expect(list.counters.drawnPixels == 0)
  }

  /// A scale that no bitmap can have is 1; a bitmap that would be too large is none.
  @Test func scales() {
    for scale in [0, -1, Double.nan, .infinity] {
      #expect(FrameRecorder(card(scale)).frame().passes[0].box == Box(0, 0, 100, 80))
    }
    #expect(FrameRecorder(card(60)).frame().surfaces.isEmpty)
    #expect(FrameRecorder(card { $0.bounds.size.width = 1e12 }).frame().surfaces.isEmpty)
  }

  /// At the canvas's scale and on whole pixels the bitmap is copied; else it is sampled as the layer's filters say.
  @Test func filters() {
    func source(_ list: DrawList) -> TextureSource? {
      list.passes.last?.batches.map(\.texture).first { $0 != .none }
    }
    #expect(source(FrameRecorder(card()).frame()) == .pass(1, .nearest))
    #expect(source(FrameRecorder(card(0.5)).frame()) == .pass(1, .linear))
    #expect(source(FrameRecorder(card(0.5) { $0.magnificationFilter = .nearest }).frame()) == .pass(1, .nearest))
    #expect(source(FrameRecorder(card(2) { $0.magnificationFilter = .nearest }).frame()) == .pass(1, .linear))
    #expect(source(FrameRecorder(card(2) { $0.minificationFilter = .nearest }).frame()) == .pass(1, .nearest))
  }
}
