import Multiplane
import UIKit

/// A finger of the program.
private final class Finger {
  let window: UIWindow
  let touch: UITouch

  init(_ window: UIWindow, _ x: CGFloat, _ y: CGFloat) {
    self.window = window
    let point = CGPoint(x: x, y: y)
    let view = window.hitTest(point, with: nil) ?? window
    touch = UITouch(at: view.convert(point, from: window), in: view)
    window.sendEvent(UIEvent(touches: [touch]))
  }

  func move(_ x: CGFloat, _ y: CGFloat, _ phase: UITouch.Phase = .moved) {
    touch.move(to: touch.view!.convert(CGPoint(x: x, y: y), from: window), phase: phase)
    window.sendEvent(UIEvent(touches: [touch]))
  }
}

private func makeWindow(_ views: UIView...) -> (UIWindow, HostedTree) {
  let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 400, height: 300))
  let stage = HostedTree(window.layer)
  for view in views { window.addSubview(view) }
  return (window, stage)
}

/// A control that follows a finger.
func checkRating(_ checks: Checks) {
  final class Judge: RatingDelegate {
    var changes = 0
    func rating(_ rating: Rating, willChangeTo stars: Int) -> Bool { stars != 3 }
    func ratingDidChange(_ rating: Rating) { changes += 1 }
  }
  let rating = Rating(frame: CGRect(x: 20, y: 20, width: 100, height: 20))
  let (window, stage) = makeWindow(rating)
  var values: [Int] = []
  rating.addAction(UIAction { _ in values.append(rating.stars) }, for: .valueChanged)
  let finger = Finger(window, 25, 30)
  checks.expect(rating.isHighlighted, "a finger is on it")
  finger.move(50, 30)
  finger.move(70, 30)
  finger.move(90, 30, .ended)
  checks.expect(values, equals: [1, 2, 3], "an optional member that is not there: its caller's default counts")
  let judge = Judge()
  rating.delegate = judge
  let other = Finger(window, 50, 30)
  other.move(70, 30)
  other.move(90, 30)
  other.move(90, 30, .ended)
  checks.expect(values, equals: [1, 2, 3, 2, 4], "an optional member that is there")
  checks.expect(judge.changes, equals: 2, "and another one")
  rating.accessibilityIncrement()
  checks.expect(rating.accessibilityValue, equals: "5 of 5", "members that a screen reader asks for")
  rating.stars = 3
  let picture = stage.picture(at: 0)
  checks.expect(picture?[30, 30][2], equals: 0, "a star, orange")
  checks.expect(picture?[110, 30], equals: [204, 204, 204, 255], "none")
}

/// Buttons and their selectors.
func checkButtons(_ checks: Checks) {
  let menu = MenuButton(frame: CGRect(x: 20, y: 20, width: 60, height: 60))
  let row = ButtonRow(["One", "Two", "Three"])
  row.frame.origin = CGPoint(x: 20, y: 120)
  let (window, stage) = makeWindow(menu, row)
  let finger = Finger(window, 50, 50)
  checks.expect(menu.layer.animation(forKey: "grow") != nil, "touchDown")
  finger.move(200, 50)
  checks.expect(menu.layer.animation(forKey: "grow") == nil, "touchDragExit")
  finger.move(50, 50)
  checks.expect(menu.layer.animation(forKey: "grow") != nil, "touchDragEnter")
  finger.move(50, 50, .ended)
  checks.expect(menu.presses, equals: 1, "touchUpInside")
  checks.expect(
    menu.actions(forTarget: menu, forControlEvent: .touchUpInside), equals: ["unhighlight", "pressed:"],
    "the names of methods")
  for x in [35, 85] as [CGFloat] { Finger(window, x, 135).move(x, 135, .ended) }
  Finger(window, 35, 135).move(35, 135, .ended)
  checks.expect(row.chosen, equals: ["One", "Two"], "a disabled button hears nothing")
  let picture = stage.picture(at: 0)
  checks.expect(picture?[50, 50], equals: [0, 0, 0, 255], "a bar")
  checks.expect(picture?[40, 120], equals: [0, 122, 255, 255], "the border of a button, in the tint")
}

