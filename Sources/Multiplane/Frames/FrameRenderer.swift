// Who draws a frame: OpenGL, or the processor row by row.

package import Compositor
package import GLRenderer
import RowRenderer
import Video

/// Draws frames, each by whom it costs less. Where OpenGL is a rasteriser on the same processor, frames of what
/// ``RowRenderer`` knows are drawn without it.
package final class FrameRenderer {
  private let gl: GLRenderer
  /// Nil where OpenGL draws all.
  private let spans: RowRenderer?
  /// Milliseconds of the last frame.
  package private(set) var times = GLRenderer.Times()

  /// Passes of the last frame that were not drawn, as a picture of before was shown again.
  package var leftOutPasses: Int { spans?.leftOutPasses ?? gl.leftOutPasses }

  /// A frame that was begun.
  enum Work {
    case flight(FrameInFlight)
    /// One that is drawn as it is finished.
    case rows(DrawList, ImageTable)
    /// One that other cores are drawing.
    case work(RowWork)
  }

  package init(_ gl: GLRenderer, _ options: DrawListBuilder.Options) {
    self.gl = gl
    spans = gl.device.capabilities.isSoftware && options.has(.spans) ? RowRenderer() : nil
  }

  /// Draws a frame into memory; see ``GLRenderer/render(_:images:into:)``.
  package func render(
    _ list: DrawList, images: ImageTable, into pixels: UnsafeMutableRawBufferPointer
  ) throws(GLError) {
    if let spans = try rows(of: list, images) {
      finish(spans.begin(list, images, into: pixels))
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
    if let spans = try rows(of: list, images) {
      guard let memory else { return .rows(list, images) }
      return .work(spans.begin(list, images, into: memory.bytes, keeping: memory))
    }
    return .flight(try gl.begin(list, images: images))
  }

  /// Finishes a frame, and copies its pixels.
  func finish(_ work: Work, into pixels: UnsafeMutableRawBufferPointer) throws(GLError) {
    switch work {
    case .rows(let list, let images): spans.map { finish($0.begin(list, images, into: pixels)) }
    case .work(let work): finish(work)
    case .flight(let frame):
      try gl.read(frame, into: pixels)
      times = gl.times
    }
  }

  /// Whether a frame is drawn row by row.
  package func drawsRows(of list: DrawList, _ images: ImageTable) -> Bool {
    rows(draw: list)
  }

  /// Whether a frame is drawn row by row.
  private func rows(draw list: DrawList) -> Bool {
    // Who asks for names of OpenGL's calls wants OpenGL's calls.
    guard let spans, !gl.namesCalls else { return false }
    return spans.missingProgram(of: list) == nil
  }

  /// The same, for a frame that is about to be drawn: OpenGL's memory is looked after, and its caches grow older.
  private func rows(of list: DrawList, _ images: ImageTable) throws(GLError) -> RowRenderer? {
    guard rows(draw: list) else { return nil }
    try gl.checkLimits(of: list)
    gl.skipFrame()
    return spans
  }

  private func finish(_ work: RowWork) {
    let clock = ContinuousClock()
    let start = clock.now
    spans?.finish(work)
    times = GLRenderer.Times(encode: (clock.now - start).milliseconds)
  }
}
