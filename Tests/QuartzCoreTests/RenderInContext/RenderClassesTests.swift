// Sections 18 and 19 as far as they were measured by pixels: shape and gradient layers in `render(in:)`.

import CoreGraphics
import Foundation
import QuartzCore
import Testing

@Suite("18, 19 shapes and gradients in render(in:)") struct RenderClassesTests {
  private func shape(_ path: CGPath?, _ configure: (CAShapeLayer) -> Void = { _ in }) -> CAShapeLayer {
    let layer = CAShapeLayer()
    layer.frame = CGRect(x: 0, y: 0, width: 60, height: 50)
    layer.path = path
    layer.fillColor = .testRed
    configure(layer)
    return layer
  }

  private static let rect = CGPath(rect: CGRect(x: 10, y: 10, width: 40, height: 30), transform: nil)

  @Test("18.1 fill, the stroke on top of it, nil for neither; not clipped to the bounds")
  func fillAndStroke() {
    let layer = shape(Self.rect) {
      $0.strokeColor = .testBlue
      $0.lineWidth = 6
      $0.bounds = CGRect(x: 0, y: 0, width: 5, height: 5)
    }
    let both = Painting(layer)
    #expect(both.box == CGRect(x: 7, y: 7, width: 46, height: 36))
    #expect(both[30, 25] == .red && both[12, 25] == .blue && both[8, 25] == .blue)
    layer.fillColor = nil
    #expect(Painting(layer)[30, 25] == .clear)
    layer.strokeColor = nil
    #expect(Painting(layer).count() == 0)
    layer.fillColor = .testRed
    #expect(Painting(layer).count() == 1200)
  }

  @Test("18.2 no path, nothing")
  func noPath() {
    let layer = shape(nil) { $0.strokeColor = .testBlue }
    #expect(Painting(layer).count() == 0)
  }

  @Test("18.3 a stroke's part by length: 560 pixels of a 40x30 rectangle at width 4, half of them by strokeEnd")
  func strokeEnd() {
    let layer = shape(Self.rect) {
      $0.fillColor = nil
      $0.strokeColor = .testBlue
      $0.lineWidth = 4
    }
    #expect(Painting(layer).count(of: 255) == 560)
    layer.strokeEnd = 0.5
    #expect(Painting(layer).count(of: 255) == 280)
    layer.strokeStart = 0.5
    #expect(Painting(layer).count() == 0)
    layer.strokeEnd = 1
    #expect(Painting(layer).count(of: 255) == 280)
  }

  @Test("18.5 the phase shifts the pattern of dashes")
  func dashes() {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 0, y: 20))
    path.addLine(to: CGPoint(x: 60, y: 20))
    let layer = shape(path) {
      $0.strokeColor = .testBlue
      $0.lineWidth = 2
      $0.lineDashPattern = [10, 5]
    }
    func lit() -> [Int] { (0..<60).filter { Painting(layer)[$0, 20] == .blue } }
    #expect(lit() == (0..<60).filter { $0 % 15 < 10 })
    layer.lineDashPhase = 4
    #expect(lit() == (0..<60).filter { ($0 + 4) % 15 < 10 })
    layer.lineDashPattern = [6]
    layer.lineDashPhase = 0
    #expect(lit() == (0..<60).filter { $0 % 12 < 6 })
  }

  @Test("Fill rules, caps and joins are those of the layer")
  func styles() {
    let twice = CGMutablePath()
    twice.addRect(CGRect(x: 0, y: 0, width: 40, height: 40))
    twice.addRect(CGRect(x: 10, y: 10, width: 20, height: 20))
    let layer = shape(twice)
    #expect(Painting(layer).count() == 1600)
    layer.fillRule = .evenOdd
    #expect(Painting(layer).count() == 1200)
    let corner = CGMutablePath()
    corner.addLines(between: [CGPoint(x: 10, y: 10), CGPoint(x: 40, y: 10), CGPoint(x: 40, y: 40)])
    let angle = shape(corner) {
      $0.fillColor = nil
      $0.strokeColor = .testBlue
      $0.lineWidth = 10
    }
    #expect(abs(Painting(angle).area - 600) < 1)
    angle.lineCap = .square
    #expect(abs(Painting(angle).area - 700) < 1)
    angle.lineCap = .round
    #expect(abs(Painting(angle).area - (600 + .pi * 25)) < 2)
    (angle.lineCap, angle.lineJoin) = (.butt, .bevel)
    #expect(abs(Painting(angle).area - 587.5) < 1)
    (angle.lineJoin, angle.miterLimit) = (.miter, 1.2)
    #expect(abs(Painting(angle).area - 587.5) < 1)
  }

  private func gradient(_ colors: [CGColor], _ configure: (CAGradientLayer) -> Void = { _ in }) -> CAGradientLayer {
    let layer = CAGradientLayer()
    layer.frame = CGRect(x: 0, y: 0, width: 80, height: 50)
    layer.colors = colors
    configure(layer)
    return layer
  }

  /// The tests' colours as gradients show them, which mix in Generic RGB: they lie outside of it, and are cut off
  /// there.
  private enum Shown {
    static let red: [UInt8] = [255, 38, 0, 255]
    static let green: [UInt8] = [5, 249, 0, 255]
    static let blue: [UInt8] = [4, 50, 255, 255]
  }

  @Test(
    "X-A27: colours are mixed in Generic RGB, and cut to it",
    arguments: [
      // A stop of lottie's, where Apple has (146, 224, 66).
      ([63, 233, 0], [255, 208, 148], 0.365, [146, 224, 66], 1),
      ([203, 0, 255], [203, 0, 255], 0.5, [203, 58, 255], 1),
      // The middle of black and white: .5 to the power of 461/256.
      ([0, 0, 0], [255, 255, 255], 0.5, [146, 146, 146], 1),
      ([255, 255, 255], [255, 255, 255], 0, [255, 255, 255], 0),
    ] as [([Double], [Double], Double, [UInt8], Int)])
  func genericRGB(from: [Double], to: [Double], place: Double, expected: [UInt8], off: Int) {
    let colors = [from, to].map { CGColor(red: $0[0] / 255, green: $0[1] / 255, blue: $0[2] / 255, alpha: 1) }
    let layer = gradient(colors) {
      $0.frame.size = CGSize(width: 200, height: 10)
      ($0.startPoint, $0.endPoint) = (.zero, CGPoint(x: 1, y: 0))
    }
    #expect(Painting(layer, 200, 10)[Int(place * 200), 5].distance(to: expected + [255]) <= off)
  }

  @Test("X-A27: alpha is mixed straight") func straightAlpha() {
    let layer = gradient([CGColor(gray: 1, alpha: 0), CGColor(gray: 1, alpha: 1)])
    #expect(Painting(layer)[40, 25].distance(to: [130, 130, 130, 130]) <= 1)
  }

  @Test("19.1 nothing with fewer than two colours, or another number of locations")
  func tooFewColors() {
    #expect(Painting(gradient([.testRed])).count() == 0)
    #expect(Painting(gradient([.testRed, .testBlue]) { $0.locations = [0, 0.5, 1] }).count() == 0)
    #expect(Painting(gradient([.testRed, .testBlue])).count(of: 255) == 4000)
  }

  @Test("19.2 even spread, flat ends, a step where locations are equal")
  func locations() {
    let even = Painting(gradient([.testRed, .testGreen, .testBlue]))
    #expect(abs(Int(even[40, 24][1]) - 249) <= 4 && even[40, 12].distance(to: [161, 144, 2, 255]) <= 3)
    let stepped = Painting(
      gradient([.testRed, .testRed, .testBlue, .testBlue]) { $0.locations = [0.2, 0.5, 0.5, 0.8] })
    #expect(
      (0..<25).allSatisfy { stepped[40, $0] == Shown.red } && (25..<50).allSatisfy { stepped[40, $0] == Shown.blue })
    let inner = Painting(gradient([.testRed, .testBlue]) { $0.locations = [0.4, 0.6] })
    #expect(inner[40, 19] == Shown.red && inner[40, 30] == Shown.blue)
    let outer = Painting(gradient([.testRed, .testBlue]) { $0.locations = [-1, 2] })
    #expect(outer[40, 0].distance(to: [183, 32, 110, 255]) <= 3)
  }

  @Test("19.3 points are fractions of the bounds, 0 at minimum y")
  func points() {
    let layer = gradient([CGColor(gray: 0, alpha: 1), CGColor(gray: 1, alpha: 1)])
    let painting = Painting(layer)
    for y in 0..<50 {
      // The encoding of sRGB of a gamma of 461/256.
      let light = pow((Double(y) + 0.5) / 50, 461.0 / 256)
      let gray = UInt8((255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055)).rounded())
      #expect(painting[40, y].distance(to: [gray, gray, gray, 255]) <= 1)
    }
    layer.colors = [CGColor.testRed, CGColor.testBlue]
    (layer.startPoint, layer.endPoint) = (CGPoint(x: 1, y: 0), CGPoint(x: 0, y: 0))
    let across = Painting(layer)
    #expect(across[0, 10].distance(to: Shown.blue) <= 4 && across[79, 40].distance(to: Shown.red) <= 4)
    layer.endPoint = layer.startPoint
    #expect(Painting(layer).count() == 0)
  }

  @Test("19.4 a gradient follows the corners without masksToBounds, and lies over the background, under the contents")
  func place() {
    let layer = gradient([.testRed, .testRed]) {
      $0.backgroundColor = .testGreen
      $0.cornerRadius = 25
    }
    let round = Painting(layer)
    #expect(round[0, 0] == .clear && round[40, 25] == Shown.red)
    #expect(abs(round.area - (4000 - (4 - .pi) * 625)) < 12)
    layer.contents = CGImage.test(10, 10, .blue)
    layer.contentsGravity = .center
    #expect(Painting(layer)[40, 25] == .blue && Painting(layer)[20, 25] == Shown.red)
    // Half transparent, the background shows through.
    layer.colors = [CGColor(red: 1, green: 0, blue: 0, alpha: 0.5), CGColor(red: 1, green: 0, blue: 0, alpha: 0.5)]
    #expect(Painting(layer)[20, 25].distance(to: [128, 146, 0, 255]) <= 1)
  }

  @Test("19.6 radial: an ellipse around the start; nothing where start and end share a coordinate")
  func radial() {
    let layer = gradient([.testRed, .testRed, .testBlue]) {
      $0.type = .radial
      $0.locations = [0, 1, 1]
      ($0.startPoint, $0.endPoint) = (CGPoint(x: 0.5, y: 0.5), CGPoint(x: 0.75, y: 0.9))
    }
    let painting = Painting(layer)
    #expect(painting.box { $0 == Shown.red } == CGRect(x: 20, y: 5, width: 40, height: 40))
    layer.endPoint = CGPoint(x: 0.75, y: 0.5)
    #expect(Painting(layer).count() == 0)
  }

  @Test("19.7 conic: around the start, from the end's direction, from x towards y")
  func conic() {
    let layer = gradient([.testRed, .testRed, .testBlue, .testBlue]) {
      $0.type = .conic
      $0.locations = [0, 0.25, 0.25, 1]
      ($0.startPoint, $0.endPoint) = (CGPoint(x: 0.5, y: 0.5), CGPoint(x: 1, y: 0.5))
    }
    let painting = Painting(layer)
    #expect(painting[60, 40] == Shown.red && painting[60, 10] == Shown.blue && painting[20, 40] == Shown.blue)
  }

  @Test("19.8 an unknown type is drawn as an axial gradient")
  func unknownType() {
    let layer = gradient([.testRed, .testBlue]) { $0.type = CAGradientLayerType(rawValue: "spiral") }
    #expect(Painting(layer)[40, 0].distance(to: Shown.red) <= 4)
  }
}
