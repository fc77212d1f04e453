import Foundation
import QuartzCore
import Synchronization
import Testing

@Suite struct CompletionBlockTests {
  /// A stage, and a journal of its clock.
  private static func stage() -> (HostedLayer, Journal) {
    let stage = HostedLayer()
    return (stage, Journal(stage.clock))
  }

  /// A transaction with a completion block.
  private static func transaction(_ journal: Journal, _ name: String, _ changes: () -> Void) {
    CATransaction.begin()
    CATransaction.setCompletionBlock { journal.note(name) }
    changes()
    CATransaction.commit()
  }

  @Test("9.9 the block is called once, after the animations added since it was set")
  func afterAnimations() {
    let (stage, journal) = Self.stage()
    CATransaction.begin()
    stage.layer.add(CABasicAnimation("opacity", to: 0, duration: 5), forKey: "before")
    CATransaction.setCompletionBlock { journal.note("done") }
    stage.layer.add(CABasicAnimation("zPosition", to: 1, duration: 1), forKey: "a")
    stage.layer.add(CABasicAnimation("cornerRadius", to: 1, duration: 2), forKey: "b")
    CATransaction.commit()
    stage.advance(to: 1.5)
    #expect(journal.entries.isEmpty)
    stage.advance(to: 10)
    #expect(journal.entries == ["2.0 done"])
  }

  @Test("9.9 implicit animations count, in the implicit transaction too", arguments: [false, true])
  func implicit(isExplicit: Bool) {
    let (stage, journal) = Self.stage()
    if isExplicit { CATransaction.begin() }
    CATransaction.setCompletionBlock { journal.note("done") }
    stage.layer.opacity = 0
    if isExplicit { CATransaction.commit() } else { CATransaction.flush() }
    stage.advance(to: 1)
    #expect(journal.entries == ["0.25 done"])
  }

  @Test(
    "9.9 animations that are removed, replaced, or leave the tree are over",
    arguments: ["remove", "replace", "leave", "all"])
  func cutOff(how: String) {
    let (stage, journal) = Self.stage()
    Self.transaction(journal, "done") {
      stage.layer.add(CABasicAnimation("opacity", to: 0, duration: 9), forKey: "a")
    }
    stage.advance(to: 1)
    switch how {
    case "remove": stage.layer.removeAnimation(forKey: "a")
    case "replace": stage.layer.add(CABasicAnimation("opacity", to: 1, duration: 9), forKey: "a")
    case "leave": stage.layer.removeFromSuperlayer()
    default: stage.layer.removeAllAnimations()
    }
    #expect(journal.entries.isEmpty)
    stage.advance(to: 1)
    #expect(journal.entries == ["1.0 done"])
    stage.advance(to: 20)
    #expect(journal.entries.count == 1)
  }

  @Test("9.9 an animation that is replaced within the transaction is not waited for, the one in its place is")
  func replacedAtOnce() {
    let (stage, journal) = Self.stage()
    Self.transaction(journal, "done") {
      stage.layer.add(CABasicAnimation("opacity", to: 0, duration: 9), forKey: "a")
      stage.layer.add(CABasicAnimation("opacity", to: 0, duration: 2), forKey: "a")
    }
    stage.advance(to: 10)
    #expect(journal.entries == ["2.0 done"])
  }

  @Test("9.10 without animations it is called on a later turn, not inside the commit")
  func noAnimations() {
    let (stage, journal) = Self.stage()
    Self.transaction(journal, "done") { stage.layer.name = "changed" }
    #expect(journal.entries.isEmpty)
    stage.advance(to: 0)
    #expect(journal.entries == ["0.0 done"])
  }

