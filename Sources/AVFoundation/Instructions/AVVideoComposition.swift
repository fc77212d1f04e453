// Tested by VideoCompositionTests and AnimationToolTests.

public import CoreMedia
public import Foundation
public import QuartzCore

/// The description of a film that is composed of an asset's tracks.
open class AVVideoComposition: NSObject, NSCopying {
  fileprivate final var size = CGSize.zero
  fileprivate final var scale: Float = 1
  fileprivate final var step = CMTime.invalid
  fileprivate final var parts: [any AVVideoCompositionInstructionProtocol] = []
  fileprivate final var tool: AVVideoCompositionCoreAnimationTool?

  /// Creates a composition that shows nothing.
  public override init() { super.init() }

  /// Creates the composition that shows an asset's first track of pictures, upright, at its size and rate.
  public convenience init(propertiesOf asset: AVAsset) {
    self.init()
    take(propertiesOf: asset)
  }

  /// Returns a mutable copy.
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
  /// The number of pixels for one of ``renderSize``.
  open var renderScale: Float { scale }
  /// The duration of a frame.
  open var frameDuration: CMTime { step }
  /// The instructions in the order of time, without gaps.
  open var instructions: [any AVVideoCompositionInstructionProtocol] { parts }
  /// Layers over the pictures, or among them.
  open var animationTool: AVVideoCompositionCoreAnimationTool? { tool }

  /// Returns the reason why the instructions do not fit an asset; nil if they do.
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

/// The mutable description of a film that is composed of an asset's tracks.
open class AVMutableVideoComposition: AVVideoComposition {
  /// Opens an asset's file, and returns the composition that shows the asset. Throws ``AVError`` if it cannot be read.
  public static func videoComposition(withPropertiesOf asset: AVAsset) async throws -> AVMutableVideoComposition {
    try asset.loadSource()
    return AVMutableVideoComposition(propertiesOf: asset)
  }

  /// The film's size, in pixels. Default: zero.
  open override var renderSize: CGSize {
    get { size }
    set { size = newValue }
  }
  /// The number of pixels for one of ``renderSize``. Default: 1.
  open override var renderScale: Float {
    get { scale }
    set { scale = newValue }
  }
  /// The duration of a frame. Default: invalid.
  open override var frameDuration: CMTime {
    get { step }
    set { step = newValue }
  }
  /// The instructions, ``AVVideoCompositionInstruction`` objects, in the order of time, without gaps. Default: none.
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
  /// The size of the upright pictures, in pixels.
  var uprightSize: CGSize {
    let box = CGRect(origin: .zero, size: naturalSize).applying(preferredTransform)
    return CGSize(width: box.width.rounded(), height: box.height.rounded())
  }
}

/// The `beginTime` of animations that begin at the time 0 of a film: 0 itself means the time at which they are added.
public let AVCoreAnimationBeginTimeAtZero: CFTimeInterval = 1e-100

/// Layers over the pictures of a film, or among them.
///
/// y points up in the tool's layers, from the bottom left; as on iOS, `isGeometryFlipped` of the parent layer makes it
/// point down. Pictures are upright in both cases. Unlike Apple's, such trees may have filters.
///
/// The time of the layers is the film's. Animations begin at ``AVCoreAnimationBeginTimeAtZero`` or later, and stay if
/// `isRemovedOnCompletion` is false. A tree is in one film at a time, and not in a window.
open class AVVideoCompositionCoreAnimationTool: NSObject {
  /// The layers that show the pictures, and the root of the rendered tree.
  struct Stage {
    let videoLayers: [CALayer]
    let root: CALayer
  }

  final let stage: Stage?
  /// A layer as a track, and the track's number.
  final let additional: (layer: CALayer, trackID: CMPersistentTrackID)?

  init(stage: Stage?, additional: (layer: CALayer, trackID: CMPersistentTrackID)?) {
    (self.stage, self.additional) = (stage, additional)
  }

  /// Shows the film's pictures in `videoLayer`, filling its bounds, in the rendered tree of `animationLayer`.
  public convenience init(postProcessingAsVideoLayer videoLayer: CALayer, in animationLayer: CALayer) {
    self.init(postProcessingAsVideoLayers: [videoLayer], in: animationLayer)
  }

  /// Shows the film's pictures in several layers, filling their bounds, in the rendered tree of `animationLayer`.
  public convenience init(postProcessingAsVideoLayers videoLayers: [CALayer], in animationLayer: CALayer) {
    self.init(stage: Stage(videoLayers: videoLayers, root: animationLayer), additional: nil)
  }

  /// Adds a layer, the root of a tree in the film's pixels, as one more track of pictures for instructions. Its number
  /// must be unused; see `unusedTrackID()` of assets.
  public convenience init(additionalLayer layer: CALayer, asTrackID trackID: CMPersistentTrackID) {
    self.init(stage: nil, additional: (layer, trackID))
  }
}

extension AVAsset {
  /// Returns an unused track number.
  public final func unusedTrackID() -> CMPersistentTrackID { (tracks.map(\.trackID).max() ?? 0) + 1 }
}
