// Tested by DocumentCheckTests.

import Compositor
import CoreGraphics
import Foundation
import Multiplane
import QuartzCore

/// Finds colours of layers that frames of 8 bits clip: outside of sRGB's gamut, or brighter than white.
struct ColorRule: FrameRule {
  private struct Found {
    var name: String
    var color: SIMD4<Float>
    var time: Double
    var box: CGRect?
  }

  private var layers = LayerTable<Found>()
  /// The part of a component outside of 0 to 1 that nobody sees.
  private static let unseen: Float = 0.01

  mutating func look(at frame: CheckedFrame) {
    for (slot, seen) in frame.seen.sorted(by: { $0.key < $1.key }) where !frame.covered.contains(slot) {
      guard let layer = frame.layers[slot], layers[layer] == nil else { continue }
      let values = frame.tree.models[Int(slot)]
      let colors = [
        ("backgroundColor", values.backgroundColor), ("borderColor", values.borderWidth > 0 ? values.borderColor : nil),
        ("foregroundColor", (layer as? CATextLayer)?.foregroundColor),
        ("fillColor", (layer as? CAShapeLayer)?.fillColor), ("strokeColor", (layer as? CAShapeLayer)?.strokeColor),
      ]
      for (name, color) in colors {
        guard let rgba = color?.extendedRGBA, rgba.w > 0, Self.isClipped(rgba) else { continue }
        layers[layer, default: Found(name: name, color: rgba, time: frame.time, box: seen.own.rect)].name = name
        break
      }
    }
  }

  private static func isClipped(_ color: SIMD4<Float>) -> Bool {
    let color = SIMD3(color.x, color.y, color.z)
    return color.min() < -unseen || color.max() > 1 + unseen
  }

  func findings(_ scene: CheckedScene) -> [Finding] {
    layers.entries.map { layer, found in
      let color = found.color
      let numbers = [color.x, color.y, color.z].map { Double($0).formatted(places: 2) }.joined(separator: " ")
      // In a wide gamut one component may be above 1 while others are below 0.
      let isBright = min(color.x, color.y, color.z) > 1 || color.max() > 1.5
      return Finding(
        .clippedColor, layer: layer.checkedPath,
        "\(found.name) is \(isBright ? "brighter than white" : "outside of sRGB"): \(numbers) in its components",
        advice: "choose a colour of sRGB, or keep it by --dynamic-range hlg or pq, or --depth 16", box: found.box,
        times: [found.time...found.time])
    }
  }
}
