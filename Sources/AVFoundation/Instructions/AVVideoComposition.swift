// Tested by VideoCompositionTests and AnimationToolTests.

public import CoreMedia
public import Foundation
public import QuartzCore

/// A description of the film that the pictures of an asset's tracks make.
open class AVVideoComposition: NSObject, NSCopying {
  fileprivate final var size = CGSize.zero
  fileprivate final var scale: Float = 1
  fileprivate final var step = CMTime.invalid
  fileprivate final var parts: [any AVVideoCompositionInstructionProtocol] = []
  fileprivate final var tool: AVVideoCompositionCoreAnimationTool?

  /// A composition that shows nothing.
  public override init() { super.init() }

  /// The composition that shows an asset as it is: its first track of pictures, upright, at its size and rate.
  public convenience init(propertiesOf asset: AVAsset) {
    self.init()
    take(propertiesOf: asset)
  }

  /// A copy with the same values, which can be changed.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = AVMutableVideoComposition()
    (copy.size, copy.scale, copy.step) = (size, scale, step)
    (copy.parts, copy.tool) = (parts, tool)
    return copy
  }

  fileprivate final func take(propertiesOf asset: AVAsset) {
    let tracks = asset.tracks(withMediaType: .video).filter { $0.isEnabled }
    guard let track = tracks.first else { return }
    size = track.uprightSize
    let rates = tracks.map(\.minFrameDuration).filter { $0.isNumeric && $0 > .zero }
    step = rates.min() ?? CMTime(value: 1, timescale: 30)
    let part = AVMutableVideoCompositionInstruction()
    part.timeRange = CMTimeRange(start: .zero, duration: asset.duration)
    part.layerInstructions = tracks.map { track in
      let placing = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
      placing.setTransform(track.preferredTransform, at: .zero)
      return placing
    }
    parts = [part]
  }

  /// The film's size, in pixels.
  open var renderSize: CGSize { size }
  /// Pixels of the film for one of ``renderSize``.
  open var renderScale: Float { scale }
  /// The duration of a frame.
  open var frameDuration: CMTime { step }
  /// The instructions, one after the other in time, without gaps.
  open var instructions: [any AVVideoCompositionInstructionProtocol] { parts }
  /// Layers over the pictures, or among them.
  open var animationTool: AVVideoCompositionCoreAnimationTool? { tool }

  /// Returns a description of what is wrong with the instructions for an asset; nil if they fit it.
  final func fault(for asset: AVAsset) -> String? {
    guard size.width >= 1, size.height >= 1, size.width.isFinite, size.height.isFinite, scale > 0, scale.isFinite else {
      return "a film of \(size.width)x\(size.height) pixels at scale \(scale); expected more than 0"
    }
    guard step.isNumeric, step > .zero else { return "no frameDuration" }
    guard !parts.isEmpty else { return "no instructions" }
    var end: CMTime?
    for part in parts {
      let range = part.timeRange
      guard range.isValid, !range.isEmpty, !range.isIndefinite else { return "an instruction without a time range" }
      if let end, range.start != end {
        return "an instruction begins at \(range.start.seconds) s, and the one before ends at \(end.seconds) s"
      }
      end = range.end
      guard let part = part as? AVVideoCompositionInstruction else {
        return "an instruction that is no AVVideoCompositionInstruction: custom compositors are not to be had"
      }
      for placing in part.layerInstructions where asset.track(withTrackID: placing.trackID)?.mediaType != .video {
        guard tool?.additional?.trackID != placing.trackID else { continue }
        return "there is no track of pictures of number \(placing.trackID)"
      }
    }
    return nil
  }
}

/// A description of the film that the pictures of an asset's tracks make; it can be changed.
open class AVMutableVideoComposition: AVVideoComposition {
  /// The composition that shows an asset as it is, once its file has been opened.
  ///
  /// - Throws: ``AVError`` where it cannot be.
  public static func videoComposition(withPropertiesOf asset: AVAsset) async throws -> AVMutableVideoComposition {
    try asset.loadSource()
    return AVMutableVideoComposition(propertiesOf: asset)
  }

