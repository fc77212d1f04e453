// Films whose pictures carry their numbers, made by ffmpeg.

package import CoreGraphics
import Foundation
import Testing

/// Numbers as bars: 12 of 8 columns, black or white, the lowest bit on the left.
package enum BarCode {
  package static let width = 96
  package static let height = 32
  private static let bits = 12

  /// Returns grey pictures of the numbers 0, 1, 2..., one after the other.
  private static func pictures(_ count: Int) -> Data {
    var data = Data(capacity: count * width * height)
    for number in 0..<count {
      let row = (0..<width).map { UInt8(number >> ($0 / 8) & 1 == 1 ? 235 : 16) }
      for _ in 0..<height { data.append(contentsOf: row) }
    }
    return data
  }

  /// Has ffmpeg make a film of them, with `arguments` between the pictures and the name, and perhaps a tone as long.
  package static func write(
    _ count: Int, rate: String, to path: String, _ arguments: [String], sound: [String]? = nil
  ) throws {
    let raw = path + ".gray"
    try pictures(count).write(to: URL(filePath: raw))
    let input = ["-f", "rawvideo", "-pix_fmt", "gray", "-s", "\(width)x\(height)", "-framerate", rate, "-i", raw]
    let parts = rate.split(separator: "/").compactMap { Double($0) }
    let seconds = Double(count) * (parts.count > 1 ? parts[1] : 1) / parts[0]
    let tone = sound == nil ? [] : ["-f", "lavfi", "-i", "sine=440:r=48000:d=\(seconds)"]
    // ffmpeg takes them so: grey without a word is of the full range.
    try FFmpeg.run(
      "ffmpeg",
      input + tone + ["-vf", "scale=in_range=limited:out_range=limited,format=yuv420p"] + arguments + (sound ?? [])
        + [path])
    try FileManager.default.removeItem(atPath: raw)
  }

  /// Returns the number that a picture shows.
  package static func number(of image: CGImage) -> Int {
    number { x, y in image.pixels[(y * image.width + x) * 4 + 1] }
  }

  private static func number(_ pixel: (Int, Int) -> UInt8) -> Int {
    (0..<bits).reduce(0) { $0 | (pixel($1 * 8 + 4, height / 2) > 128 ? 1 << $1 : 0) }
  }

  /// Returns what ffmpeg's own tools show of a film: the numbers of its pictures, and the begin of each, in seconds.
  package static func truth(of path: String) throws -> [(number: Int, start: Double)] {
    let gray = try FFmpeg.frames(of: path, as: "gray")
    let text = String(
      decoding: try FFmpeg.run(
        "ffprobe",
        ["-select_streams", "v:0", "-show_entries", "frame=best_effort_timestamp_time", "-of", "csv=p=0", path]),
      as: UTF8.self)
    let times = text.split(whereSeparator: { $0.isNewline || $0 == "," }).compactMap { Double($0) }
    let count = gray.count / (width * height)
    try #require(times.count == count, "\(times.count) times of \(count) pictures")
    return (0..<count).map { picture in
      (number { x, y in gray[picture * width * height + y * width + x] }, times[picture])
    }
  }
}
