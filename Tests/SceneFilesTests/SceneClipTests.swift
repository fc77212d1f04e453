// Films in scenes of layers: what is asked for by a name or stands in a document, and which picture shows when. Films
// are made by ffmpeg; each picture carries its number.

import CoreGraphics
import Foundation
import QuartzCore
import TestDocuments
import TestFilms
import TestSupport
import Testing

@testable import Documents
@testable import SceneFiles

@MainActor @Suite(.enabled(if: FFmpeg.isInstalled)) struct SceneClipTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let h264 = ["-c:v", "libx264", "-preset", "veryfast", "-bf", "2", "-g", "20"]

  /// A film of 4 seconds, 25 pictures each.
  @discardableResult
  private func film(_ name: String = "clip.mp4", sound: [String]? = nil) throws -> [UInt8] {
    try BarCode.write(100, rate: "25", to: folder.file(name), Self.h264, sound: sound)
    return [UInt8](try Data(contentsOf: URL(filePath: folder.file(name))))
  }

  private func file(_ name: String = "clip.mp4") -> SceneClipFile { SceneClipFile(folder.url.appending(path: name)) }

  /// A document with a layer "screen" that holds `content`.
  private func document(_ content: String = "") -> String {
    Fixtures.document(
      "<sublayers><CALayer name=\"screen\" bounds=\"0 0 96 32\" position=\"50 100\">\(content)</CALayer></sublayers>")
  }

  private func scene(
    _ xml: String? = nil, limit: Int? = nil, _ configure: (inout SceneReplacements) -> Void = { _ in }
  ) throws -> Scene {
    var options = SceneLoadOptions()
    if let limit { options.limits.imageBytes = limit }
    configure(&options.replacements)
    return try Scene(path: folder.write(xml ?? document(), to: "main.caml"), options: options)
  }

  /// The error of loading a scene, without the test's folder.
  private func failure(_ body: () throws -> Void) -> (kind: SceneFileError.Kind, text: String)? {
    do { try body() } catch let error as SceneFileError {
      return (error.kind, error.description.replacing(folder.path + "/", with: ""))
    } catch { Issue.record("\(error)") }
    return nil
  }

  /// The numbers that the layer "screen" shows as the scene's time goes on; nil for no image.
  private func numbers(_ scene: Scene, at times: [Double]) throws -> [Int?] {
    let host = LayerHost(layer: scene.rootLayer, clock: MediaClock(startingAt: 0))
    CATransaction.flush()
    let screen = try #require(scene.rootLayer.layers(named: "screen").first)
    return times.map { time in
      host.clock.advance(to: time)
      CATransaction.flush()
      return (screen.presentation()?.contents as? CGImage).map { BarCode.number(of: $0) }
    }
  }

  /// No time but 0 is at the edge of a picture.
  private static let times = [0] + (0..<60).map { Double($0) * 0.1 + 0.013 }

  private func expected(_ number: (Double) -> Double?) -> [Int?] {
    Self.times.map { time in number(time).map { Int(($0 * 25).rounded(.down)) } }
  }

  // MARK: The words of --layer

  @Test(
    "What follows a film's name is taken from its end, as far as it is a part",
    arguments: [
      ("waves.mp4", "waves.mp4", 0, nil, .nothing), ("waves.mp4@2", "waves.mp4", 2, nil, .nothing),
      ("waves.mp4@2-6.5,loop", "waves.mp4", 2, 6.5, .loop), ("waves.mp4,hold", "waves.mp4", 0, nil, .hold),
      ("waves.mp4@0-0.5,hold", "waves.mp4", 0, 0.5, .hold), ("a,b@c.mp4", "a,b@c.mp4", 0, nil, .nothing),
      ("mail@home.mp4,loop", "mail@home.mp4", 0, nil, .loop), ("a@2,b.mp4", "a@2,b.mp4", 0, nil, .nothing),
      ("waves@1.mp4@3", "waves@1.mp4", 3, nil, .nothing), ("waves.mp4@-2", "waves.mp4@-2", 0, nil, .nothing),
      ("waves.mp4@nan", "waves.mp4@nan", 0, nil, .nothing), ("waves.mp4@1-2-3", "waves.mp4@1-2-3", 0, nil, .nothing),
      ("waves.mp4,nothing", "waves.mp4,nothing", 0, nil, .nothing),
      ("waves.mp4,LOOP", "waves.mp4,LOOP", 0, nil, .nothing),
    ] as [(String, String, Double, Double?, SceneClipEnding)])
  func words(text: String, name: String, start: Double, end: Double?, ending: SceneClipEnding) throws {
    let file = try #require(SceneClipFile(parsing: text))
    #expect(file.url.lastPathComponent == name && file.start == start && file.end == end && file.ending == ending)
  }

  @Test(
    "No name, and an end that is not after the beginning, are none", arguments: ["", "@2", ",loop", "a@3-2", "a@2-2"])
  func noWords(text: String) {
    #expect(SceneClipFile(parsing: text) == nil)
  }

  // MARK: Which picture shows

  @Test("A stretch, and what shows when it is over", arguments: SceneClipEnding.allCases)
  func endings(ending: SceneClipEnding) throws {
    try film()
    var file = file()
    (file.start, file.end, file.ending) = (1, 2.5, ending)
    let scene = try scene { $0.clips["screen"] = file }
    #expect(scene.duration == 1.5 && scene.notes.isEmpty)
    let shown = expected { time in
      switch ending {
      case .nothing: time < 1.5 ? 1 + time : nil
      case .hold: min(1 + time, 2.49)
      case .loop: 1 + time.truncatingRemainder(dividingBy: 1.5)
      }
    }
    #expect(try numbers(scene, at: Self.times) == shown)
  }

  @Test("A film in a document plays in a loop from the scene's beginning on, however it is written")
  func own() throws {
    let bytes = try film()
    for contents in [
      #"<contents src="film.mp4"/>"#, #"<contents><CGImage src="film.mp4"/></contents>"#,
      "<contents src=\"data:video/mp4;base64,\(Data(bytes).base64EncodedString())\"/>",
    ] {
      let scene = try Fixtures.load(document(contents), assets: ["film.mp4": bytes])
      #expect(scene.notes.isEmpty && scene.duration == 4)
      #expect(try numbers(scene, at: Self.times) == expected { $0.truncatingRemainder(dividingBy: 4) })
    }
  }

  @Test("In a wallpaper, with its states", arguments: [true, false])
  func wallpaper(isOwn: Bool) throws {
    let bytes = try film()
    let package = "w.tendies/" + Fixtures.packagePath("Background")
    try folder.write(bytes, to: package + "assets/film.mp4")
    try folder.write(
      Fixtures.document(
        """
        <sublayers><CALayer name="screen" id="s" bounds="0 0 96 32" position="50 100">
        \(isOwn ? #"<contents src="assets/film.mp4"/>"# : "")
        </CALayer></sublayers>
        <states><LKState name="Unlock"><elements><LKStateSetValue targetId="s" keyPath="opacity">\
        <value type="real" value="0.5"/></LKStateSetValue></elements></LKState></states>
        """), to: package + "main.caml")
    var options = SceneLoadOptions()
    if !isOwn {
      var film = file()
      film.ending = .loop
      options.replacements.clips["screen"] = film
    }
    let scene = try Scene(path: folder.file("w.tendies"), options: options)
    try scene.setState("Unlock")
    #expect(try numbers(scene, at: Self.times) == expected { $0.truncatingRemainder(dividingBy: 4) })
    #expect(try #require(scene.rootLayer.layers(named: "screen").first).opacity == 0.5)
  }

  @Test("A film in the place of an image plays in a loop, as an animated image does")
  func image() throws {
    try film()
    let scene = try scene { $0.images["screen"] = folder.url.appending(path: "clip.mp4") }
    #expect(try numbers(scene, at: Self.times) == expected { $0.truncatingRemainder(dividingBy: 4) })
  }

  @Test("All layers of a name show it, by one decoder; sound is left out, and that is said once")
  func layersOfOneName() throws {
    try film("loud.mp4", sound: ["-c:a", "aac"])
    let layer = #"<CALayer name="screen" bounds="0 0 96 32"/>"#
    let scene = try scene(Fixtures.document("<sublayers>\(layer)\(layer)</sublayers>")) {
      $0.clips["screen"] = file("loud.mp4")
    }
    let sources = scene.rootLayer.layers(named: "screen").map {
      ($0.animation(forKey: "contents.clip") as? MovingContentsAnimation)?.source
    }
    #expect(sources.count == 2 && sources[0] != nil && sources[0] === sources[1])
    #expect(scene.notes.map(\.message) == ["films in layers are silent: its sound is left out"])
    #expect(scene.notes[0].location.file == folder.file("loud.mp4"))
  }

  @Test("A film of each row of a table, beside the table")
  func rows() throws {
    try film()
    try folder.write(document(), to: "card.caml")
    try folder.write("clip:screen\n\"clip.mp4@1,hold\"\n\nclip.mp4@3-2\nmissing.mp4\nclip.mp4@9\n", to: "rows.csv")
    let table = try DataTable(path: folder.file("rows.csv"))
    let binding = try DataBinding(table, path: folder.file("card.caml"), options: SceneLoadOptions()) { _ in nil }
    #expect(try numbers(binding.makeScene(for: table.rows[0]), at: [0.5, 4]) == [37, 99])
    let messages = table.rows.dropFirst().compactMap { row in failure { _ = try binding.makeScene(for: row) }?.text }
    #expect(
      messages.suffix(3) == [
        "rows.csv:4:1: clip:screen: 'clip.mp4@3-2' is no film; expected FILE[@IN[-OUT]][,loop|hold]",
        "rows.csv:5:1: clip:screen: no file 'missing.mp4' beside the rows",
        "rows.csv:6:1: clip:screen: the seconds from 9.0 on are asked for; it has those from 0 to 4.0",
      ], "\(messages)")
  }

  // MARK: What is refused

  @Test("What is wrong with a film that was asked for is an error with its kind")
  func refusals() throws {
    try film()
    try folder.write("no film", to: "text.mp4")
    try FFmpeg.run("ffmpeg", ["-f", "lavfi", "-i", "sine=d=0.1", folder.file("tone.wav")])
    #expect(mkfifo(folder.file("fifo.mp4"), 0o600) == 0)
    func refusal(_ name: String, in layer: String = "screen", limit: Int? = nil, at start: Double = 0) -> (
      kind: SceneFileError.Kind, text: String
    )? {
      var file = file(name)
      file.start = start
      if name.hasPrefix("/") { file.url = URL(filePath: name) }
      return failure { _ = try scene(limit: limit) { $0.clips[layer] = file } }
    }
    for (refused, kind, text) in [
      (refusal("clip.mp4", in: "scren"), .unknownName, "main.caml: no layer 'scren'; expected one of "),
      (refusal("missing.mp4"), .notFound, "missing.mp4: "), (refusal("text.mp4"), .malformed, "text.mp4: "),
      (refusal("fifo.mp4"), .malformed, "fifo.mp4: "), (refusal("/dev/zero"), .malformed, "/dev/zero: "),
      (refusal("."), .malformed, ": "), (refusal("tone.wav"), .unsuitableValue, "tone.wav: it has no pictures"),
      (refusal("clip.mp4", at: 4), .unsuitableValue, "clip.mp4: the seconds from 4.0 on are asked for"),
      (refusal("clip.mp4", limit: 1 << 20), .tooLarge, "raise `imageBytes`"),
    ] as [((kind: SceneFileError.Kind, text: String)?, SceneFileError.Kind, String)] {
      #expect(refused?.kind == kind && refused?.text.contains(text) == true, "\(String(describing: refused)), \(text)")
    }
  }

  @Test("What cannot be read of a document's own films is a note, and the layer shows nothing of it")
  func ownFaults() throws {
    let bytes = try film()
    try FFmpeg.run(
      "ffmpeg",
      [
        "-f", "lavfi", "-i", "color=black:s=16384x4096:r=1:d=1,format=gray", "-frames:v", "1", "-c:v", "ffv1",
        folder.file("large.mkv"),
      ])
    let large = [UInt8](try Data(contentsOf: URL(filePath: folder.file("large.mkv"))))
    // The width in the Matroska head, 0xB0 with two bytes.
    var larger = large
    let width = try #require(larger.firstRange(of: [0xB0, 0x82, 0x40, 0x00]))
    larger.replaceSubrange(width, with: [0xB0, 0x82, 0x40, 0x01])
    for (name, bytes, words) in [
      ("cut.mp4", Array(bytes.prefix(bytes.count / 2)), ""), ("head.mp4", Array(bytes.prefix(64)), ""),
      ("lies.mkv", [0x1A, 0x45, 0xDF, 0xA3] + [UInt8](repeating: 0xFF, count: 5000), ""),
      ("large.mkv", large, "raise `imageBytes`"), ("larger.mkv", larger, "16385x4096"),
    ] {
      try folder.write(bytes, to: name)
      let time = CPUTime()
      let scene = try scene(document("<contents src=\"\(name)\"/>"), limit: 512 << 20)
      let notes = scene.notes.map(\.description)
      #expect(
        notes.count == 1 && notes[0].contains(name) && notes[0].hasSuffix("; the layer is drawn without it")
          && (words.isEmpty || notes[0].contains(words)), "\(name): \(notes)")
      #expect(try numbers(scene, at: [0, 1]) == [nil, nil])
      #expect(time.seconds < 20, "\(name)")
    }
    // Where there is memory for it, it plays.
    #expect(try scene(document("<contents src=\"large.mkv\"/>"), limit: 2 << 30).notes.isEmpty)
  }

  @Test("Names of sockets, of FIFOs and of files outside of the package open nothing")
  func outside() throws {
    let bytes = try film()
    try folder.write(bytes, to: "outside.mp4")
    try folder.write("", to: "a.ca/main.caml")
    #expect(mkfifo(folder.file("a.ca/fifo.mp4"), 0o600) == 0)
    for source in [
      "http://127.0.0.1:9/a.mp4", "file:///etc/passwd.mp4", "../outside.mp4", "fifo.mp4", "/dev/zero.mp4",
      folder.file("outside.mp4"), "data:video/mp4;base64,AAAA", "concat:fifo.mp4|a.mp4",
    ] {
      let time = CPUTime()
      try folder.write(document("<contents src=\"\(source)\"/>"), to: "a.ca/main.caml")
      do throws(SceneFileError) {
        let scene = try Scene(path: folder.file("a.ca/main.caml"))
        #expect(!scene.notes.isEmpty, "\(source)")
        let screen = scene.rootLayer.layers(named: "screen")
        #expect(screen.count == 1 && screen[0].animation(forKey: "contents.clip") == nil, "\(source)")
      } catch {
        #expect(!error.message.isEmpty)
      }
      #expect(time.seconds < 5, "\(source)")
    }
  }

  @Test("More films than may be are refused; one film in many layers is one")
  func many() throws {
    let bytes = try film()
    func document(_ count: Int, of name: (Int) -> String) -> String {
      let layers = (0..<count).map { "<CALayer><contents src=\"\(name($0))\"/></CALayer>" }
      return Fixtures.document("<sublayers>\(layers.joined())</sublayers>")
    }
    // Of other bytes each: an empty box of another length at the end.
    for number in 0..<100 {
      let length = UInt8(8 + number)
      try folder.write(
        bytes + [0, 0, 0, length] + Array("free".utf8) + [UInt8](repeating: 0, count: number), to: "\(number).mp4")
    }
    #expect(try scene(document(32) { "\($0).mp4" }).notes.isEmpty)
    #expect(failure { _ = try scene(document(100) { "\($0).mp4" }) }?.kind == .tooLarge)
    for number in 0..<100 { try folder.write(bytes.prefix(64) + [UInt8(number)], to: "\(number).mp4") }
    #expect(failure { _ = try scene(document(100) { "\($0).mp4" }) }?.kind == .tooLarge)
    #expect(try scene(document(300) { _ in "clip.mp4" }).notes.isEmpty)
  }

  @Test("Films share the memory that images leave: as many play as there is room for two pictures of each")
  func memory() throws {
    try film()
    let least = 2 * BarCode.width * BarCode.height * (3 + 4) + (1 << 20)
    let two = Fixtures.document(
      #"<sublayers><CALayer name="screen" bounds="0 0 96 32"/><CALayer name="other" bounds="0 0 96 32"/></sublayers>"#)
    func load(limit: Int) throws -> Scene {
      try self.scene(two, limit: limit) {
        $0.clips["screen"] = file()
        $0.clips["other"] = file()
        $0.clips["other"]?.start = 1
      }
    }
    let scene = try load(limit: least * 2)
    #expect(try numbers(scene, at: Self.times) == expected { $0 < 4 ? $0 : nil })
    // Images are counted twice.
    #expect(scene.imageBytes == least)
    #expect(failure { _ = try load(limit: least * 2 - 1) }?.kind == .tooLarge)
    // However much there is, a small film takes what is of use to it.
    #expect(try load(limit: 1 << 40).imageBytes <= least * 8)
  }
}
