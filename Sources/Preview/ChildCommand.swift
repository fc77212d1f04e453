// Other processes of this program that work for a preview without delaying frames: check, video.

import Foundation

/// A process of this program with other arguments, which ends when this process does.
final class ChildCommand: @unchecked Sendable {
  // Unchecked Sendable: any thread may ask the process to end.
  struct Ended: Sendable {
    let output: Data
    let errors: String
    let status: Int32
  }

  private let process = Process()
  let arguments: [String]
  /// The environment variable of a descriptor whose end ends a process of the program.
  let parentVariable: String

  init(_ arguments: [String], parentVariable: String) {
    (self.arguments, self.parentVariable) = (arguments, parentVariable)
  }

  /// Asks the process to end, which leaves no unfinished files.
  func end() { if process.isRunning { process.terminate() } }

  /// Runs the process to its end; nil if it cannot be started. `told` is called with each line of standard output.
  func run(told: @escaping @Sendable (Data) -> Void = { _ in }) async -> Ended? {
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = arguments
    // Standard input is a pipe whose other end closes with this process, which ends the other one.
    let (output, errors, held) = (Pipe(), Pipe(), Pipe())
    (process.standardInput, process.standardOutput, process.standardError) = (held, output, errors)
    process.environment = ProcessInfo.processInfo.environment.merging([parentVariable: "\(STDIN_FILENO)"]) { $1 }
    guard (try? process.run()) != nil else { return nil }
    defer { try? held.fileHandleForWriting.close() }
    setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(process.processIdentifier), 10)
    async let complaint = Self.read(errors.fileHandleForReading)
    let text = await Self.read(output.fileHandleForReading, told: told)
    let errorText = String(decoding: await complaint, as: UTF8.self)
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { [process] in
        process.waitUntilExit()
        continuation.resume()
      }
    }
    return Ended(output: text, errors: errorText, status: process.terminationStatus)
  }

  /// Reads a pipe to its end, and calls a function with each whole line.
  private static func read(_ file: FileHandle, told: @escaping @Sendable (Data) -> Void = { _ in }) async -> Data {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        var (all, lineStart) = (Data(), 0)
        while true {
          // The bytes so far: a FileHandle's `read` waits for all.
          let part = file.availableData
          if part.isEmpty { break }
          all += part
          while let end = all[lineStart...].firstIndex(of: UInt8(ascii: "\n")) {
            told(all[lineStart..<end])
            lineStart = end + 1
          }
        }
        continuation.resume(returning: all)
      }
    }
  }
}
