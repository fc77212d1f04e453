// The command line as the process was given it, also where there is no /proc, which `CommandLine` reads.
import CArguments

/// The arguments after the program's name.
enum CommandArguments {
  static var all: [String] {
    (0..<arguments_count()).dropFirst().map { String(cString: arguments_at($0)) }
  }
}
