// What is seen in a stretch of a film: which tracks, from the front to the back, over which colour.
//
// Tested by VideoCompositionTests.

public import CoreGraphics
public import CoreMedia
public import Foundation

/// What is seen in a stretch of a film.
public protocol AVVideoCompositionInstructionProtocol: AnyObject {
  /// The stretch, in the asset's time.
  var timeRange: CMTimeRange { get }
}

/// What is seen in a stretch of a film: the pictures of tracks over a colour.
open class AVVideoCompositionInstruction: NSObject, AVVideoCompositionInstructionProtocol {
  fileprivate final var range = CMTimeRange.zero
  fileprivate final var color: CGColor?
  fileprivate final var placings: [AVVideoCompositionLayerInstruction] = []

  override init() { super.init() }

  /// The stretch, in the asset's time.
  open var timeRange: CMTimeRange { range }
  /// What lies behind all tracks; nil for black.
  open var backgroundColor: CGColor? { color }
  /// How tracks are placed; the first is in front.
  open var layerInstructions: [AVVideoCompositionLayerInstruction] { placings }
  /// The numbers of the tracks.
  open var requiredSourceTrackIDs: [NSNumber] { placings.map { NSNumber(value: $0.trackID) } }
}

/// What is seen in a stretch of a film; it can be changed.
open class AVMutableVideoCompositionInstruction: AVVideoCompositionInstruction {
  /// An instruction for no time yet.
  public override init() { super.init() }

  /// The stretch, in the asset's time. Default: of no length.
  open override var timeRange: CMTimeRange {
    get { range }
    set { range = newValue }
  }
  /// What lies behind all tracks; nil, the default, for black.
  open override var backgroundColor: CGColor? {
    get { color }
    set { color = newValue }
  }
  /// How tracks are placed; the first is in front. Default: none.
  open override var layerInstructions: [AVVideoCompositionLayerInstruction] {
    get { placings }
    set { placings = newValue.compactMap { $0.copy() as? AVVideoCompositionLayerInstruction } }
  }
}
