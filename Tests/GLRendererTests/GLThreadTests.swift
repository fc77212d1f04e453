// The thread that runs closures for others: results, errors, captures, nesting, many callers at once.

import Testing

@testable import GLRenderer

@Suite struct GLThreadTests {
  private struct Refusal: Error, Equatable {
    let reason: Int
  }

  private final class Counter {
    var value = 0
  }

  private struct Token: ~Copyable {
    let value: Int
  }

  @Test func returnsAndThrowsWhatTheBodyDoes() throws {
    let thread = try GLThread()
    #expect(thread.run { 42 } == 42)
    #expect(throws: Refusal(reason: 3)) {
      try thread.run { () throws(Refusal) in throw Refusal(reason: 3) }
    }
    let token = thread.run { Token(value: 7) }
    #expect(token.value == 7)
  }

  @Test func runsOnItsOwnThreadAndNests() throws {
    let thread = try GLThread()
    #expect(!thread.isCurrent)
    let nested = thread.run { thread.run { thread.isCurrent } }
    #expect(nested)
  }

  @Test @MainActor func takesBodiesThatCaptureWhatIsNotSendable() throws {
    let thread = try GLThread()
    let counter = Counter()
    thread.run { counter.value += 1 }
    #expect(counter.value == 1)
  }

  @Test func callersTakeTurns() async throws {
    let thread = try GLThread()
    let counter = Unguarded()
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<1000 { thread.run { counter.value += 1 } }
        }
      }
    }
    #expect(counter.value == 8000)
  }
}

/// A number without a lock, changed on the GL thread only: what the turns protect.
private final class Unguarded: @unchecked Sendable {
  var value = 0
}
