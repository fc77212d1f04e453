// Patches of corners against what the shader draws, and how they are kept.

import Foundation
import QuartzCore
import Testing

@testable import Compositor

@Suite struct CornerPatchTests {
  /// The coverage of a pixel as the fragment shader has it (`cornerCoverage` in Shaders/common/shape.glsl), of 255.
  private func shaded(_ circle: CornerCircle, _ x: Double, _ y: Double) -> Double {
    let dx = max((x + 0.5 - circle.centerX) * (circle.pointsToMaxX ? 1 : -1), 0)
    let dy = max((y + 0.5 - circle.centerY) * (circle.pointsToMaxY ? 1 : -1), 0)
    let distance = (dx * dx + dy * dy).squareRoot()
    func inside(_ radius: Double) -> Double { radius > 0 ? min(max(radius + 0.5 - distance, 0), 1) : 0 }
    return (inside(circle.radius) - inside(circle.innerRadius)) * 255
  }

  @Test(
    "The coverage of a corner is the shader's, to 1/255",
    arguments: [0.5, 3, 12, 16.25, 40.75], [(0.0, 0.0), (0.25, 0.5), (0.890625, 0.109375), (0.375, 0.734375)])
  func coverage(radius: Double, phase: (x: Double, y: Double)) throws {
    for corner in 0..<4 {
      for inner in [0, max(radius - 2, 0)] {
        let (isMaxX, isMaxY) = (corner & 1 != 0, corner & 2 != 0)
        let circle = CornerCircle(
          centerX: isMaxX ? 100 + phase.x - radius : 10 + phase.x + radius,
          centerY: isMaxY ? 90 + phase.y - radius : 20 + phase.y + radius, radius: radius, innerRadius: inner,
          pointsToMaxX: isMaxX, pointsToMaxY: isMaxY)
        // Around the circle's quarter and one pixel more of the straight edges.
        let side = radius + 1
        let box = Box(
          isMaxX ? circle.centerX - 1 : circle.centerX - radius, isMaxY ? circle.centerY - 1 : circle.centerY - radius,
          isMaxX ? circle.centerX - 1 + side : circle.centerX - radius + side,
          isMaxY ? circle.centerY - 1 + side : circle.centerY - radius + side
        ).outset
        let patch = try #require(CornerPatch(circle, in: box))
        let (width, height) = (Int(patch.width), Int(patch.height))
        var bytes = [UInt8](repeating: 0, count: width * height)
        bytes.withUnsafeMutableBufferPointer { patch.draw(into: $0.baseAddress!, stride: width) }
        var worst = 0.0
        for y in 0..<height {
          for x in 0..<width {
            let area = shaded(circle, box.minX + Double(x), box.minY + Double(y))
            worst = max(worst, abs(Double(bytes[y * width + x]) - area))
          }
        }
        #expect(worst <= 1.1, "corner \(corner), radius \(radius), inner \(inner), phase \(phase): \(worst)")
      }
    }
  }

  @Test("A patch is made once, wherever the corner moves to by whole pixels, and its atlas is kept")
  func kept() {
    let recorder = FrameRecorder()
    let card = layer(10, 10, 200, 150, .red) { $0.cornerRadius = 20 }
    recorder.root.addSublayer(card)
    let first = recorder.frame()
    #expect(first.counters.cornersMade == 4 && first.bitmaps.count == 1)
    CATransaction.setDisableActions(true)
    card.position.x += 17
    let moved = recorder.frame()
    #expect(moved.counters.cornersMade == 0 && moved.bitmaps.count == 1 && moved.bitmaps[0] === first.bitmaps[0])
    CATransaction.setDisableActions(true)
    card.position.x += 0.5
    let between = recorder.frame()
    #expect(between.counters.cornersMade == 4 && between.bitmaps.count == 1)
  }

  @Test("Atlases are forgotten before they take much memory")
  func bounded() {
    var patches = CornerPatches()
    for frame in 0..<400 {
      patches.beginFrame()
      for index in 0..<50 {
        let at = 10 + Double(frame * 50 + index) / 20_000
        let circle = CornerCircle(centerX: at + 20, centerY: 40, radius: 20, pointsToMaxX: false, pointsToMaxY: false)
        let patch = CornerPatch(circle, in: Box(10, 20, 31, 41))!
        let position = patches.position(of: patch)
        _ = patches.setIndex(0, ofAtlas: position.atlas)
      }
      patches.endFrame { _, bitmap in #expect(bitmap.pixels.contains(255)) }
      #expect(patches.atlases.reduce(0) { $0 + $1.side * $1.side } < 10 << 20)
    }
  }
}
