// The row functions of yuv.h convert samples to pixels (ITU-T H.273, 8.3), as swscale neither interpolates chroma nor
// has BT.2020 by default. Shared chroma is interpolated linearly, with three quarters of the nearest row.
//
// Tested by ClipColorTests.

import CLibAV
import CRows
import CoreGraphics
import ImageFiles

struct ClipPixels {
  private let frame: UnsafeMutablePointer<AVFrame>
  private let layout: ClipLayout
  private let description: ClipDescription
  private let colors: ClipColors
  private let width: Int
  private let height: Int

  init(_ frame: UnsafeMutablePointer<AVFrame>, layout: ClipLayout, description: ClipDescription) {
    (self.frame, self.layout, self.description) = (frame, layout, description)
    colors = ClipColors(frame, layout: layout, stream: description.colors)
    (width, height) = (Int(frame[\.width]), Int(frame[\.height]))
  }

  /// The width and the height of the chroma planes.
  private var chromaSize: (width: Int, height: Int) {
    (layout.chroma == .full ? width : (width + 1) / 2, layout.chroma == .quarter ? (height + 1) / 2 : height)
  }

  var planes: ClipPlanes {
    var planes: [ClipPlanes.Plane] = []
    if layout.isPlanar {
      let (data, strides, chroma) = (frame.planes, frame.strides, chromaSize)
      for plane in layout.components.indices {
        guard let bytes = data[plane] else { break }
        let size = plane == 1 || plane == 2 ? chroma : (width, height)
        planes.append(.init(bytes: bytes, stride: strides[plane], width: size.0, height: size.1))
      }
    }
    return ClipPlanes(width: width, height: height, layout: layout, coding: colors.coding, planes: planes)
  }

  /// Returns the picture upright, with square pixels.
  func image(_ depth: ImageDepth) throws(VideoError) -> CGImage {
    let columns = description.squareWidth(of: width)
    let (imageWidth, imageHeight) = description.turn.isTransposed ? (height, columns) : (columns, height)
    let bytes = try RowMaker(
      frame, layout, colors, description.film, isPremultiplied: description.isPremultiplied, width: width,
      height: height)
    var deepPixels: [UInt8]?
    if bytes.gains(by: depth) {
      let halves = try RowMaker(
        frame, layout, colors, description.film, isPremultiplied: description.isPremultiplied, width: width,
        height: height, isDeep: true)
      deepPixels = try upright(halves, columns: columns, mixed as PixelMixture<Float16>)
    }
    return CGImage(
      width: imageWidth, height: imageHeight,
      premultipliedRGBA: try upright(bytes, columns: columns, mixed as PixelMixture<UInt8>), deepPixels: deepPixels,
      headroom: deepPixels == nil ? 1 : 0)
  }

  /// Returns rows of pixels, stretched to a number of columns and turned upright.
  private func upright<Component: SIMDScalar>(
    _ rows: RowMaker, columns: Int, _ mixture: PixelMixture<Component>
  ) throws(VideoError) -> [UInt8] {
    typealias Pixel = SIMD4<Component>
    let size = MemoryLayout<Pixel>.size
    let stretch = columns == width ? nil : RowStretch(from: width, to: columns)
    let turn = description.turn
    let scratch = try stretch.map { _ throws(VideoError) in try FrameMemory.make(byteCount: width * size) }
    let flat = turn.isIdentity ? nil : try FrameMemory.make(byteCount: columns * height * size)
    func fill(_ target: UnsafeMutablePointer<Pixel>) {
      for y in 0..<height {
        let row = target + y * columns
        if let stretch, let scratch {
          let pixels = scratch.bytes.bindMemory(to: Pixel.self).baseAddress!
          rows.make(y, into: pixels)
          stretch.apply(pixels, into: row, mixture)
        } else {
          rows.make(y, into: row)
        }
      }
    }
    let count = columns * height
    return [UInt8](unsafeUninitializedCapacity: count * size) { buffer, filled in
      let target = UnsafeMutableRawPointer(buffer.baseAddress!).bindMemory(to: Pixel.self, capacity: count)
      if let flat {
        let source = flat.bytes.bindMemory(to: Pixel.self).baseAddress!
        fill(source)
        turn.apply(
          source, stride: columns, width: columns, height: height, into: target,
          stride: turn.isTransposed ? height : columns)
      } else {
        fill(target)
      }
      filled = count * size
    }
  }
}

