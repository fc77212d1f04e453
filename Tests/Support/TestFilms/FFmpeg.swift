// The ffmpeg program, where it is installed: a decoder that shares nothing with this package.

import Foundation
import Testing

package enum FFmpeg {
  /// Whether the programs are there.
  package static let isInstalled = ["ffmpeg", "ffprobe"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
  }

  /// What a program prints on standard output.
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

  /// All frames of a file as raw video of a pixel format.
  package static func frames(of path: String, as format: String, decoder: String? = nil, filter: String? = nil) throws
    -> [UInt8]
  {
    let choice = decoder.map { ["-c:v", $0] } ?? []
    let filters = filter.map { ["-vf", $0] } ?? []
    return try run(
      "ffmpeg",
      choice + ["-i", path] + filters + ["-f", "rawvideo", "-pix_fmt", format, "-fps_mode", "passthrough", "-"])
  }

  /// Fields of the first stream of a kind, as `ffprobe` names them.
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

  /// When the packets of pictures are shown and decoded, in the file's unit of time, and whether decoding may begin
  /// there.
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
