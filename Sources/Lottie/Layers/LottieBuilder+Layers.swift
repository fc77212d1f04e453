import CoreGraphics
import Documents
import Foundation
import QuartzCore

extension LottieBuilder {
  /// Makes a layer inside the transforms of its parents; returns nil for a layer that shows nothing.
  func makeLayer(_ layer: LottieLayer, in composition: Composition) throws(SceneFileError) -> CALayer? {
    guard !layer.isHidden || layer.isMatteSource, layer.outPoint > layer.inPoint else { return nil }
    try reading.takeLayers(1, at: layer.path)
    // The lines of the effect Stroke need no content.
    let nothing: [CALayer]? = layer.content.isShapes && layer.effects.contains { $0.kind == .stroke } ? [] : nil
    guard let content = try makeContent(layer, in: composition) ?? nothing else { return nil }
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
        reading.note(
          "the layer is a parent of its own parents; it has those up to itself", at: composition.layers[offset].path)
        break
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

  private func makeContent(_ layer: LottieLayer, in composition: Composition) throws(SceneFileError) -> [CALayer]? {
    if let film = makeClip(of: layer, in: composition) { return [film] }
    switch layer.content {
    case .null: return nil
    case .shapes(let items):
      let layers = try makeShapes(
        items, on: composition.timeline, canvas: CGRect(origin: .zero, size: composition.size))
      return layers.isEmpty ? nil : layers
    case .solid(let size, let color):
      let solid = CALayer.carrier()
      solid.bounds.size = size
      let parsed = CGColor.lottie(hex: color)
      if parsed == nil {
        reading.note("'\(color.excerpt)' is no colour; expected #rrggbb, black is drawn", at: layer.path)
      }
      solid.backgroundColor = parsed ?? .lottieBlack
      return [solid]
    case .image(let asset): return try makeImage(asset, of: layer, in: composition).map { [$0] }
    case .film(let asset, let remap): return try makeImage(asset, of: layer, remap: remap, in: composition).map { [$0] }
    case .composition(let asset, let size, let remap):
      return try makeComposition(asset, size: size, of: layer, remap: remap, in: composition).map { [$0] }
    case .text(let content): return try makeText(content, of: layer, in: composition)
    case .audio(let asset, let level):
      try addSound(asset, level: level, of: layer, in: composition)
      return nil
    }
  }

  private func makeImage(
    _ name: String, of layer: LottieLayer, remap: Track<Double>? = nil, in composition: Composition
  ) throws(SceneFileError) -> CALayer? {
    let asset: (size: CGSize, file: LottieFile, placing: LottieImagePlacing?)
    switch document.assets[name] {
    case .image(let size, let file, let placing)?: asset = (size, file, placing)
    // A film need not have a size in the file.
    case .sound(let file)? where layer.content.isFilm: asset = (.zero, file, nil)
    default:
      reading.note("no image '\(name.excerpt)'; the layer is left out", at: layer.path, topic: .missingFile)
      return nil
    }
    let shown = CALayer.carrier()
    shown.bounds.size = asset.size
    let (file, place) = (asset.file, SourceLocation(file: reading.file))
    let placing = imagePlacing(of: name, asset.placing)
    let picture = try tolerated(file) { () throws(SceneFileError) in
      try images.picture(folder: file.folder, name: file.name, in: resources, from: place)
    }
    guard let picture else { return nil }
    switch picture {
    case .image(let image)?: placing.place(CGSize(width: image.width, height: image.height), in: shown).contents = image
    case .film(let name, let source)?:
      let course = course(of: layer, remap: remap, in: composition)
      clips.append(
        SceneClip(name: name, source: source, course: course, duration: document.duration, ending: .hold) {
          placing.place($0, in: shown)
        })
    case nil:
      reading.note("no file '\(file.name.excerpt)'; the layer is drawn without it", at: file.path, topic: .missingFile)
      return nil
    }
    return shown
  }

  /// Reads a file that the document names. Nil, with a note, if unreadable; throws for a too large one or the user's.
  func tolerated<Value>(
    _ file: LottieFile, _ read: () throws(SceneFileError) -> Value
  ) throws(SceneFileError) -> Value? {
    do throws(SceneFileError) {
      return try read()
    } catch {
      guard error.kind != .tooLarge, !LottieReplacedFiles.isOne(file.name) else { throw error }
      reading.note("\(error.message); it is left out", at: file.path, topic: .missingFile)
      return nil
    }
  }

  /// Returns the placing of an image in its rectangle: the user's, the document's, or the imitated player's.
  func imagePlacing(of name: String, _ own: LottieImagePlacing?) -> LottieImagePlacing {
    if let fit = replacements.imageFits[name] ?? replacements.imageFit { return LottieImagePlacing(fit) }
    return reading.imitating == .lottieIOS ? LottieImagePlacing(.fill) : own ?? LottieImagePlacing(.cover)
  }

  func blendMode(_ layer: LottieLayer) -> String? {
    guard layer.blendMode != 0 else { return nil }
    let names = [
      "multiply", "screen", "overlay", "darken", "lighten", "colorDodge", "colorBurn", "hardLight", "softLight",
      "difference", "exclusion", "hue", "saturation", "color", "luminosity",
    ]
    if names.indices.contains(layer.blendMode - 1) { return names[layer.blendMode - 1] + "BlendMode" }
    // 16 is addition; 17, hard mix, has no counterpart.
    if layer.blendMode == 16 { return "plusL" }
    reading.note("blend mode \(layer.blendMode) is drawn as the usual one", at: layer.path)
    return nil
  }

  // The layers of a document, composition by composition.
  //
  //   composition    a layer of the composition's size that clips
  //     matte        a layer with a mask, if another layer is its matte
  //       parents    a layer for each animated parent; constant ones are multiplied into one
  //         layer    the transform, the opacity, the times between which it is shown
  //           effects, masks
  //             content: shapes, a picture, a colour, text, another composition
  //
  // All animations run by the root layer's time, 0 at the film's first frame. A layer with a transform has bounds of
  // one point by one, so that its `anchorPoint` equals Lottie's anchor.

  /// The greatest depth of compositions inside each other.
  private static let compositionDepth = 64

  /// Makes the film's layer, of the document's size, with y down from the top left.
  func makeRoot() throws(SceneFileError) -> CALayer {
    let timeline = Timeline(inPoint: document.inPoint, frameRate: document.frameRate, duration: document.duration)
    let root = CALayer()
    root.bounds = CGRect(origin: .zero, size: document.size)
    root.position = CGPoint(x: document.size.width / 2, y: document.size.height / 2)
    root.masksToBounds = true
    isolate(root, with: document.layers)
    root.sublayers = try makeLayers(
      of: Composition(document.layers, size: document.size, timeline: timeline, names: []))
    return root
  }

  func makeLayers(of composition: Composition) throws(SceneFileError) -> [CALayer] {
    var result: [CALayer] = []
    for (offset, layer) in composition.layers.enumerated().reversed() where !layer.isMatteSource {
      let made = try makeLayer(layer, in: composition)
      guard !composition.timeline.budget.isExceeded else {
        throw reading.tooLarge(
          "the layers up to here have more than \(SampleBudget.most) points that are computed for each frame",
          at: layer.path)
      }
      guard let drawn = made else { continue }
      let cut = try makeMatted(drawn, layer, at: offset, in: composition)
      if let blend = blendMode(layer) { cut.compositingFilter = blend }
      result.append(cut)
    }
    return result
  }

  /// Makes the layer of another composition's content.
  func makeComposition(
    _ name: String, size: CGSize, of layer: LottieLayer, remap: Track<Double>?, in parent: Composition
  ) throws(SceneFileError) -> CALayer? {
    guard case .composition(let layers)? = document.assets[name] else {
      reading.note("no composition '\(name.excerpt)'; the layer is left out", at: layer.path)
      return nil
    }
    guard !parent.names.contains(name) else {
      reading.note("the composition '\(name.excerpt)' shows itself; the layer in it is left out", at: layer.path)
      return nil
    }
    guard parent.names.count < Self.compositionDepth else {
      throw reading.malformed("compositions lie in each other more than 64 deep", at: layer.path)
    }
    try reading.takeLayers(layers.count, at: layer.path)
    let timeline =
      remap.map { [rate = document.frameRate] in
        parent.timeline.nested(
          remap: $0.map { $0 * rate }, end: reading.imitating == nil ? layer.outPoint : nil,
          isByFrames: reading.imitating == .lottieIOS)
      }
      ?? parent.timeline.nested(start: layer.start, stretch: layer.stretch)
    let clip = CALayer()
    clip.anchorPoint = .zero
    clip.bounds = CGRect(origin: .zero, size: size == .zero ? parent.size : size)
    clip.masksToBounds = true
    isolate(clip, with: layers)
    clip.sublayers = try makeLayers(
      of: Composition(layers, size: clip.bounds.size, timeline: timeline, names: parent.names + [name]))
    return clip
  }

  /// Makes a composition whose layers have blend modes a group, so that they do not blend with the layers below it.
  private func isolate(_ composition: CALayer, with layers: [LottieLayer]) {
    guard reading.imitating == nil, layers.contains(where: { $0.blendMode != 0 }) else { return }
    // A filter makes it a group.
    composition.filters = [CAFilter.almostNothing]
  }
}
