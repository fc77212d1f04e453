// HDR clips where their planes cannot stay: films of another size, layers, clips over the scene, turned clips, and
// scenes whose blend modes reach them. The codes that ffmpeg reads of the films are those of the clips.

import Foundation
import TestFilms
import Testing

@Suite(.enabled(if: FFmpeg.isInstalled)) struct HighRangeClipTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    try shell.write(Self.scene(filter: ""), to: "scene.caml")
    try shell.write(Self.scene(filter: " compositingFilter=\"multiplyBlendMode\""), to: "blend.caml")
  }

  /// A layer for a film, and a small plate in a corner.
  private static func scene(filter: String) -> String {
    """
    <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
      <CALayer bounds="0 0 192 128" position="96 64">
        <sublayers>
          <CALayer name="film" bounds="0 0 192 128" position="96 64" contentsGravity="resize"/>
          <CALayer bounds="0 0 4 4" position="2 2" backgroundColor="0.5 0.5 0.5"\(filter)/>
        </sublayers>
      </CALayer>
    </caml>
    """
  }

  private func path(_ name: String) -> String { "\(shell.folder)/\(name)" }

  enum Curve: String, CaseIterable, Sendable {
    case pq = "smpte2084"
    case hlg = "arib-std-b67"

    var range: String { self == .pq ? "pq" : "hlg" }
  }

  /// The codes of luma and colour differences of six patches: greys up to the highest signal, and three colours.
  private static let patches: [[UInt16]] = [
    [195, 512, 512], [573, 512, 512], [800, 512, 512], [940, 512, 512], [604, 428, 594], [551, 498, 527],
  ]

  /// Writes a clip of the patches, three in a row, without loss.
  private func write(_ name: String, _ curve: Curve) throws {
    let (width, height) = (192, 128)
    var bytes = Data()
    for plane in 0..<3 {
      for y in 0..<height {
        for x in 0..<width {
          withUnsafeBytes(of: Self.patches[y / 64 * 3 + x / 64][plane].littleEndian) { bytes.append(contentsOf: $0) }
        }
      }
    }
    try Data((0..<3).flatMap { _ in bytes }).write(to: URL(filePath: path("patches.raw")))
    try FFmpeg.run(
      "ffmpeg",
      [
        "-y", "-f", "rawvideo", "-pix_fmt", "yuv444p10le", "-s", "\(width)x\(height)", "-r", "10", "-i",
        path("patches.raw"), "-pix_fmt", "yuv420p10le", "-c:v", "libx265", "-x265-params",
        "log-level=error:lossless=1", "-tag:v", "hvc1", "-color_primaries", "bt2020", "-color_trc", curve.rawValue,
        "-colorspace", "bt2020nc", "-color_range", "tv", path(name),
      ])
  }

  /// Returns the codes at the middles of the patches in the first picture.
  private func codes(_ name: String, width: Int, height: Int) throws -> [[UInt16]] {
    let bytes = try FFmpeg.frames(of: path(name), as: "yuv444p10le", filter: "scale=flags=neighbor")
    try #require(bytes.count >= width * height * 6)
    return Self.patches.indices.map { index in
      let place = (index / 3 * 2 + 1) * height / 4 * width + (index % 3 * 2 + 1) * width / 6
      return (0..<3).map { plane in
        let offset = (plane * width * height + place) * 2
        return UInt16(bytes[offset]) | UInt16(bytes[offset + 1]) << 8
      }
    }
  }

  @Test(
    "All light of a clip stays in an HDR film",
    arguments: [
      ("over", "scene.caml --over CLIP --size 96x64"), ("under", "scene.caml --under CLIP"),
      ("blended", "blend.caml --over CLIP"), ("layer", "scene.caml --layer film=CLIP --dynamic-range RANGE"),
    ], Curve.allCases)
  func light(way: (name: String, arguments: String), curve: Curve) throws {
    try write("clip.mov", curve)
    let arguments = way.arguments.replacing("CLIP", with: "clip.mov").replacing("RANGE", with: curve.range)
    let outcome = try shell.run("multiplane video \(arguments) --crf 1 -o film.mp4")
    #expect(outcome.status == 0 && !outcome.text.contains("become sRGB's"), "\(outcome.text)")
    let stream = try FFmpeg.stream(path("film.mp4"), "color_transfer,color_primaries,pix_fmt,width,height")
    #expect(
      stream["color_transfer"] == curve.rawValue && stream["color_primaries"] == "bt2020"
        && stream["pix_fmt"] == "yuv420p10le", "\(stream)")
    let size = (Int(stream["width"] ?? "") ?? 0, Int(stream["height"] ?? "") ?? 0)
    let found = try codes("film.mp4", width: size.0, height: size.1)
    for (patch, code) in zip(Self.patches, found) {
      for (a, b) in zip(patch, code) { #expect(abs(Int(a) - Int(b)) <= 4, "\(way.name): \(patch) became \(code)") }
    }
  }

  @Test("A turned clip in another size keeps its light")
  func turned() throws {
    try write("clip.mov", .hlg)
    try FFmpeg.turned(path("clip.mov"), to: path("turned.mov"), degrees: 90)
    #expect(
      try shell.run("multiplane video scene.caml --over turned.mov --size 64x96 --crf 1 -q -o film.mp4").status == 0)
    let stream = try FFmpeg.stream(path("film.mp4"), "color_transfer,width,height")
    #expect(stream["color_transfer"] == "arib-std-b67" && stream["width"] == "64" && stream["height"] == "96")
    let bytes = try FFmpeg.frames(of: path("film.mp4"), as: "gray10le")
    // The first patch is at the top right now, the fourth at the top left.
    func luma(_ x: Int, _ y: Int) -> Int { Int(bytes[(y * 64 + x) * 2]) | Int(bytes[(y * 64 + x) * 2 + 1]) << 8 }
    func range(_ code: UInt16) -> Double { (Double(code) - 64) / 876 * 1023 }
    #expect(abs(Double(luma(48, 16)) - range(195)) <= 5 && abs(Double(luma(16, 16)) - range(940)) <= 5)
  }

  @Test("Where a film cannot be HDR, or is not to be, it is SDR and says so", arguments: ["film.gif", "film.mp4"])
  func standard(output: String) throws {
    try write("clip.mov", .pq)
    let range = output == "film.gif" ? "" : "--dynamic-range sdr"
    let outcome = try shell.run("multiplane video scene.caml --over clip.mov --size 96x64 \(range) -o \(output)")
    #expect(outcome.status == 0 && outcome.text.contains("PQ, become sRGB's here"), "\(outcome.text)")
    #expect(try FFmpeg.stream(path(output), "color_transfer")["color_transfer"] != "smpte2084")
  }

  @Test("A film of 10 bits keeps the levels of a clip of 10 bits in another size")
  func levels() throws {
    try FFmpeg.run(
      "ffmpeg",
      [
        "-f", "lavfi", "-i", "nullsrc=s=1024x16:r=10:d=0.2,format=yuv444p10le,geq=lum='64+X*876/1024':cb=512:cr=512",
        "-c:v", "ffv1", path("ramp.mkv"),
      ])
    let arguments = "scene.caml --over ramp.mkv --size 1024x32 --fit fill --codec prores-hq --depth 10 -q -o film.mov"
    #expect(try shell.run("multiplane video \(arguments)").status == 0)
    let bytes = try FFmpeg.frames(of: path("film.mov"), as: "yuv422p10le")
    let row = 24 * 1024 * 2
    let levels = Set((0..<1024).map { UInt16(bytes[row + $0 * 2]) | UInt16(bytes[row + $0 * 2 + 1]) << 8 })
    #expect(levels.count > 600, "\(levels.count) levels")
  }
}
