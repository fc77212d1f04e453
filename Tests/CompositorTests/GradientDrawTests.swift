// How gradients, continuous corners and minified images become draws.

import Compositor
import CoreGraphics
import QuartzCore
import TestScenes
import Testing

@Suite struct GradientDrawTests {
  private static let middle = CGPoint(x: 0.5, y: 0.5)

  /// One texel for each row, on the linear path.
  @Test func uprightAxial() {
    let stage = FrameRecorder(gradient(10, 20, 100, 80, [.teal, .orange]))
    let list = stage.frame()
    #expect(list.programs == ["image[linear] opaque x1"])
    #expect(list.bitmaps.map { [$0.width, $0.height] } == [[1, 80]])
    #expect(list.bitmaps[0].pixels[..<4].elementsEqual([2, 102, 152, 255]))
    // Nothing changed: the same texture.
    let again = stage.frame(at: 1)
    #expect(again.bitmaps[0] === list.bitmaps[0])
    let across = FrameRecorder(
      gradient(10, 20, 100, 80, [.teal, .glass], from: CGPoint(x: 1, y: 0.2), to: CGPoint(x: 0, y: 0.2))
    ).frame()
    #expect(across.programs == ["image[linear] blended x1"])
    #expect(across.bitmaps.map { [$0.width, $0.height] } == [[100, 1]])
  }

  @Test func otherForms() {
    let diagonal = FrameRecorder(gradient(10, 20, 100, 80, [.teal, .orange], from: .zero, to: CGPoint(x: 1, y: 1)))
      .frame()
    #expect(diagonal.programs == ["gradient blended x1"])
    let radial = FrameRecorder(
      gradient(10, 20, 100, 80, [.teal, .orange], nil, .radial, from: Self.middle, to: CGPoint(x: 1, y: 1)))
    #expect(radial.frame().programs == ["gradient[radial] blended x1"])
    let conic = FrameRecorder(
      gradient(10, 20, 100, 80, [.teal, .orange], nil, .conic, from: Self.middle, to: CGPoint(x: 1, y: 1)))
    #expect(conic.frame().programs == ["gradient[conic] blended x1"])
  }

  /// Each run between steps has a table of its own.
  @Test func steps() {
    let list = FrameRecorder(
      gradient(
        10, 20, 100, 80, [.teal, .orange, .white, .teal], [0, 0.5, 0.5, 1], .radial, from: Self.middle,
        to: CGPoint(x: 1, y: 1))
    ).frame()
    #expect(list.programs == ["gradient[radial,stepped] blended x1", "gradient[radial,stepped] blended x1"])
    let gradients = list.parts(Instance.Gradient.self, after: Instance.Quad.vectors)
    #expect(gradients.map(\.run.z) == [-1e30, 0.5])
    #expect(gradients.map(\.run.w) == [0.5, 1e30])
    let many = (0..<100).flatMap { _ in [CGColor.teal, .orange] }
    let stripes = FrameRecorder(
      gradient(
        10, 20, 100, 80, many, many.indices.map { Double($0 / 2) / 99 }, .radial, from: Self.middle,
        to: CGPoint(x: 1, y: 1))
    ).frame()
    #expect(stripes.counters.instances == 1)
  }

  /// Corners are drawn apart, and no gradient needs a surface.
  @Test func roundedWithoutSurface() {
    let list = FrameRecorder(
      gradient(10, 10, 200, 150, [.teal, .orange], nil, .radial, from: Self.middle, to: CGPoint(x: 1, y: 1)) {
        $0.cornerRadius = 20
        $0.backgroundColor = .red
        $0.borderWidth = 2
        $0.borderColor = .white
      }
    ).frame()
    #expect(list.passes.count == 1)
    // The background is hidden.
    #expect(!list.programs.contains { $0.hasPrefix("solid[corner]") })
    #expect(list.programs.contains("gradient[corner,radial] blended x4"))
  }

