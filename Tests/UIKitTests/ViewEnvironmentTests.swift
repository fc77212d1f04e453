// What views take over from those above them: window, tint, style; and what they hand on.

import Foundation
import Testing
import UIKit

/// Notes what it is told.
private final class Witness: UIView {
  let name: String
  var log: (String) -> Void = { _ in }

  init(_ name: String, _ log: @escaping (String) -> Void = { _ in }) {
    self.name = name
    self.log = log
    super.init(frame: .zero)
  }

  required init?(coder: NSCoder) { nil }

  override func willMove(toSuperview newSuperview: UIView?) { log("\(name) will super \(newSuperview != nil)") }
  override func didMoveToSuperview() { log("\(name) did super \(superview != nil)") }
  override func willMove(toWindow newWindow: UIWindow?) { log("\(name) will window \(newWindow != nil)") }
  override func didMoveToWindow() { log("\(name) did window \(window != nil)") }
  override func tintColorDidChange() { log("\(name) tint") }
  override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
    let now = UITraitCollection.current
    #expect(now.hasDifferentColorAppearance(comparedTo: previousTraitCollection))
    log("\(name) style \(now.userInterfaceStyle)")
  }
  override var intrinsicContentSize: CGSize { CGSize(width: 10, height: UIView.noIntrinsicMetric) }
}

