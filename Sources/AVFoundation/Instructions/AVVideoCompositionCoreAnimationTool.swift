// Layers over the pictures of a film, or among them.
//
// y points up in the space of the tool's layers, with the origin at the bottom left, on every system: code for iOS sets
// `isGeometryFlipped` of the parent layer to count from the top, which works here, too. The pictures stand upright
// either way. Apple refuses filters in such trees; here they work as anywhere.
//
// Tested by AnimationToolTests.

public import CoreMedia
public import Foundation
public import QuartzCore

/// The time 0 of a film, as the `beginTime` of animations: 0 itself stands for the time at which they are added.
public let AVCoreAnimationBeginTimeAtZero: CFTimeInterval = 1e-100

/// Layers over the pictures of a film, or among them.
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
