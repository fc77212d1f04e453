// What became of each row of `--data`, for programs: a line of JSON each.
import Foundation
import ImageFiles

/// The manifest's file, or standard output.
struct DataManifest {
  /// The outcome of a row.
  enum Status: String, Encodable { case done, checked, failed }

  /// A row.
  struct Line: JSONLine {
    private let kind = "row"
    /// The row's number, from 1.
    let row: Int
    /// The line of the file that it begins in, from 1.
    let line: Int
    let output: String?
    /// The size of the output, if the row has several outputs.
    let size: String?
    let status: Status
    let frames: Int?
    /// From reading the row to the whole output.
    let seconds: Double?
    let error: String?
  }

  private let file: UnfinishedFile?
  /// Takes lines of progress, of which the rows' are some.
  private let progress: (@Sendable (String) -> Void)?

  /// - Parameters:
  ///   - path: nil for standard output.
  ///   - progress: takes the lines, too; nil where no program reads them.
  init(path: String?, progress: (@Sendable (String) -> Void)?) throws {
    self.progress = progress
    guard let path else {
      file = nil
      return
    }
    // It has its name at once, and grows as rows end, so that it tells how far a run came that was ended from outside.
    let file = try UnfinishedFile(for: path)
    try file.publish(keepsOpen: true)
    self.file = file
  }

  /// Adds a line.
  func write(_ line: Line) throws {
    let text = line.text
    progress?(text + "\n")
    if let file {
      try file.write(Array((text + "\n").utf8))
    } else if progress == nil {
      try StandardOutput.write(text)
    }
  }
}
