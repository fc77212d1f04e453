// What shadows cost: which of them need a surface, how many pictures are made, what is left out under an opaque layer.

import CoreGraphics
import QuartzCore
import Testing

@testable import Compositor

@Suite struct ShadowListTests {
  private func card(_ configure: (CALayer) -> Void = { _ in }) -> CALayer {
    layer(100, 80, 200, 120, .red) {
      $0.shadowOpacity = 0.5
      $0.shadowRadius = 6
      configure($0)
    }
  }

  @Test func cardsNeedNoSurface() {
    let rounded = card {
      $0.cornerRadius = 12
      $0.borderWidth = 2
      $0.addSublayer(layer(10, 10, 50, 20, .glass))
    }
    let group = layer(0, 0, 400, 300) { $0.addSublayer(card { $0.contents = CGImage.plain(8, 8, alpha: 100) }) }
    let image = layer(20, 20, 40, 40) {
      $0.contents = CGImage.plain(4, 4)
      $0.shadowOpacity = 1
    }
    let list = FrameRecorder(rounded, group, image).frame()
    #expect(list.surfaces.isEmpty, "\(list.surfaces)")
    #expect(list.counters.shadowPicturesMade == 3)
  }

  @Test func whatSticksOutNeedsOne() {
    let out = card { $0.addSublayer(layer(-5, 10, 50, 20, .glass)) }
    #expect(FrameRecorder(out).frame().surfaces.contains { $0.contains(.shadowOfAlpha) })
    let corner = card {
      $0.cornerRadius = 20
      $0.addSublayer(layer(0, 0, 50, 20, .glass))
    }
    #expect(FrameRecorder(corner).frame().surfaces.contains { $0.contains(.shadowOfAlpha) })
    // Content rounded as the card is, or more, does not stick out; rounded less, it does.
    func filled(_ radius: CGFloat) -> [SurfaceReasons] {
      FrameRecorder(
        card {
          $0.cornerRadius = 20
          $0.addSublayer(layer(0, 0, $0.bounds.width, $0.bounds.height, .glass) { $0.cornerRadius = radius })
        }
      ).frame().surfaces
    }
    #expect(filled(20).isEmpty && filled(24).isEmpty && !filled(19).isEmpty)
    // A path answers for all of it.
    let path = card {
      $0.addSublayer(layer(-5, 10, 50, 20, .glass))
      $0.shadowPath = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 80, height: 50), transform: nil)
    }
    #expect(FrameRecorder(path).frame().surfaces.isEmpty)
    // Clipped, nothing sticks out, and nothing is seen of the shadow.
    let clipped = card {
      $0.addSublayer(layer(-5, 10, 50, 20, .glass))
      $0.masksToBounds = true
    }
    let list = FrameRecorder(clipped).frame()
    #expect(list.surfaces.isEmpty)
    #expect(list.counters.shadowPicturesMade == 0)
  }

  @Test func translucentLayersWithShadowsAreGroups() {
    #expect(FrameRecorder(card { $0.opacity = 0.5 }).frame().surfaces == [.groupOpacity])
    let parts = card {
      $0.opacity = 0.5
      $0.allowsGroupOpacity = false
    }
    #expect(FrameRecorder(parts).frame().surfaces.isEmpty)
  }

  @Test func picturesAreKept() {
    let moving = card { $0.cornerRadius = 10 }
    let stage = FrameRecorder(moving)
    #expect(stage.frame().counters.shadowPicturesMade == 1)
    CATransaction.setDisableActions(true)
    moving.position.x += 10.3
    moving.bounds.size.width += 33
    // Whole pixels have tiles of their own; all other places share one.
    #expect(stage.frame().counters.shadowPicturesMade == 1)
    CATransaction.setDisableActions(true)
    moving.position.y += 3.7
    moving.bounds.size.height += 10
    let second = stage.frame()
    #expect(second.counters.shadowPicturesMade == 0)
    #expect(second.counters.shadowPicturesFound == 1)
    CATransaction.setDisableActions(true)
    moving.shadowRadius = 7
    #expect(stage.frame().counters.shadowPicturesMade == 1)
  }

  @Test func nothingIsDrawnUnderAnOpaqueCard() {
    let list = FrameRecorder(card { $0.shadowOffset = CGSize(width: 0, height: 4) }).frame()
    // 200 x 120 of the card, and around it no more than the reach of the shadow.
    let around = (200 + 36 + 2) * (120 + 36 + 6) - 200 * 120
    #expect(list.counters.drawnPixels <= 200 * 120 + around + 2 * (200 + 120) * 2)
  }

  @Test func shadowsOutOfSightAreLeftOut() {
    let list = FrameRecorder(layer(-100, -100, 50, 50, .red) { $0.shadowOpacity = 1 }).frame()
    #expect(list.counters.draws == 0)
    let near = layer(-100, 20, 90, 50, .red) {
      $0.shadowOpacity = 1
      $0.shadowRadius = 8
    }
    #expect(FrameRecorder(near).frame().counters.draws == 1)
  }

  @Test func pathsAreRasterisedOnce() {
    let path = CGMutablePath()
    path.move(to: .zero)
    path.addLine(to: CGPoint(x: 60, y: 10))
    path.addLine(to: CGPoint(x: 20, y: 70))
    let shape = layer(50, 50, 100, 100) {
      $0.shadowPath = path
      $0.shadowOpacity = 1
    }
    let stage = FrameRecorder(shape)
    #expect(stage.frame().counters.shadowPicturesMade == 1)
    shape.position.x += 7.25
    shape.transform = turn(20)
    let second = stage.frame()
    #expect(second.counters.shadowPicturesMade == 0)
    #expect(second.counters.shadowPicturesFound == 1)
    #expect(second.surfaces.isEmpty)
  }

  @Test func surfacesOfAlphaAreReduced() {
    let group = layer(0, 0, 400, 300) {
      $0.shadowOpacity = 1
      $0.shadowRadius = 30
      $0.addSublayer(layer(150, 100, 60, 50, .red))
    }
    let list = FrameRecorder(group).frame()
    // The content, three halvings to pixels of 8, across, down.
    #expect(list.passes.count == 7)
    #expect(list.passes.dropLast().allSatisfy { !$0.reasons.isDisjoint(with: .shadowOfAlpha) })
    #expect(list.counters.offscreenPixels < 3 * 120 * 120)
  }

  @Test func damageHoldsTheShadow() {
    let tree = RenderTree()
    let root = layer(0, 0, 400, 300)
    let caster = layer(100, 100, 50, 50, .red) {
      $0.shadowOpacity = 1
      $0.shadowRadius = 4
      $0.shadowOffset = CGSize(width: 10, height: 0)
    }
    root.addSublayer(caster)
    let host = LayerHost(layer: root, clock: MediaClock(startingAt: 0))
    host.sink = tree
    let builder = FrameBuilder()
    builder.damage = Damage()
    func frame() -> Box? {
      CATransaction.flush()
      tree.sample(at: 0)
      _ = builder.build(tree, FrameBuilder.Target(width: 400, height: 300, scale: 1))
      return builder.damagedBox
    }
    _ = frame()
    #expect(frame() == nil)
    CATransaction.setDisableActions(true)
    caster.shadowOpacity = 0.5
    #expect(frame()?.contains(Box(98, 88, 172, 162)) == true)
  }
}
