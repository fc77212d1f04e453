// Shadows as frames show them, against the integral of the Gaussian (see ShadowOracle). On a transparent canvas a black
// shadow is its alpha, so that is what is compared.

import CoreGraphics
import Foundation
import Multiplane
import QuartzCore
import TestScenes
import Testing

/// A rounded rectangle that casts a shadow, in points of the canvas.
private struct Caster {
  var x: Double
  var y: Double
  var width: Double
  var height: Double
  var radii = SIMD4<Double>.zero
  var sigma: Double

  /// What it casts at a point, averaged over a pixel.
  func shadow(pixel: Double) -> (Double, Double) -> Double {
    let oracle = ShadowOracle(width: width, height: height, radii: radii, sigma: sigma, pixel: pixel)
    return { oracle.value($0 - x, $1 - y) }
  }
}

extension CALayer {
  fileprivate func castShadow(radius: Double, x: Double = 0, y: Double = 0, opacity: Float = 1) {
    shadowOpacity = opacity
    shadowRadius = radius
    shadowOffset = CGSize(width: x, height: y)
  }
}

extension RenderingTests {
  @MainActor @Suite struct ShadowTests {
    /// The largest difference of a picture's alpha from what is expected at the pixels' centres, of 255.
    private func error(
      _ layers: [CALayer], on canvas: Canvas = .small, _ expected: (Double, Double) -> Double
    ) throws -> (error: Double, at: (Int, Int)) {
      let renderer = try canvas.renderer
      let pixels = try canvas.pixels(layers)
      var worst = (error: 0.0, at: (0, 0))
      for row in 0..<renderer.height {
        for column in 0..<renderer.width {
          let (x, y) = ((Double(column) + 0.5) / canvas.scale, (Double(row) + 0.5) / canvas.scale)
          let alpha = Double(pixels[(row * renderer.width + column) * 4 + 3])
          let difference = abs(alpha - expected(x, y) * 255)
          if difference > worst.error { worst = (difference, (column, row)) }
        }
      }
      return worst
    }

    /// The covered part of an upright pixel.
    private func coverage(_ box: Caster, _ x: Double, _ y: Double, pixel: Double) -> Double {
      func part(_ at: Double, _ low: Double, _ high: Double) -> Double {
        max(0, min(high, at + pixel / 2) - max(low, at - pixel / 2)) / pixel
      }
      return part(x, box.x, box.x + box.width) * part(y, box.y, box.y + box.height)
    }

    /// A rectangle over its own shadow.
    private func over(
      _ box: Caster, _ shadow: @escaping (Double, Double) -> Double, dx: Double, dy: Double, pixel: Double
    )
      -> (Double, Double) -> Double
    {
      { x, y in
        let covered = coverage(box, x, y, pixel: pixel)
        return covered + (1 - covered) * shadow(x - dx, y - dy)
      }
    }

    @Test(arguments: [0.0, 0.2, 0.5, 1, 2, 3, 5.5, 20, 100, 200]) func rectangle(radius: Double) throws {
      let box = Caster(x: 20.3, y: 17.6, width: 24.25, height: 18.5, sigma: max(radius, 0.001))
      let caster = layer(box.x, box.y, box.width, box.height, .orange) { $0.castShadow(radius: radius, x: 2, y: 4.5) }
      let exact = over(box, box.shadow(pixel: 1), dx: 2, dy: 4.5, pixel: 1)
      let worst = try error([caster], exact)
      // The caster's own edges are blended over the shadow, and rounded once more.
      #expect(worst.error <= 1.8, "\(worst)")
    }

