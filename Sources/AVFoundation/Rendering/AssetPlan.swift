// Tested by AnimationToolTests.

import CoreGraphics
import CoreMedia
import Foundation
import Multiplane
import QuartzCore

/// The plan of the film that an asset shows: its size, its duration and its parts.
struct AssetPlan {
  /// A track's pictures or a tree of layers, with its placement.
  struct Placing {
    enum Content {
      case segments([MediaSegment])
      case layer(CALayer)
    }

    let content: Content
    let instruction: AVVideoCompositionLayerInstruction
  }

  /// A time range of the film and the placings in it, the first one in front.
  struct Part {
    let range: CMTimeRange
    let background: CGColor
    let placings: [Placing]
  }

  /// The film's size, in pixels at scale 1; zero without pictures.
  let size: CGSize
  let scale: CGFloat
  let frameDuration: CMTime
  let duration: CMTime
  let parts: [Part]
  let tool: AVVideoCompositionCoreAnimationTool?

  /// Creates the plan of an asset's film. Without a composition, it shows the first enabled track of pictures, upright,
  /// at its size and rate. Throws if the composition does not fit the asset.
  init(_ asset: AVAsset, _ composition: AVVideoComposition?) throws(AVError) {
    duration = asset.duration
    if let fault = composition?.fault(for: asset) { throw AVError(.invalidVideoComposition, fault) }
    let standard = composition ?? Self.standard(asset)
    (size, scale) = (standard.renderSize, CGFloat(standard.renderScale))
    (frameDuration, tool) = (standard.frameDuration, standard.animationTool)
    let extra = tool?.additional
    parts = standard.instructions.compactMap { $0 as? AVVideoCompositionInstruction }.map { part in
      Part(
        range: part.timeRange, background: part.backgroundColor ?? .black,
        placings: part.layerInstructions.compactMap { instruction in
          if let extra, extra.trackID == instruction.trackID {
            return Placing(content: .layer(extra.layer), instruction: instruction)
          }
          guard let track = asset.track(withTrackID: instruction.trackID), track.isEnabled else { return nil }
          let segments = track.mediaSegments.filter { !$0.target.intersection(part.timeRange).isEmpty }
          return Placing(content: .segments(segments.map { $0.clipped(to: part.timeRange) }), instruction: instruction)
        })
    }
  }

  /// Returns the composition of the first track alone.
  private static func standard(_ asset: AVAsset) -> AVVideoComposition {
    let composition = AVMutableVideoComposition(propertiesOf: asset)
    if let part = composition.instructions.first as? AVMutableVideoCompositionInstruction {
      part.layerInstructions = Array(part.layerInstructions.prefix(1))
      // Transparent parts of a clip stay transparent if the output supports that.
      part.backgroundColor = .clear
    }
    return composition
  }
}

/// The tree of an asset's pictures, alone or within an animation tool's, ready for a renderer. It releases the tool's
/// layers when it is freed.
final class FilmCanvas {
  let root = CALayer()
  let width: Int
  let height: Int
  private let isYUp: Bool
  private let pool = FramePool()
  /// The layers that the canvas put into the program's layer trees, or took from the program.
  private var placed: [CALayer] = []

  /// - Parameters:
  ///   - width: the width in pixels, and `height`; the film's size is stretched to them.
  ///   - isTransparent: whether uncovered parts stay transparent; otherwise they are black.
  init(_ plan: AssetPlan, width: Int, height: Int, isTransparent: Bool = false) {
    (self.width, self.height) = (width, height)
    isYUp = plan.tool?.stage != nil
    root.anchorPoint = .zero
    root.timeOffset = AssetStage.start
    root.bounds = CGRect(origin: .zero, size: plan.size)
    root.setAffineTransform(
      CGAffineTransform(scaleX: CGFloat(width) / plan.size.width, y: CGFloat(height) / plan.size.height))
    if !isTransparent { root.backgroundColor = .black }
    if let stage = plan.tool?.stage {
      root.addSublayer(stage.root)
      placed.append(stage.root)
      for layer in stage.videoLayers { place(AssetStage(plan, pool: pool).layer, in: layer) }
    } else {
      root.addSublayer(AssetStage(plan, pool: pool).layer)
    }
    if let extra = plan.tool?.additional { placed.append(extra.layer) }
  }

  deinit { for layer in placed { layer.removeFromSuperlayer() } }

  /// Inserts the pictures below the sublayers of a layer, upright and filling its bounds.
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

  /// Creates a renderer of the tree, with its clock at 0 and everything committed.
  func makeRenderer() throws(RenderingError) -> OffscreenRenderer {
    let renderer = try OffscreenRenderer(
      size: CGSize(width: width, height: height),
      options: .init(background: root.backgroundColor ?? .clear, isFlipped: isYUp))
    renderer.host(for: root).flush()
    return renderer
  }
}

extension CALayer {
  /// Whether y points up within the layer, relative to `root`, in which it does if `rootIsYUp`. For nil, relative to
  /// the space around the tree.
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
