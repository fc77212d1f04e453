// Work shared by threads, also where there are none to be had.

import Foundation
import Synchronization
import Testing

@testable import Compositor

@Suite struct WorkerThreadTests {
  /// A pool that asked for three threads and was given so many.
  private func pool(_ given: Int) -> WorkerThreads {
    var left = given
    return WorkerThreads(3) { body in
      guard left > 0 else { return false }
      left -= 1
      Thread(block: body).start()
      return true
    }
  }

  @Test("R-A5: without threads the caller does all, with some they help", arguments: [0, 1, 3])
  func allIsDone(given: Int) {
    let threads = pool(given)
    #expect(threads.count == given)
    for count in [0, 1, 4, 1000] {
      #expect(concurrentMap(Array(0..<count), on: threads) { $0 * $0 } == (0..<count).map { $0 * $0 })
    }
  }

  @Test func callsMayNestAndComeFromSeveralThreads() {
    let threads = pool(3)
    let sum = Atomic(0)
    let group = DispatchGroup()
    for _ in 0..<4 {
      group.enter()
      Thread {
        threads.perform(20) { outer in
          threads.perform(10) { _ in _ = sum.add(outer, ordering: .relaxed) }
        }
        group.leave()
      }.start()
    }
    group.wait()
    #expect(sum.load(ordering: .relaxed) == 4 * 10 * 190)
  }
}
