package import Compositor
import CoreGraphics
import Foundation
import Multiplane
import QuartzCore

/// A frame's layer tree, surfaces, passes and counters, as values and as text for `multiplane inspect`.
package struct FrameInspection: Codable {
  package struct Layer: Codable {
    package var id: Int32
    package var name: String
    package var depth: Int
    /// `[x, y, width, height]`, in the superlayer's points; nil for a map through the eye, or a size that is no number.
    package var frame: [Double]?
    package var opacity: Float
    /// The parts that the layer draws itself: shadow, background, gradient, contents, shape, border, particles.
    package var draws: [String]
    package var isHidden: Bool
    package var isAnimated: Bool

    /// The frame for people, perhaps from an untrusted file.
    var frameText: String {
      guard let numbers = frame?.map({ $0.formatted(places: 1) }), numbers.count == 4 else { return "no box" }
      return "(\(numbers[0]), \(numbers[1])) \(numbers[2])x\(numbers[3])"
    }
  }

  package struct Draw: Codable {
    package var program: String
    /// The draw's blending with the pixels before it: `opaque`, `blended`, ...
    package var blend: String
    package var count: Int
  }

  package struct Pass: Codable {
    package var layer: String?
    /// `[x, y, width, height]`, in pixels of the frame.
    package var box: [Int]
    package var reasons: String
    /// Whether the surface is kept from an earlier frame, and not drawn.
    package var isKept: Bool
    package var draws: [Draw]

    init(_ pass: RenderPass, _ tree: RenderTree) {
      layer = pass.slot >= 0 ? tree.name(ofSlot: pass.slot) : nil
      box = [pass.box.minX, pass.box.minY, pass.box.width, pass.box.height].map { Int(bounded: $0) }
      (reasons, isKept) = (pass.reasons.description, pass.retention?.isKept ?? false)
      draws = pass.batches.map { Draw(program: "\($0.program)", blend: $0.blend.name, count: $0.count) }
    }
  }

  package var time: Double
  package var layers: [Layer]
  package var passes: [Pass]
  /// The rasteriser of the frame.
  package var rasterizer: RasterizerKind?
  package var counters: [String: String]
  private var counterOrder: [String]

  package init(_ list: DrawList, _ tree: RenderTree, time: Double) {
    self.time = time
    layers = Self.layers(tree)
    passes = list.passes.map { Pass($0, tree) }
    let statistics = FrameStatistics(counters: list.counters)
    let shown = statistics.allCounters.filter { !$0.name.hasPrefix("upload") && !$0.name.hasPrefix("drawn") }
    counters = Dictionary(uniqueKeysWithValues: shown.map { ($0.name, $0.value) })
    counterOrder = shown.map(\.name)
  }

  private static func layers(_ tree: RenderTree) -> [Layer] {
    var result: [Layer] = []
    var openEnds: [Int32] = []
    for place in 0..<tree.count {
      while let end = openEnds.last, end <= Int32(place) { openEnds.removeLast() }
      let slot = tree.order[place]
      let look = tree.looks[Int(slot)]
      let frame = look.placement.mapBounds(look.bounds.cgRect)
      let numbers = [frame.minX, frame.minY, frame.width, frame.height].map { Double($0) }
      result.append(
        Layer(
          id: slot, name: tree.name(ofSlot: slot), depth: openEnds.count,
          frame: numbers.allSatisfy(\.isFinite) ? numbers : nil, opacity: look.opacity, draws: look.drawnParts,
          isHidden: look.flags.contains(.hidden), isAnimated: tree.isAnimated(slot)))
      openEnds.append(tree.ends[place])
    }
    return result
  }
}

extension FrameInspection: CustomStringConvertible {
  package var description: String {
    var lines = ["layers at \(time.formatted(places: 3)) s"]
    for layer in layers {
      var line = String(repeating: "  ", count: layer.depth + 1)
      line += "\(layer.name)  \(layer.frameText)"
      if !layer.draws.isEmpty { line += "  \(layer.draws.joined(separator: " "))" }
      if layer.opacity < 1 { line += "  opacity \(Double(layer.opacity).formatted(places: 2))" }
      if layer.isAnimated { line += "  animated" }
      if layer.isHidden { line += "  hidden" }
      lines.append(line)
    }
    for (index, pass) in passes.enumerated() {
      var what = pass.layer.map { "surface of \($0): \(pass.reasons)" } ?? "the frame"
      if pass.isKept { what += ", kept from a frame before" }
      lines.append("pass \(index)  \(pass.box[2])x\(pass.box[3]) at (\(pass.box[0]), \(pass.box[1]))  \(what)")
      for draw in pass.draws {
        lines.append(
          "    \(draw.blend.padding(toLength: 15, withPad: " ", startingAt: 0))  \(draw.program)  x\(draw.count)")
      }
    }
    if let rasterizer { lines.append("drawn by \(rasterizer.rawValue)") }
    lines.append("counters")
    for name in counterOrder {
      lines.append("  \(name.padding(toLength: 18, withPad: " ", startingAt: 0))\(counters[name] ?? "")")
    }
    return lines.map(\.onOneLine).joined(separator: "\n")
  }
}

extension String {
  /// The text in one line, for names in reports.
  var onOneLine: String { replacing("\n", with: "\\n") }
}

extension Box {
  var cgRect: CGRect { CGRect(x: minX, y: minY, width: width, height: height) }
}

extension LayerLook {
  var drawnParts: [String] { LayerPart.allCases.filter { flags.contains($0.flag) }.compactMap(\.name) }
}
