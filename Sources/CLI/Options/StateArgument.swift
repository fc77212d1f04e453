// The value of --state.
import ArgumentParser

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
