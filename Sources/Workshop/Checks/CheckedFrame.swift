import Compositor
import CoreGraphics
import Documents
import Foundation
import Multiplane
import QuartzCore

/// A frame for checks: the visible layers with their places and opacities, the pixels, the draw list.
struct CheckedFrame {
  let time: Double
  let width: Int
  let height: Int
  let list: DrawList
  let tree: RenderTree
  /// Premultiplied RGBA, top row first.
  let pixels: [UInt8]
  /// The layers in the frame, except masks, by slot.
  let seen: [Int32: SeenLayer]
  /// The layers of ``seen`` whose draws are all hidden by opaque ones.
  let covered: Set<Int32>
  let layers: [Int32: CALayer]

  var box: Box { Box(0, 0, Double(width), Double(height)) }

  init(
    time: Double, root: CALayer, list: DrawList, tree: RenderTree, scene: FlatScene, pixels: [UInt8], width: Int,
    height: Int
  ) {
    (self.time, self.list, self.tree, self.pixels) = (time, list, tree, pixels)
    (self.width, self.height) = (width, height)
    var layers: [Int32: CALayer] = [:]
    root.forEachInTree { if $0.renderIndex >= 0 { layers[$0.renderIndex] = $0 } }
    self.layers = layers
    seen = SceneWalk(scene, tree).seen
    covered = list.origins.map { Set($0.dropped.map(\.slot)).subtracting($0.slots) } ?? []
  }
}

struct SeenLayer {
  /// The box of all drawing of the layer and its sublayers, clipped and masked, in pixels of the frame; empty for none.
  var box: Box
  /// The box of the layer's own drawing.
  var own: Box
  /// The product of its opacity and its superlayers'.
  var opacity: Double
  /// The transform from its plane to pixels.
  var toPixels: Homography
  /// Whether its first row lies at minimum y.
  var firstRowAtMinY: Bool
  /// Its bounds and those of its sublayers in the scene, unclipped, in pixels.
  var whole: Box
}

private struct SceneWalk {
  private(set) var seen: [Int32: SeenLayer] = [:]
  private var open: [Open] = []

  private struct Open {
    let slot: Int32
    let end: Int
    let maskEnd: Int
    let isMask: Bool
    var layer: SeenLayer
    /// The box of the mask's drawing; nil without a mask.
    var mask: Box?
    /// The transform from the pixels of the layer's target to the frame's; nil if they are the same.
    let raster: Homography?
  }

  init(_ scene: FlatScene, _ tree: RenderTree) {
    for (index, layer) in scene.layers.enumerated() {
      while let last = open.last, last.end <= index { close() }
      let above = open.last
      var raster = above?.raster
      if layer.raster >= 0 {
        let map = scene.rasters[Int(layer.raster)]
        raster = raster.map { map * $0 } ?? map
      }
      let own = Self.map(layer.bounds, raster)
      let toPixels = raster.map { layer.toPixels * $0 } ?? layer.toPixels
      var whole = Box.empty
      if layer.slot >= 0, !layer.draws.isEmpty {
        let bounds = tree.looks[Int(layer.slot)].bounds
        whole = Box(toPixels.mapBounds(bounds.cgRect))
      }
      let maskEnd = Int(layer.sublayers)
      open.append(
        Open(
          slot: layer.slot, end: Int(layer.end), maskEnd: maskEnd,
          isMask: above.map { $0.isMask || index < $0.maskEnd } ?? false,
          layer: SeenLayer(
            box: own, own: own, opacity: Double(layer.opacity) * (above?.layer.opacity ?? 1), toPixels: toPixels,
            firstRowAtMinY: layer.firstRowAtMinY, whole: whole),
          mask: maskEnd > index + 1 ? .empty : nil, raster: raster))
    }
    while !open.isEmpty { close() }
  }

  private mutating func close() {
    var closed = open.removeLast()
    if let mask = closed.mask {
      closed.layer.box = closed.layer.box.intersection(mask)
      closed.layer.own = closed.layer.own.intersection(mask)
    }
    if !closed.isMask, closed.slot >= 0 {
      // A replicator's copies are one layer.
      if let other = seen[closed.slot] {
        closed.layer.box = closed.layer.box.joined(other.box)
        closed.layer.own = closed.layer.own.joined(other.own)
        closed.layer.whole = closed.layer.whole.joined(other.whole)
        closed.layer.opacity = max(closed.layer.opacity, other.opacity)
      }
      seen[closed.slot] = closed.layer
    }
    guard let last = open.indices.last else { return }
    if closed.isMask, !open[last].isMask {
      open[last].mask = (open[last].mask ?? .empty).joined(closed.layer.box)
    } else {
      open[last].layer.box = open[last].layer.box.joined(closed.layer.box)
      open[last].layer.whole = open[last].layer.whole.joined(closed.layer.whole)
    }
  }

  private static func map(_ box: Box, _ raster: Homography?) -> Box {
    guard let raster, !box.isEmpty else { return box }
    return Box(raster.mapBounds(box.cgRect))
  }
}

extension Box {
  /// Returns the union; empty boxes add nothing, wherever they lie.
  func joined(_ other: Box) -> Box { isEmpty ? other : other.isEmpty ? self : union(other) }

  /// The box as a `CGRect`; nil for an empty or infinite one.
  var rect: CGRect? {
    guard !isEmpty, width.isFinite, height.isFinite, abs(minX) < 1e9, abs(minY) < 1e9 else { return nil }
    return cgRect
  }
}

extension CALayer {
  /// The names of the layers from the root, excluding it: `Card/Title`.
  var checkedPath: String {
    var names: [String] = []
    var next: CALayer? = self
    while let layer = next, let above = layer.superlayer {
      if let name = layer.name, !name.isEmpty {
        names.append(name.excerpt.onOneLine)
      } else if above.mask === layer {
        names.append("mask")
      } else if names.isEmpty {
        names.append("\(type(of: layer)) \((above.sublayers?.firstIndex { $0 === layer } ?? 0) + 1)")
      }
      next = above
    }
    return names.isEmpty ? "the root layer" : names.reversed().joined(separator: "/")
  }
}

extension OffscreenRenderer {
  /// Draws a frame, and returns it with its layers.
  func checkedFrame(of layer: CALayer, at time: Double) throws(RenderingError) -> CheckedFrame {
    tracksOrigins = true
    var made: (list: DrawList, tree: RenderTree)?
    frameObserver = { list, tree, _ in
      made = (list, tree)
      return nil
    }
    defer { frameObserver = nil }
    let pixels = try pixels(of: layer, at: time)
    guard let made else { throw .deviceFailed("a frame was drawn that nobody was told of") }
    return CheckedFrame(
      time: time, root: layer, list: made.list, tree: made.tree, scene: placedScene, pixels: pixels, width: width,
      height: height)
  }
}
