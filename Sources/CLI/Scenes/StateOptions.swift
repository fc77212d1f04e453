// Which states a scene is looked at in, where one state, or several in time, may be asked for.
import ArgumentParser

/// The options of the commands that look at a scene: `--state` and `--states`, of which one is given.
struct StateOptions: ParsableArguments {
  @Option(help: StateArgument.help)
  var state: String?

  @Option(
    help: ArgumentHelp(
      "The scene's states and the second each begins at, as for 'multiplane video'.", valueName: "list"),
    transform: StateSchedule.init(parsing:))
  var states: StateSchedule?

  func validate() throws {
    guard state == nil || states == nil else {
      throw ValidationError("--state and --states both say which state is shown; give one of them")
    }
  }
}