    @Test(arguments: [2.0, 3, 8, 20]) func faint(radius: Double) throws {
      // Of these the linear path's interpolation may be off by half as much.
      let box = Caster(x: 20.3, y: 17.6, width: 24.25, height: 18.5, sigma: radius)
      let caster = layer(0, 0, 64, 64) {
        $0.castShadow(radius: radius, opacity: 0.5)
        $0.shadowPath = CGPath(rect: CGRect(x: 20.3, y: 17.6, width: 24.25, height: 18.5), transform: nil)
      }
      let shadow = box.shadow(pixel: 1)
      let worst = try error([caster]) { x, y in 0.5 * shadow(x, y) }
      #expect(worst.error <= 1.5, "\(worst)")
    }

    @Test(arguments: [1.0, 3, 12]) func roundedOnFinePixels(radius: Double) throws {
      let canvas = Canvas(width: 64, height: 64, scale: 2)
      let radii = SIMD4<Double>(8, 0, 0, 8)
      let box = Caster(x: 12.25, y: 16, width: 36, height: 25.75, radii: radii, sigma: radius)
      // Translucent, so that its shadow is, too.
      let caster = layer(box.x, box.y, box.width, box.height, CGColor(red: 0, green: 0, blue: 0, alpha: 0.5)) {
        $0.castShadow(radius: radius, x: -1, y: 3)
        $0.cornerRadius = 8
        $0.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMaxYCorner]
      }
      let shadow = box.shadow(pixel: 0.5)
      let outside = try errorOutside(caster, box, on: canvas) { x, y in 0.5 * shadow(x + 1, y - 3) }
      #expect(outside <= 1.5, "\(outside)")
    }

    /// The error at the pixels that a layer does not touch.
    private func errorOutside(
      _ caster: CALayer, _ box: Caster, on canvas: Canvas = .small, _ expected: (Double, Double) -> Double
    ) throws -> Double {
      let renderer = try canvas.renderer
      let pixels = try canvas.pixels([caster])
      var worst = 0.0
      for row in 0..<renderer.height {
        for column in 0..<renderer.width {
          let (x, y) = ((Double(column) + 0.5) / canvas.scale, (Double(row) + 0.5) / canvas.scale)
          guard x < box.x - 1 || x > box.x + box.width + 1 || y < box.y - 1 || y > box.y + box.height + 1 else {
            continue
          }
          let alpha = Double(pixels[(row * renderer.width + column) * 4 + 3])
          worst = max(worst, abs(alpha - expected(x, y) * 255))
        }
      }
      return worst
    }

    @Test(arguments: [1.5, 3, 8]) func turned(radius: Double) throws {
      let angle = 25.0 * .pi / 180
      // A layer without a picture of its own, whose path casts: all of the shadow is seen.
      let box = Caster(x: -15, y: -10.25, width: 30, height: 20.5, sigma: radius)
      let caster = CALayer()
      caster.bounds = CGRect(x: -15, y: -10.25, width: 30, height: 20.5)
      caster.position = CGPoint(x: 31.3, y: 33.6)
      caster.transform = turn(25)
      caster.castShadow(radius: radius, x: 3, y: -2)
      caster.shadowPath = CGPath(rect: caster.bounds, transform: nil)
      let shadow = box.shadow(pixel: 1)
      let worst = try error([caster]) { x, y in
        let (dx, dy) = (x - 31.3, y - 33.6)
        return shadow(dx * cos(angle) + dy * sin(angle) - 3, -dx * sin(angle) + dy * cos(angle) + 2)
      }
      // The pixel, over which a narrow shadow is averaged, is taken as turned with the layer.
      #expect(worst.error <= 1.6, "\(worst)")
    }

