// The one place that turns an error into a status and a message.
import ArgumentParser
import Foundation

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

  /// Returns the error in the command line, and the usage. An argument that is repeated in it makes no line of its own.
  private static func usageMessage(_ error: any Error) -> String {
    var message = MultiplaneCommand.fullMessage(for: error)
    for argument in CommandArguments.all where argument.contains("\n") {
      message = message.replacing(argument, with: argument.shown(.none))
    }
    return message
  }

  /// Ends the process at once: another thread may be opening OpenGL, and the clearing up of the libraries would free
  /// memory that it uses.
  private static func end(_ status: Int32) -> Never {
    fflush(nil)
    _exit(status)
  }
}
