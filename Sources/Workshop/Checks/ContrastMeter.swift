// Tested by ContrastTests.

import Compositor
import CoreGraphics
import Foundation
import ImageFiles
import Multiplane

/// Measures the contrast of texts with what lies behind them. The frame is drawn again without the draws of its texts,
/// and with those alone, over nothing; pixels that a letter covers well are compared with those without it.
///
/// Surfaces of texts, such as a translucent group's, are composited and masked in both pictures; a letter's colour is
/// the frame's, after filters and blends. Texts in blurred surfaces are not measured.
struct ContrastMeter {
  let rasterizer: any Rasterizer

  struct Text {
    let slot: Int32
    /// The visible box of the text's letters, in pixels.
    let box: Box
    /// The layers whose draws are letters.
    let slots: Set<Int32>
    /// Whether only the layer's pictures are letters.
    let drawsPictures: Bool
    let opacity: Double
    /// The number of pixels in an em.
    let size: Double
  }

  /// Returns the median contrast of each measurable text, by slot.
  func contrasts(of texts: [Text], in frame: CheckedFrame) throws(RasterError) -> [Int32: Double] {
    guard let origins = frame.list.origins else { return [:] }
    var owners: [Int32: Text] = [:]
    for text in texts { for slot in text.slots { owners[slot] = text } }
    var letters: Set<Int> = []
    frame.list.forEachDraw { draw, _, batch in
      guard origins.slots.indices.contains(draw), let text = owners[origins.slots[draw]],
        !text.drawsPictures || batch.program.primitive == .image
      else { return }
      letters.insert(draw)
    }
    guard !letters.isEmpty else { return [:] }
    let images = frame.tree.images
    let behind = try rasterizer.pixels(
      of: frame.list.keeping { draw, _ in !letters.contains(draw) }.withoutRetention, images: images)
    let shown = frame.list.draws(showing: letters)
    var alone = frame.list.keeping { draw, _ in shown.contains(draw) }.withoutRetention
    for pass in alone.passes.indices { alone.passes[pass].clearColor = .zero }
    let front = try rasterizer.pixels(of: alone, images: images)
    guard behind.count == frame.pixels.count, front.count == behind.count else { return [:] }
    let pictures = Pictures(frame: frame.pixels, front: front, behind: behind, width: frame.width, height: frame.height)
    var result: [Int32: Double] = [:]
    for text in texts { result[text.slot] = Self.contrast(text, pictures) }
    return result
  }

  private struct Pictures {
    let frame: [UInt8]
    let front: [UInt8]
    let behind: [UInt8]
    let width: Int
    let height: Int

    /// Returns the contrast of a letter with what lies behind, at a partly covered pixel; nil if it is hidden there.
    ///
    /// - Parameters:
    ///   - at: the index of the pixel's first byte.
    ///   - whole: the alpha of a completely covered pixel, from 0 to 1.
    func contrast(_ at: Int, whole: Float) -> Float? {
      let alpha = Float(front[at + 3])
      let covered = min(alpha / 255 / whole, 1)
      var (seen, alone): (SIMD3<Float>, SIMD3<Float>) = (.zero, .zero)
      for part in 0..<3 {
        let under = Float(behind[at + part])
        seen[part] = under + (Float(frame[at + part]) - under) / covered
        alone[part] = min(Float(front[at + part]) / alpha, 1) * whole * 255 + under * (1 - whole)
      }
      let under = Luminance.relative(behind[at], behind[at + 1], behind[at + 2])
      func contrast(_ color: SIMD3<Float>) -> Float {
        let bytes = pointwiseMin(pointwiseMax(color, .zero), SIMD3(repeating: 255)) + 0.5
        return Luminance.contrast(Luminance.relative(UInt8(bytes.x), UInt8(bytes.y), UInt8(bytes.z)), under)
      }
      let ratio = contrast(seen)
      return ratio < 1.02 && contrast(alone) > 1.1 ? nil : ratio
    }
  }

