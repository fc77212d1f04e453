// Frames over the planes of a clip's pictures, without conversion to RGB. Uncovered regions stay unchanged.
//
//   clip ---decoder's thread---> planes -----------------v
//   scene ------renderer------> overlay --encode thread--> over the planes --> encoder
//
// Tested by PlaneOverlayTests.

import CRows
import Foundation
package import ImageFiles

package struct PictureForm: Sendable, Equatable {
  var width: Int
  var height: Int
  var chroma: PictureLayout.Chroma
  /// Bits a component, 8 or 10.
  var depth: Int
  var coding: YUVCoding
  var tags: ColorTags
  var highRange: HighRangeMetadata
  /// Whether a colour difference that two pixels of a row share lies at the first one.
  var isCosited: Bool

  var layout: PictureLayout { .yuv(chroma, depth: depth, alpha: false) }

  var dynamicRange: DynamicRange { DynamicRange(transfer: Int(tags.transfer)) }

  /// Whether pictures of both forms can pass into one film.
  package func passesLike(_ other: PictureForm) -> Bool {
    coding == other.coding && isCosited == other.isCosited && tags.chromaPlace == other.tags.chromaPlace
  }

  /// The colours into which frames are converted before they lie over the pictures; nil if they stay sRGB's.
  var film: FilmColors? { FilmColors(transfer: Int(tags.transfer), primaries: Int(tags.primaries)) }
}

/// A stream's tags for its colours, by ITU-T H.273's numbers, and for its chroma location, by libavutil's.
struct ColorTags: Sendable, Equatable {
  var primaries: UInt32
  var transfer: UInt32
  var matrix: UInt32
  var chromaPlace: UInt32
}

/// A frame on its way over a picture.
package final class Overlay {
  package let seconds: Double
  /// The frame, tight and premultiplied RGBA; nil if all of it is transparent.
  package let frame: OverlayFrame?

  package init(at seconds: Double, _ frame: OverlayFrame?) { (self.seconds, self.frame) = (seconds, frame) }
}

/// A frame that several consecutive pictures may have over them.
package final class OverlayFrame: @unchecked Sendable {
  // Unchecked Sendable: nothing changes it after the renderer has passed it on.

  /// Premultiplied RGBA, rows from the top, tight.
  package let memory: FrameMemory
  /// A rectangle that contains all visible pixels of the frame.
  package private(set) var seen: PixelRect
  /// Whether the frame covers the picture completely.
  private(set) var isOpaque = false
  private let width: Int
  /// The conversion to the colours of the pictures; nil for none.
  private let light: FilmLight?
  private let pool: OverlayPool

  fileprivate init(_ memory: FrameMemory, width: Int, _ light: FilmLight?, _ pool: OverlayPool) {
    (self.memory, self.width, self.light, self.pool) = (memory, width, light, pool)
    seen = PixelRect(columns: 0..<0, rows: 0..<0)
  }

  deinit { pool.giveBack(memory) }

  /// Sets the rectangle that contains all visible pixels, after rendering, and gives these the pictures' colours.
  package func setSeen(_ rect: PixelRect) {
    seen = rect
    let row = width * 4
    let pixels = memory.bytes.bindMemory(to: UInt8.self).baseAddress!
    isOpaque =
      rect.columns == 0..<width && rect.rows.lowerBound == 0 && rect.rows.count * row == memory.bytes.count
      && rect.rows.allSatisfy { row_coverage(pixels + $0 * row, width) == RowOpaque }
    guard let light, !rect.isEmpty else { return }
    // The renderer may leave what it finds, but only in sRGB.
    memory.record = nil
    withUnsafePointer(to: light.map) { map in
      for y in rect.rows { row_from_srgb(pixels + y * row + rect.columns.lowerBound * 4, rect.columns.count, map) }
    }
  }
}

/// The memory of the frames that are on their way over pictures.
private final class OverlayPool: @unchecked Sendable {
  // Unchecked Sendable: the free memory is used only under the lock.
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
  // Unchecked Sendable: `waiting` is used only under the lock, the pictures only by the encoder's thread.

  let form: PictureForm
  /// Copies the picture at a second into planes of its form.
  private let copy: (_ second: Double, PicturePlanes) throws(VideoError) -> Void
  private let lock = NSLock()
  private var waiting: [Overlay] = []
  private let pool = OverlayPool()
  private let light: FilmLight?

  /// - Parameter copy: copies the picture at a second into planes of the form.
  init(_ form: PictureForm, copy: @escaping (_ second: Double, PicturePlanes) throws(VideoError) -> Void) {
    (self.form, self.copy, light) = (form, copy, form.film?.fromSRGB)
  }

  /// Returns a frame to render, whose memory has arbitrary contents.
  package func newFrame() throws(VideoError) -> OverlayFrame {
    OverlayFrame(try pool.take(byteCount: form.width * form.height * 4), width: form.width, light, pool)
  }

  /// Adds the next frame of the film. Call it before the frame is appended to the writer.
  package func put(_ overlay: Overlay) { lock.withLock { waiting.append(overlay) } }

  /// Fills planes with the next picture of the film; `convert` converts a frame that covers all of it.
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

/// A rectangle of whole pixels of a frame.
package struct PixelRect: Equatable, Sendable {
  package var columns: Range<Int>
  package var rows: Range<Int>

  package init(columns: Range<Int>, rows: Range<Int>) { (self.columns, self.rows) = (columns, rows) }

  package var isEmpty: Bool { columns.isEmpty || rows.isEmpty }
}

/// Puts frames over pictures. A shared colour difference is blended with the mean of the visible pixels, weighted by
/// alpha. H.264 and its successors place it by default at the left one of two pixels, which centres the mean there.
struct PlaneOverlay: Sendable {
  private let width: Int
  private let height: Int
  private let chroma: PictureLayout.Chroma
  private let depth: Int
  private let isCosited: Bool
  private let sums: (y: RowOver, u: RowOver, v: RowOver)

  /// - Parameters:
  ///   - width: the width of the frames, in pixels; even if two pixels share a colour difference.
  ///   - depth: bits a component, 8 or 10.
  ///   - isCosited: whether a colour difference that two pixels of a row share lies at the first one.
  init(
    width: Int, height: Int, _ chroma: PictureLayout.Chroma, depth: Int, coding: YUVCoding, isCosited: Bool
  ) {
    (self.width, self.height, self.chroma, self.depth) = (width, height, chroma, depth)
    self.isCosited = isCosited
    sums = coding.over(depth: depth, isOfEight: chroma != .full)
  }

  /// Puts the rectangle `seen` of a tight, premultiplied RGBA frame over a picture. The rest is taken for transparent.
  func blend(_ frame: UnsafeRawBufferPointer, _ seen: PixelRect, into planes: PicturePlanes) {
    guard !seen.isEmpty else { return }
    let source = frame.bindMemory(to: UInt8.self).baseAddress!
    let rowsPerPair = chroma == .quarter ? 2 : 1
    // The pixel after the last visible one may share its colour difference.
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
