// The layers of a frame, for an editor beside its picture: their places, their drawing, and the layers at a pixel.
//
// Tested by LayerReportTests.

import Compositor
import CoreGraphics
import Foundation
package import Multiplane
package import QuartzCore

package struct LayerTreeReport: Encodable {
  package struct Layer: Encodable {
    /// The number that `NumberedLayer` gives.
    package let id: String
    package let name: String
    package let kind: String
    package let depth: Int
    /// The corners of the layer's visible bounds, in pixels of the frame, as `[x, y]`, those at minimum y first. A
    /// shape that extends beyond its bounds has the corners of its visible box. Nil if the layer is not in the frame.
    package let corners: [[Double]]?
    package let isHidden: Bool
    package let isAnimated: Bool
    package let isMask: Bool
    package let opacity: Double
    /// The parts that the layer draws itself: shadow, background, contents, ...
    package let draws: [String]
    /// The reason for the layer's own surface; nil for none.
    package let surface: String?
  }

  /// The layers from back to front, each before its sublayers.
  package let layers: [Layer]
  /// The box of each layer's own drawing, clipped and masked, in pixels, the frontmost layer first.
  private let seen: [(id: String, box: CGRect)]

  private enum CodingKeys: CodingKey { case layers }

  /// - Parameter renderer: a renderer that keeps nothing from frame to frame (``Optimization/retention``).
  package init(_ root: CALayer, with renderer: OffscreenRenderer, at time: Double) throws(RenderingError) {
    let frame = try renderer.checkedFrame(of: root, at: time)
    let numbered = root.numbered
    var ids: [Int32: String] = [:]
    layers = numbered.map { number in
      let layer = number.layer
      let slot = layer.renderIndex
      ids[slot] = number.id
      let look: LayerLook? = frame.tree.looks.indices.contains(Int(slot)) ? frame.tree.looks[Int(slot)] : nil
      let seen = frame.seen[slot]
      return Layer(
        // The root is named after its file.
        id: number.id, name: number.depth == 0 ? URL(filePath: layer.name ?? "").lastPathComponent : layer.name ?? "",
        kind: "\(type(of: layer))", depth: number.depth,
        corners: seen.flatMap { seen in
          let corners = look.flatMap { Self.corners(of: $0.bounds.cgRect, seen.toPixels) }
          return layer is CAShapeLayer ? Self.corners(ofShape: seen.own.rect, corners) : corners
        },
        isHidden: layer.isHidden, isAnimated: slot >= 0 && frame.tree.isAnimated(slot), isMask: number.isMask,
        opacity: Double(look?.opacity ?? layer.opacity), draws: look?.drawnParts ?? [],
        surface: frame.list.passes.first { $0.slot == slot && slot >= 0 }?.reasons.description)
    }
    var order: [Int32: Int] = [:]
    for (index, layer) in renderer.placedScene.layers.enumerated() { order[layer.slot] = index }
    let front = frame.seen.sorted { (order[$0.key] ?? 0) > (order[$1.key] ?? 0) }
    seen = front.compactMap { (slot, layer) -> (id: String, box: CGRect)? in
      guard let id = ids[slot], let box = layer.own.rect, layer.opacity > 0 else { return nil }
      return (id, box)
    }
  }

  /// Returns the visible corners of a rectangle; nil for an empty one, or one behind the eye.
  private static func corners(of rect: CGRect, _ map: Homography) -> [[Double]]? {
    guard rect.width > 0, rect.height > 0 else { return nil }
    let corners = [
      (rect.minX, rect.minY), (rect.maxX, rect.minY), (rect.maxX, rect.maxY), (rect.minX, rect.maxY),
    ]
    guard corners.allSatisfy({ map.weight($0.0, $0.1) > 1e-9 }) else { return nil }
    let points = corners.map { map.map($0.0, $0.1) }
    guard points.allSatisfy({ abs($0.x) < 1e7 && abs($0.y) < 1e7 }) else { return nil }
    return points.map { [($0.x * 100).rounded() / 100, ($0.y * 100).rounded() / 100] }
  }

  /// Returns the corners of a shape's bounds, or of its visible box if that extends beyond them.
  private static func corners(ofShape box: CGRect?, _ corners: [[Double]]?) -> [[Double]]? {
    guard let box, !box.isEmpty else { return corners }
    let drawn = [
      [box.minX, box.minY], [box.maxX, box.minY], [box.maxX, box.maxY], [box.minX, box.maxY],
    ].map { $0.map { Double($0) } }
    guard let corners else { return drawn }
    let bounds = corners.reduce(CGRect.null) { $0.union(CGRect(x: $1[0], y: $1[1], width: 0, height: 0)) }
    return bounds.insetBy(dx: -1, dy: -1).contains(box) ? corners : drawn
  }

  /// Returns the layers that draw at a pixel, frontmost first: those that draw there within their bounds, then beyond
  /// them, then those that draw nothing.
  package func layers(atX x: Double, y: Double) -> [String] {
    let place = CGPoint(x: x + 0.5, y: y + 0.5)
    let here = seen.filter { $0.box.contains(place) }.map(\.id)
    let outlines = Dictionary(uniqueKeysWithValues: layers.map { ($0.id, $0) })
    func holds(_ id: String) -> Bool {
      guard let corners = outlines[id]?.corners else { return true }
      return Self.contains(place, corners)
    }
    let drawing = here.filter { outlines[$0]?.draws.isEmpty == false }
    let inside = drawing.filter(holds)
    let beyond = drawing.filter { !holds($0) }
    let containers = layers.reversed().filter { layer in
      layer.draws.isEmpty && !layer.isMask && layer.corners.map { Self.contains(place, $0) } ?? false
    }
    return inside + beyond + containers.map(\.id)
  }

  /// Whether a convex figure contains a point.
  private static func contains(_ point: CGPoint, _ corners: [[Double]]) -> Bool {
    var signs: Set<Bool> = []
    for (index, corner) in corners.enumerated() {
      let next = corners[(index + 1) % corners.count]
      let side = (next[0] - corner[0]) * (point.y - corner[1]) - (next[1] - corner[1]) * (point.x - corner[0])
      if side != 0 { signs.insert(side > 0) }
    }
    return signs.count < 2
  }
}

/// A layer of a tree with its place in it.
struct NumberedLayer {
  /// The indices on the way to the layer, valid as long as the tree keeps its structure: `0` is the root, `0.2` its
  /// third sublayer, `0.2.m` the mask of that.
  let id: String
  let layer: CALayer
  /// The number of layers above the layer.
  let depth: Int
  /// Whether it is a mask, or in one.
  let isMask: Bool
}

extension CALayer {
  /// The layers of the tree, each followed by its mask, then its sublayers from back to front.
  var numbered: [NumberedLayer] {
    var found: [NumberedLayer] = []
    number("0", depth: 0, isMask: false, into: &found)
    return found
  }

  private func number(_ id: String, depth: Int, isMask: Bool, into found: inout [NumberedLayer]) {
    found.append(NumberedLayer(id: id, layer: self, depth: depth, isMask: isMask))
    mask?.number("\(id).m", depth: depth + 1, isMask: true, into: &found)
    for (index, layer) in (sublayers ?? []).enumerated() {
      layer.number("\(id).\(index)", depth: depth + 1, isMask: isMask, into: &found)
    }
  }
}
