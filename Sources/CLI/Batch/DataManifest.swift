// What became of each row of `--data`, for programs: a line of JSON each.
import Foundation

/// The manifest's file, or standard output.
struct DataManifest {
  /// How a row ended.
  enum Status: String, Encodable { case done, checked, failed }

  /// A row.
  struct Line: Encodable {
    /// The row's number, from 1.
    let row: Int
    /// The line of the file that it begins in, from 1.
    let line: Int
    let output: String?
    let status: Status
    let frames: Int?
    /// From reading the row to the whole output.
    let seconds: Double?
    let error: String?
  }

  private let path: String?
  private let file: FileHandle?
  private let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()

  /// - Parameter path: nil for standard output.
  init(path: String?) throws {
    self.path = path
    guard let path else {
      file = nil
      return
    }
    // It is written as rows end, so that it tells how far a run came that was ended from outside.
    guard FileManager.default.createFile(atPath: path, contents: nil), let opened = FileHandle(forWritingAtPath: path)
    else { throw UnwritableManifest(path: path) }
    file = opened
  }

  /// Adds a line.
  func write(_ line: Line) throws {
    let text = String(decoding: try encoder.encode(line), as: UTF8.self)
    guard let file, let path else {
      try StandardOutput.write(text)
      return
    }
    do {
      try file.write(contentsOf: Data((text + "\n").utf8))
    } catch {
      throw UnwritableManifest(path: path)
    }
  }
}

/// The manifest cannot be written.
struct UnwritableManifest: ExitStatusError, CustomStringConvertible {
  let path: String
  var exitStatus: ExitStatus { .cannotWrite }
  var description: String { "\(path): the manifest cannot be written" }
}
