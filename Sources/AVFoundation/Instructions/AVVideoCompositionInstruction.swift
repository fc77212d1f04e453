// Tested by VideoCompositionTests.

public import CoreGraphics
public import CoreMedia
public import Foundation

/// An instruction for a film's picture during a time range.
public protocol AVVideoCompositionInstructionProtocol: AnyObject {
  /// The time range, in the asset's time.
  var timeRange: CMTimeRange { get }
}

/// An instruction for a film's picture during a time range: the pictures of tracks over a colour.
open class AVVideoCompositionInstruction: NSObject, AVVideoCompositionInstructionProtocol {
  fileprivate final var range = CMTimeRange.zero
  fileprivate final var color: CGColor?
  fileprivate final var placings: [AVVideoCompositionLayerInstruction] = []

  override init() { super.init() }

  /// The time range, in the asset's time.
  open var timeRange: CMTimeRange { range }
  /// The colour behind all tracks; nil for black.
  open var backgroundColor: CGColor? { color }
  /// The instructions that place the tracks; the first is in front.
  open var layerInstructions: [AVVideoCompositionLayerInstruction] { placings }
  /// The numbers of the tracks.
  open var requiredSourceTrackIDs: [NSNumber] { placings.map { NSNumber(value: $0.trackID) } }
}

/// A mutable instruction for a film's picture during a time range.
open class AVMutableVideoCompositionInstruction: AVVideoCompositionInstruction {
  /// Creates an instruction with an empty time range.
  public override init() { super.init() }

  /// The time range, in the asset's time. Default: without duration.
  open override var timeRange: CMTimeRange {
    get { range }
    set { range = newValue }
  }
  /// The colour behind all tracks. Default: nil, which is black.
  open override var backgroundColor: CGColor? {
    get { color }
    set { color = newValue }
  }
  /// The instructions that place the tracks; the first is in front. Default: none.
  open override var layerInstructions: [AVVideoCompositionLayerInstruction] {
    get { placings }
    set { placings = newValue.compactMap { $0.copy() as? AVVideoCompositionLayerInstruction } }
  }
}

/// An instruction that places the pictures of a track.
open class AVVideoCompositionLayerInstruction: NSObject, NSCopying {
  fileprivate final var number = kCMPersistentTrackID_Invalid
  final var opacity = Course<Float>()
  final var transform = Course<CGAffineTransform>()
  final var crop = Course<CGRect>()

  override init() { super.init() }

  /// The number of the track.
  open var trackID: CMPersistentTrackID { number }

  /// Returns a copy with the same values.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = AVMutableVideoCompositionLayerInstruction()
    copy.take(self)
    return copy
  }

  fileprivate final func take(_ other: AVVideoCompositionLayerInstruction) {
    (number, opacity, transform, crop) = (other.number, other.opacity, other.transform, other.crop)
  }

  /// Gets the opacity ramp at a time, or else the last one before it.
  ///
  /// - Returns: whether there is a ramp. If not, the method does not write through the pointers.
  open func getOpacityRamp(
    for time: CMTime, startOpacity: UnsafeMutablePointer<Float>?, endOpacity: UnsafeMutablePointer<Float>?,
    timeRange: UnsafeMutablePointer<CMTimeRange>?
  ) -> Bool { opacity.write(at: time, startOpacity, endOpacity, timeRange) }

  /// Gets the transform ramp at a time, or else the last one before it.
  ///
  /// - Returns: whether there is a ramp. If not, the method does not write through the pointers.
  open func getTransformRamp(
    for time: CMTime, start startTransform: UnsafeMutablePointer<CGAffineTransform>?,
    end endTransform: UnsafeMutablePointer<CGAffineTransform>?, timeRange: UnsafeMutablePointer<CMTimeRange>?
  ) -> Bool { transform.write(at: time, startTransform, endTransform, timeRange) }

  /// Gets the ramp of crop rectangles at a time, or else the last one before it.
  ///
  /// - Returns: whether there is a ramp. If not, the method does not write through the pointers.
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

/// A mutable instruction that places the pictures of a track. Times are the asset's.
///
/// Between ramps, and after the last one, the last end value applies. A new ramp replaces those that it overlaps.
open class AVMutableVideoCompositionLayerInstruction: AVVideoCompositionLayerInstruction {
  /// Creates an instruction without a track.
  public override init() { super.init() }

  /// Creates an instruction for a track.
  public init(assetTrack track: AVAssetTrack) {
    super.init()
    number = track.trackID
  }

  /// The number of a track of the asset, or of an animation tool.
  open override var trackID: CMPersistentTrackID {
    get { number }
    set { number = newValue }
  }

  /// Sets the opacity from a time on. It is 1 before the first such time.
  open func setOpacity(_ opacity: Float, at time: CMTime) {
    self.opacity.add(from: opacity, to: opacity, in: CMTimeRange(start: time, duration: .zero))
  }

  /// Sets an opacity that changes linearly during a time range.
  open func setOpacityRamp(fromStartOpacity startOpacity: Float, toEndOpacity endOpacity: Float, timeRange: CMTimeRange)
  {
    opacity.add(from: startOpacity, to: endOpacity, in: timeRange)
  }

  /// Sets the transform from a time on: from the track's pixels, before its preferred transform, to the film's, y
  /// downwards in both. It is the identity before the first such time.
  open func setTransform(_ transform: CGAffineTransform, at time: CMTime) {
    self.transform.add(from: transform, to: transform, in: CMTimeRange(start: time, duration: .zero))
  }

  /// Sets a transform whose translation, scale, shear and rotation change linearly during a time range.
  open func setTransformRamp(
    fromStart startTransform: CGAffineTransform, toEnd endTransform: CGAffineTransform, timeRange: CMTimeRange
  ) {
    transform.add(from: startTransform, to: endTransform, in: timeRange)
  }

  /// Sets the visible rectangle from a time on, in the track's pixels before its preferred transform, y downwards. It
  /// is the whole picture before the first such time.
  open func setCropRectangle(_ cropRectangle: CGRect, at time: CMTime) {
    crop.add(from: cropRectangle, to: cropRectangle, in: CMTimeRange(start: time, duration: .zero))
  }

  /// Sets a visible rectangle that changes linearly during a time range.
  open func setCropRectangleRamp(
    fromStartCropRectangle startCropRectangle: CGRect, toEndCropRectangle endCropRectangle: CGRect,
    timeRange: CMTimeRange
  ) {
    crop.add(from: startCropRectangle, to: endCropRectangle, in: timeRange)
  }
}
