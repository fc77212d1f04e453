// The command's exit statuses, and the status of each error of the modules. The numbers are sysexits.h's, so that a
// script can tell a bad file from a full disk without reading messages.
import Compositor
import CoreGraphics
import Foundation
import ImageFiles
import Multiplane
import SceneFiles
import Video
import Workshop

/// The exit status of the process.
enum ExitStatus: Int32, CaseIterable {
  /// Success.
  case success = 0
  /// `compare`, `replay` and `verify`: the pictures differ; `bench --compare`: slower; `check`: something is wrong.
  case different = 1
  /// The command line is wrong (EX_USAGE).
  case usage = 64
  /// The input is malformed (EX_DATAERR).
  case malformedInput = 65
  /// The input does not exist (EX_NOINPUT).
  case noInput = 66
  /// No EGL display is usable, or the requested GPU or encoder is missing (EX_UNAVAILABLE).
  case unavailable = 69
  /// An internal error (EX_SOFTWARE).
  case internalError = 70
  /// The output cannot be written (EX_CANTCREAT).
  case cannotWrite = 73
  /// Out of memory, or the GL context was reset; running again may work (EX_TEMPFAIL).
  case temporaryFailure = 75
  /// Interrupted by SIGINT (128 + 2); other signals give 128 plus their number, see `signalled`.
  case interrupted = 130
  /// The reader of standard output has gone (128 + SIGPIPE), as after `| head`.
  case brokenPipe = 141

  /// The chance that the same command succeeds another time.
  enum Retry: String, Encodable {
    case never
    /// It may succeed on another machine, or once there is room.
    case elsewhere
  }

  var retry: Retry {
    switch self {
    case .success, .different, .usage, .malformedInput, .noInput, .internalError, .brokenPipe: .never
    case .unavailable, .cannotWrite, .temporaryFailure, .interrupted: .elsewhere
    }
  }

  /// Returns the status of a process that a signal ended.
  static func signalled(_ number: CInt) -> Int32 { 128 + number }
}

/// An error with an exit status. Other errors end with `ExitStatus.internalError`.
protocol ExitStatusError: Error {
  var exitStatus: ExitStatus { get }
}

/// An error of the command, with its exit status.
struct CommandError: ExitStatusError, CustomStringConvertible {
  let exitStatus: ExitStatus
  /// The message; empty if the answer is printed already.
  let description: String

  init(_ exitStatus: ExitStatus, _ description: String) {
    (self.exitStatus, self.description) = (exitStatus, description)
  }
}

extension ExitStatus {
  /// Returns the exit status for an error.
  static func of(_ error: any Error) -> ExitStatus {
    (error as? any ExitStatusError)?.exitStatus ?? .internalError
  }
}

extension SceneFileError: ExitStatusError {
  var exitStatus: ExitStatus {
    switch kind {
    case .malformed, .tooLarge, .unsupported: .malformedInput
    case .notFound, .unreadable: .noInput
    case .unavailable: .unavailable
    case .unknownState, .unknownName, .unsuitableValue: .usage
    }
  }
}

extension ImageFileError: ExitStatusError {
  var exitStatus: ExitStatus {
    switch problem {
    case .notFound, .unreadable: .noInput
    case .unknownFormat, .truncated, .corrupt, .unsupported, .tooLarge: .malformedInput
    case .unwritable: .cannotWrite
    case .encodingFailed: .internalError
    }
  }
}

extension FontRegistrationError: ExitStatusError {
  var exitStatus: ExitStatus {
    switch self {
    case .unreadable: .noInput
    case .noFont: .malformedInput
    case .alreadyRegistered, .notRegistered: .internalError
    }
  }
}

extension RenderingError: ExitStatusError {
  var exitStatus: ExitStatus {
    switch self {
    case .noDisplay, .encoderUnavailable: .unavailable
    case .invalidArgument, .frameTooLarge: .usage
    case .memoryLimitExceeded, .drawLimitExceeded: .malformedInput
    case .outOfMemory, .deviceLost: .temporaryFailure
    case .deviceFailed, .encodingFailed: .internalError
    case .cannotWrite: .cannotWrite
    case .cannotRead(_, let reason): reason.hasPrefix(FileContents.cannotOpen) ? .noInput : .malformedInput
    case .closedPipe: .brokenPipe
    case .cancelled: .interrupted
    }
  }
}

extension VideoError: ExitStatusError {
  var exitStatus: ExitStatus { RenderingError(self).exitStatus }
}

extension RasterError: ExitStatusError {
  var exitStatus: ExitStatus { RenderingError(self).exitStatus }
}

extension CaptureError: ExitStatusError {
  var exitStatus: ExitStatus { .malformedInput }
}

/// A line of `--progress json`.
protocol JSONLine: Encodable {}

extension JSONLine {
  /// The line without its line break, with keys sorted.
  var text: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // Finite numbers and texts can be encoded.
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self).shown(.none) } ?? ""
  }
}

/// A film that could not be made.
struct FailureReport: JSONLine {
  private var kind = "error"
  private var multiplane = MultiplaneVersion.current
  let message: String
  /// The exit status, and whether to try again.
  let status: Int32
  let tryAgain: ExitStatus.Retry

  init(_ error: any Error) {
    message = "\(error)".namingFlags
    let status = ExitStatus.of(error)
    (self.status, tryAgain) = (status.rawValue, status.retry)
  }

  /// Creates the report of a process that a signal ended.
  init(signal number: CInt, name: String) {
    (message, status, tryAgain) = ("ended by \(name)", ExitStatus.signalled(number), .elsewhere)
  }
}
