import Foundation
import QuartzCore
import Synchronization
import Testing

@Suite struct TransactionTests {
  @Test("9.1 what is set reaches the render tree with a commit, not before")
  func implicit() {
    let root = CALayer("root", CALayer("child"))
    let (host, recorder) = LayerHost.recording(root)
    root.opacity = 0.5
    root.sublayers?[0].speed = 2
    #expect(recorder.commits.count == 1)
    CATransaction.flush()
    #expect(recorder.commits.count == 2)
    #expect(
      recorder.commits[1] == [
        .init(name: "root", changes: [.motion, .animations]), .init(name: "child", changes: .timing),
      ])
    #expect(host.isHosting)
  }

  @Test("9.1 the stack belongs to the thread")
  func threads() {
    CATransaction.begin()
    CATransaction.setAnimationDuration(5)
    let other = Mutex(0.0)
    let done = DispatchSemaphore(value: 0)
    Thread {
      other.withLock { $0 = CATransaction.animationDuration() }
      done.signal()
    }.start()
    done.wait()
    #expect(other.withLock { $0 } == 0.25 && CATransaction.animationDuration() == 5)
    CATransaction.commit()
  }

  @Test("9.1 only the outermost commit commits")
  func nested() {
    let root = CALayer("root")
    let (host, recorder) = LayerHost.recording(root)
    CATransaction.begin()
    root.opacity = 0.5
    CATransaction.begin()
    root.zPosition = 3
    CATransaction.commit()
    #expect(recorder.commits.count == 1)
    CATransaction.commit()
    #expect(
      recorder.commits.count == 2 && recorder.commits[1] == [.init(name: "root", changes: [.motion, .animations])])
    #expect(host.isHosting)
  }

  @Test("9.2 flush waits for explicit transactions")
  func flushWaits() {
    let root = CALayer("root")
    let (host, recorder) = LayerHost.recording(root)
    root.opacity = 0.5
    CATransaction.begin()
    CATransaction.flush()
    #expect(recorder.commits.count == 1)
    CATransaction.commit()
    #expect(recorder.commits.count == 2)
    CATransaction.flush()
    #expect(recorder.commits.count == 2 && host.isHosting)
  }

  @Test("9.3 the duration is 0.25 by default")
  func defaultDuration() { #expect(CATransaction.animationDuration() == 0.25) }

  @Test("9.4 a nested transaction reads the outer value until it sets its own; commit restores")
  func durations() {
    CATransaction.setAnimationDuration(3)
    CATransaction.begin()
    #expect(CATransaction.animationDuration() == 3)
    CATransaction.begin()
    CATransaction.setAnimationDuration(1)
    #expect(CATransaction.animationDuration() == 1)
    CATransaction.commit()
    #expect(CATransaction.animationDuration() == 3)
    CATransaction.setAnimationDuration(2)
    CATransaction.commit()
    #expect(CATransaction.animationDuration() == 3)
    CATransaction.flush()
    #expect(CATransaction.animationDuration() == 0.25)
  }

  @Test("9.7 commit without begin does nothing")
  func unbalanced() {
    CATransaction.commit()
    CATransaction.begin()
    CATransaction.commit()
    CATransaction.commit()
    #expect(CATransaction.animationDuration() == 0.25)
  }

  @Test(
    "10.7 an animation without a duration lasts as long as its transaction says",
    arguments: [(0.0, 1.5), (-1, 1.5), (2, 2)])
  func animationDuration(duration: Double, added: Double) {
    let layer = CALayer()
    let animation = CABasicAnimation(keyPath: "opacity")
    animation.duration = duration
    CATransaction.begin()
    CATransaction.setAnimationDuration(1.5)
    layer.add(animation, forKey: "fade")
    CATransaction.commit()
    #expect(layer.animation(forKey: "fade")?.duration == added)
    #expect(animation.duration == duration)
  }

  @Test("Setting an equal value commits nothing")
  func equalValues() {
    let root = CALayer("root")
    let (host, recorder) = LayerHost.recording(root)
    root.opacity = 1
    root.bounds = .zero
    root.speed = 1
    root.frame = .zero
    root.name = "root"
    root.contents = nil
    root.sublayers = nil
    root.removeAllAnimations()
    CATransaction.flush()
    #expect(recorder.commits.count == 1 && host.isHosting)
  }

  @Test("Each kind of change is told apart, and a layer is listed once")
  func kinds() {
    let root = CALayer("root")
    let (host, recorder) = LayerHost.recording(root)
    root.cornerRadius = 2
    root.cornerRadius = 3
    root.timeOffset = 1
    root.add(CABasicAnimation(keyPath: "opacity"), forKey: "a")
    CATransaction.flush()
    #expect(recorder.commits[1] == [.init(name: "root", changes: [.values, .timing, .animations])])
    root.name = "renamed"
    root.removeAnimation(forKey: "a")
    root.removeAnimation(forKey: "a")
    CATransaction.flush()
    #expect(recorder.commits[2] == [.init(name: "renamed", changes: [.values, .animations])])
    #expect(host.isHosting)
  }
}
