import QuartzCore
import Testing

@Suite("24 Transform layer") struct TransformLayerTests {
  @Test("17.6 it is never hit itself; its sublayers are, where it clips nothing")
  func hitTest() {
    let root = CALayer(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
    let layer = CATransformLayer()
    layer.frame = CGRect(x: 10, y: 10, width: 100, height: 100)
    let child = CALayer(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
    root.addSublayer(layer)
    layer.addSublayer(child)
    #expect(root.hitTest(CGPoint(x: 15, y: 15)) === child)
    #expect(root.hitTest(CGPoint(x: 60, y: 60)) === root)
    #expect(layer.hitTest(CGPoint(x: 60, y: 60)) == nil)
  }

  @Test("It keeps what a layer starts with, and what it is given")
  func properties() {
    let layer = CATransformLayer()
    #expect(layer.opacity == 1 && !layer.masksToBounds && layer.backgroundColor == nil)
    layer.backgroundColor = .testRed
    #expect(layer.backgroundColor == .testRed)
  }
}
