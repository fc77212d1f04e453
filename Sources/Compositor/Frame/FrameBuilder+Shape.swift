// Shapes: fill, then stroke, each as a rectangle, a ring, or a picture that is drawn as an image on whole pixels. Both
// are painted with their colours as one picture; copies and large pictures are coverage that is tinted.

import CoreGraphics
import Coverage
import Foundation
import QuartzCore

extension FrameBuilder {
  /// Decides how each shape of the scene is drawn, and rasterises the new pictures.
  func prepareShapes(_ tree: RenderTree) {
    shown.removeShapes()
    guard !tree.shapes.isEmpty else { return }
    for layer in scene.layers {
      guard !layer.draws.isDisjoint(with: .shape), let look = tree.shapes[layer.slot] else {
        shown.addShape(nil)
        continue
      }
      var parts = ShapeParts()
      if look.isFilled {
        parts.fill = ShapePart(filling: look, layer.toPixels) ?? picture(look, .fill(look.fillRule), layer)
      }
      if look.isStroked {
        parts.stroke = ShapePart(stroking: look, layer.toPixels) ?? picture(look, .stroke(look.stroke), layer)
      }
      shown.addShape(parts)
    }
    if builder.options.has(.painting) { paintShapes(tree) }
    for parts in shown.parts {
      for case .picture(let number, _, _) in [parts.fill, parts.stroke] { pictures.shapes.want(number) }
    }
    pictures.rasterizeShapes()
  }

  /// Decides which pictures are painted with their colours.
  private func paintShapes(_ tree: RenderTree) {
    /// The index behind the subtree whose layers' parts are translucent one by one.
    var translucentEnd = 0
    for (index, layer) in scene.layers.enumerated() {
      if layer.opacity < 1 || layer.transition >= 0 || layer.space >= 0 {
        translucentEnd = max(translucentEnd, Int(layer.end))
      }
      guard let part = shown.shape(of: index), layer.isDrawnOnce, let look = tree.shapes[layer.slot] else { continue }
      shown.parts[part] = painted(
        shown.parts[part], look, isGroup: index >= translucentEnd || layer.reasons.contains(.groupOpacity))
    }
  }

  /// Returns the parts of a shape with their pictures painted: as one if `isGroup`, when both together are opaque.
  private func painted(_ parts: ShapeParts, _ look: ShapeLook, isGroup: Bool) -> ShapeParts {
    // Paintings have bytes.
    guard !builder.isDeep else { return parts }
    let (fillColor, strokeColor) = (builder.limited(look.fillColor), builder.limited(look.strokeColor))
    var parts = parts
    if isGroup, case .picture(let fill, let x, let y) = parts.fill, case .picture(let stroke, x, y) = parts.stroke,
      let number = pictures.painting(of: (fill, fillColor), under: (stroke, strokeColor))
    {
      return ShapeParts(fill: .painted(number, x: x, y: y))
    }
    func painted(_ part: ShapePart, _ color: SIMD4<Float>) -> ShapePart {
      guard case .picture(let picture, let x, let y) = part,
        let number = pictures.painting(of: (picture, color))
      else { return part }
      return .painted(number, x: x, y: y)
    }
    parts.fill = painted(parts.fill, fillColor)
    parts.stroke = painted(parts.stroke, strokeColor)
    return parts
  }

  private func picture(_ look: ShapeLook, _ paint: ShapePaint, _ layer: FlatLayer) -> ShapePart {
    guard
      let (key, x, y) = ShapePictureKey.make(
        look.path, paint, layer.toPixels, area: look.area, visible: layer.bounds)
    else { return .nothing }
    return .picture(pictures.shapes.number(of: key), x: x, y: y)
  }

  func drawShape(of drawn: LayerDraw) {
    guard let shape = drawn.tree.shapes[drawn.layer.slot], let parts = shown.shapeParts(of: drawn.index) else { return }
    let clip = scene.clip(inside: drawn.layer, drawn.look)
    draw(parts.fill, color: shape.fillColor, opacity: drawn.opacity, clip)
    draw(parts.stroke, color: shape.strokeColor, opacity: drawn.opacity, clip)
  }

  private func draw(_ part: ShapePart, color: SIMD4<Float>, opacity: Float, _ clip: Clip) {
    let color = builder.limited(color * opacity)
    switch part {
    case .nothing: return
    case .rectangle(let rectangle): builder.fill(rectangle, Paint(color: color), clip)
    case .ring(let rectangle, let width): builder.stroke(rectangle, width: width, color: color, clip)
    case .picture(let number, let x, let y): draw(pictures.shapes[number], x, y, color: color, clip)
    case .painted(let number, let x, let y): draw(pictures.paintings[number], x, y, color: .one * opacity, clip)
    }
  }

