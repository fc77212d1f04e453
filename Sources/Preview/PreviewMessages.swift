// What the process that serves a preview and the one that draws say to each other, over two pipes: of each message the
// length of its JSON, in four bytes of this machine, the JSON, and of an answer its body.
//
//   PreviewServer --PreviewDrawing-- PreviewQuestion --> PreviewWorker -- PreviewSession
//                               <--- PreviewMessage ---

import Foundation
import ImageFiles

/// A page's question. The number 0 is that of no page: whether somebody is there.
struct PreviewQuestion: Codable, Sendable {
  let number: Int
  var name = ""
  /// Names and values.
  var query: [[String]] = []
}

/// A message of the process that draws.
enum PreviewMessage: Codable, Sendable {
  /// The answer to a question; `count` bytes follow the message.
  case answer(number: Int, status: Int, headers: [[String]], count: Int)
  /// An event for all pages.
  case event(name: String, data: String)
  /// The scene is about to be read.
  case reading
  /// The files that it was read from.
  case files([String])
}

/// The reading end of a pipe of messages.
struct PreviewInput: Sendable {
  let descriptor: CInt

  /// The next message; nil at the end.
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

/// The writing end of a pipe of messages. Messages are written whole and in order, on a queue, so that a writer does
/// not wait. Errors are ignored: the owner of the pipe notices the end of its reader.
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

/// A block of uninitialised memory that one thread fills and another one takes over: a frame has megabytes, and each
/// copy costs its time.
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

  /// A copy.
  var data: Data { Data(bytes) }

  /// The memory, for one who frees it; nil where somebody has it already.
  func take() -> UnsafeMutableRawPointer? {
    defer { start = nil }
    return start
  }
}
