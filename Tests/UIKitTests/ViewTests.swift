import Testing
import UIKit

/// A layer with a stored property and initialisers of its own.
private final class ProgressLayer: CALayer {
  var progress: Double

  override init() {
    progress = 0.5
    super.init()
  }

  override init(layer: Any) {
    progress = (layer as? ProgressLayer)?.progress ?? -1
    super.init(layer: layer)
  }

  required init?(coder: NSCoder) { nil }
}

private final class ProgressView: UIView {
  override class var layerClass: AnyClass { ProgressLayer.self }
  var layoutCount = 0
  let label: String

  init(label: String) {
    self.label = label
    super.init(frame: .zero)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() { layoutCount += 1 }
}

@Suite struct ViewTests {
  @Test("A view is the delegate of its layer, which is of the class that it names")
  func layer() throws {
    let view = UIView()
    #expect(type(of: view.layer) == CALayer.self && view.layer.delegate === view)
    let progress = ProgressView(label: "a")
    #expect(try #require(progress.layer as? ProgressLayer).progress == 0.5)
    #expect(progress.layer.delegate === progress)
  }

  @Test("Layers of a class that is chosen at run time are released with their views")
  func layerLifetime() {
    weak var layer: CALayer?
    do {
      let view = ProgressView(label: "b")
      layer = view.layer
      #expect(layer != nil)
    }
    #expect(layer == nil)
  }

  @Test("Geometry is the layer's")
  func geometry() {
    let view = UIView(frame: CGRect(x: 10, y: 20, width: 30, height: 40))
    #expect(view.bounds == CGRect(x: 0, y: 0, width: 30, height: 40) && view.center == CGPoint(x: 25, y: 40))
    view.center = CGPoint(x: 100, y: 100)
    #expect(view.frame == CGRect(x: 85, y: 80, width: 30, height: 40))
    view.bounds.size = CGSize(width: 10, height: 10)
    #expect(view.center == CGPoint(x: 100, y: 100) && view.layer.position == view.center)
    view.transform = CGAffineTransform(scaleX: 2, y: 3)
    #expect(view.frame == CGRect(x: 90, y: 85, width: 20, height: 30))
    view.transform3D = CATransform3DMakeRotation(1, 1, 0, 0)
    #expect(view.transform == .identity && view.layer.transform == view.transform3D)
    view.transform3D = CATransform3DIdentity
    view.anchorPoint = .zero
    #expect(view.frame.origin == CGPoint(x: 100, y: 100))
  }

  @Test("Appearance is the layer's; a background colour comes back as the object that was set")
  func appearance() {
    let view = UIView()
    #expect(view.alpha == 1 && !view.isHidden && !view.clipsToBounds && view.backgroundColor == nil && view.tag == 0)
    view.alpha = 0.5
    view.isHidden = true
    view.clipsToBounds = true
    #expect(view.layer.opacity == 0.5 && view.layer.isHidden && view.layer.masksToBounds)
    view.backgroundColor = .systemBlue
    #expect(view.backgroundColor === UIColor.systemBlue)
    #expect(view.layer.backgroundColor == UIColor.systemBlue.cgColor)
    view.layer.backgroundColor = UIColor.red.cgColor
    #expect(view.backgroundColor == .red)
    view.backgroundColor = nil
    #expect(view.layer.backgroundColor == nil)
    let mask = UIView()
    view.mask = mask
    #expect(view.layer.mask === mask.layer && view.subviews.isEmpty && mask.superview == nil)
  }

  @Test("Content modes name sides of the screen, gravities those where y points up")
  func contentMode() {
    let view = UIView()
    #expect(view.layer.contentsGravity == .resize)
    view.contentMode = .scaleAspectFill
    #expect(view.layer.contentsGravity == .resizeAspectFill)
    view.contentMode = .topLeft
    #expect(view.layer.contentsGravity == .bottomLeft && !view.layer.needsDisplayOnBoundsChange)
    view.contentMode = .redraw
    #expect(view.layer.contentsGravity == .resize && view.layer.needsDisplayOnBoundsChange)
  }

  @Test("An image view shows the image in points")
  func imageView() {
    let view = UIImageView(image: UIImage(cgImage: Pixels.solid(width: 20, height: 10), scale: 2, orientation: .up))
    #expect(view.frame == CGRect(x: 0, y: 0, width: 10, height: 5))
    #expect(view.layer.contents as? CGImage === view.image?.cgImage && view.layer.contentsScale == 2)
    view.image = nil
    #expect(view.layer.contents == nil)
    view.frame.size = CGSize(width: 3, height: 3)
    view.image = UIImage(cgImage: Pixels.solid(width: 8, height: 4))
    view.sizeToFit()
    #expect(view.bounds.size == CGSize(width: 8, height: 4))
  }

  @Test("Layout goes through the layer, once for many marks")
  func layout() {
    let (parent, child) = (ProgressView(label: "parent"), ProgressView(label: "child"))
    parent.addSubview(child)
    parent.layoutIfNeeded()
    let count = parent.layoutCount
    #expect(count >= 1)
    parent.setNeedsLayout()
    parent.setNeedsLayout()
    child.layoutIfNeeded()
    parent.layoutIfNeeded()
    #expect(parent.layoutCount == count + 1)
    parent.layoutIfNeeded()
    #expect(parent.layoutCount == count + 1)
  }

  @Test("Points and rectangles convert between views")
  func conversion() {
    let root = UIView(frame: CGRect(x: 5, y: 5, width: 100, height: 100))
    let (a, b) = (
      UIView(frame: CGRect(x: 10, y: 0, width: 20, height: 20)),
      UIView(frame: CGRect(x: 50, y: 50, width: 20, height: 20))
    )
    root.addSubview(a)
    root.addSubview(b)
    b.transform = CGAffineTransform(scaleX: 2, y: 2)
    #expect(a.convert(CGPoint(x: 1, y: 1), to: root) == CGPoint(x: 11, y: 1))
    #expect(b.convert(CGPoint(x: 0, y: 0), to: a) == CGPoint(x: 30, y: 40))
    #expect(b.convert(CGPoint(x: 30, y: 40), from: a) == .zero)
    #expect(b.convert(b.bounds, to: root) == CGRect(x: 40, y: 40, width: 40, height: 40))
    #expect(a.convert(CGRect(x: 40, y: 40, width: 40, height: 40), from: root).origin == CGPoint(x: 30, y: 40))
  }

  @Test(
    "Hit testing: front subviews first; hidden, disabled and clear views are not there; points outside find nothing")
  func hitTesting() {
    let root = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let back = UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
    let front = UIView(frame: CGRect(x: 25, y: 25, width: 100, height: 50))
    root.addSubview(back)
    root.addSubview(front)
    func hit(_ x: CGFloat, _ y: CGFloat) -> UIView? { root.hitTest(CGPoint(x: x, y: y), with: nil) }
    #expect(hit(30, 30) === front && hit(10, 10) === back && hit(90, 90) === root)
    // The part of the subview that is outside of its superview.
    #expect(hit(110, 30) == nil)
    front.isUserInteractionEnabled = false
    #expect(hit(30, 30) === back)
    front.isUserInteractionEnabled = true
    front.alpha = 0.001
    #expect(hit(30, 30) === back)
    back.isHidden = true
    #expect(hit(30, 30) === root)
  }
}
