import Compositor
import CoreGraphics

struct TargetPixel: Hashable, Sendable {
  var target: Int32
  /// From the target's top left corner.
  var x: Int
  var y: Int
}

/// The draws of one target that touch a pixel, in order, each with its colour and the pixel after it, as premultiplied
/// RGBA. The rasteriser draws them one by one, with pictures in place of the sampled surfaces.
///
/// A draw is drawn without blending over two different colours: the pixels that it touches are then equal.
struct PixelHistory: Equatable, Sendable {
  struct Step: Equatable, Sendable {
    /// The draw's number in the order of passes, batches and their draws.
    var draw: Int
    var pass: Int
    var program: ProgramKey
    var blend: BlendState
    var color: SIMD4<UInt8>
    var after: SIMD4<UInt8>
    var reads: [Read]
  }

  /// The smallest rectangle around the pixels of a target that a draw reads, including its last column and row.
  struct Read: Equatable, Sendable {
    var target: Int32
    var minX: Int
    var minY: Int
    var maxX: Int
    var maxY: Int
    var middle: TargetPixel { TargetPixel(target: target, x: (minX + maxX) / 2, y: (minY + maxY) / 2) }
  }

  var pixel: TargetPixel
  /// The pixel before the first draw.
  var before: SIMD4<UInt8>
  var steps: [Step]
  var after: SIMD4<UInt8> { steps.last?.after ?? before }
}

extension Rasterizer {
  /// Returns the draws that touch a pixel, in passes before `end`. One by one, llvmpipe may draw them differently than
  /// together, and differ by a 255th.
  func history(
    of pixel: TargetPixel, in list: DrawList, images: ImageTable, before end: Int? = nil
  ) throws(RasterError) -> PixelHistory {
    try limits.check(list)
    var probe = PixelProbe(self, list, images, pixel)
    return try probe.history(before: end ?? list.passes.count)
  }

  /// Returns the final pixels of one of a list's targets, or those before a pass; nil if nothing is drawn into it.
  func picture(
    of target: Int32, in list: DrawList, images: ImageTable, before end: Int? = nil
  ) throws(RasterError) -> Texels? {
    guard let list = list.showing(target, before: end), let box = list.passes.last?.box else { return nil }
    return Texels(
      width: Int(bounded: box.width), height: Int(bounded: box.height), format: .color,
      pixels: try pixels(of: list, images: images))
  }
}

private struct PixelProbe {
  private let rasterizer: any Rasterizer
  /// The draw list, with the draws of the pixel's target in batches of their own.
  private let list: DrawList
  private let images: ImageTable
  private let pixel: TargetPixel
  /// The pictures of targets, by the pass that samples them.
  private var pictures: [[Int]: Texels] = [:]
  /// The pixel's target with only the draws that touch the pixel.
  private var alone: DrawList

  init(_ rasterizer: any Rasterizer, _ list: DrawList, _ images: ImageTable, _ pixel: TargetPixel) {
    (self.rasterizer, self.images, self.pixel) = (rasterizer, images, pixel)
    self.list = list.withoutRetention.splittingBatches(of: pixel.target)
    alone = self.list
    (alone.passes, alone.origins) = ([], nil)
  }

  mutating func history(before end: Int) throws(RasterError) -> PixelHistory {
    var history = PixelHistory(pixel: pixel, before: .zero, steps: [])
    var draw = 0
    for (index, pass) in list.passes.enumerated() {
      defer { draw += pass.batches.reduce(0) { $0 + $1.count } }
      guard index < end, pass.target == pixel.target else { continue }
      if !pass.continues {
        alone.passes = [pass]
        (alone.passes[0].target, alone.passes[0].batches) = (RenderPass.frameTarget, [])
        history.before = try color(in: alone)
      }
      for (number, single) in pass.batches.enumerated() where list.mayTouch(single, x: pixel.x, y: pixel.y) {
        let batch = try showingPictures(single, before: index)
        guard let color = try color(of: batch) else { continue }
        alone.passes[0].batches.append(batch)
        history.steps.append(
          PixelHistory.Step(
            draw: draw + number, pass: index, program: single.program, blend: single.blend, color: color,
            after: try self.color(in: alone), reads: try reads(of: single, batch)))
      }
    }
    return history
  }

  private mutating func showingPictures(_ batch: Batch, before pass: Int) throws(RasterError) -> Batch {
    var batch = batch
    batch.texture = try showingPicture(batch.texture, before: pass)
    batch.backdrop = try showingPicture(batch.backdrop, before: pass)
    return batch
  }