    @Test(arguments: [0.0, 1, 3, 10]) func anyPath(radius: Double) throws {
      // Two rectangles in one path, one of them wound the other way: apart, they cast a sum.
      let first = Caster(x: 10.5, y: 12, width: 20, height: 14.25, sigma: max(radius, 0.001))
      let second = Caster(x: 30.5, y: 30, width: 18.25, height: 20, sigma: max(radius, 0.001))
      let path = CGMutablePath()
      path.addRect(CGRect(x: 10.5, y: 12, width: 20, height: 14.25))
      path.move(to: CGPoint(x: 30.5, y: 30))
      path.addLine(to: CGPoint(x: 30.5, y: 50))
      path.addLine(to: CGPoint(x: 48.75, y: 50))
      path.addLine(to: CGPoint(x: 48.75, y: 30))
      path.closeSubpath()
      let caster = layer(0, 0, 64, 64) {
        $0.castShadow(radius: radius, x: 1.5, y: 0)
        $0.shadowPath = path
      }
      let (a, b) = (first.shadow(pixel: 1), second.shadow(pixel: 1))
      let worst = try error([caster]) { x, y in min(a(x - 1.5, y) + b(x - 1.5, y), 1) }
      #expect(worst.error <= 2.5, "\(worst)")
    }

    @Test(arguments: [0.5, 1, 3, 10, 40]) func compositedAlpha(radius: Double) throws {
      let first = Caster(x: 10, y: 12, width: 20, height: 14, sigma: radius)
      let second = Caster(x: 30, y: 30, width: 18, height: 20, sigma: radius)
      let group = layer(0, 0, 64, 64) {
        $0.castShadow(radius: radius, x: 2, y: 1)
        $0.addSublayer(layer(10, 12, 20, 14, .orange))
        $0.addSublayer(layer(30, 30, 18, 20, .orange))
      }
      let (a, b) = (first.shadow(pixel: 1), second.shadow(pixel: 1))
      let worst = try error([group]) { x, y in
        let covered = coverage(first, x, y, pixel: 1) + coverage(second, x, y, pixel: 1)
        return covered + (1 - covered) * min(a(x - 2, y - 1) + b(x - 2, y - 1), 1)
      }
      #expect(worst.error <= 2.5, "\(worst)")
    }

    @Test func castersOutOfSight() throws {
      // Both lie left of the canvas; what they cast does not.
      let box = Caster(x: -40, y: 10, width: 30, height: 40, sigma: 8)
      let shadow = box.shadow(pixel: 1)
      let alone = layer(-40, 10, 30, 40, .orange) { $0.castShadow(radius: 8, x: 15) }
      let inGroup = layer(0, 0, 10, 10) {
        $0.castShadow(radius: 8, x: 15)
        $0.addSublayer(layer(-40, 10, 30, 40, .orange))
      }
      let worst = try error([alone]) { x, y in shadow(x - 15, y) }
      #expect(worst.error <= 1.5, "\(worst)")
      let other = try error([inGroup]) { x, y in shadow(x - 15, y) }
      #expect(other.error <= 2.5, "\(other)")
    }

    @Test func offsetFollowsTheLayersOwnAxes() throws {
      let canvas = Canvas(isFlipped: true)
      let box = Caster(x: 20, y: 24, width: 20, height: 20, sigma: 2)
      let caster = layer(20, 20, 20, 20, .orange) { $0.castShadow(radius: 2, x: 0, y: 6) }
      // y points up: the layer lies at 24 to 44 from the top, its shadow 6 above.
      let exact = over(box, box.shadow(pixel: 1), dx: 0, dy: -6, pixel: 1)
      let worst = try error([caster], on: canvas, exact)
      #expect(worst.error <= 1.5, "\(worst)")
    }

    @Test func clippingLayersCutTheirShadow() throws {
      let caster = layer(16, 16, 30, 30, CGColor(red: 1, green: 0, blue: 0, alpha: 0.5)) {
        $0.castShadow(radius: 4, x: 5, y: 5)
        $0.masksToBounds = true
      }
      let box = Caster(x: 16, y: 16, width: 30, height: 30, sigma: 4)
      let shadow = box.shadow(pixel: 1)
      let worst = try error([caster]) { x, y in
        guard coverage(box, x, y, pixel: 1) > 0 else { return 0 }
        return 0.5 + 0.5 * 0.5 * shadow(x - 5, y - 5)
      }
      #expect(worst.error <= 1.5, "\(worst)")
    }

