// Films of a scene over a clip, and under it: which picture lies under which frame, what stays as it was, and what is
// heard. Clips are made by ffmpeg, and so is what is read of the films: neither by this package.

import CoreGraphics
import Foundation
import QuartzCore
import TestFilms
import TestSupport
import Testing

@testable import Multiplane
@testable import Video

@MainActor @Suite(.enabled(if: FFmpeg.isInstalled)) struct OverClipTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A scene: a red box, and a half transparent one that moves.
  private func scene(_ size: CGSize, isSeen: Bool = true) -> CALayer {
    CATransaction.setDisableActions(true)
    let root = CALayer()
    root.frame = CGRect(origin: .zero, size: size)
    root.isHidden = !isSeen
    let box = CALayer()
    box.frame = CGRect(x: 8, y: size.height - 10, width: 30, height: 8)
    box.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
    let veil = CALayer()
    veil.frame = CGRect(x: 40, y: size.height - 11, width: 21, height: 9)
    veil.cornerRadius = 4
    veil.backgroundColor = CGColor(red: 0, green: 0.5, blue: 1, alpha: 0.5)
    let move = CABasicAnimation(keyPath: "position.x")
    move.byValue = 20
    move.duration = 1
    move.beginTime = 0.2
    veil.add(move, forKey: "move")
    root.addSublayer(box)
    root.addSublayer(veil)
    return root
  }

  /// Makes the film of a scene and a clip.
  @discardableResult
  private func film(
    _ name: String, of clip: String, scene: CALayer? = nil, codec: String? = nil, background: CGColor? = nil,
    rate: Double = 25, keepsSound: Bool = false, _ change: (inout FilmClip) -> Void = { _ in },
    _ options: (inout VideoExporter) -> Void = { _ in }
  ) throws -> (isOverPlanes: Bool, reason: String?) {
    let opened = try VideoClip(contentsOf: URL(filePath: folder.file(clip)))
    var over = FilmClip(opened)
    change(&over)
    let renderer = try OffscreenRenderer(
      size: opened.size, options: background.map { .init(background: $0) } ?? .init())
    var exporter = try VideoExporter(path: folder.file(name), frameRate: rate, codec: codec)
    exporter.clip = over
    exporter.keepsClipSound = keepsSound
    options(&exporter)
    let encoding = try exporter.encoding(for: renderer)
    try exporter.export(
      scene ?? self.scene(opened.size), with: renderer, from: over.sceneTimeAtStart, duration: over.length)
    return (encoding.isOverPlanes, try exporter.reasonForPixels(renderer))
  }

  struct Form: CustomTestStringConvertible, Sendable {
    let format: String
    var range = "tv"
    var matrix = "bt709"
    var testDescription: String { "\(format) \(matrix) \(range)" }
  }

  /// A clip of pictures with many colours, without loss.
  private func chart(_ form: Form, _ name: String, size: String = "96x64") throws {
    try FFmpeg.run(
      "ffmpeg",
      [
        "-f", "lavfi", "-i", "testsrc2=s=\(size):r=25:d=1", "-vf",
        "scale=out_color_matrix=\(form.matrix):out_range=\(form.range),format=\(form.format)", "-colorspace",
        form.matrix == "bt2020" ? "bt2020nc" : form.matrix, "-color_range", form.range, "-c:v", "ffv1",
        folder.file(name),
      ])
  }

  private nonisolated static let forms = [
    Form(format: "yuv420p"), Form(format: "yuv420p", range: "pc", matrix: "smpte170m"), Form(format: "yuv422p"),
    Form(format: "yuv444p"), Form(format: "yuv422p10le"), Form(format: "yuv444p10le", matrix: "bt2020"),
  ]

  @Test("What nothing lies over comes back as it was, sample by sample", arguments: forms)
  func untouched(form: Form) throws {
    try chart(form, "clip.mkv")
    let (isOverPlanes, reason) = try film(
      "film.mkv", of: "clip.mkv", scene: scene(CGSize(width: 96, height: 64), isSeen: false), codec: "ffv1")
    #expect(isOverPlanes && reason == nil)
    for name in ["clip", "film"] {
      let stream = try FFmpeg.stream(folder.file("\(name).mkv"), "pix_fmt,color_space,color_range,nb_read_frames")
      #expect(stream["pix_fmt"] == form.format && stream["color_range"] == form.range, "\(name): \(stream)")
    }
    let expected = try FFmpeg.frames(of: folder.file("clip.mkv"), as: form.format)
    #expect(try FFmpeg.frames(of: folder.file("film.mkv"), as: form.format) == expected)
    #expect(expected.count > 25 * 96 * 64)
  }

  @Test("Over planes and over pixels, the pictures are the same within rounding", arguments: forms)
  func paths(form: Form) throws {
    try chart(form, "clip.mkv")
    // Over an opaque background the clip's picture is a layer's contents.
    let black = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
    let planes = try film("planes.mkv", of: "clip.mkv", codec: "ffv1")
    let pixels = try film("pixels.mov", of: "clip.mkv", codec: "qtrle", background: black)
    #expect(planes.isOverPlanes && !pixels.isOverPlanes && pixels.reason != nil)
    let size = (width: 96, height: 64)
    let got = try FFmpeg.frames(
      of: folder.file("planes.mkv"), as: "rgb24", filter: "scale=flags=bilinear+accurate_rnd+full_chroma_int")
    let expected = try FFmpeg.frames(of: folder.file("pixels.mov"), as: "rgb24")
    try #require(got.count == expected.count && got.count == 25 * size.width * size.height * 3)
    // Inside of the red box, two pixels away from what is under it.
    for frame in 0..<25 {
      for (x, y) in [(12, 57), (20, 58), (34, 59)] {
        let start = (frame * size.width * size.height + y * size.width + x) * 3
        let difference = (0..<3).map { abs(Int(got[start + $0]) - Int(expected[start + $0])) }.max()!
        #expect(difference <= 2, "frame \(frame), \(x), \(y): \(got[start..<start + 3])")
      }
    }
    // Elsewhere too, where no pixels share their colour.
    guard form.format.contains("444") else { return }
    #expect(zip(got, expected).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) } <= 3)
  }

  struct Numbered: CustomTestStringConvertible, Sendable {
    let rate: String
    let suffix: String
    let arguments: [String]
    var testDescription: String { "\(rate) .\(suffix)" }
  }

  private nonisolated static let numbered = [
    Numbered(rate: "24000/1001", suffix: "mp4", arguments: ["-c:v", "libx264", "-bf", "3", "-g", "20"]),
    Numbered(
      rate: "25", suffix: "mkv",
      arguments: ["-c:v", "libx264", "-x264-params", "open-gop=1:keyint=12:bframes=3:b-adapt=0"]),
    Numbered(rate: "30000/1001", suffix: "webm", arguments: ["-c:v", "libvpx-vp9", "-deadline", "realtime"]),
    Numbered(rate: "60", suffix: "mov", arguments: ["-c:v", "mpeg4", "-q:v", "2", "-bf", "2"]),
  ]

  @Test(
    "Frame k of a film lies over picture k of its clip, and the scene is seen when it is to be", arguments: numbered)
  func numbers(kind: Numbered) throws {
    let name = "clip.\(kind.suffix)"
    try BarCode.write(60, rate: kind.rate, to: folder.file(name), kind.arguments)
    let rate = try #require(FrameRate(kind.rate))
    let second = 1 / rate.framesPerSecond
    // The scene from picture 20 to 39; the film from picture 10 on.
    try film("film.mkv", of: name, rate: rate.framesPerSecond) { clip in
      clip.start = 10 * second
      clip.length -= 10 * second
      clip.sceneRange = 20 * second...40 * second
    }
    let numbers = try BarCode.truth(of: folder.file("film.mkv"))
    #expect(numbers.map(\.number) == Array(10..<60))
    for (index, shown) in numbers.enumerated() { #expect(abs(shown.start - Double(index) * second) < 0.001) }
    // What is red: the left box.
    let colors = try FFmpeg.frames(of: folder.file("film.mkv"), as: "rgb24")
    let red = (0..<50).map { frame in
      let start = (frame * BarCode.width * BarCode.height + 27 * BarCode.width + 20) * 3
      return colors[start] > 200 && colors[start + 1] < 60 && colors[start + 2] < 60
    }
    #expect(red == (10..<60).map { 20..<40 ~= $0 })
  }

  @Test(
    "A film of one clip over pixels has the same pictures under its frames, in any format", arguments: ["gif", "apng"])
  func numbersOfPixels(suffix: String) throws {
    try BarCode.write(30, rate: "25", to: folder.file("clip.mp4"), ["-c:v", "libx264", "-bf", "3"])
    let made = try film("film.\(suffix)", of: "clip.mp4")
    #expect(!made.isOverPlanes)
    #expect(try BarCode.truth(of: folder.file("film.\(suffix)")).map(\.number) == Array(0..<30))
  }

  @Test("What depends on what lies below is drawn with it, frame by frame")
  func dependent() throws {
    try chart(Form(format: "yuv444p"), "clip.mkv")
    func blended() -> CALayer {
      let root = scene(CGSize(width: 96, height: 64))
      root.sublayers?[1].compositingFilter = "multiplyBlendMode"
      return root
    }
    let planes = try film("planes.mkv", of: "clip.mkv", scene: blended(), codec: "ffv1")
    let black = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
    let pixels = try film("pixels.mov", of: "clip.mkv", scene: blended(), codec: "qtrle", background: black)
    #expect(planes.isOverPlanes && !pixels.isOverPlanes)
    let got = try FFmpeg.frames(of: folder.file("planes.mkv"), as: "rgb24")
    let expected = try FFmpeg.frames(of: folder.file("pixels.mov"), as: "rgb24")
    try #require(got.count == expected.count)
    let worst = zip(got, expected).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
    #expect(worst <= 3)
  }

  @Test(
    "Sound passes as packets where nothing else is heard",
    arguments: [("mp4", "aac"), ("mkv", "libopus"), ("mov", "aac")])
  func copiedSound(suffix: String, codec: String) throws {
    let name = "clip.\(suffix)"
    try BarCode.write(100, rate: "25", to: folder.file(name), ["-c:v", "libx264"], sound: ["-c:a", codec])
    try film("film.\(suffix)", of: name, keepsSound: true)
    func packets(_ name: String) throws -> [UInt8] {
      try FFmpeg.run("ffmpeg", ["-i", folder.file(name), "-map", "0:a", "-c", "copy", "-f", "data", "-"])
    }
    let expected = try packets(name)
    #expect(try packets("film.\(suffix)") == expected && expected.count > 1000)
    // The first sample is heard when it was.
    func start(_ name: String) throws -> String? {
      try FFmpeg.stream(folder.file(name), "start_time", kind: "a:0")["start_time"]
    }
    #expect(try start("film.\(suffix)") == start(name))
  }

  @Test("Sound is mixed where something else is heard, to the sample")
  func mixedSound() throws {
    let rate = 48_000
    try BarCode.write(
      50, rate: "25", to: folder.file("clip.mov"), ["-c:v", "libx264"], sound: ["-c:a", "pcm_s16le", "-ar", "\(rate)"])
    var click = [Float](repeating: 0, count: rate)
    click[4800] = 0.5
    try folder.write(WaveFile.of([click], rate: rate), to: "click.wav")
    func heard(_ name: String) throws -> [Float] {
      let bytes = try FFmpeg.run(
        "ffmpeg",
        [
          "-i", folder.file(name), "-map", "0:a", "-af", "pan=mono|c0=c0", "-f", "f32le", "-ar", "\(rate)", "-",
        ])
      return bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }
    try film("film.mkv", of: "clip.mov", keepsSound: true) { _ in
    } _: { exporter in
      exporter.audio = [AudioTrack(contentsOf: folder.url.appending(path: "click.wav"))]
    }
    let (clip, mixed) = (try heard("clip.mov"), try heard("film.mkv"))
    #expect(abs(clip.count - mixed.count) < 3)
    let difference = zip(clip, mixed).map { $1 - $0 }
    let peak = difference.indices.max { abs(difference[$0]) < abs(difference[$1]) }
    #expect(peak == 4800)
    #expect(abs(difference[4800] - 0.5) < 0.01)
    #expect(difference.indices.allSatisfy { $0 == 4800 || abs(difference[$0]) < 0.001 })
  }

  @Test("A scene lies under a clip that lets it be seen")
  func under() throws {
    // A clip of alpha: the left half is white, the right half nothing.
    try FFmpeg.run(
      "ffmpeg",
      [
        "-f", "lavfi", "-i", "color=white:s=96x32:r=25:d=0.4,format=rgba,geq=r=255:g=255:b=255:a='if(lt(X,48),255,0)'",
        "-c:v", "qtrle", folder.file("clip.mov"),
      ])
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: 96, height: 32)
    root.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
    for isSceneAbove in [false, true] {
      try film("film.mov", of: "clip.mov", scene: root, codec: "qtrle") { $0.isSceneAbove = isSceneAbove }
      let colors = try FFmpeg.frames(of: folder.file("film.mov"), as: "rgb24")
      try #require(colors.count == 10 * 96 * 32 * 3)
      #expect(Array(colors[30..<33]) == (isSceneAbove ? [0, 0, 255] : [255, 255, 255]))
      #expect(Array(colors[210..<213]) == [0, 0, 255])
    }
  }

  @Test("A scene that covers all of it has nothing decoded: a damaged clip stays unseen")
  func covered() throws {
    try BarCode.write(50, rate: "25", to: folder.file("clip.mp4"), ["-c:v", "libx264", "-g", "10"])
    let root = CALayer()
    root.frame = CGRect(x: 0, y: 0, width: BarCode.width, height: BarCode.height)
    root.backgroundColor = CGColor(red: 0, green: 0, blue: 1, alpha: 1)
    let opened = try VideoClip(contentsOf: URL(filePath: folder.file("clip.mp4")))
    let renderer = try OffscreenRenderer(size: opened.size, options: .init())
    var exporter = try VideoExporter(path: folder.file("film.mkv"), frameRate: 25)
    // A decoder that may have no memory at all fails at its first picture, so there was none.
    var clip = FilmClip(opened)
    clip.memory = 1
    exporter.clip = clip
    try exporter.export(root, with: renderer, duration: clip.length)
    let colors = try FFmpeg.frames(of: folder.file("film.mkv"), as: "rgb24")
    #expect(colors.count == 50 * BarCode.width * BarCode.height * 3 && colors[2] > 240 && colors[0] < 10)
    // With a hole in it there is an error, and no film.
    root.frame.size.width -= 8
    exporter = try VideoExporter(path: folder.file("other.mkv"), frameRate: 25)
    exporter.clip = clip
    #expect(throws: RenderingError.self) { try exporter.export(root, with: renderer, duration: clip.length) }
    #expect(!folder.contents.contains { $0.hasPrefix("other") })
  }
}
