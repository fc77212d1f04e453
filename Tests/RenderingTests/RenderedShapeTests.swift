// Shapes as rendered, against cairo and against exact polygons; their order in the layer, clips, perspective, CAML.

import CoreGraphics
import Coverage
import Foundation
import Multiplane
import QuartzCore
import SceneFiles
import TestPaths
import TestSupport
import Testing

extension RenderingTests {
  @MainActor @Suite struct RenderedShapeTests {
    private static let canvas = Canvas(width: 96, height: 96)
    private let oracle = CairoOracle(width: 96, height: 96)

    private func shape(_ path: CGPath?, _ configure: (CAShapeLayer) -> Void = { _ in }) -> CAShapeLayer {
      let layer = CAShapeLayer()
      layer.anchorPoint = .zero
      layer.path = path
      configure(layer)
      return layer
    }

    private func alpha(_ layers: CALayer..., on canvas: Canvas = Self.canvas, at time: Double = 0) throws -> [UInt8] {
      let pixels = try canvas.pixels(layers, at: time)
      return stride(from: 3, to: pixels.count, by: 4).map { pixels[$0] }
    }

    private func area(_ layers: CALayer...) throws -> Double {
      try Double(Self.canvas.pixels(layers).enumerated().reduce(0) { $0 + ($1.offset % 4 == 3 ? Int($1.element) : 0) })
        / 255
    }

    private func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> CGPath {
      CGPath(rect: CGRect(x: x, y: y, width: width, height: height), transform: nil)
    }

    // MARK: cairo

    @Test(arguments: [CGPathFillRule.winding, .evenOdd]) func fills(_ rule: CGPathFillRule) throws {
      var random = SeededRandom(paths: 11)
      var difference = EdgeDifference()
      for _ in 0..<40 {
        let path = random.path(size: 96)
        let map = random.map(size: 96)
        let ours = try alpha(
          shape(path) {
            $0.setAffineTransform(map)
            $0.fillRule = rule == .evenOdd ? .evenOdd : .nonZero
          })
        difference.add(ours, oracle.fill(path, rule, map))
      }
      #expect(difference.mean < 2 && difference.count > 10_000, "\(difference)")
    }

    @Test(arguments: [false, true]) func strokes(dashed: Bool) throws {
      var random = SeededRandom(paths: 12)
      var difference = EdgeDifference()
      for _ in 0..<40 {
        let path = random.path(size: 96, bend: 0.2)
        var stroke = random.stroke()
        let map = random.map(size: 96, isUniform: stroke.join == .miter)
        if dashed {
          stroke.width = random.number(1...5)
          stroke.dashes = (0..<random.whole(1...4)).map { _ in random.number(2...20) }
          stroke.phase = random.number(-20...20)
        }
        let ours = try alpha(
          shape(path) {
            $0.setAffineTransform(map)
            ($0.fillColor, $0.strokeColor, $0.lineWidth) = (nil, .black, stroke.width)
            ($0.miterLimit, $0.lineDashPhase) = (stroke.miterLimit, stroke.phase)
            $0.lineCap = [.butt: .butt, .round: .round, .square: .square][stroke.cap] ?? .butt
            $0.lineJoin = [.miter: .miter, .round: .round, .bevel: .bevel][stroke.join] ?? .miter
            if dashed { $0.lineDashPattern = stroke.dashes.map { NSNumber(value: $0) } }
          })
        difference.add(ours, oracle.stroke(path, stroke, map))
      }
      #expect(difference.mean < 2 && difference.count > 10_000, "\(difference)")
    }

