import Documents
package import Foundation
package import QuartzCore
import SceneJSON

/// A scene that comes with the program.
package struct Demo: Sendable {
  package let name: String
  /// One line for a list.
  package let summary: String
  /// The size, in points.
  package let size: CGSize
  /// The seconds after which the scene begins again or has ended.
  package let duration: CFTimeInterval
  /// Whether the scene is a document, which no code changes while it runs.
  package let isDocument: Bool
  /// Makes the layer tree. Its events, besides animations, go by the given clock: the one that hosts the tree, and that
  /// is current when an event is due.
  package let make: @Sendable (MediaClock) -> CALayer

  /// Creates a scene from the document of a name in the folder Files.
  init(document name: String, _ summary: String) {
    guard let text = EmbeddedFiles.all["\(name).scene.json"] else {
      preconditionFailure("Gallery: there is no document \(name)")
    }
    let bytes = Array("\(text)".utf8)
    let path = "demo:\(name)"
    guard let json = try? JSON.read(bytes, file: path, limits: SceneLimits()),
      let size = json["size"]?.array?.compactMap(\.number), size.count == 2,
      let duration = json["duration"]?.number
    else { preconditionFailure("Gallery: \(path) has no size or no duration") }
    (self.name, self.summary, self.duration, isDocument) = (name, summary, duration, true)
    self.size = CGSize(width: size[0], height: size[1])
    make = { _ in
      do throws(SceneFileError) {
        var options = SceneLoadOptions()
        options.document = SceneDocumentBytes(name: path, bytes: bytes, folder: ".")
        let source = try SceneSource(path: path, options: options, expecting: "a scene")
        return try SceneImporter.sceneDocument.open(source).read(replacing: SceneReplacements()).rootLayer
      } catch {
        preconditionFailure("Gallery: \(error)")
      }
    }
  }

  /// Creates a scene that consists of its layers and their animations.
  init(
    _ name: String, _ summary: String, size: CGSize, duration: CFTimeInterval, make: @escaping @Sendable () -> CALayer
  ) {
    (self.name, self.summary, self.size, self.duration, isDocument) = (name, summary, size, duration, false)
    self.make = { _ in make() }
  }

  /// Creates a scene of its own size with a script.
  init(
    _ name: String, _ summary: String, size: CGSize, duration: CFTimeInterval,
    fill: @escaping @Sendable (CALayer, Script) -> Void
  ) {
    (self.name, self.summary, self.size, self.duration, isDocument) = (name, summary, size, duration, false)
    self.make = { clock in
      let (root, script) = (CALayer(), Script())
      fill(root, script)
      script.play(on: clock)
      // The clock does not hold the script.
      root.keep(script)
      return root
    }
  }

  /// Creates a scene on a seed's canvas with a script.
  init(_ name: String, _ summary: String, duration: CFTimeInterval, fill: @escaping @Sendable (SeedCanvas) -> Void) {
    (self.name, self.summary, self.size, self.duration) = (name, summary, SeedCanvas.size, duration)
    isDocument = false
    self.make = { clock in
      let stage = SeedCanvas(name, duration: duration)
      fill(stage)
      stage.script.play(on: clock)
      // The clock does not hold the script.
      stage.keep(stage.script)
      return stage.root
    }
  }
}

package enum Gallery {
  /// Returns the root of a scene: a rectangle of one colour, sides in points.
  static func page(_ width: Double, _ height: Double, _ color: CGColor) -> CALayer {
    CALayer("page", color, CGRect(x: 0, y: 0, width: width, height: height))
  }
}

extension CABasicAnimation {
  /// Returns an animation of a property to a value and back, for ever.
  static func swing(
    _ keyPath: String, from: Any? = nil, to value: Any, duration: CFTimeInterval
  ) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: keyPath)
    (animation.fromValue, animation.toValue) = (from, value)
    animation.duration = duration
    animation.autoreverses = true
    animation.repeatCount = .infinity
    return animation
  }
}

// Tested by ScriptTests.

/// Runs closures at given seconds of the media clock: an app's user and its timers. They run in order with display
/// links, delegates and completion blocks, so that a video shows what a device would. The clock holds its participants
/// weakly; the player of a script keeps it alive (a canvas by its root layer).
final class Script {
  private struct Step {
    let time: CFTimeInterval
    let run: () -> Void
  }

  /// The maximum number of events that a finger or a timer delivers in a second.
  private static let rate = 60.0

  /// The remaining steps, in reverse order of their times; of steps for one time, the one added last comes first.
  private var steps: [Step] = []
  private var start: CFTimeInterval?

  /// Runs a closure at a time, in seconds from the beginning of the play, and keeps it until then.
  func at(_ time: CFTimeInterval, _ run: @escaping () -> Void) {
    let index = steps.lastIndex { $0.time > time }.map { $0 + 1 } ?? 0
    steps.insert(Step(time: time, run: run), at: index)
  }

  /// Runs a closure 60 times a second, as a finger's movement does, with the fraction of the time, in 0...1.
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
