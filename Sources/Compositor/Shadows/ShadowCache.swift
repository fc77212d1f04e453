// The pictures of shadows, kept from frame to frame by what they depend on. A picture that is found again costs nothing:
// its bitmap is the same one, and the renderer has it as a texture.

import CoreGraphics

/// Tiles of rounded rectangles and pictures of paths.
struct ShadowCache {
  /// A tile as a texture.
  struct Tile {
    var bitmap: Bitmap
    var columns: ShadowAxis
    var rows: ShadowAxis
    fileprivate var lastFrame: UInt64
  }

  struct PathEntry {
    var picture: PathShadow?
    /// Keeps the path, so that its identity stays its own.
    fileprivate var path: CGPath
    fileprivate var lastFrame: UInt64
  }

  private struct PathKey: Hashable {
    var path: ObjectIdentifier
    var request: PathShadow.Request
  }

  private var tiles: [ShadowShape: Tile] = [:]
  private var paths: [PathKey: PathEntry] = [:]
  private var frame: UInt64 = 0
  /// How many pictures of this frame were there already, and how many had to be made.
  private(set) var found = 0
  private(set) var made = 0

  /// Pictures are kept for so many frames without being asked for.
  private static let keptFrames: UInt64 = 60

  mutating func beginFrame() {
    frame += 1
    found = 0
    made = 0
    // Now and then, as looking through all of them takes time.
    guard frame % 16 == 0 else { return }
    tiles = tiles.filter { $0.value.lastFrame + Self.keptFrames > frame }
    paths = paths.filter { $0.value.lastFrame + Self.keptFrames > frame }
  }

  mutating func tile(of shape: ShadowShape) -> Tile {
    if let index = tiles.index(forKey: shape) {
      found += 1
      tiles.values[index].lastFrame = frame
      return tiles.values[index]
    }
    made += 1
    let picture = ShadowTile(shape)
    let bitmap = Bitmap(
      width: picture.columns.count, height: picture.rows.count, format: .coverage, pixels: picture.coverage)
    let tile = Tile(bitmap: bitmap, columns: picture.columns, rows: picture.rows, lastFrame: frame)
    tiles[shape] = tile
    return tile
  }

  /// The picture of a path; nil for an empty one.
  mutating func picture(of path: CGPath, _ request: PathShadow.Request) -> PathShadow? {
    let key = PathKey(path: ObjectIdentifier(path), request: request)
    if let index = paths.index(forKey: key) {
      found += 1
      paths.values[index].lastFrame = frame
      return paths.values[index].picture
    }
    made += 1
    let picture = PathShadow(path, request)
    paths[key] = PathEntry(picture: picture, path: path, lastFrame: frame)
    return picture
  }
}
