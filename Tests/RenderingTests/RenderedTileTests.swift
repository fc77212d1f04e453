// Tiled layers in frames: complete at once, the same as a layer that draws everything in one piece, at the resolution
// that they are looked at with; drawn in the background, once each.

import Compositor
import CoreGraphics
import Foundation
import Multiplane
import QuartzCore
import Synchronization
import TestScenes
import Testing

/// What tiles were drawn: the clip of each, in the layer's coordinates, and its pixels to a point.
private final class TileJournal: Sendable {
  struct Entry: Hashable {
    var rect: CGRect
    var density: CGFloat
    var isMainThread: Bool
  }
  let entries = Mutex<[Entry]>([])
  let inside = Mutex<(now: [Entry], wasTwice: Bool)>(([], false))

  func note(_ context: CGContext, _ body: () -> Void) {
    let box = context.boundingBoxOfClipPath
    func rounded(_ value: CGFloat) -> CGFloat { (value * 1e6).rounded() / 1e6 }
    let entry = Entry(
      rect: CGRect(
        x: rounded(box.minX), y: rounded(box.minY), width: rounded(box.width), height: rounded(box.height)),
      density: abs(context.ctm.a), isMainThread: Thread.isMainThread)
    entries.withLock { $0.append(entry) }
    inside.withLock { state in
      if state.now.contains(entry) { state.wasTwice = true }
      state.now.append(entry)
    }
    body()
    inside.withLock { state in
      if let index = state.now.firstIndex(of: entry) { state.now.remove(at: index) }
    }
  }

  func take() -> [Entry] {
    entries.withLock { entries in
      defer { entries = [] }
      return entries
    }
  }
}

/// Draws stripes and discs all over the plane.
private func drawPattern(_ context: CGContext, _ color: CGColor) {
  let area = context.boundingBoxOfClipPath
  context.setFillColor(color)
  for column in Int((area.minX / 20).rounded(.down)) - 1...Int((area.maxX / 20).rounded(.up)) {
    for row in Int((area.minY / 20).rounded(.down)) - 1...Int((area.maxY / 20).rounded(.up)) {
      let inset = CGFloat(abs(column &* 7 &+ row &* 3) % 5)
      let cell = CGRect(x: CGFloat(column) * 20, y: CGFloat(row) * 20, width: 20, height: 20)
      context.fill(cell.insetBy(dx: 2 + inset, dy: 4))
    }
  }
}

private final class Tiled: CATiledLayer {
  let journal = TileJournal()
  nonisolated(unsafe) var color = CGColor.orange
  nonisolated(unsafe) var fillsAll = false
  override func draw(in ctx: CGContext) {
    journal.note(ctx) {
      guard fillsAll else { return drawPattern(ctx, color) }
      ctx.setFillColor(color)
      ctx.fill(ctx.boundingBoxOfClipPath)
    }
  }
  override class func fadeDuration() -> CFTimeInterval { 0.5 }
}

private final class Whole: CALayer {
  override func draw(in ctx: CGContext) { drawPattern(ctx, .orange) }
}

extension RenderingTests {
  @MainActor @Suite("23 Tiled layer, drawn") struct RenderedTileTests {
    private func tiled(_ configure: (Tiled) -> Void = { _ in }) -> Tiled {
      let layer = Tiled()
      layer.frame = CGRect(x: 10, y: 10, width: 150, height: 120)
      layer.tileSize = CGSize(width: 64, height: 32)
      configure(layer)
      layer.setNeedsDisplay()
      return layer
    }

    private func whole(_ configure: (CALayer) -> Void = { _ in }) -> CALayer {
      let layer = Whole()
      layer.frame = CGRect(x: 10, y: 10, width: 150, height: 120)
      configure(layer)
      layer.setNeedsDisplay()
      return layer
    }

