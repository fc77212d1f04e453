// Gestures, from touches that a test sends. Truth: Apple's documentation of the states and of what gestures do with
// each other, and the geometry of the touches.
import Foundation
import QuartzCore
import Testing
import UIKit

extension ClockTests {
  @Suite struct GestureTests {
    private let clock = MediaClock(startingAt: 0)
    private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
    private let view = UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 200))

    /// Takes down the states of recognisers.
    final class Listener: NSObject, UIGestureRecognizerDelegate {
      var heard: [String] = []
      var allowsBoth = false
      var begins = true
      func note(_ recognizer: UIGestureRecognizer) {
        heard.append("\(recognizer.name ?? "") \(recognizer.state)")
      }
      func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
      ) -> Bool { allowsBoth }
      func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool { begins }
    }

    /// Hears of touches.
    final class Pad: UIView {
      var heard: [String] = []
      override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        heard.append("began \(touches.count)")
      }
      override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) { heard.append("moved") }
      override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) { heard.append("ended") }
      override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) { heard.append("cancelled") }
    }

    private let listener = Listener()

    init() {
      MediaClock.current = clock
      window.addSubview(view)
    }

    private func add<Recognizer: UIGestureRecognizer>(
      _ recognizer: Recognizer, _ name: String, to view: UIView? = nil
    ) -> Recognizer {
      recognizer.name = name
      recognizer.addTarget(listener, action: Selector("note:", Listener.note(_:)))
      (view ?? self.view).addGestureRecognizer(recognizer)
      return recognizer
    }

    private func down(_ x: CGFloat, _ y: CGFloat, in view: UIView? = nil) -> UITouch {
      let touch = UITouch(at: CGPoint(x: x, y: y), in: view ?? self.view)
      window.sendEvent(UIEvent(touches: [touch]))
      return touch
    }

    private func move(_ touch: UITouch, _ x: CGFloat, _ y: CGFloat, _ phase: UITouch.Phase = .moved) {
      touch.move(to: CGPoint(x: x, y: y), phase: phase)
      window.sendEvent(UIEvent(touches: [touch]))
    }

    private func tap(_ x: CGFloat = 50, _ y: CGFloat = 50) { move(down(x, y), x, y, .ended) }

    @Test func aTapIsOneThatStands() {
      let tap = add(UITapGestureRecognizer(), "tap")
      self.tap()
      #expect(listener.heard == ["tap ended"])
      #expect(tap.state == .possible && tap.location(in: view) == CGPoint(x: 50, y: 50))
      let touch = down(50, 50)
      move(touch, 58, 50)
      move(touch, 58, 50, .ended)
      #expect(listener.heard == ["tap ended", "tap ended"])
      let far = down(50, 50)
      move(far, 61, 50)
      move(far, 50, 50, .ended)
      #expect(listener.heard.count == 2 && tap.state == .possible)
      tap.isEnabled = false
      self.tap()
      #expect(listener.heard.count == 2)
    }

    @Test func twoTapsComeInTime() {
      let double = add(UITapGestureRecognizer(), "double")
      double.numberOfTapsRequired = 2
      let single = add(UITapGestureRecognizer(), "single")
      single.require(toFail: double)
      tap()
      #expect(listener.heard.isEmpty)
      clock.advance(to: 0.2)
      tap()
      #expect(listener.heard == ["double ended"])
      clock.advance(to: 1)
      #expect(listener.heard == ["double ended"])
      tap()
      clock.advance(to: 1.3)
      #expect(listener.heard == ["double ended"])
      clock.advance(to: 1.4)
      #expect(listener.heard == ["double ended", "single ended"])
      #expect(single.state == .possible && double.state == .possible)
    }

    @Test func aPanCountsTheWay() {
      let pan = add(UIPanGestureRecognizer(), "pan")
      let touch = down(50, 50)
      clock.advance(to: 0.1)
      move(touch, 55, 50)
      #expect(listener.heard.isEmpty)
      clock.advance(to: 0.2)
      move(touch, 65, 50)
      #expect(listener.heard == ["pan began"] && pan.translation(in: view) == CGPoint(x: 15, y: 0))
      clock.advance(to: 0.3)
      move(touch, 85, 60)
      #expect(pan.translation(in: nil) == CGPoint(x: 35, y: 10))
      #expect(abs(pan.velocity(in: view).x - 200) < 1e-6 && abs(pan.velocity(in: view).y - 100) < 1e-6)
      pan.setTranslation(.zero, in: view)
      move(touch, 86, 60)
      #expect(pan.translation(in: view) == CGPoint(x: 1, y: 0))
      move(touch, 86, 60, .ended)
      #expect(listener.heard == ["pan began", "pan changed", "pan changed", "pan ended"])
      // A view of half the size has twice the way.
      view.transform = CGAffineTransform(scaleX: 0.5, y: 0.5)
      #expect(pan.translation(in: view) == CGPoint(x: 2, y: 0))
    }

    @Test func aViewLosesTheTouchOfAGesture() {
      let pad = Pad(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
      view.addSubview(pad)
      let pan = add(UIPanGestureRecognizer(), "pan")
      let touch = down(50, 50, in: pad)
      move(touch, 52, 50)
      move(touch, 70, 50)
      move(touch, 80, 50)
      move(touch, 80, 50, .ended)
      #expect(pad.heard == ["began 1", "moved", "cancelled"])
      pad.heard = []
      pan.cancelsTouchesInView = false
      let other = down(50, 50, in: pad)
      move(other, 70, 50)
      move(other, 70, 50, .ended)
      #expect(pad.heard == ["began 1", "moved", "ended"])
    }

    @Test func aSecondFingerIsForViewsThatWantIt() {
      let pad = Pad(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
      view.addSubview(pad)
      let first = down(10, 10, in: pad)
      let second = down(20, 10, in: pad)
      move(second, 20, 10, .ended)
      move(first, 10, 10, .ended)
      #expect(pad.heard == ["began 1", "ended"])
      pad.isMultipleTouchEnabled = true
      pad.heard = []
      let touches: Set = [UITouch(at: .zero, in: pad), UITouch(at: CGPoint(x: 1, y: 0), in: pad)]
      window.sendEvent(UIEvent(touches: touches))
      #expect(pad.heard == ["began 2"])
      // What did not change is not sent again.
      window.sendEvent(UIEvent(touches: touches))
      #expect(pad.heard == ["began 2"])
    }

    @Test func oneGestureComesAbout() {
      let pan = add(UIPanGestureRecognizer(), "pan")
      let other = add(UIPanGestureRecognizer(), "other", to: window)
      var touch = down(50, 50)
      move(touch, 70, 50)
      move(touch, 70, 50, .ended)
      #expect(listener.heard == ["pan began", "pan ended"])
      #expect(other.state == .possible)
      listener.heard = []
      listener.allowsBoth = true
      pan.delegate = listener
      touch = down(50, 50)
      move(touch, 70, 50)
      move(touch, 70, 50, .ended)
      #expect(listener.heard == ["pan began", "other began", "pan ended", "other ended"])
      listener.heard = []
      listener.begins = false
      touch = down(50, 50)
      move(touch, 70, 50)
      move(touch, 70, 50, .ended)
      #expect(listener.heard == ["other began", "other ended"])
    }

    @Test func aPressTakesTime() {
      let press = add(UILongPressGestureRecognizer(), "press")
      #expect(press.minimumPressDuration == 0.5 && press.allowableMovement == 10)
      var touch = down(50, 50)
      clock.advance(to: 0.45)
      #expect(listener.heard.isEmpty)
      clock.advance(to: 0.55)
      move(touch, 90, 50)
      move(touch, 90, 50, .ended)
      #expect(listener.heard == ["press began", "press changed", "press ended"])
      touch = down(50, 50)
      move(touch, 50, 50, .ended)
      clock.advance(to: 2)
      touch = down(50, 50)
      move(touch, 65, 50)
      clock.advance(to: 4)
      move(touch, 65, 50, .ended)
      #expect(listener.heard.count == 3 && press.state == .possible)
    }

    @Test func twoFingersPinchAndTurn() {
      let pinch = add(UIPinchGestureRecognizer(), "pinch")
      let turn = add(UIRotationGestureRecognizer(), "turn")
      pinch.delegate = listener
      listener.allowsBoth = true
      let first = down(100, 100)
      let second = down(150, 100)
      clock.advance(to: 0.5)
      // A quarter turn clockwise on the screen, and twice as far.
      move(second, 100, 200)
      #expect(listener.heard == ["pinch began", "turn began"])
      #expect(abs(pinch.scale - 2) < 1e-9 && abs(turn.rotation - .pi / 2) < 1e-9)
      #expect(abs(pinch.velocity - 2) < 1e-9 && abs(turn.velocity - .pi) < 1e-9)
      pinch.scale = 1
      turn.rotation = 0
      move(second, 0, 100)
      #expect(abs(pinch.scale - 1) < 1e-9 && abs(turn.rotation - .pi / 2) < 1e-9)
      move(first, 100, 100, .ended)
      #expect(pinch.state != .changed && listener.heard.suffix(2) == ["pinch ended", "turn ended"])
    }

    @Test(arguments: [
      (CGPoint(x: 60, y: 10), ["swipe ended"]), (CGPoint(x: -60, y: 0), []), (CGPoint(x: 60, y: 40), []),
      (CGPoint(x: 40, y: 0), []),
    ])
    func aSwipeGoesStraight(way: CGPoint, heard: [String]) {
      _ = add(UISwipeGestureRecognizer(), "swipe")
      let touch = down(100, 100)
      clock.advance(to: 0.1)
      move(touch, 100 + way.x, 100 + way.y)
      move(touch, 100 + way.x, 100 + way.y, .ended)
      #expect(listener.heard == heard)
    }

    @Test func aControlKeepsItsTap() {
      _ = add(UITapGestureRecognizer(), "tap")
      let button = UIButton(frame: CGRect(x: 0, y: 0, width: 50, height: 50))
      var count = 0
      button.addAction(UIAction { _ in count += 1 }, for: .touchUpInside)
      view.addSubview(button)
      move(down(10, 10, in: button), 10, 10, .ended)
      #expect(count == 1 && listener.heard.isEmpty)
    }

    @Test func aRecogniserIsOfOneView() {
      let tap = add(UITapGestureRecognizer(), "tap")
      window.addGestureRecognizer(tap)
      #expect(tap.view === window && view.gestureRecognizers == nil && window.gestureRecognizers?.count == 1)
      window.removeGestureRecognizer(tap)
      #expect(tap.view == nil)
    }
  }
}
