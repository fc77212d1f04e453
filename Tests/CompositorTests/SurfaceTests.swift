// Which subtrees are drawn offscreen, and why: never without a reason.

import CoreGraphics
import QuartzCore
import Testing

@testable import Compositor

@Suite struct SurfaceTests {
  private func group(opacity: Float, apart: Bool) -> CALayer {
    layer(10, 10, 200, 200) {
      $0.opacity = opacity
      $0.addSublayer(layer(0, 0, 50, 50, .red))
      $0.addSublayer(layer(apart ? 60 : 30, 0, 50, 50, .glass))
    }
  }

  @Test func overlappingGroup() throws {
    let list = FrameRecorder(group(opacity: 0.5, apart: false)).frame()
    #expect(list.surfaces == [.groupOpacity])
    // As large as what it shows, and no larger.
    let box = try #require(list.passes.first?.box)
    #expect(box == Box(10, 10, 90, 60))
    #expect(list.counters.offscreenPixels == 80 * 50)
    #expect(list.counters.passes == 2)
  }

  @Test func groupsThatNeedNoSurface() {
    #expect(FrameRecorder(group(opacity: 0.5, apart: true)).frame().surfaces.isEmpty)
    #expect(FrameRecorder(group(opacity: 1, apart: false)).frame().surfaces.isEmpty)
    #expect(FrameRecorder(layer(10, 10, 50, 50, .red) { $0.opacity = 0.5 }).frame().surfaces.isEmpty)
    let without = group(opacity: 0.5, apart: false)
    without.allowsGroupOpacity = false
    #expect(FrameRecorder(without).frame().surfaces.isEmpty)
  }

  /// Opacity without a surface multiplies into the colours.
  @Test func opacityMultiplies() {
    let list = FrameRecorder(group(opacity: 0.5, apart: true)).frame()
    let alphas = list.quads.map { ($0.color.w * 255).rounded() }
    #expect(alphas == [128, 64])
  }

  @Test func aLayersOwnPartsOverlap() {
    let card = layer(10, 10, 100, 100, .red) {
      $0.borderWidth = 4
      $0.opacity = 0.5
    }
    #expect(FrameRecorder(card).frame().surfaces == [.groupOpacity])
  }

  @Test func clipsThatNeedNoSurface() {
    let upright = layer(10, 10, 100, 100) {
      $0.masksToBounds = true
      $0.addSublayer(layer(-10, 0, 200, 20, .red))
    }
    #expect(FrameRecorder(upright).frame().surfaces.isEmpty)
    let rounded = layer(10, 10, 100, 100) {
      $0.masksToBounds = true
      $0.cornerRadius = 20
      $0.addSublayer(layer(-10, 0, 200, 20, .red))
    }
    #expect(FrameRecorder(rounded).frame().surfaces.isEmpty)
    let turned = layer(50, 50, 100, 100) {
      $0.masksToBounds = true
      $0.transform = turn(30)
      $0.addSublayer(layer(-10, 0, 200, 20, .red))
    }
    #expect(FrameRecorder(turned).frame().surfaces.isEmpty)
  }

  private func clips(inner: CGRect) -> CALayer {
    layer(10, 10, 100, 100) {
      $0.masksToBounds = true
      $0.cornerRadius = 30
      let clip = layer(inner.minX, inner.minY, inner.width, inner.height) {
        $0.masksToBounds = true
        $0.cornerRadius = 15
        $0.addSublayer(layer(-50, -50, 300, 300, .red))
      }
      $0.addSublayer(clip)
    }
  }

  @Test func nestedRoundedClips() {
    // Inside the outer arcs: the inner one alone suffices.
    #expect(FrameRecorder(clips(inner: CGRect(x: 20, y: 20, width: 60, height: 60))).frame().surfaces.isEmpty)
    // Around the outer one: that one suffices.
    #expect(FrameRecorder(clips(inner: CGRect(x: -50, y: -50, width: 300, height: 300))).frame().surfaces.isEmpty)
    // Crossing.
    #expect(FrameRecorder(clips(inner: CGRect(x: -20, y: 10, width: 60, height: 60))).frame().surfaces == [.nestedClip])
  }

