// Frames that lie over pictures of a clip: without a background, rendered where there is something to see.

#if Films

import Compositor
package import ImageFiles
package import QuartzCore
package import Video

/// The work for a frame that lies over a picture.
package enum OverlayWork {
  /// The frame shows nothing.
  case blank
  /// The frame is as the one before.
  case unchanged
  /// The frame's look depends on the picture below it: the two have to be drawn together.
  case needsWhatLiesBelow
  /// The frame is being drawn, and shows nothing outside of some pixels.
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
  ///   - canRepeat: whether the frame that was begun before is still to be had.
  ///   - memory: where it will be finished; asked for where it is drawn.
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
