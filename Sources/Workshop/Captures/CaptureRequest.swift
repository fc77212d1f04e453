// A frame that is captured as it is drawn, with its pixels: what `--capture` writes.

import Compositor
package import Multiplane

/// Keeps one of the frames that a renderer draws.
package final class CaptureRequest {
  /// The frame; nil before it is drawn.
  package private(set) var frame: FrameCapture?

  /// Has a renderer's next frame kept, or one after it.
  ///
  /// - Parameter frames: how many are drawn before that one.
  package init(_ renderer: OffscreenRenderer, after frames: Int = 0) {
    renderer.tracksOrigins = true
    var left = frames
    renderer.frameObserver = { [unowned renderer] list, tree, time in
      guard left == 0 else {
        left -= 1
        return nil
      }
      renderer.frameObserver = nil
      self.frame = FrameCapture(
        list: list, images: tree.images, inspection: FrameInspection(list, tree, time: time), pixels: nil)
      return { pixels, rasterization in
        self.frame?.pixels = Array(pixels)
        self.frame?.add(rasterization)
      }
    }
  }
}
