// Alpha, as others decode it: each format and convention is read by the ffmpeg program, laid over backgrounds, and
// compared with our own composite of the frame that went in.
import Foundation
import ImageCodecs
import ImageFiles
import TestFilms
import TestSupport
import Testing

@testable import Video

@Suite(.enabled(if: FFmpeg.isInstalled)) struct AlphaTests {
  private let folder: TemporaryFolder
  private var width = 160
  private var height = 112

  init() throws { folder = try TemporaryFolder() }

  /// Frames a film.
  private static let frames = 2

  private func write(
    _ scene: AlphaScene, to name: String, _ change: (inout VideoOptions) -> Void, width: Int? = nil, height: Int? = nil
  ) throws {
    var options = VideoOptions()
    change(&options)
    let path = folder.file(name)
    let writer = try VideoWriter(
      path: path, format: VideoFormat(path: path), width: width ?? self.width, height: height ?? self.height,
      frameRate: FrameRate(25), options: options)
    for index in 0..<Self.frames {
      try writer.append(scene.frame(index, width: width ?? self.width, height: height ?? self.height))
    }
    try writer.finish()
  }

  private func difference(
    of decoded: (_ frame: Int, _ pixel: Int) -> (SIMD3<Double>, Double), from scene: AlphaScene, isStraight: Bool
  ) -> (mean: Double, largest: Double, fringe: Double) {
    scene.difference(of: decoded, frames: Self.frames, width: width, height: height, isStraight: isStraight)
  }

  // MARK: Lossless

  static let lossless: [(name: String, codec: String?, alpha: AlphaRequest)] = [
    ("a.mov", "png", .straight), ("a.mov", "qtrle", .straight), ("a.mov", "qtrle", .premultiplied),
    ("a.mkv", "ffv1", .straight), ("a.mkv", "ffv1", .premultiplied), ("a.mkv", nil, .straight),
    ("a.mkv", "ut", .straight), ("a.mkv", "ut", .premultiplied), ("a.apng", nil, .straight),
  ]

  @Test("Lossless formats hold what went in: premultiplied again, each byte is the frame's", arguments: lossless)
  func exact(name: String, codec: String?, alpha: AlphaRequest) throws {
    for scene in AlphaScene.all {
      try write(scene, to: name) { ($0.codec, $0.alpha) = (codec, alpha) }
      let bytes = try FFmpeg.frames(of: folder.file(name), as: "rgba")
      try #require(bytes.count == width * height * 4 * Self.frames)
      for frame in 0..<Self.frames {
        var decoded = Array(bytes[frame * width * height * 4..<(frame + 1) * width * height * 4])
        if alpha == .straight { premultiply(&decoded) }
        #expect(decoded == scene.frame(frame, width: width, height: height), "\(scene.name), frame \(frame)")
      }
    }
  }

  @Test("Animations and sequences of WebP and PNG hold it too", arguments: ["a.webp", "%d.webp", "%d.png"])
  func pictures(name: String) throws {
    let scene = AlphaScene.all[4]
    try write(scene, to: name) { _ in }
    for frame in 0..<Self.frames {
      let pixels: [UInt8]
      if name == "a.webp" {
        let bytes = [UInt8](try Data(contentsOf: URL(filePath: folder.file(name))))
        let reader = try ImageFileReader(bytes, name: name, codecs: ImageCodec.all)
        #expect(reader.frameCount == Self.frames && abs(reader.header.frames[frame].delay - 0.04) < 1e-9)
        #expect(reader.header.loopCount == 0)
        pixels = try reader.picture(at: frame).bitmap.pixels
      } else {
        pixels = try ImageFile.decode(contentsOfFile: folder.file(name.replacing("%d", with: "\(frame)"))).bitmap.pixels
      }
      #expect(pixels == scene.frame(frame, width: width, height: height))
    }
  }

  // MARK: Lossy

  /// The scenes of the two tests below; in a usual run each takes those that the other one leaves.
  private static let halves = (0..<2).map { half in
    AlphaScene.all.indices.filter { triesAll || $0 % 2 == half }.map { AlphaScene.all[$0] }
  }

  @Test(
    "ProRes 4444 over five backgrounds is ours within 2/1023 on average, and nowhere shows a fringe",
    arguments: halves[0], ["prores", "prores-xq"])
  func prores(scene: AlphaScene, codec: String) throws {
    for convention in AlphaConvention.allCases {
      try write(scene, to: "a.mov") { ($0.codec, $0.alpha) = (codec, AlphaRequest(rawValue: convention.rawValue)) }
      let bytes = try FFmpeg.frames(of: folder.file("a.mov"), as: "yuva444p10le")
      let planes = Planes(bytes, width: width, height: height, bits: 10, chroma: 1, hasAlpha: true)
      let found = difference(of: { planes.color($0, $1) }, from: scene, isStraight: convention == .straight)
      #expect(found.mean < 2.0 / 1023, "\(convention): \(found.mean * 1023) / 1023")
      #expect(found.fringe < 8.0 / 255, "\(convention): \(found.fringe * 255) / 255 of luma")
      #expect(found.largest < 12.0 / 255, "\(convention): \(found.largest * 255) / 255")
    }
  }

  @Test(
    "VP9 over five backgrounds is ours within 2/255 on average, and nowhere shows a fringe", arguments: halves[1])
  func vp9(scene: AlphaScene) throws {
    var bounds = self
    // Colour at half of the resolution: saturated edges are off by it, without a change of brightness.
    (bounds.width, bounds.height) = (320, 224)
    try bounds.checkVP9(scene)
  }

  private func checkVP9(_ scene: AlphaScene) throws {
    for convention in AlphaConvention.allCases {
      try write(scene, to: "a.webm") { ($0.crf, $0.alpha) = (10, AlphaRequest(rawValue: convention.rawValue)) }
      #expect(try FFmpeg.stream(folder.file("a.webm"), "codec_name")["TAG:ALPHA_MODE"] == "1")
      let bytes = try FFmpeg.frames(of: folder.file("a.webm"), as: "yuva420p", decoder: "libvpx-vp9")
      let planes = Planes(bytes, width: width, height: height, bits: 8, chroma: 2, hasAlpha: true)
      let found = difference(of: { planes.color($0, $1) }, from: scene, isStraight: convention == .straight)
      #expect(found.mean < 2.0 / 255, "\(convention): \(found.mean * 255) / 255")
      #expect(found.fringe < 16.0 / 255, "\(convention): \(found.fringe * 255) / 255 of luma")
      #expect(found.largest < 72.0 / 255, "\(convention): \(found.largest * 255) / 255")
    }
  }

  @Test("Colours bleed into what is transparent: without that, straight VP9 would have a dark fringe")
  func bleeding() throws {
    let (scene, size) = (AlphaScene.all[1], width * height)
    let shape = FrameShape(width: width, height: height, rate: FrameRate(25))
    let frame = scene.frame(0, width: width, height: height)
    for isLossy in [true, false] {
      let converter = try PictureConverter(
        .rgba, shape: shape, alpha: .straight, coding: YUVCoding(matrix: .bt601, range: .limited), isLossy: isLossy)
      var straight = [UInt8](repeating: 0, count: size * 4)
      straight.withUnsafeMutableBufferPointer { target in
        frame.withUnsafeBytes {
          converter.convert($0, into: PicturePlanes(bytes: [target.baseAddress!], strides: [width * 4]))
        }
      }
      // Green everywhere, or black where nothing is.
      let corner = Array(straight[0..<4])
      #expect(corner[3] == 0 && (corner[1] > 200) == isLossy, "\(corner)")
      premultiply(&straight)
      #expect(zip(straight, frame).allSatisfy { abs(Int($0) - Int($1)) <= (isLossy ? 1 : 0) })
    }
  }

  // MARK: What is said

  @Test("ProRes frames say what they are, as RDD 36 has it", arguments: [AlphaRequest.straight, .premultiplied, .none])
  func proresHeaders(alpha: AlphaRequest) throws {
    for (codec, is444) in [("prores", true), ("prores-xq", true), ("prores-hq", false)] {
      // 4:2:2 has no alpha, and refuses what asks for it.
      let asked = is444 ? alpha : AlphaRequest.none
      try write(AlphaScene.all[0], to: "a.mov") { ($0.codec, $0.alpha) = (codec, asked) }
      let file = [UInt8](try Data(contentsOf: URL(filePath: folder.file("a.mov"))))
      let starts = file.indices.dropLast(4).filter { file[$0..<$0 + 4].elementsEqual("icpf".utf8) }
      #expect(starts.count == Self.frames)
      for start in starts {
        let header = Array(file[start + 4..<start + 4 + 20])
        func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
        #expect(number(header[2..<4]) == (is444 ? 1 : 0), "bitstream_version")
        #expect(number(header[8..<10]) == width && number(header[10..<12]) == height)
        #expect(header[12] == (is444 ? 0xC0 : 0x80), "chroma_format, progressive, reserved bits 0")
        #expect(header[17] == (is444 && alpha != .none ? 2 : 0), "alpha_channel_type of 16 bits, reserved bits 0")
        #expect(header[14..<17] == [1, 1, 6], "BT.709's primaries and transfer, BT.601's matrix")
        // The picture header follows, and the sizes add up.
        let picture = start + 4 + number(header[0..<2])
        #expect(file[picture] >> 3 == 8)
        let (frameSize, pictureSize) = (number(file[start - 4..<start]), number(file[picture + 1..<picture + 5]))
        #expect(start - 4 + frameSize == picture + pictureSize)
      }
    }
  }

  @Test(
    "QuickTime says the convention in its graphics mode, and alpha in the depth",
    arguments: [
      ("prores", AlphaRequest.straight, 0x100, 32), ("prores", .premultiplied, 0x102, 32), ("prores", .none, 0, 24),
      ("qtrle", .premultiplied, 0x102, 32), ("png", .straight, 0x100, 32),
    ])
  func graphicsMode(codec: String, alpha: AlphaRequest, mode: Int, depth: Int) throws {
    try write(AlphaScene.all[0], to: "a.mov") { ($0.codec, $0.alpha) = (codec, alpha) }
    let file = [UInt8](try Data(contentsOf: URL(filePath: folder.file("a.mov"))))
    let header = try #require(file.indices.dropLast(4).first { file[$0..<$0 + 4].elementsEqual("vmhd".utf8) })
    #expect(Int(file[header + 8]) << 8 | Int(file[header + 9]) == mode)
    let tags = ["prores": "ap4h", "qtrle": "rle ", "png": "png "]
    let entry = try #require(file.indices.dropLast(4).first { file[$0..<$0 + 4].elementsEqual(tags[codec]!.utf8) })
    #expect(Int(file[entry + 78]) << 8 | Int(file[entry + 79]) == depth)
  }

  @Test("Key and fill are two films that make the picture again")
  func keyAndFill() throws {
    for alpha in [nil, AlphaRequest.straight] {
      let scene = AlphaScene.all[3]
      try write(scene, to: "fill.mkv") {
        ($0.codec, $0.alpha, $0.key) = ("ffv1", alpha, folder.file("key.mkv"))
      }
      let fill = try FFmpeg.frames(of: folder.file("fill.mkv"), as: "rgba")
      let key = try FFmpeg.frames(of: folder.file("key.mkv"), as: "rgba")
      #expect(try FFmpeg.stream(folder.file("key.mkv"), "pix_fmt")["pix_fmt"] == "bgr0")
      let frameBytes = width * height * 4
      let found = difference(
        of: { frame, pixel in
          let at = frame * frameBytes + pixel * 4
          return (
            SIMD3(Double(fill[at]), Double(fill[at + 1]), Double(fill[at + 2])) / 255, Double(key[at]) / 255
          )
        }, from: scene, isStraight: alpha != nil)
      #expect(found.largest < 1.01 / 255)
      #expect(stride(from: 3, to: key.count, by: 4).allSatisfy { key[$0] == 255 && key[$0 - 1] == key[$0 - 3] })
    }
    #expect(throws: VideoError.badOption("`keyPath` and `path` name the same file, \(folder.file("a.mp4"))")) {
      try write(AlphaScene.all[0], to: "a.mp4") { $0.key = folder.file("a.mp4") }
    }
  }

  @Test("Without alpha, a film lies over black; what a format defines is not to be chosen")
  func without() throws {
    try write(AlphaScene.all[0], to: "a.mkv") { ($0.codec, $0.alpha) = ("ffv1", AlphaRequest.none) }
    let bytes = try FFmpeg.frames(of: folder.file("a.mkv"), as: "rgba")
    var expected = AlphaScene.all[0].frame(0, width: width, height: height)
    for index in stride(from: 3, to: expected.count, by: 4) { expected[index] = 255 }
    #expect(Array(bytes.prefix(expected.count)) == expected)
    #expect(try VideoFormat.mp4.encoding(VideoOptions(), height: 64).alpha == nil)
    for (name, codec) in [("%d.png", nil), ("a.apng", nil), ("a.mov", "png")] {
      #expect(throws: VideoError.self) {
        try write(AlphaScene.all[0], to: name) { ($0.alpha, $0.codec) = (.premultiplied, codec) }
      }
    }
  }

  @Test("Odd sizes, where the format takes them", arguments: ["a.mov", "a.mkv", "a.apng", "a.webp"])
  func oddSizes(name: String) throws {
    try write(AlphaScene.all[0], to: name, { $0.alpha = .straight }, width: 37, height: 23)
    #expect(folder.contents == [name])
  }
}
