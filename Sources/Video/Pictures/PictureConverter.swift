// Lossy encoders blur, and 4:2:0 stores one colour for four pixels. Straight colours would be blurred with the black of
// transparent pixels: the dark fringe of many such films. So (nearly) transparent pixels get the colours around them
// ("bleeding"; `row_bleed`), and 4:2:0's colours are means weighted by alpha.

import CRows
package import ImageFiles

/// Converts the frames of a film. For one thread at a time.
final class PictureConverter {
  private let layout: PictureLayout
  private let width: Int
  private let height: Int
  /// The convention of alpha in the pictures; nil if they are opaque.
  private let alpha: AlphaConvention?
  private let coding: YUVCoding
  private let bleeds: Bool
  private let straight: FrameMemory?
  private let half: FrameMemory?
  private let pyramid: FrameMemory?
  /// The conversion to a high dynamic range; nil for none.
  private let light: FilmLight?
  /// Two rows of words of red, green and blue; nil for frames of bytes in the standard range.
  private let words: FrameMemory?
  /// Whether frames have half floats.
  private let isDeep: Bool
  /// Two rows of pixels that are moved by half a pixel; nil if shared colour differences lie between their pixels.
  private let moved: FrameMemory?

  /// - Parameters:
  ///   - isLossy: whether the encoder changes colours.
  ///   - film: the colours of the pictures; nil for the frames'. Others have a YUV layout without alpha.
  ///   - isDeep: whether frames have half floats. The layout is then YUV of more than 8 bits without alpha.
  ///   - isCosited: whether a colour difference that two pixels of a row share lies at the first one, in layouts
  ///     without alpha. It is then the mean of three pixels of the row, the first of the two counting twice.
  /// - Throws: `outOfMemory`.
  init(
    _ layout: PictureLayout, shape: FrameShape, alpha: AlphaConvention?, coding: YUVCoding, isLossy: Bool,
    film: FilmColors? = nil, isDeep: Bool = false, isCosited: Bool = false
  ) throws(VideoError) {
    (self.layout, self.alpha, self.coding, self.isDeep) = (layout, alpha, coding, isDeep)
    (width, height) = (shape.width, shape.height)
    bleeds = alpha == .straight && isLossy
    straight = alpha == .straight ? try FrameMemory.make(byteCount: width * height * 4) : nil
    half = bleeds ? try FrameMemory.make(byteCount: (width + 1) / 2 * ((height + 1) / 2) * 4) : nil
    pyramid = bleeds ? try FrameMemory.make(byteCount: row_bleed_memory(width, height)) : nil
    light = isDeep ? film?.fromExtendedSRGB : film?.fromSRGB
    moved = isCosited ? try FrameMemory.make(byteCount: shape.width * 4 * 2) : nil
    words = film != nil || isDeep ? try FrameMemory.make(byteCount: shape.width * 3 * 2 * 2) : nil
  }

  /// Converts a tight frame of premultiplied RGBA, bytes or half floats, into planes of the layout.
  func convert(_ frame: UnsafeRawBufferPointer, into planes: PicturePlanes) {
    if let words, case .yuv(let chroma, let depth, _) = layout {
      return fill(planes, from: frame, chroma, depth: depth, words)
    }
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
    case .yuv(let chroma, let depth, let alpha):
      fill(planes, from: pixels, chroma, depth: depth, alpha: alpha)
    }
  }

  /// Writes a row of a frame as words.
  private func convert(row: Int, of frame: UnsafeRawBufferPointer, to words: UnsafeMutablePointer<UInt16>) {
    let pixels = frame.baseAddress! + row * width * (isDeep ? 8 : 4)
    guard isDeep else {
      guard let light else { return }
      return withUnsafePointer(to: light.map) {
        row_words_from_srgb(pixels.assumingMemoryBound(to: UInt8.self), words, width, $0)
      }
    }
    let halves = pixels.assumingMemoryBound(to: UInt16.self)
    guard let light else { return row_deep_words(halves, words, width, FilmLight.ofHalfFloats, nil) }
    withUnsafePointer(to: light.map) { row_deep_words(halves, words, width, FilmLight.ofHalfFloats, $0) }
  }

  /// Fills planes of more than 8 bits with frames of half floats, or pixels of a high dynamic range.
  private func fill(
    _ planes: PicturePlanes, from frame: UnsafeRawBufferPointer, _ chroma: PictureLayout.Chroma, depth: Int,
    _ words: FrameMemory
  ) {
    let rows = words.bytes.bindMemory(to: UInt16.self).baseAddress!
    let weights = coding.weights(depth: depth)
    let (across, down) = (chroma == .full ? 1 : 2, chroma == .quarter ? 2 : 1)
    let largest = CInt(1 << depth - 1)
    for top in stride(from: 0, to: height, by: down) {
      for line in 0..<down {
        let row = rows + line * width * 3
        convert(row: top + line, of: frame, to: row)
        row_component_of_words(row, row, width, 1, planes.words(0, top + line), width, weights.y, largest)
      }
      let next = rows + (down - 1) * width * 3
      if moved != nil, across == 2 { for line in 0..<down { row_move_words(rows + line * width * 3, width) } }
      for (plane, weights) in [(1, weights.u), (2, weights.v)] {
        row_component_of_words(
          rows, next, width, CInt(across), planes.words(plane, top / down), width / across, weights, largest)
      }
    }
  }

  /// Returns the frame's pixels by the convention.
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
    var (source, next) = (source, next)
    if let moved {
      let rows = moved.bytes.bindMemory(to: UInt8.self).baseAddress!
      row_move(source, rows, width)
      row_move(next, rows + width * 4, width)
      (source, next) = (UnsafePointer(rows), UnsafePointer(rows + width * 4))
    }
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

