// Tested by CheckCommandTests.
import ArgumentParser
import Compositor
import CoreGraphics
import Documents
import Foundation
import ImageCodecs
import ImageFiles
import Multiplane
import SceneFiles
import Workshop

struct CheckCommand: ParsableCommand, SceneCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Finds what is wrong with a scene.",
    discussion: """
      Checks the document, and frames: at the beginning, the middle and the end of animations, and at intervals. Each \
      finding has a severity, a rule, a layer, its box, times, and advice. Errors: the film differs from the scene, or \
      could harm viewers. Warnings: viewers miss something. Notes: facts to know. Each state of a document is checked \
      by itself. With rows of --data, or several --size, there is a report for each row in each size; with --json an \
      object each.

      Exit status 1: a finding has the severity of --fail-on, or a worse one.

      EXAMPLES
        multiplane check card.json
        multiplane check card.json --json > findings.json
        multiplane check wallpaper.tendies --states Locked,Unlock@2 --fail-on warning
        multiplane check card.json --crops findings
        multiplane check card.scene.json --data people.csv --size 1920x1080,1080x1920
      """
  )

  @OptionGroup var source: SceneArgument

  @Option(
    help: ArgumentHelp(
      "The part of the scene that is checked, in seconds (default: its duration; at least 3 if its animations end "
        + "sooner).", valueName: "seconds"), transform: NumberArgument.duration)
  var duration: Double?

  @Option(
    help: ArgumentHelp("The longest time between two checked frames, in seconds (default: 0.5).", valueName: "seconds"),
    transform: NumberArgument.duration)
  var every = 0.5

  @Option(
    help: ArgumentHelp(
      "The lowest severity that gives exit status 1: error, warning (default: error).", valueName: "severity"))
  var failOn = FailingSeverity.error

  @Option(
    help: ArgumentHelp(
      "The most seconds that the picture may stand still in a scene that moves (default: 5).", valueName: "seconds"),
    transform: NumberArgument.duration)
  var still = 5.0

  @Option(
    help: ArgumentHelp(
      "A file of the author's expectations (default: the scene's name with the suffix .expect.json, if there is "
        + "such a file).", valueName: "file"))
  var expect: String?

  @Option(help: ArgumentHelp("A folder to write a picture of each finding to.", valueName: "folder"))
  var crops: String?

  @Option(help: ArgumentHelp("A file of rows of data, each of which is checked.", valueName: "file"))
  var data: String?

  @Option(
    help: ArgumentHelp(
      "The rows of --data to check, from 1, such as '3' or '1-10,15' (default: all).", valueName: "list"),
    transform: RowList.init(parsing:))
  var rows: RowList?

  @OptionGroup var root: DataRootOption

  @OptionGroup var stateOptions: StateOptions

  @Flag(help: "Print JSON for programs.")
  var json = false

  @OptionGroup var lottie: LottieOptions

  @OptionGroup var options: RenderOptions

  enum FailingSeverity: String, ExpressibleByArgument, CaseIterable {
    case error, warning
  }

  /// The default limit of time, in seconds: programs start checks of others' documents.
  private static let patience = 600.0

  func run() throws {
    if crops == nil { EndOfOthers.followReader() }
    let loading = LoadedScene.limited(try source.loading(lottie.loadOptions()), by: options.maxMemory)
    let rows = try DataRows(data, rows, scene: source.scene, loading: loading, root: root)
    let sizes = options.sizing.sizes.map { $0.map(Optional.some) } ?? [nil]
    var failing = 0
    for row in rows?.all.map(Optional.some) ?? [nil] {
      for size in sizes {
        var command = self
        command.options.sizing.size = size ?? options.sizing.size
        let place = CheckedPlace(row: row?.number, size: sizes.count > 1 ? size?.description : nil)
        let report = try command.report(place) { state in
          guard let row, let rows else {
            return try command.options.load(source.scene, state: state, lottie: loading, quiet: true)
          }
          return try command.options.load(row.row, of: rows, state: state)
        }
        failing += report.count(.error) + (failOn == .warning ? report.count(.warning) : 0)
      }
    }
    if failing > 0 { throw CommandError(.different, "") }
  }

  /// Checks the scene that a function loads in a state, and prints the report.
  private func report(_ place: CheckedPlace, load: @escaping Loader) throws -> CheckReport {
    let check = try check(load)
    var report = try check.report()
    if let crops {
      let folder = place.title.map { "\(crops)/\($0.replacing(" ", with: "-"))" } ?? crops
      try OutputFolder.make(folder)
      try check.pictures(of: report) { index, picture in
        let path = "\(folder)/\(index + 1)-\(report.findings[index].rule.rawValue).png"
        try ImageFile.write(picture.bitmap, to: path)
        report.crops[index] = path
      }
    }
    let heading = place.title.map { "\($0):\n" } ?? ""
    try StandardOutput.write(json ? try JSONReport.text(.check, report, of: place) : heading + report.description)
    return report
  }

  /// A function that loads the scene in a state, with the device that is being opened.
  private typealias Loader = (_ state: String?) throws -> (LoadedScene, RasterizerOpening)

  /// The file of `--expect`, or the one next to the scene.
  private var expectationFile: String? {
    if let expect { return expect }
    guard !source.files.isEmpty else { return nil }
    let beside = URL(fileURLWithPath: source.scene).deletingPathExtension().path + ".expect.json"
    return FileManager.default.fileExists(atPath: beside) ? beside : nil
  }

  private func check(_ load: @escaping Loader) throws -> SceneCheck {
    let (state, states) = (stateOptions.state, stateOptions.states)
    let loadedFirst = try load(state)
    let first = loadedFirst.0
    var choices = SceneCheck.Options()
    (choices.interval, choices.stillSeconds) = (every, still)
    choices.hasParts = first.isFitted
    if let file = expectationFile { choices.expectations = try Expectation.read(path: file) }
    // Nil is the scene as written.
    var shown = state ?? first.initialState
    if shown == StateArgument.base, !first.stateNames.contains(StateArgument.base) { shown = nil }
    // A Lottie composition ends; other layers stay after their animations.
    let least = LoadedScene.durationWithoutEnd
    choices.hasEnd = duration != nil || first.isFitted || first.duration ?? least >= least
    let length = choices.hasEnd ? first.duration ?? (states == nil ? 0 : least) : least
    // The scene that gave the length is drawn first.
    var loaded: (LoadedScene, RasterizerOpening)? = loadedFirst
    return SceneCheck(
      duration: duration ?? length,
      notes: (first.sceneNotes + first.filmColors()).map(\.namingFlags), options: choices,
      shown: first.checkedState(shown),
      others: state == nil && states == nil ? first.statesBeside(shown) : []
    ) { size, shown in
      let name = states == nil ? shown.name ?? (first.stateNames.isEmpty ? nil : StateArgument.base) : nil
      let (scene, opening) = try loaded ?? load(name)
      loaded = nil
      return SceneCheck.Subject(
        root: scene.rootLayer,
        renderer: try options.renderer(
          for: scene, opening: opening, times: size, without: size == 1 ? [.retention] : nil),
        beforeFrame: states.map { $0.changing(scene, from: 0) } ?? { _ in })
    }
  }

  var timeLimit: Double? { options.time.maxTime ?? Self.patience }
  var inputFiles: [String] {
    source.files + lottie.files + options.files + [expectationFile, data].compactMap { $0 }
  }

  func validate() throws {
    try root.check(data)
    guard data != nil || rows == nil else { throw ValidationError("--rows is about the rows of --data; give it") }
  }
}

