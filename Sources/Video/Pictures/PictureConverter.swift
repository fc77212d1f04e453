// Lossy encoders blur, and 4:2:0 stores one colour for four pixels. Straight colours beside transparent pixels, which
// have none, would be blurred with black: the dark fringe of many such films. So pixels that are transparent, or
// nearly, get the colours around them ("bleeding"; `row_bleed`), and the colours of 4:2:0 are means weighted by alpha.

import CRows
import ImageFiles

/// Converts the frames of a film. Not for several threads at once.
final class PictureConverter {
  private let layout: PictureLayout
  private let width: Int
  private let height: Int
  /// The convention of alpha in the pictures; nil if alpha is left out because the frames are opaque.
  private let alpha: AlphaConvention?
  private let coding: YUVCoding
  private let bleeds: Bool
  private let straight: FrameMemory?
  private let half: FrameMemory?
  private let pyramid: FrameMemory?

  /// - Parameter isLossy: whether the encoder changes colours.
  /// - Throws: `outOfMemory`.
  init(
    _ layout: PictureLayout, shape: FrameShape, alpha: AlphaConvention?, coding: YUVCoding, isLossy: Bool
  ) throws(VideoError) {
    (self.layout, self.alpha, self.coding) = (layout, alpha, coding)
    (width, height) = (shape.width, shape.height)
    bleeds = alpha == .straight && isLossy
    straight = alpha == .straight ? try FrameMemory.make(byteCount: width * height * 4) : nil
    half = bleeds ? try FrameMemory.make(byteCount: (width + 1) / 2 * ((height + 1) / 2) * 4) : nil
    pyramid = bleeds ? try FrameMemory.make(byteCount: row_bleed_memory(width, height)) : nil
  }

  /// Fills the planes of the layout from a tight frame of premultiplied RGBA.
  func convert(_ frame: UnsafeRawBufferPointer, into planes: PicturePlanes) {
    let source = frame.bindMemory(to: UInt8.self).baseAddress!
    let pixels = colors(of: source)
    switch layout {
    case .packed(let order):
      for y in 0..<height {
        row_reorder(
          pixels + y * width * 4, planes.bytes[0] + y * planes.strides[0], width, order, CInt(order.count))
      }
    case .planes(let alpha):
      for (plane, component) in [1, 2, 0, 3].prefix(alpha ? 4 : 3).enumerated() {
        for y in 0..<height {
          let row = pixels + y * width * 4
          row_reorder(row, planes.bytes[plane] + y * planes.strides[plane], width, [UInt8(component)], 1)
        }
      }
    case .yuv(let chroma, let depth, let alpha): fill(planes, from: pixels, chroma, depth: depth, alpha: alpha)
    }
  }

  /// The frame's pixels by the convention.
  private func colors(of source: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    guard let straight else { return source }
    let target = straight.bytes.bindMemory(to: UInt8.self).baseAddress!
    if let half, let pyramid {
      row_bleed(
        source, target, half.bytes.bindMemory(to: UInt8.self).baseAddress!, width, height, pyramid.bytes.baseAddress!)
    } else {
      row_straighten(source, target, width * height)
    }
    return UnsafePointer(target)
  }

  private func fill(
    _ planes: PicturePlanes, from pixels: UnsafePointer<UInt8>, _ chroma: PictureLayout.Chroma, depth: Int, alpha: Bool
  ) {
    let sums = (0..<4).map { coding.sums(depth: depth, row: $0) }
    let sumsOfFour = (0..<4).map { coding.sums(depth: depth, pixels: 4, row: $0) }
    for row in 0..<height {
      let source = pixels + row * width * 4
      let (y, u, v) = sums[row % 4]
      component(of: source, width, y, planes, 0, row, depth)
      if alpha { fillAlpha(of: source, planes, row, depth) }
      switch chroma {
      case .full:
        component(of: source, width, u, planes, 1, row, depth)
        component(of: source, width, v, planes, 2, row, depth)
      case .half:
        let (_, u, v) = sumsOfFour[row % 4]
        pair(source, source, u, v, planes, row, depth)
      case .quarter:
        guard row % 2 == 0 else { continue }
        if let half {
          let (_, u, v) = sums[row / 2 % 4]
          let source = half.bytes.bindMemory(to: UInt8.self).baseAddress! + row / 2 * (width / 2) * 4
          component(of: source, width / 2, u, planes, 1, row / 2, depth)
          component(of: source, width / 2, v, planes, 2, row / 2, depth)
        } else {
          let (_, u, v) = sumsOfFour[row / 2 % 4]
          pair(source, source + width * 4, u, v, planes, row / 2, depth)
        }
      }
    }
  }

  private func component(
    of source: UnsafePointer<UInt8>, _ count: Int, _ sum: RowSum, _ planes: PicturePlanes, _ plane: Int,
    _ row: Int, _ depth: Int
  ) {
    withUnsafePointer(to: sum) { sum in
      if depth == 8 {
        row_component8(source, planes.row(plane, row), count, sum)
      } else {
        row_component16(source, planes.words(plane, row), count, sum)
      }
    }
  }

  private func pair(
    _ source: UnsafePointer<UInt8>, _ next: UnsafePointer<UInt8>, _ u: RowSum, _ v: RowSum,
    _ planes: PicturePlanes, _ row: Int, _ depth: Int
  ) {
    withUnsafePointer(to: u) { u in
      withUnsafePointer(to: v) { v in
        if depth == 8 {
          row_pair8(source, next, planes.row(1, row), planes.row(2, row), width / 2, u, v)
        } else {
          row_pair16(source, next, planes.words(1, row), planes.words(2, row), width / 2, u, v)
        }
      }
    }
  }

  private func fillAlpha(of source: UnsafePointer<UInt8>, _ planes: PicturePlanes, _ row: Int, _ depth: Int) {
    if depth == 8 {
      row_alpha8(source, planes.row(3, row), width)
    } else {
      row_alpha10(source, planes.words(3, row), width)
    }
  }
}
