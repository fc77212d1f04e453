// Signals that end the command: whatever it has begun to write is removed first, and the exit status is 128 and the
// signal's number, as shells write it.
//
// No handler does it, which could do next to nothing: the signals are blocked in all threads, and one thread waits
// for them, and for the end of `--max-time`. It needs neither the main thread's nor the renderer's help, so that also a
// command that hangs is ended at once.
//
// Tested by EndingTests and ExitStatusTests.
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

  /// Returns the signal as which another one is handed on.
  private static func standIn(_ number: CInt) -> CInt { __libc_current_sigrtmin() + (number == SIGUSR1 ? 0 : 1) }

  private static let awaited: sigset_t = {
    var awaited = sigset_t()
    sigemptyset(&awaited)
    for (number, _) in names where !isDetached(number) {
      sigaddset(&awaited, handedOn.contains(number) ? standIn(number) : number)
    }
    sigaddset(&awaited, limitSet)
    return awaited
  }()

  /// Has the thread look at ``limit``.
  private static let limitSet = __libc_current_sigrtmin() + 2

  /// Whether there is the thread.
  private static let isWatched = Mutex(false)

  /// The time at which the process is ended, and the limit in seconds; nil without a limit.
  private static let limit = Mutex<(end: ContinuousClock.Instant, seconds: Double)?>(nil)

  /// Ends the process as a signal does, with ``ExitStatus/temporaryFailure``, when it is still at work after so many
  /// seconds of the clock on the wall. Whatever holds it up, be it a library or the file system, is ended.
  static func endAfter(_ seconds: Double) {
    guard isWatched.withLock({ $0 }) else { return }
    limit.withLock { $0 = (ContinuousClock.now + .seconds(seconds), seconds) }
    kill(getpid(), limitSet)
  }

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
    isWatched.withLock { $0 = true }
    // The process that started this one may have blocked them.
    var unblocked = sigset_t()
    sigemptyset(&unblocked)
    for number in handedOn {
      signal(number) { _ = kill(getpid(), EndingSignals.standIn($0)) }
      sigaddset(&unblocked, number)
    }
    pthread_sigmask(SIG_UNBLOCK, &unblocked, nil)
  }

  /// Whether the process was started to outlive a signal: `nohup` has SIGHUP ignored. (SIGINT is ignored in the
  /// background jobs of scripts, where nobody sends it but on purpose.)
  private static func isDetached(_ number: CInt) -> Bool {
    var action = sigaction()
    guard number == SIGHUP, sigaction(number, nil, &action) == 0 else { return false }
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  private static func wait() -> Never {
    var awaited = awaited
    while true {
      let limit = limit.withLock { $0 }
      var number: CInt = 0
      if let limit {
        var left = timespec(max(limit.end - .now, .zero))
        number = sigtimedwait(&awaited, nil, &left)
        if number < 0, errno == EAGAIN { end(afterSeconds: limit.seconds) }
      } else {
        number = sigwaitinfo(&awaited, nil)
      }
      if number > 0, number != limitSet { end(by: number) }
    }
  }

  private static func end(by number: CInt) -> Never {
    let number = handedOn.first { standIn($0) == number } ?? number
    let name = names.first { $0.number == number }?.name ?? "signal \(number)"
    end(FailureReport(signal: number, name: name), ExitStatus.signalled(number))
  }

  private static func end(afterSeconds seconds: Double) -> Never {
    end(FailureReport(OutOfTime(seconds: seconds)), ExitStatus.temporaryFailure.rawValue)
  }

  private static func end(_ report: FailureReport, _ status: Int32) -> Never {
    UnfinishedOutputs.discardAll {
      StandardError.writeLastWords("multiplane: error: \(report.message)")
      if let tell = program.withLock({ $0 }) { tell(report) }
      _exit(status)
    }
  }
}

/// The command was not done within `--max-time`.
struct OutOfTime: ExitStatusError, CustomStringConvertible {
  let seconds: Double
  var exitStatus: ExitStatus { .temporaryFailure }
  var description: String {
    String(format: "not done within the %g seconds of --max-time", seconds)
  }
}

extension timespec {
  fileprivate init(_ duration: Duration) {
    self.init()
    let (seconds, rest) = duration.components
    (tv_sec, tv_nsec) = (time_t(seconds), Int(rest / 1_000_000_000))
  }
}
