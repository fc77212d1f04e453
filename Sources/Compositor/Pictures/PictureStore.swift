// Tested by PictureBudgetTests, CornerPatchTests, ShadowPatchTests and RasterTests.

import CoreGraphics

/// The pictures that the CPU draws once for frames and keeps for those after them, with the limits of their memory: for
/// one frame, and for pictures that are kept besides it.
struct PictureStore {
  var shapes = ShapePictures()
  var texts = TextPictures()
  var paintings = PaintedPictures()
  var shadows = ShadowCache()
  var gradients = GradientCache(keptFrames: 60)
  var ladders = ImageLadders(keptFrames: 60)
  private var budget = PictureBudget()
  /// Tiles of tiled layers that were drawn for the frame, and that were there.
  var tiles = (made: 0, found: 0)

  init() { shareOut() }

  /// The most bytes that the pictures of a frame may take, textures included. Kept pictures have their share.
  var limit: Int {
    get { budget.limit }
    set {
      budget.limit = newValue
      shareOut()
      SpareBytes.limit(to: newValue)
    }
  }

  /// The most bytes of pictures that are kept besides a frame's, however much a frame may take. Default: no limit.
  var keptLimit = Int.max { didSet { shareOut() } }

  private mutating func shareOut() {
    let limit = min(limit, keptLimit)
    shapes.table.pictures.budget = CacheBudget.shapes.bytes(within: limit)
    texts.table.pictures.budget = CacheBudget.texts.bytes(within: limit)
    paintings.table.pictures.budget = CacheBudget.paintings.bytes(within: limit)
    shadows.patches.budget = CacheBudget.shadowPatches.bytes(within: limit)
    shadows.paths.budget = CacheBudget.shadowPaths.bytes(within: limit)
    gradients.budget = CacheBudget.gradients.bytes(within: limit)
    ladders.budget = CacheBudget.ladders.bytes(within: limit)
  }

  /// Bytes of all pictures.
  var bytes: Int {
    shapes.table.pictures.bytes + texts.table.pictures.bytes + paintings.table.pictures.bytes + shadows.patches.bytes
      + shadows.paths.bytes + gradients.bytes + ladders.bytes
  }

  mutating func beginFrame() {
    budget.beginFrame()
    tiles = (0, 0)
  }

  mutating func rasterizeShapes() { shapes.rasterize(&budget) }

  mutating func rasterizeTexts() { texts.rasterize(&budget) }

  mutating func paint() { paintings.paint(&budget, shapes) }

  /// Returns the number of a painting of a shape, and perhaps of one over it; nil if their coverage is to be tinted.
  mutating func painting(
    of lower: (shape: Int, color: SIMD4<Float>), under upper: (shape: Int, color: SIMD4<Float>)? = nil
  ) -> Int? {
    paintings.number(of: lower, under: upper, &shapes)
  }

  /// Returns the picture of a path's shadow; nil for an empty one, and without memory for it.
  mutating func shadow(of path: CGPath, _ request: PathShadow.Request) -> PathShadow? {
    shadows.picture(of: path, request, &budget)
  }

  func count(in list: inout DrawList) {
    list.leftOutBytes = budget.leftOut
    list.counters.shadowPicturesFound = shadows.found
    list.counters.shadowPicturesMade = shadows.made
    list.counters.shapesMade = shapes.rasterizedCount + paintings.outlineCount
    list.counters.shapesFound = shapes.foundCount
    list.counters.paintedPictures = paintings.madeCount
    list.counters.textsMade = texts.madeCount
    list.counters.textsFound = texts.foundCount
    list.counters.textsLaidOut = texts.laidOutCount
    list.counters.glyphsMade = texts.glyphCount
    (list.counters.tilesMade, list.counters.tilesFound) = tiles
  }

  mutating func endFrame() {
    shapes.endFrame()
    texts.endFrame()
    paintings.endFrame()
    shadows.endFrame()
    gradients.endFrame()
    ladders.endFrame()
  }
}

/// The memory for one frame's pictures that the CPU draws: coverage of shapes, shadows of paths, text. They are made
/// before there is a draw list to count; from the first that does not fit on, they are left out and counted.
struct PictureBudget {
  /// The most bytes; by default without a limit.
  var limit = Int.max
  private var taken = 0.0
  /// Bytes of the pictures that were not made.
  private(set) var leftOut = 0.0

  mutating func beginFrame() { (taken, leftOut) = (0, 0) }

  /// Takes the memory of a picture; returns false if not enough is left.
  mutating func take(_ width: Int, _ height: Int, _ format: Texels.Format) -> Bool {
    let bytes = Texels.memory(width, height, format)
    guard leftOut == 0, taken + bytes <= Double(limit) else {
      leftOut += bytes
      return false
    }
    taken += bytes
    return true
  }
}
