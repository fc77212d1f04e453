import QuartzCore
import Testing

@Suite struct GeometryFrameTests {
  /// Bounds of 100x50 at position (200, 300), which have their frame at (150, 275).
  private static func layer() -> CALayer {
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 100, height: 50)
    layer.position = CGPoint(x: 200, y: 300)
    return layer
  }

  @Test(
    "2.2 frame.origin is position - anchorPoint * bounds.size",
    arguments: [
      (CGPoint(x: 0.5, y: 0.5), CGPoint(x: 150, y: 275)), (CGPoint(x: 0, y: 0), CGPoint(x: 200, y: 300)),
      (CGPoint(x: 1, y: 0), CGPoint(x: 100, y: 300)), (CGPoint(x: -1, y: 2), CGPoint(x: 300, y: 200)),
    ])
  func origin(anchor: CGPoint, origin: CGPoint) {
    let layer = Self.layer()
    layer.anchorPoint = anchor
    #expect(layer.frame == CGRect(origin: origin, size: CGSize(width: 100, height: 50)))
  }

  @Test("2.2 what does not change the frame")
  func unaffected() {
    let layer = Self.layer()
    let frame = layer.frame
    layer.bounds.origin = CGPoint(x: 30, y: -20)
    layer.zPosition = 12
    layer.anchorPointZ = 7
    layer.contentsScale = 3
    layer.isGeometryFlipped = true
    layer.sublayerTransform = CATransform3DMakeScale(2, 2, 2)
    #expect(layer.frame == frame)
  }

  @Test("2.3 under a rotation the frame is the bounding box")
  func rotated() {
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    layer.transform = CATransform3DMakeRotation(.pi / 4, 0, 0, 1)
    let half = 50 * 2.0.squareRoot()
    #expect(near(layer.frame, CGRect(x: -half, y: -half, width: 2 * half, height: 2 * half)))
    #expect(near(layer.frame, CGRect(x: -70.71, y: -70.71, width: 141.42, height: 141.42), 1e-4))
  }

  @Test("2.3 the flip, the bounds' origin and the anchor do not matter for the size of the bounding box")
  func rotatedUnaffected() {
    let layer = Self.layer()
    layer.transform = CATransform3DMakeRotation(0.3, 0, 0, 1)
    let frame = layer.frame
    layer.isGeometryFlipped = true
    layer.bounds.origin = CGPoint(x: 11, y: 12)
    #expect(near(layer.frame, frame))
  }

  @Test("2.4 a translation moves the frame")
  func translated() {
    let layer = Self.layer()
    layer.transform = CATransform3DMakeTranslation(10, 20, 0)
    #expect(layer.frame == CGRect(x: 160, y: 295, width: 100, height: 50))
  }

  @Test(
    "2.5 setting the frame keeps the bounds' origin and standardises",
    arguments: [
      (CGRect(x: 0, y: 0, width: -100, height: -50), CGPoint(x: -50, y: -25), CGSize(width: 100, height: 50)),
      (CGRect(x: 10, y: 20, width: 100, height: 50), CGPoint(x: 60, y: 45), CGSize(width: 100, height: 50)),
      (CGRect(x: 10, y: 20, width: 0, height: 0), CGPoint(x: 10, y: 20), .zero),
    ])
  func set(frame: CGRect, position: CGPoint, size: CGSize) {
    let layer = CALayer()
    layer.bounds = CGRect(x: 3, y: 4, width: 1, height: 1)
    layer.frame = frame
    #expect(layer.position == position)
    #expect(layer.bounds == CGRect(origin: CGPoint(x: 3, y: 4), size: size))
    #expect(layer.frame == frame.standardized)
  }

  @Test("2.5 bounds are standardised when set")
  func negativeBounds() {
    let layer = CALayer()
    layer.bounds = CGRect(x: 10, y: 10, width: -4, height: -6)
    #expect(layer.bounds == CGRect(x: 6, y: 4, width: 4, height: 6))
  }

  @Test(
    "2.6 setting the frame under a transform",
    arguments: [
      (CATransform3DMakeScale(2, 4, 1), CGSize(width: 50, height: 12.5), CGPoint(x: 60, y: 45)),
      (CATransform3DMakeTranslation(10, 20, 0), CGSize(width: 100, height: 50), CGPoint(x: 50, y: 25)),
      (CATransform3DMakeScale(-1, 1, 1), CGSize(width: 100, height: 50), CGPoint(x: 60, y: 45)),
      (CATransform3DMakeRotation(.pi / 2, 0, 0, 1), CGSize(width: 50, height: 100), CGPoint(x: 60, y: 45)),
    ])
  func setUnderTransform(transform: CATransform3D, size: CGSize, position: CGPoint) {
    let layer = CALayer()
    layer.transform = transform
    layer.frame = CGRect(x: 10, y: 20, width: 100, height: 50)
    #expect(near(layer.bounds, CGRect(origin: .zero, size: size)))
    #expect(near(layer.position, position))
    #expect(near(layer.frame, CGRect(x: 10, y: 20, width: 100, height: 50)))
  }

  @Test("2.6 the frame that was set is read back with any anchor point, translation and scale")
  func setReadsBack() {
    let layer = CALayer()
    layer.anchorPoint = CGPoint(x: 0.25, y: -1)
    layer.bounds.origin = CGPoint(x: 5, y: 6)
    layer.transform = CATransform3DScale(CATransform3DMakeTranslation(7, -8, 9), -3, 0.5, 2)
    let frame = CGRect(x: 1, y: 2, width: 30, height: 40)
    layer.frame = frame
    #expect(near(layer.frame, frame))
    #expect(layer.bounds.origin == CGPoint(x: 5, y: 6))
  }

  @Test("2.7 under any other rotation the centre of the frame is where it was set")
  func setUnderRotation() {
    let layer = CALayer()
    layer.transform = CATransform3DMakeRotation(0.4, 0, 0, 1)
    layer.frame = CGRect(x: 10, y: 20, width: 100, height: 50)
    #expect(near(layer.frame.origin, CGPoint(x: 10, y: 20)))
    #expect(layer.bounds.width > 0 && layer.bounds.height > 0)
  }

  @Test(
    "2.7 transforms that cannot be undone leave finite values",
    arguments: [
      CATransform3DMakeScale(0, 0, 0), CATransform3DMakeScale(.infinity, 1, 1), CATransform3DMakeScale(.nan, 1, 1),
      CATransform3D(),
    ])
  func setUnderSingular(transform: CATransform3D) {
    let layer = CALayer()
    layer.transform = transform
    layer.frame = CGRect(x: 10, y: 20, width: 100, height: 50)
    #expect(layer.position.x.isFinite && layer.position.y.isFinite)
    #expect(layer.bounds.width.isFinite && layer.bounds.height.isFinite)
  }

  @Test("2.8 changing the anchor point keeps the position and moves the frame")
  func anchor() {
    let layer = Self.layer()
    layer.anchorPoint = .zero
    #expect(layer.position == CGPoint(x: 200, y: 300))
    #expect(layer.frame.origin == CGPoint(x: 200, y: 300))
  }

  @Test("Setting the frame goes through the setters of bounds and position")
  func overrides() {
    final class Recorder: CALayer {
      var log: [String] = []
      override var bounds: CGRect { didSet { log.append("bounds") } }
      override var position: CGPoint { didSet { log.append("position") } }
    }
    let layer = Recorder()
    layer.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
    #expect(layer.log == ["position", "bounds"])
  }
}
