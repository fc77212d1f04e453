// `--data`: one picture or film for each row of a file.
import ArgumentParser
import Foundation
import SceneFiles

/// The options of a command that makes a file a row.
struct DataOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Rows of data, \(DataTable.suffixes.joined(separator: ", ")): one output for each. Columns are named text:LAYER, "
        + "image:ID, clip:LAYER, color:PATH, slot:ID, layer:LAYER.keyPath, text-fit:LAYER or image-fit:ID, or by the "
        + "bare name; --output has columns in braces, such as 'out/{name}.mp4', or {row}, the row's number.",
      valueName: "file"))
  var data: String?

  @OptionGroup var root: DataRootOption

  @Option(
    help: ArgumentHelp(
      "Where a line of JSON for each row goes: its number, line, output, and how it ended (default: standard output).",
      valueName: "file"))
  var manifest: String?

  @Flag(help: "Check all rows of --data, and write nothing but the manifest.")
  var dryRun = false

  func validate() throws {
    guard data != nil || (manifest == nil && !dryRun) else {
      throw ValidationError("--manifest and --dry-run are about the rows of --data; give it")
    }
    try root.check(data)
  }
}

/// The option for the folder that rows of data may name files in.
struct DataRootOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A folder that the files may lie in which rows of --data name, beside the folder of the rows, links followed "
        + "(default: that of the rows alone).", valueName: "folder"))
  var dataRoot: String?

  /// Throws where there are no rows.
  func check(_ data: String?) throws {
    guard data != nil || dataRoot == nil else {
      throw ValidationError("--data-root is about the rows of --data; give it")
    }
  }
}
