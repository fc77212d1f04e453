// Every blend mode against its definition in doubles, with alpha on both sides: over pictures of noise, translucent and
// opaque, in groups, faded, and at edges.

import CoreGraphics
import Foundation
import Multiplane
import QuartzCore
import Testing

extension RenderingTests {
  @MainActor @Suite struct BlendTests {
    nonisolated static let modes = [
      "multiplyBlendMode", "screenBlendMode", "overlayBlendMode", "darkenBlendMode", "lightenBlendMode",
      "colorDodgeBlendMode", "colorBurnBlendMode", "softLightBlendMode", "hardLightBlendMode", "differenceBlendMode",
      "exclusionBlendMode", "hueBlendMode", "saturationBlendMode", "colorBlendMode", "luminosityBlendMode", "plusL",
      "plusD", "clear", "copy", "sourceIn", "sourceOut", "sourceAtop", "destOver", "destIn", "destOut", "destAtop",
      "xor", "multiply", "minimum", "maximum",
    ]

    /// Two pictures of noise; the upper one is mirrored, so that they differ.
    private func pictures(opaque: Bool) -> (behind: CGImage, above: CGImage) {
      let behind = CGImage.noise(64, 64, isOpaque: opaque)
      let noise = CGImage.noise(48, 40, isOpaque: false)
      return (behind, noise)
    }

    private func scene(_ mode: String, opaque: Bool, _ configure: (CALayer) -> Void = { _ in }) -> [CALayer] {
      let (behind, above) = pictures(opaque: opaque)
      let top = layer(9, 11, 48, 40) {
        $0.contents = above
        $0.compositingFilter = mode
        configure($0)
      }
      return [layer(0, 0, 64, 64) { $0.contents = behind }, top]
    }

    private func expected(_ mode: String, opaque: Bool, opacity: Double = 1) -> PixelGrid {
      let (behind, above) = pictures(opaque: opaque)
      var result = PixelGrid(behind)
      let source = PixelGrid(above)
      for y in 0..<40 {
        for x in 0..<48 { result[x + 9, y + 11] = blendOracle(mode, source[x, y] * opacity, result[x + 9, y + 11]) }
      }
      return result
    }

    @Test(arguments: modes, [true, false]) func mode(mode: String, opaque: Bool) throws {
      let pixels = try Canvas.small.pixels(scene(mode, opaque: opaque))
      let (most, place) = expected(mode, opaque: opaque).difference(pixels)
      #expect(most <= 2, "\(mode): \(place)")
      if let log = ProcessInfo.processInfo.environment["MULTIPLANE_ERRORS"], !log.isEmpty { print(mode, opaque, most) }
    }

    /// The surface is faded before it is blended.
    @Test(arguments: modes) func faded(mode: String) throws {
      let pixels = try Canvas.small.pixels(scene(mode, opaque: false) { $0.opacity = 0.6 })
      let (most, place) = expected(mode, opaque: false, opacity: Double(Float(0.6))).difference(pixels)
      #expect(most <= 2, "\(mode): \(place)")
    }

    /// What a clip's edge leaves of a pixel is blended, the rest stays.
    @Test(arguments: modes) func edges(mode: String) throws {
      let clipped = layer(20.5, 0, 20, 64) {
        $0.masksToBounds = true
        let parts = scene(mode, opaque: true)
        parts[1].position.x -= 20.5
        $0.addSublayer(parts[1])
      }
      let pixels = try Canvas.small.pixels([scene(mode, opaque: true)[0], clipped])
      let whole = expected(mode, opaque: true)
      let source = PixelGrid(pictures(opaque: true).above)
      var truth = PixelGrid(pictures(opaque: true).behind)
      for y in 0..<64 {
        for x in 20...40 {
          let coverage = x == 20 || x == 40 ? 0.5 : 1
          if mode == "plusL", (11..<51).contains(y) {
            // A sum: the edge fades what is added, before the sum is cut at full.
            truth[x, y] = blendOracle(mode, source[x - 9, y - 11] * coverage, truth[x, y])
            continue
          }
          truth[x, y] += (whole[x, y] - truth[x, y]) * coverage
        }
      }
      let (most, place) = truth.difference(pixels)
      #expect(most <= 2, "\(mode): \(place)")
    }

    /// A group is what its parts blend with; a group that is not faded is none.
    @Test func groups() throws {
      let (behind, above) = pictures(opaque: true)
      func picture(_ opacity: Float) throws -> [UInt8] {
        let group = layer(0, 0, 64, 64) {
          $0.opacity = opacity
          $0.addSublayer(
            layer(9, 11, 48, 40) {
              $0.contents = above
              $0.compositingFilter = "differenceBlendMode"
            })
        }
        return try Canvas.small.pixels([layer(0, 0, 64, 64) { $0.contents = behind }, group])
      }
      #expect(expected("differenceBlendMode", opaque: true).difference(try picture(1)).0 <= 2)
      var alone = PixelGrid(behind)
      let source = PixelGrid(above)
      for y in 0..<40 {
        for x in 0..<48 {
          let color = source[x, y] * 0.5
          alone[x + 9, y + 11] = color + alone[x + 9, y + 11] * (1 - color.w)
        }
      }
      #expect(alone.difference(try picture(0.5)).0 <= 2)
    }

    /// A turned layer's mode acts where the layer is, also where it takes away what lies behind.
    @Test func turned() throws {
      for mode in ["sourceOut", "differenceBlendMode"] {
        let top = layer(16, 16, 32, 32, .white) {
          $0.transform = turn(45)
          $0.compositingFilter = mode
        }
        let pixels = try Canvas.small.pixels([layer(0, 0, 64, 64, .white), top])
        func pixel(_ x: Int, _ y: Int) -> [UInt8] { Array(pixels[(y * 64 + x) * 4..<(y * 64 + x) * 4 + 4]) }
        #expect(pixel(32, 32) == (mode == "sourceOut" ? [0, 0, 0, 0] : [0, 0, 0, 255]), "\(mode)")
        #expect(pixel(18, 18) == [255, 255, 255, 255], "\(mode): a corner of the bounding box")
      }
    }
  }
}
