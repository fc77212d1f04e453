// What a writer does when things go wrong: refusals before the first frame, cancellation, and nothing left behind.
import Foundation
import ImageCodecs
import ImageFiles
import Synchronization
import TestSupport
import Testing

@testable import Video

@Suite struct WriterTests {
  static let outputs = [
    "a.mp4", "a.mov", "a.mkv", "a.webm", "a.gif", "a.apng", "a.webp", "a.y4m", "%05d.png", "%05d.webp",
  ]
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func makeWriter(_ name: String) throws -> VideoWriter {
    let path = folder.file(name)
    return try VideoWriter(
      path: path, format: VideoFormat(path: path), width: 64, height: 48, frameRate: FrameRate(25))
  }

  @Test(arguments: ["a.mp4", "a.mov", "a.webm", "a.y4m"])
  func oddSizesAreRefused(name: String) {
    let format = name.split(separator: ".").last!
    #expect(
      TestVideo.error(path: folder.file(name), width: 391, height: 844)?.description
        == "\(format) needs even width and height; got 391x844; use `padsToEvenSize`, `size` 392x844 or `scale` 2")
    #expect(folder.contents == [])
  }

  /// That of a sequence is made.
  @Test(arguments: outputs.filter { !$0.contains("%") })
  func aMissingFolderIsFoundAtOnce(name: String) {
    let path = folder.file("none/\(name)")
    #expect(throws: VideoError.cannotWrite(path: path, reason: "cannot write: No such file or directory")) {
      _ = try VideoWriter(
        path: path, format: VideoFormat(path: path), width: 64, height: 48, frameRate: FrameRate(25))
    }
  }

  @Test(arguments: outputs)
  func cancellingLeavesNothing(name: String) throws {
    let writer = try makeWriter(name)
    for index in 0..<5 { try writer.append(TestVideo.frame(index, width: 64, height: 48)) }
    writer.cancel()
    #expect(folder.contents == [])
    #expect(throws: VideoError.cancelled) { try writer.append(TestVideo.frame(5, width: 64, height: 48)) }
    #expect(throws: VideoError.cancelled) { try writer.finish() }
  }

  @Test(arguments: outputs)
  func lettingGoLeavesNothing(name: String) throws {
    do {
      let writer = try makeWriter(name)
      try writer.append(TestVideo.frame(0, width: 64, height: 48))
    }
    #expect(folder.contents == [])
  }

  @Test("A frame that is filled in place is encoded as one that is copied", arguments: outputs)
  func inPlace(name: String) throws {
    let files = { folder.contents.map { try? Data(contentsOf: URL(filePath: folder.file($0))) } }
    let frames = (0..<7).map { TestVideo.frame($0, width: 64, height: 48) }
    let copying = try makeWriter(name)
    for frame in frames { try copying.append(frame) }
    try copying.finish()
    let expected = files()
    let writer = try makeWriter(name)
    for frame in frames {
      try writer.nextFrame().copyBytes(from: frame)
      try writer.appendNextFrame()
    }
    try writer.finish()
    #expect(files() == expected)
    #expect(!expected.isEmpty && !expected.contains(nil))
  }

  @Test("A frame in place, too, is refused once the video is cancelled")
  func inPlaceAfterCancelling() throws {
    let writer = try makeWriter("a.y4m")
    _ = try writer.nextFrame()
    writer.cancel()
    #expect(throws: VideoError.cancelled) { try writer.appendNextFrame() }
    #expect(throws: VideoError.cancelled) { try writer.nextFrame() }
    #expect(folder.contents == [])
  }

  @Test("Which stage the other one waits for is known once one of them has waited")
  func slowerStage() throws {
    let writer = try makeWriter("a.y4m")
    #expect(writer.slowerStage == nil)
    var index = 0
    while writer.slowerStage == nil, index < 100_000 {
      try writer.append(TestVideo.frame(index, width: 64, height: 48))
      index += 1
    }
    #expect(writer.slowerStage != nil)
    writer.cancel()
  }

  @Test func cancellingFromAnotherThreadEndsTheAppends() throws {
    let writer = try makeWriter("a.webm")
    let frame = TestVideo.frame(0, width: 64, height: 48)
    Thread { writer.cancel() }.start()
    #expect(throws: VideoError.cancelled) {
      while true { try writer.append(frame) }
    }
    #expect(folder.contents == [])
  }

  @Test(arguments: outputs)
  func theOutputAppearsOnlyWhenFinished(name: String) throws {
    let writer = try makeWriter(name)
    try writer.append(TestVideo.frame(0, width: 64, height: 48))
    #expect(folder.contents.allSatisfy { $0.hasPrefix(".multiplane-") })
    try writer.finish()
    writer.cancel()
    #expect(folder.contents == [name.replacing("%05d", with: "00000")])
  }

  @Test func anOldOutputSurvivesAFailedRun() throws {
    try Data([1, 2, 3]).write(to: URL(filePath: folder.file("a.mp4")))
    try makeWriter("a.mp4").cancel()
    #expect(try Data(contentsOf: URL(filePath: folder.file("a.mp4"))) == Data([1, 2, 3]))
  }

  @Test("R-B1: a sequence gets all its names or none")
  func aSequenceIsAllOrNothing() throws {
    try Data([1]).write(to: URL(filePath: folder.file("0.png")))
    // The folder appears when the frames in front of it are written: it is found when all are to be moved.
    let writer = try makeWriter("%d.png")
    for index in 0..<3 { try writer.append(TestVideo.frame(index, width: 64, height: 48)) }
    usleep(300_000)
    try FileManager.default.createDirectory(atPath: folder.file("2.png"), withIntermediateDirectories: false)
    #expect(throws: VideoError.cannotWrite(path: folder.file("2.png"), reason: "cannot write: Is a directory")) {
      try writer.finish()
    }
    #expect(folder.contents == ["0.png", "2.png"])
    #expect(try Data(contentsOf: URL(filePath: folder.file("0.png"))) == Data([1]))
  }

  @Test("R-B1: a sequence's file that cannot be moved takes those before it back")
  func aSequenceIsTakenBack() throws {
    try Data([1]).write(to: URL(filePath: folder.file("0.png")))
    let made = try UnfinishedFolder(beside: folder.file("x"))
    for name in ["0.png", "1.png"] { try Data([2]).write(to: URL(filePath: "\(made.path)/\(name)")) }
    // The third one is not there.
    #expect(throws: ImageFileError.self) {
      try made.publish(3) { index in ("\(index).png", folder.file("\(index).png")) }
    }
    #expect(try Data(contentsOf: URL(filePath: folder.file("0.png"))) == Data([1]))
    made.discard()
    #expect(folder.contents == ["0.png"])
  }

  @Test("R-B1: a folder in a sequence's way is found at its frame")
  func aFolderInTheWay() throws {
    try FileManager.default.createDirectory(atPath: folder.file("1.png"), withIntermediateDirectories: false)
    let writer = try makeWriter("%d.png")
    #expect(throws: VideoError.cannotWrite(path: folder.file("1.png"), reason: "cannot write: Is a directory")) {
      while true { try writer.append(TestVideo.frame(0, width: 64, height: 48)) }
    }
  }

  @Test("A sequence that never begins leaves no folders")
  func foldersOfAFilmThatFails() throws {
    let path = folder.file("new/deep/%d.png")
    var options = VideoOptions()
    options.hashes = FrameHashes(path: path, head: "")
    #expect(TestVideo.error(path: path, width: 64, height: 48, options: options) != nil)
    #expect(folder.contents.isEmpty)
  }

  @Test("R-C: what the encoder cannot encode is the user's mistake, not ours")
  func beyondTheEncoder() throws {
    let side = VideoFormat.maximumSide
    do throws(VideoError) {
      _ = try VideoWriter(
        path: folder.file("a.mp4"), format: .mp4, width: side, height: side, frameRate: FrameRate(30))
      Issue.record("it was taken")
    } catch {
      guard case .badOption(let message) = error else { throw error }
      #expect(message.contains("the encoder libx264 takes no video of \(side)x\(side) pixels"))
    }
    #expect(folder.contents == [])
  }

  /// A sink that takes its time to go.
  private final class SlowSink: FrameSink {
    private let isGone: Flag
    init(_ isGone: Flag) { self.isGone = isGone }
    deinit {
      usleep(2000)
      isGone.set()
    }
    func write(_ frame: UnsafeRawBufferPointer, at index: Int) {}
    func complete() {}
    func publish() {}
    func discard() {}
  }

  private final class Flag: Sendable {
    private let flag = Mutex(false)
    var isSet: Bool { flag.withLock { $0 } }
    func set() { flag.withLock { $0 = true } }
  }

  @Test("R-A1: the encoder's thread is over, and what it wrote with gone, with the writer", arguments: [true, false])
  func threadIsOver(finishes: Bool) throws {
    for _ in 0..<50 {
      let isGone = Flag()
      do {
        let writer = try VideoWriter(width: 2, height: 2, sink: SlowSink(isGone))
        try writer.append([UInt8](repeating: 255, count: 16))
        if finishes { try writer.finish() } else { writer.cancel() }
      }
      #expect(isGone.isSet)
    }
  }

  @Test("More work makes a smaller file of a moving picture, by H.264 and VP9", arguments: ["a.mp4", "a.webm"])
  func presets(name: String) throws {
    let sizes = try EncoderPreset.allCases.map { preset in
      let path = folder.file("\(preset)-\(name)")
      let writer = try VideoWriter(
        path: path, format: VideoFormat(path: path), width: 128, height: 96, frameRate: FrameRate(30),
        options: VideoOptions(preset: preset))
      for index in 0..<24 { try writer.append(TestVideo.frame(index, width: 128, height: 96)) }
      try writer.finish()
      return try Data(contentsOf: URL(filePath: path)).count
    }
    #expect(sizes[0] > sizes[1] && sizes[1] >= sizes[2] * 9 / 10, "\(sizes)")
  }

  @Test(arguments: [
    ("a.mp4", VideoOptions(crf: 52), "`crf` of libx264 is 0 to 51; got 52"),
    ("a.webm", VideoOptions(crf: -1), "`crf` of libvpx-vp9 is 0 to 63; got -1"),
    ("a.gif", VideoOptions(crf: 20), "gif has no quality factor; leave `crf` out"),
    ("a.gif", VideoOptions(preset: .high), "gif has no presets; leave `preset` out"),
    (
      "a.mp4", VideoOptions(codec: "mpeg4", preset: .draft), "the encoder mpeg4 has no preset draft; leave `preset` out"
    ),
    ("a.y4m", VideoOptions(codec: "libx264"), "y4m has no choice of codec; leave `codec` out"),
    ("a.mp4", VideoOptions(threads: 0), "the encoder's threads must be 1 to 64; got 0"),
    ("a.mp4", VideoOptions(codec: "gif"), "the encoder gif does not take 8-bit YUV 4:2:0"),
    ("a.webm", VideoOptions(codec: "libx264"), "webm cannot hold what the encoder libx264 writes"),
    ("a.mp4", VideoOptions(crf: 20, codec: "mpeg4"), "mpeg4 has no option \"crf\""),
  ])
  func wrongOptionsAreRefused(name: String, options: VideoOptions, message: String) {
    #expect(TestVideo.error(path: folder.file(name), options: options)?.description == message)
    #expect(folder.contents == [])
  }

  @Test func unknownEncodersAreRefused() throws {
    let error = TestVideo.error(path: folder.file("a.mp4"), options: VideoOptions(codec: "nonsense"))
    #expect(try #require(error).description.hasPrefix("no video encoder \"nonsense\"; `codec` takes h264, "))
  }

  @Test func gifRefusesMoreThanFiftyFramesASecond() {
    #expect(
      TestVideo.error(path: folder.file("a.gif"), rate: FrameRate(60))?.description
        == "gif shows at most 50 frames a second; got 60; use `frameRate` 50 or less")
    #expect(
      TestVideo.error(path: folder.file("a.gif"), rate: FrameRate("1/656")!)?.description
        == "gif shows a frame for at most 655 seconds; got 1/656 frames a second; use `frameRate` 0.002 or more")
    #expect(TestVideo.error(path: folder.file("a.gif"), rate: FrameRate("1/655")!) == nil)
  }

  @Test(arguments: ["a", "a.avi", "mp4", "a.mp4/b"])
  func namesWithoutAFormatAreRefused(name: String) {
    #expect(throws: VideoError.self) { try VideoFormat(path: name) }
  }

  @Test func namesSayTheFormat() throws {
    #expect(try VideoFormat(path: "-") == .rawRGBA)
    #expect(try VideoFormat(path: "a/b.MP4") == .mp4)
    #expect(try VideoFormat(path: "frames/%05d.png") == .pngSequence)
  }
}
