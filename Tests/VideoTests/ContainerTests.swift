// mp4, mov, webm and gif, read back with libav: what goes in must come out, tagged as it was converted.
import CLibAV
import Foundation
import TestFilms
import TestSupport
import Testing
import Video

@Suite struct ContainerTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(filePath: folder.file(name))))
  }

  @Test(arguments: [("a.mp4", AV_CODEC_ID_H264), ("a.mov", AV_CODEC_ID_H264), ("a.webm", .vp9)])
  func yuvContainers(name: String, codec: AVCodecID) throws {
    try TestVideo.write(to: folder.file(name), rate: FrameRate(29.97)!)
    let video = try DecodedVideo(contentsOfFile: folder.file(name))
    #expect(video.codec == codec)
    #expect(video.width == 64 && video.height == 48)
    #expect(video.frames.count == 10)
    #expect(abs(video.duration - 10 * 1.001 / 30) < 0.002)
    for (index, time) in video.times.enumerated() { #expect(abs(time - Double(index) * 1.001 / 30) < 0.001) }
    if codec == AV_CODEC_ID_H264 { #expect(video.frameRate.num == 30000 && video.frameRate.den == 1001) }

    #expect(video.colorRange == AVCOL_RANGE_MPEG)
    #expect(video.matrix == AVCOL_SPC_SMPTE170M)
    #expect(video.primaries == AVCOL_PRI_BT709)
    #expect(video.transfer == AVCOL_TRC_IEC61966_2_1)

    for frame in [0, 9] {
      for (bar, color) in TestVideo.bars.enumerated() {
        let found = video.color(frame: frame, x: bar * 16 + 8, y: 32)
        for (a, b) in zip(found, color) { #expect(abs(a - Int(b)) <= 8, "frame \(frame), bar \(bar): \(found)") }
      }
    }
    // The square: its middle is white in its frame, and has gone on in a later one.
    #expect(video.color(frame: 0, x: 4, y: 4).allSatisfy { $0 > 225 })
    #expect(video.color(frame: 9, x: 4, y: 4)[1] < 40)
    #expect(video.color(frame: 9, x: 40, y: 4).allSatisfy { $0 > 225 })
  }

  @Test(arguments: ["a.mp4", "a.mov"])
  func theIndexComesFirst(name: String) throws {
    try TestVideo.write(to: folder.file(name))
    let file = try bytes(name)
    let boxes = try #require(topLevelBoxes(file))
    #expect(try #require(boxes.firstIndex(of: "moov")) < #require(boxes.firstIndex(of: "mdat")))
  }

  @Test(
    "HEVC in MP4 and QuickTime is hvc1: all parameter sets in the head, none beside the pictures",
    .enabled(if: FFmpeg.isInstalled), arguments: ["a.mp4", "a.mov"], [8, 10])
  func hevcIsForApple(name: String, depth: Int) throws {
    var options = VideoOptions(codec: "hevc")
    (options.depth, options.segment) = (depth, 0.2)
    try TestVideo.write(to: folder.file(name), frameCount: 20, options: options)
    #expect(try FFmpeg.stream(folder.file(name), "codec_tag_string")["codec_tag_string"] == "hvc1")
    let head = try HEVCHead(of: folder.file(name))
    // VPS, SPS and PPS (ITU-T H.265, table 7-1).
    for type in 32...34 { #expect(head.sets[type]?.isComplete == true && head.sets[type]?.count == 1, "\(head.sets)") }
    #expect(!head.types.isEmpty && head.types.isDisjoint(with: 32...34), "\(head.types)")
    #expect(try FFmpeg.frames(of: folder.file(name), as: "gray").count == 20 * 64 * 48)
  }

  /// The types of an ISO media file's boxes, in order.
  private func topLevelBoxes(_ file: [UInt8]) -> [String]? {
    var types: [String] = []
    var offset = 0
    while offset + 8 <= file.count {
      let size = file[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      types.append(String(decoding: file[offset + 4..<offset + 8], as: UTF8.self))
      guard size >= 8 else { return nil }
      offset += size
    }
    return types
  }

  @Test(arguments: ["a.mp4", "a.mov", "a.webm", "a.gif"])
  func bytesAreTheSameEveryTimeAndNameNoVersion(name: String) throws {
    try TestVideo.write(to: folder.file(name))
    try TestVideo.write(to: folder.file("again-\(name)"))
    let file = try bytes(name)
    #expect(try file == bytes("again-\(name)"))
    let text = String(decoding: file, as: Unicode.ASCII.self)
    for mark in ["x264 - core", "Lavf5", "Lavc5"] { #expect(!text.contains(mark)) }
  }

  @Test func gifKeepsColoursAndTimes() throws {
    try TestVideo.write(to: folder.file("a.gif"), rate: FrameRate(20))
    let video = try DecodedVideo(contentsOfFile: folder.file("a.gif"))
    #expect(video.width == 64 && video.height == 48 && video.frames.count == 10)
    for (index, time) in video.times.enumerated() { #expect(abs(time - Double(index) * 0.05) < 1e-6) }
    #expect(abs(video.duration - 0.5) < 1e-6)
    for index in 0..<10 {
      let expected = TestVideo.frame(index, width: 64, height: 48)
      let rgb = stride(from: 0, to: expected.count, by: 4).flatMap { expected[$0..<$0 + 3] }
      #expect(video.frames[index] == rgb)
    }
  }

  @Test func oddSizesAreFineInGIF() throws {
    try TestVideo.write(to: folder.file("a.gif"), width: 39, height: 21)
    #expect(try DecodedVideo(contentsOfFile: folder.file("a.gif")).width == 39)
  }

  @Test func qualityIsHonoured() throws {
    for (name, worse) in [("a.mp4", 45), ("a.webm", 60)] {
      try TestVideo.write(to: folder.file(name), options: VideoOptions(crf: 4))
      let good = try bytes(name).count
      try TestVideo.write(to: folder.file(name), options: VideoOptions(crf: worse))
      #expect(try bytes(name).count < good)
    }
  }

  @Test func anotherCodec() throws {
    try TestVideo.write(to: folder.file("a.webm"), options: VideoOptions(codec: "libvpx"))
    #expect(try DecodedVideo(contentsOfFile: folder.file("a.webm")).codec == AV_CODEC_ID_VP8)
  }
}
