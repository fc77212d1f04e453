// A scene's own sound in its film: an impulse in the file of an audio layer is found at its sample.
import Foundation
import Testing

@testable import CLI

@Suite(.serialized) struct SceneSoundTests {
  private let shell: Shell
  /// The sample of the file, of 48,000 a second, that is not silent, and how loud it is.
  private static let impulse = (sample: 4_800, level: Int16(16_384))

  init() throws {
    shell = try Shell()
    var samples = [Int16](repeating: 0, count: 48_000)
    samples[Self.impulse.sample] = Self.impulse.level
    // One channel, 16 bits: the canonical header of 44 bytes.
    var wave = Data("RIFF".utf8)
    func add(_ values: UInt32...) { for value in values { withUnsafeBytes(of: value) { wave.append(contentsOf: $0) } } }
    add(36 + 96_000)
    wave += Data("WAVEfmt ".utf8)
    add(16, 1 | 1 << 16, 48_000, 96_000, 2 | 16 << 16)
    wave += Data("data".utf8)
    add(96_000)
    samples.withUnsafeBytes { wave.append(contentsOf: $0) }
    // Frame 5 of 10 a second: the file begins half a second after the film.
    try shell.write(
      """
      {"v": "5.7", "fr": 10, "ip": 0, "op": 20, "w": 16, "h": 16,
       "assets": [{"id": "bell", "u": "", "p": "data:audio/wav;base64,\(wave.base64EncodedString())", "e": 1}],
       "layers": [{"ty": 6, "refId": "bell", "ip": 0, "op": 20, "st": 5, "au": {"lv": {"a": 0, "k": [50]}}}]}
      """, to: "bell.json")
  }

  /// The samples of a WAV file of 24 bits and two channels that are not silent, by their place.
  private func loud(_ file: String) throws -> [Int: [Int]] {
    let bytes = try Data(contentsOf: URL(filePath: shell.folder).appending(path: file))
    let start = try #require(bytes.range(of: Data("data".utf8))).upperBound + 4
    let samples = stride(from: start, to: bytes.count - 2, by: 3).map { place in
      Int(bytes[place]) | Int(bytes[place + 1]) << 8 | Int(Int8(bitPattern: bytes[place + 2])) << 16
    }
    let frames = stride(from: 0, to: samples.count - 1, by: 2).map { Array(samples[$0..<$0 + 2]) }
    return Dictionary(uniqueKeysWithValues: frames.enumerated().filter { $0.element != [0, 0] }.map { ($0, $1) })
  }

  @Test(arguments: [("", 28_800), ("--from 0.5 ", 4_800)])
  func inTheFilm(option: String, sample: Int) throws {
    let outcome = try shell.run("multiplane video bell.json -q \(option)-o film.wav")
    #expect(outcome.status == 0, "\(outcome.text)")
    // Half as loud, and 256 times the number.
    let level = (Int(Self.impulse.level) / 2) << 8
    let found = try loud("film.wav")
    #expect(found == [sample: [level, level]], "\(found)")
  }

  @Test func leftOut() throws {
    let muted = try shell.run(
      "multiplane video bell.json -q -o film.mkv && multiplane video bell.json -q --mute -o mute.mkv; "
        + "grep -c A_FLAC film.mkv mute.mkv")
    #expect(muted.text == "film.mkv:1\nmute.mkv:0\n", "\(muted.text)")
    let silent = try shell.run("multiplane video bell.json -o frames.webp 2>&1")
    #expect(silent.status == 0 && silent.text.contains("holds no sound; the scene's is left out"), "\(silent.text)")
  }
}
