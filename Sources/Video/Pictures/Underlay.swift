// Frames over the planes of a clip's pictures, without a way to RGB and back. Regions that the frame does not cover
// are passed to the encoder unchanged.
//
//   clip ---decoder's thread---> planes -----------------v
//   scene ------renderer------> overlay --encode thread--> over the planes --> encoder
//
// Tested by PlaneOverlayTests.

import CRows
import Foundation
package import ImageFiles

struct PictureForm: Sendable, Equatable {
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

/// A frame on its way over a picture.
package final class Overlay {
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
  /// Copies the picture that shows at a second into planes of its form.
  private let copy: (_ second: Double, PicturePlanes) throws(VideoError) -> Void
  private let lock = NSLock()
  private var waiting: [Overlay] = []
  private let pool = OverlayPool()

  /// - Parameter copy: copies the picture that shows at a second into planes of the form.
  init(_ form: PictureForm, copy: @escaping (_ second: Double, PicturePlanes) throws(VideoError) -> Void) {
    (self.form, self.copy) = (form, copy)
  }

  /// Returns a frame to render, whose memory has arbitrary contents.
  package func newFrame() throws(VideoError) -> OverlayFrame {
    OverlayFrame(try pool.take(byteCount: form.width * form.height * 4), width: form.width, pool)
  }

  /// Adds the next frame of the film. Call it before the frame is appended to the writer.
  package func put(_ overlay: Overlay) { lock.withLock { waiting.append(overlay) } }

  /// Fills planes with the next picture of the film; `convert` does with a frame that covers all of it.
  func fillNext(_ planes: PicturePlanes, convert: (UnsafeRawBufferPointer) -> Void) throws(VideoError) {
    let overlay = lock.withLock { waiting.removeFirst() }
    guard let frame = overlay.frame else { return try copy(overlay.seconds, planes) }
    let pixels = UnsafeRawBufferPointer(frame.memory.bytes)
    guard !frame.isOpaque else { return convert(pixels) }
    try copy(overlay.seconds, planes)
    PlaneOverlay(
      width: form.width, height: form.height, form.chroma, depth: form.depth, coding: form.coding,
      isCosited: form.isCosited
    ).blend(pixels, frame.seen, into: planes)
  }
}

/// Pixels of a frame, as a rectangle of whole ones.
package struct PixelRect: Equatable, Sendable {
  package var columns: Range<Int>
  package var rows: Range<Int>

  package init(columns: Range<Int>, rows: Range<Int>) { (self.columns, self.rows) = (columns, rows) }

  package var isEmpty: Bool { columns.isEmpty || rows.isEmpty }
}

/// Puts frames over pictures.
///
/// A difference of colour of several pixels is joined with the mean of what is seen of them, by their alpha. H.264 and
/// its heirs place it at the left pixel of each two unless they say otherwise, and then the mean counts from there.
struct PlaneOverlay: Sendable {
  private let width: Int
  private let height: Int
  private let chroma: PictureLayout.Chroma
  private let depth: Int
  private let isCosited: Bool
  private let sums: (y: RowOver, u: RowOver, v: RowOver)

  /// - Parameters:
  ///   - width: of the frames, in pixels; even where two pixels share a difference of colour.
  ///   - depth: bits a component, 8 or 10.
  ///   - isCosited: whether differences that two pixels of a row share lie in the place of the first one.
  init(
    width: Int, height: Int, _ chroma: PictureLayout.Chroma, depth: Int, coding: YUVCoding, isCosited: Bool
  ) {
    (self.width, self.height, self.chroma, self.depth) = (width, height, chroma, depth)
    self.isCosited = isCosited
    sums = coding.over(depth: depth, isOfEight: chroma != .full)
  }

  /// Puts a part of a frame over a picture.
  ///
  /// - Parameters:
  ///   - frame: tight, premultiplied RGBA.
  ///   - seen: what of it is looked at; all else is taken for transparent.
  func blend(_ frame: UnsafeRawBufferPointer, _ seen: PixelRect, into planes: PicturePlanes) {
    guard !seen.isEmpty else { return }
    let source = frame.bindMemory(to: UInt8.self).baseAddress!
    let rowsPerPair = chroma == .quarter ? 2 : 1
    // The pixel behind the last one that is seen may share its difference.
    let columns =
      chroma == .full
      ? seen.columns : seen.columns.lowerBound / 2 * 2..<min((seen.columns.upperBound + 2) / 2 * 2, width)
    let first = seen.rows.lowerBound / rowsPerPair * rowsPerPair
    let last = min((seen.rows.upperBound + rowsPerPair - 1) / rowsPerPair * rowsPerPair, height)
    for row in stride(from: first, to: last, by: rowsPerPair) {
      let pixels = source + (row * width + columns.lowerBound) * 4
      for line in 0..<rowsPerPair {
        single(pixels + line * width * 4, columns, sums.y, planes, 0, row + line)
      }
      if chroma == .full {
        single(pixels, columns, sums.u, planes, 1, row)
        single(pixels, columns, sums.v, planes, 2, row)
      } else {
        pair(pixels, pixels + (rowsPerPair - 1) * width * 4, columns, planes, row / rowsPerPair)
      }
    }
  }

  private func single(
    _ pixels: UnsafePointer<UInt8>, _ columns: Range<Int>, _ sum: RowOver, _ planes: PicturePlanes, _ plane: Int,
    _ row: Int
  ) {
    withUnsafePointer(to: sum) { sum in
      if depth == 8 {
        row_over8(pixels, planes.row(plane, row) + columns.lowerBound, columns.count, sum)
      } else {
        row_over16(pixels, planes.words(plane, row) + columns.lowerBound, columns.count, sum)
      }
    }
  }

  private func pair(
    _ pixels: UnsafePointer<UInt8>, _ next: UnsafePointer<UInt8>, _ columns: Range<Int>, _ planes: PicturePlanes,
    _ row: Int
  ) {
    let (start, count) = (columns.lowerBound / 2, columns.count / 2)
    let (cosited, first): (CInt, CInt) = (isCosited ? 1 : 0, start == 0 ? 1 : 0)
    withUnsafePointer(to: sums.u) { u in
      withUnsafePointer(to: sums.v) { v in
        if depth == 8 {
          row_over_pair8(
            pixels, next, planes.row(1, row) + start, planes.row(2, row) + start, count, cosited, first, u, v)
        } else {
          row_over_pair16(
            pixels, next, planes.words(1, row) + start, planes.words(2, row) + start, count, cosited, first, u, v)
        }
      }
    }
  }
}
