// Pictures that must be the same picture: with an optimisation switched off, moved, clipped to the whole canvas, at
// twice the scale, upside down, drawn again, in another order, without llvmpipe's linear rasteriser.

import Compositor
import CoreGraphics
import Foundation
import Multiplane
import QuartzCore
import TestSupport
import Testing

extension RenderingTests {
  @MainActor @Suite struct InvarianceTests {
    private let canvas = Canvas.large

    /// Expects two pictures to be alike, but for the rounding of each blend.
    private func expectSame(
      _ a: [UInt8], _ b: [UInt8], width: Int = 200, within most: Int = 1,
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      let (a, b) = (Picture(width: width, bytes: a), Picture(width: width, bytes: b))
      let difference = a.difference(from: b)
      expectAlike(difference.most <= most, a, expected: b, "\(difference)", sourceLocation: sourceLocation)
    }

    /// Where two pictures differ: the first few bytes, as "(x, y): one, other".
    private func differing(_ a: [UInt8], _ b: [UInt8]) -> [String] {
      precondition(a.count == b.count, "pictures of \(a.count) and \(b.count) bytes")
      let indices = a.indices.lazy.filter { a[$0] != b[$0] }.prefix(8)
      return indices.map { "(\($0 / 4 % 200), \($0 / 800)): \(a[$0]), \(b[$0])" }
    }

    @Test(arguments: Optimization.allCases.map { [$0] } + [Optimization.allCases])
    func optimizationsDoNotShow(without: [Optimization]) throws {
      for canvas in canvas.byEachRasterizer {
        var plain = canvas
        plain.without = without
        expectSame(try plain.pixels(everything()), try canvas.pixels(everything()), within: 1)
      }
    }

    @Test(arguments: [(1, 0), (0, 1), (13, 7), (-20, -9)]) func movedByWholePixels(dx: Int, dy: Int) throws {
      let still = try canvas.pixels(everything())
      let container = layer(Double(dx), Double(dy), 200, 160) { $0.sublayers = everything() }
      let moved = try canvas.pixels([container])
      var most = 0
      for y in max(0, -dy)..<min(160, 160 - dy) {
        let columns = max(0, -dx)..<min(200, 200 - dx)
        let from = still[(y * 200 + columns.lowerBound) * 4..<(y * 200 + columns.upperBound) * 4]
        let start = ((y + dy) * 200 + columns.lowerBound + dx) * 4
        most = max(most, largestDifference(Array(from), Array(moved[start..<start + columns.count * 4])))
      }
      #expect(most <= 1)
    }

    @Test func clippedToTheCanvas() throws {
      let clipped = layer(0, 0, 200, 160) {
        $0.masksToBounds = true
        $0.sublayers = everything()
      }
      expectSame(try canvas.pixels([clipped]), try canvas.pixels(everything()))
    }

    @Test func groupOfFullOpacity() throws {
      let group = layer(0, 0, 200, 160) { $0.sublayers = everything() }
      expectSame(try canvas.pixels([group]), try canvas.pixels(everything()))
    }

    @Test func scaleIsAsGoodAsGeometry() throws {
      let scaled = try Canvas(width: 200, height: 160, scale: 2).pixels(everything())
      let enlarged = layer(0, 0, 200, 160) {
        $0.sublayers = everything()
        $0.anchorPoint = .zero
        $0.position = .zero
        $0.transform = CATransform3DMakeScale(2, 2, 1)
      }
      expectSame(scaled, try Canvas(width: 400, height: 320).pixels([enlarged]), width: 400)
    }

    /// Images stay upright, so the scene goes without.
    @Test func flippedCanvas() throws {
      let upright = try canvas.pixels(everything(withImages: false))
      var flipped = canvas
      flipped.isFlipped = true
      let mirrored = try flipped.pixels(everything(withImages: false))
      let rows = (0..<160).reversed().flatMap { mirrored[$0 * 800..<($0 + 1) * 800] }
      expectSame(upright, rows)
    }

    @Test(arguments: [false, true]) func repeats(withImages: Bool) throws {
      let root = canvas.root(everything(withImages: withImages))
      let first = try canvas.renderer.pixels(of: root)
      for _ in 0..<3 {
        #expect(differing(try canvas.renderer.pixels(of: root), first) == [])
      }
      let fresh = try canvas.makeRenderer().pixels(of: canvas.root(everything(withImages: withImages)))
      #expect(differing(fresh, first) == [])
    }

    @Test(arguments: [false, true]) func framesInAnyOrder(withImages: Bool) throws {
      let root = canvas.root(everything(withImages: withImages))
      let spin = CABasicAnimation(keyPath: "transform.rotation.z")
      spin.toValue = 2.0
      spin.duration = 4
      root.sublayers?[3].add(spin, forKey: nil)
      let fade = CABasicAnimation(keyPath: "opacity")
      (fade.fromValue, fade.toValue, fade.duration) = (0, 1, 3)
      root.sublayers?[2].add(fade, forKey: nil)
      // A renderer of its own, as its clock begins at 0 and the animations with it.
      let renderer = try canvas.makeRenderer()
      _ = try renderer.pixels(of: root, at: 0)
      // None after the end of an animation, which is removed when the clock gets there.
      let times = [0.25, 1, 1.5, 2.25, 2.75]
      let forwards = try times.map { try renderer.pixels(of: root, at: $0) }
      for index in [3, 0, 4, 1, 2] {
        let again = try renderer.pixels(of: root, at: times[index])
        #expect(differing(again, forwards[index]) == [], "at \(times[index]) s")
      }
      #expect(Set(forwards).count == times.count)
    }

    /// llvmpipe reads `LP_PERF` once, so the other picture is made by a process of its own. On other drivers it has no
    /// effect.
    @Test func linearRasterizerDoesNotShow() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
        setenv("LP_PERF", "no_rast_linear", 1)
        let pixels = try await MainActor.run { try Canvas.large.pixels(everything()) }
        print("PIXELS:\(Data(pixels).base64EncodedString()):")
      }
      let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
      let parts = output.components(separatedBy: ":")
      let mark = try #require(parts.firstIndex { $0.hasSuffix("PIXELS") }, "the child printed no picture")
      let pixels = try #require(Data(base64Encoded: parts[mark + 1]), "the child's picture is damaged")
      expectSame(Array(pixels), try canvas.pixels(everything()))
    }
  }
}
