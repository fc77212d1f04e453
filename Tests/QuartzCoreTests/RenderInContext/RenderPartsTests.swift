// Sections 5 and 6 as far as they were measured in `render(in:)`: the parts of a layer, their order, contents, corners,
// border, shadow.

import CoreGraphics
import Foundation
import QuartzCore
import Testing

@Suite("7.4 parts of a layer in render(in:)") struct RenderPartsTests {
  @Test(
    "5.10 gravity of 20x10 pixels in 80x60 points",
    arguments: [
      (CALayerContentsGravity.resize, CGRect(x: 0, y: 0, width: 80, height: 60)),
      (.resizeAspect, CGRect(x: 0, y: 10, width: 80, height: 40)),
      (.resizeAspectFill, CGRect(x: -20, y: 0, width: 120, height: 60)),
      (.center, CGRect(x: 30, y: 25, width: 20, height: 10)), (.top, CGRect(x: 30, y: 50, width: 20, height: 10)),
      (.bottom, CGRect(x: 30, y: 0, width: 20, height: 10)), (.left, CGRect(x: 0, y: 25, width: 20, height: 10)),
      (.right, CGRect(x: 60, y: 25, width: 20, height: 10)), (.topLeft, CGRect(x: 0, y: 50, width: 20, height: 10)),
      (.topRight, CGRect(x: 60, y: 50, width: 20, height: 10)),
      (.bottomLeft, CGRect(x: 0, y: 0, width: 20, height: 10)),
      (.bottomRight, CGRect(x: 60, y: 0, width: 20, height: 10)),
    ])
  func gravity(_ gravity: CALayerContentsGravity, _ place: CGRect) {
    let layer = CALayer(0, 0, 80, 60)
    layer.contents = CGImage.test(20, 10, .red)
    layer.contentsGravity = gravity
    let painting = Painting(layer, 160, 60) { $0.translateBy(x: 40, y: 0) }
    #expect(painting.box == place.offsetBy(dx: 40, dy: 0))
    #expect(painting.count(of: 255) == Int(place.width * place.height))
    // Half as large where two pixels make a point.
    layer.contentsScale = 2
    let small = Painting(layer, 160, 60) { $0.translateBy(x: 40, y: 0) }.box.size
    let keeps = [.resize, .resizeAspect, .resizeAspectFill].contains(gravity)
    #expect(small == (keeps ? place.size : CGSize(width: 10, height: place.minY == 25 ? 6 : 5)))
  }

  @Test(
    "X-B23: an image's first row is at maximum y where y points up, at minimum y where it points down"
  )
  func orientation() {
    let root = CALayer(0, 0, 40, 40)
    let layer = CALayer(10, 10, 20, 20)
    layer.contents = CGImage.test([[.red], [.blue]])
    layer.magnificationFilter = .nearest
    root.addSublayer(layer)
    for isFlipped in [false, true] {
      root.isGeometryFlipped = isFlipped
      let (first, last): ([UInt8], [UInt8]) = isFlipped ? (.blue, .red) : (.red, .blue)
      layer.isGeometryFlipped = false
      for layerIsFlipped in [false, true] {
        layer.isGeometryFlipped = layerIsFlipped
        let up = Painting(root, 40, 40)
        #expect(up[20, 25] == first && up[20, 15] == last)
        let down = Painting(root, 40, 40) {
          $0.translateBy(x: 0, y: 40)
          $0.scaleBy(x: 1, y: -1)
        }
        #expect(down[20, 25] == first && down[20, 15] == last)
      }
    }
    // What turns the layer turns its image.
    root.isGeometryFlipped = false
    layer.transform = CATransform3DMakeRotation(.pi, 0, 0, 1)
    #expect(Painting(root, 40, 40)[20, 25] == .blue)
  }

  @Test("X-B23: contentsRect counts from the last row where y points up, from the first where contents are flipped")
  func originOfContentsRect() {
    let layer = CALayer(0, 0, 10, 10)
    layer.contents = CGImage.test([[.red, .green], [.blue, .black]])
    layer.magnificationFilter = .nearest
    layer.contentsRect = CGRect(x: 0, y: 0, width: 0.5, height: 0.5)
    #expect(Painting(layer)[5, 5] == .blue)
    layer.isGeometryFlipped = true
    #expect(Painting(layer)[5, 5] == .red)
    // Gravity keeps its place, the image is turned over: two pixels at the top left of 20x10 points.
    layer.bounds.size.width = 20
    layer.contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
    layer.contentsGravity = .topLeft
    let painting = Painting(layer, 20, 10)
    #expect(painting[0, 9] == .blue && painting[0, 8] == .red && painting.count() == 4)
  }

  @Test("5.7 contentsRect shows a part; beyond the image its edge goes on; an empty one shows nothing")
  func contentsRect() {
    let layer = CALayer(0, 0, 40, 40)
    layer.contents = CGImage.test([[.red, .green], [.blue, .black]])
    layer.magnificationFilter = .nearest
    layer.contentsRect = CGRect(x: 0.5, y: 0, width: 0.5, height: 1)
    #expect(Painting(layer)[5, 30] == .green && Painting(layer)[5, 10] == .black)
    layer.contentsRect = CGRect(x: -1, y: 0.5, width: 2, height: 0.5)
    let wide = Painting(layer)
    #expect(wide[5, 5] == .red && wide[25, 5] == .red && wide[35, 5] == .green)
    layer.contentsRect = CGRect(x: 0, y: 0, width: 0, height: 1)
    #expect(Painting(layer).count() == 0)
  }

  @Test("5.8 contentsCenter: corners keep their size, the middle takes the rest", arguments: [false, true])
  func contentsCenter(pointsDown: Bool) {
    let layer = CALayer(0, 0, 40, 20)
    layer.contents = CGImage.test([
      [.red, .green, .red], [.blue, .black, .blue], [.green, .black, .red],
    ])
    layer.contentsCenter = CGRect(x: 1.0 / 3, y: 1.0 / 3, width: 1.0 / 3, height: 1.0 / 3)
    layer.magnificationFilter = .nearest
    let painting = Painting(layer, 40, 20) {
      guard pointsDown else { return }
      $0.translateBy(x: 0, y: 20)
      $0.scaleBy(x: 1, y: -1)
    }
    #expect(painting[0, 19] == .red && painting[39, 19] == .red && painting[0, 0] == .green && painting[39, 0] == .red)
    #expect((1..<39).allSatisfy { painting[$0, 19] == .green && painting[$0, 0] == .black })
    #expect((1..<19).allSatisfy { painting[0, $0] == .blue && painting[20, $0] == .black })
    layer.contentsScale = 0.25
    #expect(Painting(layer)[3, 16] == .red && Painting(layer)[4, 16] == .green)
    #expect(Painting(layer).count(of: 255) == 800)
  }

  @Test("6.2 background, contents, shape, sublayers, border, in this order")
  func order() {
    let layer = CAShapeLayer()
    layer.frame = CGRect(x: 0, y: 0, width: 60, height: 60)
    layer.backgroundColor = .testRed
    layer.contents = CGImage.test(20, 20, .green)
    layer.contentsGravity = .center
    layer.path = CGPath(rect: CGRect(x: 30, y: 0, width: 30, height: 60), transform: nil)
    layer.fillColor = .testBlue
    layer.borderWidth = 5
    layer.borderColor = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
    layer.addSublayer(CALayer(45, 20, 30, 20, .testBlack))
    let painting = Painting(layer)
    #expect(painting[10, 30] == .red && painting[25, 30] == .green, "background, contents")
    #expect(painting[35, 30] == .blue && painting[50, 30] == .black, "shape, sublayer")
    #expect(painting[57, 30] == [255, 255, 255, 255] && painting[62, 30] == .black, "border")
  }

  @Test("6.2 text lies over the background and under the contents; 20.4 its first line at the top, however y points")
  func text() {
    let layer = CATextLayer()
    layer.frame = CGRect(x: 0, y: 0, width: 80, height: 60)
    layer.backgroundColor = .testRed
    (layer.string, layer.fontSize, layer.foregroundColor) = ("MMM", 24, .testBlue)
    let up = Painting(layer).box { $0 == .blue }
    #expect(up.minY > 25 && up.maxY > 50 && up.minX < 10 && up.maxX > 30)
    let down = Painting(layer) {
      $0.translateBy(x: 0, y: 60)
      $0.scaleBy(x: 1, y: -1)
    }.box { $0 == .blue }
    #expect(down.minY > 25 && down.maxY > 50)
    layer.contents = CGImage.test(20, 60, .green)
    layer.contentsGravity = .left
    let covered = Painting(layer)
    #expect(covered.box { $0 == .blue }.minX >= 20 && covered[5, 50] == .green)
    // As a group, with its shadow.
    layer.opacity = 0.5
    layer.shadowOpacity = 1
    let faded = Painting(layer).box { $0[2] > 100 }
    #expect(faded.insetBy(dx: -1, dy: -1).contains(covered.box { $0[2] > 200 }))
  }

  @Test("6.8 corners round background and border; contents and sublayers only with masksToBounds")
  func corners() {
    let layer = CALayer(0, 0, 60, 60, .testRed)
    layer.cornerRadius = 30
    let circle = Painting(layer)
    #expect(abs(circle.area - .pi * 900) < 3)
    layer.contents = CGImage.test(1, 1, .green)
    layer.addSublayer(CALayer(40, 40, 40, 40, .testBlue))
    #expect(Painting(layer)[1, 1] == .green && Painting(layer)[70, 70] == .blue)
    layer.masksToBounds = true
    let clipped = Painting(layer)
    #expect(clipped[1, 1] == .clear && clipped[70, 70] == .clear && clipped[45, 45] == .blue)
    #expect(clipped.box == CGRect(x: 0, y: 0, width: 60, height: 60))
    #expect(abs(clipped.area - .pi * 900) < 60)
  }

  @Test("6.9 maskedCorners choose; a continuous corner reaches 1.528665 radii")
  func cornerKinds() {
    let layer = CALayer(0, 0, 80, 60, .testRed)
    layer.cornerRadius = 15
    let missing = 15.0 * 15 * (1 - .pi / 4)
    #expect(abs(Painting(layer).area - (4800 - 4 * missing)) < 2)
    layer.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMaxYCorner]
    let two = Painting(layer)
    #expect(abs(two.area - (4800 - 2 * missing)) < 1)
    #expect(two[0, 0][3] == 0 && two[79, 59][3] == 0 && two[79, 0] == .red && two[0, 59] == .red)
    layer.cornerCurve = .continuous
    let continuous = Painting(layer)
    // On the side the curve begins at 22.9 points, where a circle's would at 15.
    #expect(continuous[16, 0][3] < 250 && two[16, 0][3] == 255 && continuous[23, 0][3] == 255)
    // The curve nearly is a circle's on the diagonal.
    #expect(continuous[4, 4][3] == two[4, 4][3] || abs(Int(continuous[4, 4][3]) - Int(two[4, 4][3])) < 60)
    // Two circles on one side meet in its middle; wider ones are X-A28.
    layer.cornerCurve = .circular
    layer.maskedCorners = [.layerMinXMinYCorner, .layerMinXMaxYCorner]
    layer.cornerRadius = 30
    #expect(abs(Painting(layer).area - (4800 - 2 * 900 * (1 - .pi / 4))) < 2)
  }

  @Test("6.11 a border lies inside and follows the corners: 1300 pixels at width 5 in 80x60")
  func border() {
    let layer = CALayer(0, 0, 80, 60)
    layer.borderWidth = 5
    layer.borderColor = .testRed
    let square = Painting(layer)
    #expect(square.count() == 1300 && square.count(of: 255) == 1300)
    #expect(square.box == CGRect(x: 0, y: 0, width: 80, height: 60))
    layer.cornerRadius = 12
    let round = Painting(layer)
    #expect(abs(round.area - (1300 - (4 - .pi) * (12 * 12 - 7 * 7))) < 3)
    layer.borderWidth = 30
    #expect(abs(Painting(layer).area - (4800 - (4 - .pi) * 144)) < 3)
  }

  @Test("6.16, 6.17 a shadow of the composited alpha, below the layer, tinted, moved; blurred 2 radii to each side")
  func shadow() {
    let root = CALayer(0, 0, 200, 160)
    let layer = CALayer(60, 60, 50, 40, .testRed)
    (layer.shadowOpacity, layer.shadowOffset) = (1, CGSize(width: 12, height: -9))
    layer.shadowColor = .testBlue
    root.addSublayer(layer)
    for radius in [0.0, 3, 5, 10] {
      layer.shadowRadius = radius
      let painting = Painting(root, 200, 160)
      let place = CGRect(x: 72, y: 51, width: 50, height: 40).insetBy(dx: -2 * radius, dy: -2 * radius)
      #expect(painting.box { $0[2] > 0 } == place.union(CGRect(x: 110, y: 99, width: 1, height: 1)).intersection(place))
      #expect(painting[70, 70] == .red && painting.box { $0[0] > 0 } == layer.frame)
      if radius < 10 { #expect(painting[115, 70][2] > 200) }
    }
    layer.shadowRadius = 0
    layer.shadowOpacity = 0.5
    layer.shadowColor = CGColor(red: 0, green: 0, blue: 1, alpha: 0.5)
    #expect(Painting(root, 200, 160)[115, 70].distance(to: [0, 0, 64, 64]) <= 1)
    // Of sublayers, too, and of nothing but what is drawn.
    layer.backgroundColor = nil
    layer.addSublayer(CALayer(0, 0, 10, 10, .testRed))
    #expect(
      Painting(root, 200, 160).box { $0[2] > 0 }
        == CGRect(x: 72, y: 51, width: 10, height: 9).union(
          CGRect(x: 72, y: 60, width: 10, height: 1)))
    // The offset turns with the layer.
    layer.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
    let turned = Painting(root, 200, 160)
    #expect(turned.box { $0[2] > 0 } == turned.box { $0[0] > 0 }.offsetBy(dx: 9, dy: 12))
  }

  @Test("6.18 a layer that draws nothing casts no shadow; 6.20 whatever its shadowPath")
  func shadowPath() {
    let root = CALayer(0, 0, 100, 80)
    let layer = CALayer(30, 30, 20, 20)
    (layer.shadowOpacity, layer.shadowRadius, layer.shadowOffset) = (1, 0, CGSize(width: 10, height: 0))
    layer.shadowPath = CGPath(rect: CGRect(x: -20, y: -20, width: 60, height: 60), transform: nil)
    root.addSublayer(layer)
    #expect(Painting(root).count() == 0)
    layer.backgroundColor = .testRed
    #expect(Painting(root).box == CGRect(x: 30, y: 30, width: 30, height: 20))
  }

  @Test("X-B24: masksToBounds hides the shadow; a mask cuts it; a border alone casts its ring's")
  func clippedShadow() {
    let root = CALayer(0, 0, 100, 80)
    let layer = CALayer(30, 30, 20, 20, CGColor(red: 1, green: 0, blue: 0, alpha: 0.5))
    (layer.shadowOpacity, layer.shadowRadius, layer.shadowOffset) = (1, 0, CGSize(width: 10, height: 0))
    root.addSublayer(layer)
    layer.masksToBounds = true
    let painting = Painting(root)
    #expect(painting.box == CGRect(x: 30, y: 30, width: 20, height: 20))
    #expect(painting[35, 40].distance(to: [128, 0, 0, 128]) <= 1)
    #expect(painting[45, 40].distance(to: [128, 0, 0, 128]) <= 1)
    layer.masksToBounds = false
    layer.mask = CALayer(0, 0, 25, 20, .testBlack)
    #expect(Painting(root).box == CGRect(x: 30, y: 30, width: 25, height: 20))
    (layer.mask, layer.backgroundColor) = (nil, nil)
    (layer.borderWidth, layer.borderColor) = (2, .testRed)
    let ring = Painting(root)
    #expect(ring[59, 40] == .black && ring[55, 40] == .clear && ring[41, 40] == .black)
  }

  @Test("X-A26: the shadow of a fading layer lies below it by itself, and shows through")
  func fadedShadow() {
    let root = CALayer(0, 0, 100, 80)
    let white = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
    let layer = CALayer(30, 30, 20, 20, white)
    (layer.shadowOpacity, layer.shadowRadius, layer.shadowOffset) = (1, 0, CGSize(width: 10, height: 0))
    layer.opacity = 0.5
    root.addSublayer(layer)
    #expect(Painting(root)[35, 40].distance(to: [128, 128, 128, 128]) <= 1)
    #expect(Painting(root)[45, 40].distance(to: [128, 128, 128, 192]) <= 1)
    #expect(Painting(root)[55, 40].distance(to: [0, 0, 0, 128]) <= 1)
    // A mask multiplies the sum once.
    layer.shadowOffset = .zero
    layer.mask = CALayer(0, 0, 20, 20, .testBlack)
    #expect(Painting(root)[40, 40].distance(to: [128, 128, 128, 192]) <= 1)
    layer.mask?.opacity = 0.5
    #expect(Painting(root)[40, 40].distance(to: [64, 64, 64, 96]) <= 1)
    // In a group that fades as one, it does not show through.
    let group = CALayer(0, 0, 100, 80)
    (layer.opacity, layer.mask, group.opacity) = (1, nil, 0.5)
    group.addSublayer(layer)
    root.addSublayer(group)
    #expect(Painting(root)[40, 40].distance(to: [128, 128, 128, 128]) <= 1)
  }

  @Test("X-A28: circular corners beyond half a side keep their radius, and leave the bounds")
  func wideCorners() {
    let root = CALayer(0, 0, 100, 80)
    let layer = CALayer(30, 30, 20, 20, .testRed)
    layer.cornerRadius = 10
    root.addSublayer(layer)
    #expect(abs(Painting(root).area - .pi * 100) < 2)
    layer.cornerRadius = 20
    // Four quarters of circles about the opposite corners, each from corner to corner and all the way round: the square
    // that they enclose, filled by the winding rule.
    let crossed = Painting(root)
    #expect(crossed[40, 40] == .red && crossed.box.width >= 20)
    layer.cornerRadius = 30
    #expect(!CGRect(x: 30, y: 30, width: 20, height: 20).contains(Painting(root).box))
    // A continuous corner is scaled down.
    layer.cornerCurve = .continuous
    #expect(Painting(root).box == CGRect(x: 30, y: 30, width: 20, height: 20))
  }

  @Test(
    "L-7: compositing filters that are blend modes are drawn",
    arguments: [
      ("multiplyBlendMode", [0, 0, 0, 255]), ("CIScreenBlendMode", [255, 0, 255, 255]),
      ("differenceBlendMode", [255, 0, 255, 255]), ("xor", [0, 0, 0, 0]), ("destOut", [0, 0, 0, 0]),
      ("plusL", [255, 0, 255, 255]), ("destOver", [255, 0, 0, 255]), ("gaussianBlur", [0, 0, 255, 255]),
    ] as [(String, [UInt8])])
  func blendModes(name: String, expected: [UInt8]) {
    let root = CALayer(0, 0, 40, 40, .testRed)
    let layer = CALayer(10, 10, 20, 20)
    layer.addSublayer(CALayer(5, 5, 10, 10, .testBlue))
    layer.compositingFilter = name
    root.addSublayer(layer)
    let painting = Painting(root, 40, 40)
    #expect(painting[20, 20] == expected && painting[12, 12] == .red && painting[2, 2] == .red)
  }

  @Test("L-10: a mask cuts a gradient of 40,480 pixels", arguments: [1.0, 2.0])
  func hugeGradient(scale: Double) {
    let root = CALayer(0, 0, 40, 40)
    let gradient = CAGradientLayer()
    gradient.frame = CGRect(x: -10_100, y: -10_100, width: 20_240, height: 20_240)
    gradient.colors = [CGColor(gray: 0, alpha: 1), CGColor(gray: 0, alpha: 1)]
    let mask = CAShapeLayer()
    mask.path = CGPath(ellipseIn: CGRect(x: 10_110, y: 10_110, width: 20, height: 20), transform: nil)
    gradient.mask = mask
    root.addSublayer(gradient)
    let side = Int(40 * scale)
    let painting = Painting(root, side, side) { $0.scaleBy(x: scale, y: scale) }
    #expect(abs(painting.area - .pi * 100 * scale * scale) < 4)
    #expect(painting[0, 0] == .clear && painting[side / 2, side / 2] == .black)
  }
}