    @Test("23.7 tiles are at most tileSize pixels, tell their place by the clip, and are drawn in the background")
    func tileSize() throws {
      let (layer, canvas) = (tiled(), Canvas.large)
      let (root, renderer) = (canvas.root([layer]), try canvas.makeRenderer())
      let picture = try renderer.pixels(of: root)
      let drawn = layer.journal.take()
      #expect(drawn.count == 12 && drawn.allSatisfy { !$0.isMainThread && $0.density == 1 })
      #expect(drawn.allSatisfy { $0.rect.width <= 64 && $0.rect.height <= 32 })
      let area = drawn.reduce(0) { $0 + $1.rect.width * $1.rect.height }
      #expect(area == 150 * 120 && Set(drawn).count == 12 && !layer.journal.inside.withLock { $0.wasTwice })
      #expect(drawn.contains { $0.rect == CGRect(x: 128, y: 96, width: 22, height: 24) })
      #expect(renderer.statistics.drawnTiles == 12)
      #expect(try picture == canvas.makeRenderer().pixels(of: canvas.root([whole()])))
      #expect(try renderer.pixels(of: root) == picture)
      #expect(layer.journal.take().isEmpty && renderer.statistics.drawnTiles == 0)
      #expect(renderer.statistics.counters.tilesFound == 12 && renderer.statistics.uploads == 0)
    }

    @Test("Complete frames look as if the layer were drawn in one piece", arguments: [false, true], 0..<6)
    func asOnePiece(isFlipped: Bool, index: Int) throws {
      let configure: (CALayer) -> Void = { layer in
        switch index {
        case 0: layer.bounds.origin = CGPoint(x: -37, y: 300)
        case 1:
          layer.cornerRadius = 30
          layer.masksToBounds = true
        case 2:
          layer.opacity = 0.5
          layer.borderWidth = 3
          layer.backgroundColor = .teal
        case 3: layer.frame = CGRect(x: -400, y: -300, width: 900, height: 700)
        case 4: layer.isOpaque = true
        default: layer.isGeometryFlipped = true
        }
      }
      let canvas = Canvas(width: 200, height: 160, isFlipped: isFlipped)
      let tiles = try canvas.makeRenderer().pixels(of: canvas.root([tiled(configure)]))
      let piece = try canvas.makeRenderer().pixels(of: canvas.root([whole(configure)]))
      #expect(zip(tiles, piece).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
      #expect(tiles.contains { $0 != 0 })
    }

    @Test("Only what shows is drawn, and more as it comes into view")
    func visible() throws {
      let layer = tiled {
        $0.bounds.size = CGSize(width: 1e6, height: 1e6)
        $0.position = CGPoint(x: 5e5, y: 5e5)
      }
      let canvas = Canvas.large
      let (root, renderer) = (canvas.root([layer]), try canvas.makeRenderer())
      _ = try renderer.pixels(of: root)
      #expect(layer.journal.take().count == 4 * 5)
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      layer.position.x -= 64
      CATransaction.commit()
      _ = try renderer.pixels(of: root)
      #expect(Set(layer.journal.take().map(\.rect.minX)) == [256])
    }

    @Test("23.6 the level of detail is the least that is no less than the screen's, among those that there are")
    func levels() throws {
      // Scale of the layer, levels, bias, and the pixels to a point that tiles are drawn with.
      let cases: [(Double, Int, Int, CGFloat)] = [
        (1, 1, 0, 1), (0.5, 1, 0, 1), (2, 1, 0, 1), (0.5, 2, 0, 0.5), (0.4, 3, 0, 0.5), (0.24, 3, 0, 0.25),
        (0.1, 3, 0, 0.25), (2, 3, 1, 2), (3, 3, 1, 2), (1.5, 3, 2, 2), (2.5, 4, 2, 4), (0.3, 3, 2, 1),
      ]
      for (scale, levels, bias, density) in cases {
        let layer = tiled {
          $0.bounds.size = CGSize(width: 150, height: 120)
          $0.levelsOfDetail = levels
          $0.levelsOfDetailBias = bias
          $0.transform = CATransform3DMakeScale(scale, scale, 1)
        }
        _ = try Canvas.large.makeRenderer().pixels(of: Canvas.large.root([layer]))
        #expect(Set(layer.journal.take().map(\.density)) == [density], "scale \(scale), \(levels) levels, bias \(bias)")
      }
    }

