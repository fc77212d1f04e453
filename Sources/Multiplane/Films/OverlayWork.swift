#if Films

import Compositor
package import ImageFiles
package import QuartzCore
package import Video

/// The work for a frame that lies over a clip's picture, without a background: rendered only if anything of it is
/// visible.
package enum OverlayWork {
  /// The frame shows nothing.
  case blank
  /// The frame equals the one before.
  case unchanged
  /// The frame depends on the picture below it: the two have to be drawn together.
  case needsWhatLiesBelow
  /// The frame is being drawn, and is empty outside of these pixels.
  case drawn(PendingFrame, PixelRect)
}

extension OffscreenRenderer {
  private enum Beginning {
    case done(OverlayWork)
    case begun(RasterWork, FramePixels?, Box)
    case failed(VideoError)
  }

  /// Begins a frame that lies over something.
  ///
  /// - Parameters:
  ///   - time: in seconds.
  ///   - canRepeat: whether the frame before is still available.
  ///   - memory: returns the memory of the finished frame; called if it is drawn.
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
        let work = try rasterizer.begin(
          list, images: tree.images, into: RasterMemory(room.bytes, owner: room), packing: nil)
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

#endif
