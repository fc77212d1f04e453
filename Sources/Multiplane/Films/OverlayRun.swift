#if Films

import Compositor
import Foundation
package import ImageFiles
package import QuartzCore
package import Video

/// Renders the frames of a scene over a clip's planes, only while the scene is visible, and only if it has changed.
final class OverlayRun {
  private let renderer: OffscreenRenderer
  private let underlay: Underlay
  /// The last begun frame if it can be repeated; its value is nil if all of it is transparent.
  private var last: OverlayFrame??

  struct Pending {
    fileprivate let overlay: Overlay
    /// Whether the frame draws anything over the clip's picture.
    var isDrawn: Bool { overlay.frame != nil }
    /// The pending overlay, and its visible pixels.
    fileprivate let work: (frame: PendingFrame, seen: PixelRect)?
  }

  init(_ renderer: OffscreenRenderer, _ underlay: Underlay) { (self.renderer, self.underlay) = (renderer, underlay) }

  /// Begins a frame at the scene's `time`, in seconds, and the clip's `second`. `isSeen` is whether the scene or a
  /// caption is visible then.
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

  /// Begins a frame that includes the clip's picture.
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

  /// Finishes a frame, and passes it on.
  func finish(_ pending: Pending) throws(RenderingError) {
    if let work = pending.work, let frame = pending.overlay.frame {
      try renderer.finish(work.frame, into: frame.memory.bytes)
      frame.setSeen(work.seen)
    }
    underlay.put(pending.overlay)
  }
}

/// The work for a frame without a background over a clip's picture: it is rendered only if something of it is visible.
package enum OverlayWork {
  /// The frame is transparent.
  case blank
  /// The frame equals the previous one.
  case unchanged
  /// The frame depends on the picture below: both must be drawn together.
  case needsWhatLiesBelow
  /// The frame is being drawn, and is transparent outside of these pixels.
  case drawn(PendingFrame, PixelRect)
}

extension OffscreenRenderer {
  private enum Beginning {
    case done(OverlayWork)
    case begun(RasterWork, FramePixels?, Box)
    case failed(VideoError)
  }

  /// Begins a frame over a picture, at a time in seconds.
  ///
  /// - Parameters:
  ///   - canRepeat: whether the previous frame is still available.
  ///   - memory: returns the memory for the frame; called if it is drawn.
  package func beginOverlay(
    _ layer: CALayer, at time: CFTimeInterval, canRepeat: Bool, memory: () throws(VideoError) -> FrameMemory
  ) throws(RenderingError) -> OverlayWork {
    let (beginning, statistics) = try RenderingError.fromDevice { () throws(RasterError) in
      try makeFrame(of: layer, at: time) { (list, tree) throws(RasterError) -> Beginning in
        if canRepeat, isUnchanged { return .done(.unchanged) }
        if list.needsWhatLiesBelow { return .done(.needsWhatLiesBelow) }
        let box = list.seenBox
        guard !box.isEmpty else { return .done(.blank) }
        let room: FrameMemory
        do throws(VideoError) { room = try memory() } catch { return .failed(error) }
        let work = try rasterizer.begin(list, images: tree.images, into: rasterMemory(room), packing: nil)
        return .begun(work, frameObserver?(list, tree, time), box)
      }
    }
    switch beginning {
    case .done(let work): return work
    case .failed(let error): throw RenderingError(error)
    case .begun(let work, let observer, let box):
      let rect = PixelRect(columns: Int(box.minX)..<Int(box.maxX), rows: Int(box.minY)..<Int(box.maxY))
      return .drawn(PendingFrame(work, statistics, observer: observer), rect)
    }
  }
}

/// Captions over a film with a clip and its scene, in the clip's time.
package struct FilmCaptions: Sendable {
  /// The layer of the captions, whose time is the clip's.
  package nonisolated(unsafe) let layer: CALayer
  /// The times of captions, in seconds of the clip, in order.
  package let ranges: [Range<Double>]

  /// - Parameter ranges: the times of captions, in seconds of the clip, in order.
  package init(_ layer: CALayer, shownIn ranges: [Range<Double>]) { (self.layer, self.ranges) = (layer, ranges) }

  /// Whether a caption shows at a second of the clip, allowing for rounding.
  func areShown(at second: Double) -> Bool {
    let next = ranges.partitioningIndex { !($0.upperBound - 2e-6 <= second) }
    return next < ranges.count && ranges[next].lowerBound - 2e-6 <= second
  }
}

#endif
