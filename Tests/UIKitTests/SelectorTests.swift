// Selectors in the calls that take them. Truth: Apple's documentation of each call.
import Foundation
import QuartzCore
import Testing
import UIKit

extension ClockTests {
  @Suite struct SelectorTests {
    private let clock = MediaClock(startingAt: 0)

    final class Target: NSObject {
      var heard: [String] = []
      func tick() { heard.append("tick@\(String(format: "%g", CACurrentMediaTime()))") }
      func timer(_ timer: Timer) { heard.append("\(timer.userInfo as? String ?? "?")") }
      func link(_ link: CADisplayLink) { heard.append("link") }
      func note(_ notification: Notification) { heard.append(notification.name.rawValue) }
      func old(_ notification: NSNotification?) { heard.append("old \(notification?.object as? Int ?? 0)") }
      func twice(_ number: Int) -> NSNumber { NSNumber(value: number * 2) }
    }

    private let target = Target()

    init() { MediaClock.current = clock }

    @Test func selectorsAreTheirNames() {
      #expect(Selector("tick", Target.tick) == Selector("tick") && Selector("tick") != Selector("tick:"))
      #expect(NSStringFromSelector(Selector("timer:", Target.timer(_:))) == "timer:")
      #expect(target.responds(to: Selector("tick", Target.tick)))
      #expect(!NSObject().responds(to: Selector("tick", Target.tick)) && !target.responds(to: Selector("tick")))
      #expect((target.perform(Selector("twice:", Target.twice(_:)), with: 4) as? NSNumber)?.intValue == 8)
    }

    @Test func aTimerGoesByTheClock() {
      weak var held: Target?
      do {
        let other = Target()
        held = other
        let timer = Timer.scheduledTimer(
          timeInterval: 0.5, target: other, selector: Selector("tick", Target.tick), userInfo: nil, repeats: true)
        clock.advance(to: 1.2)
        #expect(other.heard == ["tick@0.5", "tick@1"])
        // A pause, and on again at once.
        timer.fireDate = .distantFuture
        clock.advance(to: 3)
        #expect(other.heard.count == 2)
        timer.fireDate = Date()
        clock.advance(to: 3.1)
        #expect(other.heard == ["tick@0.5", "tick@1", "tick@3"])
        timer.invalidate()
        clock.advance(to: 5)
        #expect(other.heard.count == 3 && !timer.isValid)
      }
      #expect(held == nil, "an invalid timer lets go of its target")
    }

    /// Twenty times 0.05, one after the other, is more than 1.
    @Test func aTimersCallsAreMultiples() {
      let timer = Timer.scheduledTimer(
        timeInterval: 0.05, target: target, selector: Selector("tick", Target.tick), userInfo: nil, repeats: true)
      clock.advance(to: 1)
      #expect(target.heard.count == 20 && target.heard.last == "tick@1")
      timer.invalidate()
    }

    @Test func aTimerIsMadeAndAdded() {
      let timer = Timer.timer(
        timeInterval: 2, target: target, selector: Selector("timer:", Target.timer(_:)), userInfo: "info",
        repeats: false)
      RunLoop.current.add(timer, forMode: .common)
      clock.advance(to: 1)
      #expect(target.heard.isEmpty && timer.isValid)
      clock.advance(to: 9)
      #expect(target.heard == ["info"] && !timer.isValid)
      timer.fire()
      #expect(target.heard == ["info"])
    }

    @Test func onTheMachinesClockTheRunLoopCalls() {
      MediaClock.current = .system
      defer { MediaClock.current = clock }
      let timer = Timer.scheduledTimer(
        timeInterval: 0.01, target: target, selector: Selector("tick", Target.tick), userInfo: nil, repeats: true)
      let end = Date(timeIntervalSinceNow: 60)
      while target.heard.count < 2, Date() < end {
        _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.02))
      }
      timer.invalidate()
      #expect(target.heard.count >= 2)
    }

    @Test("26.1 A display link takes a selector") func aDisplayLinkTakesASelector() {
      let link = CADisplayLink(target: target, selector: Selector("link:", Target.link(_:)))
      link.add(to: .current, forMode: .common)
      clock.advance(to: 0.05)
      #expect(target.heard == ["link", "link", "link"])
      link.invalidate()
    }

    @Test func callsAreDelayedAndTakenBack() {
      target.perform(Selector("tick", Target.tick), with: nil, afterDelay: 0.5)
      target.perform(Selector("tick", Target.tick), with: nil, afterDelay: 1.5)
      clock.advance(to: 1)
      #expect(target.heard == ["tick@0.5"])
      NSObject.cancelPreviousPerformRequests(withTarget: target)
      clock.advance(to: 2)
      #expect(target.heard == ["tick@0.5"])
    }

    @Test func observersHearUntilTheyLeave() {
      let center = NotificationCenter()
      let (a, b) = (NSNotification.Name("a"), NSNotification.Name("b"))
      center.addObserver(target, selector: Selector("note:", Target.note(_:)), name: a, object: nil)
      center.addObserver(target, selector: Selector("note:", Target.note(_:)), name: b, object: nil)
      center.addObserver(target, selector: Selector("old:", Target.old(_:)), name: b, object: nil)
      center.post(name: a, object: nil)
      center.post(name: b, object: 7)
      #expect(target.heard.sorted() == ["a", "b", "old 7"])
      target.heard = []
      center.removeObserver(target, name: b, object: nil)
      center.post(name: a, object: nil)
      center.post(name: b, object: nil)
      #expect(target.heard == ["a"])
      NotificationCenter().removeObserver(target)
      center.post(name: a, object: nil)
      #expect(target.heard == ["a", "a"], "another centre's observers stay")
      center.removeObserver(target)
      center.post(name: a, object: nil)
      #expect(target.heard == ["a", "a"])
    }

    @Test func anObserverIsOfOneObjectAndNotHeld() {
      let center = NotificationCenter()
      let (name, source) = (NSNotification.Name("c"), NSObject())
      weak var gone: Target?
      do {
        let other = Target()
        gone = other
        center.addObserver(other, selector: Selector("note:", Target.note(_:)), name: name, object: source)
        center.post(name: name, object: NSObject())
        #expect(other.heard.isEmpty)
        center.post(name: name, object: source)
        #expect(other.heard == ["c"])
      }
      #expect(gone == nil)
      center.post(name: name, object: source)

      nonisolated(unsafe) var count = 0
      let token = center.addObserver(forName: name, object: nil, queue: nil) { _ in count += 1 }
      center.post(name: name, object: nil)
      center.removeObserver(token)
      center.post(name: name, object: nil)
      #expect(count == 1, "tokens of blocks are removed as before")
    }
  }
}
