// What is left out of a frame: hidden, turned away, clipped, outside, or behind something opaque.

import Compositor
import CoreGraphics
import QuartzCore
import Testing

@Suite struct VisibilityTests {
  @Test func emptyFrame() {
    let list = FrameRecorder().frame()
    #expect(list.passes.count == 1)
    #expect(list.passes[0].batches.isEmpty)
    #expect(list.counters.layers == 1 && list.counters.culled == 1 && list.counters.visible == 0)
  }

  @Test func outsideTheCanvas() {
    let list = FrameRecorder(layer(10, 10, 20, 20, .red), layer(500, 10, 20, 20, .red), layer(-30, 0, 20, 20, .red))
      .frame()
    #expect(list.counters.culled == 2)
    #expect(list.counters.quads == 1)
  }

  @Test func hiddenAndTransparentTakeTheirSublayersAlong() {
    let hidden = layer(10, 10, 20, 20, .red) { $0.isHidden = true }
    hidden.addSublayer(layer(0, 0, 5, 5, .red))
    let clear = layer(40, 10, 20, 20, .red) { $0.opacity = 0 }
    clear.addSublayer(layer(0, 0, 5, 5, .red))
    let list = FrameRecorder(hidden, clear, layer(80, 10, 20, 20, .red)).frame()
    #expect(list.counters.culled == 4)
    #expect(list.counters.visible == 2)
  }

  @Test func outsideAClip() {
    let clip = layer(10, 10, 100, 100, .red) { $0.masksToBounds = true }
    clip.addSublayer(layer(150, 0, 20, 20, .red))
    clip.addSublayer(layer(90, 0, 50, 20, .red))
    let list = FrameRecorder(clip).frame()
    #expect(list.counters.culled == 1)
    #expect(list.quads.map { Double($0.box.z) } == [110, 110])
  }

  @Test func backFaces() {
    let turned = CATransform3DMakeRotation(.pi * 0.75, 0, 1, 0)
    for isDoubleSided in [true, false] {
      let card = layer(50, 50, 100, 100, .red) {
        $0.transform = turned
        $0.isDoubleSided = isDoubleSided
      }
      #expect(FrameRecorder(card).frame().passes[0].batches.isEmpty == !isDoubleSided)
    }
    let edgeOn = layer(50, 50, 100, 100, .red) { $0.transform = CATransform3DMakeScale(0, 1, 1) }
    #expect(FrameRecorder(edgeOn).frame().counters.culled == 2)
  }

  /// A mirror image shows its front.
  @Test func mirrorImagesFaceTheViewer() {
    let mirrored = layer(50, 50, 100, 100, .red) {
      $0.transform = CATransform3DMakeScale(-1, 1, 1)
      $0.isDoubleSided = false
    }
    #expect(FrameRecorder(mirrored).frame().counters.quads == 1)
  }

  @Test func occlusion() {
    let list = FrameRecorder(layer(20, 20, 50, 50, .red), layer(30, 30, 20, 20, .glass), layer(0, 0, 200, 200, .red))
      .frame()
    #expect(list.counters.occluded == 2)
    #expect(list.counters.occludedPixels == 50 * 50 + 20 * 20)
    #expect(list.counters.quads == 1)
  }

  @Test func whatIsTranslucentOrSmallHidesNothing() {
    let glass = FrameRecorder(layer(20, 20, 50, 50, .red), layer(0, 0, 200, 200, .glass)).frame()
    #expect(glass.counters.occluded == 0)
    let partly = FrameRecorder(layer(20, 20, 50, 50, .red), layer(30, 0, 200, 200, .red)).frame()
    #expect(partly.counters.occluded == 0)
    let faded = FrameRecorder(layer(20, 20, 50, 50, .red), layer(0, 0, 200, 200, .red) { $0.opacity = 0.9 }).frame()
    #expect(faded.counters.occluded == 0)
  }

  /// The middle of a rounded rectangle hides as much as a square one would.
  @Test func roundedRectanglesHideWithTheirBands() {
    let list = FrameRecorder(layer(60, 60, 50, 50, .red), layer(0, 0, 200, 200, .red) { $0.cornerRadius = 40 }).frame()
    #expect(list.counters.occluded == 1)
  }

  @Test func occlusionSwitchedOff() {
    let options = DrawListBuilder.Options(without: [.occlusion])
    let stage = FrameRecorder(layer(20, 20, 50, 50, .red), layer(0, 0, 200, 200, .red), options: options)
    #expect(stage.frame().counters.occluded == 0)
  }
}
