// The root of what is rendered: the stage of an asset, alone or in the tree of an animation tool, at so many pixels.
//
// Tested by AnimationToolTests.

import CoreGraphics
import CoreMedia
import Foundation
import Multiplane
import QuartzCore

/// A tree that is ready for a renderer; it lets go of the tool's layers when it goes.
final class FilmCanvas {
  let root = CALayer()
  /// Pixels.
  let width: Int
  let height: Int
  private let isYUp: Bool
  private let pool = FramePool()
  /// The layers that the canvas put into the program's layer trees, or took from the program.
  private var placed: [CALayer] = []

  /// - Parameters:
  ///   - width: pixels, and `height`; the film's size is stretched to them.
  ///   - isTransparent: whether what nothing covers stays transparent; else it is black.
  init(_ plan: FilmPlan, width: Int, height: Int, isTransparent: Bool = false) {
    (self.width, self.height) = (width, height)
    isYUp = plan.tool?.stage != nil
    root.anchorPoint = .zero
    root.timeOffset = FilmStage.start
    root.bounds = CGRect(origin: .zero, size: plan.size)
    root.setAffineTransform(
      CGAffineTransform(scaleX: CGFloat(width) / plan.size.width, y: CGFloat(height) / plan.size.height))
    if !isTransparent { root.backgroundColor = .black }
    if let stage = plan.tool?.stage {
      root.addSublayer(stage.root)
      placed.append(stage.root)
      for layer in stage.videoLayers { place(FilmStage(plan, pool: pool).layer, in: layer) }
    } else {
      root.addSublayer(FilmStage(plan, pool: pool).layer)
    }
    if let extra = plan.tool?.additional { placed.append(extra.layer) }
  }

  deinit { for layer in placed { layer.removeFromSuperlayer() } }

  /// Puts the pictures behind the sublayers of a layer, upright, so that they fill its bounds.
  private func place(_ stage: CALayer, in layer: CALayer) {
    let (bounds, size) = (layer.bounds, stage.bounds.size)
    let holder = CALayer()
    holder.anchorPoint = .zero
    holder.bounds = CGRect(origin: .zero, size: size)
    holder.position = bounds.origin
    holder.setAffineTransform(CGAffineTransform(scaleX: bounds.width / size.width, y: bounds.height / size.height))
    holder.isGeometryFlipped = layer.isYUp(below: root, rootIsYUp: true)
    holder.addSublayer(stage)
    layer.insertSublayer(holder, at: 0)
    placed.append(holder)
  }

  /// Returns the cause of a rendering error: the frame of a file that cannot be decoded, if there is one.
  func reason(_ error: RenderingError) -> AVError {
    if case .cancelled = error { return AVError(error) }
    return pool.failure.map { AVError(.decodeFailed, $0.description) } ?? AVError(error)
  }

  /// A renderer for it, whose clock stands at 0, and for which all is committed.
  func makeRenderer() throws(RenderingError) -> OffscreenRenderer {
    let renderer = try OffscreenRenderer(
      size: CGSize(width: width, height: height),
      options: .init(background: root.backgroundColor ?? .clear, isFlipped: isYUp))
    renderer.host(for: root).flush()
    return renderer
  }
}

extension CALayer {
  /// Whether y points up within the layer.
  ///
  /// - Parameters:
  ///   - root: where counting ends; nil for the root of the tree, which is counted.
  ///   - rootIsYUp: whether it does around that.
  func isYUp(below root: CALayer?, rootIsYUp: Bool) -> Bool {
    var isUp = rootIsYUp
    var layer: CALayer? = self
    while let current = layer, current !== root {
      if current.isGeometryFlipped { isUp.toggle() }
      layer = current.superlayer
    }
    return isUp
  }
}
