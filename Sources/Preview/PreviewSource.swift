// What is previewed, as the command makes it: this module knows no formats and no options.

package import Multiplane
package import QuartzCore

/// A scene that can be read again and again.
@MainActor
package protocol PreviewSource: AnyObject {
  /// Reads the files as they are now.
  ///
  /// - Throws: what is wrong with them; what was read before stays.
  func read() throws -> PreviewInfo

  /// The files that were read, or looked for, when `read` was last called.
  var files: [String] { get }

  /// The scene at its beginning.
  ///
  /// - Throws: what of the look it does not have.
  func makeScene(_ look: PreviewLook) throws -> PreviewedScene

  /// The environment variable that gives a command a descriptor with which it ends.
  var parentVariable: String { get }

  /// The arguments for the command that checks the scene and prints JSON, within some time; nil where it cannot be
  /// checked.
  var checkArguments: [String]? { get }

  /// The arguments for the command that writes the scene's sound to a path, a `.wav` file, within some time; asked for
  /// where there is sound.
  func soundArguments(writingTo path: String) -> [String]
}

/// A scene that was opened to be looked at.
package struct PreviewedScene {
  let root: CALayer
  let renderer: OffscreenRenderer
  let clock: MediaClock
  /// Frames a second of the film that it would be.
  let rate: Double
  /// The times at which the scene's states change, in seconds, in order.
  let changes: [Double]
  /// Called with the time of a film's frames before they are drawn.
  let beforeFrame: (Double) throws -> Void

  /// - Parameters:
  ///   - clock: what the scene's time runs by.
  ///   - changes: when `beforeFrame` changes something, in seconds.
  package init(
    root: CALayer, renderer: OffscreenRenderer, clock: MediaClock, rate: Double, changes: [Double],
    beforeFrame: @escaping (Double) throws -> Void
  ) {
    (self.root, self.renderer, self.clock, self.rate) = (root, renderer, clock, rate)
    (self.changes, self.beforeFrame) = (changes, beforeFrame)
  }
}

/// The properties of a scene, for a page.
package struct PreviewInfo: Encodable {
  package struct Size: Encodable {
    package let width: Double
    package let height: Double

    package init(width: Double, height: Double) { (self.width, self.height) = (width, height) }
  }

  package struct Marker: Encodable {
    package let name: String
    package let time: Double
    package let duration: Double

    package init(name: String, time: Double, duration: Double) {
      (self.name, self.time, self.duration) = (name, time, duration)
    }
  }

  package struct Row: Encodable {
    package let number: Int
    package let name: String

    package init(number: Int, name: String) { (self.number, self.name) = (number, name) }
  }

  package let title: String
  /// The size of a frame by the command line, in pixels.
  package var pixels: Size?
  package var points: Size?
  package var scale = 1.0
  package var duration = 3.0
  /// Whether `duration` is the scene's own.
  package var hasEnd = false
  package var rate = 30.0
  package var states: [String] = []
  package var initialState: String?
  /// As on the command line.
  package var stateSchedule: String?
  package var markers: [Marker] = []
  package var hasSound = false
  package var rows: [Row] = []
  package var notes: [String] = []
  package var device = ""
  package var isOpaque = false
  package var isFitted = false

  package init(title: String) { self.title = title }
}