  @Test("9.10 a transaction that changes no tree calls back on a turn of the current clock, or of the main run loop")
  func currentClock() async {
    await #expect(processExitsWith: .success) {
      let calls = Mutex(0)
      MediaClock.current = MediaClock(startingAt: 3)
      CATransaction.begin()
      CATransaction.setCompletionBlock { calls.withLock { $0 += 1 } }
      CATransaction.commit()
      if calls.withLock({ $0 }) != 0 { exit(1) }
      MediaClock.current.advance(to: 3)
      if calls.withLock({ $0 }) != 1 { exit(2) }
    }
  }

  @Test("9.11 a second block adds to the first; the getter shows the last; nil clears the getter only")
  func several() {
    let (stage, journal) = Self.stage()
    CATransaction.begin()
    CATransaction.setCompletionBlock { journal.note("first") }
    stage.layer.add(CABasicAnimation("opacity", to: 0, duration: 2), forKey: "a")
    CATransaction.setCompletionBlock { journal.note("second") }
    stage.layer.add(CABasicAnimation("zPosition", to: 0, duration: 1), forKey: "b")
    let shown = Journal()
    CATransaction.setCompletionBlock { shown.note("third") }
    CATransaction.completionBlock()?()
    #expect(shown.entries == ["third"])
    CATransaction.setCompletionBlock(nil)
    #expect(CATransaction.completionBlock() == nil)
    CATransaction.commit()
    stage.advance(to: 5)
    #expect(journal.entries == ["1.0 second", "2.0 first"] && shown.entries == ["third", "third"])
  }

  @Test("9.12 a nested transaction shows the outer block, which waits for the inner animations and for its own commit")
  func nested() {
    let (stage, journal) = Self.stage()
    CATransaction.begin()
    CATransaction.setCompletionBlock { journal.note("outer") }
    CATransaction.begin()
    #expect(CATransaction.completionBlock() != nil)
    CATransaction.setCompletionBlock { journal.note("inner") }
    stage.layer.add(CABasicAnimation("opacity", to: 0, duration: 1), forKey: "a")
    CATransaction.commit()
    stage.layer.add(CABasicAnimation("zPosition", to: 0, duration: 2), forKey: "b")
    CATransaction.commit()
    stage.advance(to: 5)
    #expect(journal.entries == ["1.0 inner", "2.0 outer"])
    CATransaction.begin()
    CATransaction.setCompletionBlock { journal.note("owner") }
    CATransaction.begin()
    CATransaction.commit()
    stage.advance(to: 6)
    #expect(journal.entries.count == 2)
    stage.layer.name = "changed"
    CATransaction.commit()
    stage.advance(to: 6)
    #expect(journal.entries.last == "6.0 owner")
  }

  @Test("Nobody waits for animations of layers in no hosted tree")
  func unhosted() {
    let (stage, journal) = Self.stage()
    let alone = CALayer()
    Self.transaction(journal, "done") {
      alone.add(CABasicAnimation("opacity", to: 0, duration: 9), forKey: "a")
      stage.layer.name = "changed"
    }
    stage.advance(to: 1)
    #expect(journal.entries == ["0.0 done"] && alone.animationKeys() == ["a"])
    // Its animation begins with the tree that it comes into, and concerns the block no more.
    stage.root.addSublayer(alone)
    stage.advance(to: 20)
    #expect(journal.entries.count == 1 && alone.animationKeys() == nil)
  }

  @Test("A layer that comes into the tree within the transaction counts; one that leaves it does not")
  func comingAndGoing() {
    let (stage, journal) = Self.stage()
    let coming = CALayer()
    Self.transaction(journal, "done") {
      coming.add(CABasicAnimation("opacity", to: 0, duration: 3), forKey: "a")
      stage.root.addSublayer(coming)
      stage.layer.add(CABasicAnimation("opacity", to: 0, duration: 9), forKey: "b")
      stage.layer.removeFromSuperlayer()
    }
    stage.advance(to: 10)
    #expect(journal.entries == ["3.0 done"])
  }

  @Test("Animations of the layout that the commit does count")
  func layout() {
    final class Layouting: CALayer {
      override func layoutSublayers() { for layer in sublayers ?? [] { layer.zPosition = bounds.width } }
    }
    let layer = Layouting()
    layer.addSublayer(CALayer())
    let stage = HostedLayer(layer)
    let journal = Journal(stage.clock)
    CATransaction.begin()
    CATransaction.setAnimationDuration(2)
    CATransaction.setCompletionBlock { journal.note("done") }
    layer.setNeedsLayout()
    CATransaction.withoutActions { layer.bounds.size.width = 5 }
    CATransaction.commit()
    stage.advance(to: 5)
    #expect(journal.entries == ["2.0 done"])
  }

  @Test("An endless animation keeps the block waiting")
  func endless() {
    let (stage, journal) = Self.stage()
    Self.transaction(journal, "done") {
      let animation = CABasicAnimation("opacity", to: 0)
      animation.repeatCount = .greatestFiniteMagnitude
      stage.layer.add(animation, forKey: "a")
    }
    stage.advance(to: 1e6)
    #expect(journal.entries.isEmpty)
    stage.layer.removeAllAnimations()
    stage.advance(to: 1e6)
    #expect(journal.entries == ["1000000.0 done"])
  }
}
