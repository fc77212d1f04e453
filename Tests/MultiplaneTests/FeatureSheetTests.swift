// The feature sheet: that each of its tiles shows something, that what is to move moves, and that the table of
// the article SampleScenes names the tiles in their order.

import CoreGraphics
import Foundation
import Gallery
import Multiplane
import QuartzCore
import Testing

extension MultiplaneTests {
  @MainActor @Suite struct FeatureSheetTests {
    /// The sheet at increasing times, as premultiplied RGBA bytes.
    private func pictures(at times: [Double]) throws -> (pictures: [[UInt8]], width: Int) {
      let demo = try #require(Gallery.demo(named: "features"))
      let clock = MediaClock(startingAt: 0)
      let previous = MediaClock.current
      MediaClock.current = clock
      defer { MediaClock.current = previous }
      let root = demo.make(clock)
      let renderer = try OffscreenRenderer(size: demo.size, options: .init(clock: clock))
      let pictures = try times.map { try renderer.pixels(of: root, at: $0) }
      #expect(renderer.takeIssues().isEmpty)
      return (pictures, Int(demo.size.width))
    }

    /// The part of a tile's pixels for which something holds.
    private func part(of tile: Int, width: Int, _ holds: (Int) -> Bool) -> Double {
      let frame = FeatureSheet.frame(of: tile)
      var count = 0
      for y in Int(frame.minY)..<Int(frame.maxY) {
        for x in Int(frame.minX)..<Int(frame.maxX) where holds(4 * (y * width + x)) { count += 1 }
      }
      return Double(count) / Double(frame.width * frame.height)
    }

    @Test func everyTileShowsSomething() throws {
      let (pictures, width) = try pictures(at: [1])
      let names = FeatureSheet.names
      #expect(names.count == 30 && Set(names).count == 30)
      for (tile, name) in names.enumerated() {
        let background = (FeatureSheet.background(of: tile).components ?? []).map { Int(($0 * 255).rounded()) }
        let drawn = part(of: tile, width: width) { pixel in
          (0..<3).contains { abs(Int(pictures[0][pixel + $0]) - background[$0]) > 6 }
        }
        // Something, and not one colour all over: a second colour is on the tile too.
        #expect(drawn > 0.06, "\(name) is empty: \(drawn)")
        var colors = Set<[UInt8]>()
        _ = part(of: tile, width: width) { colors.insert(Array(pictures[0][$0..<$0 + 3])).inserted }
        #expect(colors.count > 8, "\(name) has \(colors.count) colours")
      }
    }

    @Test func whatIsToMoveMoves() throws {
      let (pictures, width) = try pictures(at: [0.3, 1])
      let moving = [
        "joins, caps, dashes", "stroke start and end", "depth", "frosted glass", "replicator", "particles", "scrolling",
        "transitions", "flip, curl",
      ]
      for (tile, name) in FeatureSheet.names.enumerated() {
        let changed = part(of: tile, width: width) { pixel in
          (0..<3).contains { abs(Int(pictures[0][pixel + $0]) - Int(pictures[1][pixel + $0])) > 2 }
        }
        #expect(moving.contains(name) ? changed > 0.01 : changed == 0, "\(name): \(changed)")
      }
    }

    @Test func theArticleListsTheTilesInOrder() throws {
      let file = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Sources/Multiplane/Multiplane.docc/SampleScenes.md")
      let article = try String(contentsOf: file, encoding: .utf8)
      var rest = article[...]
      for name in FeatureSheet.names {
        let place = try #require(rest.range(of: "| \(name) "), "\(name), in the order of the sheet")
        rest = rest[place.upperBound...]
      }
    }
  }
}
