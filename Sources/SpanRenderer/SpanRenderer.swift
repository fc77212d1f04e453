// Draws draw lists without OpenGL: row by row, on all cores, straight into the caller's memory.
//
// Where OpenGL is a rasteriser on the same processor, a frame of upright rectangles and pictures costs there several
// times what it costs here: a program for each kind of draw, tiles, a target of its own, a copy back. Which frames can
// be drawn here is known from their lists; the others are OpenGL's (see `SpanFrame.init?`).
//
//   frame:  passes, in order
//   pass:   bands of rows, on all cores; a band stays in a core's cache until it is done
//   band:   the draws that reach into it, in order
//   draw:   row by row: source pixels, times coverage, joined with what is there (CSpans)

import Compositor

/// Draws frames on the processor. Any thread may call it, one at a time.
package final class SpanRenderer {
  private var surfaces = SurfacePool()

  package init() {}

  /// Begins to draw a frame on the other cores.
  ///
  /// - Parameters:
  ///   - pixels: receives premultiplied RGBA bytes, first row first, without padding; as large as the frame. To be
  ///     there until the frame is finished or let go.
  ///   - owner: whose memory that is, where it is not the caller's.
  package func begin(
    _ frame: SpanFrame, into pixels: UnsafeMutableRawBufferPointer, keeping owner: AnyObject? = nil
  ) -> SpanWork {
    precondition(
      pixels.count >= frame.width * frame.height * 4,
      "\(pixels.count) bytes cannot hold \(frame.width)x\(frame.height) pixels")
    // A frame has a pixel.
    return frame.begin(into: pixels.baseAddress!.assumingMemoryBound(to: UInt32.self), &surfaces, keeping: owner)
  }

  /// Draws what is left of a frame.
  package func finish(_ work: SpanWork) { work.finish(&surfaces) }
}
