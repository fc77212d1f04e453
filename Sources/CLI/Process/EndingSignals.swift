// The ends of the command from outside: signals, --max-time, and the end of its reader or its parent. Unfinished output
// is removed first.
//
// Signals are blocked in all threads, as handlers are very restricted, and one thread waits for them and for
// --max-time. It needs neither the main thread nor the renderer, so that it also ends a command that hangs. A thread
// each waits for the reader and the parent; the kernel reports their end by a descriptor, even if they were killed.
//
// Tested by EndingTests, ExitStatusTests and EndOfOthersTests.
import CArguments
import CoreGraphics
import Foundation
import ImageFiles
import Synchronization

/// The signals from outside that ask the process to end.
enum EndingSignals {
  /// Signals that end a process by default, except crashes, SIGKILL, and those that `watch()` makes errors of writing.
  private static let names: [(number: CInt, name: String)] = [
    (SIGHUP, "SIGHUP"), (SIGINT, "SIGINT"), (SIGQUIT, "SIGQUIT"), (SIGTERM, "SIGTERM"), (SIGALRM, "SIGALRM"),
    (SIGXCPU, "SIGXCPU"), (SIGUSR1, "SIGUSR1"), (SIGUSR2, "SIGUSR2"),
  ]

  /// The signals by which Swift halts other threads to report a crash, with its own handlers. They are not blocked;
  /// before a crash, a handler sends each on as a blocked signal.
  private static let handedOn: [CInt] = [SIGUSR1, SIGUSR2]

  /// Returns the blocked signal for another one.
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

  /// The signal that makes the thread read ``limit``.
  private static let limitSet = __libc_current_sigrtmin() + 2

  /// Whether the thread is running.
  private static let isWatched = Mutex(false)

  /// The time at which the process is ended, and the limit in seconds; nil for none.
  private static let limit = Mutex<(end: ContinuousClock.Instant, seconds: Double)?>(nil)

  /// Ends the process as by a signal, with ``ExitStatus/temporaryFailure``, after a number of seconds of wall-clock
  /// time, even inside a library or the file system.
  static func endAfter(_ seconds: Double) {
    guard isWatched.withLock({ $0 }) else { return }
    limit.withLock { $0 = (ContinuousClock.now + .seconds(seconds), seconds) }
    kill(getpid(), limitSet)
  }

  /// Reports the end to a program that reads the progress.
  private static let program = Mutex<(@Sendable (FailureReport) -> Void)?>(nil)

  /// Calls `tell` before a signal ends the process. It must not wait.
  static func beforeEnding(_ tell: @escaping @Sendable (FailureReport) -> Void) { program.withLock { $0 = tell } }

  /// Watches until the process ends. No other thread may exist yet: threads inherit the blocked signals.
  static func watch() {
    // Writing to a missing reader, or beyond the user's limit for files, is then an error of `write`.
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
      // Without the thread, signals keep their default effect.
      pthread_sigmask(SIG_SETMASK, &before, nil)
      return
    }
    isWatched.withLock { $0 = true }
    // The parent may have blocked these signals.
    var unblocked = sigset_t()
    sigemptyset(&unblocked)
    for number in handedOn {
      signal(number) { _ = kill(getpid(), EndingSignals.standIn($0)) }
      sigaddset(&unblocked, number)
    }
    pthread_sigmask(SIG_UNBLOCK, &unblocked, nil)
  }

  /// Whether the process ignores a signal: `nohup` ignores SIGHUP. (Scripts' background jobs ignore SIGINT, but it is
  /// sent to them only on purpose.)
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
    end(FailureReport(CommandError.outOfTime(seconds)), ExitStatus.temporaryFailure.rawValue)
  }

  private static func end(_ report: FailureReport, _ status: Int32) -> Never {
    UnfinishedOutputs.discardAll {
      StandardError.writeLastWords("multiplane: error: \(report.message)")
      if let tell = program.withLock({ $0 }) { tell(report) }
      _exit(status)
    }
  }
}

extension CommandError {
  /// Returns the error of exceeding `--max-time`.
  static func outOfTime(_ seconds: Double) -> CommandError {
    CommandError(.temporaryFailure, String(format: "not done within the %g seconds of --max-time", seconds))
  }
}

extension timespec {
  fileprivate init(_ duration: Duration) {
    self.init()
    let (seconds, rest) = duration.components
    (tv_sec, tv_nsec) = (time_t(seconds), Int(rest / 1_000_000_000))
  }
}

/// Ends the command together with its reader or its parent.
enum EndOfOthers {
  /// The environment variable for a descriptor whose other end the parent has: a pipe's reading end, or a socket.
  static let variable = "MULTIPLANE_PARENT_FD"

  /// Ends the command when the parent closes the other end of the descriptor in ``variable``, if set. Removes the
  /// variable, so that child processes do not inherit it. Throws ``CommandError`` for an invalid descriptor.
  static func followParent() throws {
    guard let value = ProcessInfo.processInfo.environment[variable] else { return }
    unsetenv(variable)
    var status = stat()
    guard let descriptor = CInt(value), descriptor >= 0, fstat(descriptor, &status) == 0,
      [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
    else {
      throw CommandError(
        .usage,
        "\(variable)='\(value)': expected the number of an open pipe or socket, whose other end is closed when the "
          + "command is to end")
    }
    if descriptor > STDERR_FILENO { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    Thread.detachNewThread {
      var byte: UInt8 = 0
      // Bytes before the end have no meaning.
      while true {
        let count = read(descriptor, &byte, 1)
        if count < 0, errno == EAGAIN { wait(descriptor, POLLIN) }
        if count == 0 || count < 0 && errno != EINTR && errno != EAGAIN { end() }
      }
    }
  }

  /// Ends the command when its standard output loses its reader: for commands without another output.
  static func followReader() {
    Thread.detachNewThread {
      // Without requested events, `poll` reports only the end of the reader.
      if wait(STDOUT_FILENO, 0) & Int16(POLLERR | POLLHUP) != 0 { end() }
    }
  }

  static func end() -> Never { UnfinishedOutputs.discardAll { _exit(ExitStatus.brokenPipe.rawValue) } }

  /// Waits for an event of a descriptor, and returns it.
  @discardableResult
  private static func wait(_ descriptor: CInt, _ events: CInt) -> Int16 {
    var watched = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    while poll(&watched, 1, -1) < 0, errno == EINTR {}
    return watched.revents
  }
}

/// The arguments after the program's name, also without /proc, which `CommandLine` reads.
enum CommandArguments {
  static var all: [String] {
    (0..<arguments_count()).dropFirst().map { String(cString: arguments_at($0)) }
  }
}