@Suite struct ViewEnvironmentTests {
  @Test("A subtree hears of its window, superviews first, between what it hears of its superview")
  func window() {
    var log: [String] = []
    let (a, b) = (Witness("a") { log.append($0) }, Witness("b") { log.append($0) })
    a.addSubview(b)
    #expect(a.window == nil && log == ["b will super true", "b did super true"])
    log = []
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    window.addSubview(a)
    #expect(
      log == [
        "a will super true", "a will window true", "b will window true", "a did window true", "b did window true",
        "a did super true",
      ])
    #expect(b.window === window && window.window === window)
    log = []
    let other = UIView()
    window.addSubview(other)
    other.addSubview(a)
    #expect(log == ["a will super true", "a did super true"])
    log = []
    a.removeFromSuperview()
    #expect(
      log == [
        "a will super false", "a will window false", "b will window false", "a did window false", "b did window false",
        "a did super false",
      ])
    #expect(b.window == nil)
  }

  @Test("A view that adds to itself when it comes to a window is told of each once")
  func addedMeanwhile() {
    final class Adder: UIView {
      var added: Witness?
      override func didMoveToWindow() { added.map { addSubview($0) } }
    }
    var log: [String] = []
    let adder = Adder()
    adder.added = Witness("x") { log.append($0) }
    UIWindow(frame: .zero).addSubview(adder)
    #expect(log.filter { $0 == "x did window true" }.count == 1)
  }

  @Test("Tints come from above, and go to those without one")
  func tint() {
    var log: [String] = []
    let root = UIView()
    let (a, b, c) = (Witness("a"), Witness("b"), Witness("c"))
    root.addSubview(a)
    a.addSubview(b)
    a.addSubview(c)
    c.tintColor = .green
    for view in [a, b, c] { view.log = { log.append($0) } }
    #expect(b.tintColor == .systemBlue)
    root.tintColor = .red
    #expect(b.tintColor == .red && c.tintColor == .green && log.prefix(2) == ["a tint", "b tint"])
    log = []
    b.removeFromSuperview()
    #expect(b.tintColor == .systemBlue && log.contains("b tint"))
    a.tintAdjustmentMode = .dimmed
    #expect(a.tintAdjustmentMode == .dimmed && c.tintAdjustmentMode == .dimmed && c.tintColor != .green)
    a.tintAdjustmentMode = .automatic
    #expect(c.tintAdjustmentMode == .normal && c.tintColor == .green)
    c.tintColor = nil
    #expect(c.tintColor == .red)
  }

  @Test("A view's style reaches those below it: dynamic colours resolve by it")
  func style() {
    var log: [String] = []
    let (root, a) = (UIView(), Witness("a") { log.append($0) })
    root.addSubview(a)
    a.backgroundColor = .label
    #expect(a.layer.backgroundColor == UIColor.black.cgColor || a.layer.backgroundColor?.components == [0, 0, 0, 1])
    log = []
    root.overrideUserInterfaceStyle = .dark
    #expect(log == ["a style dark"] && a.traitCollection.userInterfaceStyle == .dark)
    #expect(a.layer.backgroundColor?.components == [1, 1, 1, 1] && a.backgroundColor === UIColor.label)
    a.removeFromSuperview()
    #expect(a.traitCollection.userInterfaceStyle == .light && a.layer.backgroundColor?.components == [0, 0, 0, 1])
  }

  @Test(
    "Flexible parts share a change of the superview's size in proportion to their lengths",
    arguments: [
      (0, [20, 10, 40, 30]), (0b01_0010, [20, 10, 140, 80]), (0b00_1001, [120, 60, 40, 30]),
      (0b00_0101, [53.333333333, 10, 40, 30]), (0b00_0110, [20, 10, 90, 30]), (0b11_1000, [20, 15, 40, 45]),
    ] as [(UInt, [CGFloat])])
  func autoresizing(_ mask: UInt, _ expected: [CGFloat]) {
    let parent = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let child = UIView(frame: CGRect(x: 20, y: 10, width: 40, height: 30))
    child.autoresizingMask = UIView.AutoresizingMask(rawValue: mask)
    parent.addSubview(child)
    parent.bounds.size = CGSize(width: 200, height: 150)
    let frame = child.frame
    #expect(near(frame.minX, expected[0]) && near(frame.minY, expected[1]))
    #expect(near(frame.width, expected[2]) && near(frame.height, expected[3]))
    parent.autoresizesSubviews = false
    parent.frame.size = CGSize(width: 10, height: 10)
    #expect(child.frame == frame)
  }

  @Test("Sizes that suit: by itself none; a view that fits its size keeps its corner")
  func sizes() {
    final class Fitting: UIView {
      override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: 30, height: 20) }
    }
    #expect(UIView().intrinsicContentSize == CGSize(width: -1, height: -1))
    #expect(Witness("a").intrinsicContentSize.width == 10)
    let view = Fitting(frame: CGRect(x: 10, y: 10, width: 100, height: 100))
    view.sizeToFit()
    #expect(view.frame == CGRect(x: 10, y: 10, width: 30, height: 20))
  }

  @Test("Touches go from the view that was hit to its superviews")
  func touches() {
    final class Catcher: UIView {
      var places: [CGPoint] = []
      override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        places += touches.map { $0.location(in: self) }
      }
    }
    let catcher = Catcher(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let dot = UIView(frame: CGRect(x: 40, y: 30, width: 10, height: 10))
    catcher.addSubview(dot)
    let touch = UITouch(at: CGPoint(x: 1, y: 2), in: dot)
    let event = UIEvent(touches: [touch])
    let hit = catcher.hitTest(CGPoint(x: 41, y: 32), with: event)
    #expect(hit === dot)
    hit?.touchesBegan([touch], with: event)
    #expect(catcher.places == [CGPoint(x: 41, y: 32)])
    touch.move(to: CGPoint(x: 5, y: 5))
    #expect(touch.previousLocation(in: catcher) == CGPoint(x: 41, y: 32) && touch.phase == .moved)
    #expect(touch.location(in: catcher) == CGPoint(x: 45, y: 35))
  }

  @Test("A template image takes the tint of its view, an original one does not")
  func templates() throws {
    let image = UIImage(cgImage: Pixels.solid(width: 2, height: 2))
    #expect(image.renderingMode == .automatic)
    let template = image.withRenderingMode(.alwaysTemplate)
    let view = UIImageView(image: template)
    func pixel() throws -> [UInt8] {
      Array(try #require(view.layer.contents.flatMap { $0 as? CGImage }).pixels.prefix(4))
    }
    view.tintColor = .red
    #expect(try pixel() == [255, 0, 0, 255])
    let parent = UIView()
    parent.tintColor = .green
    view.tintColor = nil
    parent.addSubview(view)
    #expect(try pixel() == [0, 255, 0, 255])
    view.image = template.withRenderingMode(.alwaysOriginal)
    #expect(try pixel() == Array(Pixels.solid(width: 2, height: 2).pixels.prefix(4)))
    #expect(view.intrinsicContentSize == CGSize(width: 2, height: 2))
    #expect(UIImage().size == .zero && UIImage().cgImage == nil && UIImage().pngData() == nil)
    #expect(UIColor().cgColor.alpha == 0)
  }

  @Test("Traits of several collections: the last that says something counts")
  func traits() {
    let traits = UITraitCollection(traitsFrom: [
      UITraitCollection(displayScale: 2), UITraitCollection(userInterfaceStyle: .dark),
      UITraitCollection(displayScale: 3),
    ])
    #expect(traits.displayScale == 3 && traits.userInterfaceStyle == .dark && traits.userInterfaceIdiom == .unspecified)
    #expect(traits.containsTraits(in: UITraitCollection(displayScale: 3)))
    #expect(!traits.containsTraits(in: UITraitCollection(displayScale: 2)))
    var inside: UIUserInterfaceStyle?
    traits.performAsCurrent { inside = UITraitCollection.current.userInterfaceStyle }
    #expect(inside == .dark && UITraitCollection.current.userInterfaceStyle == .light)
    #expect(UIGraphicsImageRendererFormat(for: traits).scale == 3)
  }

  @Test("Geometry is read back from its text; other text is zero")
  func text() {
    #expect(NSCoder.string(for: CGPoint(x: 1, y: -2.5)) == "{1, -2.5}")
    #expect(NSCoder.cgPoint(for: "{1, -2.5}") == CGPoint(x: 1, y: -2.5))
    let rect = CGRect(x: 1, y: 2, width: 3, height: 4)
    #expect(NSCoder.string(for: rect) == "{{1, 2}, {3, 4}}" && NSCoder.cgRect(for: "{{1, 2}, {3, 4}}") == rect)
    let transform = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
    #expect(NSCoder.cgAffineTransform(for: NSCoder.string(for: transform)) == transform)
    #expect(NSCoder.uiEdgeInsets(for: "{1,2,3,4}") == UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4))
    #expect(NSCoder.cgSize(for: "{1, 2, 3}") == .zero && NSCoder.cgSize(for: "size") == .zero)
    #expect(NSCoder.cgVector(for: "{1, 2}") == CGVector(dx: 1, dy: 2))
    #expect(NSCoder.uiOffset(for: "{1, 2}") == UIOffset(horizontal: 1, vertical: 2))
  }
}
