// The pictures of shadows, kept from frame to frame by what they depend on. A picture that is found again costs
// nothing: its bitmap is the same one, and the renderer has it as a texture.

import CoreGraphics

/// Patches of rounded rectangles and pictures of paths.
struct ShadowCache {
  /// A patch as a texture.
  struct Patch {
    var bitmap: Bitmap
    var columns: ShadowAxis
    var rows: ShadowAxis
    fileprivate var lastFrame: UInt64
  }

  struct PathEntry {
    var picture: PathShadow?
    fileprivate var lastFrame: UInt64
  }

  private struct PathKey: Hashable {
    var path: PathIdentity
    var request: PathShadow.Request
  }

  private var patches: [ShadowShape: Patch] = [:]
  private var paths: [PathKey: PathEntry] = [:]
  private var frame: UInt64 = 0
  /// How many pictures of this frame were there already, and how many had to be made.
  private(set) var found = 0
  private(set) var made = 0

  /// Pictures are kept for so many frames without being asked for.
  private static let keptFrames: UInt64 = 60
  /// Beyond so many bytes only those of the last frame are kept.
  private static let budget = 32 << 20
  private var bytes = 0

  mutating func beginFrame() {
    frame += 1
    found = 0
    made = 0
    // Now and then, as looking through all of them takes time; at once where they take too much room.
    guard frame % 16 == 0 || bytes > Self.budget else { return }
    let kept = bytes > Self.budget ? 1 : Self.keptFrames
    patches = patches.filter { $0.value.lastFrame + kept >= frame }
    paths = paths.filter { $0.value.lastFrame + kept >= frame }
    bytes = patches.values.reduce(0) { $0 + $1.bitmap.pixels.count }
    bytes += paths.values.reduce(0) { $0 + ($1.picture?.bitmap.pixels.count ?? 0) }
  }

  mutating func patch(of shape: ShadowShape) -> Patch {
    if let index = patches.index(forKey: shape) {
      found += 1
      patches.values[index].lastFrame = frame
      return patches.values[index]
    }
    made += 1
    let picture = ShadowPatch(shape)
    let bitmap = Bitmap(
      width: picture.columns.count, height: picture.rows.count, format: .coverage, pixels: picture.coverage)
    let patch = Patch(bitmap: bitmap, columns: picture.columns, rows: picture.rows, lastFrame: frame)
    patches[shape] = patch
    bytes += bitmap.pixels.count
    return patch
  }

  /// The picture of a path; nil for an empty one, and where there is no memory for it. Equal paths have one picture.
  mutating func picture(
    of path: CGPath, _ request: PathShadow.Request, _ budget: inout PictureBudget
  ) -> PathShadow? {
    let key = PathKey(path: PathIdentity(path: path), request: request)
    if let index = paths.index(forKey: key) {
      let entry = paths.values[index]
      // The limit is that of all that a frame shows, whatever was made before.
      if let bitmap = entry.picture?.bitmap, entry.lastFrame < frame,
        !budget.take(bitmap.width, bitmap.height, .coverage)
      {
        return nil
      }
      found += 1
      paths.values[index].lastFrame = frame
      return entry.picture
    }
    let grid = PathShadow.Grid(path, request)
    if let grid, !budget.take(grid.width, grid.height, .coverage) { return nil }
    made += 1
    let picture = grid.map { PathShadow(path, request, on: $0) }
    bytes += picture?.bitmap.pixels.count ?? 0
    paths[key] = PathEntry(picture: picture, lastFrame: frame)
    return picture
  }
}
