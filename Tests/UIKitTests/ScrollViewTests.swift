// Scroll views: the offset is the bounds' origin, animated by the clock, dragged by touches. Truth: Apple's
// documentation of UIScrollView, and the geometry of the drag.
import Foundation
import QuartzCore
import Testing
import UIKit

extension ClockTests {
  @Suite struct ScrollViewTests {
    final class Listener: UIScrollViewDelegate {
      var heard: [String] = []
      var offsets: [CGPoint] = []
      var target: CGPoint?
      func scrollViewDidScroll(_ scrollView: UIScrollView) { offsets.append(scrollView.contentOffset) }
      func scrollViewWillBeginDragging(_ scrollView: UIScrollView) { heard.append("will drag") }
      func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint, targetContentOffset: UnsafeMutablePointer<CGPoint>
      ) {
        heard.append("will end")
        if let target { targetContentOffset.pointee = target }
      }
      func scrollViewDidEndDragging(_ scrollView: UIScrollView, willDecelerate decelerate: Bool) {
        heard.append("did end \(decelerate)")
      }
      func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { heard.append("rests") }
      func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) { heard.append("animated") }
    }

    private let clock = MediaClock(startingAt: 0)
    private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    private let scroll = UIScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    private let listener = Listener()

    init() {
      MediaClock.current = clock
      window.addSubview(scroll)
      scroll.contentSize = CGSize(width: 100, height: 400)
      scroll.delegate = listener
    }

    private func drag(from start: CGFloat, to end: CGFloat) {
      let touch = UITouch(at: CGPoint(x: 50, y: start), in: window)
      let inside = UITouch(at: scroll.convert(touch.location(in: nil), from: nil), in: scroll)
      window.sendEvent(UIEvent(touches: [inside]))
      clock.advance(to: clock.now + 0.1)
      inside.move(to: scroll.convert(CGPoint(x: 50, y: end), from: nil))
      window.sendEvent(UIEvent(touches: [inside]))
      clock.advance(to: clock.now + 0.1)
      inside.move(to: scroll.convert(CGPoint(x: 50, y: end), from: nil))
      window.sendEvent(UIEvent(touches: [inside]))
      inside.move(to: scroll.convert(CGPoint(x: 50, y: end), from: nil), phase: .ended)
      window.sendEvent(UIEvent(touches: [inside]))
    }

    @Test func theOffsetIsTheBoundsOrigin() {
      scroll.contentOffset = CGPoint(x: 0, y: 30)
      #expect(scroll.bounds == CGRect(x: 0, y: 30, width: 100, height: 100) && scroll.frame.origin == .zero)
      #expect(scroll.clipsToBounds && listener.offsets == [CGPoint(x: 0, y: 30)])
      scroll.contentOffset = CGPoint(x: 0, y: 30)
      #expect(listener.offsets.count == 1, "no change, no call")
      let child = UIView(frame: CGRect(x: 0, y: 40, width: 10, height: 10))
      scroll.addSubview(child)
      #expect(child.convert(CGPoint.zero, to: window) == CGPoint(x: 0, y: 10))
      scroll.setContentOffset(.zero, animated: false)
      scroll.contentInset = UIEdgeInsets(top: 20, left: 0, bottom: 0, right: 0)
      #expect(scroll.contentOffset.y == -20)
    }

    @Test func anAnimatedOffsetTakesItsTime() {
      scroll.setContentOffset(CGPoint(x: 0, y: 200), animated: true)
      #expect(scroll.contentOffset == .zero)
      clock.advance(to: 0.15)
      #expect(abs(scroll.contentOffset.y - 100) < 1e-6, "half of the way in half of the time")
      #expect(listener.offsets.count == 9 && listener.heard.isEmpty)
      clock.advance(to: 0.31)
      #expect(scroll.contentOffset.y == 200 && listener.heard == ["animated"])
      #expect(zip(listener.offsets, listener.offsets.dropFirst()).allSatisfy { $0.y < $1.y })
      scroll.setContentOffset(.zero, animated: true)
      clock.advance(to: 0.4)
      scroll.contentOffset.y = 7
      clock.advance(to: 1)
      #expect(scroll.contentOffset.y == 7 && listener.heard == ["animated"], "setting it ends the animation")
    }

    @Test func aRectangleIsScrolledToAsLittleAsNeedBe() {
      scroll.scrollRectToVisible(CGRect(x: 0, y: 150, width: 10, height: 20), animated: false)
      #expect(scroll.contentOffset.y == 70)
      scroll.scrollRectToVisible(CGRect(x: 0, y: 100, width: 10, height: 20), animated: false)
      #expect(scroll.contentOffset.y == 70)
      scroll.scrollRectToVisible(CGRect(x: 0, y: 10, width: 10, height: 20), animated: false)
      #expect(scroll.contentOffset.y == 10)
      scroll.scrollRectToVisible(CGRect(x: 0, y: 390, width: 10, height: 50), animated: false)
      #expect(scroll.contentOffset.y == 300, "not past the end")
    }

    @Test func aFingerDrags() {
      drag(from: 90, to: 30)
      #expect(scroll.contentOffset == CGPoint(x: 0, y: 60))
      #expect(listener.heard == ["will drag", "will end", "did end false"] && !scroll.isDragging)
      drag(from: 10, to: 95)
      #expect(scroll.contentOffset.y == 0, "to the edge")
      scroll.isScrollEnabled = false
      drag(from: 90, to: 30)
      #expect(scroll.contentOffset.y == 0)
    }

    @Test func aDragRestsAtAPage() {
      scroll.isPagingEnabled = true
      drag(from: 90, to: 30)
      #expect(listener.heard == ["will drag", "will end", "did end true"] && scroll.isDecelerating)
      clock.advance(to: 2)
      #expect(scroll.contentOffset.y == 100 && listener.heard.last == "rests")
      scroll.isPagingEnabled = false
      listener.target = CGPoint(x: 0, y: 250)
      drag(from: 90, to: 70)
      clock.advance(to: 4)
      #expect(scroll.contentOffset.y == 250, "where the delegate says")
    }
  }
}
