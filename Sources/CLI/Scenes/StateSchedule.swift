// The value of --states: which state a scene takes on, and when.

import ArgumentParser

/// Changes of a scene's state, in the order of their times.
struct StateSchedule: Equatable {
  /// One change.
  struct Change: Equatable {
    /// The state's name in the document.
    var state: String
    /// The time at which the state is entered, in seconds of the scene's time.
    var time: Double
  }

  private(set) var changes: [Change] = []
  /// The schedule as it was written.
  let text: String

  /// No change.
  static let none = StateSchedule()

  private init() { text = "" }

  /// Reads `Locked,Unlock@1.5,Sleep@4`: names with the second each begins at. The first one may go without and is in
  /// force from 0 on. The last `@` of an entry is the separator, so a name may hold one.
  init(parsing text: String) throws(ArgumentValueError) {
    self.text = text
    for entry in text.split(separator: ",", omittingEmptySubsequences: false) {
      let change = try Self.change(entry, isFirst: changes.isEmpty)
      if let previous = changes.last, change.time <= previous.time {
        throw ArgumentValueError(
          "'\(change.state)' is to begin at \(change.time) s, not after '\(previous.state)' at \(previous.time) s")
      }
      changes.append(change)
    }
  }

  private static func change(_ entry: Substring, isFirst: Bool) throws(ArgumentValueError) -> Change {
    let separator = entry.lastIndex(of: "@")
    let name = String(entry[..<(separator ?? entry.endIndex)])
    let time = separator.map { Double(entry[entry.index(after: $0)...]) } ?? (isFirst ? 0 : nil)
    guard !name.isEmpty, let time, 0...1e9 ~= time else {
      throw ArgumentValueError("expected NAME or NAME@SECONDS, separated by commas, such as 'Locked,Unlock@1.5'")
    }
    return Change(state: name, time: time)
  }
}

extension StateSchedule {
  /// Returns a function that changes a scene's states, to be called before each frame with the frame's time.
  ///
  /// - Parameter start: the scene's time at the film's first frame.
  func changing(_ scene: LoadedScene, from start: Double) -> (_ time: Double) throws -> Void {
    var changes = changes[...]
    return { time in
      while let change = changes.first, change.time <= time {
        // What holds from the first frame on is there without a transition.
        try scene.setState(change.state, at: change.time, animated: change.time > start)
        changes.removeFirst()
      }
    }
  }
}

/// Names of states on the command line.
enum StateArgument {
  /// The document as it is written, without a state; of a document that has a state of that name, the state.
  static let base = "base"

  /// The help of the option `--state`.
  static var help: ArgumentHelp {
    ArgumentHelp(
      "The state the scene is in, such as Locked; 'base' is the document as it is written (default: what a phone shows "
        + "first of a wallpaper, its state Locked, else base).", valueName: "name")
  }
}

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
