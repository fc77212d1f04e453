// Server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html): what pages are told without
// asking.

import FlyingSocks
import Foundation

/// The pages that listen.
@MainActor
final class EventStreams {
  private var listeners: [Int: AsyncStream<[UInt8]>.Continuation] = [:]
  private var count = 0

  /// Tells all pages.
  func send(_ name: String, _ data: String) {
    let bytes = Array("event: \(name)\ndata: \(data)\n\n".utf8)
    for listener in listeners.values { listener.yield(bytes) }
  }

  /// What one page is told, from now on.
  func listen() -> EventBytes {
    count += 1
    let number = count
    let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self, bufferingPolicy: .bufferingNewest(64))
    continuation.yield(Array(": listening\n\n".utf8))
    // A page that went is noticed when something is written to it.
    let pulse = Task {
      while !Task.isCancelled {
        try? await Task.sleep(for: .seconds(5))
        continuation.yield(Array(":\n\n".utf8))
      }
    }
    continuation.onTermination = { _ in
      pulse.cancel()
      Task { @MainActor in self.listeners[number] = nil }
    }
    listeners[number] = continuation
    return EventBytes(stream: stream)
  }
}

/// The bytes of a stream of events, as the server takes a body of no known length.
struct EventBytes: AsyncBufferedSequence {
  typealias Element = UInt8
  let stream: AsyncStream<[UInt8]>

  func makeAsyncIterator() -> Iterator { Iterator(iterator: stream.makeAsyncIterator()) }

  struct Iterator: AsyncBufferedIteratorProtocol {
    var iterator: AsyncStream<[UInt8]>.Iterator
    private var rest: ArraySlice<UInt8> = []

    init(iterator: AsyncStream<[UInt8]>.Iterator) { self.iterator = iterator }

    mutating func next() async -> UInt8? { await nextBuffer(suggested: 1)?.first }

    mutating func nextBuffer(suggested count: Int) async -> [UInt8]? {
      if rest.isEmpty {
        guard let bytes = await iterator.next(isolation: #isolation) else { return nil }
        rest = bytes[...]
      }
      defer { rest = rest.dropFirst(count) }
      return Array(rest.prefix(count))
    }
  }
}
