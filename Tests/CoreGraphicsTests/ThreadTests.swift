// Threads that are waited for: what they hold is gone when the wait is over.
import Foundation
import Synchronization
import Testing

@testable import CoreGraphics

@Suite struct ThreadTests {
  private final class Held: Sendable {
    let isGone: Flag
    init(_ isGone: Flag) { self.isGone = isGone }
    deinit {
      // Time for whoever does not wait.
      usleep(2000)
      isGone.set()
    }
  }

  @Test("R-A1: a thread has let go of all when it is over", arguments: [true, false])
  func letsGo(byLettingGo: Bool) throws {
    for _ in 0..<50 {
      let isGone = Flag()
      // The closure has the only reference.
      var thread: JoinedThread? = try makeThread(Held(isGone))
      if byLettingGo { thread = nil } else { thread?.join() }
      #expect(isGone.isSet)
    }
  }

  private func makeThread(_ held: Held) throws -> JoinedThread {
    try JoinedThread(name: "test") { withExtendedLifetime(held) {} }
  }

  @Test("Any thread may wait, and more than once")
  func joining() throws {
    let done = Flag()
    let thread = try JoinedThread(name: "a name of more than 15 bytes") {
      usleep(5000)
      done.set()
    }
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      thread.join()
      #expect(done.isSet)
    }
    thread.join()
    #expect(!thread.isCurrent)
  }

  @Test("A thread that the system does not give is an error: a stack larger than all memory")
  func refused() {
    #expect(throws: JoinedThread.Refused.self) { try JoinedThread(name: "large", stackSize: 1 << 46) {} }
  }
}

/// A flag that several hold.
private final class Flag: Sendable {
  private let flag = Mutex(false)
  var isSet: Bool { flag.withLock { $0 } }
  func set() { flag.withLock { $0 = true } }
}
