// Colours of films as input, beside ffmpeg's own conversion and beside the definitions.
import CRows
import CoreGraphics
import Foundation
import TestFilms
import TestSupport
import Testing

@testable import Video

@Suite struct ClipColorTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Patches of 16x16 pixels: all corners of the cube of colours, greys, and colours between.
  private static let colors: [[UInt8]] = {
    let levels: [UInt8] = [0, 64, 128, 255]
    return (0..<64).map { [levels[$0 / 16], levels[$0 / 4 % 4], levels[$0 % 4]] }
  }()
  private static let side = 16

  /// The pixels of a chart of 8x8 patches.
  private static var chart: [UInt8] {
    var pixels: [UInt8] = []
    for y in 0..<8 * side {
      for x in 0..<8 * side { pixels += colors[y / side * 8 + x / side] + [255] }
    }
    return pixels
  }

  struct Kind: CustomTestStringConvertible, Sendable {
    let matrix: String
    let range: String
    let format: String
    var codec = ["-c:v", "ffv1"]
    var suffix = "mkv"
    var testDescription: String { "\(matrix), \(range), \(format), \(codec[1])" }
  }

  private static let kinds: [Kind] =
    ["bt709", "smpte170m", "bt2020nc"].flatMap { matrix in
      ["tv", "pc"].flatMap { range in
        ["yuv420p", "yuv422p", "yuv444p", "yuv420p10le", "yuv422p10le", "yuv444p12le", "yuv444p16le"].map {
          Kind(matrix: matrix, range: range, format: $0)
        }
      }
    } + [
      // Without a word in the file: 601, for its size.
      Kind(matrix: "smpte170m", range: "tv", format: "nv12", codec: ["-c:v", "rawvideo"], suffix: "avi"),
      Kind(matrix: "smpte170m", range: "tv", format: "uyvy422", codec: ["-c:v", "rawvideo"], suffix: "mov"),
      Kind(matrix: "smpte170m", range: "tv", format: "yuv422p10le", codec: ["-c:v", "v210"], suffix: "mov"),
      Kind(matrix: "bt709", range: "pc", format: "gbrp", codec: ["-c:v", "utvideo"], suffix: "mkv"),
      Kind(matrix: "bt709", range: "pc", format: "gbrp16le", suffix: "mkv"),
      Kind(matrix: "bt709", range: "pc", format: "rgb24", codec: ["-c:v", "qtrle"], suffix: "mov"),
      Kind(matrix: "bt709", range: "pc", format: "rgb48be", codec: ["-c:v", "png"], suffix: "mov"),
      Kind(matrix: "bt709", range: "pc", format: "pal8", codec: ["-c:v", "png"], suffix: "mov"),
      Kind(matrix: "smpte170m", range: "pc", format: "yuvj420p", codec: ["-c:v", "mjpeg", "-q:v", "1"], suffix: "avi"),
    ]

  @Test(
    "A chart's patches are within 2/255 of ffmpeg's own conversion", .enabled(if: FFmpeg.isInstalled), arguments: kinds)
  func chart(kind: Kind) throws {
    let size = 8 * Self.side
    let raw = folder.file("chart.rgba")
    try Data(Self.chart).write(to: URL(filePath: raw))
    let path = folder.file("a.\(kind.suffix)")
    let isYUV = kind.format.hasPrefix("yuv") || ["nv12", "uyvy422"].contains(kind.format)
    let convert =
      isYUV
      ? "scale=out_color_matrix=\(kind.matrix == "bt2020nc" ? "bt2020" : kind.matrix):out_range=\(kind.range)"
        + ":flags=accurate_rnd+full_chroma_int+full_chroma_inp+area,"
      : ""
    try FFmpeg.run(
      "ffmpeg",
      ["-f", "rawvideo", "-pix_fmt", "rgba", "-s", "\(size)x\(size)", "-i", raw]
        + ["-vf", convert + "format=\(kind.format)"] + (isYUV ? ["-colorspace", kind.matrix] : [])
        + (isYUV ? ["-color_range", kind.range] : []) + kind.codec + [path])
    let filter =
      "scale=in_color_matrix=\(kind.matrix == "bt2020nc" ? "bt2020" : kind.matrix):in_range=\(kind.range)"
      + ":flags=accurate_rnd+full_chroma_int+full_chroma_inp+bicubic,format=rgb24"
    let truth = try FFmpeg.frames(of: path, as: "rgb24", filter: isYUV ? filter : nil)
    let clip = try VideoClip(file: URL(filePath: path))
    let image = try clip.makeReader(memory: 8 << 20).frame(number: 0).image()
    #expect(image.width == size && image.height == size)
    var worst = 0
    for patch in 0..<64 {
      let (x, y) = (patch % 8 * Self.side + Self.side / 2, patch / 8 * Self.side + Self.side / 2)
      for c in 0..<3 {
        let (found, expected) = (image.pixels[(y * size + x) * 4 + c], truth[(y * size + x) * 3 + c])
        worst = max(worst, abs(Int(found) - Int(expected)))
      }
    }
    #expect(worst <= 2, "off by \(worst)")
    #expect(image.isOpaque)
    guard isYUV, let pictures = clip.pictures else { return }
    #expect(pictures.coding.matrix.rawValue == ["bt709": "709", "smpte170m": "601", "bt2020nc": "2020"][kind.matrix])
    #expect(pictures.coding.range == (kind.range == "tv" ? .limited : .full))
  }

  /// Components by H.273's definitions, in floating point.
  private func truth(_ y: Int, _ u: Int, _ v: Int, _ coding: YUVCoding, depth: Int) -> [Double] {
    let steps = Double(1 << depth)
    let isFull = coding.range == .full
    let luma = isFull ? Double(y) / (steps - 1) : (Double(y) - steps / 16) / (steps / 256 * 219)
    let scale = isFull ? steps - 1 : steps / 256 * 224
    let (blueDifference, redDifference) = ((Double(u) - steps / 2) / scale, (Double(v) - steps / 2) / scale)
    let (kr, kb) = (coding.matrix.red, coding.matrix.blue)
    let red = luma + 2 * (1 - kr) * redDifference
    let blue = luma + 2 * (1 - kb) * blueDifference
    let green = (luma - kr * red - kb * blue) / (1 - kr - kb)
    return [red, green, blue].map { min(max($0 * 255, 0), 255) }
  }

  @Test(
    "The sums are the definitions', to the nearest", arguments: YUVMatrix.allCases, [8, 10, 12])
  func sums(matrix: YUVMatrix, depth: Int) {
    var random = SeededRandom(seed: 8)
    for range in YUVRange.allCases {
      let coding = YUVCoding(matrix: matrix, range: range)
      var sums = RowMatrix(.init(red: matrix.red, blue: matrix.blue), range: range, depth: depth)
      let count = 4000
      func samples() -> [UInt16] { (0..<count).map { _ in UInt16.random(in: 0..<1 << depth, using: &random) } }
      let (y, u, v) = (samples(), samples(), samples())
      var pixels = [UInt8](repeating: 0, count: count * 4)
      row_yuv16(y, u, v, u, v, &pixels, count, &sums)
      var worst = 0.0
      for x in 0..<count {
        let expected = truth(Int(y[x]), Int(u[x]), Int(v[x]), coding, depth: depth)
        for c in 0..<3 { worst = max(worst, abs(Double(pixels[x * 4 + c]) - expected[c])) }
      }
      #expect(worst < 0.56, "\(range): off by \(worst)")
    }
  }

  @Test("Differences of colour are interpolated between their places", arguments: [0, 1, 2])
  func siting(siting: Int) {
    // With these, red is the red difference from 0 on.
    let (count, half) = (70, 35)
    let v = (0..<half).map { UInt8(20 + 5 * $0 % 190) }
    let below = (0..<half).map { UInt8(200 - 4 * $0 % 150) }
    let y = [UInt8](repeating: 0, count: count)
    let all = siting == 0 ? (0..<count).map { v[$0 / 2] } : v
    let next = siting == 0 ? (0..<count).map { below[$0 / 2] } : below
    var matrix = RowMatrix(
      luma: 0, red: 8192, green_of_u: 0, green_of_v: 0, blue: 0, bias: (1 << 15, 0, 0), shift: 16, first: 3, second: 1,
      siting: Int32(siting))
    var pixels = [UInt8](repeating: 0, count: count * 4)
    row_yuv8(y, all, all, next, next, &pixels, count, &matrix)
    for x in 0..<count {
      func mixed(_ at: Int) -> Double {
        let at = min(max(at, 0), siting == 0 ? count - 1 : half - 1)
        return (3 * Double(all[at]) + Double(next[at])) / 4
      }
      let expected =
        switch siting {
        case 0: mixed(x)
        case 1: x % 2 == 0 ? mixed(x / 2) : (mixed(x / 2) + mixed(x / 2 + 1)) / 2
        default: (3 * mixed(x / 2) + mixed(x % 2 == 0 ? x / 2 - 1 : x / 2 + 1)) / 4
        }
      #expect(abs(Double(pixels[x * 4]) - expected) < 0.6, "\(x): \(pixels[x * 4]), not \(expected)")
    }
  }

  @Test(
    "Alpha is kept, and colours are multiplied by it", .enabled(if: FFmpeg.isInstalled),
    arguments: [
      ("prores_ks", "yuva444p10le", "mov", 3), ("qtrle", "argb", "mov", 0), ("png", "rgba", "mov", 0),
      ("png", "rgba64be", "mov", 1), ("ffv1", "yuva420p", "mkv", 2), ("libvpx-vp9", "yuva420p", "webm", 6),
      ("libvpx", "yuva420p", "webm", 8), ("utvideo", "gbrap", "mkv", 1), ("png", "ya8", "mov", 1),
    ])
  func alpha(codec: String, format: String, suffix: String, allowed: Int) throws {
    let (width, height) = (64, 32)
    // Grey of 200, from transparent to opaque.
    let pixels = (0..<width * height).flatMap { [200, 200, 200, UInt8($0 % width * 4)] as [UInt8] }
    let raw = folder.file("alpha.rgba")
    try Data(pixels).write(to: URL(filePath: raw))
    let path = folder.file("a.\(suffix)")
    try FFmpeg.run(
      "ffmpeg",
      ["-f", "rawvideo", "-pix_fmt", "rgba", "-s", "\(width)x\(height)", "-i", raw, "-c:v", codec, "-pix_fmt", format]
        + (suffix == "webm" ? ["-auto-alt-ref", "0", "-crf", "4", "-b:v", "2M"] : []) + [path])
    let clip = try VideoClip(file: URL(filePath: path))
    #expect(clip.pictures?.layout.hasAlpha == true)
    let image = try clip.makeReader(memory: 8 << 20).frame(number: 0).image()
    #expect(!image.isOpaque)
    for x in 0..<width {
      let pixel = image.pixels[(10 * width + x) * 4..<(10 * width + x) * 4 + 4].map { Int($0) }
      #expect(abs(pixel[3] - x * 4) <= allowed, "alpha \(pixel[3]) at \(x)")
      let expected = (200 * pixel[3] + 127) / 255
      for c in 0..<3 { #expect(abs(pixel[c] - expected) <= max(allowed, 1), "\(pixel) at \(x)") }
    }
  }

  @Test(
    "Our own films with alpha come back as they were, by either convention",
    arguments: [("qtrle", 0), ("prores", 2)], [AlphaRequest.straight, .premultiplied])
  func conventions(codec: (String, Int), alpha: AlphaRequest) throws {
    let (width, height) = (64, 32)
    var pixels: [UInt8] = []
    for pixel in 0..<width * height {
      let value = pixel % width * 4
      pixels += [200, 100, 50].map { UInt8(($0 * value + 127) / 255) } + [UInt8(value)]
    }
    var options = VideoOptions(codec: codec.0)
    options.alpha = alpha
    let path = folder.file("a.mov")
    try TestVideo.write(pixels, to: path, width: width, height: height, frameCount: 3, options: options)
    let clip = try VideoClip(file: URL(filePath: path))
    #expect(clip.pictures?.alpha == alpha.convention)
    let image = try clip.makeReader(memory: 8 << 20).frame(number: 1).image()
    // Straight colours lose bits where alpha is low, and get them back multiplied: within 1.
    let allowed = codec.1 + (alpha == .straight ? 1 : 0)
    let worst = zip(image.pixels, pixels).map { abs(Int($0) - Int($1)) }.max() ?? 0
    #expect(worst <= allowed, "off by \(worst)")
  }

  @Test(
    "Pictures are turned and mirrored upright, as ffmpeg turns them", .enabled(if: FFmpeg.isInstalled),
    arguments: [90, 180, 270])
  func turns(degrees: Int) throws {
    let plain = folder.file("plain.mp4")
    try FFmpeg.run(
      "ffmpeg",
      ["-f", "lavfi", "-i", "testsrc=s=96x64:d=1:r=5", "-c:v", "libx264", "-qp", "10", "-pix_fmt", "yuv444p", plain])
    let path = folder.file("turned.mp4")
    try FFmpeg.turned(plain, to: path, degrees: degrees)
    let truth = try FFmpeg.frames(of: path, as: "rgb24")
    let clip = try VideoClip(file: URL(filePath: path))
    let isUpright = degrees == 180
    #expect(clip.size == CGSize(width: isUpright ? 96 : 64, height: isUpright ? 64 : 96))
    let image = try clip.makeReader(memory: 8 << 20).frame(number: 0).image()
    #expect(CGSize(width: image.width, height: image.height) == clip.size)
    let off = (0..<96 * 64).count { pixel in
      (0..<3).contains { abs(Int(image.pixels[pixel * 4 + $0]) - Int(truth[pixel * 3 + $0])) > 3 }
    }
    #expect(off == 0)
    // The transform takes the film's own pixels to their places.
    let own = try FFmpeg.frames(of: plain, as: "rgb24")
    let orientation = try #require(clip.pictures).orientation
    for (x, y) in [(3, 5), (90, 8), (40, 60), (70, 33)] {
      let place = CGPoint(x: Double(x) + 0.5, y: Double(y) + 0.5).applying(orientation)
      let pixel = Int(place.y) * image.width + Int(place.x)
      for c in 0..<3 { #expect(abs(Int(image.pixels[pixel * 4 + c]) - Int(own[(y * 96 + x) * 3 + c])) <= 3) }
    }
  }

  @Test("Pixels that are not square are stretched", .enabled(if: FFmpeg.isInstalled))
  func aspect() throws {
    let path = folder.file("a.mp4")
    try FFmpeg.run(
      "ffmpeg",
      ["-f", "lavfi", "-i", "testsrc=s=72x64:d=1:r=5,setsar=4/3", "-c:v", "libx264", "-pix_fmt", "yuv420p", path])
    let clip = try VideoClip(file: URL(filePath: path))
    #expect(clip.size == CGSize(width: 96, height: 64))
    #expect(abs(try #require(clip.pictures).pixelAspect - 4.0 / 3) < 1e-9)
    let image = try clip.makeReader(memory: 8 << 20).frame(number: 0).image()
    #expect(image.width == 96 && image.height == 64)
  }

  @Test(
    "Colours of a high range that become sRGB's are noted", .enabled(if: FFmpeg.isInstalled),
    arguments: [("smpte2084", "PQ"), ("arib-std-b67", "HLG"), ("bt709", nil)] as [(String, String?)])
  func highRange(curve: String, name: String?) throws {
    let path = folder.file("a.mp4")
    // FFmpeg 7 has it from the pictures, and FFmpeg 5 from the option.
    try FFmpeg.run(
      "ffmpeg",
      [
        "-f", "lavfi", "-i", "testsrc=s=32x32:d=1:r=5,setparams=color_trc=\(curve)", "-color_trc", curve,
        "-c:v", "libx264", path,
      ])
    let clip = try VideoClip(file: URL(filePath: path))
    #expect(clip.notes.take().isEmpty)
    clip.tellOfHighRange()
    let notes = clip.notes.take()
    #expect(notes.count == (name == nil ? 0 : 1))
    if let name { #expect(notes.first?.contains(name) == true) }
  }

  @Test(
    "Tags that are missing or contradict each other are told",
    arguments: [
      ("bt709", "bt709", "bt709", "yuv420p", []), ("unknown", "unknown", "bt709", "yuv420p", ["names no colours"]),
      ("bt2020", "arib-std-b67", "bt2020nc", "yuv420p10le", []),
      ("bt709", "smpte2084", "bt2020nc", "yuv420p10le", ["the primaries BT.709"]),
      ("unknown", "smpte2084", "bt2020nc", "yuv420p10le", ["no primaries: the primaries are taken for BT.2020's"]),
      ("bt2020", "arib-std-b67", "bt709", "yuv420p", ["HLG, and the matrix BT.709", "HLG with 8 bits"]),
    ])
  func remarks(primaries: String, transfer: String, matrix: String, format: String, wanted: [String]) throws {
    let path = folder.file("tagged.mkv")
    try FFmpeg.run(
      "ffmpeg",
      [
        "-f", "lavfi", "-i", "color=gray:s=64x48:d=0.2", "-pix_fmt", format, "-c:v", "ffv1", "-color_primaries",
        primaries, "-color_trc", transfer, "-colorspace", matrix, path,
      ])
    let pictures = try #require(try VideoClip(.file(path)).pictures)
    #expect(pictures.colorRemarks.count == wanted.count, "\(pictures.colorRemarks)")
    for (remark, part) in zip(pictures.colorRemarks, wanted) { #expect(remark.contains(part), "\(remark)") }
  }

  @Test(
    "Dolby Vision is told with the pictures that are read",
    arguments: [(8, 4, "profile 8.4: its HLG pictures"), (5, 0, "profile 5: its pictures have colours that only")])
  func dolbyVision(profile: UInt8, base: UInt8, wanted: String) throws {
    let path = folder.file("plain.mov")
    try FFmpeg.run(
      "ffmpeg",
      [
        "-f", "lavfi", "-i", "color=gray:s=64x48:d=0.2", "-pix_fmt", "yuv420p10le", "-c:v", "libx265",
        "-x265-params", "log-level=error", "-tag:v", "hvc1", "-color_primaries", "bt2020", "-color_trc",
        "arib-std-b67", "-colorspace", "bt2020nc", path,
      ])
    var film = try Data(contentsOf: URL(filePath: path))
    // A box `dvcC` of Dolby's record: version 1.0, the profile, level 1, base pictures and data for them.
    let record: [UInt8] = [1, 0, profile << 1, 1 << 3 | 5, base << 4] + [UInt8](repeating: 0, count: 19)
    let box = Data([0, 0, 0, 32] + Array("dvcC".utf8) + record)
    let head = try #require(film.range(of: Data("hvcC".utf8)))
    film.insert(contentsOf: box, at: head.lowerBound - 4)
    for name in ["hvc1", "stsd", "stbl", "minf", "mdia", "trak", "moov"] {
      let place = try #require(film.range(of: Data(name.utf8))).lowerBound - 4
      let size = film[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) } + 32
      withUnsafeBytes(of: size.bigEndian) { film.replaceSubrange(place..<place + 4, with: $0) }
    }
    let changed = folder.file("dolby.mov")
    try film.write(to: URL(filePath: changed))
    let pictures = try #require(try VideoClip(.file(changed)).pictures)
    #expect(pictures.colorRemarks.contains { $0.contains(wanted) }, "\(pictures.colorRemarks)")
  }
}
