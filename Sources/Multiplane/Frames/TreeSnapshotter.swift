import Compositor
import CoreGraphics
import Foundation
import QuartzCore

/// Renders single layers of a tree like frames, with a builder of its own, so that the frames' caches do not change.
final class TreeSnapshotter: LayerSnapshotter {
  let scale: CGFloat
  private let rasterizer: any Rasterizer
  private let tree: RenderTree
  private let options: DrawListBuilder.Options

  init(_ rasterizer: any Rasterizer, _ tree: RenderTree, _ options: DrawListBuilder.Options, scale: CGFloat) {
    (self.rasterizer, self.tree, self.options, self.scale) = (rasterizer, tree, options, scale)
  }

  func picture(of layer: CALayer, in rect: CGRect, scale: CGFloat) -> CGImage? {
    let (wide, high) = (Double(rect.width * scale), Double(rect.height * scale))
    guard let host = layer.host, host.sink === tree, let place = tree.place(of: layer),
      let fitting = DrawingBitmap.fittingFactor(width: wide, height: high), rect.minX.isFinite, rect.minY.isFinite
    else { return nil }
    host.prepareFrame(at: host.clock.now)
    tree.sample(at: host.clock.now)
    // A tiny fraction beyond a whole pixel is the multiplication's error.
    let width = max(1, Int((wide * fitting - 1e-6).rounded(.up)))
    let height = max(1, Int((high * fitting - 1e-6).rounded(.up)))
    let isYUp = layer.contentsAreFlipped() != host.isYUp
    // If y points up, the unused part of the last row's pixels is at the top.
    let below = isYUp ? CGFloat(height) / (scale * fitting) - rect.height : 0
    let target = FrameBuilder.Target(
      width: width, height: height, scale: Double(scale) * fitting, isFlipped: isYUp,
      origin: CGPoint(x: rect.minX, y: rect.minY - below))
    let builder = FrameBuilder(options: options)
    let list = builder.build(tree, target, place: place)
    defer { builder.recycle(list) }
    do {
      let pixels = try rasterizer.pixels(of: list, images: tree.images)
      return CGImage(width: width, height: height, premultipliedRGBA: pixels)
    } catch {
      host.report(
        LayerIssue(.drawing, "a picture of \(width)x\(height) pixels of a layer was not drawn: \(error)"))
      return nil
    }
  }
}
