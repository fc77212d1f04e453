import QuartzCore
import Testing

@Suite("15 Transitions") struct CATransitionTests {
  @Test("15.1 defaults")
  func defaults() {
    let transition = CATransition()
    #expect(transition.type == .fade && transition.subtype == nil && transition.filter == nil)
    #expect(transition.startProgress == 0 && transition.endProgress == 1)
    #expect(CATransition.defaultValue(forKey: "type") as? String == "fade")
    #expect(CATransition.defaultValue(forKey: "endProgress") as? Float == 1)
    #expect(CATransition.defaultValue(forKey: "subtype") == nil)
  }

  @Test("15.1 the raw values of the constants")
  func constants() {
    let types: [CATransitionType] = [.fade, .moveIn, .push, .reveal]
    #expect(types.map(\.rawValue) == ["fade", "moveIn", "push", "reveal"])
    let subtypes: [CATransitionSubtype] = [.fromLeft, .fromRight, .fromTop, .fromBottom]
    #expect(subtypes.map(\.rawValue) == ["fromLeft", "fromRight", "fromTop", "fromBottom"])
  }

  @Test("15.3 progress is not checked, crossed values are kept")
  func crossedProgress() {
    let transition = CATransition()
    transition.startProgress = 0.8
    transition.endProgress = 0.2
    #expect(transition.startProgress == 0.8 && transition.endProgress == 0.2)
    transition.startProgress = -3
    #expect(transition.startProgress == -3)
  }

  @Test("Key-value coding of every property")
  func keys() {
    let transition = CATransition()
    transition.setValue("push", forKey: "type")
    transition.setValue(CATransitionSubtype.fromTop, forKey: "subtype")
    transition.setValue(0.25, forKey: "startProgress")
    transition.setValue(NSNumber(value: 0.5), forKey: "endProgress")
    transition.setValue("filter", forKey: "filter")
    #expect(transition.type == .push && transition.subtype == .fromTop)
    #expect(transition.value(forKey: "startProgress") as? Float == 0.25)
    #expect(transition.value(forKey: "endProgress") as? Float == 0.5)
    #expect(transition.value(forKey: "type") as? String == "push")
    #expect(transition.value(forKey: "subtype") as? String == "fromTop")
    #expect(transition.value(forKey: "filter") as? String == "filter")
    transition.setValue("three", forKey: "startProgress")
    #expect(transition.startProgress == 0.25)
    for key in ["type", "subtype", "startProgress", "endProgress", "filter"] { transition.setValue(nil, forKey: key) }
    #expect(transition.type == .fade && transition.subtype == nil && transition.filter == nil)
    #expect(transition.startProgress == 0 && transition.endProgress == 1)
    transition.setValue(2, forKey: "duration")
    #expect(transition.duration == 2)
  }

  @Test("A copy has every value")
  func copy() throws {
    let transition = CATransition()
    transition.type = .reveal
    transition.subtype = .fromBottom
    transition.startProgress = 0.1
    transition.endProgress = 0.9
    transition.filter = "filter"
    transition.duration = 3
    let copy = try #require(transition.copy() as? CATransition)
    #expect(copy !== transition && copy.type == .reveal && copy.subtype == .fromBottom)
    #expect(
      copy.startProgress == 0.1 && copy.endProgress == 0.9 && copy.filter as? String == "filter" && copy.duration == 3)
  }

  @Test(
    "15.5 it is kept under the key 'transition', whatever it is added under", arguments: ["push", "transition", nil])
  func key(_ key: String?) {
    let layer = CALayer()
    layer.add(CATransition(), forKey: key)
    layer.add(CATransition(), forKey: "again")
    #expect(layer.animationKeys() == ["transition"])
    #expect(layer.animation(forKey: "transition") is CATransition)
  }
}
