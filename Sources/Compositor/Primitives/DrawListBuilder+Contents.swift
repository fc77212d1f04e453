// Contents: a layer's image becomes one rectangle, or nine if contentsCenter keeps the corners. An image that is drawn
// smaller than half its size is read from its ladder (see ``Minification``).

import CoreGraphics
import QuartzCore

extension DrawListBuilder {
  /// Draws contents within `area`, the part of the plane that may be drawn: the bounds of a layer that clips.
  mutating func draw(
    _ contents: ContentsPlacement, of image: ContentsImage, firstRowAtMinY: Bool, toPixels: Homography, area: Box?,
    edges: CAEdgeAntialiasingMask, opacity: Float, _ clip: Clip,
    _ ladders: inout ImageLadders
  ) {
    let whole = contents.destination
    let outer = area.map(whole.intersection) ?? whole
    contents.forEachCell(of: image) { cell in
      var source = cell.source
      var destination = cell.destination
      if !firstRowAtMinY {
        // Rows run against y: the cell moves to the mirrored place, and its texture runs backward.
        destination.minY = whole.minY + whole.maxY - cell.destination.maxY
        destination.maxY = whole.minY + whole.maxY - cell.destination.minY
        (source.minY, source.maxY) = (source.maxY, source.minY)
      }
      let box = area.map { destination.intersection($0) } ?? destination
      guard !box.isEmpty, !destination.isEmpty else { return }
      var paint = Paint(color: SIMD4(repeating: opacity))
      paint.textureMap = TextureMap(destination, to: source)
      paint.textureIsOpaque = image.isOpaque
      setTexture(of: &paint, contents, image, in: box, toPixels, &ladders)
      var rectangle = Rectangle(box: box, toPixels: toPixels, edges: edges)
      // A pixel on an edge between cells belongs to the cell of its centre.
      if box.minX > outer.minX { rectangle.edges.remove(.layerLeftEdge) }
      if box.maxX < outer.maxX { rectangle.edges.remove(.layerRightEdge) }
      if box.minY > outer.minY { rectangle.edges.remove(.layerBottomEdge) }
      if box.maxY < outer.maxY { rectangle.edges.remove(.layerTopEdge) }
      fill(rectangle, paint, clip)
    }
  }

  /// Chooses the texture that the image is read from.
  private mutating func setTexture(
    of paint: inout Paint, _ contents: ContentsPlacement, _ image: ContentsImage, in box: Box,
    _ toPixels: Homography, _ ladders: inout ImageLadders
  ) {
    let magnified: TextureFilter = contents.nearestMagnification ? .nearest : .linear
    let minification = contents.minification(paint.textureMap, of: image, in: box, toPixels)
    switch minification {
    case .whole where showsPixelsAsTheyAre(paint.textureMap, image, toPixels):
      paint.texture = .image(image.index, magnified: .nearest, minified: .nearest)
    case .whole:
      paint.texture = .image(
        image.index, magnified: magnified, minified: contents.nearestMinification ? .nearest : .linear)
    case .step(let step):
      paint.texture = texture(of: ladders.bitmap(step, of: image.image, isDeep: isDeep), .linear)
    case .mixed(let larger, let smaller, let weight):
      paint.texture =
        larger == .whole
        ? .image(image.index, magnified: .linear, minified: .linear)
        : texture(of: ladders.bitmap(larger, of: image.image, isDeep: isDeep), .linear)
      paint.backdrop = texture(of: ladders.bitmap(smaller, of: image.image, isDeep: isDeep), .linear)
      paint.features = .levels
      paint.detail = weight
    case .mipmaps(let bias):
      paint.texture = .image(image.index, magnified: magnified, minified: .trilinear)
      guard bias != 0 else { break }
      paint.features = .biased
      paint.detail = bias
    }
  }

  /// Whether each pixel of the image falls on one of the target: then nearest is the same as filtering, and cheaper.
  private func showsPixelsAsTheyAre(_ map: TextureMap, _ image: ContentsImage, _ toPixels: Homography) -> Bool {
    guard toPixels.isScaleAndTranslation else { return false }
    let seen = map.seenThrough(toPixels)
    guard abs(abs(seen.scaleX) * image.width - 1) < 1e-9, abs(abs(seen.scaleY) * image.height - 1) < 1e-9 else {
      return false
    }
    let (x, y) = (seen.offsetX * image.width, seen.offsetY * image.height)
    return abs(x - x.rounded()) < 1e-6 && abs(y - y.rounded()) < 1e-6
  }
}

extension ContentsPlacement {
  struct Cell {
    var destination: Box
    /// The part in fractions of the whole image.
    var source: Box
  }

  /// Visits the cells to draw: the whole, or nine of which the middle ones stretch.
  func forEachCell(of image: ContentsImage, _ body: (Cell) -> Void) {
    guard center != Self.unit else { return body(Cell(destination: destination, source: source)) }
    let columns = slices(
      to: (destination.minX, destination.maxX), from: (source.minX, source.maxX), center: (center.minX, center.maxX),
      pixels: image.width)
    let rows = slices(
      to: (destination.minY, destination.maxY), from: (source.minY, source.maxY), center: (center.minY, center.maxY),
      pixels: image.height)
    for row in rows.indices {
      for column in columns.indices {
        let (x, y) = (columns[column], rows[row])
        body(
          Cell(
            destination: Box(x.to.0, y.to.0, x.to.1, y.to.1), source: Box(x.from.0, y.from.0, x.from.1, y.from.1)))
      }
    }
  }

  /// Cuts one axis in three: the outer slices keep their size of the image, or share the length if it is too short; the
  /// inner one takes the rest. A centre narrower than a pixel is widened to one.
  private func slices(
    to: (Double, Double), from: (Double, Double), center: (Double, Double), pixels: Double
  ) -> InlineArray<3, (to: (Double, Double), from: (Double, Double))> {
    let shown = from.1 - from.0
    let minimum = 1 / max(pixels * shown, 1)
    var c0 = min(max(center.0, 0), 1)
    var c1 = min(max(center.1, 0), 1)
    if c1 - c0 < minimum {
      let middle = (c0 + c1) / 2
      c0 = min(max(middle - minimum / 2, 0), 1 - minimum)
      c1 = c0 + minimum
    }
    var head = c0 * shown * pixels * pointsPerPixel
    var tail = (1 - c1) * shown * pixels * pointsPerPixel
    let length = to.1 - to.0
    if head + tail > length {
      let factor = length / (head + tail)
      head *= factor
      tail *= factor
    }
    return [
      ((to.0, to.0 + head), (from.0, from.0 + c0 * shown)),
      ((to.0 + head, to.1 - tail), (from.0 + c0 * shown, from.0 + c1 * shown)),
      ((to.1 - tail, to.1), (from.0 + c1 * shown, from.1)),
    ]
  }
}