/// Makes rows of a picture as pixels of sRGB, or as half floats of extended sRGB.
final class RowMaker {
  private let data: [UnsafePointer<UInt8>?]
  private let strides: [Int]
  private let layout: ClipLayout
  private let siting: ClipSiting
  private let isPremultiplied: Bool
  private let width: Int
  private let height: Int
  private var matrix: RowMatrix
  /// The conversion of colours that are not sRGB's; nil for none.
  private let tone: FilmTone?
  private let isDeep: Bool
  /// Rows of words: luma or red, two rows of each colour difference, alpha; three of 12 bits to convert.
  private let words: FrameMemory
  /// The palette's colours, with red in the lowest byte.
  private let palette: [UInt32]
  /// The places of red, green, blue and alpha in a pixel of four bytes; nil for other layouts.
  private let order: [UInt8]?

  /// The most bits of a component that the row functions take.
  private static let mostBits = 12
  /// The rows of words.
  private static let wordRows = 9

  init(
    _ frame: UnsafeMutablePointer<AVFrame>, _ layout: ClipLayout, _ colors: ClipColors, _ film: FilmColors?,
    isPremultiplied: Bool, width: Int, height: Int, isDeep: Bool = false
  ) throws(VideoError) {
    (self.isPremultiplied, self.isDeep) = (isPremultiplied, isDeep)
    (data, strides) = (frame.planes, frame.strides)
    (self.layout, siting, self.width, self.height) = (layout, colors.siting, width, height)
    words = try FrameMemory.make(byteCount: (width + 1) * 2 * Self.wordRows)
    // Rows of a plane that a decoder leaves out stay black.
    words.bytes.initializeMemory(as: UInt8.self, repeating: 0)
    tone = layout.hasPalette || layout.colors == .grey ? nil : film?.toSRGB
    matrix = RowMatrix(
      colors.weights ?? ClipColors.Weights(red: YUVMatrix.bt709.red, blue: YUVMatrix.bt709.blue),
      range: colors.coding.range, depth: min(layout.depth, Self.mostBits),
      to: tone == nil && !isDeep ? 8 : Self.mostBits)
    matrix.siting = layout.chroma == .full ? 0 : siting.isLeft ? 1 : 2
    if layout.hasPalette, let table = data[1] {
      palette = (0..<256).map { number in
        let color = UnsafeRawPointer(table).loadUnaligned(fromByteOffset: number * 4, as: UInt32.self)
        // Swaps red and blue: from alpha, red, green, blue, the highest byte first, to red in the lowest byte.
        return color & 0xFF00_FF00 | color >> 16 & 0xFF | (color & 0xFF) << 16
      }
    } else {
      palette = []
    }
    let isFourBytes = layout.colors == .rgb && layout.depth == 8 && layout.components.allSatisfy { $0.step == 4 }
    order =
      isFourBytes && !layout.hasPalette && tone == nil
      ? layout.components.prefix(3).map { UInt8($0.offset) } + [
        layout.hasAlpha ? UInt8(layout.components[3].offset) : 4
      ]
      : nil
  }

  /// Returns whether half floats of a depth have something of the picture that bytes lack.
  func gains(by depth: ImageDepth) -> Bool {
    guard depth != .bytes, layout.colors != .grey, !layout.hasPalette else { return false }
    return tone == nil ? layout.depth > 8 : depth == .extended
  }

