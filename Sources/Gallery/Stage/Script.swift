// What an app's user and its timers do in a scene that has neither: closures at given seconds of the media clock. They
// run in order with display links, delegates and completion blocks, so that a video shows what a device would.
//
// The clock holds its participants weakly; whoever plays a script keeps it alive (a stage keeps it by its root layer).
//
// Tested by ScriptTests.

import Foundation
import QuartzCore

/// Closures to run at given times.
final class Script {
  private struct Step {
    let time: CFTimeInterval
    let run: () -> Void
  }

  /// The most events that a finger or a timer delivers in a second.
  private static let rate = 60.0

  /// The steps still to run, the last one first; of several for one time, the one that was added last comes first.
  private var steps: [Step] = []
  private var start: CFTimeInterval?

  /// Runs a closure at a time, in seconds from the beginning of the play. What it holds lives until it has run.
  func at(_ time: CFTimeInterval, _ run: @escaping () -> Void) {
    let index = steps.lastIndex { $0.time > time }.map { $0 + 1 } ?? 0
    steps.insert(Step(time: time, run: run), at: index)
  }

  /// Runs a closure 60 times a second, as a finger's movement does, with how much of the time has passed: from 0 to 1,
  /// both included.
  func during(_ interval: ClosedRange<CFTimeInterval>, _ run: @escaping (_ fraction: Double) -> Void) {
    let length = interval.upperBound - interval.lowerBound
    let count = max(Int((length * Self.rate).rounded()), 1)
    for index in 0...count {
      let fraction = Double(index) / Double(count)
      at(interval.lowerBound + fraction * length) { run(fraction) }
    }
  }

  /// Begins the play now, by a clock.
  func play(on clock: MediaClock) {
    start = clock.now
    clock.add(self)
  }
}

extension Script: ClockParticipant {
  func nextEventTime(after time: CFTimeInterval) -> CFTimeInterval {
    guard let start, let next = steps.last else { return .infinity }
    return start + next.time
  }

  func fireEvents(at time: CFTimeInterval) {
    guard let start else { return }
    while let next = steps.last, start + next.time <= time {
      steps.removeLast()
      next.run()
    }
  }
}

/// Calls closures when an animation begins and ends: a delegate for scenes, which have no controller to be one.
final class AnimationObserver: NSObject, CAAnimationDelegate {
  private let started: () -> Void
  private let stopped: (CAAnimation, Bool) -> Void

  /// - Parameters:
  ///   - started: called at the beginning.
  ///   - stopped: called at the end, with the animation and whether it was finished.
  init(started: @escaping () -> Void = {}, stopped: @escaping (_ animation: CAAnimation, _ finished: Bool) -> Void) {
    self.started = started
    self.stopped = stopped
  }

  func animationDidStart(_ anim: CAAnimation) { started() }

  func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { stopped(anim, flag) }
}
