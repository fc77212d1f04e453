// GIF against ffmpeg's palettegen and paletteuse, in the same run, on the same frames; and what its pictures hold.
import Foundation
import TestFilms
import TestSupport
import Testing

@testable import Video

@Suite(.enabled(if: FFmpeg.isInstalled)) struct GIFTests {
  private let folder: TemporaryFolder
  private static let (width, height, count) = (160, 120, 12)

  init() throws { folder = try TemporaryFolder() }

  /// A frame of colours by their places.
  private static func picture(_ color: (_ x: Int, _ y: Int) -> [UInt8]) -> [UInt8] {
    var frame: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width { frame += color(x, y) }
    }
    return frame
  }

  /// Frames over white, opaque.
  private static func frames(_ scene: AlphaScene) -> [[UInt8]] {
    (0..<count).map { index in
      var frame = scene.frame(index, width: width, height: height)
      for pixel in stride(from: 0, to: frame.count, by: 4) {
        for c in 0..<3 { frame[pixel + c] += 255 - frame[pixel + 3] }
        frame[pixel + 3] = 255
      }
      return frame
    }
  }

  private func write(_ frames: [[UInt8]], _ name: String = "a.gif", rate: FrameRate = FrameRate(10)) throws -> String {
    let path = folder.file(name)
    let writer = try VideoWriter(
      path: path, format: .gif, width: Self.width, height: Self.height, frameRate: rate)
    for frame in frames { try writer.append(frame) }
    try writer.finish()
    return path
  }

  /// The mean squared error of a film's frames, 10 a second, over all components.
  private func error(_ path: String, _ frames: [[UInt8]]) throws -> Double {
    let found = try FFmpeg.frames(of: path, as: "rgb24")
    let times = try FFmpeg.packets(of: path).map(\.shown)
    let size = Self.width * Self.height * 3
    try #require(found.count == times.count * size, "\(found.count)")
    var sum = 0
    for (index, frame) in frames.enumerated() {
      // What is shown at that time: a frame lasts until the next.
      var at = (try #require(times.lastIndex { $0 <= index * 10 })) * size
      for pixel in stride(from: 0, to: frame.count, by: 4) {
        for c in 0..<3 {
          let difference = Int(found[at]) - Int(frame[pixel + c])
          sum += difference * difference
          at += 1
        }
      }
    }
    return Double(sum) / Double(frames.count * size)
  }

  @Test("At most ffmpeg's size, at no more error", arguments: AlphaScene.all)
  func againstFFmpeg(scene: AlphaScene) throws {
    let frames = Self.frames(scene)
    let (raw, theirs) = (folder.file("raw"), folder.file("theirs.gif"))
    try Data(frames.joined()).write(to: URL(filePath: raw))
    try FFmpeg.run(
      "ffmpeg",
      [
        "-f", "rawvideo", "-pix_fmt", "rgba", "-s", "\(Self.width)x\(Self.height)", "-r", "10", "-i", raw, "-vf",
        "split[a][b];[a]palettegen[p];[b][p]paletteuse=dither=sierra2_4a", theirs,
      ])
    let ours = try write(frames)
    let sizes = try [ours, theirs].map { try Data(contentsOf: URL(filePath: $0)).count }
    let errors = try [ours, theirs].map { try error($0, frames) }
    #expect(sizes[0] <= sizes[1], "\(scene.name): \(sizes), \(errors)")
    #expect(errors[0] <= errors[1], "\(scene.name): \(sizes), \(errors)")
  }

  @Test("Of each frame only the rectangle that changed is written, and few colours are exact")
  func rectangles() throws {
    let frames = (0..<6).map { index in
      Self.picture { x, y in
        let isSquare = (10 + index * 4..<18 + index * 4).contains(x) && (30..<38).contains(y)
        return isSquare ? [255, 0, 0, 255] : [UInt8(x / 40 * 60), 100, 50, 255]
      }
    }
    let path = try write(frames)
    let pictures = try Self.pictures(of: path)
    let wanted: [[Int]] = [[0, 0, 160, 120]] + (0..<5).map { index -> [Int] in [10 + index * 4, 30, 12, 8] }
    #expect(pictures == wanted)
    #expect(try error(path, frames) == 0)
  }

  @Test("What stands still is not written again; frames that are alike are one, for as long as they last")
  func stillness() throws {
    let frame = Self.frames(AlphaScene.all[0])[0]
    let path = try write([frame, frame, frame, Self.frames(AlphaScene.all[0])[3], frame].map { $0 })
    #expect(try Self.pictures(of: path).count == 3)
    let times = try FFmpeg.packets(of: path).map(\.shown)
    #expect(times == [0, 30, 40], "\(times)")
    #expect(try error(path, [frame, frame, frame, Self.frames(AlphaScene.all[0])[3], frame]) < 30)
  }

  @Test("Delays are hundredths that do not drift", arguments: ["24000/1001", "30000/1001", "7", "50"])
  func times(rate: String) throws {
    let rate = try #require(FrameRate(rate))
    let frames = (0..<40).map { index in Self.picture { _, _ in [UInt8(index), 0, 0, 255] } }
    let path = try write(frames, rate: rate)
    let times = try FFmpeg.packets(of: path).map(\.shown)
    for (index, time) in times.enumerated() {
      #expect(abs(Double(time) / 100 - rate.time(ofFrame: index)) <= 0.0051, "\(index): \(time)")
    }
    #expect(times.count == 40)
  }

  @Test("A film of more frames than are held at once has palettes of its own where colours change")
  func windows() throws {
    // 19 MB a frame: four of them are a window.
    let (width, height) = (2400, 2000)
    let path = folder.file("large.gif")
    let writer = try VideoWriter(path: path, format: .gif, width: width, height: height, frameRate: FrameRate(10))
    for index in 0..<6 {
      var frame = [UInt8](repeating: 255, count: width * height * 4)
      for y in 0..<height {
        for x in 0..<400 {
          let place = (y * width + x) * 4
          (frame[place], frame[place + 1], frame[place + 2]) =
            index < 4 ? (UInt8(x / 2), UInt8(y / 8), UInt8(index)) : (UInt8(y / 8), UInt8(index), UInt8(x / 2))
        }
      }
      try writer.append(frame)
    }
    try writer.finish()
    let last = try FFmpeg.run(
      "ffmpeg", ["-i", path, "-vf", "select=eq(n\\,5)", "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "rgb24", "-"])
    var sum = 0
    for y in stride(from: 0, to: height, by: 7) {
      for x in stride(from: 0, to: 400, by: 7) {
        let place = (y * width + x) * 3
        let wanted: [Int] = [y / 8, 5, x / 2]
        for (c, value) in wanted.enumerated() {
          sum += (Int(last[place + c]) - value) * (Int(last[place + c]) - value)
        }
      }
    }
    #expect(Double(sum) / Double(height / 7 * 58 * 3) < 60)
  }

  /// The rectangles of a file's pictures: x, y, width, height, by GIF89a's blocks.
  private static func pictures(of path: String) throws -> [[Int]] {
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: path)))
    func colours(_ flags: UInt8) -> Int { flags & 128 != 0 ? 3 * 2 << Int(flags & 7) : 0 }
    var at = 13 + colours(bytes[10])
    var found: [[Int]] = []
    func skip() {
      while bytes[at] != 0 { at += Int(bytes[at]) + 1 }
      at += 1
    }
    while bytes[at] != 0x3B {
      if bytes[at] == 0x21 {
        at += 2
      } else {
        try #require(bytes[at] == 0x2C)
        found.append((0..<4).map { Int(bytes[at + 1 + $0 * 2]) | Int(bytes[at + 2 + $0 * 2]) << 8 })
        at += 11 + colours(bytes[at + 9])
      }
      skip()
    }
    return found
  }
}
