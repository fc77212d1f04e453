// Films of parts: an input is a program that writes a document, or a document, of which bytes are damaged. It is read,
// and drawn at three times; the same frame once more must have the same bytes. An error must have a place. Beside it
// lie a scene, a picture and a file that is neither film nor sound.

import CoreGraphics
import Documents
import Foundation
import Multiplane
import QuartzCore
import SceneFiles

/// Reads films of parts and draws them.
enum FilmTarget: DocumentTarget {
  static let name = "film"
  static var memoryLimit: Int? { 512 << 20 }

  static let seed: UInt64 = 91

  private static let scene = """
    {"size": [60, 40], "layers": [{"name": "a", "width": 20, "height": 20, "left": 0, "top": 0, "backgroundColor":
     {"slot": "C", "default": "red"}, "animations": [{"keyPath": "position.x", "to": 50, "duration": 1}]},
     {"type": "text", "text": {"slot": "T", "default": "x"}, "left": 2, "top": 20}]}
    """

  static func document(by program: ByteProgram) -> String {
    var bytes = program
    var parts: [String] = []
    while bytes.hasMore, parts.count < 12 { parts.append(part(&bytes, isFirst: parts.isEmpty)) }
    let over: [String] = (0..<bytes.below(3)).map { _ in
      String(part(&bytes, isFirst: true).dropLast()) + ", \"begin\": \(time(&bytes))}"
    }
    let sounds = (0..<bytes.below(3)).map { _ in
      "{\"file\": \"\(bytes.one(of: ["none.wav", "a.scene.json", "odd.mp4"]))\", \"begin\": \(time(&bytes)), "
        + "\"gain\": \(bytes.one(of: ["0.5", "-1", "1e9"])), \"duck\": true, \"fadeOut\": \(time(&bytes))}"
    }
    let size = bytes.one(of: ["[80, 60]", "[1, 400]", "{\"16:9\": [64, 36], \"9:16\": [36, 64]}", "[0, 3]"])
    let rate = bytes.one(of: ["25", "0", "1e9"])
    let lists: [String] = [("parts", parts), ("over", over), ("sounds", sounds)].map { name, values in
      "\"\(name)\": [\(values.joined(separator: ", "))]"
    }
    return "{\"size\": \(size), \"rate\": \(rate), \(lists.joined(separator: ", "))}"
  }

  private static func time(_ bytes: inout ByteProgram) -> String {
    bytes.one(of: ["0", "0.25", "0.5", "1", "1.5", "3", "1e-9", "1e9", "-1", "1e308", "\"x\""])
  }

  private static func part(_ bytes: inout ByteProgram, isFirst: Bool) -> String {
    var members = [
      bytes.one(of: [
        "\"color\": \"tomato\"", "\"color\": {\"16:9\": \"red\", \"default\": \"blue\"}", "\"scene\": \"a.scene.json\"",
        "\"scene\": \"a.scene.json\", \"values\": {\"C\": \"lime\", \"T\": \"y\"}", "\"image\": \"a.png\"",
        "\"scene\": \"film.film.json\"", "\"clip\": \"odd.mp4\"", "\"image\": \"../a.png\"", "\"clip\": \"none.mp4\"",
        "\"scene\": \"a.scene.json\", \"values\": {\"Z\": 1}",
      ])
    ]
    if bytes.below(2) == 0 { members.append("\"duration\": \(time(&bytes))") }
    if bytes.below(3) == 0 { members.append("\"fit\": \(bytes.one(of: ["\"cover\"", "\"contain\"", "\"none\""]))") }
    if bytes.below(4) == 0 { members.append("\"zoom\": \(bytes.one(of: ["[1, 1.2]", "[0, 1e9]", "[1]"]))") }
    if !isFirst, bytes.below(2) == 0 {
      let type = bytes.one(of: ["fade", "push", "moveIn", "reveal", "wipe", "through", "melt"])
      let side = bytes.one(of: ["fromLeft", "fromTop", "fromBottom", "fromRight"])
      members.append("\"transition\": {\"type\": \"\(type)\", \"subtype\": \"\(side)\", \"duration\": \(time(&bytes))}")
    }
    return "{\(members.joined(separator: ", "))}"
  }

  static func run(_ input: [UInt8]) throws -> String {
    let folder = SceneTarget.folder
    let file = folder.appending(path: "film.film.json")
    try Data(document(input)).write(to: file)
    try Data(scene.utf8).write(to: folder.appending(path: "a.scene.json"))
    try Data(input).write(to: folder.appending(path: "odd.mp4"))
    let picture = CGImage(width: 2, height: 2, premultipliedRGBA: Array(repeating: 255, count: 16))
    try Data(WrittenAssets.png(of: picture)).write(to: folder.appending(path: "a.png"))
    let clock = MediaClock(startingAt: 0)
    MediaClock.current = clock
    let scene: Scene
    do throws(SceneFileError) {
      scene = try Scene(contentsOf: file)
    } catch {
      expect(!error.message.isEmpty && !error.location.file.isEmpty, "an error without a place")
      return "\(error.kind) \(error.message)"
    }
    let size = CGSize(width: min(scene.size.width, 200), height: min(scene.size.height, 200))
    let renderer = try OffscreenRenderer(size: size, options: .init(clock: clock), sharing: SceneTarget.device)
    for time in [0, 0.7, (scene.duration ?? 0) / 2] where SceneTarget.isDrawn(scene, by: renderer, at: time) {
      guard let pixels = try withinMemory({ try renderer.pixels(of: scene.rootLayer, at: time) }) else { return "much" }
      expect(try pixels == renderer.pixels(of: scene.rootLayer, at: time), "drawn again, the frame has other bytes")
    }
    return "\(scene.duration ?? 0) \(scene.sounds.count) \(scene.clips.count)"
  }
}