  private static func contrast(_ text: Text, _ pictures: Pictures) -> Double? {
    let (width, height, front) = (pictures.width, pictures.height, pictures.front)
    let box = text.box.intersection(Box(0, 0, Double(width), Double(height)))
    guard !box.isEmpty else { return nil }
    let columns = Int(box.minX.rounded(.down))..<min(Int(box.maxX.rounded(.up)), width)
    let rows = Int(box.minY.rounded(.down))..<min(Int(box.maxY.rounded(.up)), height)
    // Some 40,000 pixels of a large text are enough.
    let step = max(1, Int((Double(columns.count * rows.count) / 40_000).squareRoot()))
    var most: UInt8 = 0
    for y in stride(from: rows.lowerBound, to: rows.upperBound, by: step) {
      for x in stride(from: columns.lowerBound, to: columns.upperBound, by: step) {
        most = max(most, front[(y * width + x) * 4 + 3])
      }
    }
    guard most >= 64 else { return nil }
    // Thin strokes cover no pixel completely.
    let covered = Double(most) / 255
    let opacity = Float(text.size < 24 ? min(max(text.opacity, covered), covered / 0.7) : covered)
    let least = UInt8(Double(most) * 0.6)
    var ratios: [Float] = []
    for y in stride(from: rows.lowerBound, to: rows.upperBound, by: step) {
      for x in stride(from: columns.lowerBound, to: columns.upperBound, by: step) {
        let at = (y * width + x) * 4
        // The backdrop of transparent pixels is unknown.
        guard front[at + 3] >= least, pictures.behind[at + 3] >= 250 else { continue }
        if let ratio = pictures.contrast(at, whole: opacity) { ratios.append(ratio) }
      }
    }
    guard ratios.count >= 12 else { return nil }
    ratios.sort()
    return Double(ratios[ratios.count / 2])
  }
}

extension DrawList {
  /// Returns draws and those that show them in the frame: of their surfaces' compositing, and of the surfaces' masks.
  fileprivate func draws(showing wanted: Set<Int>) -> Set<Int> {
    var shown = wanted
    // The targets that contain a wanted draw, and those that mask one.
    var (carrying, masking): (Set<Int32>, Set<Int32>) = ([], [])
    forEachDraw { draw, pass, batch in
      let target = passes[pass].target
      if wanted.contains(draw) {
        carrying.insert(target)
      } else if let source = batch.texture.target, carrying.contains(source), !batch.program.spreads {
        shown.insert(draw)
        carrying.insert(target)
      } else if carrying.contains(target), batch.blend == .destinationIn || batch.blend == .destinationOut {
        shown.insert(draw)
        if let source = batch.texture.target { masking.insert(source) }
      }
    }
    var draw = drawCount
    for pass in passes.reversed() {
      for batch in pass.batches.reversed() {
        draw -= batch.count
        guard masking.contains(pass.target) else { continue }
        shown.formUnion(draw..<draw + batch.count)
        masking.formUnion([batch.texture.target, batch.backdrop.target].compactMap { $0 })
      }
    }
    return shown
  }
}

extension ProgramKey {
  fileprivate var spreads: Bool {
    switch primitive {
    case .blur, .halve, .enlarge, .cells, .swipe, .page: true
    case .solid, .image, .border, .crossfade, .filter, .blend, .gradient: false
    }
  }
}

/// Relative luminance and contrast of sRGB by WCAG 2, from 0 for black to 1 for white.
enum Luminance {
  /// The linear light of an sRGB component in 255ths.
  static let linear: [Float] = (0...255).map { Float(ColorTransfer.sRGB.decode(Double($0) / 255)) }

  static func relative(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Float {
    0.2126 * linear[Int(red)] + 0.7152 * linear[Int(green)] + 0.0722 * linear[Int(blue)]
  }

  /// Returns the contrast ratio of two relative luminances, from 1 to 21.
  static func contrast(_ a: Float, _ b: Float) -> Float { (max(a, b) + 0.05) / (min(a, b) + 0.05) }
}