extension PlanePacking {
  /// Creates the planes of an opaque layout by YUVCoding's formulas; nil for other layouts, and if the planes are
  /// larger than the frame's pixels. They lie one below the other in rows of one length; two half-width ones lie side
  /// by side.
  ///
  /// - Parameter isInterleaved: whether both colour differences alternate in one plane, as in NV12 and P010; components
  ///   of more than 8 bits are then the upper ones of their 16.
  init?(_ layout: PictureLayout, coding: YUVCoding, width: Int, height: Int, isInterleaved: Bool) {
    guard case .yuv(let chroma, let depth, alpha: false) = layout else { return nil }
    let (across, down) = (chroma == .full ? 1 : 2, chroma == .quarter ? 2 : 1)
    guard width % across == 0, height % down == 0, !isInterleaved || chroma != .full else { return nil }
    let bytes = depth > 8 ? 2 : 1
    let row = (width * bytes + 7) / 8 * 8
    func sum(_ pixels: Int, _ component: (_ y: RowSum, _ u: RowSum, _ v: RowSum) -> RowSum) -> Sum {
      let rows = (0..<4).map { row in
        let sums = coding.sums(depth: depth, pixels: pixels, row: row)
        return component(sums.y, sums.u, sums.v)
      }
      let weights = rows[0].weights
      return Sum(
        weights: SIMD3(Int32(weights.0), Int32(weights.1), Int32(weights.2)),
        biases: rows.map { SIMD4($0.bias.0, $0.bias.1, $0.bias.2, $0.bias.3) }, shift: rows[0].shift, max: rows[0].max)
    }
    let (blue, red) = (sum(across > 1 ? 4 : 1) { _, u, _ in u }, sum(across > 1 ? 4 : 1) { _, _, v in v })
    func plane(_ sums: [Sum], x: Int = 0, y: Int) -> Plane {
      Plane(
        x: x, y: y, rowBytes: width / across * bytes * sums.count, rows: height / down, sums: sums,
        cell: SIMD2(Int32(across), Int32(down)))
    }
    let luma = Plane(
      x: 0, y: 0, rowBytes: width * bytes, rows: height, sums: [sum(1) { y, _, _ in y }], cell: SIMD2(1, 1))
    let colors =
      isInterleaved
      ? [plane([blue, red], y: height)]
      : [plane([blue], y: height), chroma == .full ? plane([red], y: height * 2) : plane([red], x: row / 2, y: height)]
    let rows = chroma == .full ? height * 3 : height + height / down
    guard row * rows <= width * height * 4 else { return nil }
    self.init(
      planes: [luma] + colors, componentBytes: bytes, shift: isInterleaved && depth > 8 ? Int32(16 - depth) : 0,
      rowBytes: row, rows: rows)
  }

  /// Whether components alternate in a plane.
  var isInterleaved: Bool { planes.contains { $0.sums.count > 1 } }

  /// Returns the longest row, in bytes, and the most rows of any planes for frames of a size in pixels.
  package static func largestSize(width: Int, height: Int) -> (rowBytes: Int, rows: Int)? {
    let (row, rowOverflows) = width.multipliedReportingOverflow(by: 2)
    let (rows, rowsOverflow) = height.multipliedReportingOverflow(by: 3)
    return rowOverflows || rowsOverflow ? nil : (row + 8, rows)
  }

  func copy(_ bytes: UnsafeRawBufferPointer, to target: PicturePlanes) {
    for (number, plane) in planes.enumerated() {
      var source = bytes.baseAddress! + plane.y * rowBytes + plane.x
      var row = UnsafeMutableRawPointer(target.bytes[number])
      for _ in 0..<plane.rows {
        row.copyMemory(from: source, byteCount: plane.rowBytes)
        source += rowBytes
        row += target.strides[number]
      }
    }
  }
}