    @Test func groupOpacityCountsOnce() throws {
      let caster = layer(20, 20, 24, 20, .orange) {
        $0.castShadow(radius: 3, x: 0, y: 4)
        $0.opacity = 0.5
      }
      let box = Caster(x: 20, y: 20, width: 24, height: 20, sigma: 3)
      let exact = over(box, box.shadow(pixel: 1), dx: 0, dy: 4, pixel: 1)
      let worst = try error([caster]) { x, y in 0.5 * exact(x, y) }
      #expect(worst.error <= 1.5, "\(worst)")
    }

    @Test func masksCutTheShadow() throws {
      let caster = layer(20, 20, 24, 20, .orange) {
        $0.castShadow(radius: 3, x: 0, y: 4)
        // The left half, shadow included.
        $0.mask = layer(-20, -20, 32, 64, CGColor(red: 0, green: 0, blue: 0, alpha: 0.5))
      }
      let box = Caster(x: 20, y: 20, width: 24, height: 20, sigma: 3)
      let exact = over(box, box.shadow(pixel: 1), dx: 0, dy: 4, pixel: 1)
      let worst = try error([caster]) { x, y in x < 32 ? 0.5 * exact(x, y) : 0 }
      #expect(worst.error <= 1.5, "\(worst)")
    }

    @Test func nothingCastsNothing() throws {
      let empty = layer(20, 20, 24, 20) { $0.castShadow(radius: 3) }
      let hidden = layer(20, 20, 24, 20, .orange) {
        $0.castShadow(radius: 3)
        $0.isHidden = true
      }
      let depth = CATransformLayer()
      depth.frame = CGRect(x: 20, y: 20, width: 24, height: 20)
      depth.castShadow(radius: 3)
      #expect(try error([empty, hidden, depth]) { _, _ in 0 }.error == 0)
    }

    @Test func badValues() throws {
      for bad in [Double.nan, .infinity, -.infinity, 1e300, -5] {
        let caster = layer(20, 20, 24, 20, .orange) { $0.castShadow(radius: bad, x: bad, y: bad) }
        let path = CGMutablePath()
        path.addEllipse(in: CGRect(x: bad, y: 0, width: 10, height: bad))
        let other = layer(20, 20, 24, 20) {
          $0.castShadow(radius: 3)
          $0.shadowPath = path
        }
        let group = layer(0, 0, 20, 20) {
          $0.castShadow(radius: bad, x: bad, y: bad)
          $0.addSublayer(layer(20, 20, 10, 10, .orange))
        }
        _ = try Canvas.small.pixels([caster, other, group])
      }
    }

    @Test func animated() throws {
      let caster = layer(20, 20, 24, 20, .orange) { $0.castShadow(radius: 1) }
      for (key, value) in [("shadowRadius", 7.0), ("shadowOpacity", 0.2)] {
        let animation = CABasicAnimation(keyPath: key)
        animation.toValue = value
        animation.duration = 2
        caster.add(animation, forKey: key)
      }
      let move = CABasicAnimation(keyPath: "shadowOffset")
      move.toValue = CGSize(width: 8, height: 4)
      move.duration = 2
      caster.add(move, forKey: "move")
      let box = Caster(x: 20, y: 20, width: 24, height: 20, sigma: 4)
      let shadow = box.shadow(pixel: 1)
      let exact = over(box, { x, y in 0.6 * shadow(x, y) }, dx: 4, dy: 2, pixel: 1)
      // A renderer whose clock has not run yet.
      let renderer = try Canvas.small.makeRenderer()
      let pixels = try renderer.pixels(of: Canvas.small.root([caster]), at: 1)
      var worst = 0.0
      for index in 0..<64 * 64 {
        let expected = exact(Double(index % 64) + 0.5, Double(index / 64) + 0.5)
        worst = max(worst, abs(Double(pixels[index * 4 + 3]) - expected * 255))
      }
      #expect(worst <= 1.5, "\(worst)")
    }
  }
}
