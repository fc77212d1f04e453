// Server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html): what pages are told without
// asking.

import Foundation

/// The pages that listen.
@MainActor
final class EventStreams {
  private var streams: [EventStream] = []
  /// Receives all events that pages receive.
  var relay: (_ name: String, _ data: String) -> Void = { _, _ in }

  /// Tells all pages.
  func send(_ name: String, _ data: String) {
    relay(name, data)
    streams.removeAll(where: \.hasEnded)
    for stream in streams { stream.add("event: \(name)\ndata: \(data)\n\n") }
  }

  /// Returns a stream of the events for one page, from now on.
  func listen() -> EventStream {
    let stream = EventStream()
    stream.add(": listening\n\n")
    streams.append(stream)
    return stream
  }

  /// Whether a page listens.
  var hasListeners: Bool { streams.contains { !$0.hasEnded } }
}

/// The events for one page: the main thread writes them, and the thread of the page's connection reads them.
final class EventStream: @unchecked Sendable {
  /// The condition that guards the properties below.
  private let condition = NSCondition()
  private var pending: [UInt8] = []
  private var isOver = false
  /// A page that takes nothing in is given up, rather than written for without end. In bytes.
  private static let mostPending = 64 << 10
  /// Seconds of silence after which something is sent all the same: a page that went is noticed when it is written to.
  private let pulse: Double

  init(pulse: Double = 5) { self.pulse = pulse }

  var hasEnded: Bool { condition.withLock { isOver } }

  func add(_ text: String) {
    condition.withLock {
      pending += Array(text.utf8)
      if pending.count > Self.mostPending { isOver = true }
      condition.signal()
    }
  }

  func end() {
    condition.withLock {
      isOver = true
      condition.signal()
    }
  }

  /// Waits for the next events of the page, and copies as much of them as there is room for.
  ///
  /// - Returns: the number of bytes; nil at the end.
  func next(into bytes: UnsafeMutableRawBufferPointer) -> Int? {
    condition.withLock {
      let deadline = Date(timeIntervalSinceNow: pulse)
      while pending.isEmpty, !isOver {
        if !condition.wait(until: deadline) { pending = Array(":\n\n".utf8) }
      }
      guard !isOver else { return nil }
      let count = min(pending.count, bytes.count)
      bytes.copyBytes(from: pending.prefix(count))
      pending.removeFirst(count)
      return count
    }
  }
}
