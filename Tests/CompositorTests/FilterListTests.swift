// Filters, backdrops and blend modes as passes: which there are, why, and how large.

import CoreGraphics
import QuartzCore
import Testing

@testable import Compositor

@Suite struct FilterListTests {
  private func filter(_ type: String, _ inputs: (String, Any)...) -> CAFilter {
    let filter = CAFilter(type: type)
    for (key, value) in inputs { filter.setValue(value, forKey: key) }
    return filter
  }

  private func filtered(_ filters: CAFilter...) -> CALayer {
    layer(50, 40, 100, 80, .orange) { $0.filters = filters }
  }

  @Test func colours() {
    let list = FrameRecorder(filtered(filter("colorInvert"))).frame()
    #expect(list.surfaces == [.filters, .filters])
    #expect(list.passes[0].box == Box(50, 40, 150, 120))
    #expect(list.passes[1].batches.map(\.program) == [ProgramKey(.filter, [], .opaqueMatrix)])
    let both = FrameRecorder(filtered(filter("colorInvert"), filter("colorSaturate", ("inputAmount", 0)))).frame()
    #expect(both.passes.count == 3, "linear maps are one map")
    let alpha = FrameRecorder(filtered(filter("multiplyColor", ("inputColor", [1, 1, 1, 0.5])))).frame()
    #expect(alpha.passes[1].batches.map(\.program.variant) == [.alphaMatrix])
  }

  @Test func whatDoesNothingIsLeftOut() {
    let disabled = filter("colorInvert")
    disabled.isEnabled = false
    for filter in [
      disabled, filter("colorSaturate"), filter("gaussianBlur", ("inputRadius", 0)), filter("nonsense"),
      filter("gaussianBlur", ("inputRadius", Double.nan)), filter("gaussianBlur", ("inputRadius", -5)),
    ] {
      #expect(FrameRecorder(filtered(filter)).frame().surfaces.isEmpty, "\(filter.type)")
    }
    #expect(FrameRecorder(layer(0, 0, 9, 9, .red) { $0.compositingFilter = "sourceOver" }).frame().surfaces.isEmpty)
    #expect(FrameRecorder(layer(0, 0, 9, 9, .red) { $0.compositingFilter = "nonsense" }).frame().surfaces.isEmpty)
  }

  @Test func blurs() throws {
    let list = FrameRecorder(filtered(filter("gaussianBlur", ("inputRadius", 3)))).frame()
    #expect(list.surfaces == [.filters, .filters, .filters], "parts, across, down")
    // The parts and a pixel around them; the blur as far as it reaches.
    #expect(list.passes[0].box == Box(49, 39, 151, 121))
    let blurred = try #require(list.passes.dropLast().last)
    #expect(blurred.box.contains(Box(50, 40, 150, 120).insetBy(-9)))
    let wide = FrameRecorder(filtered(filter("gaussianBlur", ("inputRadius", 12)))).frame()
    #expect(wide.passes.count == 7, "parts, two halvings, across, down, enlarged, the frame")
  }

  /// What lies outside of the frame, as far as the blur reaches, is drawn, and what lies farther is not.
  @Test func contentOutsideTheFrame() {
    func list(_ x: Double) -> DrawList {
      FrameRecorder(layer(x, 40, 50, 50, .red) { $0.filters = [filter("gaussianBlur", ("inputRadius", 10))] }).frame()
    }
    #expect(!list(-70).surfaces.isEmpty)
    #expect(list(-400).surfaces.isEmpty)
  }

