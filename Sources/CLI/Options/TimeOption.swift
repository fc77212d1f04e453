// `--max-time`: for how long a command may be at work.
import ArgumentParser

/// The option of a command whose work depends on what it reads.
struct TimeOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The most seconds, by the clock, that the command may take; one that takes longer ends with exit status 75 and "
        + "leaves nothing unfinished. In 'preview' it holds of each reading and of each frame (default: 600 for "
        + "'check', 60 for 'preview', else no limit; a server that renders what others send it gives one, such as 60).",
      valueName: "seconds"), transform: NumberArgument.duration)
  var maxTime: Double?
}

/// A command that may be given so long.
protocol TimeLimited {
  /// In seconds; nil without a limit.
  var timeLimit: Double? { get }
}
