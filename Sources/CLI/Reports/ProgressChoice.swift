// The values of --progress.
import ArgumentParser

/// The form in which a command reports its progress.
enum ProgressChoice: String, CaseIterable, ExpressibleByArgument {
  /// A line that is drawn over itself on a terminal, and lines elsewhere.
  case auto
  /// Lines for a log.
  case plain
  /// Lines of JSON, on standard output.
  case json
  /// The lines that Open Job Description's runtimes read, on standard output.
  case openjd
  /// Nothing.
  case none

  /// Whether a program reads it.
  var isForPrograms: Bool { self == .json || self == .openjd }

  /// The style, for standard error as it is.
  func style(quiet: Bool) -> ProgressReporter.Style {
    switch self {
    case .auto: .standard(quiet: quiet)
    case .plain: quiet ? .silent : .plain
    case .json: .json
    case .openjd: .openjd
    case .none: .silent
    }
  }
}