/// The rows of a table that are checked, bound to the scene.
private struct DataRows {
  let all: [(number: Int, row: DataRow)]
  let binding: DataBinding

  /// Reads the rows of a file; nil without one.
  init?(_ file: String?, _ list: RowList?, scene: String, loading: SceneLoadOptions, root: DataRootOption) throws {
    guard let file else { return nil }
    try LoadedScene.checkRows(of: scene)
    let table = try DataTable(path: file)
    all = try table.rows(list)
    binding = try DataBinding(
      table, path: scene, options: loading, root: root.dataRoot, readColor: ColorArgument.cgColor)
  }
}

extension RenderOptions {
  /// Makes the scene of a row, in a state.
  fileprivate func load(
    _ row: DataRow, of rows: DataRows, state: String?
  ) throws -> (LoadedScene, RasterizerOpening) {
    var made = try opening {
      try LoadedScene { _ in try rows.binding.makeScene(for: row, shape: shape(over: nil)) }
    }
    try prepare(&made.scene, state: state, quiet: true)
    return made
  }
}

extension LoadedScene {
  /// Returns a state for the check; nil is the scene as written.
  fileprivate func checkedState(_ name: String?) -> SceneCheck.State {
    SceneCheck.State(name, setsValues: name.map { setsValues(in: $0) } ?? false)
  }

  /// Returns the states except the first one, and the scene as written.
  fileprivate func statesBeside(_ shown: String?) -> [SceneCheck.State] {
    guard !stateNames.isEmpty else { return [] }
    return ([nil] + stateNames.map { $0 }).filter { $0 != shown }.map { checkedState($0) }
  }
}
