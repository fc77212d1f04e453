// Programs that a test runs to their end.

package import Foundation

extension Process {
  /// The end of a program.
  package struct Ended {
    package var status: Int32
    /// Whether it ended by itself, with status 0.
    package var hasSucceeded: Bool
    /// The text of standard output and error, together.
    package var text: String
  }

  /// Runs a program without input, in `folder` or else where the tests run, and waits for its end.
  package static func runToEnd(_ program: URL, _ arguments: [String], in folder: URL? = nil) throws -> Ended {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = folder }
    process.standardInput = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    let status = process.terminationStatus
    return Ended(status: status, hasSucceeded: process.terminationReason == .exit && status == 0, text: text)
  }
}
