// A check of a scene: all rules look at a frame of each important time, then at consecutive small frames.
//
// Tested by SceneCheckTests, DocumentCheckTests, SightCheckTests, CostCheckTests and FlashTests.

import Compositor
package import CoreGraphics
package import Documents
import Foundation
package import Multiplane
package import QuartzCore

package struct SceneCheck {
  package struct Options {
    /// The longest time between two checked frames, in seconds. Default: 0.5.
    package var interval = 0.5
    /// The seconds for which the picture of a moving scene may stand still. Default: 5.
    package var stillSeconds = 5.0
    /// The characters that people read in a second. Default: 20, as for subtitles.
    package var readingSpeed = 20.0
    /// Whether shapes and pictures are parts of drawings rather than layers, as in Lottie files. Default: false.
    package var hasParts = false
    /// Whether the scene ends with the check's time, rather than stays as it is then. Default: true.
    package var hasEnd = true
    package var expectations: [Expectation] = []

    package init() {}
  }

  /// A scene at its beginning, not yet drawn.
  package struct Subject {
    let root: CALayer
    let renderer: OffscreenRenderer
    let beforeFrame: (_ time: Double) throws -> Void

    /// - Parameters:
    ///   - renderer: a renderer for the scene alone.
    ///   - beforeFrame: called with the time of each frame before it.
    package init(
      root: CALayer, renderer: OffscreenRenderer, beforeFrame: @escaping (_ time: Double) throws -> Void = { _ in }
    ) {
      (self.root, self.renderer, self.beforeFrame) = (root, renderer, beforeFrame)
    }
  }

  /// A state of the scene, which is checked by itself.
  package struct State: Sendable {
    /// The state's name; nil for the scene as written.
    package let name: String?
    package let setsValues: Bool

    package init(_ name: String?, setsValues: Bool) { (self.name, self.setsValues) = (name, setsValues) }
  }

  private let options: Options
  private let duration: Double
  private let notes: [SceneNote]
  private let shown: State
  private let others: [State]
  private let make: (_ size: Double, _ state: State) throws -> Subject

  package static let mostStates = 16

  /// - Parameters:
  ///   - duration: the duration, in seconds; 0 for a static scene.
  ///   - notes: the notes of the scene's reader.
  ///   - shown: the state that is shown first.
  ///   - others: the other states to check.
  ///   - make: makes the scene in a state, `size` times its size. Its renderer keeps nothing from frame to frame
  ///     (``Optimization/retention``).
  package init(
    duration: Double, notes: [SceneNote], options: Options = Options(),
    shown: State = State(nil, setsValues: false), others: [State] = [],
    make: @escaping (_ size: Double, _ state: State) throws -> Subject
  ) {
    (self.duration, self.notes, self.options, self.make) = (max(duration, 0), notes, options, make)
    (self.shown, self.others) = (shown, Array(others.prefix(Self.mostStates - 1)))
  }

  private struct Look {
    let state: State
    var findings: [Finding]
    let scene: CheckedScene
    let cost: CostRule
    let smallFrames: Int
    let pictures: [Int]
  }

  package func report() throws -> CheckReport {
    let first = try look(in: shown, isFirst: true)
    var looks = [first]
    for state in others { looks.append(try look(in: state, isFirst: false)) }
    let findings = DocumentRules.findings(notes) + Self.joined(looks) + Self.dead(looks)
    return CheckReport(
      duration: duration, width: first.scene.width, height: first.scene.height, scale: first.scene.scale,
      frames: looks.reduce(0) { $0 + $1.scene.times.count }, states: looks.count,
      smallFrames: looks.reduce(0) { $0 + $1.smallFrames }, costliest: first.cost.costliest,
      surfaceBytes: looks.map(\.cost.mostBytes).max() ?? 0,
      findings: Finding.gathered(Self.joined(Self.sorted(findings))))
  }

  private func look(in state: State, isFirst: Bool) throws -> Look {
    let subject = try make(1, state)
    let renderer = subject.renderer
    let expectations = isFirst ? options.expectations : []
    var times = SampledTimes(
      duration: duration, interval: options.interval,
      others: ExpectationRule.times(of: expectations, duration: duration))
    var (cost, runs, taken, issues): (CostRule, [AnimationRun], [Double], [LayerIssue]) = (CostRule(), [], [], [])
    var pictures: [Int] = []
    var rules: [any FrameRule] = [
      VisibilityRule(shapesAreParts: options.hasParts), ImageRule(), ColorRule(),
      TextRule(rasterizer: renderer.rasterizer, readingSpeed: options.readingSpeed),
      ExpectationRule(expectations, scale: Double(renderer.scale)),
    ]
    if !options.hasParts { rules.append(SafeAreaRule()) }
    while let time = times.next() {
      try subject.beforeFrame(time)
      let frame = try renderer.checkedFrame(of: subject.root, at: time)
      taken.append(time)
      cost.look(at: frame)
      for index in rules.indices { try rules[index].look(at: frame) }
      // The order is fixed, as times too near to others are left out.
      for slot in frame.tree.order.prefix(frame.tree.count) {
        if let layer = frame.layers[slot] { runs += times.add(animationsOf: layer) }
      }
      issues += renderer.takeIssues().filter { !$0.isOfAll || !issues.contains($0) }
      if !others.isEmpty { pictures.append(frame.pixels.hashValue) }
    }
    let scene = CheckedScene(
      duration: duration, width: renderer.width, height: renderer.height, scale: Double(renderer.scale), times: taken,
      hasEnd: options.hasEnd)
    var findings = DocumentRules.findings(issues: issues)
    if isFirst { findings += DocumentRules.findings(idle: runs, scene) }
    findings += rules.flatMap { $0.findings(scene) } + cost.findings(scene)
    let small = try smallFrames(width: scene.width, height: scene.height, state)
    findings += small.findings
    return Look(
      state: state, findings: findings, scene: scene, cost: cost, smallFrames: small.count, pictures: pictures)
  }

  private func smallFrames(width: Int, height: Int, _ state: State) throws -> (findings: [Finding], count: Int) {
    guard duration > 0 else { return ([], 0) }
    let size = min(1, SmallFrames.side / Double(max(width, height)))
    let subject = try make(size, state)
    let renderer = subject.renderer
    var frames = SmallFrames(width: renderer.width, height: renderer.height, stillSeconds: options.stillSeconds)
    var shrunk: Set<ObjectIdentifier> = []
    for number in 0...Int(bounded: duration * SmallFrames.rate) {
      let time = Double(number) / SmallFrames.rate
      try subject.beforeFrame(time)
      subject.root.shrinkDrawings(to: size, &shrunk)
      frames.look(at: try renderer.pixels(of: subject.root, at: time), time: time)
    }
    return (frames.findings(), frames.count)
  }

  // MARK: - States

  /// Joins the findings of all states: those of the first state, and those only in others. A layer must be invisible in
  /// all states to be reported as such.
  private static func joined(_ looks: [Look]) -> [Finding] {
    struct Key: Hashable {
      let rule: CheckRule
      let layer, message: String?
    }
    let hidden: Set<CheckRule> = [.neverSeen, .covered, .noSize]
    var everywhere: Set<Key>?
    for look in looks {
      let keys = Set(
        look.findings.filter { hidden.contains($0.rule) }.map { Key(rule: $0.rule, layer: $0.layer, message: nil) })
      everywhere = everywhere?.intersection(keys) ?? keys
    }
    var known: Set<Key> = []
    var findings: [Finding] = []
    for (index, look) in looks.enumerated() {
      var own: Set<Key> = []
      for var finding in look.findings {
        if hidden.contains(finding.rule) {
          let key = Key(rule: finding.rule, layer: finding.layer, message: nil)
          guard index == 0, everywhere?.contains(key) == true else { continue }
        }
        let key = Key(rule: finding.rule, layer: finding.layer, message: finding.message)
        guard !known.contains(key) else { continue }
        own.insert(key)
        if index > 0 { finding.state = look.state.told }
        findings.append(finding)
      }
      known.formUnion(own)
    }
    return findings
  }

  /// Returns findings for states other than the first that set values without changing the scene's look.
  private static func dead(_ looks: [Look]) -> [Finding] {
    guard let base = looks.first(where: { $0.state.name == nil }) else { return [] }
    return looks.dropFirst().filter { $0.state.setsValues && $0.pictures == base.pictures }.map { look in
      Finding(
        .deadState, "the state '\(look.state.told)' sets values, and looks as the scene does without it",
        advice: "mend what it sets, or take its values out")
    }
  }

  /// Joins findings of layers with the same name that differ only in their boxes.
  private static func joined(_ findings: [Finding]) -> [Finding] {
    var joined: [(finding: Finding, count: Int)] = []
    for finding in findings {
      if let last = joined.last?.finding, last.rule == finding.rule, last.layer == finding.layer,
        last.message == finding.message, last.state == finding.state
      {
        joined[joined.count - 1].count += 1
      } else {
        joined.append((finding, 1))
      }
    }
    return joined.map { finding, count in
      var finding = finding
      if count > 1 { finding.message += "; \(count) such layers" }
      return finding
    }
  }

  /// Sorts by severity, then by the order of the rules, time and place.
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

extension SceneCheck.State {
  fileprivate var told: String { (name ?? "base").excerpt.onOneLine }
}

extension SceneCheck {
  /// The pixels around the place of a finding.
  private static let margin: CGFloat = 24
  package static let mostPictures = 200

  /// Calls `write` with the picture of each finding that is visible at some time, by the finding's number.
  package func pictures(of report: CheckReport, _ write: (_ finding: Int, _ picture: CGImage) throws -> Void) throws {
    let wanted = report.findings.enumerated().compactMap { index, finding in
      finding.times.first.map { (index: index, time: $0.lowerBound, box: finding.box, state: finding.state) }
    }.prefix(Self.mostPictures)
    for (state, wanted) in Dictionary(grouping: wanted, by: \.state).sorted(by: { $0.key ?? "" < $1.key ?? "" }) {
      try pictures(of: wanted.map { ($0.index, $0.time, $0.box) }.sorted { $0.1 < $1.1 }, in: state, write)
    }
  }

  private func pictures(
    of wanted: [(index: Int, time: Double, box: CGRect?)], in state: String?,
    _ write: (_ finding: Int, _ picture: CGImage) throws -> Void
  ) throws {
    let subject = try make(1, state.flatMap { name in others.first { $0.told == name } } ?? shown)
    var last: (time: Double, image: CGImage)?
    for (index, time, box) in wanted {
      if last?.time != time {
        try subject.beforeFrame(time)
        last = (time, try subject.renderer.image(of: subject.root, at: time))
      }
      guard let image = last?.image else { continue }
      let whole = CGRect(x: 0, y: 0, width: image.width, height: image.height)
      let shown = box.map { $0.insetBy(dx: -Self.margin, dy: -Self.margin).integral.intersection(whole) } ?? whole
      if let picture = shown.isEmpty ? image : image.cropping(to: shown) { try write(index, picture) }
    }
  }
}