  @Test func perspectiveClip() {
    let card = layer(100, 50, 100, 100, .red) {
      var perspective = CATransform3DIdentity
      perspective.m34 = -1 / 300
      $0.transform = CATransform3DConcat(CATransform3DMakeRotation(0.7, 0, 1, 0), perspective)
      $0.masksToBounds = true
    }
    #expect(FrameRecorder(card).frame().surfaces.isEmpty, "nothing to clip")
    card.addSublayer(layer(-20, 20, 200, 20, .glass))
    #expect(FrameRecorder(card).frame().surfaces == [.perspectiveClip])
  }

  /// A mask that is an opaque rectangle is a clip; any other one is drawn to a surface, and so is what it masks.
  @Test func masks() {
    func masked(_ mask: CALayer) -> [SurfaceReasons] {
      FrameRecorder(
        layer(10, 10, 100, 100, .red) {
          $0.addSublayer(layer(0, 0, 200, 20, .glass))
          $0.mask = mask
        }
      ).frame().surfaces
    }
    #expect(masked(layer(20, 20, 50, 50, .red)).isEmpty)
    #expect(masked(layer(20.5, 20, 50, 50, .red) { $0.cornerRadius = 20 }) == [.mask], "parts overlap at its edge")
    #expect(masked(layer(20, 20, 50, 50, .red) { $0.transform = turn(20) }) == [.mask])
    let picture = layer(10, 10, 100, 100) {
      $0.contents = CGImage.plain(8, 8)
      $0.mask = layer(20.5, 20, 50, 50, .red) { $0.cornerRadius = 20 }
    }
    #expect(FrameRecorder(picture).frame().surfaces.isEmpty, "one part")
    #expect(masked(layer(20, 20, 50, 50, .glass)) == [.mask, .mask])
    #expect(masked(layer(20, 20, 50, 50, .red) { $0.addSublayer(layer(60, 0, 9, 9, .red)) }) == [.mask, .mask])
    #expect(masked(layer(20, 20, 50, 50)).isEmpty, "nothing is seen")
    #expect(masked(layer(900, 20, 50, 50, .glass)).isEmpty, "nothing is seen")
  }

  /// A mask that is one picture needs no surface, and what it masks none beyond that picture.
  @Test func masksOfOnePicture() throws {
    func masked(_ options: DrawListBuilder.Options = .init(), _ body: (CAShapeLayer) -> Void = { _ in }) -> DrawList {
      FrameRecorder(
        layer(10, 10, 100, 100, .red) {
          let mask = CAShapeLayer()
          mask.path = CGPath(ellipseIn: CGRect(x: 20, y: 30, width: 40, height: 20), transform: nil)
          body(mask)
          $0.mask = mask
        }, options: options
      ).frame()
    }
    let list = masked()
    #expect(list.surfaces == [.mask])
    #expect(try #require(list.passes.first?.box) == Box(30, 40, 70, 60))
    #expect(masked { $0.opacity = 0.5 }.surfaces == [.mask])
    let options = DrawListBuilder.Options(without: [.masks])
    #expect(masked(options).surfaces == [.mask, .mask])
    #expect(masked { ($0.strokeColor, $0.lineWidth) = (.red, 3) }.surfaces.count == 1, "painted as one picture")
    let background: (CAShapeLayer) -> Void = {
      $0.bounds.size = CGSize(width: 150, height: 150)
      $0.backgroundColor = .glass
    }
    #expect(masked(.init(), background).surfaces == [.mask, .mask], "two parts")
    #expect(masked { $0.addSublayer(layer(0, 0, 50, 50, .red)) }.surfaces == [.mask, .mask], "a sublayer")
  }

  @Test func surfacesNest() {
    let outer = group(opacity: 0.5, apart: false)
    outer.addSublayer(group(opacity: 0.5, apart: false))
    let list = FrameRecorder(outer).frame()
    #expect(list.surfaces == [.groupOpacity, .groupOpacity])
    // The inner one is drawn first.
    #expect(list.passes[0].slot != list.passes[1].slot)
    #expect(list.passes[1].batches.contains { $0.texture == .pass(list.passes[0].target, .nearest) })
  }

  @Test func reasonsPrint() {
    #expect(SurfaceReasons.groupOpacity.description == "group opacity with overlap")
    #expect(SurfaceReasons([.groupOpacity, .perspectiveClip]).description.contains(", "))
  }
}
