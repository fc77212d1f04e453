// The scene as the command makes it: this module does not know formats or options.

import Documents
import Foundation
import ImageFiles
package import Multiplane
package import QuartzCore
import Workshop

/// A scene that can be read repeatedly.
@MainActor
package protocol PreviewSource: AnyObject {
  /// Reads the current files. If that throws, the former scene stays.
  func read() throws -> PreviewInfo

  /// The files that the last `read` read or looked for.
  var files: [String] { get }

  /// - Throws: an error that names what the scene does not have of the look.
  func makeScene(_ look: PreviewLook) throws -> PreviewedScene

  /// The environment variable of a descriptor with which a command ends.
  var parentVariable: String { get }

  /// The arguments of the command that checks the scene and prints JSON, within some time; nil if it cannot be checked.
  var checkArguments: [String]? { get }

  /// Returns the arguments of the command that writes a scene's sound, if any, to a `.wav` file, within some time.
  func soundArguments(writingTo path: String) -> [String]

  /// Returns the arguments of the command that writes a film to a path.
  /// - Throws: an error that names what the scene does not have of the look.
  func filmArguments(_ film: PreviewFilm, writingTo path: String) throws -> [String]

  /// Returns the values of a row, or without rows those that can be replaced in the scene.
  func values(ofRow row: Int?) throws -> [PreviewValue]

  /// Writes some values of a row to the file of the rows.
  func write(_ values: [String: String], toRow row: Int) throws
}

/// A value that pages can change.
package struct PreviewValue: Encodable {
  package let name: String
  /// The kind, such as `text`; nil for a column that the scene does not use.
  package let kind: String?
  /// The value as a table has it; nil if it is not known.
  package let text: String?

  package init(name: String, kind: String?, text: String?) { (self.name, self.kind, self.text) = (name, kind, text) }
}

/// A film that a page asks for.
package struct PreviewFilm: Sendable {
  package let look: PreviewLook
  /// The frames a second, as on the command line; nil for the command line's.
  package let rate: String?
  /// Whether there is a film for each row.
  package let hasAllRows: Bool

  init(_ query: [(name: String, value: String)]) throws(PreviewFailure) {
    look = try PreviewLook(query)
    rate = query.first { $0.name == "rate" }?.value
    hasAllRows = Self.hasAllRows(query)
  }

  static func hasAllRows(_ query: [(name: String, value: String)]) -> Bool {
    query.contains { $0.name == "rows" && $0.value == "all" }
  }
}

/// An opened scene at its beginning.
package struct PreviewedScene {
  let root: CALayer
  let renderer: OffscreenRenderer
  let clock: MediaClock
  let rate: Double
  /// The times at which the scene's states change, in seconds of the film, in order.
  let changes: [Double]
  /// Called with the time of the film's frames before they are drawn.
  let beforeFrame: (Double) throws -> Void
  /// Shows what is not the scene's at a time of the film, and returns the layers' time.
  let show: (Double) throws -> Double

  /// - Parameters:
  ///   - clock: the clock of the scene's time.
  ///   - changes: the times at which `beforeFrame` changes something, in seconds of the film.
  ///   - show: shows a clip's picture at a time of the film, and returns the layers' time; the same one by default.
  package init(
    root: CALayer, renderer: OffscreenRenderer, clock: MediaClock, rate: Double, changes: [Double],
    beforeFrame: @escaping (Double) throws -> Void, show: @escaping (Double) throws -> Double = { $0 }
  ) {
    (self.root, self.renderer, self.clock, self.rate) = (root, renderer, clock, rate)
    (self.changes, self.beforeFrame, self.show) = (changes, beforeFrame, show)
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
  /// The schedule, as on the command line.
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

/// The query of an address: a scene in a size and a state, for one of a page's views.
package struct PreviewLook: Hashable, Sendable {
  /// The page, which has its own layers, so that it does not turn back another one's time.
  package var view = ""
  /// A schedule of states, as for `--states`; nil for the command line's.
  package var states: String?
  /// The number of a row of data, from 1; nil for the scene without one.
  package var row: Int?
  /// The size in points, as `WxH`; nil for the command line's, as in the following properties.
  package var size: String?
  package var fit: String?
  package var scale: Double?
  /// The values that replace those of the row, or of the scene, by their names.
  package var values: [String: String] = [:]
  /// Whether single layers are inspected, for which nothing is kept from frame to frame.
  package var isForInspection = false

  private static let valuePrefix = "value."

  var isThumbnail: Bool { row != nil && scale.map { $0 < 0.5 } ?? false }

  package init() {}

  /// - Throws: an error that names the invalid value.
  init(_ query: [(name: String, value: String)]) throws(PreviewFailure) {
    for (name, value) in query {
      guard value.utf8.count <= 4096 else { throw PreviewFailure("\(name.excerpt) is longer than 4096 bytes") }
      if name.hasPrefix(Self.valuePrefix) {
        values[String(name.dropFirst(Self.valuePrefix.count))] = value
        continue
      }
      guard !value.isEmpty else { continue }
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

/// A scene at successive times, for one look: a film's frames, in any order. The time of a tree of layers only
/// advances; for an earlier frame the scene is made again.
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

  /// Returns the frame at a time: straight RGBA, as in the picture of `multiplane render`.
  func pixels(at time: Double) throws -> (pixels: Data, milliseconds: Double) {
    let start = ContinuousClock.now
    let time = try move(to: time)
    let renderer = scene.renderer
    let count = renderer.bytesPerRow * renderer.height
    guard let memory = SentMemory(count: count) else { throw RenderingError.outOfMemory("a frame of \(count) bytes") }
    try renderer.render(scene.root, at: time, into: memory.bytes)
    if !renderer.hasOpaqueBackground { unpremultiply(memory.bytes) }
    // Not before: a few bytes are copied, and the memory is freed at once.
    let pixels = memory.take().map { Data(bytesNoCopy: $0, count: count, deallocator: .free) } ?? Data()
    return (pixels, (ContinuousClock.now - start) / .milliseconds(1))
  }

  func bitmap(at time: Double) throws -> Bitmap {
    let time = try move(to: time)
    return try scene.renderer.image(of: scene.root, at: time).bitmap
  }

  func tree(at time: Double) throws -> LayerTreeReport {
    let time = try move(to: time)
    return try LayerTreeReport(scene.root, with: scene.renderer, at: time)
  }

  /// Returns the report of a layer; nil for an unknown one.
  func layer(_ id: String, at time: Double) throws -> LayerReport? {
    let time = try move(to: time)
    return LayerReport(id, of: scene.root, with: scene.renderer, at: time)
  }

  /// Advances to a time as a film does: a state changes after the frame before it. Returns the layers' time.
  private func move(to time: Double) throws -> Double {
    if time < self.time {
      scene = try make()
      changes = scene.changes[...]
    }
    MediaClock.current = scene.clock
    while let change = changes.first, change <= time {
      let frame = (change * scene.rate - 1e-6).rounded(.up)
      if frame > 0, (frame - 1) / scene.rate > self.time {
        try scene.beforeFrame((frame - 1) / scene.rate)
        scene.renderer.advance(scene.root, to: try scene.show((frame - 1) / scene.rate))
      }
      try scene.beforeFrame(min(frame / scene.rate, time))
      changes.removeFirst()
    }
    try scene.beforeFrame(time)
    self.time = time
    return try scene.show(time)
  }
}
