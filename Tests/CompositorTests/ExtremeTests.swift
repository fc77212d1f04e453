// Trees with numbers that programs trip over, found by tools/fuzz scene: they end in a frame, and in proportion to what
// they hold.

import Compositor
import CoreGraphics
import QuartzCore
import TestSupport
import Testing

@Suite struct ExtremeTests {
  @Test(
    "Scales beyond single precision end no frame (A4c)",
    arguments: [-3.4e38, 3.4e38, 1e30, 1e19, -1e12, 1e-300, .infinity, .nan])
  func scales(scale: CGFloat) {
    let around = layer(0, 0, 200, 200) { $0.transform = CATransform3DMakeScale(scale, scale, 1) }
    around.addSublayer(
      layer(0, 0, 87, 123, .red) {
        $0.shadowOpacity = 1
        $0.shadowRadius = 5
      })
    around.addSublayer(layer(5, 5, 20, 20, .teal) { $0.cornerRadius = 4 })
    let stage = FrameRecorder(around, layer(10, 10, 100, 100, .orange))
    stage.target = FrameBuilder.Target(width: 400, height: 300, scale: 1)
    #expect(stage.frame().passes.last?.box == Box(0, 0, 400, 300))
    around.sublayerTransform = CATransform3DMakeScale(1, scale, scale)
    #expect(stage.frame(at: 1).passes.last?.box == Box(0, 0, 400, 300))
  }

  @Test(
    "The shadow of particles that grow without end, in a space of any scale (971261.caml)", arguments: [1, 1e7, 1e30])
  func hugeParticles(scale: CGFloat) {
    let cell = CAEmitterCell()
    (cell.contents, cell.birthRate, cell.lifetime) = (CGImage.plain(8, 8), 1, 3.4e38)
    (cell.scaleSpeed, cell.beginTime) = (76, -86_400)
    let emitter = CAEmitterLayer()
    emitter.emitterCells = [cell]
    let shadowed = layer(0, 0, 90, 84) {
      $0.shadowOpacity = 1
      $0.transform = CATransform3DConcat(
        CATransform3DMakeRotation(0.1, 0, 0, 1), CATransform3DMakeScale(1, scale, 1))
    }
    shadowed.addSublayer(emitter)
    let counters = FrameRecorder(shadowed).frame(at: 2).counters
    #expect((0...1 << 53).contains(counters.drawnPixels) && (0...1 << 53).contains(counters.offscreenPixels))
    #expect((0...1 << 53).contains(counters.occludedPixels))
  }

  @Test("As many spaces as layers: each has its own members (1165.caml)")
  func manySpaces() {
    let time = CPUTime()
    defer { #expect(time.seconds < 60) }
    let count = 4000
    let stage = FrameRecorder()
    for index in 0..<count {
      let space = CATransformLayer()
      space.addSublayer(layer(Double(index % 50) * 8, Double(index / 50) * 3, 6, 2, .red))
      space.addSublayer(layer(Double(index % 50) * 8, Double(index / 50) * 3, 6, 2, .teal) { $0.zPosition = 1 })
      stage.root.addSublayer(space)
    }
    let list = stage.frame()
    #expect(list.counters.quads + list.counters.occluded == 2 * count)
    #expect(list.quads.count { $0.color.x > $0.color.y } <= count, "of each pair the one in front is drawn last")
  }

  @Test("Blurs that follow each other are one, their variances added")
  func blursOfBlurs() {
    func passes(_ radii: [Double]) -> [Box] {
      let blurred = layer(50, 40, 100, 80, .orange) {
        $0.filters = radii.map {
          let filter = CAFilter(type: "gaussianBlur")
          filter.setValue($0, forKey: "inputRadius")
          return filter
        }
      }
      return FrameRecorder(blurred).frame().passes.map(\.box)
    }
    #expect(passes([3, 4]) == passes([5]))
    #expect(passes(Array(repeating: 100, count: 1000)).count == passes([1000]).count)
  }

  @Test("A chain of a thousand filters reaches no farther than its widest blur")
  func longChains() {
    let blurred = layer(50, 40, 100, 80, .orange) {
      $0.filters = (0..<1000).map { index in
        let filter = CAFilter(type: index % 2 == 0 ? "gaussianBlur" : "colorInvert")
        if index % 2 == 0 { filter.setValue(100, forKey: "inputRadius") }
        return filter
      }
    }
    let widest = FrameRecorder(blurred).frame().passes.map(\.box.width).max() ?? 0
    #expect(widest < 8192)
  }
}
