// From a document to layers, composition by composition.
//
//   composition    a layer of the composition's size that clips
//     matte        a layer with a mask, where the layer is cut by another
//       parents    a layer for each animated parent, those that stand still multiplied into one
//         layer    the transform, the opacity, when it is shown
//           effects, masks
//             content: shapes, a picture, a colour, text, another composition
//
// All animations run by the root layer's time, 0 at the film's first frame. A layer that carries a transform has bounds
// of one point by one, so that its `anchorPoint` is Lottie's anchor as it stands.

import CoreGraphics
import Documents
import Foundation
import QuartzCore

extension LottieBuilder {
  /// The greatest depth of compositions inside each other.
  private static let compositionDepth = 64

  /// The film's layer: the document's size, its origin top left, y down.
  func makeRoot() throws(SceneFileError) -> CALayer {
    let timeline = Timeline(
      inPoint: document.inPoint, frameRate: document.frameRate, duration: document.duration)
    let root = CALayer()
    root.bounds = CGRect(origin: .zero, size: document.size)
    root.position = CGPoint(x: document.size.width / 2, y: document.size.height / 2)
    root.masksToBounds = true
    isolate(root, with: document.layers)
    root.sublayers = try makeLayers(
      of: Composition(document.layers, size: document.size, timeline: timeline, names: []))
    return root
  }

  /// The layers of a composition, from the back to the front.
  func makeLayers(of composition: Composition) throws(SceneFileError) -> [CALayer] {
    var result: [CALayer] = []
    for (offset, layer) in composition.layers.enumerated().reversed() where !layer.isMatteSource {
      let made = try makeLayer(layer, in: composition)
      guard !composition.timeline.budget.isExceeded else {
        throw reading.tooLarge(
          "the layers up to here have more than \(SampleBudget.most) points that are computed for each frame",
          at: layer.path)
      }
      guard let drawn = made else { continue }
      let cut = try makeMatted(drawn, layer, at: offset, in: composition)
      if let blend = blendMode(layer) { cut.compositingFilter = blend }
      result.append(cut)
    }
    return result
  }

  /// The layer of another composition's content.
  func makeComposition(
    _ name: String, size: CGSize, of layer: LottieLayer, remap: Track<Double>?, in parent: Composition
  ) throws(SceneFileError) -> CALayer? {
    guard case .composition(let layers)? = document.assets[name] else {
      reading.note("no composition '\(name.excerpt)'; the layer is left out", at: layer.path)
      return nil
    }
    guard !parent.names.contains(name) else {
      reading.note("the composition '\(name.excerpt)' shows itself; the layer in it is left out", at: layer.path)
      return nil
    }
    guard parent.names.count < Self.compositionDepth else {
      throw reading.malformed("compositions lie in each other more than 64 deep", at: layer.path)
    }
    try reading.takeLayers(layers.count, at: layer.path)
    let timeline =
      remap.map { [rate = document.frameRate] in
        parent.timeline.nested(
          remap: $0.map { $0 * rate }, end: reading.imitating == nil ? layer.outPoint : nil,
          isByFrames: reading.imitating == .lottieIOS)
      }
      ?? parent.timeline.nested(start: layer.start, stretch: layer.stretch)
    let clip = CALayer()
    clip.anchorPoint = .zero
    clip.bounds = CGRect(origin: .zero, size: size == .zero ? parent.size : size)
    clip.masksToBounds = true
    isolate(clip, with: layers)
    clip.sublayers = try makeLayers(
      of: Composition(layers, size: clip.bounds.size, timeline: timeline, names: parent.names + [name]))
    return clip
  }

  /// Makes a composition a group of its own where layers blend: with what is in it alone, not with what lies below it,
  /// be it another layer or the picture's background.
  private func isolate(_ composition: CALayer, with layers: [LottieLayer]) {
    guard reading.imitating == nil, layers.contains(where: { $0.blendMode != 0 }) else { return }
    // A filter makes it one.
    composition.filters = [CAFilter.almostNothing]
  }
}
