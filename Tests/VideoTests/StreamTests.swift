// Y4M, PNG sequences and raw frames: their exact bytes.
import Foundation
import Glibc
import ImageCodecs
import ImageFiles
import TestSupport
import Testing

@testable import Video

@Suite struct StreamTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func y4m() throws {
    let path = folder.file("a.y4m")
    let writer = try VideoWriter(path: path, format: .y4m, width: 32, height: 16, frameRate: FrameRate(59.94)!)
    let colors: [[UInt8]] = [[255, 255, 255], [0, 0, 0], [255, 0, 0], [0, 255, 0], [0, 0, 255], [12, 200, 99]]
    for color in colors {
      let frame = [UInt8]([[UInt8]](repeating: color + [255], count: 32 * 16).joined())
      try writer.append(frame)
    }
    try writer.finish()

    var file = [UInt8](try Data(contentsOf: URL(filePath: path)))[...]
    let header = "YUV4MPEG2 W32 H16 F60000:1001 Ip A1:1 C420jpeg XYSCSS=420JPEG XCOLORRANGE=LIMITED\n"
    #expect(file.starts(with: header.utf8))
    file = file.dropFirst(header.utf8.count)
    for color in colors {
      #expect(file.starts(with: "FRAME\n".utf8))
      file = file.dropFirst(6)
      let expected = BT601.yuv(color)
      for (value, count) in zip(expected, [512, 128, 128]) {
        let plane = file.prefix(count)
        #expect(plane.count == count)
        #expect(plane.allSatisfy { abs(Double($0) - value) < 0.51 }, "\(color): \(plane.first ?? 0), not \(value)")
        file = file.dropFirst(count)
      }
    }
    #expect(file.isEmpty)
  }

  @Test func pngSequence() throws {
    try TestVideo.write(to: folder.file("frame-%03d.png"), width: 33, height: 17, frameCount: 12)
    #expect(folder.contents == (0..<12).map { "frame-0\($0 < 10 ? "0" : "")\($0).png" })
    for index in [0, 11] {
      let name = "frame-0\(index < 10 ? "0" : "")\(index).png"
      let image = try ImageFile.decode(contentsOfFile: folder.file(name)).bitmap
      #expect(image.pixels == TestVideo.frame(index, width: 33, height: 17))
    }
  }

  @Test(arguments: [("%d.png", "7.png"), ("a%04d.png", "a0007.png"), ("100%%-%02d.PNG", "100%-07.PNG")])
  func sequencePatterns(pattern: String, eighth: String) throws {
    try TestVideo.write(to: folder.file(pattern), frameCount: 8)
    #expect(folder.contents.count == 8 && folder.contents.contains(eighth))
  }

  @Test(arguments: ["%d%d.png", "%s.png", "%5d.png", "%.png", "%%.png", "%0d.png", "%d.jpg", "%d/a.png", "%012d.png"])
  func wrongSequencePatternsAreRefused(pattern: String) {
    guard case .badOutputName(_, let reason) = TestVideo.error(path: folder.file(pattern)) else {
      Issue.record("\(pattern) was accepted")
      return
    }
    #expect(reason.hasSuffix("for example frames/%05d.png"))
    #expect(folder.contents == [])
  }

  private func rawSink(_ descriptor: CInt, _ alpha: AlphaRequest? = nil) throws -> RawSink {
    var options = VideoOptions()
    options.alpha = alpha
    return try RawSink(
      descriptor: descriptor, shape: FrameShape(width: 8, height: 8, rate: FrameRate(25)),
      encoding: VideoFormat.rawRGBA.encoding(options, height: 8))
  }

  @Test("Raw frames are premultiplied, straight, or opaque over black", arguments: AlphaRequest.allCases)
  func rawAlpha(alpha: AlphaRequest) throws {
    let path = folder.file("a.rgba")
    let frame = [UInt8]((0..<64).flatMap { [UInt8($0), UInt8($0 / 2), 0, UInt8($0)] })
    let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
    defer { close(descriptor) }
    let sink = try rawSink(descriptor, alpha)
    try frame.withUnsafeBytes { try sink.write($0, at: 0) }
    let pixel = [UInt8](try Data(contentsOf: URL(filePath: path))[160..<164])
    #expect(
      pixel
        == (alpha == .premultiplied ? [40, 20, 0, 40] : alpha == .straight ? [255, 128, 0, 40] : [40, 20, 0, 255]))
  }

  @Test func rawFramesAreTheBytesAsTheyAre() throws {
    let path = folder.file("a.rgba")
    let frame = TestVideo.frame(3, width: 8, height: 8)
    let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
    defer { close(descriptor) }
    let sink = try rawSink(descriptor)
    try frame.withUnsafeBytes { try sink.write($0, at: 0) }
    #expect([UInt8](try Data(contentsOf: URL(filePath: path))) == frame)
  }

  @Test func aFullDiskIsAnError() throws {
    let descriptor = open("/dev/full", O_WRONLY)
    defer { close(descriptor) }
    let frame = TestVideo.frame(0, width: 8, height: 8)
    #expect(throws: VideoError.cannotWrite(path: "standard output", reason: "cannot write: No space left on device")) {
      let sink = try rawSink(descriptor)
      try frame.withUnsafeBytes { try sink.write($0, at: 0) }
    }
  }
}
