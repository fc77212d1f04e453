// A scene of the gallery.

package import Foundation
package import QuartzCore

/// A scene that comes with the program.
package struct Demo: Sendable {
  /// The name that the scene is reached by.
  package let name: String
  /// One line for a list.
  package let summary: String
  /// The scene's size, in points.
  package let size: CGSize
  /// Seconds after which it begins again or has ended.
  package let duration: CFTimeInterval
  /// Makes the layer tree. What happens in it as time passes, besides its animations, happens by the clock that it is
  /// given: the one that the tree is to be hosted by, and that is current when an event of it is due.
  package let make: @Sendable (MediaClock) -> CALayer

  /// A scene that consists of its layers and their animations.
  init(
    _ name: String, _ summary: String, size: CGSize, duration: CFTimeInterval, make: @escaping @Sendable () -> CALayer
  ) {
    (self.name, self.summary, self.size, self.duration) = (name, summary, size, duration)
    self.make = { _ in make() }
  }

  /// A scene of its own size, where a script runs.
  init(
    _ name: String, _ summary: String, size: CGSize, duration: CFTimeInterval,
    fill: @escaping @Sendable (CALayer, Script) -> Void
  ) {
    (self.name, self.summary, self.size, self.duration) = (name, summary, size, duration)
    self.make = { clock in
      let (root, script) = (CALayer(), Script())
      fill(root, script)
      script.play(on: clock)
      // The clock does not hold the script.
      root.keep(script)
      return root
    }
  }

  /// A scene on a stage, where a script runs.
  init(_ name: String, _ summary: String, duration: CFTimeInterval, fill: @escaping @Sendable (SeedCanvas) -> Void) {
    (self.name, self.summary, self.size, self.duration) = (name, summary, SeedCanvas.size, duration)
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

/// The scenes that come with the program.
package enum Gallery {
  /// The root of a scene: a rectangle of one colour, in points.
  static func page(_ width: Double, _ height: Double, _ color: CGColor) -> CALayer {
    let root = CALayer()
    root.name = "page"
    root.frame = CGRect(x: 0, y: 0, width: width, height: height)
    root.backgroundColor = color
    return root
  }
}
