import Foundation
import QuartzCore
import Testing

@Suite struct ActionsTests {
  private static let order = ["delegate", "actions", "style", "class"]

  /// A layer whose class answers for "event".
  private final class Answering: CALayer {
    nonisolated(unsafe) static let action = JournalAction("class", Journal())
    override class func defaultAction(forKey event: String) -> (any CAAction)? {
      event == "event" ? action : super.defaultAction(forKey: event)
    }
  }

  @Test("8.1 delegate, actions, style and class are asked in this order; the first that answers wins", arguments: 0..<4)
  func order(first: Int) throws {
    let journal = Journal()
    let layer = Answering()
    let delegate = ActionDelegate { $1 == "event" && first == 0 ? JournalAction("delegate", journal) : nil }
    layer.delegate = delegate
    if first <= 1 { layer.actions = ["event": JournalAction("actions", journal)] }
    if first <= 2 { layer.style = ["actions": ["event": JournalAction("style", journal)]] }
    let action = try #require(layer.action(forKey: "event"))
    if first == 3 {
      #expect(action === Answering.action)
    } else {
      action.run(forKey: "event", object: layer, arguments: nil)
      #expect(journal.entries == ["\(Self.order[first]) event"])
    }
    #expect(layer.action(forKey: "other") == nil)
  }

  @Test("8.1 NSNull at any step ends the search with nil", arguments: 0..<3)
  func null(step: Int) {
    let layer = Answering()
    let delegate = ActionDelegate { _, _ in step == 0 ? NSNull() : nil }
    layer.delegate = delegate
    if step == 1 { layer.actions = ["event": NSNull()] }
    if step == 2 { layer.style = ["actions": ["event": NSNull()]] }
    #expect(layer.action(forKey: "event") == nil)
  }

  @Test("8.1 of nested styles the shallowest answers")
  func nestedStyles() {
    let layer = CALayer()
    let deep = JournalAction("deep", Journal())
    layer.style = ["style": ["actions": ["event": deep]]]
    #expect(layer.action(forKey: "event") === deep)
    layer.style = ["actions": ["event": NSNull()], "style": ["actions": ["event": deep]]]
    #expect(layer.action(forKey: "event") == nil)
  }

  @Test("8.2 at the end of the search a committed layer has Core Animation's own animation")
  func builtIn() {
    let stage = HostedLayer()
    #expect(stage.layer.action(forKey: "position") is CABasicAnimation)
    #expect(stage.layer.action(forKey: "nonsense") == nil)
  }

  @Test(
    "8.3 the class has no default action, and a bare layer no action", arguments: ["position", "opacity", "bounds"])
  func bare(key: String) {
    #expect(CALayer.defaultAction(forKey: key) == nil)
    #expect(CALayer().action(forKey: key) == nil)
  }

  @Test("8.4 disableActions leaves the answer and stops the question")
  func disabled() {
    let journal = Journal()
    let stage = HostedLayer()
    var questions = 0
    let delegate = ActionDelegate { _, _ in
      questions += 1
      return JournalAction("delegate", journal)
    }
    stage.layer.delegate = delegate
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    stage.layer.opacity = 0.5
    #expect(questions == 0)
    #expect(stage.layer.action(forKey: "opacity") is JournalAction)
    CATransaction.setDisableActions(false)
    stage.layer.opacity = 0.25
    CATransaction.commit()
    #expect(questions == 2 && journal.entries == ["delegate opacity"])
  }

  @Test("8.5 the names of the events")
  func names() {
    #expect([kCAOnOrderIn, kCAOnOrderOut, kCATransition] == ["onOrderIn", "onOrderOut", "transition"])
  }

  /// Journals of the action of every event of a stage's root and layer.
  private static func watched(_ events: [String]) -> (HostedLayer, Journal) {
    let journal = Journal()
    let stage = HostedLayer()
    for (name, layer) in [("root", stage.root), ("layer", stage.layer)] {
      layer.actions = Dictionary(uniqueKeysWithValues: events.map { ($0, JournalAction(name, journal)) })
    }
    return (stage, journal)
  }
  private static let orders = [kCAOnOrderIn, kCAOnOrderOut, kCATransition]

