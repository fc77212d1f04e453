import CoreGraphics
import Documents
import Multiplane
import QuartzCore
import TestSupport
import Testing

/// A scene as JSON is drawn as the same layers in Swift.
@MainActor struct ScenePixelTests {
  private static let layers = """
    {"type": "gradient", "width": "100%", "height": "100%", "colors": ["#102040", "tomato"], "endPoint": [1, 1]},
    {"name": "card", "left": 20, "top": 10, "width": 120, "height": 70, "cornerRadius": 12, "backgroundColor": "white",
     "shadowOpacity": 0.5, "shadowRadius": 4, "shadowOffset": [0, 3], "transform.rotation.z": "5deg",
     "stack": {"padding": 10, "gap": 4, "align": "center"},
     "sublayers": [
       {"type": "text", "text": "Hello", "fontSize": 18, "foregroundColor": "#203040"},
       {"type": "shape", "width": 40, "height": 20, "path": "M0 10Q10 -10 20 10T40 10", "fillColor": null,
        "strokeColor": "rgb(255 0 0 / 50%)", "lineWidth": 3, "lineCap": "round",
        "animations": [{"keyPath": "strokeEnd", "from": 0, "to": 1, "duration": 2, "begin": 1, "timing": "easeIn"}]}]},
    {"type": "replicator", "instanceCount": 3, "instanceTransform": [{"translate": [16, 0]}], "position": [150, 40],
     "sublayers": [{"frame": [0, 0, 10, 10], "backgroundColor": "lime",
                    "mask": {"bounds": [0, 0, 6, 14], "backgroundColor": "black"}}]}
    """

  private func swift() -> CALayer {
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 200, height: 100)
    let gradient = CAGradientLayer()
    gradient.frame = root.bounds
    gradient.colors = [
      CGColor(srgbRed: 16 / 255, green: 32 / 255, blue: 64 / 255, alpha: 1),
      CGColor(srgbRed: 1, green: 99 / 255, blue: 71 / 255, alpha: 1),
    ]
    gradient.endPoint = CGPoint(x: 1, y: 1)
    let card = CALayer()
    card.frame = CGRect(x: 20, y: 10, width: 120, height: 70)
    card.cornerRadius = 12
    card.backgroundColor = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
    (card.shadowOpacity, card.shadowRadius, card.shadowOffset) = (0.5, 4, CGSize(width: 0, height: 3))
    card.transform = CATransform3DMakeRotation(5 * .pi / 180, 0, 0, 1)
    let text = CATextLayer()
    (text.string, text.fontSize) = ("Hello", 18)
    text.foregroundColor = CGColor(srgbRed: 32 / 255, green: 48 / 255, blue: 64 / 255, alpha: 1)
    let size = text.preferredFrameSize()
    let (width, height) = (size.width.rounded(.up), size.height.rounded(.up))
    text.frame = CGRect(x: ((120 - width) / 2).rounded(), y: 10, width: width, height: height)
    let line = CAShapeLayer()
    line.frame = CGRect(x: 40, y: 14 + height, width: 40, height: 20)
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 0, y: 10))
    path.addQuadCurve(to: CGPoint(x: 20, y: 10), control: CGPoint(x: 10, y: -10))
    path.addQuadCurve(to: CGPoint(x: 40, y: 10), control: CGPoint(x: 30, y: 30))
    (line.path, line.fillColor, line.lineWidth, line.lineCap) = (path, nil, 3, .round)
    line.strokeColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 0.5)
    let draw = CABasicAnimation(keyPath: "strokeEnd")
    (draw.fromValue, draw.toValue, draw.duration, draw.beginTime) = (0, 1, 2, 1)
    (draw.timingFunction, draw.fillMode) = (CAMediaTimingFunction(name: .easeIn), .both)
    draw.isRemovedOnCompletion = false
    line.add(draw, forKey: nil)
    let copies = CAReplicatorLayer()
    (copies.instanceCount, copies.instanceTransform) = (3, CATransform3DMakeTranslation(16, 0, 0))
    copies.position = CGPoint(x: 150, y: 40)
    let square = CALayer()
    square.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
    square.backgroundColor = CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1)
    let mask = CALayer()
    mask.bounds = CGRect(x: 0, y: 0, width: 6, height: 14)
    mask.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1)
    square.mask = mask
    copies.addSublayer(square)
    for layer in [text, line] { card.addSublayer(layer) }
    for layer in [gradient, card, copies] { root.addSublayer(layer) }
    return root
  }

  @Test func same() throws {
    let scene = try SceneText(layers: Self.layers).scene()
    let (a, b) = (try OffscreenRenderer(size: scene.size), try OffscreenRenderer(size: scene.size))
    let root = swift()
    var pictures: [[UInt8]] = []
    for time in [0, 1.5, 2.5, 4] {
      let pixels = try a.pixels(of: scene.rootLayer, at: time)
      #expect(largestDifference(pixels, try b.pixels(of: root, at: time)) == 0, "at \(time) s")
      pictures.append(pixels)
    }
    // The line grows, and is there from 3 s on.
    #expect(Set(pictures).count == 4)
  }
}
