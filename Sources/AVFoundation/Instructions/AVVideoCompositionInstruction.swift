// What is seen in a stretch of a film: which tracks, from the front to the back, over which colour.
//
// Tested by VideoCompositionTests.

public import CoreGraphics
public import CoreMedia
public import Foundation

/// An instruction for the picture of a film during a stretch of time.
public protocol AVVideoCompositionInstructionProtocol: AnyObject {
  /// The stretch, in the asset's time.
  var timeRange: CMTimeRange { get }
}

/// An instruction for the picture of a film during a stretch of time: the pictures of tracks over a colour.
open class AVVideoCompositionInstruction: NSObject, AVVideoCompositionInstructionProtocol {
  fileprivate final var range = CMTimeRange.zero
  fileprivate final var color: CGColor?
  fileprivate final var placings: [AVVideoCompositionLayerInstruction] = []

  override init() { super.init() }

  /// The stretch, in the asset's time.
  open var timeRange: CMTimeRange { range }
  /// The colour behind all tracks; nil for black.
  open var backgroundColor: CGColor? { color }
  /// The instructions that place the tracks; the first is in front.
  open var layerInstructions: [AVVideoCompositionLayerInstruction] { placings }
  /// The numbers of the tracks.
  open var requiredSourceTrackIDs: [NSNumber] { placings.map { NSNumber(value: $0.trackID) } }
}

/// An instruction for the picture of a film during a stretch of time; it can be changed.
open class AVMutableVideoCompositionInstruction: AVVideoCompositionInstruction {
  /// Creates an instruction with an empty time range.
  public override init() { super.init() }

  /// The stretch, in the asset's time. Default: of no length.
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
