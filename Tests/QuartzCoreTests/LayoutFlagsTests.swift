import Foundation
import QuartzCore
import Testing

@Suite struct LayoutFlagsTests {
  /// A superlayer and its sublayer, both laid out.
  private static func pair() -> (parent: CALayer, child: CALayer) {
    let child = CALayer()
    let parent = CALayer("parent", child)
    parent.layoutIfNeeded()
    return (parent, child)
  }

  private static let changes: [(name: String, change: @Sendable (CALayer, CALayer) -> Void, marks: [String])] = [
    (
      "add",
      {
        $0.addSublayer(CALayer())
        _ = $1
      }, ["parent"]
    ),
    ("insert", { $0.insertSublayer(CALayer(), below: $1) }, ["parent"]),
    (
      "remove",
      {
        $1.removeFromSuperlayer()
        _ = $0
      }, ["parent"]
    ),
    ("replace", { $0.replaceSublayer($1, with: CALayer()) }, ["parent"]),
    (
      "sublayers",
      {
        $0.sublayers = nil
        _ = $1
      }, ["parent"]
    ),
    (
      "layout manager",
      {
        $1.layoutManager = Manager()
        _ = $0
      }, ["child"]
    ),
    (
      "bounds",
      {
        $1.bounds.size.width = 5
        _ = $0
      }, ["parent", "child"]
    ),
    (
      "bounds' origin",
      {
        $1.bounds.origin.x = 5
        _ = $0
      }, ["parent", "child"]
    ),
    (
      "equal bounds",
      {
        $1.bounds = .zero
        _ = $0
      }, []
    ),
    (
      "transform",
      {
        $1.transform.m11 = 5
        _ = $0
      }, ["parent"]
    ),
    (
      "position",
      {
        $1.position.x = 5
        _ = $0
      }, []
    ),
    (
      "zPosition",
      {
        $1.zPosition = 5
        _ = $0
      }, []
    ),
    (
      "frame",
      {
        $1.frame = CGRect(x: 5, y: 5, width: 5, height: 5)
        _ = $0
      }, ["parent", "child"]
    ),
  ]