    @Test("23.6 the smallest level has a pixel at least; contentsScale and the frame's scale count")
    func smallestLevel() throws {
      let layer = tiled {
        $0.frame = CGRect(x: 0, y: 0, width: 100, height: 6)
        $0.levelsOfDetail = 30
        $0.transform = CATransform3DMakeScale(1, 0.01, 1)
      }
      // 1.5 pixels along the shorter side.
      layer.transform = CATransform3DMakeScale(0.01, 0.01, 1)
      layer.backgroundColor = .black
      _ = try Canvas.large.makeRenderer().pixels(of: Canvas.large.root([layer]))
      #expect(layer.journal.take().allSatisfy { $0.density == 0.25 })
      let fine = tiled { $0.contentsScale = 2 }
      let canvas = Canvas(width: 200, height: 160, scale: 2)
      _ = try canvas.makeRenderer().pixels(of: canvas.root([fine]))
      let drawn = fine.journal.take()
      #expect(Set(drawn.map(\.density)) == [2] && drawn.count == 5 * 8)
    }

    @Test("Marked tiles are drawn again, the others are not")
    func marks() throws {
      let (layer, canvas) = (tiled(), Canvas.large)
      let (root, renderer) = (canvas.root([layer]), try canvas.makeRenderer())
      _ = try renderer.pixels(of: root)
      _ = layer.journal.take()
      layer.setNeedsDisplay(CGRect(x: 70, y: 40, width: 5, height: 5))
      let one = try renderer.pixels(of: root)
      #expect(layer.journal.take().map(\.rect) == [CGRect(x: 64, y: 32, width: 64, height: 32)])
      #expect(try one == canvas.makeRenderer().pixels(of: canvas.root([whole()])))
      layer.color = .teal
      layer.setNeedsDisplay(CGRect(x: 70, y: 40, width: 5, height: 5))
      #expect(try renderer.pixels(of: root) != one)
      layer.color = .orange
      layer.setNeedsDisplay()
      #expect(try renderer.pixels(of: root) == one)
      #expect(layer.journal.take().count == 13)
    }

    @Test("Before it is marked for display a tiled layer shows nothing; with contents it is a plain layer")
    func contents() throws {
      let layer = Tiled()
      layer.frame = CGRect(x: 10, y: 10, width: 150, height: 120)
      let canvas = Canvas.large
      let (root, renderer) = (canvas.root([layer]), try canvas.makeRenderer())
      #expect(try renderer.pixels(of: root).allSatisfy { $0 == 0 })
      layer.setNeedsDisplay()
      #expect(try renderer.pixels(of: root).contains { $0 != 0 })
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      layer.contents = CGImage.sample(15, 12)
      CATransaction.commit()
      _ = layer.journal.take()
      let image = TestScenes.layer(10, 10, 150, 120) { $0.contents = CGImage.sample(15, 12) }
      #expect(try renderer.pixels(of: root) == canvas.makeRenderer().pixels(of: canvas.root([image])))
      layer.setNeedsDisplay()
      _ = try renderer.pixels(of: root)
      #expect(layer.journal.take().isEmpty)
    }

    @Test("A delegate draws tiles, too")
    func delegate() throws {
      final class Artist: NSObject, CALayerDelegate {
        func draw(_ layer: CALayer, in ctx: CGContext) { drawPattern(ctx, .orange) }
      }
      let artist = Artist()
      let layer = CATiledLayer()
      layer.frame = CGRect(x: 10, y: 10, width: 150, height: 120)
      layer.delegate = artist
      layer.setNeedsDisplay()
      let canvas = Canvas.large
      #expect(
        try canvas.makeRenderer().pixels(of: canvas.root([layer]))
          == canvas.makeRenderer().pixels(of: canvas.root([whole()])))
    }