  /// Hostile radii neither crash nor make surfaces without bound.
  @Test(arguments: [1e3, 1e6, 1e30, Double.infinity]) func hugeBlurs(radius: Double) {
    let list = FrameRecorder(filtered(filter("gaussianBlur", ("inputRadius", radius)))).frame()
    for pass in list.passes { #expect(pass.box.width <= 8192 && pass.box.height <= 8192) }
    let cells = filter("pixellate", ("inputScale", 1 / radius), ("inputCenter", CGPoint(x: radius, y: -radius)))
    for pass in FrameRecorder(filtered(cells)).frame().passes {
      #expect(pass.box.width <= 8192 && pass.box.height <= 8192)
    }
  }

  @Test func blendModes() {
    func list(_ mode: String, opaque: Bool) -> DrawList {
      let stage = FrameRecorder(
        layer(0, 0, 400, 300, opaque ? .teal : .glass),
        layer(50, 40, 100, 80, .orange) { $0.compositingFilter = mode })
      return stage.frame()
    }
    // Fixed-function blending: a surface, and no split.
    for mode in ["plusL", "screenBlendMode", "CIExclusionBlendMode", "xor", "destOut", "sourceAtop", "destOver"] {
      #expect(list(mode, opaque: true).surfaces == [.blendMode], "\(mode)")
    }
    #expect(list("multiplyBlendMode", opaque: true).surfaces == [.blendMode])
    // A program: the frame so far, the surface, a copy of what lies behind, the rest of the frame.
    let split = list("multiplyBlendMode", opaque: false)
    #expect(split.surfaces == [.blendMode, [], .blendMode])
    #expect(split.passes.last?.continues == true && split.passes.map(\.target) == [1, 0, 2, 0])
    #expect(split.passes[2].box == Box(50, 40, 150, 120), "no more than the surface covers")
    #expect(split.programs == ["blend:blend_multiply opaque x1"])
    #expect(list("hueBlendMode", opaque: true).programs == ["blend:blend_hue opaque x1"])
  }

  /// A translucent group is what its parts blend with.
  @Test func groupsAreIsolated() {
    let group = layer(0, 0, 200, 200) {
      $0.addSublayer(layer(0, 0, 50, 50, .red))
      $0.addSublayer(layer(100, 0, 50, 50, .orange) { $0.compositingFilter = "screenBlendMode" })
    }
    #expect(FrameRecorder(group).frame().surfaces == [.blendMode])
    group.opacity = 0.5
    #expect(FrameRecorder(group).frame().surfaces == [.blendMode, .groupOpacity])
  }

  @Test func backdrops() {
    func list(_ configure: (CALayer) -> Void) -> DrawList {
      let stage = FrameRecorder(
        layer(0, 0, 400, 300, .teal),
        layer(50, 40, 100, 80, .glass) {
          $0.backgroundFilters = [filter("gaussianBlur", ("inputRadius", 3))]
          configure($0)
        })
      return stage.frame()
    }
    let plain = list { _ in }
    // The frame so far, a copy of what is near, across, down, the rest of the frame.
    #expect(plain.surfaces == [[], .backdropFilters, .backdropFilters, .backdropFilters])
    #expect(plain.passes[1].box.contains(Box(50, 40, 150, 120).insetBy(-9)))
    #expect(plain.passes[1].box.area < 200 * 200)
    #expect(plain.programs == ["image[linear] opaque x1", "solid[linear] blended x1"])
    let faded = list { $0.opacity = 0.5 }
    #expect(faded.surfaces.contains(.groupOpacity))
  }

  /// Over nothing opaque, what was there is cut out first.
  @Test func backdropOfTranslucentThings() {
    let list = FrameRecorder(
      layer(0, 0, 400, 300, .glass),
      layer(50, 40, 100, 80) { $0.backgroundFilters = [filter("colorInvert")] }
    ).frame()
    #expect(list.programs == ["solid[linear] destination-out x1", "image[linear] plus-lighter x1"])
  }

  @Test("3.8, 6.22 masks and root layers ignore filters of what lies behind")
  func ignored() {
    let masked = layer(0, 0, 100, 100, .red) {
      $0.addSublayer(layer(0, 0, 100, 20, .teal))
      $0.mask = layer(10, 10, 50, 50, .glass) {
        $0.compositingFilter = "differenceBlendMode"
        $0.backgroundFilters = [filter("colorInvert")]
      }
    }
    #expect(FrameRecorder(masked).frame().surfaces == [.mask, .mask])
    let stage = FrameRecorder(layer(0, 0, 9, 9, .red))
    stage.root.backgroundFilters = [filter("colorInvert")]
    #expect(stage.frame().surfaces.isEmpty)
  }

  /// A frame of layers without effects is what it was.
  @Test func plainFramesPayNothing() {
    let list = FrameRecorder(layer(0, 0, 100, 100, .red)).frame()
    #expect(list.passes.count == 1 && list.programs == ["solid[linear] opaque x1"])
  }

  @Test func damage() {
    let blurred = filtered(filter("gaussianBlur", ("inputRadius", 4)))
    let child = layer(0, 0, 10, 10, .teal)
    blurred.addSublayer(child)
    let stage = FrameRecorder(blurred)
    let builder = FrameBuilder()
    builder.damage = Damage()
    func changed() -> Box? {
      _ = stage.frame()
      _ = builder.build(stage.tree, stage.target)
      return builder.damagedBox
    }
    _ = changed()
    #expect(changed() == nil)
    CATransaction.setDisableActions(true)
    blurred.setValue(5, forKeyPath: "filters.gaussianBlur.inputRadius")
    #expect(changed()?.contains(Box(50, 40, 150, 120).insetBy(-12)) == true)
    CATransaction.setDisableActions(true)
    child.backgroundColor = .white
    #expect(changed()?.contains(Box(50, 40, 60, 50).insetBy(-12)) == true, "it spreads")
  }
}
