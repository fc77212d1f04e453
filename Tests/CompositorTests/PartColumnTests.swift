// What few layers have lies in columns of the render tree: each is filled from the layer's values, and emptied when the
// layer has it no more, or is gone.

import Compositor
import CoreGraphics
import QuartzCore
import Testing

@Suite struct PartColumnTests {
  /// How many values each column of a tree has, by the column's name. By reflection, so that none is forgotten.
  private func counts(_ tree: RenderTree) -> [String: Int] {
    var counts: [String: Int] = [:]
    for child in Mirror(reflecting: tree).children {
      guard String(describing: type(of: child.value)).hasPrefix("PartColumn<"), let name = child.label else { continue }
      let values = Mirror(reflecting: child.value).descendant("values")
      counts[name] = values.map { Mirror(reflecting: $0).children.count }
    }
    return counts
  }

  /// A layer of each kind, and one with what any layer can have.
  private func layers() -> [CALayer] {
    let any = layer(0, 0, 50, 50, .red)
    any.shadowOpacity = 1
    any.shouldRasterize = true
    any.sublayerTransform.m34 = -0.001
    any.filters = [CAFilter(type: "colorInvert")].compactMap { $0 }
    let shape = CAShapeLayer()
    shape.path = CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10), transform: nil)
    let gradient = CAGradientLayer()
    gradient.colors = [CGColor.black, CGColor.white]
    let text = CATextLayer()
    text.string = "text"
    let emitter = CAEmitterLayer()
    emitter.emitterCells = [CAEmitterCell()]
    let moving = layer(0, 0, 50, 50, .teal)
    moving.add(CATransition(), forKey: nil)
    let layers = [any, shape, gradient, text, CAReplicatorLayer(), emitter, Tiles(), moving]
    for layer in layers {
      layer.bounds.size = CGSize(width: 50, height: 50)
      // Tiles are drawn of a layer that was displayed.
      layer.setNeedsDisplay()
    }
    return layers
  }

  private final class Tiles: CATiledLayer {
    override func draw(in context: CGContext) {}
  }

  @Test func everyColumnIsFilledAndEmptied() {
    let stage = FrameRecorder()
    stage.root.actions = ["sublayers": NSNull()]
    stage.root.sublayers = layers()
    stage.tree.setFrameContents(image(), of: stage.root.sublayers![0])
    _ = stage.frame()
    stage.tree.setFrameContents(image(), of: stage.root.sublayers![0])
    let filled = counts(stage.tree)
    #expect(filled.count >= 14)
    for (name, count) in filled { #expect(count > 0, "\(name): add a layer that has it to layers()") }
    stage.root.sublayers = nil
    _ = stage.frame()
    // What the root shows is compared as long as any layer was rasterized.
    for (name, count) in counts(stage.tree) where name != "shownContents" { #expect(count == 0, "\(name)") }
  }

  private func image() -> CGImage? {
    CGContext(
      data: nil, width: 2, height: 2, bitsPerComponent: 8, bytesPerRow: 0,
      space: CGColorSpace(name: CGColorSpace.sRGB)!, bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)?
      .makeImage()
  }

  @Test func whatALayerHasNoMoreIsForgotten() {
    let stage = FrameRecorder()
    let some = (0..<6).map { layer(Double($0) * 20, 0, 10, 10, .red) }
    for layer in some { layer.shadowOpacity = 1 }
    stage.root.sublayers = some
    _ = stage.frame()
    #expect(counts(stage.tree)["shadows"] == 6)
    for (removed, index) in [0, 5, 2].enumerated() {
      some[index].actions = ["shadowOpacity": NSNull()]
      some[index].shadowOpacity = 0
      let list = stage.frame()
      #expect(counts(stage.tree)["shadows"] == 5 - removed)
      // The others have theirs.
      #expect(list.counters.shadowPicturesFound + list.counters.shadowPicturesMade == 5 - removed)
    }
  }
}
