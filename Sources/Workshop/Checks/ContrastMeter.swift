// The contrast of texts with what really lies behind them: the frame is drawn once more without the draws of its texts,
// and those alone, over nothing. Pixels that a letter covers well are compared with what is there without it.
//
// A text in a surface, as in a group that is translucent as a whole, is not measured: its draws stand in another pass.
//
// Tested by ContrastTests.

import Compositor
import CoreGraphics
import Foundation
import Multiplane

struct ContrastMeter {
  let rasterizer: any Rasterizer

  /// A text of a frame.
  struct Text {
    let slot: Int32
    /// Where its letters are seen, in pixels.
    let box: Box
    /// The layers whose draws are letters.
    let slots: Set<Int32>
    /// Whether only pictures are letters, and not what else the layer draws.
    let drawsPictures: Bool
    let opacity: Double
    /// Pixels to an em.
    let size: Double
  }

  /// The contrast of each text that could be measured, by slot: half of its pixels have more, and half have less.
  func contrasts(of texts: [Text], in frame: CheckedFrame) throws(RasterError) -> [Int32: Double] {
    guard let origins = frame.list.origins else { return [:] }
    var owners: [Int32: Text] = [:]
    for text in texts { for slot in text.slots { owners[slot] = text } }
    var letters: Set<Int> = []
    var outside: Set<Int32> = []
    frame.list.forEachDraw { draw, pass, batch in
      guard origins.slots.indices.contains(draw), let text = owners[origins.slots[draw]],
        !text.drawsPictures || batch.program.primitive == .image
      else { return }
      if frame.list.passes[pass].target == RenderPass.frameTarget {
        letters.insert(draw)
      } else {
        outside.insert(text.slot)
      }
    }
    guard !letters.isEmpty else { return [:] }
    let images = frame.tree.images
    let behind = try rasterizer.pixels(
      of: frame.list.keeping { draw, _ in !letters.contains(draw) }.withoutRetention, images: images)
    var alone = frame.list.keeping { draw, _ in letters.contains(draw) }.withoutRetention
    for pass in alone.passes.indices { alone.passes[pass].clearColor = .zero }
    let front = try rasterizer.pixels(of: alone, images: images)
    guard behind.count == frame.pixels.count, front.count == behind.count else { return [:] }
    var result: [Int32: Double] = [:]
    for text in texts where !outside.contains(text.slot) {
      result[text.slot] = Self.contrast(text, front, behind, width: frame.width, height: frame.height)
    }
    return result
  }

  /// - Parameters:
  ///   - front: the letters over nothing.
  ///   - behind: the frame without them.
  private static func contrast(
    _ text: Text, _ front: [UInt8], _ behind: [UInt8], width: Int, height: Int
  ) -> Double? {
    let box = text.box.intersection(Box(0, 0, Double(width), Double(height)))
    guard !box.isEmpty else { return nil }
    let columns = Int(box.minX.rounded(.down))..<min(Int(box.maxX.rounded(.up)), width)
    let rows = Int(box.minY.rounded(.down))..<min(Int(box.maxY.rounded(.up)), height)
    // A large text has as many pixels as are needed when each third is looked at.
    let step = max(1, Int((Double(columns.count * rows.count) / 40_000).squareRoot()))
    var most: UInt8 = 0
    for y in stride(from: rows.lowerBound, to: rows.upperBound, by: step) {
      for x in stride(from: columns.lowerBound, to: columns.upperBound, by: step) {
        most = max(most, front[(y * width + x) * 4 + 3])
      }
    }
    guard most >= 64 else { return nil }
    // Thin strokes cover no pixel wholly.
    let covered = Double(most) / 255
    let opacity = Float(text.size < 24 ? min(max(text.opacity, covered), covered / 0.7) : covered)
    let least = UInt8(Double(most) * 0.6)
    var ratios: [Float] = []
    for y in stride(from: rows.lowerBound, to: rows.upperBound, by: step) {
      for x in stride(from: columns.lowerBound, to: columns.upperBound, by: step) {
        let at = (y * width + x) * 4
        // What lies behind what is transparent is not known.
        guard front[at + 3] >= least, behind[at + 3] >= 250 else { continue }
        let alpha = Float(front[at + 3])
        func letter(_ part: Int) -> UInt8 {
          let color = min(Float(front[at + part]) / alpha, 1)
          return UInt8((color * opacity * 255 + Float(behind[at + part]) * (1 - opacity)).rounded())
        }
        ratios.append(
          Luminance.contrast(
            Luminance.relative(letter(0), letter(1), letter(2)),
            Luminance.relative(behind[at], behind[at + 1], behind[at + 2])))
      }
    }
    guard ratios.count >= 12 else { return nil }
    ratios.sort()
    return Double(ratios[ratios.count / 2])
  }
}
