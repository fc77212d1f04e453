// Every frame here but those of "decisions" was measured on Apple's system. The superlayer's bounds are (0, 0, 200,
// 100), and a sublayer starts at (3, 5, 40, 20).

import QuartzCore
import Testing

@Suite("4.11-4.16 Constraints") struct ConstraintTests {
  /// A constraint to the superlayer, or to a sibling.
  struct Relation: Sendable, CustomTestStringConvertible {
    var attribute: CAConstraintAttribute
    var source = "superlayer"
    var sourceAttribute: CAConstraintAttribute
    var scale: CGFloat = 1
    var offset: CGFloat = 0

    init(
      _ attribute: CAConstraintAttribute, _ source: String = "superlayer",
      _ sourceAttribute: CAConstraintAttribute? = nil,
      scale: CGFloat = 1, offset: CGFloat = 0
    ) {
      self.attribute = attribute
      self.source = source
      self.sourceAttribute = sourceAttribute ?? attribute
      self.scale = scale
      self.offset = offset
    }

    var constraint: CAConstraint {
      CAConstraint(attribute: attribute, relativeTo: source, attribute: sourceAttribute, scale: scale, offset: offset)
    }
    var testDescription: String { "\(attribute) = \(scale) * \(source).\(sourceAttribute) + \(offset)" }
  }

