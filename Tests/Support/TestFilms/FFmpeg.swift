// The ffmpeg program, where it is installed: a decoder that shares nothing with this package.

import Foundation
import Testing

package enum FFmpeg {
  /// Whether the programs are there.
  package static let isInstalled = ["ffmpeg", "ffprobe"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
  }

  /// Returns the first number of the programs' version.
  package static func release() throws -> Int {
    let said = String(decoding: try run("ffmpeg", ["-version"]), as: UTF8.self)
    return try #require(said.firstMatch(of: #/ffmpeg version (\d+)/#).flatMap { Int($0.output.1) }, "\(said)")
  }

  /// Runs a program, and returns its standard output.
  @discardableResult
  package static func run(_ program: String, _ arguments: [String]) throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/\(program)")
    process.arguments = ["-v", "error"] + arguments
    let (output, errors) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, errors)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let bytes = [UInt8](output.fileHandleForReading.readDataToEndOfFile())
    let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(program) \(arguments): \(said)")
    return bytes
  }

  /// Returns all frames of a file as raw video of a pixel format.
  package static func frames(of path: String, as format: String, decoder: String? = nil, filter: String? = nil) throws
    -> [UInt8]
  {
    let choice = decoder.map { ["-c:v", $0] } ?? []
    let filters = filter.map { ["-vf", $0] } ?? []
    return try run(
      "ffmpeg",
      choice + ["-i", path] + filters + ["-f", "rawvideo", "-pix_fmt", format, "-fps_mode", "passthrough", "-"])
  }

  /// Writes a copy of a QuickTime file whose pictures are to be turned clockwise by quarters, as from a telephone: into
  /// the head of the track (ISO/IEC 14496-12, 8.3.2), as releases of FFmpeg are told of it by different options.
  package static func turned(_ path: String, to target: String, degrees: Int) throws {
    try run("ffmpeg", ["-i", path, "-map", "0:v", "-c", "copy", target])
    var bytes = try Data(contentsOf: URL(filePath: target))
    let size = try stream(target, "width,height")
    let (width, height) = (
      try #require(size["width"].flatMap(Int.init)), try #require(size["height"].flatMap(Int.init))
    )
    // Rows of a, b, u; c, d, v; x, y, w, in 16.16 bits but for the last of each.
    let matrix: [Int] =
      switch degrees {
      case 90: [0, 1, 0, -1, 0, 0, height, 0]
      case 180: [-1, 0, 0, 0, -1, 0, width, height]
      default: [0, -1, 0, 1, 0, 0, 0, width]
      }
    let head = try #require(bytes.range(of: Data("tkhd".utf8)))
    for (index, entry) in matrix.enumerated() {
      let start = head.lowerBound + 44 + 4 * index
      let value = withUnsafeBytes(of: UInt32(truncatingIfNeeded: entry << 16).bigEndian) { Data($0) }
      bytes.replaceSubrange(start..<start + 4, with: value)
    }
    try bytes.write(to: URL(filePath: target))
  }

  /// Returns fields of the first stream of a kind, as `ffprobe` names them.
  package static func stream(_ path: String, _ fields: String, kind: String = "v:0") throws -> [String: String] {
    let text = String(
      decoding: try run(
        "ffprobe",
        ["-select_streams", kind, "-show_entries", "stream=\(fields):stream_tags", "-of", "default=nw=1", path]),
      as: UTF8.self)
    var values: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
      if parts.count == 2 { values[parts[0]] = parts[1] }
    }
    return values
  }

  /// Returns each picture packet's times of showing and decoding, in the file's unit, and whether it is a key.
  package static func packets(of path: String) throws -> [(shown: Int, decoded: Int, isKey: Bool)] {
    let text = String(
      decoding: try run(
        "ffprobe", ["-select_streams", "v:0", "-show_entries", "packet=pts,dts,flags", "-of", "csv=p=0", path]),
      as: UTF8.self)
    return try text.split(separator: "\n").map { line in
      let parts = line.split(separator: ",")
      return (try #require(Int(parts[0])), try #require(Int(parts[1])), parts[2].hasPrefix("K"))
    }
  }
}
