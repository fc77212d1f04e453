// A layer of a composition: its content, masks and effects, its transform, and those of its parents.

import CoreGraphics
import Documents
import Foundation
import QuartzCore

extension LottieBuilder {
  /// Makes a layer with the transforms of its parents; nil for one that shows nothing.
  func makeLayer(_ layer: LottieLayer, in composition: Composition) throws(SceneFileError) -> CALayer? {
    guard !layer.isHidden || layer.isMatteSource, layer.outPoint > layer.inPoint else { return nil }
    try reading.takeLayers(1, at: layer.path)
    guard let content = try makeContent(layer, in: composition) else { return nil }
    let timeline = composition.timeline
    var inner = CALayer.carrier(content)
    if let mask = try makeMask(layer.masks, on: timeline) {
      inner.mask = mask
      inner = .carrier([inner])
    }
    inner = withEffects(inner, of: layer, on: timeline)
    inner.name = layer.name
    set("opacity", of: inner, to: layer.transform.opacity, on: timeline) { $0 }
    show(inner, from: layer.inPoint, to: layer.outPoint, on: timeline)
    let own = transformed(inner, by: layer.transform, on: timeline, orients: layer.orientsAlongPath)
    return try withParents(own, of: layer, in: composition)
  }

  /// Puts the transforms of a layer's parents around it.
  private func withParents(
    _ own: CALayer, of layer: LottieLayer, in composition: Composition
  ) throws(SceneFileError) -> CALayer {
    var outer = own
    var still: CALayer?
    var (next, seen) = (layer.parent, Set<Int>())
    while let number = next {
      guard let offset = composition.byIndex[number] else {
        reading.note("no layer \(number) in the composition to be a parent", at: layer.path)
        break
      }
      guard seen.insert(number).inserted, number != layer.index else {
        throw reading.malformed("the layer is a parent of its own parents", at: composition.layers[offset].path)
      }
      let parent = composition.layers[offset]
      next = parent.parent
      let turnsAlong = parent.orientsAlongPath && !parent.transform.position.isConstant
      if parent.transform.isStatic && !turnsAlong {
        let matrix = parent.transform.staticMatrix
        if let still {
          still.transform = CATransform3DConcat(still.transform, matrix)
        } else if !CATransform3DIsIdentity(matrix) {
          outer = .carrier([outer])
          outer.transform = matrix
          still = outer
        }
      } else {
        try reading.takeLayers(1, at: layer.path)
        outer = transformed(
          .carrier([outer]), by: parent.transform, on: composition.timeline, orients: parent.orientsAlongPath)
        still = nil
      }
    }
    return outer
  }

  /// The layers of a layer's content, from the back to the front; nil for none.
  private func makeContent(_ layer: LottieLayer, in composition: Composition) throws(SceneFileError) -> [CALayer]? {
    switch layer.content {
    case .null: return nil
    case .shapes(let items):
      let layers = try makeShapes(
        items, on: composition.timeline, canvas: CGRect(origin: .zero, size: composition.size))
      return layers.isEmpty ? nil : layers
    case .solid(let size, let color):
      let solid = CALayer.carrier()
      solid.bounds.size = size
      guard let parsed = CGColor.lottie(hex: color) else {
        throw reading.malformed("'\(color.excerpt)' is no colour; expected #rrggbb", at: layer.path)
      }
      solid.backgroundColor = parsed
      return [solid]
    case .image(let asset): return try makeImage(asset, at: layer.path).map { [$0] }
    case .composition(let asset, let size, let remap):
      return try makeComposition(asset, size: size, of: layer, remap: remap, in: composition).map { [$0] }
    case .text(let content): return try makeText(content, of: layer, in: composition)
    case .audio(let asset, let level):
      try addSound(asset, level: level, of: layer, in: composition)
      return nil
    }
  }

  private func makeImage(_ name: String, at path: LottiePath) throws(SceneFileError) -> CALayer? {
    guard case .image(let size, let file, let placing)? = document.assets[name] else {
      reading.note("no image '\(name.excerpt)'; the layer is left out", at: path)
      return nil
    }
    let layer = CALayer.carrier()
    layer.bounds.size = size
    let place = SourceLocation(file: reading.file)
    guard let image = try images.image(folder: file.folder, name: file.name, in: resources, from: place) else {
      reading.note("no file '\(file.name.excerpt)'; the layer is drawn without it", at: file.path)
      return nil
    }
    if size == .zero { layer.bounds.size = CGSize(width: image.width, height: image.height) }
    let placed = imagePlacing(of: name, placing).placed(
      CGSize(width: image.width, height: image.height), in: layer.bounds.size)
    guard placed.frame == layer.bounds else {
      let inner = CALayer.carrier()
      (inner.position, inner.bounds.size) = (placed.frame.origin, placed.frame.size)
      inner.contents = image
      layer.sublayers = [inner]
      return layer
    }
    layer.contents = image
    layer.contentsRect = placed.part
    return layer
  }

  /// Where an image lies in its rectangle: as was asked for, as the document says, or as its player has it.
  private func imagePlacing(of name: String, _ own: LottieImagePlacing?) -> LottieImagePlacing {
    if let fit = replacements.imageFits[name] ?? replacements.imageFit { return LottieImagePlacing(fit) }
    // lottie-ios stretches.
    return reading.imitating == .lottieIOS ? LottieImagePlacing(.fill) : own ?? LottieImagePlacing(.cover)
  }

  /// The compositing filter of a layer's blend mode; nil for the usual one.
  func blendMode(_ layer: LottieLayer) -> String? {
    guard layer.blendMode != 0 else { return nil }
    let names = [
      "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "hardLight", "softLight",
      "difference", "exclusion", "hue", "saturation", "color", "luminosity",
    ]
    if names.indices.contains(layer.blendMode - 1) { return names[layer.blendMode - 1] + "BlendMode" }
    // 16 is addition; 17, a hard mix, has no counterpart.
    if layer.blendMode == 16 { return "plusL" }
    reading.note("blend mode \(layer.blendMode) is drawn as the usual one", at: layer.path)
    return nil
  }
}