  static func root() -> CALayer {
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: 200, height: 100)
    root.layoutManager = CAConstraintLayoutManager()
    return root
  }

  static func layer(_ name: String, _ frame: CGRect, _ relations: [Relation]) -> CALayer {
    let layer = CALayer(frame: frame, name: name)
    layer.constraints = relations.map(\.constraint)
    return layer
  }

  /// The frame of one sublayer under constraints.
  static func laidOut(_ relations: [Relation]) -> CGRect {
    let root = root()
    let child = layer("child", CGRect(x: 3, y: 5, width: 40, height: 20), relations)
    root.addSublayer(child)
    root.layoutSublayers()
    return child.frame
  }

  @Test("4.11 the initialisers' defaults, and the attributes' numbers")
  func objects() {
    let plain = CAConstraint(attribute: .minX, relativeTo: "superlayer", attribute: .maxX)
    #expect(plain.attribute == .minX && plain.sourceName == "superlayer" && plain.sourceAttribute == .maxX)
    #expect(plain.scale == 1 && plain.offset == 0)
    let moved = CAConstraint(attribute: .minX, relativeTo: "a", attribute: .maxX, offset: 7)
    #expect(moved.scale == 1 && moved.offset == 7)
    let all: [CAConstraintAttribute] = [.minX, .midX, .maxX, .width, .minY, .midY, .maxY, .height]
    #expect(all.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 6, 7] && CAConstraintAttribute(rawValue: 8) == nil)
  }

  @Test(
    "4.12 one edge keeps the size, and the other axis stays",
    arguments: [
      ([Relation(.minX)], CGRect(x: 0, y: 5, width: 40, height: 20)),
      ([Relation(.midX)], CGRect(x: 80, y: 5, width: 40, height: 20)),
      ([Relation(.maxX)], CGRect(x: 160, y: 5, width: 40, height: 20)),
      ([Relation(.minY)], CGRect(x: 3, y: 0, width: 40, height: 20)),
      ([Relation(.maxY)], CGRect(x: 3, y: 80, width: 40, height: 20)),
      // A size alone does nothing.
      ([Relation(.width, scale: 0.5)], CGRect(x: 3, y: 5, width: 40, height: 20)),
      ([Relation(.height, scale: 0.5)], CGRect(x: 3, y: 5, width: 40, height: 20)),
      // 4.11 the value is scaled, then offset; 4.15 it may come from the other axis.
      ([Relation(.minX, "superlayer", .maxX, scale: 0.25, offset: 7)], CGRect(x: 57, y: 5, width: 40, height: 20)),
      ([Relation(.minX, "superlayer", .maxY)], CGRect(x: 100, y: 5, width: 40, height: 20)),
      ([Relation(.minX), Relation(.width, "superlayer", .height)], CGRect(x: 0, y: 5, width: 100, height: 20)),
    ])
  func single(relations: [Relation], frame: CGRect) { #expect(near(Self.laidOut(relations), frame)) }

  @Test(
    "4.12 two attributes determine the axis",
    arguments: [
      ([Relation(.minX), Relation(.maxX)], 0, 200), ([Relation(.minX), Relation(.width, scale: 0.5)], 0, 100),
      ([Relation(.maxX), Relation(.width, scale: 0.5)], 100, 100),
      ([Relation(.midX), Relation(.width, scale: 0.5)], 50, 100),
      ([Relation(.width, scale: 0.5), Relation(.midX)], 50, 100),
      ([Relation(.minX, offset: 20), Relation(.midX)], 20, 160),
      ([Relation(.midX), Relation(.maxX, offset: -20)], 20, 160),
    ] as [([Relation], CGFloat, CGFloat)])
  func pairs(relations: [Relation], x: CGFloat, width: CGFloat) {
    #expect(near(Self.laidOut(relations), CGRect(x: x, y: 5, width: width, height: 20)))
  }

  @Test(
    "4.13 of more, the last one counts with the lowest of the others",
    arguments: [
      ([Relation(.maxX), Relation(.minX), Relation(.width, scale: 0.25)], 0, 50),
      ([Relation(.maxX), Relation(.midX, offset: -30), Relation(.width, scale: 0.25)], 45, 50),
      ([Relation(.width, scale: 0.25), Relation(.maxX), Relation(.midX, offset: -30)], -60, 260),
      ([Relation(.maxX), Relation(.midX, offset: -30), Relation(.minX)], 0, 140),
      ([Relation(.minX), Relation(.midX, offset: -30), Relation(.maxX), Relation(.width, scale: 0.25)], 0, 50),
    ] as [([Relation], CGFloat, CGFloat)])
  func overSpecified(relations: [Relation], x: CGFloat, width: CGFloat) {
    #expect(near(Self.laidOut(relations), CGRect(x: x, y: 5, width: width, height: 20)))
  }

  @Test(
    "4.14 relations that describe nothing leave the layer alone",
    arguments: [
      [Relation(.minX, offset: 10), Relation(.minX, offset: 40)], [Relation(.minX, "nobody")],
      [Relation(.minX, "child", offset: 10)],
    ])
  func nothing(relations: [Relation]) {
    #expect(near(Self.laidOut(relations), CGRect(x: 3, y: 5, width: 40, height: 20)))
  }

  @Test("4.14 a decision: what cancels one axis does not touch the other")
  func otherAxis() {
    let frame = Self.laidOut([Relation(.minX, "nobody"), Relation(.minX, offset: 4), Relation(.maxY)])
    #expect(near(frame, CGRect(x: 3, y: 80, width: 40, height: 20)))
  }

  @Test("4.15 the superlayer is measured by its bounds, origin included")
  func boundsOrigin() {
    let root = Self.root()
    root.bounds.origin = CGPoint(x: 30, y: 70)
    let child = Self.layer("child", CGRect(x: 3, y: 5, width: 40, height: 20), [Relation(.minX), Relation(.minY)])
    root.addSublayer(child)
    root.layoutSublayers()
    #expect(near(child.frame, CGRect(x: 30, y: 70, width: 40, height: 20)))
  }

  @Test(
    "4.14 a sibling is a source where it is constrained itself, on the axis that is read",
    arguments: [
      ([Relation(.minX, offset: 10)], 45), ([], 0), ([Relation(.minY)], 0), ([Relation(.width)], 0),
      ([Relation(.minX, offset: 10), Relation(.width, scale: 0.25)], 65),
    ] as [([Relation], CGFloat)])
  func sibling(relations: [Relation], x: CGFloat) {
    let root = Self.root()
    let a = Self.layer("a", CGRect(x: 10, y: 0, width: 30, height: 20), relations)
    let b = Self.layer("b", CGRect(x: 0, y: 0, width: 50, height: 20), [Relation(.minX, "a", .maxX, offset: 5)])
    root.addSublayer(a)
    root.addSublayer(b)
    root.layoutSublayers()
    #expect(near(b.frame, CGRect(x: x, y: 0, width: 50, height: 20)))
  }

  @Test("4.15 the order of the sublayers does not matter")
  func order() {
    let root = Self.root()
    let b = Self.layer("b", CGRect(x: 0, y: 0, width: 30, height: 20), [Relation(.minX, "a", offset: 10)])
    let a = Self.layer("a", CGRect(x: 0, y: 0, width: 50, height: 20), [Relation(.minX, "superlayer", .midX)])
    root.addSublayer(b)
    root.addSublayer(a)
    root.layoutSublayers()
    #expect(a.frame.minX == 100 && b.frame.minX == 110)
  }

  @Test("4.14 layers that wait for each other stay")
  func circle() {
    let root = Self.root()
    let a = Self.layer("a", CGRect(x: 0, y: 0, width: 50, height: 20), [Relation(.minX, "b", .maxX, offset: 1)])
    let b = Self.layer("b", CGRect(x: 0, y: 0, width: 30, height: 20), [Relation(.minX, "a", .maxX, offset: 1)])
    root.addSublayer(a)
    root.addSublayer(b)
    root.layoutSublayers()
    #expect(a.frame.minX == 0 && b.frame.minX == 0)
  }

  @Test("A long chain of siblings is laid out in one go, and not by recursion")
  func chain() {
    let root = Self.root()
    let count = 20_000
    for index in (0..<count).reversed() {
      let source = index == 0 ? Relation(.minX) : Relation(.minX, "\(index - 1)", offset: 1)
      root.addSublayer(Self.layer("\(index)", CGRect(x: 0, y: 0, width: 1, height: 1), [source]))
    }
    root.layoutSublayers()
    #expect(root.sublayers?.first?.frame.minX == CGFloat(count - 1))
  }

  @Test("Apple's example: two layers fill their superlayer side by side")
  func halves() {
    let root = Self.root()
    let shared = [Relation(.height), Relation(.width, scale: 0.5), Relation(.minY)]
    let left = Self.layer("left", CGRect(x: 0, y: 0, width: 20, height: 20), shared + [Relation(.minX)])
    let right = Self.layer("right", CGRect(x: 0, y: 0, width: 20, height: 20), shared + [Relation(.maxX)])
    root.addSublayer(left)
    root.addSublayer(right)
    root.layoutSublayers()
    #expect(left.frame == CGRect(x: 0, y: 0, width: 100, height: 100))
    #expect(right.frame == CGRect(x: 100, y: 0, width: 100, height: 100))
  }

  @Test("The manager lays out a layer that has another manager, or none")
  func direct() {
    let root = Self.root()
    root.layoutManager = nil
    let child = Self.layer("child", CGRect(x: 3, y: 5, width: 40, height: 20), [Relation(.midX)])
    root.addSublayer(child)
    CAConstraintLayoutManager().layoutSublayers(of: root)
    #expect(child.frame.minX == 80)
  }

  @Test("The anchor point moves the position, not the frame")
  func anchor() {
    let root = Self.root()
    let child = Self.layer(
      "child", CGRect(x: 3, y: 5, width: 40, height: 20), [Relation(.minX), Relation(.width, scale: 0.5)])
    child.anchorPoint = .zero
    child.frame = CGRect(x: 3, y: 5, width: 40, height: 20)
    root.addSublayer(child)
    root.layoutSublayers()
    #expect(child.position == CGPoint(x: 0, y: 5) && child.bounds.size == CGSize(width: 100, height: 20))
  }

  @Test("Constraints mark the superlayer, not the layer, and layout happens when asked for")
  func marks() {
    let root = Self.root()
    let child = CALayer(frame: CGRect(x: 3, y: 5, width: 40, height: 20), name: "child")
    root.addSublayer(child)
    root.layoutIfNeeded()
    #expect(child.constraints == nil && !root.needsLayout())
    child.addConstraint(Relation(.midX).constraint)
    child.addConstraint(Relation(.minY).constraint)
    #expect(child.constraints?.map(\.attribute) == [.midX, .minY] && root.needsLayout() && !child.needsLayout())
    root.layoutIfNeeded()
    #expect(child.frame == CGRect(x: 80, y: 0, width: 40, height: 20) && !root.needsLayout())
    child.constraints = nil
    #expect(child.constraints == nil && root.needsLayout())
  }

  @Test("A layout reaches the whole tree")
  func deep() {
    let root = Self.root()
    let middle = CALayer(frame: CGRect(x: 0, y: 0, width: 100, height: 50), name: "middle")
    middle.layoutManager = CAConstraintLayoutManager()
    let deep = Self.layer("deep", CGRect(x: 1, y: 1, width: 10, height: 10), [Relation(.maxX)])
    root.addSublayer(middle)
    middle.addSublayer(deep)
    root.layoutIfNeeded()
    #expect(deep.frame.minX == 90)
  }

  @Test("4.16 a text layer takes the size of its text")
  func text() {
    final class Label: CATextLayer {
      override func preferredFrameSize() -> CGSize { CGSize(width: 60, height: 10) }
    }
    let root = Self.root()
    let label = Label()
    label.frame = CGRect(x: 3, y: 5, width: 40, height: 20)
    label.constraints = [Relation(.midX).constraint, Relation(.maxY).constraint]
    root.addSublayer(label)
    root.layoutSublayers()
    #expect(near(label.frame, CGRect(x: 70, y: 90, width: 60, height: 10)))
  }
}
