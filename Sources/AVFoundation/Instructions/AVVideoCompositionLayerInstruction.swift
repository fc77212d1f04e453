// How the pictures of a track are placed: their opacity, transform and crop, by steps and ramps in the asset's time.
//
// Tested by VideoCompositionTests.

public import CoreGraphics
public import CoreMedia
public import Foundation

/// How the pictures of a track are placed.
open class AVVideoCompositionLayerInstruction: NSObject, NSCopying {
  fileprivate final var number = kCMPersistentTrackID_Invalid
  final var opacity = Course<Float>()
  final var transform = Course<CGAffineTransform>()
  final var crop = Course<CGRect>()

  override init() { super.init() }

  /// The number of the track.
  open var trackID: CMPersistentTrackID { number }

  /// A copy with the same values.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = AVMutableVideoCompositionLayerInstruction()
    copy.take(self)
    return copy
  }

  fileprivate final func take(_ other: AVVideoCompositionLayerInstruction) {
    (number, opacity, transform, crop) = (other.number, other.opacity, other.transform, other.crop)
  }

  /// The ramp of opacity that a time is in, or else the last before it.
  ///
  /// - Returns: whether there is one. What the pointers point to is left alone where there is none.
  open func getOpacityRamp(
    for time: CMTime, startOpacity: UnsafeMutablePointer<Float>?, endOpacity: UnsafeMutablePointer<Float>?,
    timeRange: UnsafeMutablePointer<CMTimeRange>?
  ) -> Bool { opacity.write(at: time, startOpacity, endOpacity, timeRange) }

  /// The ramp of transforms that a time is in, or else the last before it.
  ///
  /// - Returns: whether there is one. What the pointers point to is left alone where there is none.
  open func getTransformRamp(
    for time: CMTime, start startTransform: UnsafeMutablePointer<CGAffineTransform>?,
    end endTransform: UnsafeMutablePointer<CGAffineTransform>?, timeRange: UnsafeMutablePointer<CMTimeRange>?
  ) -> Bool { transform.write(at: time, startTransform, endTransform, timeRange) }

  /// The ramp of crop rectangles that a time is in, or else the last before it.
  ///
  /// - Returns: whether there is one. What the pointers point to is left alone where there is none.
  open func getCropRectangleRamp(
    for time: CMTime, startCropRectangle: UnsafeMutablePointer<CGRect>?,
    endCropRectangle: UnsafeMutablePointer<CGRect>?, timeRange: UnsafeMutablePointer<CMTimeRange>?
  ) -> Bool { crop.write(at: time, startCropRectangle, endCropRectangle, timeRange) }
}

extension Course {
  fileprivate func write(
    at time: CMTime, _ start: UnsafeMutablePointer<Value>?, _ end: UnsafeMutablePointer<Value>?,
    _ range: UnsafeMutablePointer<CMTimeRange>?
  ) -> Bool {
    guard let ramp = ramp(at: time) else { return false }
    start?.pointee = ramp.from
    end?.pointee = ramp.to
    range?.pointee = ramp.range
    return true
  }
}

/// How the pictures of a track are placed; it can be changed.
///
/// Times are the asset's. Between ramps, and after the last, what the one before ended with holds. Later ones take the
/// place of those that they overlap.
open class AVMutableVideoCompositionLayerInstruction: AVVideoCompositionLayerInstruction {
  /// The placing of no track yet.
  public override init() { super.init() }

  /// The placing of a track.
  public init(assetTrack track: AVAssetTrack) {
    super.init()
    number = track.trackID
  }

  /// The number of the track: of the asset, or of an animation tool.
  open override var trackID: CMPersistentTrackID {
    get { number }
    set { number = newValue }
  }

  /// An opacity from a time on. Before the first it is 1.
  open func setOpacity(_ opacity: Float, at time: CMTime) {
    self.opacity.add(from: opacity, to: opacity, in: CMTimeRange(start: time, duration: .zero))
  }

  /// An opacity that changes evenly.
  open func setOpacityRamp(fromStartOpacity startOpacity: Float, toEndOpacity endOpacity: Float, timeRange: CMTimeRange)
  {
    opacity.add(from: startOpacity, to: endOpacity, in: timeRange)
  }

  /// A transform from a time on: from the track's pixels, before its preferred transform, to those of the film; y
  /// points down in both. Before the first it is the identity.
  open func setTransform(_ transform: CGAffineTransform, at time: CMTime) {
    self.transform.add(from: transform, to: transform, in: CMTimeRange(start: time, duration: .zero))
  }

  /// A transform that changes: its translation, scale, shear and rotation evenly, as in an animation.
  open func setTransformRamp(
    fromStart startTransform: CGAffineTransform, toEnd endTransform: CGAffineTransform, timeRange: CMTimeRange
  ) {
    transform.add(from: startTransform, to: endTransform, in: timeRange)
  }

  /// What is seen of the pictures from a time on, in the track's pixels before its preferred transform, y downwards.
  /// Before the first it is all.
  open func setCropRectangle(_ cropRectangle: CGRect, at time: CMTime) {
    crop.add(from: cropRectangle, to: cropRectangle, in: CMTimeRange(start: time, duration: .zero))
  }

  /// What is seen of the pictures, changing evenly.
  open func setCropRectangleRamp(
    fromStartCropRectangle startCropRectangle: CGRect, toEndCropRectangle endCropRectangle: CGRect,
    timeRange: CMTimeRange
  ) {
    crop.add(from: startCropRectangle, to: endCropRectangle, in: timeRange)
  }
}
