// Pictures that lie under the frames of a film, as planes: those of a clip, in the planes that the encoder takes. What
// nothing lies over goes from the decoder to the encoder as it is.
//
//   clip ---decoder's thread---> planes -----------------v
//   scene ------renderer------> overlay --encode thread--> over the planes --> encoder

import CRows
import Foundation
package import ImageFiles

/// The form in which pictures are stored.
struct PictureForm: Sendable, Equatable {
  /// Pixels.
  var width: Int
  var height: Int
  var chroma: PictureLayout.Chroma
  /// Bits a component, 8 or 10.
  var depth: Int
  var coding: YUVCoding
  var tags: ColorTags
  /// Whether differences of colour that two pixels of a row share lie in the place of the first one.
  var isCosited: Bool

  var layout: PictureLayout { .yuv(chroma, depth: depth, alpha: false) }
}

/// The tags of a stream for its colours, by the numbers of ITU-T H.273, and for the place of its colour differences, by
/// libavutil's numbers.
struct ColorTags: Sendable, Equatable {
  var primaries: UInt32
  var transfer: UInt32
  var matrix: UInt32
  var chromaPlace: UInt32
}

/// Pictures in planes, by their second.
protocol PlanePictures: AnyObject {
  /// Copies the picture that shows at a second into planes of its form.
  func copy(at seconds: Double, to planes: PicturePlanes) throws(VideoError)
}

/// A frame on its way over a picture.
package final class Overlay {
  /// The second of the picture.
  package let seconds: Double
  /// The frame, tight and premultiplied RGBA; nil if nothing of it is visible.
  package let frame: OverlayFrame?

  package init(at seconds: Double, _ frame: OverlayFrame?) { (self.seconds, self.frame) = (seconds, frame) }
}

/// A frame that several pictures in a row may have over them.
package final class OverlayFrame: @unchecked Sendable {
  // Unchecked Sendable: the renderer hands it on when it is done, and nothing changes it afterwards.

  /// Premultiplied RGBA, rows from the top, tight.
  package let memory: FrameMemory
  /// The rectangle that holds everything visible of the frame.
  package private(set) var seen: PixelRect
  /// Whether nothing is seen below it.
  private(set) var isOpaque = false
  private let width: Int
  private let pool: OverlayPool

  fileprivate init(_ memory: FrameMemory, width: Int, _ pool: OverlayPool) {
    (self.memory, self.width, self.pool) = (memory, width, pool)
    seen = PixelRect(columns: 0..<0, rows: 0..<0)
  }

  deinit { pool.giveBack(memory) }

  /// Sets the rectangle that holds everything visible, once the frame is rendered.
  package func setSeen(_ rect: PixelRect) {
    seen = rect
    let row = width * 4
    let pixels = memory.bytes.bindMemory(to: UInt8.self).baseAddress!
    isOpaque =
      rect.columns == 0..<width && rect.rows.lowerBound == 0 && rect.rows.count * row == memory.bytes.count
      && rect.rows.allSatisfy { row_coverage(pixels + $0 * row, width) == RowOpaque }
  }
}

/// The memory of frames that lie over pictures: as many as are on their way at a time.
private final class OverlayPool: @unchecked Sendable {
  // Unchecked Sendable: what is free is touched under the lock alone.
  private let lock = NSLock()
  private var free: [FrameMemory] = []

  func take(byteCount: Int) throws(VideoError) -> FrameMemory {
    if let memory = lock.withLock({ free.popLast() }) { return memory }
    return try FrameMemory.make(byteCount: byteCount)
  }

  func giveBack(_ memory: FrameMemory) { lock.withLock { free.append(memory) } }
}

/// The pictures under a film's frames, and the frames on their way over them.
package final class Underlay: @unchecked Sendable {
  // Unchecked Sendable: what waits is touched under the lock alone, the pictures by the encoder's thread alone.

  let form: PictureForm
  private let pictures: any PlanePictures
  private let lock = NSLock()
  private var waiting: [Overlay] = []
  private let pool = OverlayPool()

  init(_ pictures: any PlanePictures, _ form: PictureForm) { (self.pictures, self.form) = (pictures, form) }

  /// Returns a frame to render, whose memory has arbitrary contents.
  package func newFrame() throws(VideoError) -> OverlayFrame {
    OverlayFrame(try pool.take(byteCount: form.width * form.height * 4), width: form.width, pool)
  }

  /// Adds the next frame of the film. Call it before the frame is appended to the writer.
  package func put(_ overlay: Overlay) { lock.withLock { waiting.append(overlay) } }

  /// Fills planes with the next picture of the film.
  ///
  /// - Parameter convert: fills them with a frame that nothing is seen below.
  func fillNext(_ planes: PicturePlanes, convert: (UnsafeRawBufferPointer) -> Void) throws(VideoError) {
    let overlay = lock.withLock { waiting.removeFirst() }
    guard let frame = overlay.frame else { return try pictures.copy(at: overlay.seconds, to: planes) }
    let pixels = UnsafeRawBufferPointer(frame.memory.bytes)
    guard !frame.isOpaque else { return convert(pixels) }
    try pictures.copy(at: overlay.seconds, to: planes)
    PlaneOverlay(
      width: form.width, height: form.height, form.chroma, depth: form.depth, coding: form.coding,
      isCosited: form.isCosited
    ).blend(pixels, frame.seen, into: planes)
  }
}