/// Timers, observers and delayed calls with selectors.
func checkEggTimer(_ checks: Checks) {
  final class Cook: EggTimerDelegate {
    var events: [String] = []
    func eggTimer(_ timer: EggTimer, didReach second: Int) { events.append("\(second)") }
    func eggTimerDidEnd(_ timer: EggTimer, elapsedTime: TimeInterval) { events.append("end") }
  }
  let egg = EggTimer(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
  let cook = Cook()
  egg.delegate = cook
  let (window, stage) = makeWindow(egg)
  _ = window
  egg.start(seconds: 4)
  checks.expect(egg.title, equals: "egg", "a member that returns an optional, and is not there")
  let picture = stage.picture(at: 1)
  checks.expect(cook.events, equals: ["1"], "a timer by the clock")
  checks.expect(picture?[95, 50], equals: [255, 0, 0, 255], "three quarters are left: the right")
  checks.expect(picture?[75, 12], equals: [0, 0, 0, 0], "but not the first quarter")
  NotificationCenter.default.post(name: UIApplication.didEnterBackgroundNotification, object: nil)
  stage.advance(to: 11)
  checks.expect(egg.isPaused && cook.events == ["1"], "an observer with a selector, and a timer that pauses")
  NotificationCenter.default.post(name: UIApplication.willEnterForegroundNotification, object: nil)
  stage.advance(to: 20)
  checks.expect(cook.events, equals: ["1", "2", "3", "4", "end"], "goes on, and ends")
  checks.expect(egg.notes, equals: 1, "a delayed call")
}

/// Frosted glass over the key window.
func checkOverlay(_ checks: Checks) {
  let half = UIView(frame: CGRect(x: 200, y: 0, width: 200, height: 300))
  half.backgroundColor = .white
  let (window, stage) = makeWindow(half)
  window.backgroundColor = .black
  window.makeKeyAndVisible()
  Overlay.show("Wait").frame = window.bounds
  checks.expect(Overlay.shared.window === window, "the key window")
  let picture = stage.picture(at: 0)
  let (dark, light) = (picture?[100, 150][0] ?? 0, picture?[300, 150][0] ?? 0)
  // 0.73 of a grey of 0.11 over black and over white.
  checks.expect(CGFloat(dark), near: 0.11 * 0.73 * 255, "glass over black", within: 2)
  checks.expect(CGFloat(light), near: (0.27 + 0.11 * 0.73) * 255, "glass over white", within: 2)
  let middle = CGFloat(picture?[200, 100][0] ?? 0)
  checks.expect(middle > CGFloat(dark) + 10 && middle < CGFloat(light) - 10, "blurred at the edge: \(middle)")
  checks.expect(picture?[200 + 28, 150], equals: [255, 255, 255, 255], "the ring in front is not blurred")
  Finger(window, 100, 100).move(100, 100, .ended)
  checks.expect(Overlay.shared.window == nil, "a tap sends it away")
}

/// Scrolling, and gestures.
func checkPager(_ checks: Checks) {
  let pager = Pager(frame: CGRect(x: 0, y: 0, width: 200, height: 100), colors: [.red, .green, .blue])
  let card = DraggedCard(frame: CGRect(x: 50, y: 150, width: 80, height: 80))
  let (window, stage) = makeWindow(pager, card)
  checks.expect(stage.picture(at: 0)?[100, 50], equals: [255, 0, 0, 255], "the first page")
  pager.go(to: 1)
  let between = stage.picture(at: 0.15)
  checks.expect(between?[50, 50], equals: [255, 0, 0, 255], "half of the first page is left")
  checks.expect(between?[150, 50], equals: [0, 255, 0, 255], "half of the second is there")
  stage.advance(to: 1)
  checks.expect(pager.page, equals: 1, "the second page")
  checks.expect(pager.moves > 10, "each step is told: \(pager.moves)")
  let finger = Finger(window, 150, 50)
  stage.advance(to: 1.1)
  finger.move(60, 50)
  finger.move(60, 50, .ended)
  stage.advance(to: 2)
  checks.expect(pager.page, equals: 2, "a drag to the third page")
  checks.expect(stage.picture(at: 2)?[100, 50], equals: [0, 0, 255, 255], "which shows")

  let drag = Finger(window, 90, 190)
  drag.move(120, 190)
  drag.move(140, 200)
  drag.move(140, 200, .ended)
  checks.expect(card.center, near: CGPoint(x: 140, y: 200), "a card is dragged")
  let (first, second) = (Finger(window, 130, 200), Finger(window, 150, 200))
  second.move(190, 200)
  checks.expect(card.transform.a, near: 3, "and pinched")
  first.move(130, 200, .ended)
  second.move(190, 200, .ended)
  for time in [2.1, 2.2] {
    stage.advance(to: time)
    Finger(window, 140, 200).move(140, 200, .ended)
  }
  checks.expect(card.turns, equals: 1, "and tapped twice")
}
