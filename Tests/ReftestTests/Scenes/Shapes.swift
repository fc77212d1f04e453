// Reftests of shapes; `ReftestTests.swift` tells how to add one.

import CoreGraphics
import Foundation
import QuartzCore
import TestScenes
import Testing

extension Reftest {
  private static func shape(_ path: CGPath, _ configure: (CAShapeLayer) -> Void = { _ in }) -> CAShapeLayer {
    let layer = CAShapeLayer()
    layer.anchorPoint = .zero
    layer.path = path
    layer.fillColor = .orange
    configure(layer)
    return layer
  }

  /// A stroke alone.
  private static func line(_ path: CGPath, _ width: Double, _ configure: (CAShapeLayer) -> Void = { _ in })
    -> CAShapeLayer
  {
    shape(path) {
      ($0.fillColor, $0.strokeColor, $0.lineWidth) = (nil, .teal, width)
      configure($0)
    }
  }

  private static func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> CGPath {
    CGPath(rect: CGRect(x: x, y: y, width: width, height: height), transform: nil)
  }

  private static func lines(_ points: [(Double, Double)], closed: Bool = false) -> CGMutablePath {
    let path = CGMutablePath()
    path.addLines(between: points.map { CGPoint(x: $0.0, y: $0.1) })
    if closed { path.closeSubpath() }
    return path
  }

  private static func star(_ x: Double, _ y: Double, _ radius: Double) -> CGPath {
    lines(
      (0..<5).map { (x + radius * sin(Double($0) * 4 * .pi / 5), y - radius * cos(Double($0) * 4 * .pi / 5)) },
      closed: true)
  }

  private static func moved(_ path: CGPath, _ transform: CGAffineTransform) -> CGPath {
    var transform = transform
    return path.copy(using: &transform) ?? path
  }

