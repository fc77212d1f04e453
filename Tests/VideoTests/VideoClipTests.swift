// Films as input: the picture that shows at a second. Each film carries the numbers of its pictures; what shows when is
// told by its rate, or by ffmpeg's own tools.
import CoreGraphics
import Foundation
import TestFilms
import TestSupport
import Testing

@testable import Video

@Suite(.enabled(if: FFmpeg.isInstalled)) struct VideoClipTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open(_ name: String) throws -> VideoClip {
    try VideoClip(file: URL(filePath: folder.file(name)))
  }

  private static let h264 = ["-c:v", "libx264", "-preset", "veryfast", "-bf", "3", "-g", "50"]
  private static let openGroups = [
    "-c:v", "libx264", "-preset", "veryfast", "-x264-params", "open-gop=1:keyint=40:bframes=3:b-adapt=0",
  ]

  struct Kind: CustomTestStringConvertible, Sendable {
    let rate: String
    let suffix: String
    let arguments: [String]
    var sound: [String]?
    var testDescription: String { "\(rate) .\(suffix) \(arguments.joined(separator: " "))" }
  }

  private static let kinds = [
    Kind(rate: "24000/1001", suffix: "mp4", arguments: h264, sound: ["-c:a", "aac"]),
    Kind(rate: "24000/1001", suffix: "mkv", arguments: openGroups, sound: ["-c:a", "libopus"]),
    Kind(rate: "25", suffix: "mp4", arguments: openGroups),
    Kind(rate: "25", suffix: "avi", arguments: ["-c:v", "mpeg4", "-bf", "2", "-g", "60"]),
    Kind(rate: "25", suffix: "avi", arguments: h264),
    Kind(rate: "30000/1001", suffix: "ts", arguments: openGroups, sound: ["-c:a", "aac"]),
    Kind(
      rate: "30000/1001", suffix: "webm",
      arguments: ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-g", "100"]),
    Kind(
      rate: "30000/1001", suffix: "webm",
      arguments: ["-c:v", "libvpx", "-cpu-used", "8", "-auto-alt-ref", "1", "-lag-in-frames", "12", "-g", "90"]),
    Kind(
      rate: "60", suffix: "mp4",
      arguments: [
        "-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=error:open-gop=1:keyint=60:bframes=4",
      ]),
    Kind(
      rate: "60", suffix: "mov", arguments: h264 + ["-x264-params", "intra-refresh=1"], sound: ["-c:a", "pcm_s16le"]),
  ]

  /// Expects the pictures of some numbers at some times.
  private func expect(
    _ reader: ClipReader, _ times: [(seconds: Double, number: Int)], _ words: Comment,
    location: SourceLocation = #_sourceLocation
  ) throws {
    var wrong: [String] = []
    for (seconds, number) in times {
      let found = BarCode.number(of: try reader.frame(at: seconds).image())
      if found != number { wrong.append("at \(seconds) s \(found), not \(number)") }
    }
    #expect(wrong.isEmpty, "\(words): \(wrong.count) of \(times.count): \(wrong.prefix(3))", sourceLocation: location)
  }

  @Test("The picture of each second of 1,000, forwards, backwards, at random, at other rates", arguments: kinds)
  func constant(kind: Kind) throws {
    let count = 1000
    let name = "a.\(kind.suffix)"
    try BarCode.write(count, rate: kind.rate, to: folder.file(name), kind.arguments, sound: kind.sound)
    let clip = try open(name)
    let rate = try #require(FrameRate(kind.rate))
    let pictures = try #require(clip.pictures)
    #expect(pictures.count == count && pictures.isConstantRate && pictures.nominalFrameRate == rate)
    #expect(abs(clip.duration - pictures.start - rate.time(ofFrame: count)) < 1e-9)
    #expect(clip.size == CGSize(width: BarCode.width, height: BarCode.height))
    #expect(clip.sounds.count == (kind.sound == nil ? 0 : 1))
    if kind.suffix == "mp4" {
      // The table of the head tells what ffprobe reads from the packets.
      let packets = try FFmpeg.packets(of: folder.file(name))
      let shown = packets.map(\.shown).sorted()
      #expect(pictures.keyFrames == packets.filter(\.isKey).compactMap { shown.firstIndex(of: $0.shown) }.sorted())
    }
    let reader = try clip.makeReader(memory: 4 << 20)
    func time(_ picture: Double) -> Double { pictures.start + picture / rate.framesPerSecond }
    let begins = (0..<count).map { (time(Double($0)), $0) }
    try expect(reader, begins, "forwards")
    try expect(reader, begins.reversed(), "backwards")
    try expect(reader, (0..<count).map { (time(Double($0) + 0.999), $0) }, "at their ends")
    try expect(reader, (0..<count).map { (time(Double($0) / 2), $0 / 2) }, "at half the rate")
    try expect(reader, (0..<count / 2).map { (time(Double($0) * 2), $0 * 2) }, "at twice the rate")
    var random = SeededRandom(seed: 24)
    for _ in 0..<100 {
      let picture = Int.random(in: 0..<count, using: &random)
      let next = (picture..<min(picture + 3, count)).map { (time(Double($0) + 0.5), $0) }
      try expect(reader, next, "after a jump")
    }
    try expect(reader, [(-5, 0), (clip.duration + 5, count - 1), (.nan, 0), (.infinity, count - 1)], "beyond")
    #expect(clip.notes.take() == [])
  }

  @Test(
    "Variable rates, edit lists and offsets show what ffmpeg's tools show",
    arguments: [
      "variable.mp4", "variable.mkv", "variable.webm", "cut.mp4", "cut.mov", "late.mp4", "late.mkv", "late.ts",
    ])
  func stamps(name: String) throws {
    let path = folder.file(name)
    let isVariable = name.hasPrefix("variable")
    let filter =
      "scale=in_range=limited:out_range=limited,format=yuv420p"
      + (isVariable ? ",settb=1/90000,setpts='(N*0.04+mod(N*N,7)*0.0043+floor(N/100)*0.3)/TB'" : "")
    let codec = name.hasSuffix("webm") ? ["-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8"] : Self.h264
    let whole = folder.file("whole." + name.split(separator: ".")[1])
    try BarCode.write(
      1000, rate: "25", to: isVariable ? path : whole,
      ["-vf", filter, "-fps_mode", "passthrough", "-enc_time_base", "1/90000"] + codec,
      sound: isVariable ? nil : ["-c:a", "aac"])
    if name.hasPrefix("cut") {
      // From the middle of a group, by an edit list.
      try FFmpeg.run("ffmpeg", ["-ss", "5.37", "-i", whole, "-c", "copy", path])
    } else if name.hasPrefix("late") {
      try FFmpeg.run(
        "ffmpeg", ["-itsoffset", "0.737", "-i", whole, "-i", whole, "-map", "0:v", "-map", "1:a", "-c", "copy", path])
    }
    let truth = try BarCode.truth(of: path)
    #expect(truth.count >= 860)
    let clip = try open(name)
    let pictures = try #require(clip.pictures)
    #expect(pictures.count == truth.count)
    let first = truth[0].start
    #expect(abs(pictures.start - (name.hasPrefix("late") ? 0.737 : 0)) < 0.03, "\(pictures.start)")
    let reader = try clip.makeReader(memory: 4 << 20)
    let times = truth.map { (pictures.start + $0.start - first, $0.number) }
    try expect(reader, times, "forwards")
    try expect(reader, times.reversed(), "backwards")
    try expect(reader, zip(times.dropFirst(), times).map { ($0.0 - 0.0006, $1.1) }, "just before the next")
    var random = SeededRandom(seed: 25)
    try expect(reader, (0..<100).map { _ in times.randomElement(using: &random)! }, "at random")
    #expect(clip.notes.take() == [])
  }
}
