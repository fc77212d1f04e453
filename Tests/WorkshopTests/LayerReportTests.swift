// What an editor is told of layers: where their corners are seen, what they draw, what they have.

import CoreGraphics
import Foundation
import Multiplane
import QuartzCore
import Testing
import Workshop

@MainActor @Suite(.serialized) struct LayerReportTests {
  private func renderer(_ clock: MediaClock) throws -> OffscreenRenderer {
    try OffscreenRenderer(
      size: CGSize(width: 200, height: 100),
      options: OffscreenRenderer.Options(background: .clear, isFlipped: false, clock: clock))
  }

  /// A layer of a colour; position in the middle.
  private func square(_ name: String, _ position: CGPoint, _ side: CGFloat) -> CALayer {
    let layer = CALayer()
    layer.name = name
    layer.bounds = CGRect(x: 0, y: 0, width: side, height: side)
    layer.position = position
    layer.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    return layer
  }

  private func corners(_ layer: LayerTreeReport.Layer) -> [[Double]] {
    (layer.corners ?? []).map { $0.map { ($0 * 10).rounded() / 10 } }
  }

  @Test("Corners of what is turned, and of what is seen in perspective, are where they are seen")
  func corners() throws {
    let root = square("root", CGPoint(x: 100, y: 50), 0)
    root.bounds = CGRect(x: 0, y: 0, width: 200, height: 100)
    let turned = square("turned", CGPoint(x: 50, y: 50), 20)
    turned.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
    let far = square("far", CGPoint(x: 100, y: 50), 40)
    var sight = CATransform3DIdentity
    sight.m34 = -1 / 100
    root.sublayerTransform = sight
    far.transform = CATransform3DMakeTranslation(0, 0, -100)
    let hidden = square("hidden", .zero, 10)
    hidden.isHidden = true
    root.sublayers = [turned, far, hidden]
    let clock = MediaClock(startingAt: 0)
    MediaClock.current = clock
    let report = try LayerTreeReport(root, with: renderer(clock), at: 0)
    #expect(report.layers.map(\.id) == ["0", "0.0", "0.1", "0.2"] && report.layers.map(\.depth) == [0, 1, 1, 1])
    // A quarter turn to the right: its top left corner is at the top right.
    #expect(corners(report.layers[1]) == [[60, 40], [60, 60], [40, 60], [40, 40]])
    // A hundred points behind a picture that is a hundred points away: half as large about the middle.
    #expect(corners(report.layers[2]) == [[90, 40], [110, 40], [110, 60], [90, 60]])
    #expect(report.layers[3].corners == nil && report.layers[3].isHidden)
  }

  @Test("At a pixel there are the layers that draw there, the frontmost first, then those that hold them")
  func pick() throws {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 200, height: 100)
    let back = square("back", CGPoint(x: 50, y: 50), 60)
    let holder = CALayer()
    holder.frame = CGRect(x: 20, y: 20, width: 100, height: 60)
    let front = square("front", CGPoint(x: 20, y: 20), 20)
    front.mask = square("mask", CGPoint(x: 5, y: 10), 20)
    holder.addSublayer(front)
    root.sublayers = [back, holder]
    let clock = MediaClock(startingAt: 0)
    MediaClock.current = clock
    let report = try LayerTreeReport(root, with: renderer(clock), at: 0)
    #expect(report.layers.map(\.id) == ["0", "0.0", "0.1", "0.1.0", "0.1.0.m"])
    #expect(report.layers.map(\.isMask) == [false, false, false, false, true])
    #expect(report.layers(atX: 34, y: 40) == ["0.1.0", "0.0", "0.1", "0"])
    // There the mask hides it.
    #expect(report.layers(atX: 46, y: 40) == ["0.0", "0.1", "0"])
    #expect(report.layers(atX: 150, y: 40) == ["0"])
  }

  @Test("A layer's values at a time, its animations in words, and why it has a surface")
  func layer() throws {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 200, height: 100)
    let square = square("square", CGPoint(x: 50, y: 50), 20)
    square.opacity = 0.5
    square.addSublayer(self.square("inner", CGPoint(x: 10, y: 10), 15))
    let move = CABasicAnimation(keyPath: "position.x")
    (move.fromValue, move.toValue, move.duration, move.repeatCount) = (50.0, 90.0, 2, .infinity)
    move.timingFunction = CAMediaTimingFunction(controlPoints: 0, 0, 1, 1)
    square.add(move, forKey: "move")
    root.addSublayer(square)
    let clock = MediaClock(startingAt: 0)
    MediaClock.current = clock
    let report = try #require(LayerReport("0.0", of: root, with: renderer(clock), at: 1))
    #expect(report.kind == "CALayer" && report.path == "square")
    let values = Dictionary(uniqueKeysWithValues: report.values.map { ($0.key, $0) })
    #expect(values["position"]?.value == "(70, 50)" && values["position"]?.isAnimated == true)
    #expect(values["opacity"]?.value == "0.5" && values["opacity"]?.isAnimated == false)
    #expect(values["bounds"]?.value == "(0, 0) 20 x 20" && values["backgroundColor"]?.value == "#ff0000ff")
    #expect(values["cornerRadius"] == nil)
    let animation = try #require(report.animations.first)
    #expect(animation.key == "move" && animation.keyPath == "position.x" && animation.duration == 2)
    #expect(animation.repeatCount == -1 && animation.detail == "from 50; to 90; cubic-bezier(0, 0, 1, 1)")
    #expect(report.surface?.reasons.contains("group opacity") == true)
    #expect(LayerReport("0.4", of: root, with: try renderer(clock), at: 1) == nil)
  }
}
