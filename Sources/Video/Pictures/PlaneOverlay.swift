// A frame over a picture in planes, without a way to RGB and back: what lies under nothing stays as it was decoded.
//
// A difference of colour that stands for several pixels is joined with the mean of what is seen of them, by their
// alpha. H.264 and its heirs have it in the place of the left pixel of each two, if they say nothing else, and then the
// mean counts from there.
//
// Tested by PlaneOverlayTests.

import CRows

/// Pixels of a frame, as a rectangle of whole ones.
package struct PixelRect: Equatable, Sendable {
  package var columns: Range<Int>
  package var rows: Range<Int>

  package init(columns: Range<Int>, rows: Range<Int>) { (self.columns, self.rows) = (columns, rows) }

  package var isEmpty: Bool { columns.isEmpty || rows.isEmpty }
}

/// Puts frames over pictures.
struct PlaneOverlay: Sendable {
  private let width: Int
  private let height: Int
  private let chroma: PictureLayout.Chroma
  private let depth: Int
  private let isCosited: Bool
  private let sums: (y: RowOver, u: RowOver, v: RowOver)

  /// - Parameters:
  ///   - width: of the frames, in pixels; even where two pixels share a difference of colour.
  ///   - height: the same.
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
