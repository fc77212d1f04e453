import Foundation
import QuartzCore
import Testing

@Suite struct TransactionHostTests {
  private typealias Entry = CommitRecorder.Entry

  @Test("Hosting commits the whole tree, superlayers first")
  func firstCommit() {
    let root = CALayer("root", CALayer("a", CALayer("b")), CALayer("c"))
    let (host, recorder) = LayerHost.recording(root)
    #expect(recorder.commits == [["root", "a", "b", "c"].map { Entry(name: $0, changes: .all) }])
    #expect(host.isHosting && root.sublayers?[0].host === host)
  }

  @Test("A commit happens at the clock's time: it is when animations begin")
  func clock() {
    let clock = MediaClock(startingAt: 5)
    let root = CALayer("root")
    let host = LayerHost(layer: root, clock: clock)
    clock.advance(to: 7)
    root.add(CABasicAnimation(keyPath: "opacity"), forKey: "fade")
    #expect(root.animation(forKey: "fade")?.beginTime == 0)
    CATransaction.flush()
    #expect(root.animation(forKey: "fade")?.beginTime == 7 && host.isHosting)
  }

  @Test("Changes wait for a render tree, also through a flush, and later ones follow")
  func lateSink() {
    let root = CALayer("root")
    let host = LayerHost(layer: root, clock: MediaClock(startingAt: 0))
    CATransaction.flush()
    root.opacity = 0.5
    CATransaction.flush()
    let recorder = CommitRecorder()
    host.sink = recorder
    CATransaction.flush()
    #expect(recorder.commits == [[Entry(name: "root", changes: .all)]])
    root.opacity = 0.25
    CATransaction.flush()
    #expect(recorder.commits.count == 2)
  }

  @Test("A subtree that comes in is committed whole; one that leaves is not looked at again")
  func comingAndGoing() {
    let child = CALayer("child", CALayer("grandchild"))
    let root = CALayer("root")
    let (host, recorder) = LayerHost.recording(root)
    root.addSublayer(child)
    CATransaction.flush()
    #expect(
      recorder.commits[1] == [
        Entry(name: "child", changes: .all), Entry(name: "grandchild", changes: .all),
        Entry(name: "root", changes: [.sublayers, .animations]),
      ])
    child.opacity = 0.5
    child.removeFromSuperlayer()
    child.zPosition = 1
    CATransaction.flush()
    #expect(recorder.commits[2] == [Entry(name: "root", changes: [.sublayers, .animations])])
    #expect(child.host == nil && child.sublayers?[0].host == nil && child.renderIndex == -1)
    #expect(child.pendingChanges.isEmpty && host.isHosting)
  }

  @Test("A layer that leaves and comes back before the commit is committed once, whole")
  func backAgain() {
    let child = CALayer("child")
    let root = CALayer("root", child)
    let (host, recorder) = LayerHost.recording(root)
    child.opacity = 0.5
    child.removeFromSuperlayer()
    root.addSublayer(child)
    CATransaction.flush()
    #expect(Set(recorder.commits[1].map(\.name)) == ["root", "child"] && recorder.commits[1].count == 2)
    #expect(recorder.commits[1].first { $0.name == "child" }?.changes == .all && host.isHosting)
  }

  @Test("A move within the tree keeps the layer's place in the render tree, so that its animations run on")
  func move() {
    let (child, other) = (CALayer("child", CALayer("grandchild")), CALayer("other"))
    let root = CALayer("root", child, other)
    let (host, recorder) = LayerHost.recording(root)
    child.renderIndex = 7
    root.addSublayer(child)
    root.insertSublayer(child, below: other)
    root.insertSublayer(child, at: 1)
    root.sublayers = [child, other]
    other.addSublayer(child)
    CATransaction.flush()
    #expect(child.renderIndex == 7 && host.isHosting)
    #expect(
      recorder.commits[1] == [
        Entry(name: "root", changes: [.sublayers, .animations]),
        Entry(name: "other", changes: [.sublayers, .animations]),
      ])
  }

  @Test("A move between hosted trees tells both")
  func moveBetween() {
    let child = CALayer("child")
    let (first, second) = (CALayer("first", child), CALayer("second"))
    let (firstHost, firstRecorder) = LayerHost.recording(first)
    let (secondHost, secondRecorder) = LayerHost.recording(second)
    child.renderIndex = 3
    child.opacity = 0.5
    second.addSublayer(child)
    CATransaction.flush()
    #expect(firstRecorder.commits[1] == [Entry(name: "first", changes: [.sublayers, .animations])])
    #expect(
      secondRecorder.commits[1] == [
        Entry(name: "child", changes: .all), Entry(name: "second", changes: [.sublayers, .animations]),
      ])
    #expect(child.host === secondHost && child.renderIndex == -1 && firstHost.isHosting)
  }

  @Test("The tree is free again when its host goes, with changes uncommitted or not")
  func rehost() {
    let root = CALayer("root", CALayer("child"))
    for committed in [false, true] {
      do {
        let host = LayerHost(layer: root, clock: MediaClock(startingAt: 0))
        let recorder = CommitRecorder()
        host.sink = recorder
        if committed { CATransaction.flush() }
        root.opacity -= 0.25
      }
      #expect(root.host == nil && root.sublayers?[0].host == nil && root.pendingChanges.isEmpty)
    }
    let (host, recorder) = LayerHost.recording(root)
    #expect(recorder.commits == [["root", "child"].map { Entry(name: $0, changes: .all) }] && host.isHosting)
  }

  @Test("A hosted root that becomes a sublayer leaves its host for good")
  func rootBecomesSublayer() {
    let root = CALayer("root", CALayer("child"))
    var old: (host: LayerHost, recorder: CommitRecorder)? = LayerHost.recording(root)
    let poster = CALayer("poster")
    let (host, recorder) = LayerHost.recording(poster)
    poster.addSublayer(root)
    #expect(old?.host.isHosting == false && root.host === host)
    root.opacity = 0.5
    CATransaction.flush()
    #expect(old?.recorder.commits.count == 1 && recorder.commits.count == 2)
    // The old host's end is not the end of the tree's new one.
    old = nil
    #expect(root.host === host && root.sublayers?[0].host === host)
    root.opacity = 0.25
    CATransaction.flush()
    #expect(recorder.commits.count == 3)
  }

  @Test("A frame finds what another thread changed and did not flush")
  func otherThread() {
    let root = CALayer("root")
    let (host, recorder) = LayerHost.recording(root)
    let done = DispatchSemaphore(value: 0)
    nonisolated(unsafe) let shared = root
    Thread {
      shared.opacity = 0.5
      done.signal()
    }.start()
    done.wait()
    root.opacity = 0.25
    CATransaction.begin()
    host.flush()
    #expect(recorder.commits.count == 1)
    CATransaction.commit()
    host.flush()
    #expect(recorder.commits.count == 2)
    host.flush()
    #expect(recorder.commits.count == 2)
  }

  @Test("A layer goes with its host and its tree")
  func release() {
    weak var layer: CALayer?
    do {
      let root = CALayer("root", CALayer("child"))
      layer = root.sublayers?[0]
      let (host, _) = LayerHost.recording(root)
      #expect(host.isHosting)
    }
    #expect(layer == nil)
  }
}
