import Testing
import UIKit

/// Notes what it is told about the tree.
private final class Witness: UIView {
  let name: String
  let log: Log

  final class Log {
    var lines: [String] = []
  }

  init(_ name: String, _ log: Log) {
    self.name = name
    self.log = log
    super.init(frame: .zero)
  }

  required init?(coder: NSCoder) { nil }

  private func text(_ view: UIView?) -> String { (view as? Witness)?.name ?? "nil" }

  override func willMove(toSuperview newSuperview: UIView?) {
    log.lines.append("\(name) will move to \(text(newSuperview))")
  }
  override func didMoveToSuperview() { log.lines.append("\(name) moved to \(text(superview))") }
  override func didAddSubview(_ subview: UIView) { log.lines.append("\(name) got \(text(subview))") }
  override func willRemoveSubview(_ subview: UIView) { log.lines.append("\(name) loses \(text(subview))") }
}

@Suite struct ViewTreeTests {
  /// A view with subviews of tags 1 to `count`.
  private func family(_ count: Int) -> (UIView, [UIView]) {
    let parent = UIView()
    let children = (1...count).map { tag in
      let view = UIView()
      view.tag = tag
      parent.addSubview(view)
      return view
    }
    return (parent, children)
  }

  /// The tags back to front; fails where the layers are in another order.
  private func order(_ view: UIView) -> [Int] {
    #expect((view.layer.sublayers ?? []).compactMap { $0.delegate as? UIView }.map(\.tag) == view.subviews.map(\.tag))
    return view.subviews.map(\.tag)
  }

  @Test("Views and layers keep the same order")
  func order() {
    let (parent, v) = family(3)
    #expect(order(parent) == [1, 2, 3])
    parent.insertSubview(v[2], at: 0)
    #expect(order(parent) == [3, 1, 2])
    parent.bringSubviewToFront(v[0])
    #expect(order(parent) == [3, 2, 1])
    parent.sendSubviewToBack(v[1])
    #expect(order(parent) == [2, 3, 1])
    parent.insertSubview(v[0], belowSubview: v[2])
    #expect(order(parent) == [2, 1, 3])
    parent.insertSubview(v[1], aboveSubview: v[2])
    #expect(order(parent) == [1, 3, 2])
    parent.exchangeSubview(at: 0, withSubviewAt: 2)
    #expect(order(parent) == [2, 3, 1])
    parent.insertSubview(v[1], at: 99)
    #expect(order(parent) == [3, 1, 2])
    v[0].removeFromSuperview()
    #expect(order(parent) == [3, 2] && v[0].superview == nil && v[0].layer.superlayer == nil)
    parent.addSubview(v[1])
    #expect(order(parent) == [3, 2])
  }

  @Test("Layers that are no view's keep their place among the views'")
  func bareLayers() {
    let (parent, v) = family(2)
    let bare = CALayer()
    parent.layer.insertSublayer(bare, above: v[0].layer)
    let view = UIView()
    parent.insertSubview(view, at: 1)
    #expect(parent.layer.sublayers == [v[0].layer, bare, view.layer, v[1].layer])
  }

  @Test("A view moves from one superview to another; both are told, in order")
  func moving() {
    let log = Witness.Log()
    let (a, b, child) = (Witness("a", log), Witness("b", log), Witness("child", log))
    a.addSubview(child)
    b.addSubview(child)
    child.removeFromSuperview()
    child.removeFromSuperview()
    #expect(
      log.lines == [
        "child will move to a", "a got child", "child moved to a",
        "child will move to b", "a loses child", "b got child", "child moved to b",
        "child will move to nil", "b loses child", "child moved to nil",
      ])
    #expect(a.subviews.isEmpty && b.subviews.isEmpty && a.layer.sublayers == nil)
  }

  @Test("Descent and tags")
  func descent() {
    let (parent, v) = family(2)
    let grandchild = UIView()
    grandchild.tag = 9
    v[1].addSubview(grandchild)
    #expect(grandchild.isDescendant(of: parent) && parent.isDescendant(of: parent) && !parent.isDescendant(of: v[0]))
    #expect(parent.viewWithTag(9) === grandchild && parent.viewWithTag(5) == nil)
  }

  @Test("Views keep their subviews alive, and not their superview")
  func lifetime() {
    weak var parent: UIView?
    let child = UIView()
    do {
      let view = UIView()
      view.addSubview(child)
      parent = view
    }
    #expect(parent == nil && child.superview == nil)
  }

  @Test("A view cannot go below itself")
  func cycle() async {
    await #expect(processExitsWith: .failure) {
      let (a, b) = (UIView(), UIView())
      a.addSubview(b)
      b.addSubview(a)
    }
  }
}
