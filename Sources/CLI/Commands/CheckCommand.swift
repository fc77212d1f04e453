// Tested by CheckCommandTests.
import ArgumentParser
import Compositor
import CoreGraphics
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
      by itself.

      Exit status 1: a finding has the severity of --fail-on, or a worse one.

      EXAMPLES
        multiplane check card.json
        multiplane check card.json --json > findings.json
        multiplane check wallpaper.tendies --states Locked,Unlock@2 --fail-on warning
        multiplane check card.json --crops findings
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
    let check = try check()
    var report = try check.report()
    if let crops {
      try OutputFolder.make(crops)
      try check.pictures(of: report) { index, picture in
        let path = "\(crops)/\(index + 1)-\(report.findings[index].rule.rawValue).png"
        try ImageFile.write(picture.bitmap, to: path)
        report.crops[index] = path
      }
    }
    try StandardOutput.write(json ? try JSONReport.text(.check, report) : report.description)
    let failing = report.count(.error) + (failOn == .warning ? report.count(.warning) : 0)
    if failing > 0 { throw CommandError(.different, "") }
  }

  /// The file of `--expect`, or the one next to the scene.
  private var expectationFile: String? {
    if let expect { return expect }
    guard !LoadedScene.isDemo(source.scene) else { return nil }
    let beside = URL(fileURLWithPath: source.scene).deletingPathExtension().path + ".expect.json"
    return FileManager.default.fileExists(atPath: beside) ? beside : nil
  }

  private func check() throws -> SceneCheck {
    let loading = try lottie.loadOptions()
    let (state, states) = (stateOptions.state, stateOptions.states)
    let loadedFirst = try options.load(source.scene, state: state, lottie: loading, quiet: true)
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
      let (scene, opening) = try loaded ?? options.load(source.scene, state: name, lottie: loading, quiet: true)
      loaded = nil
      return SceneCheck.Subject(
        root: scene.rootLayer,
        renderer: try options.renderer(
          for: scene, opening: opening, times: size, without: size == 1 ? [.retention] : nil),
        beforeFrame: states.map { $0.changing(scene, from: 0) } ?? { _ in })
    }
  }

  var timeLimit: Double? { options.time.maxTime ?? Self.patience }
  var inputFiles: [String] { source.files + lottie.files + options.files + (expectationFile.map { [$0] } ?? []) }
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
