import CoreGraphics

/// The pictures of shadows, patches of rounded rectangles and pictures of paths, kept from frame to frame. A found
/// picture costs nothing: its bitmap is the same, and the renderer has it as a texture.
struct ShadowCache {
  /// A patch as a texture.
  struct Patch {
    var bitmap: Texels
    var columns: ShadowAxis
    var rows: ShadowAxis
  }

  struct PathKey: Hashable {
    var path: PathIdentity
    var request: PathShadow.Request
  }

  var patches = FrameCache<ShadowShape, Patch>(keptFrames: 60)
  /// The pictures of paths; nil for a path that casts no shadow.
  var paths = FrameCache<PathKey, PathShadow?>(keptFrames: 60)
  /// The counts of pictures of this frame that were found, and made.
  private(set) var found = 0
  private(set) var made = 0

  mutating func endFrame() {
    (found, made) = (0, 0)
    patches.endFrame()
    paths.endFrame()
  }

  mutating func patch(of shape: ShadowShape) -> Patch {
    if let patch = patches.value(of: shape) {
      found += 1
      return patch
    }
    made += 1
    let picture = ShadowPatch(shape)
    let bitmap = Texels(
      width: picture.columns.count, height: picture.rows.count, format: .coverage, pixels: picture.coverage)
    let patch = Patch(bitmap: bitmap, columns: picture.columns, rows: picture.rows)
    patches.keep(patch, bytes: bitmap.pixels.count, under: shape)
    return patch
  }

  /// Returns the picture of a path; nil for an empty one, and without memory for it. Equal paths have one picture.
  mutating func picture(
    of path: CGPath, _ request: PathShadow.Request, _ budget: inout PictureBudget
  ) -> PathShadow? {
    let key = PathKey(path: PathIdentity(path: path), request: request)
    if let number = paths.known(key) {
      // The limit counts all that a frame shows, whatever was made before.
      if let bitmap = paths[number]?.bitmap, !paths.isOfThisFrame(number),
        !budget.take(bitmap.width, bitmap.height, .coverage)
      {
        return nil
      }
      found += 1
      return paths.value(of: key) ?? nil
    }
    let grid = PathShadow.Grid(path, request)
    if let grid, !budget.take(grid.width, grid.height, .coverage) { return nil }
    made += 1
    let picture = grid.map { PathShadow(path, request, on: $0) }
    paths.keep(picture, bytes: picture?.bitmap.pixels.count ?? 0, under: key)
    return picture
  }
}
