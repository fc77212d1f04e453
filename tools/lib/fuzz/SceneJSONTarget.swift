// Scenes as JSON: an input is a program that SceneJSONGrammar writes a document by, or a document, of which bytes are
// damaged. It is read, once as it is and once with its slots filled, and drawn at two times, with its states between
// them; the same frame once more must have the same bytes. An error must have a place.

import CoreGraphics
import Documents
import Foundation
import Multiplane
import QuartzCore
import SceneFiles

/// Reads documents and draws them.
enum SceneJSONTarget: DocumentTarget {
  static let name = "scene-json"
  static var memoryLimit: Int? { 512 << 20 }

  static let seed: UInt64 = 53

  static func document(by program: ByteProgram) -> String {
    var grammar = SceneJSONGrammar(program)
    return grammar.document()
  }

  static func run(_ input: [UInt8]) throws -> String {
    let file = SceneTarget.folder.appending(path: "film.scene.json")
    try Data(document(input)).write(to: file)
    var answer = ""
    var slots: [String] = []
    for isFilled in [false, true] {
      var options = SceneLoadOptions()
      if isFilled {
        // The values follow from the input, so that they are the same when it is run again.
        let values: [SceneSlotValue] = [
          .number(Double(input.count)), .written("2, 3", color: nil), .text("Text"), .color(.black),
          .written("red", color: .black),
        ]
        for (index, id) in slots.enumerated() {
          options.replacements.slots[id] = values[(index + input.count) % values.count]
        }
      }
      let clock = MediaClock(startingAt: 0)
      MediaClock.current = clock
      let scene: Scene
      do throws(SceneFileError) {
        slots = try SceneImporter.all.open(path: file.path, options: SceneLoadOptions()).names().slots.sorted()
        scene = try Scene(contentsOf: file, options: options)
      } catch {
        expect(!error.message.isEmpty && error.location.file.hasSuffix("film.scene.json"), "an error without a place")
        expect(error.kind != .malformed || error.location.line > 0, "an error without a line: \(error)")
        answer += "\(error.kind) \(error.message)"
        continue
      }
      answer += try draw(scene, clock)
    }
    return answer
  }

  private static func draw(_ scene: Scene, _ clock: MediaClock) throws -> String {
    let size = CGSize(width: min(scene.size.width, 200), height: min(scene.size.height, 200))
    let renderer = try OffscreenRenderer(size: size, options: .init(clock: clock), sharing: SceneTarget.device)
    if SceneTarget.isDrawn(scene, by: renderer, at: 0) {
      _ = try withinMemory { try renderer.pixels(of: scene.rootLayer, at: 0) }
    }
    for state in scene.stateNames.prefix(3) { try scene.setState(state, animated: true) }
    guard SceneTarget.isDrawn(scene, by: renderer, at: 0.7),
      let pixels = try withinMemory({ try renderer.pixels(of: scene.rootLayer, at: 0.7) })
    else { return "too much" }
    let again = try renderer.pixels(of: scene.rootLayer, at: 0.7)
    expect(pixels == again, "drawn again, the frame has other bytes")
    let notes = Set(scene.notes.map { $0.message.prefix { $0 != "'" && $0 != ":" } }).sorted().joined(separator: ";")
    let isBlank = pixels.allSatisfy { $0 == pixels[0] }
    return "\(scene.stateNames.count) \(notes) \(isBlank) \(renderer.takeIssues().map(\.description).sorted().joined())"
  }
}