  /// Fills `target` with row `y`, premultiplied.
  func make(_ y: Int, into target: UnsafeMutableRawPointer) {
    let row = target.assumingMemoryBound(to: UInt8.self)
    if layout.hasPalette {
      guard let source = self.row(0, y) else { return }
      let target = UnsafeMutableRawPointer(row).assumingMemoryBound(to: UInt32.self)
      for x in 0..<width { target[x] = palette[Int(source[x])] }
      multiply(row)
    } else if let order {
      guard let source = self.row(0, y) else { return }
      row_reorder(source, row, width, order, 4)
      if layout.hasAlpha { multiply(row) }
    } else {
      if layout.colors == .yuv { makeYUV(y, into: row) } else { makeRGB(y, into: row) }
      guard layout.hasAlpha, let alpha = layout.components.last else { return }
      gather(alpha, y, into: word(5), width, bits: 16)
      if isDeep { return multiply(target.assumingMemoryBound(to: SIMD4<Float16>.self), alpha.depth) }
      row_channel(word(5), row, width, CInt(alpha.depth), 3)
      multiply(row)
    }
  }

  private func multiply(_ pixels: UnsafeMutablePointer<SIMD4<Float16>>, _ depth: Int) {
    let (opaque, alphas) = (Float(1 << min(depth, 16) - 1), word(5))
    for x in 0..<width {
      let alpha = min(Float(alphas[x]) / opaque, 1)
      var color = SIMD4<Float>(pixels[x]) * (isPremultiplied ? 1 : alpha)
      color.w = alpha
      pixels[x] = SIMD4<Float16>(color)
    }
  }

  private func multiply(_ row: UnsafeMutablePointer<UInt8>) {
    if isPremultiplied { row_limit(row, width) } else { row_premultiply(row, width) }
  }

  private func row(_ plane: Int, _ y: Int) -> UnsafePointer<UInt8>? { data[plane].map { $0 + y * strides[plane] } }

  private func word(_ number: Int) -> UnsafeMutablePointer<UInt16> {
    words.bytes.bindMemory(to: UInt16.self).baseAddress! + number * (width + 1)
  }

  private func gather(
    _ component: ClipLayout.Component, _ y: Int, into target: UnsafeMutablePointer<UInt16>, _ count: Int, bits: Int
  ) {
    guard let source = row(component.plane, y) else { return }
    // No supported layout has components of up to 8 bits that lie across bytes.
    var place = RowComponent(
      bytes: source + component.offset, step: component.step, size: component.depth + component.shift > 8 ? 2 : 1,
      is_swapped: layout.isBigEndian ? 1 : 0, shift: CInt(component.shift), depth: CInt(component.depth))
    row_gather(&place, target, count, CInt(bits))
  }

  private func makeRGB(_ y: Int, into row: UnsafeMutablePointer<UInt8>) {
    if isByWords { return makeRGBWords(y, into: row) }
    let isGrey = layout.colors == .grey
    for channel in 0..<3 where !(isGrey && channel > 0) {
      let component = layout.components[channel]
      gather(component, y, into: word(channel), width, bits: 16)
    }
    for channel in 0..<3 {
      let source = isGrey ? 0 : channel
      row_channel(word(source), row, width, CInt(layout.components[source].depth), CInt(channel))
    }
    for x in 0..<width { row[x * 4 + 3] = 255 }
  }

  private func makeRGBWords(_ y: Int, into row: UnsafeMutablePointer<UInt8>) {
    // The three rows lie next to each other.
    let rgb = word(6)
    for channel in 0..<3 {
      let component = layout.components[channel]
      gather(component, y, into: rgb + channel * width, width, bits: Self.mostBits)
      let largest = UInt32(1) << min(component.depth, Self.mostBits) - 1
      guard largest < 4095 else { continue }
      for x in channel * width..<(channel + 1) * width {
        rgb[x] = UInt16((UInt32(rgb[x]) * 4095 + largest / 2) / largest)
      }
    }
    finish(row)
  }

  /// Whether rows of 12-bit words are converted to pixels.
  private var isByWords: Bool { tone != nil || isDeep }

