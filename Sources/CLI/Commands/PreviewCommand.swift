// `multiplane preview`: a page that shows a scene while it is written.
import ArgumentParser
import Foundation
import Multiplane
import Preview
import SceneFiles
import Video

struct PreviewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Shows a scene on a page in the browser, and again when its files are saved.",
    discussion: """
      Prints the page's address, on a port of this machine that only it can ask; the token in the address is new each \
      time. The page shows the very frames that 'render' and 'video' write, with the layers, their values, and what \
      'check' finds. From another machine: ssh -L 4747:127.0.0.1:4747 HOST, and the same address. Ends with Ctrl-C.

      EXAMPLES
        multiplane preview card.json
        multiplane preview card.json --data people.csv
        multiplane preview wallpaper.tendies --states Locked,Unlock@2 --fps 60
      """
  )

  @OptionGroup var source: SceneArgument

  @Option(
    help: ArgumentHelp(
      "The port of the page; 0 is one that is free (default: 4747, or one that is free).", valueName: "number"),
    transform: NumberArgument.port)
  var port: Int?

  @Option(
    help: ArgumentHelp("Frames a second, such as 25, 29.97 or 30000/1001 (default: 30).", valueName: "rate"),
    transform: NumberArgument.frameRate)
  var fps: FrameRate?

  @Option(
    help: ArgumentHelp(
      "How much of the scene's time to show, in seconds (default: the scene's own, or 3).", valueName: "seconds"),
    transform: NumberArgument.duration)
  var duration: Double?

  @Option(help: ArgumentHelp("Rows of data: the page shows one, and a strip of all.", valueName: "file"))
  var data: String?

  @OptionGroup var stateOptions: StateOptions

  @OptionGroup var lottie: LottieOptions

  @OptionGroup var options: RenderOptions

  /// The port where none is asked for: one number, so that a browser's tab and a tunnel find it again.
  static let usualPort = 4747

  /// Options that other commands do not have, with a value each.
  private static let own: Set = ["--port", "--fps", "--data"]

  /// What other processes of the program may take, should this one be gone.
  private static let limit = ["--max-time", "120"]

  func validate() throws {
    guard data == nil || !LoadedScene.isDemo(source.scene) else {
      throw ValidationError("--data is for scenes from files; \(source.scene) comes with the program")
    }
  }

  func run() throws {
    FreedMemory.keep()
    let choices = ScenePreview.Choices(
      scene: source.scene, data: data, state: stateOptions.state, states: stateOptions.states,
      rate: fps?.framesPerSecond ?? 30, duration: duration, loading: try lottie.loadOptions(),
      options: options, files: inputFiles,
      checkArguments: ["check"] + Self.arguments(without: Self.own) + Self.limit + ["--json"],
      filmArguments: ["video"] + Self.arguments(without: ["--port", "--data", "--state"]) + Self.limit)
    let (title, asked) = (source.scene, port)
    // Layers are used by the thread that the command runs on, the main one.
    try MainActor.assumeIsolated {
      let session = PreviewSession(ScenePreview(choices), title: title, describe: ScenePreview.failure)
      let server = try Self.listen(for: session, asked)
      try StandardOutput.write(server.address)
      session.begin()
      Task.detached { await session.follow() }
      withExtendedLifetime(server) {
        while true { _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 1)) }
      }
    }
  }

  /// Listens on the port that is asked for, else on the usual one, else on any.
  private static func listen(for session: PreviewSession, _ asked: Int?) throws -> PreviewServer {
    let page = ProcessInfo.processInfo.environment["MULTIPLANE_PREVIEW_PAGE"]
    func server(_ port: Int) throws -> PreviewServer {
      do {
        return try PreviewServer(session, port: UInt16(port), pageFolder: page)
      } catch {
        throw PreviewUnavailable(error, port: port)
      }
    }
    if let asked { return try server(asked) }
    return try (try? server(usualPort)) ?? server(0)
  }

  /// The command's own arguments, as they were given, without some options and their values.
  private static func arguments(without options: Set<String>) -> [String] {
    var kept: [String] = []
    var isValue = false
    for argument in CommandArguments.all.dropFirst() {
      if isValue {
        isValue = false
      } else if options.contains(argument) {
        isValue = true
      } else if !options.contains(where: { argument.hasPrefix("\($0)=") }) {
        kept.append(argument)
      }
    }
    return kept
  }
}

/// Nobody can ask for the page.
struct PreviewUnavailable: ExitStatusError, CustomStringConvertible {
  let description: String
  var exitStatus: ExitStatus { .unavailable }

  init(_ error: HTTPServerError, port: Int) {
    description =
      switch error {
      case .missing: "a page cannot be served: \(error)"
      case .cannotListen: "cannot listen on port \(port) of 127.0.0.1: \(error); --port 0 takes one that is free"
      }
  }
}

extension PreviewCommand: TimeLimited { var timeLimit: Double? { options.time.maxTime } }

extension PreviewCommand: FileNaming {
  var inputFiles: [String] { source.files + lottie.files + (data.map { [$0] } ?? []) + options.files }
  var outputFiles: [NamedOutput] { [] }
}
