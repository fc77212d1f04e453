// What the tests of actions, animations in time and presentation share: a hosted tree with a clock that the test moves,
// and objects that write down what they are told.

import CoreGraphics
import Foundation
import QuartzCore

/// A root layer with one sublayer, hosted and committed, on a manual clock at 0.
final class HostedLayer {
  let clock = MediaClock(startingAt: 0)
  let root = CALayer()
  let layer: CALayer
  let host: LayerHost
  let frames = FrameSink()

  init(_ layer: CALayer = CALayer()) {
    self.layer = layer
    root.addSublayer(layer)
    host = LayerHost(layer: root, clock: clock)
    host.sink = frames
    CATransaction.flush()
  }

  func advance(to time: CFTimeInterval) { clock.advance(to: time) }
}

/// A render tree that keeps the contents it is given for single frames.
final class FrameSink: LayerCommitSink {
  private(set) var contents: [(layer: CALayer, image: CGImage?)] = []
  private(set) var commitCount = 0

  func commit(_ root: CALayer, changed: [CALayer], at time: CFTimeInterval) { commitCount += 1 }
  func setFrameContents(_ image: CGImage?, of layer: CALayer) { contents.append((layer, image)) }
}

/// Words with the time at which they were written.
final class Journal {
  private(set) var entries: [String] = []
  private let clock: MediaClock?

  init(_ clock: MediaClock? = nil) { self.clock = clock }

  func note(_ words: String) { entries.append(clock.map { "\($0.now) \(words)" } ?? words) }

  /// The entries since the last call.
  func take() -> [String] {
    defer { entries = [] }
    return entries
  }
}

/// Writes down what an animation tells.
final class JournalDelegate: NSObject, CAAnimationDelegate {
  private let name: String
  private let journal: Journal
  var onStop: (() -> Void)?

  init(_ name: String, _ journal: Journal) {
    self.name = name
    self.journal = journal
  }

  func animationDidStart(_ anim: CAAnimation) { journal.note("\(name) starts") }
  func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
    journal.note("\(name) \(flag ? "ends" : "is cut off")")
    onStop?()
  }
}

/// An action that writes down its runs.
final class JournalAction: NSObject, CAAction {
  private let name: String
  private let journal: Journal

  init(_ name: String, _ journal: Journal) {
    self.name = name
    self.journal = journal
  }

  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
    journal.note("\(name) \(event)")
  }
}

/// Answers for actions with a closure; has none of the other methods.
final class ActionDelegate: NSObject, CALayerDelegate {
  private let answer: (CALayer, String) -> (any CAAction)?
  init(_ answer: @escaping (CALayer, String) -> (any CAAction)?) { self.answer = answer }
  func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { answer(layer, event) }
}

extension CABasicAnimation {
  /// A linear animation of `keyPath`, one second long unless told otherwise.
  convenience init(_ keyPath: String, from: Any? = nil, to: Any? = nil, duration: CFTimeInterval = 1) {
    self.init(keyPath: keyPath)
    fromValue = from
    toValue = to
    self.duration = duration
  }
}

extension CATransaction {
  /// Makes changes without actions, and commits them.
  static func withoutActions(_ changes: () -> Void) {
    begin()
    setDisableActions(true)
    changes()
    commit()
  }
}

extension CGImage {
  /// A one-pixel image of a grey.
  static func grey(_ level: UInt8) -> CGImage {
    CGImage(width: 1, height: 1, premultipliedRGBA: [level, level, level, 255])
  }
}