  /// The film's size, in pixels. Default: zero.
  open override var renderSize: CGSize {
    get { size }
    set { size = newValue }
  }
  /// Pixels of the film for one of ``renderSize``. Default: 1.
  open override var renderScale: Float {
    get { scale }
    set { scale = newValue }
  }
  /// The duration of a frame. Default: invalid.
  open override var frameDuration: CMTime {
    get { step }
    set { step = newValue }
  }
  /// The instructions, one after the other in time, without gaps: objects of ``AVVideoCompositionInstruction``.
  /// Default: none.
  open override var instructions: [any AVVideoCompositionInstructionProtocol] {
    get { parts }
    set { parts = newValue }
  }
  /// Layers over the pictures, or among them. Default: nil.
  open override var animationTool: AVVideoCompositionCoreAnimationTool? {
    get { tool }
    set { tool = newValue }
  }
}

extension AVAssetTrack {
  /// The size of its pictures as they stand upright, in pixels.
  var uprightSize: CGSize {
    let box = CGRect(origin: .zero, size: naturalSize).applying(preferredTransform)
    return CGSize(width: box.width.rounded(), height: box.height.rounded())
  }
}

/// The time 0 of a film, as the `beginTime` of animations: 0 itself stands for the time at which they are added.
public let AVCoreAnimationBeginTimeAtZero: CFTimeInterval = 1e-100

/// Layers over the pictures of a film, or among them.
///
/// y points up in the space of the tool's layers, with the origin at the bottom left; code for iOS sets
/// `isGeometryFlipped` of the parent layer to count from the top, which works here, too. The pictures stand upright
/// either way. Apple refuses filters in such trees; here they work as anywhere.
///
/// The time of the layers is that of the film. Animations begin at ``AVCoreAnimationBeginTimeAtZero`` or later, and
/// stay where `isRemovedOnCompletion` is false. A tree is in one film, and in no window, at a time.
open class AVVideoCompositionCoreAnimationTool: NSObject {
  /// The layers that the pictures are drawn into, and the root of the tree that is rendered.
  struct Stage {
    let videoLayers: [CALayer]
    let root: CALayer
  }

  final let stage: Stage?
  /// A layer as a track, and its number.
  final let additional: (layer: CALayer, trackID: CMPersistentTrackID)?

  init(stage: Stage?, additional: (layer: CALayer, trackID: CMPersistentTrackID)?) {
    (self.stage, self.additional) = (stage, additional)
  }

  /// The film's pictures as the contents of a layer of a tree, which is what is seen.
  ///
  /// - Parameters:
  ///   - videoLayer: fills its bounds with the pictures.
  ///   - animationLayer: the root of the tree, which `videoLayer` is in.
  public convenience init(postProcessingAsVideoLayer videoLayer: CALayer, in animationLayer: CALayer) {
    self.init(postProcessingAsVideoLayers: [videoLayer], in: animationLayer)
  }

  /// The film's pictures as the contents of several layers of a tree, which is what is seen.
  ///
  /// - Parameters:
  ///   - videoLayers: each fills its bounds with the pictures.
  ///   - animationLayer: the root of the tree, which they are in.
  public convenience init(postProcessingAsVideoLayers videoLayers: [CALayer], in animationLayer: CALayer) {
    self.init(stage: Stage(videoLayers: videoLayers, root: animationLayer), additional: nil)
  }

  /// A layer as one more track of pictures, which instructions place by its number.
  ///
  /// - Parameters:
  ///   - layer: the root of a tree, in the film's pixels.
  ///   - trackID: a number that no track of the asset has; see `unusedTrackID` of assets.
  public convenience init(additionalLayer layer: CALayer, asTrackID trackID: CMPersistentTrackID) {
    self.init(stage: nil, additional: (layer, trackID))
  }
}

extension AVAsset {
  /// Returns a number that no track has.
  public final func unusedTrackID() -> CMPersistentTrackID { (tracks.map(\.trackID).max() ?? 0) + 1 }
}
