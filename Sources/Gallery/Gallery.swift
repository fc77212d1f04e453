// Scenes of our own, drawn by code: samples to look at and the benchmark's scenes. Reached as `demo:NAME`.

package import Foundation
package import QuartzCore

/// A scene that comes with the program.
package struct Demo: Sendable {
  /// What it is reached by.
  package let name: String
  /// One line for a list.
  package let summary: String
  /// In points.
  package let size: CGSize
  /// Seconds after which it begins again or has ended.
  package let duration: CFTimeInterval
  /// Makes the layer tree.
  package let make: @Sendable () -> CALayer

  init(
    _ name: String, _ summary: String, size: CGSize, duration: CFTimeInterval, make: @escaping @Sendable () -> CALayer
  ) {
    (self.name, self.summary, self.size, self.duration, self.make) = (name, summary, size, duration, make)
  }
}

/// The scenes that come with the program.
package enum Gallery {
  /// All scenes, in the order to list them in.
  package static var demos: [Demo] { [postcard, rectangles, antialiasedRectangles, cards, sprites, tree] }

  /// A scene by name.
  package static func demo(named name: String) -> Demo? { demos.first { $0.name == name } }

  /// Sets of scenes to measure, by name.
  package static let suites: [String: [String]] = [
    "compositing": ["rectangles", "rectangles-antialiased", "cards", "sprites", "tree"]
  ]
}
