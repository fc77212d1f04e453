// A process of this program that draws for a preview.

import Foundation

/// A child process that draws, with its two pipes.
final class PreviewProcess: @unchecked Sendable {
  // Unchecked Sendable: the properties are set once, and any thread may use them.
  private let process = Process()
  private let (questions, answers) = (Pipe(), Pipe())
  private let output: PreviewOutput

  /// The capacity of a pipe in bytes: the most that Linux gives to unprivileged processes.
  private static let capacity: CInt = 1 << 20
  /// fcntl's F_SETPIPE_SZ, which Glibc's module leaves out.
  private static let setCapacity: CInt = 1031

  /// Begins the process.
  ///
  /// - Parameters:
  ///   - told: called by a thread of its own with each message, and the bytes behind it.
  ///   - ended: called by it at the end, with how the process ended: "was ended by SIGILL".
  init(
    _ arguments: [String], told: @escaping @Sendable (PreviewMessage, SentMemory?) -> Void,
    ended: @escaping @Sendable (PreviewProcess, String) -> Void
  ) throws {
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = arguments
    (process.standardInput, process.standardOutput) = (questions, answers)
    output = PreviewOutput(questions.fileHandleForWriting.fileDescriptor)
    _ = fcntl(answers.fileHandleForWriting.fileDescriptor, Self.setCapacity, Self.capacity)
    try process.run()
    Thread.detachNewThread { [self] in
      let input = PreviewInput(descriptor: answers.fileHandleForReading.fileDescriptor)
      while let message = input.next(PreviewMessage.self) {
        guard case .answer(_, _, _, let count) = message else {
          told(message, nil)
          continue
        }
        guard let body = input.memory(count) else { break }
        told(message, body)
      }
      process.waitUntilExit()
      ended(self, how)
    }
  }

  func ask(_ question: PreviewQuestion) { output.write(question) }

  func kill() { if process.isRunning { _ = Glibc.kill(process.processIdentifier, SIGKILL) } }

  /// The way the process ended, for a message.
  private var how: String {
    let status = process.terminationStatus
    guard process.terminationReason == .uncaughtSignal else { return "ended with the exit status \(status)" }
    let names = [
      SIGILL: "SIGILL", SIGTRAP: "SIGTRAP", SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE",
      SIGSEGV: "SIGSEGV", SIGKILL: "SIGKILL, as the system does it where memory is short",
    ]
    return "was ended by \(names[status] ?? "signal \(status)")"
  }
}
