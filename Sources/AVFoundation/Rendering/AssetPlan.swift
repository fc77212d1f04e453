// Tested by AnimationToolTests.

import CoreGraphics
import CoreMedia
import Foundation
import Multiplane
import QuartzCore
import Video

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

  /// Returns the clip whose pictures, upright and at their size, are all that lies below an animation tool's layers
  /// during a range of time, so that they can stay in their planes; nil for other films.
  func footage(in range: CMTimeRange) -> FilmClip? {
    let shown = parts.filter { !$0.range.intersection(range).isEmpty }
    guard shown.count == 1, shown[0].range.containsTimeRange(range), shown[0].placings.count == 1,
      case .segments(let all) = shown[0].placings[0].content,
      tool.map({ $0.showsVideoBelowAll(size) }) ?? true
    else { return nil }
    let segments = all.filter { !$0.target.intersection(range).isEmpty }
    guard segments.count == 1, segments[0].target.containsTimeRange(range),
      segments[0].mapping.source.duration == segments[0].mapping.target.duration,
      let clip = segments[0].stream?.source.readable, let pictures = clip.pictures, clip.size == size,
      shown[0].placings[0].instruction.showsAll(of: pictures, from: range.start)
    else { return nil }
    var footage = FilmClip(clip)
    footage.isFollowed = false
    footage.start = segments[0].clipped(to: range).mapping.source.start.seconds + AssetStage.hair
    footage.length = range.duration.seconds
    footage.sceneStart = range.start.seconds - footage.start
    return footage
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

extension AVVideoCompositionLayerInstruction {
  /// Whether the pictures are upright, opaque and whole from a time on.
  fileprivate func showsAll(of pictures: ClipPictures, from start: CMTime) -> Bool {
    let upright = pictures.orientation
    let isUpright =
      transform.ramps.allSatisfy { $0.from == upright && $0.to == upright }
      && (upright.isIdentity || transform.ramp(at: start) != nil)
    return isUpright && crop.ramps.isEmpty && opacity.ramps.allSatisfy { $0.from == 1 && $0.to == 1 }
  }
}

extension AVVideoCompositionCoreAnimationTool {
  /// Whether the pictures fill a film of a size below all layers, which do not change that.
  fileprivate func showsVideoBelowAll(_ size: CGSize) -> Bool {
    guard let stage, additional == nil, stage.videoLayers.count == 1 else { return false }
    let all = CGRect(origin: .zero, size: size)
    var layer = stage.videoLayers[0]
    while layer.isPlain, layer.frame == all, layer.bounds == all {
      guard layer !== stage.root else { return true }
      guard let parent = layer.superlayer, parent.sublayers?.first === layer,
        parent.sublayers?.allSatisfy({ $0.zPosition >= 0 }) == true
      else { return false }
      layer = parent
    }
    return false
  }
}

extension CALayer {
  /// Whether the layer draws nothing, and leaves its sublayers as they are.
  fileprivate var isPlain: Bool {
    type(of: self) == CALayer.self && backgroundColor == nil && contents == nil && borderWidth == 0
      && shadowOpacity == 0 && opacity == 1 && !isHidden && mask == nil && cornerRadius == 0 && zPosition == 0
      && CATransform3DIsIdentity(transform) && CATransform3DIsIdentity(sublayerTransform) && filters == nil
      && backgroundFilters == nil && compositingFilter == nil && animationKeys() == nil && speed == 1
      && beginTime == 0 && timeOffset == 0
  }
}

/// The tree of an asset's pictures, alone or within an animation tool's, ready for a renderer. It releases the tool's
/// layers when it is freed.
final class FilmCanvas {
  let root = CALayer()
  let width: Int
  let height: Int
  private let isYUp: Bool
  /// Whether the canvas is drawn over footage, and becomes a part of the film's tree.
  private let isOverFootage: Bool
  private let pool = FramePool()
  /// The layers that the canvas put into the program's layer trees, or took from the program.
  private var placed: [CALayer] = []

  /// - Parameters:
  ///   - width: the width in pixels, and `height`; the film's size is stretched to them.
  ///   - isTransparent: whether uncovered parts stay transparent; otherwise they are black.
  ///   - isOverFootage: whether the pictures are left out, and all else is drawn over ``AssetPlan/footage(in:)``.
  init(_ plan: AssetPlan, width: Int, height: Int, isTransparent: Bool = false, isOverFootage: Bool = false) {
    (self.width, self.height, self.isOverFootage) = (width, height, isOverFootage)
    isYUp = plan.tool?.stage != nil
    root.anchorPoint = .zero
    root.timeOffset = AssetStage.start
    root.bounds = CGRect(origin: .zero, size: plan.size)
    root.setAffineTransform(
      CGAffineTransform(scaleX: CGFloat(width) / plan.size.width, y: CGFloat(height) / plan.size.height))
    if !isTransparent, !isOverFootage { root.backgroundColor = .black }
    if let stage = plan.tool?.stage {
      root.addSublayer(stage.root)
      placed.append(stage.root)
      for layer in stage.videoLayers where !isOverFootage { place(AssetStage(plan, pool: pool).layer, in: layer) }
    } else if !isOverFootage {
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

  /// Creates a renderer of the tree, with its clock at 0 and everything committed. The film's own tree is committed
  /// with the first frame: layers that move from one hosted tree to another lose their animations.
  func makeRenderer() throws(RenderingError) -> OffscreenRenderer {
    let renderer = try OffscreenRenderer(
      size: CGSize(width: width, height: height),
      options: .init(background: root.backgroundColor ?? .clear, isFlipped: isYUp))
    if !isOverFootage { renderer.host(for: root).flush() }
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