  /// Converts the three rows of words to pixels.
  private func finish(_ row: UnsafeMutablePointer<UInt8>) {
    guard isDeep else {
      if let tone { withUnsafePointer(to: tone.map) { row_to_srgb(word(6), row, width, $0) } }
      return
    }
    let halves = UnsafeMutableRawPointer(row).assumingMemoryBound(to: UInt16.self)
    guard let tone else { return row_deep_of_film(word(6), halves, width, nil, FilmTone.extended) }
    withUnsafePointer(to: tone.map) { row_deep_of_film(word(6), halves, width, $0, FilmTone.extended) }
  }

  /// Returns the two chroma rows for a row of pixels, and their weights in quarters.
  private func mix(_ y: Int) -> (rows: (Int, Int), weights: (Int16, Int16)) {
    guard layout.chroma == .quarter else { return ((y, y), (4, 0)) }
    let (own, last) = (y / 2, (height + 1) / 2 - 1)
    let isUpper = y % 2 == 0
    func limited(_ row: Int) -> Int { min(max(row, 0), last) }
    switch siting.row {
    case .top: return isUpper ? ((own, own), (4, 0)) : ((own, limited(own + 1)), (2, 2))
    case .middle: return ((own, limited(isUpper ? own - 1 : own + 1)), (3, 1))
    case .bottom: return isUpper ? ((own, limited(own - 1)), (2, 2)) : ((own, own), (4, 0))
    }
  }

  private func makeYUV(_ y: Int, into row: UnsafeMutablePointer<UInt8>) {
    let (rows, weights) = mix(y)
    (matrix.first, matrix.second) = weights
    if layout.isPlanar, layout.depth <= Self.mostBits, layout.depth > 8 || tone == nil {
      guard let luma = self.row(0, y), let u = self.row(1, rows.0), let v = self.row(2, rows.0),
        let u2 = self.row(1, rows.1), let v2 = self.row(2, rows.1)
      else { return }
      if layout.depth == 8 {
        row_yuv8(luma, u, v, u2, v2, row, width, &matrix)
      } else {
        func words(_ bytes: UnsafePointer<UInt8>) -> UnsafePointer<UInt16> {
          UnsafeRawPointer(bytes).assumingMemoryBound(to: UInt16.self)
        }
        makeYUV(words(luma), words(u), words(v), words(u2), words(v2), into: row)
      }
      return
    }
    let count = layout.chroma == .full ? width : (width + 1) / 2
    gather(layout.components[0], y, into: word(0), width, bits: Self.mostBits)
    for (number, (component, source)) in [(1, rows.0), (2, rows.0), (1, rows.1), (2, rows.1)].enumerated() {
      gather(layout.components[component], source, into: word(number + 1), count, bits: Self.mostBits)
    }
    makeYUV(word(0), word(1), word(2), word(3), word(4), into: row)
  }

  private func makeYUV(
    _ luma: UnsafePointer<UInt16>, _ u: UnsafePointer<UInt16>, _ v: UnsafePointer<UInt16>, _ u2: UnsafePointer<UInt16>,
    _ v2: UnsafePointer<UInt16>, into row: UnsafeMutablePointer<UInt8>
  ) {
    guard isByWords else { return row_yuv16(luma, u, v, u2, v2, row, width, &matrix) }
    row_rgb16(luma, u, v, u2, v2, word(6), width, &matrix)
    finish(row)
  }
}

