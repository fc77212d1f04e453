import ArgumentParser
import Foundation
import Multiplane
import Preview
import SceneFiles
import Video

struct PreviewCommand: ParsableCommand, SceneCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview",
    abstract: "Shows a scene on a page in the browser, and again when its files are saved.",
    discussion: """
      Prints the page's address, on a port that only this machine reaches, unless --bind says otherwise; the token in \
      the address is new each time. The page shows the same frames that 'render' and 'video' write, with the layers, \
      their values, and the findings of 'check'. A separate process reads and draws the scene: if it ends, or takes \
      longer than --max-time, the page says so, and the next save is drawn again. From another machine: \
      ssh -L 4747:127.0.0.1:4747 HOST, and the same address. Ctrl-C ends the command.

      EXAMPLES
        multiplane preview card.json
        multiplane preview card.json --data people.csv
        multiplane preview wallpaper.tendies --states Locked,Unlock@2 --fps 60
      """
  )

  @OptionGroup var source: SceneArgument

  @Option(
    help: ArgumentHelp("The port of the page; 0 takes a free one (default: 4747, or a free one).", valueName: "number"),
    transform: NumberArgument.port)
  var port: Int?

  @Option(
    help: ArgumentHelp("The frames a second, such as 25, 29.97 or 30000/1001 (default: 30).", valueName: "rate"),
    transform: NumberArgument.frameRate)
  var fps: FrameRate?

  @Option(
    help: ArgumentHelp(
      "The part of the scene's time to show, in seconds (default: the scene's own duration, or 3).",
      valueName: "seconds"), transform: NumberArgument.duration)
  var duration: Double?

  @Option(
    name: .customLong("bind"),
    help: ArgumentHelp(
      "The IP address that serves the page; 0.0.0.0 is every address of the machine, for a container's published port: "
        + "anybody who reaches the port and knows the token sees the page (default: 127.0.0.1, this machine alone).",
      valueName: "address"), transform: PreviewCommand.address)
  var address = "127.0.0.1"

  @Option(help: ArgumentHelp("A file of rows of data: the page shows one row, and a strip of all.", valueName: "file"))
  var data: String?

  @OptionGroup var root: DataRootOption

  @OptionGroup var clip: ClipOptions

  @Flag(help: "Let pages of this machine show the page in a frame, as notebooks do.")
  var embed = false

  /// The last version number that the pages received, from the server to its drawing process.
  @Option(name: .customLong("drawing-since"), help: .hidden)
  var drawingSince: Int?

  @OptionGroup var stateOptions: StateOptions

  @OptionGroup var lottie: LottieOptions

  @OptionGroup var options: RenderOptions

  /// The default port, which is fixed for the sake of a browser's tab or a tunnel.
  static let usualPort = 4747

  /// The options, with a value each, that other commands do not have.
  private static let own: Set = ["--port", "--bind", "--drawing-since"]
  /// The options that tell of a film and not of a scene.
  private static let ofFilms: Set = [
    "--fps", "--data", "--data-root", "--over", "--under", "--at", "--to", "--scene-fit", "--scene-align",
  ]
  private static let flags: Set = ["--embed"]

  /// The limit of time for the program's other processes, in case this process has ended.
  private static let limit = ["--max-time", "120"]

  /// The arguments of the command that checks the scene.
  var checkArguments: [String] {
    ["check"] + Self.arguments(without: Self.own.union(Self.ofFilms)) + Self.limit + ["--json"]
  }

  /// The arguments of the command that writes the sound of the film, or of the scene without its data.
  var soundArguments: [String] {
    ["video"] + Self.arguments(without: Self.own.union(["--data", "--data-root", "--state"])) + Self.limit
  }

  /// Returns the arguments of the command that makes the film, without some options that have values.
  func filmArguments(without options: Set<String>) -> [String] {
    ["video"] + Self.arguments(without: Self.own.union(options))
  }

  /// The default limit for reading the scene, or for drawing a frame, in seconds.
  private static let patience = 60.0

  private static func address(_ text: String) throws(ArgumentValueError) -> String {
    guard PreviewVisitors.isAddress(text) else {
      throw ArgumentValueError("expected an IP address, such as 127.0.0.1, 0.0.0.0 or ::1")
    }
    return text
  }

  func validate() throws {
    try source.checkIsFile("'preview' follows the changes of a file")
    if data != nil { try LoadedScene.checkRows(of: source.scene) }
    try root.check(data)
    try clip.check(options)
  }

  func run() throws {
    FreedMemory.keep()
    if let drawingSince { return try draw(since: drawingSince) }
    _ = try lottie.loadOptions()
    let limit = options.time.maxTime ?? Self.patience
    try MainActor.assumeIsolated {
      let drawing = PreviewDrawing(
        title: source.scene, files: inputFiles, limit: limit, overtime: CommandError.outOfTime(limit).description,
        films: FileManager.default.currentDirectoryPath, parentVariable: EndOfOthers.variable
      ) { version in
        ["preview", "--drawing-since", "\(version)"] + CommandArguments.all.dropFirst()
      }
      let server = try listen(for: drawing)
      try StandardOutput.write(server.address)
      drawing.begin()
      withExtendedLifetime(server, Self.stay)
    }
  }

  /// Draws for the process that serves the page.
  private func draw(since version: Int) throws {
    let title = source.scene
    // Layers belong to the main thread.
    try MainActor.assumeIsolated {
      let scene = try ScenePreview(self)
      let session = PreviewSession(
        scene, title: title, version: version, describe: ScenePreview.failure)
      let worker = PreviewWorker(session)
      worker.begin()
      withExtendedLifetime(worker, Self.stay)
    }
  }

  /// Runs the main thread until a signal comes.
  private static func stay() {
    while true { _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 1)) }
  }

  /// Listens on the given port; otherwise on the default one or, if that is taken, any.
  @MainActor
  private func listen(for drawing: PreviewDrawing) throws -> PreviewServer {
    let page = ProcessInfo.processInfo.environment["MULTIPLANE_PREVIEW_PAGE"]
    func server(_ port: Int) throws -> PreviewServer {
      do {
        return try PreviewServer(
          drawing, address: address, port: UInt16(port), pageFolder: page, isEmbeddable: embed)
      } catch {
        let problem =
          if case .missing = error {
            "a page cannot be served: \(error)"
          } else {
            "cannot listen on port \(port) of \(address): \(error); --port 0 takes one that is free"
          }
        throw CommandError(.unavailable, problem)
      }
    }
    if let port { return try server(port) }
    return try (try? server(Self.usualPort)) ?? server(0)
  }

  /// Returns the command line's arguments without some options and their values.
  private static func arguments(without options: Set<String>) -> [String] {
    var kept: [String] = []
    var isValue = false
    for argument in CommandArguments.all.dropFirst() {
      if isValue {
        isValue = false
      } else if options.contains(argument) {
        isValue = true
      } else if flags.contains(argument) {
        continue
      } else if !options.contains(where: { argument.hasPrefix("\($0)=") }) {
        kept.append(argument)
      }
    }
    return kept
  }

  /// `--max-time` limits each reading and each frame.
  var timeLimit: Double? { nil }
  var inputFiles: [String] {
    source.files + lottie.files + [data, clip.file].compactMap { $0 } + options.files
  }
}