  @Test("4.1 a new layer is not marked")
  func new() { #expect(!CALayer().needsLayout()) }

  @Test("4.1 what marks a layer and its superlayer for layout", arguments: changes.indices)
  func marks(index: Int) {
    let (name, change, marks) = Self.changes[index]
    let (parent, child) = Self.pair()
    change(parent, child)
    #expect(parent.needsLayout() == marks.contains("parent"), "\(name)")
    #expect(child.needsLayout() == marks.contains("child"), "\(name)")
  }

  @Test("4.2 the sublayer that is added is not marked")
  func added() {
    let (parent, child) = Self.pair()
    child.removeFromSuperlayer()
    parent.addSublayer(child)
    #expect(!child.needsLayout())
  }

  /// Writes down whom it lays out.
  private final class Noting: CALayer {
    nonisolated(unsafe) var journal: Journal?
    var work: ((CALayer) -> Void)?
    override func layoutSublayers() {
      journal?.note(name ?? "")
      work?(self)
    }
  }

  private static func chain(_ names: [String], _ journal: Journal) -> [Noting] {
    let layers = names.map { name in
      let layer = Noting()
      layer.name = name
      layer.journal = journal
      return layer
    }
    for (layer, next) in zip(layers, layers.dropFirst()) { layer.addSublayer(next) }
    layers.first?.layoutIfNeeded()
    return layers
  }

  @Test(
    "4.3 layoutIfNeeded climbs while the superlayer is marked, then lays out the whole subtree from there",
    arguments: [
      (["a", "b", "c", "d"], 2, ["a", "b", "c", "d"]), (["b", "c"], 2, ["b", "c"]), (["a", "c"], 2, ["c"]),
      (["a", "c"], 3, ["c"]), (["a", "b"], 2, ["a", "b"]), (["d"], 0, ["d"]), (["a", "d"], 1, ["a", "d"]), ([], 3, []),
    ])
  func climbs(marked: [String], asked: Int, expected: [String]) {
    let journal = Journal()
    let layers = Self.chain(["a", "b", "c", "d"], journal)
    let before = journal.entries.count
    for layer in layers where marked.contains(layer.name ?? "") { layer.setNeedsLayout() }
    // A layer does not keep its superlayer: the optimiser may let go of the others before the call.
    withExtendedLifetime(layers) { layers[asked].layoutIfNeeded() }
    #expect(Array(journal.entries.dropFirst(before)) == expected)
  }

  private final class Manager: NSObject, CALayoutManager {
    var journal = Journal()
    func invalidateLayout(of layer: CALayer) { journal.note("invalid") }
    func layoutSublayers(of layer: CALayer) { journal.note("layout") }
  }

  private final class LayoutDelegate: NSObject, CALayerDelegate {
    let journal = Journal()
    func layoutSublayers(of layer: CALayer) { journal.note("delegate") }
  }

  @Test("4.4 the delegate lays out if it can, and otherwise the layout manager")
  func whoLaysOut() {
    let layer = CALayer()
    let manager = Manager()
    layer.layoutManager = manager
    layer.layoutIfNeeded()
    #expect(manager.journal.entries == ["invalid", "layout"])
    let other = ActionDelegate { _, _ in nil }
    layer.delegate = other
    layer.layoutSublayers()
    #expect(manager.journal.entries.count == 3, "a delegate without the method")
    let delegate = LayoutDelegate()
    layer.delegate = delegate
    layer.layoutSublayers()
    #expect(manager.journal.entries.count == 3 && delegate.journal.entries == ["delegate"])
  }

  @Test("4.5 what a layer changes while it lays itself out does not mark it; asking for layout does")
  func whileLayingOut() {
    let journal = Journal()
    let layer = Self.chain(["a"], journal)[0]
    layer.work = { layer in
      layer.bounds.size.width += 1
      layer.addSublayer(CALayer())
      layer.sublayers?.last?.bounds.size.width = 4
    }
    layer.setNeedsLayout()
    layer.layoutIfNeeded()
    #expect(!layer.needsLayout())
    layer.work = { $0.setNeedsLayout() }
    layer.layoutIfNeeded()
    #expect(!layer.needsLayout())
    layer.setNeedsLayout()
    layer.layoutIfNeeded()
    #expect(layer.needsLayout())
  }

  @Test("4.6 the manager hears once that the layout is out of date, until it is laid out")
  func invalidation() {
    let layer = CALayer()
    let manager = Manager()
    layer.layoutManager = manager
    for _ in 0..<3 { layer.setNeedsLayout() }
    layer.addSublayer(CALayer())
    #expect(manager.journal.entries == ["invalid"])
    layer.layoutIfNeeded()
    layer.bounds.size.width = 3
    layer.bounds.size.width = 4
    #expect(manager.journal.entries == ["invalid", "layout", "invalid"])
  }

  private final class Sizing: NSObject, CALayoutManager {
    func preferredSize(of layer: CALayer) -> CGSize { CGSize(width: 7, height: 8) }
  }

  @Test("4.7 the preferred size is the manager's, or that of the bounds, in the superlayer")
  func preferredSize() {
    let (parent, child) = Self.pair()
    child.bounds = CGRect(x: 3, y: 3, width: 10, height: 20)
    #expect(child.preferredFrameSize() == CGSize(width: 10, height: 20))
    child.transform = CATransform3DMakeScale(2, 3, 1)
    #expect(child.preferredFrameSize() == CGSize(width: 20, height: 60))
    parent.sublayerTransform = CATransform3DMakeScale(2, 1, 1)
    #expect(child.preferredFrameSize() == CGSize(width: 40, height: 60))
    child.removeFromSuperlayer()
    #expect(child.preferredFrameSize() == CGSize(width: 20, height: 60))
    child.layoutManager = Sizing()
    #expect(child.preferredFrameSize() == CGSize(width: 7, height: 8))
  }

  @Test("A commit lays out the hosted tree, masks too, before it copies the values")
  func commit() {
    let journal = Journal()
    let layer = Self.chain(["a"], journal)[0]
    layer.work = { $0.zPosition += 1 }
    let mask = Self.chain(["mask"], journal)[0]
    layer.mask = mask
    let stage = HostedLayer(layer)
    let before = journal.entries.count
    layer.setNeedsLayout()
    mask.setNeedsLayout()
    CATransaction.withoutActions {}
    CATransaction.flush()
    #expect(journal.entries.dropFirst(before).sorted() == ["a", "mask"] && !layer.needsLayout() && !mask.needsLayout())
    #expect(layer.committedValues?.zPosition == layer.zPosition && stage.host.isHosting)
  }

  @Test("A layer that asks for layout for ever does not hang the commit")
  func forEver() {
    let journal = Journal()
    let layer = Self.chain(["a"], journal)[0]
    layer.work = { $0.setNeedsLayout() }
    let stage = HostedLayer(layer)
    layer.setNeedsLayout()
    CATransaction.flush()
    #expect(journal.entries.count < 200 && stage.host.isHosting)
  }
}
