// Tiles are drawn on threads of their own when a frame needs them, and kept until they are marked, their place in the
// layer changes, or there is no room. A frame waits for its tiles, so that it does not depend on the machine's speed.
//
// A level has 2^level times the layer's contentsScale pixels to a point. Its grid begins at the origin of the layer's
// coordinates; a tile is the part of a cell that lies in the bounds, in whole pixels.

package import CoreGraphics
import Foundation
import Synchronization

package struct LayerTile: Hashable, Sendable {
  struct Place: Hashable {
    var level: Int
    var column: Int
    var row: Int
  }

  var place: Place
  /// Pixels to a point.
  package var density: Double
  /// The left edge, in pixels of the level from the origin of the layer's coordinates.
  package var x: Int
  package var y: Int
  package var width: Int
  package var height: Int

  package init(
    level: Int, column: Int, row: Int, density: Double, x: Int, y: Int, width: Int, height: Int
  ) {
    place = Place(level: level, column: column, row: row)
    (self.density, self.x, self.y, self.width, self.height) = (density, x, y, width, height)
  }

  var rect: CGRect {
    CGRect(
      x: Double(x) / density, y: Double(y) / density, width: Double(width) / density, height: Double(height) / density)
  }
}

package struct TileStyle: Hashable, Sendable {
  package var isOpaque: Bool
  package var isGray: Bool
  /// Whether the first row of pixels lies at minimum y.
  package var isYDown: Bool

  package init(isOpaque: Bool, isGray: Bool, isYDown: Bool) {
    (self.isOpaque, self.isGray, self.isYDown) = (isOpaque, isGray, isYDown)
  }
}