    /// Rectangles, rounded ones and ovals, small and large, at any phase; what the rectangle primitive draws, too.
    @Test(arguments: [0, 9.25]) func simpleShapes(radius: Double) throws {
      let canvas = Canvas(width: 200, height: 200)
      // cairo's own error at upright edges would be most of the difference.
      let oracle = CairoOracle(width: 200, height: 200, parts: 4)
      var random = SeededRandom(paths: 13)
      var difference = EdgeDifference()
      for index in 0..<30 {
        let side = index.isMultiple(of: 2) ? random.number(140...170) : random.number(20...60)
        let place = CGRect(x: random.number(8...20), y: random.number(8...20), width: side, height: side * 1.05)
        let path =
          index % 3 == 0 && radius > 0
          ? CGPath(ellipseIn: place, transform: nil)
          : CGPath(roundedRect: place, cornerWidth: radius, cornerHeight: radius, transform: nil)
        var stroke = ShapeStroke()
        stroke.width = random.number(0.5...9)
        stroke.join = index.isMultiple(of: 5) ? .round : .miter
        difference.add(try alpha(shape(path), on: canvas), oracle.fill(path, .winding, .identity))
        let stroked = shape(path) {
          ($0.fillColor, $0.strokeColor, $0.lineWidth) = (nil, .black, stroke.width)
          $0.lineJoin = stroke.join == .round ? .round : .miter
        }
        difference.add(try alpha(stroked, on: canvas), oracle.stroke(path, stroke, .identity))
      }
      #expect(difference.mean < 1.5 && difference.max <= 24 && difference.count > 10_000, "\(difference)")
    }

    // MARK: Exact

    /// Convex polygons, turned and in perspective.
    @Test func polygons() throws {
      var random = SeededRandom(paths: 14)
      var difference = EdgeDifference()
      for index in 0..<24 {
        let corners = (0..<7).map { corner in
          let angle = (Double(corner) + random.number(0...0.8)) * 2 * .pi / 7
          return Point(48 + 34 * cos(angle), 48 + 30 * sin(angle))
        }
        let path = CGMutablePath()
        path.addLines(between: corners.map { CGPoint(x: $0.x, y: $0.y) })
        path.closeSubpath()
        var expected = Polygon(corners: corners)
        var transform = CATransform3DIdentity
        if index.isMultiple(of: 2) {
          // Points of the plane z = 0 go to (x, y) / (1 - x/200): the layer's place is the origin.
          transform.m14 = -1 / 200.0
          transform.m24 = 1 / 300.0
          expected = Polygon(
            corners: corners.map {
              let w = 1 - $0.x / 200 + $0.y / 300
              return Point($0.x / w, $0.y / w)
            })
        }
        let ours = try alpha(shape(path) { $0.transform = transform })
        difference.add(
          ours, expected.coverage(width: 96, height: 96).map { UInt8(min(max($0 * 255, 0), 255).rounded()) })
      }
      #expect(difference.max <= 6 && difference.mean < 1.5 && difference.count > 1000, "\(difference)")
    }

    // Section 18, statement 3: measured on Apple.
    @Test func strokeEndIsAFractionOfTheLength() throws {
      func stroked(_ end: Double) -> CAShapeLayer {
        shape(rect(20, 20, 40, 30)) {
          ($0.fillColor, $0.strokeColor, $0.lineWidth, $0.strokeEnd) = (nil, .black, 4, end)
        }
      }
      #expect(try area(stroked(1)) == 560)
      #expect(try area(stroked(0.5)) == 280)
    }

    // Section 18, statements 1 and 2: fill, then stroke on top; nil disables each; not clipped to bounds.
    @Test func colours() throws {
      func stroked(_ fill: CGColor?, _ stroke: CGColor?) -> CAShapeLayer {
        shape(rect(20, 20, 40, 30)) {
          ($0.fillColor, $0.strokeColor, $0.lineWidth) = (fill, stroke, 4)
          $0.bounds = CGRect(x: 0, y: 0, width: 2, height: 2)
        }
      }
      #expect(try area(stroked(.red, nil)) == 1200)
      #expect(try area(stroked(nil, .red)) == 560)
      #expect(try area(stroked(nil, nil)) == 0)
      #expect(try area(shape(nil)) == 0)
      let pixels = try Self.canvas.pixels([stroked(.red, .teal)])
      func color(_ x: Int, _ y: Int) -> [UInt8] { Array(pixels[(y * 96 + x) * 4..<(y * 96 + x) * 4 + 4]) }
      #expect(color(30, 30) == [255, 0, 0, 255] && color(20, 30) == [0, 102, 153, 255])
      #expect(color(19, 30) == [0, 102, 153, 255] && color(17, 30) == [0, 0, 0, 0])
    }