    @Test("Turned and in perspective, every tile that shows is there", arguments: [0, 30, 60, 80])
    func perspective(degrees: Double) throws {
      let canvas = Canvas(width: 200, height: 160, background: .white)
      let configure: (CALayer) -> Void = {
        $0.bounds.size = CGSize(width: 700, height: 900)
        $0.position = CGPoint(x: 90, y: 30)
        $0.transform = tilt(degrees, 1, 0.2, distance: 150)
      }
      let layer = tiled(configure)
      layer.fillsAll = true
      let plain = TestScenes.layer(0, 0, 1, 1, .orange, configure)
      let tiles = try canvas.makeRenderer().pixels(of: canvas.root([layer]))
      let truth = try canvas.makeRenderer().pixels(of: canvas.root([plain]))
      let differing = tiles.indices.filter { abs(Int(tiles[$0]) - Int(truth[$0])) > 2 }
      // On the layer's own edge, a pixel in which several tiles end is that of one of them.
      #expect(differing.count <= 80)
      #expect(layer.journal.take().count > 5)
    }

    @Test("Tiles do not appear by and by unless that is asked for")
    func fading() throws {
      let canvas = Canvas.large
      let plain = try canvas.makeRenderer().pixels(of: canvas.root([tiled()]), at: 3)
      var options = OffscreenRenderer.Options()
      options.fadesTiles = true
      let renderer = try OffscreenRenderer(size: CGSize(width: 200, height: 160), options: options)
      let root = canvas.root([tiled()])
      #expect(try renderer.pixels(of: root, at: 1).allSatisfy { $0 == 0 })
      let half = try renderer.pixels(of: root, at: 1.25)
      #expect(zip(half, plain).allSatisfy { abs(Int($0) * 2 - Int($1)) <= 2 })
      #expect(try renderer.pixels(of: root, at: 1.5) == plain)
    }

    @Test("Bad values draw something or nothing, in bounded time and memory", arguments: 0..<7)
    func badValues(_ index: Int) throws {
      let layer = tiled {
        switch index {
        case 0: $0.tileSize = CGSize(width: CGFloat.nan, height: -5)
        case 1: $0.tileSize = CGSize(width: 1e-300, height: CGFloat.infinity)
        case 2:
          $0.levelsOfDetail = .max
          $0.levelsOfDetailBias = .max
        case 3:
          $0.levelsOfDetail = -7
          $0.levelsOfDetailBias = .min
        case 4: $0.bounds.size = CGSize(width: 1e11, height: 1e11)
        case 5:
          $0.bounds.size = CGSize(width: 1e200, height: 1e5)
          $0.position = .zero
        default: $0.contentsScale = 1e300
        }
        if index == 4 { $0.transform = CATransform3DMakeScale(1e-9, 1e-9, 1) }
        $0.fillsAll = true
      }
      _ = try Canvas.large.makeRenderer().pixels(of: Canvas.large.root([layer]))
      #expect(layer.journal.take().count <= 1200)
    }

    @Test("Frames that zoom and move let go of tiles and their images")
    func letsGo() throws {
      let layer = tiled {
        $0.bounds.size = CGSize(width: 1e5, height: 1e5)
        $0.tileSize = CGSize(width: 256, height: 256)
      }
      let canvas = Canvas.large
      let (root, renderer) = (canvas.root([layer]), try canvas.makeRenderer())
      for step in 0..<40 {
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        layer.bounds.origin.x = Double(step) * 5000
        CATransaction.commit()
        let (_, tree) = renderer.record(root, at: 0)
        #expect(tree.images.count <= 160)
      }
    }
  }
}
