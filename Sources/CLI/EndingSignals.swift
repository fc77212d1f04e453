// Signals that end the command: whatever it has begun to write is removed first, and the exit status is 128 and the
// signal's number, as shells write it.
//
// No handler does it, which could do next to nothing: the signals are blocked in all threads, and one thread waits
// for them. It needs neither the main thread's nor the renderer's help, so that also a command that hangs is ended at
// once.
import CoreGraphics
import Foundation
import ImageFiles
import Synchronization

/// The signals from outside that ask the process to end.
enum EndingSignals {
  /// All whose default is to end the process, but for crashes, SIGKILL, and those that `watch()` makes errors of
  /// writing.
  private static let names: [(number: CInt, name: String)] = [
    (SIGHUP, "SIGHUP"), (SIGINT, "SIGINT"), (SIGQUIT, "SIGQUIT"), (SIGTERM, "SIGTERM"), (SIGALRM, "SIGALRM"),
    (SIGXCPU, "SIGXCPU"), (SIGUSR1, "SIGUSR1"), (SIGUSR2, "SIGUSR2"),
  ]

  /// Swift's report of a crash halts the other threads by these, with handlers of its own. So they are not blocked;
  /// until then, a handler hands each on as a signal that is.
  private static let handedOn: [CInt] = [SIGUSR1, SIGUSR2]

  /// The signal that stands for a handed-on one.
  private static func standIn(_ number: CInt) -> CInt { __libc_current_sigrtmin() + (number == SIGUSR1 ? 0 : 1) }

  private static let awaited: sigset_t = {
    var awaited = sigset_t()
    sigemptyset(&awaited)
    for (number, _) in names where !isDetached(number) {
      sigaddset(&awaited, handedOn.contains(number) ? standIn(number) : number)
    }
    return awaited
  }()

  /// Tells a program that reads the progress.
  private static let program = Mutex<(@Sendable (FailureReport) -> Void)?>(nil)

  /// Has `tell` called before a signal ends the process. It must not wait.
  static func beforeEnding(_ tell: @escaping @Sendable (FailureReport) -> Void) { program.withLock { $0 = tell } }

  /// Begins to watch, for the rest of the process's life. Threads must not have been made before: they inherit what is
  /// blocked.
  static func watch() {
    // A reader that has gone, and a file above the user's limit, are errors of `write`, told and cleaned up as others.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    var awaited = awaited
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, &awaited, &before)
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { _ in
        EndingSignals.wait()
      }, nil)
    guard status == 0 else {
      // Without the thread, signals do what they always did.
      pthread_sigmask(SIG_SETMASK, &before, nil)
      return
    }
    // The process that started this one may have blocked them.
    var unblocked = sigset_t()
    sigemptyset(&unblocked)
    for number in handedOn {
      signal(number) { _ = kill(getpid(), EndingSignals.standIn($0)) }
      sigaddset(&unblocked, number)
    }
    pthread_sigmask(SIG_UNBLOCK, &unblocked, nil)
  }

  /// Whether the process was told to outlive a signal: `nohup` has SIGHUP ignored. (SIGINT is ignored in the background
  /// jobs of scripts, where it is sent by nobody but who means it.)
  private static func isDetached(_ number: CInt) -> Bool {
    var action = sigaction()
    guard number == SIGHUP, sigaction(number, nil, &action) == 0 else { return false }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  private static func wait() -> Never {
    var awaited = awaited
    var number: CInt = 0
    while sigwait(&awaited, &number) != 0 {}
    if let original = handedOn.first(where: { standIn($0) == number }) { number = original }
    UnfinishedOutputs.discardAll {
      let name = names.first { $0.number == number }?.name ?? "signal \(number)"
      StandardError.writeLastWords("multiplane: error: ended by \(name)")
      if let tell = program.withLock({ $0 }) { tell(FailureReport(signal: number, name: name)) }
      _exit(ExitStatus.signalled(number))
    }
  }
}
