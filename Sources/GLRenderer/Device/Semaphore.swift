// A POSIX semaphore. Not Dispatch's: the thread sanitizer knows this one, and so sees what the GL thread hands over.

import Glibc

/// A counting semaphore within this process.
struct Semaphore: ~Copyable, @unchecked Sendable {
  // sem_t may not move while in use, so it has an allocation of its own. All access goes through the functions below,
  // which POSIX allows from any thread.
  private let storage: UnsafeMutablePointer<sem_t>

  /// A semaphore that lets `value` waits through before the first signal.
  init(value: UInt32) {
    storage = .allocate(capacity: 1)
    storage.initialize(to: sem_t())
    let result = sem_init(storage, 0, value)
    precondition(result == 0, "sem_init fails only for a value above SEM_VALUE_MAX")
  }

  deinit {
    sem_destroy(storage)
    storage.deallocate()
  }

  /// Lets one wait through.
  borrowing func signal() {
    sem_post(storage)
  }

  /// Waits for a signal; a Unix signal delivered to this thread does not end the wait.
  borrowing func wait() {
    while sem_wait(storage) != 0 && errno == EINTR {}
  }
}
