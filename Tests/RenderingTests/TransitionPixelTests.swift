// Pixels of transitions against what follows from the pictures before and after: all that lies above a layer is linear
// in its colour and alpha, so that a fade of any layer fades the whole picture; and what is pushed by whole pixels is
// moved by as many.

import Compositor
import CoreGraphics
import Foundation
import Multiplane
import QuartzCore
import TestScenes
import Testing

extension RenderingTests {
  @MainActor @Suite struct TransitionPixelTests {
    /// Frames of a canvas whose layers change at 0 s under a transition of one second.
    private struct Play {
      let renderer: OffscreenRenderer
      let root: CALayer
      let before: [UInt8]

      init(
        _ canvas: Canvas, _ layers: [CALayer], _ effect: CATransition, of layer: CALayer, _ change: () -> Void
      ) throws {
        renderer = try canvas.makeRenderer()
        root = canvas.root(layers)
        before = try renderer.pixels(of: root)
        effect.duration = 1
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        layer.add(effect, forKey: nil)
        change()
        CATransaction.commit()
      }

      func pixels(at time: Double) throws -> [UInt8] { try renderer.pixels(of: root, at: time) }
    }

    private func effect(_ type: CATransitionType, _ subtype: CATransitionSubtype? = nil) -> CATransition {
      let effect = CATransition()
      (effect.type, effect.subtype) = (type, subtype)
      return effect
    }

    private func mostApart(_ a: [UInt8], _ b: [UInt8]) -> Int {
      zip(a, b).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
    }

    /// The average of two pictures.
    private func mix(_ a: [UInt8], _ b: [UInt8], _ progress: Double) -> [UInt8] {
      zip(a, b).map { UInt8((Double($0) * (1 - progress) + Double($1) * progress).rounded()) }
    }

    @Test(arguments: [false, true]) func fadesFadeThePicture(isTurned: Bool) throws {
      let holder = layer(0, 0, 200, 160) {
        $0.sublayers = everything()
        if isTurned { $0.transform = turn(17) }
      }
      let layers = [layer(0, 0, 200, 80, .teal), holder, layer(30, 30, 60, 60, .glass)]
      let play = try Play(.large, layers, effect(.fade), of: holder) {
        holder.sublayers = [layer(20.5, 30, 100, 90, .glass) { $0.cornerRadius = 20 }, layer(90, 10, 50, 140, .orange)]
      }
      let times = [0.1, 0.5, 0.83]
      let frames = try times.map { try play.pixels(at: $0) }
      let after = try play.pixels(at: 2)
      #expect(mostApart(play.before, after) > 100)
      // Two surfaces, what they give, and what lies above are each rounded to bytes.
      for (time, frame) in zip(times, frames) {
        #expect(mostApart(frame, mix(play.before, after, time)) <= 2, "at \(time) s")
      }
    }

    /// Opaque pictures fade without surfaces.
    @Test func plainPictures() throws {
      let tile = layer(20, 14, 100, 90) { $0.contents = CGImage.noise(100, 90) }
      let play = try Play(.large, [layer(0, 0, 90, 160, .glass), tile], effect(.fade), of: tile) {
        tile.contents = CGImage.sample(40, 30)
      }
      let times = [0, 0.25, 0.6, 0.99]
      let frames = try times.map { try play.pixels(at: $0) }
      let after = try play.pixels(at: 1)
      for (time, frame) in zip(times, frames) {
        #expect(mostApart(frame, mix(play.before, after, time)) <= 1, "at \(time) s")
      }
    }

