import Foundation
import QuartzCore
import Testing

@Suite struct ObservationTests {
  /// What a change looks like in the tests' words.
  private static func words<T>(_ change: NSKeyValueObservedChange<T>) -> String {
    let (old, new) = (change.oldValue.map { "\($0)" } ?? "-", change.newValue.map { "\($0)" } ?? "-")
    return "\(old) \(new)\(change.isPrior ? " prior" : "")"
  }

  private static let setters: [(name: String, set: @Sendable (CALayer) -> Void)] = [
    ("position", { $0.position = CGPoint(x: 1, y: 2) }),
    ("bounds", { $0.bounds = CGRect(x: 1, y: 2, width: 3, height: 4) }),
    ("frame", { $0.frame = CGRect(x: 1, y: 2, width: 3, height: 4) }), ("zPosition", { $0.zPosition = 3 }),
    ("anchorPoint", { $0.anchorPoint = .zero }), ("anchorPointZ", { $0.anchorPointZ = 1 }),
    ("transform", { $0.transform = CATransform3DMakeScale(2, 2, 2) }),
    ("sublayerTransform", { $0.sublayerTransform = CATransform3DMakeScale(2, 2, 2) }),
  ]

  @Test("1.11 each geometry setter tells once, and not for an equal value", arguments: setters.indices)
  func geometry(index: Int) {
    let (name, set) = Self.setters[index]
    let layer = CALayer()
    layer.bounds.size = CGSize(width: 7, height: 7)
    let journal = Journal()
    let observations = [
      layer.observe(\.position) { _, _ in journal.note("position") },
      layer.observe(\.bounds) { _, _ in journal.note("bounds") },
      layer.observe(\.zPosition) { _, _ in journal.note("zPosition") },
      layer.observe(\.anchorPoint) { _, _ in journal.note("anchorPoint") },
      layer.observe(\.anchorPointZ) { _, _ in journal.note("anchorPointZ") },
      layer.observe(\.transform) { _, _ in journal.note("transform") },
      layer.observe(\.sublayerTransform) { _, _ in journal.note("sublayerTransform") },
      layer.observe(\.frame) { _, _ in journal.note("frame") },
    ]
    set(layer)
    #expect(journal.entries.count { $0 == name } == 1)
    let count = journal.entries.count
    #expect(count == Set(journal.entries).count, "nobody is told twice")
    set(layer)
    #expect(journal.entries.count == count && observations.count == 8)
  }

  @Test("1.11 old and new values, as the options ask")
  func options() {
    let layer = CALayer()
    let journal = Journal()
    let asked: [NSKeyValueObservingOptions] = [[], .new, .old, [.old, .new], [.initial, .new], [.prior, .old, .new]]
    let observations = asked.enumerated().map { index, options in
      layer.observe(\.zPosition, options: options) { _, change in journal.note("\(index): \(Self.words(change))") }
    }
    layer.zPosition = 2
    #expect(
      journal.entries == [
        "4: - 0.0", "5: 0.0 - prior", "0: - -", "1: - 2.0", "2: 0.0 -", "3: 0.0 2.0", "4: - 2.0", "5: 0.0 2.0",
      ])
    #expect(observations.count == 6)
  }

  @Test(
    "By key-value coding too, and of properties that subclasses declare, of timing, the name, the mask and the tree")
  func otherProperties() {
    final class Gauge: CALayer {
      var level: CGFloat {
        get { managed() }
        set { setManaged(newValue) }
      }
    }
    let layer = Gauge()
    let journal = Journal()
    let observations = [
      layer.observe(\.level, options: [.old, .new]) { journal.note("level of \($0.name ?? "") \(Self.words($1))") },
      layer.observe(\.speed) { _, _ in journal.note("speed") }, layer.observe(\.name) { _, _ in journal.note("name") },
      layer.observe(\.mask) { _, _ in journal.note("mask") },
      layer.observe(\.sublayers?.count) { _, _ in journal.note("count") },
      layer.observe(\.bounds.size.width) { _, _ in journal.note("width") },
      layer.observe(\.contents) { _, _ in journal.note("contents") },
      layer.observe(\.opacity) { _, _ in journal.note("opacity") },
    ]
    layer.name = "gauge"
    layer.level = 2
    layer.setValue(3, forKey: "level")
    layer.speed = 2
    layer.mask = CALayer()
    layer.addSublayer(CALayer())
    layer.setValue(5, forKeyPath: "bounds.size.width")
    layer.bounds.origin.x = 4
    layer.contents = CGImage.grey(3)
    layer.contents = layer.contents
    layer.style = ["opacity": 0.5]
    #expect(
      journal.entries == [
        "name", "level of gauge 0.0 2.0", "level of gauge 2.0 3.0", "speed", "mask", "count", "width", "contents",
        "opacity",
      ])
    #expect(observations.count == 8)
  }

  @Test("An observation ends when it is invalidated, or let go of; also from within a notification")
  func ends() {
    let layer = CALayer()
    let journal = Journal()
    var observation: NSKeyValueObservation? = layer.observe(\.opacity) { _, _ in journal.note("first") }
    layer.opacity = 0.9
    observation?.invalidate()
    observation?.invalidate()
    layer.opacity = 0.8
    observation = layer.observe(\.opacity) { _, _ in journal.note("second") }
    layer.opacity = 0.7
    observation = nil
    layer.opacity = 0.6
    var late: NSKeyValueObservation?
    let early = layer.observe(\.opacity) { _, _ in
      journal.note("early")
      late?.invalidate()
    }
    late = layer.observe(\.opacity) { _, _ in journal.note("late") }
    layer.opacity = 0.5
    layer.opacity = 0.4
    #expect(journal.entries == ["first", "second", "early", "early"])
    early.invalidate()
    layer.opacity = 0.3
    #expect(journal.entries.count == 4 && late != nil && observation == nil)
  }

  @Test("An observer may change the layer again: that is told as a change of its own")
  func changesInside() {
    let layer = CALayer()
    let journal = Journal()
    let observation = layer.observe(\.zPosition, options: [.old, .new]) { layer, change in
      journal.note(Self.words(change))
      if layer.zPosition < 3 { layer.zPosition += 1 }
    }
    layer.zPosition = 1
    #expect(journal.entries == ["0.0 1.0", "1.0 2.0", "2.0 3.0"])
    observation.invalidate()
  }

  @Test("Animations tell nobody, nor do presentation layers")
  func animations() {
    let stage = HostedLayer()
    let journal = Journal()
    let observation = stage.layer.observe(\.opacity) { _, _ in journal.note("told") }
    stage.layer.add(CABasicAnimation("opacity", from: 0, to: 1), forKey: "a")
    stage.advance(to: 0.5)
    stage.layer.presentation()?.opacity = 0.1
    #expect(journal.entries.isEmpty)
    observation.invalidate()
  }

  @Test("The observation does not keep the layer")
  func lifetime() {
    var observation: NSKeyValueObservation?
    weak var layer: CALayer?
    do {
      let strong = CALayer()
      layer = strong
      observation = strong.observe(\.opacity) { _, _ in }
    }
    #expect(layer == nil)
    observation?.invalidate()
  }
}
