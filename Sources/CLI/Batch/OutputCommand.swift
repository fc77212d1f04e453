// The loop of the commands that write pictures or films.
//
// Tested by DataRunTests and FitCommandTests.
import ImageFiles
import Multiplane
import SceneFiles

/// A command that draws one scene.
protocol SceneCommand: FileNaming, TimeLimited {
  var source: SceneArgument { get }
  var lottie: LottieOptions { get }
  var options: RenderOptions { get }
}

extension SceneCommand {
  var timeLimit: Double? { options.time.maxTime }
  var inputFiles: [String] { source.files + lottie.files + options.files }
  var outputFiles: [NamedOutput] { [] }
}

/// A command that writes one output of a scene, one in each size, or one for each row of data.
protocol OutputCommand: SceneCommand {
  var options: RenderOptions { get set }
  var output: String { get set }
  var data: DataOptions { get }
  var quiet: Bool { get }

  /// Adds a size to the names of all files except the output.
  mutating func nameFiles(by size: SizeArgument)
}

extension OutputCommand {
  /// A function that draws the scene of a command with one output and one size, by the device that is being opened or
  /// by the rows' renderer.
  typealias Maker = (Self, LoadedScene, RasterizerOpening?, _ rows: DataRun?) throws -> DataRun.Drawn

  /// Makes the outputs, films of a clip if there is one. `progress` receives the rows' lines of progress; nil without a
  /// program that reads them.
  func makeOutputs(
    over clip: FilmClip? = nil, progress: (@Sendable (String) -> Void)? = nil, _ make: Maker
  ) throws {
    if let file = data.data { return try makeRows(of: file, over: clip, progress, make) }
    let sized = try oneForEachSize()
    for command in sized ?? [self] {
      if sized != nil { for file in command.outputFiles { try OutputFolder.make(for: file.path) } }
      let (scene, opening) = try command.options.read(
        source.scene, lottie: source.loading(lottie.loadOptions()), over: clip, quiet: quiet)
      try command.checkFiles(besides: scene.mediaFiles)
      try make(command, scene, opening, nil).finish()
    }
  }

  private func makeRows(
    of file: String, over clip: FilmClip?, _ progress: (@Sendable (String) -> Void)?, _ make: Maker
  ) throws {
    try options.registerFonts()
    let rows = try DataRun(
      data, of: file, scene: source.scene, output: output, sizes: options.sizing.sizes ?? [],
      loading: LoadedScene.limited(try source.loading(lottie.loadOptions()), by: options.maxMemory), quiet: quiet,
      progress: progress)
    let shape = { (size: SizeArgument?) in
      var options = options
      if let size { options.sizing.size = size }
      return options.shape(over: clip)
    }
    try rows.run(shape) { scene, path, size in
      var command = self
      command.output = path
      if let size { command.options.sizing.size = size }
      return try make(command, scene, nil, rows)
    }
  }

  /// Returns a command for each of the sizes, after checking all files; nil if no file is named by its size.
  private func oneForEachSize() throws -> [Self]? {
    guard let sizes = options.sizing.sizes, sizes.count > 1 || output.contains(SizeArgument.placeholder) else {
      return nil
    }
    let commands = sizes.map { size in
      var command = self
      command.options.sizing.size = size
      command.output = size.naming(output)
      command.nameFiles(by: size)
      return command
    }
    for command in commands { try command.checkFiles() }
    return commands
  }
}
