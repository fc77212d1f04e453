// A check of a scene: a frame is drawn for each time that matters, and all rules look at it; then small frames in a
// row, for what only shows in many.
//
// Tested by SceneCheckTests, DocumentCheckTests, SightCheckTests, CostCheckTests and FlashTests.

import Compositor
import CoreGraphics
package import Documents
import Foundation
package import Multiplane
package import QuartzCore

/// Looks for what is wrong with a scene.
package struct SceneCheck {
  /// What can be chosen about a check.
  package struct Options {
    /// Seconds that nothing is longer unlooked at. Default: 0.5.
    package var interval = 0.5
    /// Seconds that a picture may stand still in a scene that moves. Default: 5.
    package var stillSeconds = 5.0
    /// Characters that people read in a second. Default: 20, as subtitles are written for.
    package var readingSpeed = 20.0
    /// Whether the scene has states that it is not looked at in: then layers that nobody sees are no findings. Default:
    /// false.
    package var hasOtherStates = false
    /// What the author expects.
    package var expectations: [Expectation] = []

    package init() {}
  }

  /// A scene at its beginning, which was not drawn yet.
  package struct Subject {
    let root: CALayer
    let renderer: OffscreenRenderer
    let beforeFrame: (_ time: Double) throws -> Void

    /// - Parameters:
    ///   - renderer: one that draws it, and nothing else.
    ///   - beforeFrame: called with the time of each frame before it.
    package init(
      root: CALayer, renderer: OffscreenRenderer, beforeFrame: @escaping (_ time: Double) throws -> Void = { _ in }
    ) {
      (self.root, self.renderer, self.beforeFrame) = (root, renderer, beforeFrame)
    }
  }

  private let options: Options
  private let duration: Double
  private let notes: [SceneNote]
  let open: (_ size: Double) throws -> Subject

  /// - Parameters:
  ///   - duration: in seconds; 0 for a scene that stands still.
  ///   - notes: what was said at reading.
  ///   - open: makes the scene anew: as large as it is to be, times `size`. Its renderer keeps nothing from frame to
  ///     frame (``Optimization/retention``).
  package init(
    duration: Double, notes: [SceneNote], options: Options = Options(),
    open: @escaping (_ size: Double) throws -> Subject
  ) {
    (self.duration, self.notes, self.options, self.open) = (max(duration, 0), notes, options, open)
  }

  /// Looks at the scene.
  package func report() throws -> CheckReport {
    let subject = try open(1)
    let renderer = subject.renderer
    var times = SampledTimes(
      duration: duration, interval: options.interval,
      others: ExpectationRule.times(of: options.expectations, duration: duration))
    var (cost, runs, taken, issues): (CostRule, [AnimationRun], [Double], [String]) = (CostRule(), [], [], [])
    var rules: [any FrameRule] = [
      VisibilityRule(hasOtherStates: options.hasOtherStates), ImageRule(),
      TextRule(rasterizer: renderer.rasterizer, readingSpeed: options.readingSpeed),
      ExpectationRule(options.expectations, scale: Double(renderer.scale)),
    ]
    while let time = times.next() {
      try subject.beforeFrame(time)
      let frame = try renderer.checkedFrame(of: subject.root, at: time)
      taken.append(time)
      cost.look(at: frame)
      for index in rules.indices { try rules[index].look(at: frame) }
      // In an order that is the same each time: times that are too near to others are left out.
      for slot in frame.tree.order.prefix(frame.tree.count) {
        if let layer = frame.layers[slot] { runs += times.add(animationsOf: layer) }
      }
      issues += renderer.takeIssues()
    }
    let scene = CheckedScene(
      duration: duration, width: renderer.width, height: renderer.height, scale: Double(renderer.scale), times: taken)
    var findings = DocumentRules.findings(notes) + DocumentRules.findings(issues: issues)
    findings += DocumentRules.findings(idle: runs, scene)
    findings += rules.flatMap { $0.findings(scene) } + cost.findings(scene)
    let small = try smallFrames(width: scene.width, height: scene.height)
    findings += small.findings
    return CheckReport(
      duration: duration, width: scene.width, height: scene.height, scale: scene.scale, frames: taken.count,
      smallFrames: small.count, costliest: cost.costliest, surfaceBytes: cost.mostBytes,
      findings: Self.joined(Self.sorted(findings)))
  }

  /// Looks at many frames, which are small.
  private func smallFrames(width: Int, height: Int) throws -> (findings: [Finding], count: Int) {
    guard duration > 0 else { return ([], 0) }
    let subject = try open(min(1, SmallFrames.side / Double(max(width, height))))
    let renderer = subject.renderer
    var frames = SmallFrames(width: renderer.width, height: renderer.height, stillSeconds: options.stillSeconds)
    for number in 0...Int(bounded: duration * SmallFrames.rate) {
      let time = Double(number) / SmallFrames.rate
      try subject.beforeFrame(time)
      frames.look(at: try renderer.pixels(of: subject.root, at: time), time: time)
    }
    return (frames.findings(), frames.count)
  }

  /// Findings that differ in nothing that people are told but their boxes are one: of layers that share a name.
  private static func joined(_ findings: [Finding]) -> [Finding] {
    var joined: [Finding] = []
    var counts: [Int] = []
    for finding in findings {
      if let last = joined.last, last.rule == finding.rule, last.layer == finding.layer,
        last.message == finding.message
      {
        counts[counts.count - 1] += 1
      } else {
        joined.append(finding)
        counts.append(1)
      }
    }
    return zip(joined, counts).map { finding, count in
      guard count > 1 else { return finding }
      return Finding(
        finding.rule, severity: finding.severity, layer: finding.layer, finding.message + "; \(count) such layers",
        advice: finding.advice, box: finding.box, times: finding.times)
    }
  }

  /// The worst first; of one severity in the order of the rules, then by time and place.
  private static func sorted(_ findings: [Finding]) -> [Finding] {
    func rank<Value: CaseIterable & Equatable>(_ value: Value) -> Int {
      Array(Value.allCases).firstIndex(of: value) ?? 0
    }
    return findings.enumerated().sorted { a, b in
      let (x, y) = (a.element, b.element)
      let (first, second) = ([rank(x.severity), rank(x.rule)], [rank(y.severity), rank(y.rule)])
      if first != second { return first.lexicographicallyPrecedes(second) }
      let (from, to) = (x.times.first?.lowerBound ?? 0, y.times.first?.lowerBound ?? 0)
      if from != to { return from < to }
      return (x.layer ?? "", x.message) < (y.layer ?? "", y.message)
    }.map(\.element)
  }
}

extension OffscreenRenderer {
  /// Draws a frame, and tells what it is of.
  func checkedFrame(of layer: CALayer, at time: Double) throws(RenderingError) -> CheckedFrame {
    tracksOrigins = true
    var made: (list: DrawList, tree: RenderTree)?
    frameObserver = { list, tree, _ in
      made = (list, tree)
      return nil
    }
    defer { frameObserver = nil }
    let pixels = try pixels(of: layer, at: time)
    guard let made else { throw .deviceFailed("a frame was drawn that nobody was told of") }
    return CheckedFrame(
      time: time, root: layer, list: made.list, tree: made.tree, scene: placedScene, pixels: pixels, width: width,
      height: height)
  }
}
