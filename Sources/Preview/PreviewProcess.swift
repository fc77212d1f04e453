// The process of this program that draws for a preview, from outside and from within. Two pipes carry messages: the
// length of the JSON in four bytes of this machine, the JSON, and an answer's body.
//
//   PreviewServer --PreviewDrawing-- PreviewQuestion --> PreviewWorker -- PreviewSession
//                               <--- PreviewMessage ---

import Foundation
import ImageFiles

/// A child process that draws, with its two pipes.
final class PreviewProcess: @unchecked Sendable {
  // Unchecked Sendable: the properties are set once, and any thread may use them.
  private let process = Process()
  private let (questions, answers) = (Pipe(), Pipe())
  private let output: PreviewOutput

  /// The capacity of a pipe in bytes: Linux's most for unprivileged processes.
  private static let capacity: CInt = 1 << 20
  /// fcntl's F_SETPIPE_SZ, which Glibc's module does not have.
  private static let setCapacity: CInt = 1031

  /// - Parameters:
  ///   - told: called on the reading thread with each message, and the bytes after it.
  ///   - ended: called on that thread at the end, with the cause: "was ended by SIGILL".
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

  /// The cause of the process's end, for a message.
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

/// A session for another process: it answers the questions from its standard input, and ends with it.
@MainActor
package final class PreviewWorker {
  private let session: PreviewSession
  private let output = PreviewOutput(STDOUT_FILENO)

  package init(_ session: PreviewSession) {
    self.session = session
    session.tell = { [output] in output.write($0) }
    session.events.relay = { [output] in output.write(PreviewMessage.event(name: $0, data: $1)) }
  }

  /// Reads the scene, follows its files and answers, until the process ends.
  package func begin() {
    let (session, output) = (session, output)
    Thread.detachNewThread {
      let input = PreviewInput(descriptor: STDIN_FILENO)
      while let question = input.next(PreviewQuestion.self) {
        Task.detached { await Self.answer(question, by: session, output) }
      }
      // The other process is gone.
      UnfinishedOutputs.discardAll { _exit(0) }
    }
    session.begin()
    Task.detached { await session.follow() }
  }

  private nonisolated static func answer(
    _ question: PreviewQuestion, by session: PreviewSession, _ output: PreviewOutput
  ) async {
    guard question.number > 0 else {
      // On the layers' thread, so that earlier work there has ended before the answer.
      await MainActor.run {}
      return output.write(PreviewMessage.answer(number: 0, status: 200, headers: [], count: 0))
    }
    let query = question.query.map { (name: $0[0], value: $0[1]) }
    let response = await session.answer(question.name, query)
    guard case .bytes(let body) = response.body else { return }
    let headers = response.headers.map { [$0.name, $0.value] }
    output.write(
      PreviewMessage.answer(number: question.number, status: response.status, headers: headers, count: body.count),
      body)
  }
}

/// A page's question. Number 0 is not a page's but asks for a sign of life.
struct PreviewQuestion: Codable, Sendable {
  let number: Int
  var name = ""
  var query: [[String]] = []
}

enum PreviewMessage: Codable, Sendable {
  /// The answer to a question; `count` bytes follow the message.
  case answer(number: Int, status: Int, headers: [[String]], count: Int)
  case event(name: String, data: String)
  case reading
  /// The files that it was read from.
  case files([String])
}

struct PreviewInput: Sendable {
  let descriptor: CInt

  /// Returns the next message; nil at the end.
  func next<Message: Decodable>(_ type: Message.Type = Message.self) -> Message? {
    var length: UInt32 = 0
    guard withUnsafeMutableBytes(of: &length, { read(into: $0) }), let json = memory(Int(length)) else { return nil }
    return try? JSONDecoder().decode(type, from: json.data)
  }

  /// Returns the next `count` bytes, or nil if the pipe ends before.
  func memory(_ count: Int) -> SentMemory? {
    guard let memory = SentMemory(count: count), read(into: memory.bytes) else { return nil }
    return memory
  }

  private func read(into bytes: UnsafeMutableRawBufferPointer) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.read(descriptor, rest.baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = UnsafeMutableRawBufferPointer(rebasing: rest[count...])
    }
    return true
  }
}

/// The writing end of a pipe of messages. A queue writes whole messages in order, so that callers do not wait. Errors
/// are ignored: the pipe's owner notices the end of its reader.
final class PreviewOutput: Sendable {
  private let descriptor: CInt
  private let queue = DispatchQueue(label: "preview")

  init(_ descriptor: CInt) { self.descriptor = descriptor }

  func write(_ message: some Encodable & Sendable, _ body: Data = Data()) {
    queue.async { [descriptor] in
      guard let json = try? JSONEncoder().encode(message) else { return }
      let head = withUnsafeBytes(of: UInt32(json.count)) { Data($0) } + json
      for bytes in [head, body] {
        guard bytes.withUnsafeBytes({ UnfinishedFile.writeAll($0, to: descriptor) }) == 0 else { return }
      }
    }
  }
}

/// Uninitialised memory that one thread fills and another one takes over, as copying a frame's megabytes takes time.
final class SentMemory: @unchecked Sendable {
  // Unchecked Sendable: one thread uses it at a time.
  private var start: UnsafeMutableRawPointer?
  let count: Int

  /// Allocates memory; nil if that fails.
  init?(count: Int) {
    guard let start = malloc(max(count, 1)) else { return nil }
    (self.start, self.count) = (start, count)
  }

  deinit { free(start) }

  var bytes: UnsafeMutableRawBufferPointer { UnsafeMutableRawBufferPointer(start: start, count: count) }

  var data: Data { Data(bytes) }

  /// Returns the memory for the caller to free; nil if it is taken already.
  func take() -> UnsafeMutableRawPointer? {
    defer { start = nil }
    return start
  }
}
