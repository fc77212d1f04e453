// Who draws a frame: OpenGL, or the processor row by row.

package import Compositor
package import GLRenderer
import SpanRenderer
import Video

/// Draws frames, each by whom it costs less. Where OpenGL is a rasteriser on the same processor, frames of what
/// ``SpanRenderer`` knows are drawn without it.
package final class FrameRenderer {
  private let gl: GLRenderer
  /// Nil where OpenGL draws all.
  private let spans: SpanRenderer?
  /// Milliseconds of the last frame.
  private(set) var times = GLRenderer.Times()

  /// A frame that was begun.
  enum Work {
    case flight(FrameInFlight)
    /// One that is drawn as it is finished.
    case rows(SpanFrame)
    /// One that other cores are drawing.
    case work(SpanWork)
  }

  init(_ gl: GLRenderer, _ options: DrawListBuilder.Options) {
    self.gl = gl
    spans = gl.device.capabilities.isSoftware && options.spans ? SpanRenderer() : nil
  }

  /// Draws a frame into memory; see ``GLRenderer/render(_:images:into:)``.
  package func render(
    _ list: DrawList, images: ImageTable, into pixels: UnsafeMutableRawBufferPointer
  ) throws(GLError) {
    if let rows = try rows(of: list, images) {
      draw(rows, into: pixels)
    } else {
      try gl.render(list, images: images, into: pixels)
      times = gl.times
    }
  }

  /// Begins to draw a frame; at most one other may be unfinished.
  ///
  /// - Parameter memory: where it will be finished, where that is known.
  func begin(
    _ list: DrawList, images: ImageTable, into memory: FrameMemory? = nil
  ) throws(GLError) -> Work {
    if let rows = try rows(of: list, images) {
      guard let spans, let memory else { return .rows(rows) }
      return .work(spans.begin(rows, into: memory.bytes, keeping: memory))
    }
    return .flight(try gl.begin(list, images: images))
  }

  /// Finishes a frame, and copies its pixels.
  func finish(_ work: Work, into pixels: UnsafeMutableRawBufferPointer) throws(GLError) {
    switch work {
    case .rows(let rows): draw(rows, into: pixels)
    case .work(let work): finish(work)
    case .flight(let frame):
      try gl.read(frame, into: pixels)
      times = gl.times
    }
  }

  /// Whether a frame is drawn row by row.
  func drawsRows(of list: DrawList, _ images: ImageTable) -> Bool {
    frame(of: list, images) != nil
  }

  /// A frame that is drawn row by row; nil where it is OpenGL's.
  private func frame(of list: DrawList, _ images: ImageTable) -> SpanFrame? {
    // Who asks for names of OpenGL's calls wants OpenGL's calls.
    spans != nil && !gl.namesCalls ? SpanFrame(list, images) : nil
  }

  /// The same, for a frame that is about to be drawn: OpenGL's memory is looked after, and its caches grow older.
  private func rows(of list: DrawList, _ images: ImageTable) throws(GLError) -> SpanFrame? {
    guard let rows = frame(of: list, images) else { return nil }
    try gl.checkLimits(of: list)
    gl.skipFrame()
    return rows
  }

  private func draw(_ rows: SpanFrame, into pixels: UnsafeMutableRawBufferPointer) {
    if let work = spans?.begin(rows, into: pixels) { finish(work) }
  }

  private func finish(_ work: SpanWork) {
    let clock = ContinuousClock()
    let start = clock.now
    spans?.finish(work)
    times = GLRenderer.Times(encode: (clock.now - start).milliseconds)
  }
}
