// The exit statuses of the command. The numbers are those of sysexits.h, so that a script can tell a bad file from a
// full disk without reading messages.

/// The status that the process reports to its caller when it ends.
enum ExitStatus: Int32, CaseIterable {
  /// Done.
  case success = 0
  /// `compare`, `replay` and `verify`: the pictures differ, as `cmp` and `diff` say it; `bench --compare`: slower;
  /// `check`: something is wrong.
  case different = 1
  /// The command line is wrong (EX_USAGE).
  case usage = 64
  /// The input is malformed (EX_DATAERR).
  case malformedInput = 65
  /// There is no such input (EX_NOINPUT).
  case noInput = 66
  /// No EGL display is usable, or not the GPU or the encoder that is asked for (EX_UNAVAILABLE).
  case unavailable = 69
  /// Something that should not happen (EX_SOFTWARE).
  case internalError = 70
  /// The output cannot be written (EX_CANTCREAT).
  case cannotWrite = 73
  /// Out of memory, or the GL context was reset; running again may work (EX_TEMPFAIL).
  case temporaryFailure = 75
  /// Interrupted by SIGINT, as shells write it (128 + 2); other signals give 128 and their number, see `signalled`.
  case interrupted = 130
  /// Whoever reads standard output has gone (128 + SIGPIPE), as after `| head`.
  case brokenPipe = 141

  /// Whether what ended with a status may end otherwise another time.
  enum Retry: String, Encodable {
    /// The same command ends the same way.
    case never
    /// On another machine, or when there is room again.
    case elsewhere
  }

  /// Whether to try again.
  var retry: Retry {
    switch self {
    case .success, .different, .usage, .malformedInput, .noInput, .internalError, .brokenPipe: .never
    case .unavailable, .cannotWrite, .temporaryFailure, .interrupted: .elsewhere
    }
  }

  /// The status of a process that a signal ended.
  static func signalled(_ number: CInt) -> Int32 { 128 + number }
}

/// An error that knows which exit status it ends the process with.
///
/// Errors of the library modules gain it in `ErrorStatuses.swift`; an error without it ends with
/// `ExitStatus.internalError`.
protocol ExitStatusError: Error {
  var exitStatus: ExitStatus { get }
}

extension ExitStatus {
  /// The status that a run which threw `error` ends with.
  static func of(_ error: any Error) -> ExitStatus {
    (error as? any ExitStatusError)?.exitStatus ?? .internalError
  }
}
