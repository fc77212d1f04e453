// The run loop of the main thread, as far as it may be asked for: CFRunLoop takes descriptors of the system when it is
// first touched, and traps where the process may have no more of them.
import Foundation
import Synchronization

enum MainRunLoop {
  private static let isThere = Mutex(false)

  /// The run loop of the main thread; nil where it cannot be made now.
  static var ifAvailable: RunLoop? {
    let isAvailable = isThere.withLock { isThere in
      if !isThere { isThere = hasRoom }
      return isThere
    }
    return isAvailable ? .main : nil
  }

  /// Whether there are descriptors for one: an eventfd, and of a mode a timerfd and an epoll set, as of Swift 6.3. Two
  /// pipes are four.
  private static var hasRoom: Bool {
    var pipes: [CInt] = [-1, -1, -1, -1]
    let isMade = pipes.withUnsafeMutableBufferPointer { ends in
      guard let first = ends.baseAddress else { return false }
      return pipe(first) == 0 && pipe(first + 2) == 0
    }
    for end in pipes where end >= 0 { close(end) }
    return isMade
  }
}