  /// Draws a picture at whole pixels, one of its pixels to one of the target's.
  func draw(
    _ picture: PackedPicture, _ x: Int, _ y: Int, color: SIMD4<Float>, _ clip: Clip, blend: BlendState = .sourceOver
  ) {
    guard let atlas = picture.atlas else { return }
    let pixels = picture.box.moved(byX: x, y: y)
    let box = Box(Double(pixels.minX), Double(pixels.minY), Double(pixels.maxX), Double(pixels.maxY))
    var paint = Paint(color: color, texture: builder.texture(of: atlas, .nearest))
    let (width, height) = (Double(atlas.width), Double(atlas.height))
    paint.textureMap = TextureMap(
      box,
      to: Box(
        Double(picture.x) / width, Double(picture.y) / height, (Double(picture.x) + box.width) / width,
        (Double(picture.y) + box.height) / height))
    paint.textureIsOpaque = false
    paint.blend = blend
    builder.fill(Rectangle(box: box, toPixels: .identity, edges: []), paint, clip)
  }
}

extension FlatLayer {
  /// Whether the layer is neither a replicator's copy nor tinted by one: copies share their coverage.
  var isDrawnOnce: Bool { copy == 0 && tint < 0 }
}

// Shape parts: a rectangle or ring if the path is one and the primitive exact or much cheaper, else coverage.

/// The drawing of a shape's fill or stroke.
enum ShapePart {
  case nothing
  case rectangle(Rectangle)
  /// The ring inside of a rectangle, with its width in the plane.
  case ring(Rectangle, Double)
  /// Coverage, by its number in the pictures; moved by whole pixels.
  case picture(Int, x: Int, y: Int)
  /// Coverage with its colours, by its number in the painted pictures; moved by whole pixels.
  case painted(Int, x: Int, y: Int)
}

struct ShapeParts {
  var fill = ShapePart.nothing
  var stroke = ShapePart.nothing
}

extension ShapePart {
  /// From so many pixels on, a picture's exact rounded or turned edges (a rectangle's: within 18/255) cost too much.
  private static let largeArea = 128.0 * 128

  /// The fill as a rectangle; nil if it needs a picture.
  init?(filling look: ShapeLook, _ toPixels: Homography) {
    guard let simple = look.simple else { return nil }
    let rectangle = Rectangle(box: Box(simple.rect), toPixels: toPixels, radii: SIMD4<Float>(simple.radii))
    guard rectangle.isCheaperThanPicture(Self.largeArea) else { return nil }
    self = .rectangle(rectangle)
  }

  /// The stroke as a ring; nil if it needs a picture.
  init?(stroking look: ShapeLook, _ toPixels: Homography) {
    let stroke = look.stroke
    guard let simple = look.simple, simple.isClosed, stroke.isPlain else { return nil }
    let half = stroke.width / 2
    var radii = simple.radii
    for corner in 0..<4 {
      if radii[corner] > 0 {
        radii[corner] += half
      } else {
        switch stroke.join {
        // A right corner's miter is the square root of 2 line widths long.
        case .miter where stroke.miterLimit > 1.415: break
        case .round: radii[corner] = half
        default: return nil
        }
      }
    }
    let outer = Rectangle(
      box: Box(simple.rect).insetBy(-half), toPixels: toPixels, radii: SIMD4<Float>(radii))
    guard outer.isCheaperThanPicture(Self.largeArea) else { return nil }
    // A stroke wider than the rectangle leaves no hole.
    let hasHole = min(simple.rect.width, simple.rect.height) > stroke.width
    self = hasHole ? .ring(outer, stroke.width) : .rectangle(outer)
  }
}

extension Rectangle {
  /// Whether the rectangle primitive is better: with upright and sharp edges it is exact, and a large one is worth its
  /// error, which is that of every layer's edges.
  fileprivate func isCheaperThanPicture(_ largeArea: Double) -> Bool {
    if toPixels.isScaleAndTranslation {
      if radii == .zero { return true }
      // Ellipses at the corners are beyond the cheap forms of the primitive.
      guard abs(abs(toPixels.m11) - abs(toPixels.m22)) < 1e-6 * abs(toPixels.m11) else { return false }
    }
    return toPixels.visibleBounds(box).map { $0.area >= largeArea } ?? false
  }
}

/// The pictures that the layers of a scene show, by the layers' indices: found for all layers before the first is
/// drawn, so that the new ones are made together.
struct ShownPictures {
  /// The drawn parts of the shapes.
  var parts: [ShapeParts] = []
  /// The index of each layer's shape parts, or -1; empty without shapes.
  private var shapes: [Int32] = []
  /// The number of each layer's text, or -1; empty without texts.
  var texts: [Int32] = []
  /// The number of the painting of each layer's text, or -1; empty if no text is painted.
  var paintings: [Int32] = []

  /// Returns the index of the parts of a layer's shape; nil for a layer without a shape.
  func shape(of layer: Int) -> Int? { shapes.isEmpty || shapes[layer] < 0 ? nil : Int(shapes[layer]) }

  /// Returns the parts of a layer's shape; nil for a layer without a shape.
  func shapeParts(of layer: Int) -> ShapeParts? { shape(of: layer).map { parts[$0] } }

  mutating func addShape(_ shape: ShapeParts?) {
    shapes.append(shape == nil ? -1 : Int32(parts.count))
    if let shape { parts.append(shape) }
  }

  mutating func removeShapes() {
    parts.removeAll(keepingCapacity: true)
    shapes.removeAll(keepingCapacity: true)
  }

  mutating func removeTexts() {
    texts.removeAll(keepingCapacity: true)
    paintings.removeAll(keepingCapacity: true)
  }
}