  /// A curve with bends of all kinds.
  private static var wave: CGPath {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 10, y: 50))
    path.addCurve(to: CGPoint(x: 50, y: 40), control1: CGPoint(x: 15, y: -20), control2: CGPoint(x: 40, y: 70))
    path.addQuadCurve(to: CGPoint(x: 80, y: 50), control: CGPoint(x: 70, y: 5))
    return path
  }

  /// Coverage is rounded to 8 bits, on a grid that is cut toward one side.
  private static let rounded = Fuzzy.fuzzy(3)

  /// A coordinate between two places of the grid of 1/64 is rounded up, and mirrored it is rounded up, too.
  private static let mirrored: [Metamorphism.Kind: Metamorphism.Exception] = [.flipped: .fuzzy(3)]

  static let shapes: [Reftest] = [
    Reftest("a rectangle is a background") {
      shape(rect(10.25, 8, 60, 40.5))
    } equals: {
      layer(10.25, 8, 60, 40.5, .orange)
    },
    Reftest("a turned rectangle is a turned background", .fuzzy(18), except: mirrored) {
      shape(rect(-30, -20, 60, 40)) {
        $0.position = CGPoint(x: 48.3, y: 36)
        $0.transform = turn(30)
      }
    } equals: {
      layer(18.3, 16, 60, 40, .orange) { $0.transform = turn(30) }
    },
    Reftest("a circle is a rounded background", .fuzzy(22), except: mirrored) {
      shape(CGPath(ellipseIn: CGRect(x: 18.5, y: 6.25, width: 60, height: 60), transform: nil))
    } equals: {
      layer(18.5, 6.25, 60, 60, .orange) { $0.cornerRadius = 30 }
    },
    Reftest("in perspective a rectangle is a background", .fuzzy(28)) {
      // A fifth corner on a side, or the rectangle would be recognised.
      shape(lines([(-30, -20), (30, -20), (30, 20), (0, 20), (-30, 20)], closed: true)) {
        $0.position = CGPoint(x: 48, y: 36)
        $0.transform = tilt(40, 1, 1, distance: 150)
      }
    } equals: {
      layer(18, 16, 60, 40, .orange) { $0.transform = tilt(40, 1, 1, distance: 150) }
    },
    Reftest("even-odd leaves the inner of two rectangles out") {
      let path = CGMutablePath()
      path.addRect(CGRect(x: 10, y: 8, width: 70, height: 50))
      path.addRect(CGRect(x: 30, y: 18, width: 30, height: 25))
      return [shape(path) { $0.fillRule = .evenOdd }]
    } equals: {
      layer(10, 8, 70, 10, .orange)
      layer(10, 43, 70, 15, .orange)
      layer(10, 18, 20, 25, .orange)
      layer(60, 18, 20, 25, .orange)
    },
    Reftest("non-zero leaves out what turns the other way") {
      let path = CGMutablePath()
      path.addRect(CGRect(x: 10, y: 8, width: 70, height: 50))
      path.addPath(lines([(30, 18), (30, 43), (60, 43), (60, 18)], closed: true))
      return [shape(path)]
    } equals: {
      layer(10, 8, 70, 10, .orange)
      layer(10, 43, 70, 15, .orange)
      layer(10, 18, 20, 25, .orange)
      layer(60, 18, 20, 25, .orange)
    },
    Reftest("a rectangle's stroke is a border", .fuzzy(1)) {
      line(rect(14.25, 12, 60, 40), 5)
    } equals: {
      layer(11.75, 9.5, 65, 45) { ($0.borderWidth, $0.borderColor) = (5, .teal) }
    },
    Reftest("half of the length of an open line") {
      line(lines([(10, 10), (50, 10), (50, 50)]), 6) { $0.strokeEnd = 0.75 }
    } equals: {
      line(lines([(10, 10), (50, 10), (50, 30)]), 6)
    },
    Reftest("fractions count over all subpaths", .fuzzy(2)) {
      let path = CGMutablePath()
      path.addPath(lines([(10, 10.5), (50, 10.5)]))
      path.addPath(lines([(10, 40.5), (30, 40.5)]))
      return [
        line(path, 6) {
          ($0.strokeStart, $0.strokeEnd) = (1.0 / 3, 5.0 / 6)
          $0.lineCap = .round
        }
      ]
    } equals: {
      line(lines([(30, 10.5), (50, 10.5)]), 6) { $0.lineCap = .round }
      line(lines([(10, 40.5), (20, 40.5)]), 6) { $0.lineCap = .round }
    },
    Reftest("a stroke that ends before it starts is none", mayBeBlank: true) {
      line(wave, 6) { ($0.strokeStart, $0.strokeEnd) = (0.7, 0.3) }
    } equals: {
      layer(0, 0, 10, 10)
    },
    Reftest("dashes are rectangles") {
      line(lines([(10, 20), (80, 20)]), 8) { ($0.lineDashPattern, $0.lineDashPhase) = ([10, 5], 3) }
    } equals: {
      for (x, width) in [(10.0, 7.0), (22, 10), (37, 10), (52, 10), (67, 10)] {
        layer(x, 16, width, 8, .teal)
      }
    },
    Reftest("an odd dash pattern is taken twice") {
      line(wave, 3) { $0.lineDashPattern = [6, 2, 3] }
    } equals: {
      line(wave, 3) { $0.lineDashPattern = [6, 2, 3, 6, 2, 3] }
    },
    Reftest("a stroke is the fill of its outline", rounded) {
      line(wave, 7) { ($0.lineCap, $0.lineJoin) = (.round, .round) }
    } equals: {
      shape(
        wave.copy(strokingWithWidth: 7, lineCap: .round, lineJoin: .round, miterLimit: 10)
      ) { $0.fillColor = .teal }
    },
    Reftest("a transform of the layer is one of the path", rounded) {
      shape(star(0, 0, 25)) {
        $0.transform = CATransform3DConcat(CATransform3DMakeScale(1.4, 0.9, 1), turn(25))
        $0.position = CGPoint(x: 48.3, y: 36.6)
      }
    } equals: {
      shape(
        moved(
          star(0, 0, 25),
          CGAffineTransform(translationX: 48.3, y: 36.6).rotated(by: 25 * .pi / 180).scaledBy(x: 1.4, y: 0.9)))
    },
    Reftest("a shape as mask", .fuzzy(1)) {
      layer(0, 0, 96, 72, .orange) { $0.mask = shape(star(48.5, 38.25, 32)) }
    } equals: {
      shape(star(48.5, 38.25, 32))
    },
    Reftest("a shape in a rounded clip is masked by it", .fuzzy(1)) {
      layer(20, 10, 56, 50) {
        ($0.masksToBounds, $0.cornerRadius) = (true, 16)
        $0.addSublayer(shape(star(28, 26, 34)))
      }
    } equals: {
      layer(0, 0, 96, 72) {
        $0.addSublayer(shape(star(48, 36, 34)))
        $0.mask = layer(20, 10, 56, 50, .black) { $0.cornerRadius = 16 }
      }
    },
    Reftest("opacity takes fill and stroke together", .fuzzy(1)) {
      shape(star(48, 38, 30)) {
        ($0.strokeColor, $0.lineWidth, $0.opacity) = (.teal, 6, 0.5)
      }
    } equals: {
      layer(0, 0, 96, 72) {
        $0.opacity = 0.5
        $0.addSublayer(shape(star(48, 38, 30)))
        $0.addSublayer(line(star(48, 38, 30), 6))
      }
    },
    Reftest("a shape lies above the background and below sublayers") {
      shape(star(40, 30, 30)) {
        $0.frame = CGRect(x: 8, y: 6, width: 60, height: 40)
        $0.backgroundColor = .teal
        $0.addSublayer(layer(20, 20, 30, 30, .glass))
      }
    } equals: {
      layer(8, 6, 60, 40, .teal)
      shape(star(48, 36, 30))
      layer(28, 26, 30, 30, .glass)
    },
    Reftest("a layer that clips cuts its shape") {
      shape(star(40, 30, 30)) {
        $0.frame = CGRect(x: 8, y: 6, width: 50, height: 40)
        $0.masksToBounds = true
      }
    } equals: {
      layer(8, 6, 50, 40) {
        $0.masksToBounds = true
        $0.addSublayer(shape(star(40, 30, 30)))
      }
    },
    Reftest("half way between two paths", at: 0.5) {
      shape(star(48, 36, 10)) {
        let morph = CABasicAnimation(keyPath: "path")
        (morph.fromValue, morph.toValue, morph.duration) = (star(40, 36, 20), star(50, 38, 32), 1)
        $0.add(morph, forKey: "morph")
      }
    } equals: {
      shape(star(45, 37, 26))
    },
    Reftest("half way between two widths and ends", at: 0.5) {
      line(wave, 4) {
        let width = CABasicAnimation(keyPath: "lineWidth")
        (width.fromValue, width.toValue, width.duration) = (4, 10, 1)
        $0.add(width, forKey: "width")
        let end = CABasicAnimation(keyPath: "strokeEnd")
        (end.fromValue, end.toValue, end.duration) = (0.5, 1, 1)
        $0.add(end, forKey: "end")
      }
    } equals: {
      line(wave, 7) { $0.strokeEnd = 0.75 }
    },
  ]
}
