import QuartzCore
import Testing

@Suite struct LayerTreeTests {
  @Test("3.1 adding a layer takes it out of the tree it is in")
  func reparent() {
    let child = CALayer("child")
    let (first, second) = (CALayer("first", child), CALayer("second"))
    second.addSublayer(child)
    #expect(child.superlayer === second && first.sublayers == nil && second.sublayerNames == ["child"])
    first.insertSublayer(child, at: 0)
    #expect(child.superlayer === first && second.sublayers == nil)
    second.insertSublayer(child, above: nil)
    #expect(child.superlayer === second && first.sublayers == nil)
  }

  @Test("3.2 setting sublayers takes over layers from other trees, and lets go of those that are not named")
  func setSublayers() {
    let (a, b, c) = (CALayer("a"), CALayer("b"), CALayer("c"))
    let other = CALayer("other", c)
    let parent = CALayer("parent", a, b)
    parent.sublayers = [c, b]
    #expect(parent.sublayerNames == ["c", "b"])
    #expect(a.superlayer == nil && c.superlayer === parent && other.sublayers == nil)
    // A layer that is named twice stands where it was added last.
    parent.sublayers = [b, a, b]
    #expect(parent.sublayerNames == ["a", "b"] && c.superlayer == nil)
  }

  @Test("3.3 sublayers is nil when empty, also after the last one left or [] was set")
  func empty() {
    let layer = CALayer()
    #expect(layer.sublayers == nil)
    let child = CALayer()
    layer.addSublayer(child)
    child.removeFromSuperlayer()
    #expect(layer.sublayers == nil && child.superlayer == nil)
    layer.addSublayer(child)
    layer.sublayers = []
    #expect(layer.sublayers == nil && child.superlayer == nil)
    layer.addSublayer(child)
    layer.sublayers = nil
    #expect(layer.sublayers == nil && child.superlayer == nil)
  }

  @Test("3.4 below is the sibling's index, above the one after it", arguments: ["a", "b", "c"])
  func siblings(name: String) throws {
    for above in [false, true] {
      let parent = CALayer("parent", CALayer("a"), CALayer("b"), CALayer("c"))
      let sibling = try #require(parent.sublayers?.first { $0.name == name })
      let index = try #require(parent.sublayers?.firstIndex(of: sibling))
      if above {
        parent.insertSublayer(CALayer("new"), above: sibling)
      } else {
        parent.insertSublayer(CALayer("new"), below: sibling)
      }
      #expect(parent.sublayerNames.firstIndex(of: "new") == index + (above ? 1 : 0))
      #expect(parent.sublayerNames.count == 4)
    }
  }

  @Test("3.4 without a sibling: below is behind all, above in front of all")
  func noSibling() {
    let parent = CALayer("parent", CALayer("a"))
    parent.insertSublayer(CALayer("back"), below: nil)
    parent.insertSublayer(CALayer("front"), above: nil)
    #expect(parent.sublayerNames == ["back", "a", "front"])
  }

  @Test("3.4 a sublayer moves among its siblings")
  func reorder() throws {
    let (a, b, c) = (CALayer("a"), CALayer("b"), CALayer("c"))
    let parent = CALayer("parent", a, b, c)
    parent.addSublayer(a)
    #expect(parent.sublayerNames == ["b", "c", "a"])
    parent.insertSublayer(a, below: b)
    #expect(parent.sublayerNames == ["a", "b", "c"])
    parent.insertSublayer(a, above: b)
    #expect(parent.sublayerNames == ["b", "a", "c"])
    parent.insertSublayer(c, at: 0)
    #expect(parent.sublayerNames == ["c", "b", "a"])
    parent.insertSublayer(c, at: 1)
    #expect(parent.sublayerNames == ["b", "c", "a"])
    parent.insertSublayer(b, at: 3)
    #expect(parent.sublayerNames == ["c", "a", "b"])
    parent.insertSublayer(b, above: b)
    parent.insertSublayer(b, below: b)
    #expect(parent.sublayerNames == ["c", "a", "b"])
  }

  @Test("Insertion at every index", arguments: [UInt32(0), 1, 2])
  func insertAt(index: UInt32) {
    let parent = CALayer("parent", CALayer("a"), CALayer("b"))
    parent.insertSublayer(CALayer("new"), at: index)
    #expect(parent.sublayerNames.firstIndex(of: "new") == Int(index))
  }

  @Test("3.5 a replaced layer leaves its index to the new one")
  func replace() {
    let (a, b, c) = (CALayer("a"), CALayer("b"), CALayer("c"))
    let parent = CALayer("parent", a, b, c)
    let new = CALayer("new")
    parent.replaceSublayer(b, with: new)
    #expect(parent.sublayerNames == ["a", "new", "c"])
    #expect(b.superlayer == nil && new.superlayer === parent)
    // By a sibling, and by itself.
    parent.replaceSublayer(c, with: a)
    #expect(parent.sublayerNames == ["new", "a"] && c.superlayer == nil)
    parent.replaceSublayer(a, with: a)
    #expect(parent.sublayerNames == ["new", "a"] && a.superlayer === parent)
  }

  @Test("Removing a layer that is in no tree does nothing")
  func removeRoot() {
    let layer = CALayer("root", CALayer("child"))
    layer.removeFromSuperlayer()
    #expect(layer.superlayer == nil && layer.sublayerNames == ["child"])
  }

  @Test("sublayers is a copy: a loop over it may take the layers out")
  func removeInLoop() {
    let parent = CALayer("parent", CALayer("a"), CALayer("b"), CALayer("c"))
    for layer in parent.sublayers ?? [] { layer.removeFromSuperlayer() }
    #expect(parent.sublayers == nil)
  }

  @Test("X-B9 next to a layer that is no sublayer, and beyond the last index, a layer goes last; below nil it is first")
  func strangers() {
    let parent = CALayer("parent", CALayer("a"), CALayer("b"))
    parent.insertSublayer(CALayer("index"), at: 99)
    parent.insertSublayer(CALayer("below a stranger"), below: CALayer())
    parent.insertSublayer(CALayer("above a stranger"), above: CALayer())
    parent.insertSublayer(CALayer("below nil"), below: nil)
    parent.insertSublayer(CALayer("above nil"), above: nil)
    #expect(
      parent.sublayers?.compactMap(\.name) == [
        "below nil", "a", "b", "index", "below a stranger", "above a stranger", "above nil",
      ])
  }

  @Test("Subclasses see the calls that change the tree")
  func overrides() {
    final class Parent: CALayer {
      var added: [CALayer] = []
      override func addSublayer(_ layer: CALayer) {
        added.append(layer)
        super.addSublayer(layer)
      }
    }
    final class Child: CALayer {
      var removals = 0
      override func removeFromSuperlayer() {
        removals += 1
        super.removeFromSuperlayer()
      }
    }
    let (parent, child) = (Parent(), Child())
    parent.addSublayer(child)
    child.removeFromSuperlayer()
    #expect(parent.added == [child] && child.removals == 1 && child.superlayer == nil)
  }
}
