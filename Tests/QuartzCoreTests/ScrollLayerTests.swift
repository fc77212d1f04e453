import QuartzCore
import Testing

@Suite("23 Scroll layer") struct ScrollLayerTests {
  static func scrollLayer(_ bounds: CGRect) -> CAScrollLayer {
    let layer = CAScrollLayer()
    layer.bounds = bounds
    return layer
  }

  @Test("What it starts with")
  func defaults() {
    ClassProperty("scrollMode", .string("both"), .string("none")).check(on: CAScrollLayer())
    #expect(CAScrollLayer().scrollMode == .both && CAScrollLayer().opacity == 1)
    // 23.5 is a decision of ours: it clips only when told to.
    #expect(!CAScrollLayer().masksToBounds)
    let modes: [CAScrollLayerScrollMode] = [.none, .vertically, .horizontally, .both]
    #expect(modes.map(\.rawValue) == ["none", "vertically", "horizontally", "both"])
  }

  @Test(
    "23.1 scrolling to a point moves the origin of the bounds, along the axes of the mode",
    arguments: [
      (CAScrollLayerScrollMode.both, CGPoint(x: 70, y: 80)), (.vertically, CGPoint(x: 0, y: 80)),
      (.horizontally, CGPoint(x: 70, y: 0)), (.none, .zero), (.init(rawValue: "sideways"), .zero),
    ])
  func toPoint(mode: CAScrollLayerScrollMode, origin: CGPoint) {
    let layer = Self.scrollLayer(CGRect(x: 0, y: 0, width: 100, height: 100))
    layer.scrollMode = mode
    layer.scroll(to: CGPoint(x: 70, y: 80))
    #expect(layer.bounds == CGRect(origin: origin, size: CGSize(width: 100, height: 100)))
  }

  @Test(
    "23.2 scrolling to a rectangle moves the least",
    arguments: [
      (CGPoint(x: 50, y: 60), CGRect(x: 200, y: 200, width: 10, height: 10), CGPoint(x: 110, y: 110)),
      (CGPoint(x: 100, y: 100), CGRect(x: 120, y: 120, width: 10, height: 10), CGPoint(x: 100, y: 100)),
      (CGPoint(x: 100, y: 100), CGRect(x: 20, y: 20, width: 10, height: 10), CGPoint(x: 20, y: 20)),
      (CGPoint(x: 0, y: 0), CGRect(x: 20, y: 20, width: 400, height: 400), CGPoint(x: 20, y: 20)),
    ])
  func toRect(from: CGPoint, rect: CGRect, origin: CGPoint) {
    let layer = Self.scrollLayer(CGRect(x: from.x, y: from.y, width: 100, height: 100))
    layer.scroll(to: rect)
    #expect(layer.bounds.origin == origin)
  }

  @Test("23.2 the mode holds for rectangles too")
  func toRectAlongOneAxis() {
    let layer = Self.scrollLayer(CGRect(x: 0, y: 0, width: 100, height: 100))
    layer.scrollMode = .vertically
    layer.scroll(to: CGRect(x: 200, y: 200, width: 10, height: 10))
    #expect(layer.bounds.origin == CGPoint(x: 0, y: 110))
  }

  @Test("23.3 a layer inside scrolls the nearest scroll layer, in its own points")
  func fromInside() {
    let outer = Self.scrollLayer(CGRect(x: 0, y: 0, width: 300, height: 300))
    let inner = Self.scrollLayer(CGRect(x: 0, y: 0, width: 100, height: 100))
    inner.position = CGPoint(x: 50, y: 50)
    let child = CALayer(frame: CGRect(x: 40, y: 30, width: 400, height: 400))
    outer.addSublayer(inner)
    inner.addSublayer(child)
    child.scroll(CGPoint(x: 10, y: 20))
    #expect(inner.bounds.origin == CGPoint(x: 50, y: 50) && outer.bounds.origin == .zero)
    child.scrollRectToVisible(CGRect(x: 200, y: 200, width: 10, height: 10))
    #expect(inner.bounds.origin == CGPoint(x: 150, y: 140) && outer.bounds.origin == .zero)
    inner.scroll(CGPoint(x: 1, y: 2))
    #expect(inner.bounds.origin == CGPoint(x: 1, y: 2))
  }

  @Test("23.3 without a scroll layer nothing scrolls and the bounds are visible")
  func without() {
    let root = CALayer(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let layer = CALayer(frame: CGRect(x: 10, y: 10, width: 50, height: 50))
    root.addSublayer(layer)
    layer.scroll(CGPoint(x: 5, y: 5))
    layer.scrollRectToVisible(CGRect(x: 500, y: 0, width: 1, height: 1))
    #expect(root.bounds.origin == .zero && layer.bounds.origin == .zero)
    #expect(layer.visibleRect == layer.bounds)
  }

  @Test("23.4 what is visible, in own points")
  func visibleRect() {
    let scroll = Self.scrollLayer(CGRect(x: 30, y: 0, width: 100, height: 100))
    let child = CALayer(frame: CGRect(x: 0, y: 50, width: 100, height: 100))
    scroll.addSublayer(child)
    #expect(near(child.visibleRect, CGRect(x: 30, y: 0, width: 70, height: 50)))
    #expect(scroll.visibleRect == scroll.bounds)
    scroll.scroll(to: CGPoint(x: 500, y: 500))
    #expect(child.visibleRect.isEmpty)
  }
}