  @Test func changesAreDamage() {
    let layer = gradient(10, 20, 100, 80, [.teal, .orange])
    let stage = FrameRecorder(layer)
    let (tree, target) = (stage.tree, stage.target)
    _ = stage.frame()
    let builder = FrameBuilder()
    builder.damage = Damage()
    builder.recycle(builder.build(tree, target))
    builder.recycle(builder.build(tree, target))
    #expect(builder.damagedBox == nil)
    layer.colors = [CGColor.teal, CGColor.red]
    _ = stage.frame()
    builder.recycle(builder.build(tree, target))
    #expect(builder.damagedBox == Box(10, 20, 110, 100))
  }

  // MARK: Corners

  @Test func continuousCorners() {
    func card(_ curve: CALayerCornerCurve, _ radius: Double) -> CALayer {
      layer(10, 10, 200, 150, .red) {
        $0.cornerRadius = radius
        $0.cornerCurve = curve
      }
    }
    let list = FrameRecorder(card(.continuous, 20)).frame()
    #expect(list.programs == ["solid[linear] opaque x3", "solid[rounded,continuous] blended x4"])
    // 20 * 1.528665 is a little over 30.
    #expect(list.quads.map(\.box).contains(SIMD4(41, 10, 179, 41)))
    // Half the side: a circle has no use for the feature.
    #expect(!FrameRecorder(card(.continuous, 75)).frame().programs.contains { $0.contains("continuous") })
    #expect(!FrameRecorder(card(.circular, 20)).frame().programs.contains { $0.contains("continuous") })
  }

  @Test func oppositeCorners() {
    func leaf(_ radius: Double) -> [String] {
      FrameRecorder(
        layer(10, 10, 100, 100, .red) {
          $0.cornerRadius = radius
          $0.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMaxYCorner]
        }
      ).frame().programs
    }
    #expect(leaf(60) == ["solid[rounded,opposite] blended x1"])
    #expect(!leaf(40).contains { $0.contains("opposite") })
  }

  // MARK: Contents

  @Test func minifiedImages() {
    func sizes(_ width: Double, _ height: Double, _ configure: (CALayer) -> Void = { _ in }) -> DrawList {
      FrameRecorder(
        layer(10, 20, width, height) {
          $0.contents = CGImage.plain(120, 80)
          configure($0)
        }
      ).frame()
    }
    #expect(sizes(70, 50).bitmaps.isEmpty)
    #expect(sizes(60, 40).bitmaps.map { [$0.width, $0.height] } == [[60, 40]])
    #expect(sizes(50, 79).bitmaps.map { [$0.width, $0.height] } == [[60, 80]])
    #expect(sizes(10, 10).bitmaps.map { [$0.width, $0.height] } == [[15, 10]])
    #expect(sizes(60, 40).programs == ["image[linear] opaque x1"])
    let mixed = sizes(45, 30) { $0.minificationFilter = .trilinear }
    #expect(mixed.programs == ["image[levels] blended x1"])
    #expect(mixed.bitmaps.map { [$0.width, $0.height] } == [[60, 40], [30, 20]])
    #expect(sizes(45, 30) { $0.minificationFilter = .nearest }.bitmaps.isEmpty)
  }

  /// A step is made once, and its texture stays.
  @Test func stepsAreKept() {
    let stage = FrameRecorder(layer(10, 20, 30, 20) { $0.contents = CGImage.noise(120, 80) })
    let first = stage.frame()
    stage.root.sublayers?[0].position.x += 3
    let second = stage.frame(at: 1)
    #expect(first.bitmaps.count == 1 && first.bitmaps[0] === second.bitmaps[0])
  }

  @Test func hiddenBackground() {
    let list = FrameRecorder(
      layer(10, 20, 60, 40, .red) {
        $0.contents = CGImage.plain(60, 40)
        $0.transform = turn(20)
      }
    ).frame()
    #expect(list.programs == ["image blended x1"])
  }
}
