// Scenes in the plane that the renderer and `render(in:)` have to draw alike.

import CoreGraphics
import Foundation
import QuartzCore
import Testing

/// A scene of 200x160 points and how far two drawings of it may lie apart, in 255ths.
struct CrossScene: CustomTestStringConvertible {
  var name: String
  /// Differences that do not count a pixel.
  var unnoticed = 3
  var most: Int
  /// At scale 1; at scale 2 four times as many.
  var pixels: Int
  var mean: Double
  var layers: @MainActor () -> [CALayer]

  var testDescription: String { name }

  static let all: [CrossScene] = [
    CrossScene(name: "backgrounds", most: 2, pixels: 0, mean: 0.2) {
      [
        layer(10, 10, 80, 60, .orange), layer(50, 40, 60, 60, .glass), layer(120.25, 20.5, 40.5, 30.75, .teal),
        layer(130, 90, 50, 50, .glass) { $0.addSublayer(layer(-10, 10, 40, 10, .black)) },
      ]
    },
    CrossScene(name: "corners", unnoticed: 18, most: 30, pixels: 20, mean: 0.3) {
      [
        layer(10, 10, 60, 50, .orange) { $0.cornerRadius = 12 },
        layer(80, 10, 50, 50, .teal) { $0.cornerRadius = 25 },
        layer(140.5, 10.25, 50, 60, .orange) {
          $0.cornerRadius = 18
          $0.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMaxYCorner]
        },
        layer(10, 80, 80, 60, .teal) {
          $0.cornerRadius = 18
          $0.cornerCurve = .continuous
        },
        layer(100, 80, 50, 60, .orange) {
          $0.cornerRadius = 20
          $0.cornerCurve = .continuous
        },
        layer(160, 80, 30, 60, .glass) { $0.cornerRadius = 15 },
      ]
    },
    CrossScene(name: "borders", unnoticed: 18, most: 24, pixels: 6, mean: 0.2) {
      [
        layer(10, 10, 60, 50, .orange) { ($0.borderWidth, $0.borderColor) = (4, .teal) },
        layer(80, 10, 50, 50, .orange) {
          ($0.borderWidth, $0.borderColor, $0.cornerRadius) = (5, .teal, 16)
          $0.masksToBounds = true
          $0.addSublayer(layer(-10, 20, 100, 50, .red))
        },
        layer(140, 10, 50, 50, .orange) { ($0.borderWidth, $0.borderColor, $0.cornerRadius) = (8, .glass, 10) },
        layer(10.5, 80.25, 60, 60, .teal) { ($0.borderWidth, $0.borderColor) = (2.5, .glass) },
        layer(80, 80, 60, 60) {
          ($0.borderWidth, $0.borderColor, $0.cornerRadius) = (40, .orange, 20)
        },
        layer(150, 80, 40, 60) {
          ($0.borderWidth, $0.borderColor, $0.cornerRadius, $0.cornerCurve) = (6, .teal, 8, .continuous)
        },
      ]
    },
    CrossScene(name: "gravity", unnoticed: 4, most: 8, pixels: 0, mean: 1.2) {
      let gravities: [CALayerContentsGravity] = [
        .resize, .resizeAspect, .resizeAspectFill, .center, .top, .bottom, .left, .right, .topLeft, .topRight,
        .bottomLeft, .bottomRight,
      ]
      return gravities.enumerated().map { index, gravity in
        layer(Double(index % 4) * 48 + 8, Double(index / 4) * 52 + 6, 40, 40, .teal) {
          $0.contents = CGImage.sample(24, 16, isOpaque: index % 2 == 0)
          $0.contentsGravity = gravity
          $0.masksToBounds = gravity == .resizeAspectFill
        }
      }
    },
    CrossScene(name: "contents", unnoticed: 18, most: 24, pixels: 6, mean: 0.4) {
      let center = CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
      return [
        layer(10, 10, 60, 40) {
          ($0.contents, $0.contentsCenter) = (CGImage.sample(16, 16), center)
        },
        layer(80, 10, 50, 60) {
          ($0.contents, $0.contentsCenter, $0.contentsScale) = (CGImage.sample(24, 24, isOpaque: false), center, 2)
        },
        layer(140, 10, 50, 40) {
          $0.contents = CGImage.sample(32, 32)
          $0.contentsRect = CGRect(x: 0.25, y: 0.375, width: 0.5, height: 0.25)
        },
        layer(10, 80, 48, 48) {
          ($0.contents, $0.magnificationFilter) = (CGImage.noise(8, 8), .nearest)
        },
        layer(70, 80, 50, 50) {
          $0.contents = CGImage.sample(16, 16)
          $0.contentsRect = CGRect(x: -0.5, y: -0.25, width: 1, height: 1.5)
        },
        layer(130, 90, 50, 40) {
          $0.contents = CGImage.sample(20, 20)
          $0.transform = turn(20)
        },
      ]
    },
    CrossScene(name: "contents shrunk", unnoticed: 6, most: 24, pixels: 200, mean: 2) {
      [
        layer(10, 10, 80, 60) { $0.contents = CGImage.sample(160, 120) },
        layer(100, 10, 60, 60) { $0.contents = CGImage.sample(90, 100, isOpaque: false) },
        layer(10, 90, 50, 50) { $0.contents = CGImage.sample(300, 300) },
      ]
    },
    CrossScene(name: "clips", unnoticed: 18, most: 30, pixels: 20, mean: 0.3) {
      [
        layer(10, 10, 80, 60, .orange) {
          ($0.cornerRadius, $0.masksToBounds) = (20, true)
          $0.addSublayer(layer(-10, 20, 70, 60, .teal))
        },
        layer(110, 10, 80, 60, .orange) {
          $0.masksToBounds = true
          $0.transform = turn(15)
          $0.addSublayer(layer(40, -20, 70, 60, .glass))
        },
        layer(10, 85, 80, 65, .teal) {
          ($0.cornerRadius, $0.masksToBounds) = (30, true)
          $0.addSublayer(
            layer(20, 10, 80, 40, .orange) {
              ($0.cornerRadius, $0.masksToBounds) = (20, true)
              $0.addSublayer(layer(0, 0, 40, 80, .glass))
            })
        },
        layer(110.5, 90.5, 70, 50) {
          $0.masksToBounds = true
          $0.bounds.origin = CGPoint(x: 20, y: 10)
          $0.addSublayer(layer(0, 0, 60, 40, .orange))
        },
      ]
    },
    CrossScene(name: "masks", most: 40, pixels: 120, mean: 0.6) {
      func masked(_ x: Double, _ y: Double, _ mask: CALayer) -> CALayer {
        layer(x, y, 80, 60, .orange) {
          $0.addSublayer(layer(20, 10, 80, 30, .teal))
          $0.mask = mask
        }
      }
      let ellipse = CAShapeLayer()
      ellipse.path = CGPath(ellipseIn: CGRect(x: 5, y: 5, width: 70, height: 50), transform: nil)
      return [
        masked(10, 10, layer(10, 10, 50, 40, .black)),
        masked(110, 10, layer(0, 0, 80, 60) { $0.contents = CGImage.sample(80, 60, isOpaque: false) }),
        masked(10, 85, ellipse),
        masked(
          110, 85,
          gradient(0, 0, 80, 60, [.clear, .black]) {
            $0.mask = layer(0, 0, 60, 60, .glass)
          }),
      ]
    },
    CrossScene(name: "groups", most: 6, pixels: 0, mean: 0.3) {
      func group(_ x: Double, _ y: Double, _ configure: (CALayer) -> Void) -> CALayer {
        layer(x, y, 80, 60, .orange) {
          $0.addSublayer(layer(20, 10, 70, 30, .teal))
          $0.addSublayer(layer(40, 20, 30, 30, .glass))
          configure($0)
        }
      }
      return [
        layer(0, 40, 200, 80, CGColor(red: 0.2, green: 0.8, blue: 0.2, alpha: 1)),
        group(10, 10) { $0.opacity = 0.5 },
        group(105, 10) { ($0.opacity, $0.allowsGroupOpacity) = (0.5, false) },
        group(10, 85) {
          $0.opacity = 0.7
          $0.addSublayer(group(0, 20) { $0.opacity = 0.4 })
          $0.masksToBounds = true
        },
        layer(105, 85, 80, 60) {
          $0.opacity = 0.5
          $0.addSublayer(group(0, 0) { $0.opacity = 0.8 })
        },
      ]
    },
    CrossScene(name: "shapes", unnoticed: 18, most: 70, pixels: 20, mean: 0.5) {
      let star = CGMutablePath()
      for point in 0..<5 {
        let angle = Double(point) * 4 * .pi / 5
        let place = CGPoint(x: 40 + 35 * sin(angle), y: 40 - 35 * cos(angle))
        if point == 0 { star.move(to: place) } else { star.addLine(to: place) }
      }
      star.closeSubpath()
      let curve = CGMutablePath()
      curve.move(to: CGPoint(x: 5, y: 40))
      curve.addCurve(to: CGPoint(x: 75, y: 30), control1: CGPoint(x: 20, y: -30), control2: CGPoint(x: 50, y: 100))
      func shape(_ x: Double, _ y: Double, _ path: CGPath, _ configure: (CAShapeLayer) -> Void) -> CALayer {
        let shape = CAShapeLayer()
        shape.frame = CGRect(x: x, y: y, width: 80, height: 70)
        shape.path = path
        shape.fillColor = .orange
        configure(shape)
        return shape
      }
      return [
        shape(5, 5, star) { $0.fillRule = .evenOdd },
        shape(100, 5, star) { ($0.strokeColor, $0.lineWidth, $0.lineJoin) = (.glass, 6, .round) },
        shape(5, 85, curve) { ($0.fillColor, $0.strokeColor, $0.lineWidth, $0.lineCap) = (nil, .teal, 9, .round) },
        shape(100, 85, curve) {
          ($0.fillColor, $0.strokeColor, $0.lineWidth) = (nil, .teal, 5)
          ($0.strokeStart, $0.strokeEnd, $0.lineDashPattern, $0.lineDashPhase) = (0.1, 0.8, [9, 4], 3)
        },
      ]
    },
    CrossScene(name: "gradients", unnoticed: 18, most: 60, pixels: 4, mean: 0.2) {
      // One grey, more or less of it: `render(in:)` mixes colours in Generic RGB (X-A27), frames in sRGB; alpha both
      // straight.
      func gray(_ alpha: Double) -> CGColor { CGColor(gray: 0.7, alpha: alpha) }
      return [
        gradient(5, 5, 60, 45, [gray(1), gray(0.2)]),
        gradient(
          70, 5, 60, 45, [gray(1), gray(0.3), gray(0.8)], [0.2, 0.5, 0.7], from: .zero, to: CGPoint(x: 1, y: 1)
        ) {
          $0.cornerRadius = 12
        },
        gradient(
          135, 5, 60, 45, [gray(0), gray(1), gray(0.4), gray(0.9)], [0, 0.5, 0.5, 1], from: CGPoint(x: 0, y: 0.5),
          to: CGPoint(x: 1, y: 0.5)),
        gradient(
          5, 55, 60, 45, [gray(1), gray(0.2)], nil, .radial, from: CGPoint(x: 0.5, y: 0.5), to: CGPoint(x: 1, y: 0.9)),
        gradient(
          70, 55, 60, 45, [gray(1), gray(0.2), gray(1)], nil, .conic, from: CGPoint(x: 0.5, y: 0.5),
          to: CGPoint(x: 1, y: 0.5)),
        gradient(140, 60, 45, 35, [gray(1), gray(0.2)], [-0.5, 1.5]) { $0.transform = turn(30) },
        gradient(5, 105, 60, 45, [gray(1), gray(0.5)]) {
          ($0.backgroundColor, $0.opacity) = (.teal, 0.5)
        },
        gradient(70, 105, 60, 45, [gray(1), gray(0.2)]) {
          ($0.borderWidth, $0.borderColor, $0.cornerRadius) = (4, .red, 10)
        },
      ]
    },
    CrossScene(name: "shadows", unnoticed: 8, most: 20, pixels: 60, mean: 0.6) {
      func shadowed(_ x: Double, _ y: Double, _ configure: (CALayer) -> Void) -> CALayer {
        layer(x, y, 45, 40, .orange) {
          ($0.shadowOpacity, $0.shadowRadius, $0.shadowOffset) = (0.9, 5, CGSize(width: 3, height: 4))
          configure($0)
        }
      }
      return [
        shadowed(20, 15) { _ in },
        shadowed(90, 15) { ($0.cornerRadius, $0.shadowColor) = (15, .red) },
        shadowed(20, 90) {
          $0.backgroundColor = nil
          $0.addSublayer(layer(0, 0, 20, 40, .teal))
          $0.addSublayer(layer(15, 15, 30, 15, .glass))
        },
        shadowed(90, 90) {
          $0.transform = turn(30)
        },
        layer(145, 90, 40, 40, .glass) {
          ($0.shadowOpacity, $0.shadowRadius, $0.shadowOffset) = (1, 2, CGSize(width: -2, height: 6))
        },
      ]
    },
    CrossScene(name: "geometry", most: 30, pixels: 250, mean: 0.4) {
      [
        layer(10, 10, 80, 60, .orange) {
          $0.sublayerTransform = CATransform3DMakeScale(0.5, 1.5, 1)
          $0.addSublayer(layer(10, 10, 60, 30, .teal) { $0.zPosition = 1 })
          $0.addSublayer(layer(30, 5, 60, 30, .glass))
        },
        layer(110, 10, 80, 60, .orange) {
          $0.isGeometryFlipped = true
          $0.addSublayer(layer(5, 5, 30, 20, .teal))
          $0.addSublayer(layer(40, 10, 30, 40) { $0.contents = CGImage.sample(30, 40) })
        },
        layer(20, 90, 60, 40, .teal) {
          $0.setAffineTransform(CGAffineTransform(a: 1, b: 0.2, c: -0.4, d: 0.9, tx: 5, ty: -3))
          $0.addSublayer(layer(10, 10, 60, 10, .glass) { $0.anchorPoint = CGPoint(x: 0, y: 1) })
        },
        layer(120, 90, 60, 40, .orange) {
          $0.transform = CATransform3DMakeScale(-1, 0.75, 1)
          $0.addSublayer(layer(0, 0, 20, 20) { $0.contents = CGImage.sample(20, 20) })
        },
      ]
    },
    CrossScene(name: "replicators", most: 3, pixels: 0, mean: 0.2) {
      let grid = CAReplicatorLayer()
      grid.frame = CGRect(x: 10, y: 10, width: 180, height: 140)
      grid.backgroundColor = .glass
      (grid.instanceCount, grid.instanceTransform) = (4, CATransform3DMakeTranslation(0, 30, 0))
      let row = CAReplicatorLayer()
      row.frame = CGRect(x: 5, y: 5, width: 100, height: 20)
      (row.instanceCount, row.instanceTransform) = (6, CATransform3DMakeTranslation(26, 1.5, 0))
      row.addSublayer(layer(0, 0, 20, 20, .orange))
      row.addSublayer(layer(10, 4, 20, 8, .glass))
      grid.addSublayer(row)
      return [grid]
    },
    CrossScene(name: "labels", unnoticed: 18, most: 60, pixels: 40, mean: 0.5) {
      func label(_ x: Double, _ y: Double, _ string: String, _ configure: (CATextLayer) -> Void = { _ in }) -> CALayer {
        let label = CATextLayer()
        label.frame = CGRect(x: x, y: y, width: 90, height: 44)
        (label.string, label.fontSize, label.foregroundColor) = (string, 15, .black)
        configure(label)
        return label
      }
      return [
        label(5, 5, "Hamburg") { $0.backgroundColor = .orange },
        label(100, 5, "several words in lines") { ($0.isWrapped, $0.alignmentMode) = (true, .center) },
        label(5, 55, "שלום, a 🎉") { $0.opacity = 0.6 },
        label(100, 55, "too long for its room") {
          ($0.truncationMode, $0.foregroundColor, $0.masksToBounds) = (.middle, .teal, true)
        },
        label(5, 105, "large") { ($0.fontSize, $0.transform) = (32, CATransform3DMakeScale(-1, 1, 1)) },
        label(100, 100, "on its own") {
          ($0.backgroundColor, $0.cornerRadius, $0.borderWidth) = (.glass, 8, 2)
          $0.isGeometryFlipped = true
        },
      ]
    },
    CrossScene(name: "tiles", most: 20, pixels: 60, mean: 0.5) {
      func tiled(_ x: Double, _ y: Double, _ configure: (CATiledLayer) -> Void = { _ in }) -> CALayer {
        let layer = Checks()
        layer.frame = CGRect(x: x, y: y, width: 90, height: 70)
        layer.tileSize = CGSize(width: 32, height: 24)
        configure(layer)
        layer.setNeedsDisplay()
        layer.displayIfNeeded()
        return layer
      }
      return [
        tiled(5, 5), tiled(105, 5) { ($0.opacity, $0.isOpaque, $0.backgroundColor) = (0.5, true, .orange) },
        tiled(5, 85) {
          ($0.contentsScale, $0.masksToBounds, $0.cornerRadius) = (2, true, 20)
          $0.bounds.origin = CGPoint(x: 13, y: -7)
        },
        tiled(105, 85) {
          ($0.levelsOfDetail, $0.isGeometryFlipped, $0.transform) = (4, true, CATransform3DMakeScale(0.5, 0.5, 1))
        },
      ]
    },
  ]
}

/// Draws checks of ten points, darker from row to row.
private final class Checks: CATiledLayer {
  override func draw(in context: CGContext) {
    let area = context.boundingBoxOfClipPath
    for row in Int((area.minY / 10).rounded(.down))...Int((area.maxY / 10).rounded(.up)) {
      for column in Int((area.minX / 10).rounded(.down))...Int((area.maxX / 10).rounded(.up))
      where (row + column) % 2 == 0 {
        context.setFillColor(gray: 0.7 - CGFloat(row & 7) * 0.08, alpha: 1)
        context.fill(CGRect(x: column * 10, y: row * 10, width: 10, height: 10))
      }
    }
  }
}
