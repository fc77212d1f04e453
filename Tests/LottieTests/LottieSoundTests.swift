// Audio layers as sounds of the film. The times are computed by hand from the format's rule: a composition's frame f is
// shown at (st + f · sr) frames of the one that shows it; the levels are lottie-web's: percent, the first channel's.
import Documents
import Foundation
import Testing

@testable import Lottie

struct LottieSoundTests {
  /// A film of 20 frames at 10 frames a second, from frame 2 on.
  ///
  /// - Parameters:
  ///   - layers: as JSON.
  ///   - inner: the layers of the composition `inner`.
  private func film(_ layers: String, inner: String = "") throws -> LottieScene {
    let folder = FileManager.default.temporaryDirectory.appending(path: "sounds-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("bell".utf8).write(to: folder.appending(path: "bell.wav"))
    let file = folder.appending(path: "film.json")
    try Data(
      """
      {"v": "5.7", "fr": 10, "ip": 2, "op": 22, "w": 40, "h": 20, "layers": [\(layers)],
       "assets": [{"id": "bell", "u": "", "p": "bell.wav", "e": 0},
                  {"id": "ring", "u": "", "p": "data:audio/wav;base64,cmluZw==", "e": 1},
                  {"id": "gone", "u": "", "p": "gone.wav", "e": 0}, {"id": "inner", "layers": [\(inner)]}]}
      """.utf8
    ).write(to: file)
    return try LottieScene(contentsOf: file)
  }

  private static let whole = #""ip": 2, "op": 22, "st": 2"#

  @Test func theFileAndTheLevel() throws {
    let film = try film(
      """
      {"ty": 6, "nm": "a", "refId": "bell", \(Self.whole), "au": {"lv": {"a": 0, "k": [50, 50]}}},
      {"ty": 6, "nm": "b", "refId": "ring", \(Self.whole)}
      """)
    #expect(film.sounds.map { String(decoding: $0.data, as: UTF8.self) } == ["ring", "bell"])
    #expect(film.sounds.map(\.gain) == [1, 0.5])
    #expect(film.sounds.allSatisfy { $0.start == 0 && $0.inPoint == 0 && $0.duration == 2 })
    #expect(film.notes.isEmpty, "\(film.notes)")
  }

  private static let times: [(layer: String, start: Double, inPoint: Double, duration: Double)] = [
    // Begins with its layer's time, at frame 7: after half a second.
    (#""ip": 2, "op": 22, "st": 7"#, 0.5, 0, 1.5),
    // The layer is there from frame 12 on, when a second of the file has passed.
    (#""ip": 12, "op": 17, "st": 2"#, 1, 1, 0.5),
    // Its time began before the film did.
    (#""ip": 0, "op": 99, "st": -8"#, 0, 1, 2),
    (#""ip": 0, "op": 7, "st": 0"#, 0, 0.2, 0.5),
  ]

  @Test(arguments: times)
  func whenItIsHeard(layer: String, start: Double, inPoint: Double, duration: Double) throws {
    let sound = try #require(film(#"{"ty": 6, "refId": "bell", \#(layer)}"#).sounds.first)
    #expect(abs(sound.start - start) < 1e-12)
    #expect(abs(sound.inPoint - inPoint) < 1e-12)
    #expect(abs(sound.duration - duration) < 1e-12)
  }

  @Test func inACompositionThatIsStretched() throws {
    // Frame 4 of the inner one is at 2 + 4 · 2 = 10 of the film, whose second 0 is frame 2.
    let film = try film(
      #"{"ty": 0, "refId": "inner", "ip": 2, "op": 22, "st": 2, "sr": 2, "w": 40, "h": 20, "ks": {}}"#,
      inner: #"{"ty": 6, "refId": "bell", "ip": 4, "op": 7, "st": 4}"#)
    let sound = try #require(film.sounds.first)
    #expect(abs(sound.start - 0.8) < 1e-12)
    #expect(sound.inPoint == 0)
    #expect(abs(sound.duration - 0.6) < 1e-12)
  }

  private static let leftOut: [(layers: String, note: String)] = [
    (#"{"ty": 6, "refId": "gone", \#(whole)}"#, "no file 'gone.wav'; the sound is left out"),
    (#"{"ty": 6, "refId": "none", \#(whole)}"#, "no sound 'none'; it is left out"),
    (
      #"{"ty": 0, "refId": "inner", \#(whole), "w": 4, "h": 4, "ks": {}, "tm": {"a": 0, "k": 1}}"#,
      "a sound in a remapped composition is left out"
    ),
  ]

  @Test(arguments: leftOut)
  func isLeftOutAndSaid(layers: String, note: String) throws {
    let film = try film(layers, inner: #"{"ty": 6, "refId": "bell", "ip": 0, "op": 99, "st": 0}"#)
    #expect(film.sounds.isEmpty)
    #expect(film.notes.contains { $0.description.contains(note) }, "\(film.notes)")
  }
}
