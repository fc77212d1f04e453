// The scene as the command makes it: this module knows neither formats nor options.

import Foundation
import ImageFiles
package import Multiplane
package import QuartzCore
import Workshop

/// A scene that can be read again and again.
@MainActor
package protocol PreviewSource: AnyObject {
  /// Reads the files as they are now. If that throws, what was read before stays.
  func read() throws -> PreviewInfo

  /// The files that were read, or looked for, when `read` was last called.
  var files: [String] { get }

  /// - Throws: an error that names what of the look the scene does not have.
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

/// A scene that was opened, at its beginning.
package struct PreviewedScene {
  let root: CALayer
  let renderer: OffscreenRenderer
  let clock: MediaClock
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

/// The query of an address: a scene in a size and a state, for one of the views of a page.
package struct PreviewLook: Hashable, Sendable {
  /// The page: each page has layers of its own, so that one does not turn back another's time.
  package var view = ""
  /// A schedule of states, as `--states` has it; nil for that of the command line.
  package var states: String?
  /// The number of a row of data, from 1; nil for the scene without one.
  package var row: Int?
  /// In points, as `WxH`; nil for what the command line says, and so below.
  package var size: String?
  package var fit: String?
  package var scale: Double?
  /// Whether it is looked at layer by layer: nothing is kept from frame to frame then.
  package var isForInspection = false

  var isThumbnail: Bool { row != nil && scale.map { $0 < 0.5 } ?? false }

  package init() {}

  /// - Throws: an error that names the invalid value.
  init(_ query: [(name: String, value: String)]) throws(PreviewFailure) {
    for (name, value) in query where !value.isEmpty {
      guard value.utf8.count <= 4096 else { throw PreviewFailure("\(name) is longer than 4096 bytes") }
      switch name {
      case "view": view = String(value.prefix(64))
      case "states": states = value
      case "size": size = value
      case "fit": fit = value
      case "row":
        guard let number = Int(value), number > 0 else { throw PreviewFailure("row: expected a number from 1") }
        row = number
      case "scale":
        guard let number = Double(value), 0.01...100 ~= number else {
          throw PreviewFailure("scale: expected pixels a point, from 0.01 to 100")
        }
        scale = number
      default: break
      }
    }
  }
}

package struct PreviewFailure: Error, Encodable, CustomStringConvertible {
  package let message: String
  package var file: String?
  package var line: Int?
  package var column: Int?
  let status: Int

  package init(_ message: String, status: Int = 400) { (self.message, self.status) = (message, status) }

  package var description: String { message }

  private enum CodingKeys: CodingKey { case message, file, line, column }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(message, forKey: .message)
    try container.encode(file, forKey: .file)
    try container.encode(line, forKey: .line)
    try container.encode(column, forKey: .column)
  }
}

/// A scene on its way through time, for one look: the frames that a film of it has, in any order. Time only goes
/// forward in a tree of layers; for an earlier frame the scene is made anew.
@MainActor
final class PreviewStage {
  private let make: () throws -> PreviewedScene
  private var scene: PreviewedScene
  private var changes: ArraySlice<Double>

  init(_ make: @escaping () throws -> PreviewedScene) throws {
    self.make = make
    scene = try make()
    changes = scene.changes[...]
  }

  var renderer: OffscreenRenderer { scene.renderer }
  private(set) var time = -Double.infinity

  /// The frame at a time: straight RGBA, as the picture has it that `multiplane render` writes.
  func pixels(at time: Double) throws -> (pixels: Data, milliseconds: Double) {
    let start = ContinuousClock.now
    try move(to: time)
    let renderer = scene.renderer
    let count = renderer.bytesPerRow * renderer.height
    guard let memory = SentMemory(count: count) else { throw RenderingError.outOfMemory("a frame of \(count) bytes") }
    try renderer.render(scene.root, at: time, into: memory.bytes)
    if !renderer.hasOpaqueBackground { unpremultiply(memory.bytes) }
    // Not before: of a few bytes it is a copy, and the memory is freed at once.
    let pixels = memory.take().map { Data(bytesNoCopy: $0, count: count, deallocator: .free) } ?? Data()
    return (pixels, (ContinuousClock.now - start) / .milliseconds(1))
  }

  func bitmap(at time: Double) throws -> Bitmap {
    try move(to: time)
    return try scene.renderer.image(of: scene.root, at: time).bitmap
  }

  func tree(at time: Double) throws -> LayerTreeReport {
    try move(to: time)
    return try LayerTreeReport(scene.root, with: scene.renderer, at: time)
  }

  /// Returns the report of one of the layers; nil if no layer has that name.
  func layer(_ id: String, at time: Double) throws -> LayerReport? {
    try move(to: time)
    return LayerReport(id, of: scene.root, with: scene.renderer, at: time)
  }

  /// Goes to a time as a film does: a state is changed after the frame before it.
  private func move(to time: Double) throws {
    if time < self.time {
      scene = try make()
      changes = scene.changes[...]
    }
    MediaClock.current = scene.clock
    while let change = changes.first, change <= time {
      let frame = (change * scene.rate - 1e-6).rounded(.up)
      if frame > 0, (frame - 1) / scene.rate > self.time {
        try scene.beforeFrame((frame - 1) / scene.rate)
        scene.renderer.advance(scene.root, to: (frame - 1) / scene.rate)
      }
      try scene.beforeFrame(min(frame / scene.rate, time))
      changes.removeFirst()
    }
    try scene.beforeFrame(time)
    self.time = time
  }
}