    /// A layer of an own class that starts with other colours is a shape all the same.
    @Test func subclasses() throws {
      final class Ring: CAShapeLayer {}
      let ring = Ring()
      ring.path = rect(20, 20, 40, 30)
      #expect(try area(ring) == 1200)
    }

    /// Textures of tiles that are gone are used again; what they show is new.
    @Test func usedTexturesShowNewTiles() throws {
      func tree() -> CALayer {
        let morphing = (0..<6).map { index in
          shape(CGPath.star(16)) {
            $0.position = CGPoint(x: 20 + 28 * Double(index % 3), y: 24 + 40 * Double(index / 3))
            let morph = CABasicAnimation(keyPath: "path")
            (morph.fromValue, morph.toValue, morph.duration) = (CGPath.star(12), CGPath.star(18 + Double(index)), 1)
            $0.add(morph, forKey: "morph")
          }
        }
        let still = shape(CGPath.star(9)) {
          $0.position = CGPoint(x: 48, y: 48)
          $0.fillColor = .red
        }
        return Self.canvas.root(morphing + [still])
      }
      let root = tree()
      let renderer = try Self.canvas.makeRenderer()
      let times = (0..<40).map { Double($0) / 40 }
      let frames = try times.map { try renderer.pixels(of: root, at: $0) }
      let other = try Self.canvas.makeRenderer()
      let same = tree()
      _ = try other.pixels(of: same, at: 0)
      for index in [7, 20, 33, 39] { #expect(try other.pixels(of: same, at: times[index]) == frames[index]) }
      #expect(Set(frames).count == 40)
    }

    // MARK: CAML

    @Test func pathsOfDocuments() throws {
      let text = """
        <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
        <CALayer id="root" bounds="0 0 96 96" position="48 48" geometryFlipped="1">
        <sublayers><CAShapeLayer position="8 6" lineWidth="3" lineJoin="round" fillRule="even-odd">
        <path value="M 10 10 L 60 20 Q 80 60 40 70 C 20 60 20 40 5 50 Z M 30 30 h 12.5 v 14 h -12.5 z"/>
        <fillColor value="1 0 0"/><strokeColor value="0 0 1" opacity="0.5"/>
        </CAShapeLayer></sublayers></CALayer></caml>
        """
      let folder = try TemporaryFolder()
      let file = try folder.write(text, to: "shape.caml")
      let path = CGMutablePath()
      path.move(to: CGPoint(x: 10, y: 10))
      path.addLine(to: CGPoint(x: 60, y: 20))
      path.addQuadCurve(to: CGPoint(x: 40, y: 70), control: CGPoint(x: 80, y: 60))
      path.addCurve(to: CGPoint(x: 5, y: 50), control1: CGPoint(x: 20, y: 60), control2: CGPoint(x: 20, y: 40))
      path.closeSubpath()
      path.addRect(CGRect(x: 30, y: 30, width: 12.5, height: 14))
      let same = shape(path) {
        $0.position = CGPoint(x: 8, y: 6)
        ($0.fillColor, $0.fillRule, $0.lineWidth, $0.lineJoin) = (.red, .evenOdd, 3, .round)
        $0.strokeColor = CGColor(red: 0, green: 0, blue: 1, alpha: 0.5)
      }
      let renderer = try Self.canvas.makeRenderer()
      let document = try renderer.pixels(of: Scene(path: file).rootLayer)
      let expected = try Self.canvas.pixels([same])
      #expect(document == expected)
      #expect(Set(document).count > 10)
    }
  }
}

extension CGPath {
  fileprivate static func star(_ radius: Double) -> CGPath {
    let path = CGMutablePath()
    path.addLines(
      between: (0..<5).map {
        CGPoint(x: radius * sin(Double($0) * 4 * .pi / 5), y: -radius * cos(Double($0) * 4 * .pi / 5))
      })
    path.closeSubpath()
    return path
  }
}