/// Draws and keeps the tiles of one layer.
package final class TileSource: @unchecked Sendable {
  // Unchecked Sendable: `condition` guards the mutable state; the layer's class promises to draw on any thread.

  package struct Picture: Sendable {
    package var image: CGImage?
    /// The time of the first frame that showed it, in the clock's time.
    package var firstShown: CFTimeInterval
    package var isNew: Bool
  }

  private struct Entry {
    var tile: LayerTile
    var style: TileStyle
    var image: CGImage?
    var firstShown: CFTimeInterval
    var lastFrame: UInt64
  }

  /// The duration of a tile's fade-in, in seconds, for frames in which tiles fade in.
  package let fadeDuration: CFTimeInterval
  private weak var layer: CATiledLayer?
  private let condition = NSCondition()
  private var entries: [LayerTile.Place: Entry] = [:]
  private var drawing: Set<LayerTile.Place> = []
  private var marks = DirtyArea()
  private var markCount: UInt64 = 0
  private var frame: UInt64 = 0
  /// The maximum of pixels that are kept, unless one frame shows more: 256 MiB.
  private static let mostPixels = 64 << 20

  init(_ layer: CATiledLayer) {
    self.layer = layer
    fadeDuration = type(of: layer).fadeDuration()
  }

  /// A number that changes whenever tiles are marked.
  package var version: UInt64 { locked { markCount } }

  /// The number of tiles that are kept, drawn or empty.
  package var count: Int { locked { entries.count } }

  /// The images of the tiles that are kept, in no order.
  package var images: [CGImage] { locked { entries.values.compactMap(\.image) } }

  /// Marks the tiles that touch a rectangle of the layer as out of date; nil marks all.
  func mark(_ rect: CGRect?) { locked { marks.add(rect) } }

  /// Releases the tiles that were marked; all if none was.
  func dropMarked() {
    locked {
      if let area = marks.part {
        entries = entries.filter { !$0.value.tile.rect.intersects(area) }
      } else {
        entries = [:]
      }
      marks = DirtyArea()
      markCount += 1
    }
  }

  /// Returns the tiles of a frame, in the given order; draws those that are missing.
  package func pictures(of tiles: [LayerTile], _ style: TileStyle, at time: CFTimeInterval) -> [Picture] {
    let missing = locked {
      frame += 1
      return tiles.filter { !isKept($0, style) }
    }
    Self.onThreads(missing.count) { self.prepare(missing[$0], style, at: time) }
    return locked {
      let fresh = Set(missing.map(\.place))
      let pictures = tiles.map { tile in
        entries[tile.place]?.lastFrame = frame
        let entry = entries[tile.place]
        return Picture(
          image: entry?.image, firstShown: entry?.firstShown ?? time, isNew: fresh.contains(tile.place))
      }
      makeRoom()
      return pictures
    }
  }

  /// Draws a tile unless it exists; waits if another thread is drawing it.
  func prepare(_ tile: LayerTile, _ style: TileStyle, at time: CFTimeInterval) {
    condition.lock()
    while drawing.contains(tile.place) { condition.wait() }
    guard !isKept(tile, style) else { return condition.unlock() }
    drawing.insert(tile.place)
    let (old, count) = (entries[tile.place], markCount)
    condition.unlock()
    let image = draw(tile, style)
    condition.lock()
    drawing.remove(tile.place)
    // A tile that was marked meanwhile is out of date, and drawn again when it is asked for.
    if count == markCount {
      entries[tile.place] = Entry(
        tile: tile, style: style, image: image, firstShown: old?.firstShown ?? time, lastFrame: frame)
    }
    condition.broadcast()
    condition.unlock()
  }

  /// Draws a part of the layer as large as a bitmap may be, on the calling thread, and does not keep it.
  func draw(_ tile: LayerTile, _ style: TileStyle) -> CGImage? {
    let format: DrawingBitmap.Format = style.isGray ? .gray : style.isOpaque ? .opaqueColor : .color
    guard let layer, let bitmap = DrawingBitmap(width: tile.width, height: tile.height, format: format),
      let context = bitmap.makeContext()
    else { return nil }
    let (d, x, y) = (CGFloat(tile.density), CGFloat(tile.x), CGFloat(tile.y))
    context.concatenate(
      style.isYDown
        ? CGAffineTransform(a: d, b: 0, c: 0, d: -d, tx: -x, ty: CGFloat(tile.height) + y)
        : CGAffineTransform(a: d, b: 0, c: 0, d: d, tx: -x, ty: -y))
    layer.draw(in: context)
    return context.hasDrawn ? bitmap.makeImage() : nil
  }

  private func isKept(_ tile: LayerTile, _ style: TileStyle) -> Bool {
    entries[tile.place].map { $0.tile == tile && $0.style == style } ?? false
  }

  /// Releases the tiles that were shown longest ago, but none that this frame shows.
  private func makeRoom() {
    var pixels = entries.values.reduce(0) { $0 + $1.tile.width * $1.tile.height }
    guard pixels > Self.mostPixels else { return }
    let old = entries.filter { $0.value.lastFrame < frame }.sorted { a, b in
      (a.value.lastFrame, a.key.level, a.key.column, a.key.row)
        < (b.value.lastFrame, b.key.level, b.key.column, b.key.row)
    }
    for (place, entry) in old where pixels > Self.mostPixels {
      pixels -= entry.tile.width * entry.tile.height
      entries[place] = nil
    }
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    condition.lock()
    defer { condition.unlock() }
    return body()
  }

  /// Calls `body` with each number below `count`, on threads of their own, and waits for all. Dispatch's threads may be
  /// held by the frame's caller. If no thread can be started, the caller does everything.
  private static func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let next = SharedCounter()
    var threads: [JoinedThread] = []
    for _ in 0..<min(count, ProcessInfo.processInfo.activeProcessorCount) {
      let thread = try? JoinedThread(name: "tiles") {
        while let index = next.take(below: count) { body(index) }
      }
      guard let thread else { break }
      threads.append(thread)
    }
    for thread in threads { thread.join() }
    while let index = next.take(below: count) { body(index) }
  }
}

private final class SharedCounter: Sendable {
  private let next = Mutex(0)

  func take(below limit: Int) -> Int? {
    next.withLock { next in
      guard next < limit else { return nil }
      next += 1
      return next - 1
    }
  }
}
