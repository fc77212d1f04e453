// The exit statuses of the command, and the one place that turns an error into a status and a message. The numbers are
// those of sysexits.h, so that a script can tell a bad file from a full disk without reading messages.
import ArgumentParser
import Foundation

/// What the process reports to its caller when it ends.
enum ExitStatus: Int32, CaseIterable {
  /// Done.
  case success = 0
  /// `compare` and `replay`: the pictures differ; as `cmp` and `diff` say it.
  case different = 1
  /// The command line is wrong (EX_USAGE).
  case usage = 64
  /// The input is malformed (EX_DATAERR).
  case malformedInput = 65
  /// There is no such input (EX_NOINPUT).
  case noInput = 66
  /// No EGL display is usable (EX_UNAVAILABLE).
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
  /// Ends the process because `command` threw `error`.
  ///
  /// Mistakes in the command line and requests for help are ArgumentParser's to explain: it knows the usage line. All
  /// others are printed to standard error as `multiplane: error: what, where, what was expected`.
  static func exit(after error: any Error) -> Never {
    var error = error
    if !(error is any ExitStatusError) {
      switch MultiplaneCommand.exitCode(for: error) {
      case .success:
        do {
          try StandardOutput.write(MultiplaneCommand.fullMessage(for: error))
          end(success.rawValue)
        } catch let failure {
          error = failure
        }
      case .validationFailure:
        StandardError.write(lines: usageMessage(error))
        end(usage.rawValue)
      default: break
      }
    }
    switch of(error) {
    // Nobody is told that nobody listens.
    case .brokenPipe: break
    // An answer, and no error.
    case .different: if !"\(error)".isEmpty { StandardError.write("multiplane: \(error)") }
    default: StandardError.write("multiplane: error: \(error)")
    }
    end(of(error).rawValue)
  }

  /// What is wrong with the command line, and the usage. It repeats arguments, of which none makes a line of its own.
  private static func usageMessage(_ error: any Error) -> String {
    var message = MultiplaneCommand.fullMessage(for: error)
    for argument in CommandArguments.all where argument.contains("\n") {
      message = message.replacing(argument, with: argument.shown(.none))
    }
    return message
  }

  /// Ends at once: another thread may be opening OpenGL, beside which the libraries' own clearing up would free what it
  /// uses.
  private static func end(_ status: Int32) -> Never {
    fflush(nil)
    _exit(status)
  }

  /// The status that a run which threw `error` ends with.
  static func of(_ error: any Error) -> ExitStatus {
    (error as? any ExitStatusError)?.exitStatus ?? .internalError
  }
}