  private mutating func showingPicture(
    _ source: TextureSource, before pass: Int
  ) throws(RasterError) -> TextureSource {
    guard case .pass(let target, let filter) = source else { return source }
    let key = [Int(target), pass]
    if pictures[key] == nil {
      pictures[key] = try rasterizer.picture(of: target, in: list, images: images, before: pass)
    }
    guard let picture = pictures[key] else { return .none }
    return .bitmap(alone.place(of: picture), filter)
  }

  /// Returns the colour that a draw gives for the pixel; nil if the draw does not touch it.
  private func color(of batch: Batch, in list: DrawList? = nil) throws(RasterError) -> SIMD4<UInt8>? {
    var single = list ?? alone
    single.passes[0].batches = [batch]
    single.passes[0].batches[0].blend = .copy
    var results: [SIMD4<UInt8>] = []
    for clear in [SIMD4<Float>.zero, .one] {
      single.passes[0].clearColor = clear
      results.append(try color(in: single))
    }
    return results[0] == results[1] ? results[0] : nil
  }

  private func color(in list: DrawList) throws(RasterError) -> SIMD4<UInt8> {
    // OpenGL needs the draws in the order of the list, without gaps.
    let pixels = try rasterizer.pixels(of: list.keeping { _, _ in true }, images: images)
    let start = (pixel.y * Int(bounded: list.passes[0].box.width) + pixel.x) * 4
    return SIMD4(pixels[start], pixels[start + 1], pixels[start + 2], pixels[start + 3])
  }
}

extension DrawList {
  /// Returns the index of a picture in the list, after adding it if needed.
  fileprivate mutating func place(of picture: Texels) -> Int32 {
    if let place = bitmaps.firstIndex(where: { $0 === picture }) { return Int32(place) }
    bitmaps.append(picture)
    return Int32(bitmaps.count - 1)
  }
}

// MARK: - What a draw reads

extension PixelProbe {
  /// Returns the pixels of other targets that a draw's colour depends on.
  ///
  /// The target's picture is replaced by a black one with white columns or rows, which are read if they change the
  /// colour. Bisection finds the first and the last.
  ///
  /// - Parameter batch: the draw with pictures in place of targets.
  private func reads(of draw: Batch, _ batch: Batch) throws(RasterError) -> [PixelHistory.Read] {
    var result: [PixelHistory.Read] = []
    for (source, shown) in [(draw.texture, batch.texture), (draw.backdrop, batch.backdrop)] {
      guard let target = source.target, target != pixel.target, !result.contains(where: { $0.target == target }),
        case .bitmap(let place, _) = shown
      else { continue }
      let (width, height) = (alone.bitmaps[Int(place)].width, alone.bitmaps[Int(place)].height)
      let black = try color(of: batch, reading: place, white: 0..<0, 0..<0)
      func isRead(_ columns: Range<Int>, _ rows: Range<Int>) throws(RasterError) -> Bool {
        try color(of: batch, reading: place, white: columns, rows) != black
      }
      guard try isRead(0..<width, 0..<height) else { continue }
      let maxX = try Self.first(width) { end throws(RasterError) in try !isRead(end + 1..<width, 0..<height) }
      let minX = try Self.first(width) { start throws(RasterError) in try isRead(0..<start + 1, 0..<height) }
      let maxY = try Self.first(height) { end throws(RasterError) in try !isRead(0..<width, end + 1..<height) }
      let minY = try Self.first(height) { start throws(RasterError) in try isRead(0..<width, 0..<start + 1) }
      result.append(PixelHistory.Read(target: target, minX: minX, minY: minY, maxX: maxX, maxY: maxY))
    }
    return result
  }

  /// Returns the least number below `count` for which `holds` is true, by bisection: it must be true for the last
  /// number, and for all after the least one.
  private static func first(
    _ count: Int, _ holds: (Int) throws(RasterError) -> Bool
  ) throws(RasterError) -> Int {
    var (low, high) = (0, count - 1)
    while low < high {
      let middle = (low + high) / 2
      if try holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// Returns a draw's colour if a picture that it reads is white in a rectangle and black elsewhere.
  private func color(
    of batch: Batch, reading place: Int32, white columns: Range<Int>, _ rows: Range<Int>
  ) throws(RasterError) -> SIMD4<UInt8>? {
    let (width, height) = (alone.bitmaps[Int(place)].width, alone.bitmaps[Int(place)].height)
    var pixels = [UInt8](repeating: 0, count: width * height * 4)
    for row in rows {
      let start = row * width
      for byte in (start + columns.lowerBound) * 4..<(start + columns.upperBound) * 4 { pixels[byte] = 255 }
    }
    var list = alone
    list.bitmaps[Int(place)] = Texels(width: width, height: height, format: .color, pixels: pixels)
    return try color(of: batch, in: list)
  }
}
