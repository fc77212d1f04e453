#if Films

import ImageFiles
import QuartzCore
import Video

/// Renders the frames of a scene that lie over a clip's planes: only while the scene is visible, and anew only if it
/// has changed.
final class OverlayRun {
  private let renderer: OffscreenRenderer
  private let underlay: Underlay
  /// The frame that was begun last if the renderer would repeat it; it is nil if nothing of it is visible.
  private var last: OverlayFrame??

  struct Pending {
    fileprivate let overlay: Overlay
    /// Whether the frame draws anything over the clip's picture.
    var isDrawn: Bool { overlay.frame != nil }
    /// The pending frame of the overlay, and the pixels where it is visible.
    fileprivate let work: (frame: PendingFrame, seen: PixelRect)?
  }

  init(_ renderer: OffscreenRenderer, _ underlay: Underlay) { (self.renderer, self.underlay) = (renderer, underlay) }

  /// Begins a frame.
  ///
  /// - Parameters:
  ///   - time: the scene's time, in seconds.
  ///   - second: the clip's second.
  ///   - isSeen: whether the scene or a caption is visible then.
  func begin(
    _ stage: ClipStage, at time: CFTimeInterval, second: Double, isSeen: Bool
  ) throws(RenderingError) -> Pending {
    guard isSeen else { return Pending(overlay: Overlay(at: second, nil), work: nil) }
    stage.hidePicture()
    let underlay = underlay
    var drawn: OverlayFrame?
    let work = try renderer.beginOverlay(stage.root, at: time, canRepeat: last != nil) { () throws(VideoError) in
      let frame = try underlay.newFrame()
      drawn = frame
      return frame.memory
    }
    switch work {
    case .unchanged: return Pending(overlay: Overlay(at: second, last ?? nil), work: nil)
    case .blank:
      last = .some(nil)
      return Pending(overlay: Overlay(at: second, nil), work: nil)
    case .drawn(let frame, let seen):
      last = drawn
      return Pending(overlay: Overlay(at: second, drawn), work: (frame, seen))
    case .needsWhatLiesBelow: return try beginWhole(stage, at: time, second: second)
    }
  }

  /// Begins a frame with the clip's picture in it.
  private func beginWhole(
    _ stage: ClipStage, at time: CFTimeInterval, second: Double
  ) throws(RenderingError) -> Pending {
    last = nil
    let underlay = underlay
    let frame = try RenderingError.fromVideo { () throws(VideoError) in
      try stage.showPicture(at: second)
      return try underlay.newFrame()
    }
    let work = try renderer.begin(stage.root, at: time, into: frame.memory)
    let whole = PixelRect(columns: 0..<renderer.width, rows: 0..<renderer.height)
    return Pending(overlay: Overlay(at: second, frame), work: (work, whole))
  }

  /// Finishes a frame, and hands it on.
  func finish(_ pending: Pending) throws(RenderingError) {
    if let work = pending.work, let frame = pending.overlay.frame {
      try renderer.finish(work.frame, into: frame.memory.bytes)
      frame.setSeen(work.seen)
    }
    underlay.put(pending.overlay)
  }
}

#endif