    /// What is pushed by whole pixels are the two pictures, moved by as many.
    @Test(arguments: [
      (CATransitionSubtype.fromLeft, 1, 0), (.fromRight, -1, 0), (.fromTop, 0, -1), (.fromBottom, 0, 1),
    ])
    func slides(_ subtype: CATransitionSubtype, _ x: Int, _ y: Int) throws {
      // As large as the canvas, so that nothing but the two looks is seen.
      let (width, height) = (200, 160)
      func picture(_ pixels: [UInt8], _ dx: Int, _ dy: Int, over below: [UInt8]) -> [UInt8] {
        var result = below
        for row in 0..<height {
          for column in 0..<width where (0..<width).contains(column - dx) && (0..<height).contains(row - dy) {
            let (to, from) = ((row * width + column) * 4, ((row - dy) * width + column - dx) * 4)
            for byte in 0..<4 { result[to + byte] = pixels[from + byte] }
          }
        }
        return result
      }
      let progress = 0.4
      let (dx, dy) = (Int(Double(x * width) * progress), Int(Double(y * height) * progress))
      for type in [CATransitionType.push, .moveIn, .reveal] {
        let holder = layer(0, 0, 200, 160, .white) {
          $0.masksToBounds = true
          $0.sublayers = everything()
        }
        let play = try Play(.large, [holder], effect(type, subtype), of: holder) {
          holder.sublayers = [layer(20.5, 30, 100, 90, .glass), layer(90, 10, 50, 140, .orange)]
        }
        let frame = try play.pixels(at: progress)
        let after = try play.pixels(at: 2)
        var expected = type == .moveIn ? play.before : after
        if type == .push { expected = picture(after, dx - x * width, dy - y * height, over: expected) }
        expected =
          type == .moveIn
          ? picture(after, dx - x * width, dy - y * height, over: expected)
          : picture(play.before, dx, dy, over: expected)
        #expect(mostApart(frame, expected) <= 1, "\(type.rawValue)")
      }
    }

    /// In perspective the clip of a layer that masks to its bounds is its rectangle on the screen.
    @Test func clippedInPerspective() throws {
      func card(_ color: CGColor) -> CALayer {
        layer(40, 30, 100, 90, color) {
          $0.cornerRadius = 12
          $0.masksToBounds = true
          $0.transform = tilt(40, 0, 1, distance: 300)
        }
      }
      let tile = card(.orange)
      let play = try Play(.large, [tile], effect(.push), of: tile) { tile.backgroundColor = .teal }
      let frame = try play.pixels(at: 0.5)
      let seen = try Canvas.large.pixels([card(.orange)])
      // Nothing outside, and about half of the inside in either colour.
      let outside = stride(from: 0, to: frame.count, by: 4).count { seen[$0 + 3] == 0 && frame[$0 + 3] > 0 }
      let old = stride(from: 0, to: frame.count, by: 4).count { frame[$0] == 255 && frame[$0 + 3] == 255 }
      let new = stride(from: 0, to: frame.count, by: 4).count { frame[$0] == 0 && frame[$0 + 3] == 255 }
      #expect(outside == 0 && old > 2000 && new > 2000)
    }

    /// The page bends over a layer of the frame's own pixels and over a tilted one: flat and gone at its ends, and in
    /// between within its bounds.
    @Test func curlsStayInBounds() throws {
      for transform in [CATransform3DIdentity, turn(20), tilt(35, 1, 0, distance: 300)] {
        func card(_ color: CGColor, _ configure: (CALayer) -> Void = { _ in }) -> CALayer {
          layer(40, 30, 100, 90, color) {
            $0.transform = transform
            configure($0)
          }
        }
        let tile = card(.orange)
        let play = try Play(
          .large, [tile], effect(CATransitionType(rawValue: "pageCurl")), of: tile
        ) { tile.backgroundColor = .teal }
        let seen = try Canvas.large.pixels([card(.orange)])
        let around = try Canvas.large.pixels([
          card(.orange) { $0.bounds = $0.bounds.insetBy(dx: -1.5, dy: -1.5) }
        ])
        for time in [0.2, 0.5, 0.9] {
          let frame = try play.pixels(at: time)
          let pixels = stride(from: 0, to: frame.count, by: 4)
          #expect(pixels.allSatisfy { around[$0 + 3] > 0 || frame[$0 + 3] <= 2 }, "outside, at \(time) s")
          // Where the layer is opaque, page and new look leave no hole.
          #expect(pixels.allSatisfy { seen[$0 + 3] < 255 || frame[$0 + 3] >= 250 }, "a hole, at \(time) s")
        }
        #expect(mostApart(try play.pixels(at: 2), try Canvas.large.pixels([card(.teal)])) <= 1)
      }
    }

    @Test func identicalPicturesStayAsTheyAre() throws {
      let holder = layer(0, 0, 200, 160) { $0.sublayers = everything() }
      let play = try Play(.large, [holder], effect(.fade), of: holder) { holder.sublayers = everything() }
      for time in [0.01, 0.3, 0.5, 0.77] {
        let most = mostApart(play.before, try play.pixels(at: time))
        // Where calls are saved, what stands alone in a surface is drawn by a program of its own, and in a frame by
        // that of all.
        #expect(most <= (play.renderer.rasterizer.economy == .calls ? 1 : 0), "at \(time) s")
      }
    }
  }
}