extension RowMatrix {
  /// Creates the weights for components of a depth, at most 12 bits, to red, green and blue of 8 or 12.
  init(_ weights: ClipColors.Weights, range: YUVRange, depth: Int, to bits: Int = 8) {
    let steps = Double(1 << depth)
    let isFull = range == .full
    let lumaRange = isFull ? steps - 1 : steps / 256 * 219
    let chromaRange = isFull ? steps - 1 : steps / 256 * 224
    let black = isFull ? 0 : 1 << depth / 16
    let shift = 16 + depth - bits
    // Samples are in eighths.
    let unit = Double(1 << shift) / 8 * Double(1 << bits - 1)
    let green = 1 - weights.red - weights.blue
    // Bounded: the weights are fractions of the colours' matrix.
    func rounded(_ value: Double) -> Int { Int((value * unit).rounded()) }
    let luma = rounded(1 / lumaRange)
    let red = rounded(2 * (1 - weights.red) / chromaRange)
    let blue = rounded(2 * (1 - weights.blue) / chromaRange)
    let greenOfU = rounded(-2 * (1 - weights.blue) * weights.blue / green / chromaRange)
    let greenOfV = rounded(-2 * (1 - weights.red) * weights.red / green / chromaRange)
    let (half, middle) = (1 << (shift - 1), 1 << depth / 2)
    func bias(_ differences: Int) -> Int32 { Int32(half - 8 * black * luma - 8 * middle * differences) }
    self.init(
      luma: Int16(luma), red: Int16(red), green_of_u: Int16(greenOfU), green_of_v: Int16(greenOfV), blue: Int16(blue),
      bias: (bias(red), bias(greenOfU + greenOfV), bias(blue)), shift: Int32(shift), first: 4, second: 0, siting: 0)
  }
}

/// A linear interpolation of rows to another length.
private struct RowStretch {
  /// For each column, the source column on its left, and the weight of the next one, in 256ths.
  private let columns: [(left: Int, weight: Int)]
  private let last: Int

  init(from width: Int, to count: Int) {
    last = width - 1
    columns = (0..<count).map { column in
      let place = min(max((Double(column) + 0.5) * Double(width) / Double(count) - 0.5, 0), Double(width - 1))
      return (Int(place), Int(((place - place.rounded(.down)) * 256).rounded()))
    }
  }

  func apply<Component: SIMDScalar>(
    _ source: UnsafePointer<SIMD4<Component>>, into target: UnsafeMutablePointer<SIMD4<Component>>,
    _ mixture: PixelMixture<Component>
  ) {
    for (index, column) in columns.enumerated() {
      target[index] = mixture(source[column.left], source[min(column.left + 1, last)], column.weight)
    }
  }
}

/// Returns the mixture of two pixels, of which the second one has the weight, in 256ths.
private typealias PixelMixture<Component: SIMDScalar> = (SIMD4<Component>, SIMD4<Component>, Int) -> SIMD4<Component>

private func mixed(_ first: SIMD4<UInt8>, _ second: SIMD4<UInt8>, _ weight: Int) -> SIMD4<UInt8> {
  let sum =
    SIMD4<UInt32>(truncatingIfNeeded: first) &* UInt32(256 - weight)
    &+ SIMD4<UInt32>(truncatingIfNeeded: second) &* UInt32(weight) &+ 128
  return SIMD4<UInt8>(truncatingIfNeeded: sum &>> 8)
}

private func mixed(_ first: SIMD4<Float16>, _ second: SIMD4<Float16>, _ weight: Int) -> SIMD4<Float16> {
  let share = Float(weight) / 256
  return SIMD4<Float16>(SIMD4<Float>(first) * (1 - share) + SIMD4<Float>(second) * share)
}

extension ClipTurn {
  /// Turns a plane, in squares that fit into the nearest cache. Strides are in samples; the size is the source's.
  func apply<Sample>(
    _ source: UnsafePointer<Sample>, stride sourceStride: Int, width: Int, height: Int,
    into target: UnsafeMutablePointer<Sample>, stride: Int
  ) {
    let side = 32
    let (columns, rows) = isTransposed ? (height, width) : (width, height)
    for top in Swift.stride(from: 0, to: height, by: side) {
      for left in Swift.stride(from: 0, to: width, by: side) {
        for y in top..<min(top + side, height) {
          for x in left..<min(left + side, width) {
            let (column, row) = isTransposed ? (y, x) : (x, y)
            let place = (mirrorsY ? rows - 1 - row : row) * stride + (mirrorsX ? columns - 1 - column : column)
            target[place] = source[y * sourceStride + x]
          }
        }
      }
    }
  }
}