  @Test("8.6 a layer appears by insertion and by being unhidden, and disappears by removal and by being hidden")
  func appearance() {
    let (stage, journal) = Self.watched(Self.orders)
    stage.layer.removeFromSuperlayer()
    stage.root.addSublayer(stage.layer)
    stage.layer.isHidden = true
    stage.layer.isHidden = true
    stage.layer.isHidden = false
    stage.root.sublayers = []
    stage.root.sublayers = [stage.layer]
    #expect(
      journal.entries == [
        "layer onOrderOut", "layer onOrderIn", "layer onOrderOut", "layer onOrderIn", "layer onOrderOut",
        "layer onOrderIn",
      ])
  }

  @Test("8.6 our decision: a hidden layer does not appear with its insertion, nor one that moves within the tree")
  func noAppearance() {
    let (stage, journal) = Self.watched(Self.orders)
    let other = CALayer()
    stage.root.addSublayer(other)
    other.addSublayer(stage.layer)
    stage.root.insertSublayer(stage.layer, at: 0)
    #expect(journal.entries.isEmpty)
    let hidden = CALayer()
    hidden.isHidden = true
    hidden.actions = [kCAOnOrderIn: JournalAction("hidden", journal)]
    stage.root.addSublayer(hidden)
    #expect(journal.entries.isEmpty)
    hidden.isHidden = false
    #expect(journal.entries == ["hidden onOrderIn"])
  }

  @Test(
    "X-B8 the superlayer is asked first, then the layer that leaves, then the one that comes; nobody for transition")
  func order() {
    let (stage, journal) = Self.watched(Self.orders + ["sublayers", "mask"])
    let new = CALayer()
    new.actions = [kCAOnOrderIn: JournalAction("new", journal), kCAOnOrderOut: JournalAction("new", journal)]
    stage.root.replaceSublayer(stage.layer, with: new)
    #expect(journal.take() == ["root sublayers", "layer onOrderOut", "new onOrderIn"])
    new.removeFromSuperlayer()
    #expect(journal.take() == ["root sublayers", "new onOrderOut"])
    stage.root.addSublayer(stage.layer)
    #expect(journal.take() == ["root sublayers", "layer onOrderIn"])
    stage.root.insertSublayer(stage.layer, at: 0)
    #expect(journal.take() == ["root sublayers"])
    stage.layer.mask = new
    #expect(journal.take() == ["layer mask", "new onOrderIn"])
    stage.root.sublayers = [CALayer()]
    #expect(journal.take() == ["root sublayers", "layer onOrderOut"])
  }

  @Test("A layer that its order out puts back stays in the tree's host")
  func putBack() {
    final class PutBack: NSObject, CAAction {
      func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
        guard let layer = anObject as? CALayer else { return }
        layer.actions = nil
        root?.addSublayer(layer)
      }
      weak var root: CALayer?
    }
    let stage = HostedLayer()
    let action = PutBack()
    action.root = stage.root
    stage.layer.actions = [kCAOnOrderOut: action]
    stage.layer.removeFromSuperlayer()
    CATransaction.flush()
    #expect(stage.layer.superlayer === stage.root && stage.layer.presentation() != nil)
  }

  @Test("X-B7 after its layout a layer's action for onLayout is run")
  func onLayout() {
    let (stage, journal) = Self.watched(["onLayout"])
    stage.layer.setNeedsLayout()
    CATransaction.flush()
    #expect(journal.take() == ["layer onLayout"])
  }

  @Test("8.6 outside a committed tree nothing appears")
  func unhosted() {
    let journal = Journal()
    let (parent, layer) = (CALayer(), CALayer())
    layer.actions = Dictionary(uniqueKeysWithValues: Self.orders.map { ($0, JournalAction("layer", journal)) })
    parent.actions = layer.actions
    parent.addSublayer(layer)
    layer.isHidden = true
    layer.isHidden = false
    parent.replaceSublayer(layer, with: CALayer())
    #expect(journal.entries.isEmpty)
  }

  @Test("8.6 disableActions stops the events too")
  func disabledEvents() {
    let (stage, journal) = Self.watched(Self.orders)
    CATransaction.withoutActions {
      stage.layer.isHidden = true
      stage.layer.removeFromSuperlayer()
    }
    #expect(journal.entries.isEmpty)
  }

  @Test("The list of sublayers is a property with an action: once a change, asked of the superlayer")
  func sublayers() {
    let (stage, journal) = Self.watched(["sublayers"])
    let new = CALayer()
    stage.root.addSublayer(new)
    stage.root.insertSublayer(new, at: 0)
    stage.layer.addSublayer(new)
    new.removeFromSuperlayer()
    stage.root.replaceSublayer(stage.layer, with: new)
    stage.root.sublayers = nil
    stage.root.sublayers = nil
    #expect(
      journal.entries.map { $0.prefix { $0 != " " } } == ["root", "root", "root", "layer", "layer", "root", "root"])
  }

  @Test("8.7 an animation that is run as an action is added under the event's key, as a copy")
  func animation() throws {
    let layer = CALayer()
    let animation = CABasicAnimation("opacity", from: 0, to: 1)
    animation.run(forKey: "event", object: layer, arguments: nil)
    let added = try #require(layer.animation(forKey: "event") as? CABasicAnimation)
    #expect(added !== animation && added.keyPath == "opacity" && layer.animationKeys() == ["event"])
    animation.run(forKey: "event", object: "no layer", arguments: nil)
  }

  @Test(
    "Our decision: an action without a key path animates the property of its event, from what is shown to the new value"
  )
  func actionWithoutKeyPath() throws {
    let stage = HostedLayer()
    let action = CABasicAnimation()
    action.duration = 2
    stage.layer.actions = ["zPosition": action]
    stage.layer.zPosition = 8
    CATransaction.flush()
    #expect((stage.layer.animation(forKey: "zPosition") as? CABasicAnimation)?.keyPath == "zPosition")
    #expect(action.keyPath == nil)
    stage.advance(to: 1)
    #expect(stage.layer.presentation()?.zPosition == 4)
  }

  @Test("NSNull is an action that does nothing")
  func nullAction() {
    let layer = CALayer()
    (NSNull() as any CAAction).run(forKey: "opacity", object: layer, arguments: nil)
    #expect(layer.animationKeys() == nil)
  }

  @Test("8.16 a delegate that answers NSNull, as a view does, leaves no animation")
  func view() {
    let stage = HostedLayer()
    let delegate = ActionDelegate { _, _ in NSNull() }
    stage.layer.delegate = delegate
    stage.layer.position = CGPoint(x: 5, y: 5)
    stage.layer.contents = CGImage.grey(1)
    stage.layer.isHidden = true
    #expect(stage.layer.animationKeys() == nil)
  }

  @Test("A transition in `actions` is kept under its own key, and takes the place of the implicit animation")
  func customTransition() throws {
    let stage = HostedLayer()
    let transition = CATransition()
    transition.type = .push
    transition.subtype = .fromLeft
    stage.layer.actions = ["backgroundColor": transition]
    stage.layer.backgroundColor = .white
    #expect(stage.layer.animationKeys() == [kCATransition])
    let added = try #require(stage.layer.animation(forKey: kCATransition) as? CATransition)
    #expect(added.type == .push && added.subtype == .fromLeft && added.duration == 0.25)
  }

  @Test("The action is asked for before the change and run after it, once for each real change")
  func sequence() {
    let stage = HostedLayer()
    var seen: [String] = []
    final class Looking: NSObject, CAAction {
      let look: (CALayer) -> Void
      init(_ look: @escaping (CALayer) -> Void) { self.look = look }
      func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
        if let layer = anObject as? CALayer { look(layer) }
      }
    }
    let delegate = ActionDelegate { layer, key in
      seen.append("asked for \(key) at \(layer.zPosition)")
      return Looking { seen.append("run at \($0.zPosition)") }
    }
    stage.layer.delegate = delegate
    stage.layer.zPosition = 1
    stage.layer.zPosition = 1
    stage.layer.setValue(2, forKey: "zPosition")
    #expect(
      seen == ["asked for zPosition at 0.0", "run at 1.0", "asked for zPosition at 1.0", "run at 2.0"])
  }
}
