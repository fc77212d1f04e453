// Tested by PlannedFileTests.
import ArgumentParser
import Compositor
import CoreGraphics
import Foundation
import ImageFiles
import Multiplane
import SceneFiles
import Video
import Workshop

struct PlanCommand: ParsableCommand, TimeLimited {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Plans a film that many processes make, each a chunk of it.",
    usage: "multiplane plan <scene> --output <folder> [--format <suffix>] [--chunks <n>] [options of 'video']",
    discussion: """
      Takes the options of 'video', and makes a folder with everything that 'chunk' needs elsewhere: the scene and its \
      pictures, the fonts that it uses, and its sounds. Prints the number of chunks. The film that 'join' makes of \
      them is that of 'video', byte for byte, whatever their number.

      EXAMPLES
        multiplane plan titles.caml --fps 60 --codec hevc -o film.plan
        for i in $(seq 0 15); do multiplane chunk film.plan --index $i; done; multiplane join film.plan -o film.mp4
      """
  )

  @Option(name: .shortAndLong, help: ArgumentHelp("The folder to make.", valueName: "folder"))
  var output: String

  @Option(
    help: ArgumentHelp("The suffix of the film's file, with its dot or without (default: mp4).", valueName: "suffix"),
    transform: { $0.hasPrefix(".") ? String($0.dropFirst()) : $0 })
  var format = "mp4"

  @Option(
    help: ArgumentHelp(
      "The number of chunks, at most one a segment (default: one a segment, at most 256).", valueName: "n"),
    transform: NumberArgument.count)
  var chunks: Int?

  @Option(
    help: ArgumentHelp(
      "The renderer of the chunks: 'this', the renderer of this machine, or 'any', one that all chunks have in "
        + "common (default: this).", valueName: "which"))
  var renderer = PlannedRenderer.this

  @Argument(parsing: .allUnrecognized, help: ArgumentHelp("A scene, and the options of 'video'.", valueName: "scene"))
  var video: [String]

  enum PlannedRenderer: String, ExpressibleByArgument { case this, any }

  func run() throws {
    let video = try planned()
    let folder = try PlanFolder(output)
    var plan = try folder.collect(for: video, arguments: self.video, format: format)
    try complete(&plan, in: folder)
    try folder.publish(plan)
    if !video.quiet { tell(plan) }
    try StandardOutput.write("\(plan.chunks.count)")
  }

  func planned() throws -> VideoCommand {
    let video = try VideoCommand.planned(video, format: format)
    try video.source.checkIsFile("'plan' copies the scene's file")
    return video
  }

  /// Measures the film by the plan's files.
  private func complete(_ plan: inout FilmPlan, in folder: PlanFolder) throws {
    let video = try plan.command(in: folder.path)
    let (scene, exporter, renderer) = try video.opened()
    let (start, length) = try video.stretch(of: scene)
    let frames = exporter.frameCount(duration: length)
    let isOpaque = renderer.hasOpaqueBackground
    let film = try exporter.film(
      width: renderer.width, height: renderer.height, isOpaque: isOpaque, frameCount: frames)
    (plan.width, plan.height, plan.frames, plan.start) = (renderer.width, renderer.height, frames, start)
    (plan.rate, plan.segment, plan.isOpaque) = (exporter.frameRate.description, film.segmentLength, isOpaque)
    (plan.encoder, plan.origin) = (film.encoder, self.renderer == .this ? renderer.origin : nil)
    plan.chunks = film.chunks(chunks ?? 256).map { FilmPlan.Chunk(firstFrame: $0.lowerBound, frames: $0.count) }
    // If only the file's own animations change a frame, it depends only on its time.
    plan.history.isNeeded = LoadedScene.isDemo(plan.scene) || video.states != nil
    let seconds = try goThrough(scene, plan, renderer, video, exporter.frameRate)
    if plan.history.isNeeded, frames > 0 {
      plan.history.secondsPerFrame = seconds / Double(frames)
      plan.history.secondsBeforeLastChunk = plan.history.secondsPerFrame * Double(plan.chunks.last?.firstFrame ?? 0)
    }
    if frames > 0 {
      try video.tellOfTransparency(scene, renderer, exporter, at: start + exporter.frameRate.time(ofFrame: frames - 1))
    }
    // All texts have asked for their fonts by now.
    try folder.add(fonts: FontLibrary.withLock { $0.usedFiles }, to: &plan)
  }

  /// Advances through the film without drawing, so that all fonts are requested; through a part of it if frames are
  /// independent. Returns the processor's seconds that a chunk repeats.
  private func goThrough(
    _ scene: LoadedScene, _ plan: FilmPlan, _ renderer: OffscreenRenderer, _ video: VideoCommand, _ rate: FrameRate
  ) throws -> Double {
    let changes = video.stateChanges(of: scene, from: plan.start)
    let step = plan.history.isNeeded ? 1 : max(1, plan.frames / 32)
    var ticks = 0
    for frame in stride(from: 0, to: plan.frames, by: step) {
      let (time, before) = (max(plan.start + rate.time(ofFrame: frame), video.firstTime(of: scene)), clock())
      try changes(time)
      renderer.advance(scene.rootLayer, to: time)
      ticks += clock() - before
      // Recording lays text out.
      _ = renderer.record(scene.rootLayer, at: time)
    }
    // POSIX has CLOCKS_PER_SEC as a million.
    return Double(ticks) / 1e6
  }

  private func tell(_ plan: FilmPlan) {
    StandardError.write(
      "multiplane: \(output): \(plan.frames) frames of \(plan.width)x\(plan.height) at \(plan.rate) a second, "
        + "\(plan.chunks.count) chunks of segments of \(plan.segment) frames, \(plan.files.count) files, "
        + "to be drawn by " + (plan.origin.flatMap(DrawingDevice.init(origin:)).map { "\($0)" } ?? "any renderer"))
    guard plan.history.isNeeded else { return }
    let text = String(
      format: "%.2f ms a frame, %.1f s before the last chunk", plan.history.secondsPerFrame * 1000,
      plan.history.secondsBeforeLastChunk)
    StandardError.write("multiplane: its frames depend on those before, which each chunk goes through: \(text)")
  }

  var timeLimit: Double? { (try? planned())?.timeLimit }
}

/// The folder of a plan in the making; `plan.json` is written last.
struct PlanFolder {
  let path: String

  init(_ path: String) throws {
    self.path = path
    for folder in ["files", "chunks"] { try OutputFolder.make("\(path)/\(folder)") }
  }

  /// Copies the files of a command and its scene. The plan does not have the measured values yet.
  func collect(for video: VideoCommand, arguments: [String], format: String) throws -> FilmPlan {
    var plan = FilmPlan(
      arguments: arguments, format: format, scene: video.source.scene, files: [], width: 0, height: 0, rate: "",
      frames: 0, start: 0, segment: 0, isOpaque: false,
      encoder: nil, origin: nil,
      history: .init(isNeeded: false, secondsPerFrame: 0, secondsBeforeLastChunk: 0), chunks: [])
    if !LoadedScene.isDemo(video.source.scene) { try collectScene(of: video, &plan) }
    var film = video
    try film.replaceFiles { role, index, path in
      if role != .slot || Self.isFile(path) { try add(path, role, index, to: &plan) }
      return path
    }
    return plan
  }

  func add(fonts: [String], to plan: inout FilmPlan) throws {
    for (index, font) in fonts.enumerated() { try add(font, .installedFont, index, to: &plan) }
  }

  /// Writes the plan, unless it exists.
  func publish(_ plan: FilmPlan) throws {
    let file = "\(path)/\(FilmPlan.fileName)"
    if FileManager.default.fileExists(atPath: file) {
      guard try FilmPlan.read(path).digest == plan.digest else {
        throw ImageFileError(path, .unwritable, "the folder holds the plan of another film; use another one")
      }
      return
    }
    let output = try UnfinishedFile(for: file)
    try output.write(Array(try plan.reportedAsJSON().utf8))
    try output.publish()
  }

  // MARK: Files

  private func collectScene(of video: VideoCommand, _ plan: inout FilmPlan) throws {
    let scene = URL(fileURLWithPath: video.source.scene).resolvingSymlinksInPath()
    let base = scene.deletingLastPathComponent()
    var isFolder: ObjCBool = false
    var files: [String] = []
    if FileManager.default.fileExists(atPath: scene.path, isDirectory: &isFolder), isFolder.boolValue {
      let found = FileManager.default.enumerator(atPath: scene.path)?.compactMap { $0 as? String } ?? []
      files = found.map { scene.appendingPathComponent($0).path }.filter(Self.isFile)
    } else {
      let options = try video.lottie.loadOptions()
      let (loaded, record) = SceneFileLog.record {
        try LoadedScene(video.source.scene, memory: video.options.maxMemory, options: options)
      }
      _ = try loaded.get()
      files = record.readPaths + [scene.path]
    }
    for file in Set(files).sorted() where file.hasPrefix(base.path + "/") {
      let relative = String(file.dropFirst(base.path.count + 1))
      try copy(file, to: "files/scene/\(relative)", .scene, 0, &plan)
    }
    plan.scene = "files/scene/\(scene.lastPathComponent)"
  }

  private func add(_ file: String, _ role: FilmFileRole, _ index: Int, to plan: inout FilmPlan) throws {
    let name = URL(fileURLWithPath: file).lastPathComponent
    try copy(file, to: "files/\(role.rawValue)-\(index)/\(name)", role, index, &plan)
  }

  private func copy(
    _ file: String, to place: String, _ role: FilmFileRole, _ index: Int, _ plan: inout FilmPlan
  ) throws {
    let target = "\(path)/\(place)"
    let digest = try SHA256.digest(ofFile: file)
    if (try? SHA256.digest(ofFile: target)) != digest {
      try OutputFolder.make(for: target)
      let output = try UnfinishedFile(for: target)
      try Self.copy(file, to: output)
      try output.publish()
    }
    plan.files.append(FilmPlan.File(role: role, index: index, path: place, sha256: digest))
  }

  /// Copies a file in pieces, as a film may be larger than memory.
  private static func copy(_ file: String, to output: UnfinishedFile) throws {
    let descriptor = try FileContents.open(file)
    defer { close(descriptor) }
    var piece = [UInt8](repeating: 0, count: 1 << 20)
    while case let count = read(descriptor, &piece, piece.count), count != 0 {
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        throw ImageFileError(file, .unreadable, "cannot read: \(String(cString: strerror(errno)))")
      }
      try output.write(piece.span.extracting(..<count).bytes)
    }
  }

  private static func isFile(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
  }
}

extension VideoCommand {
  /// The most arguments: the parser's time grows with the square of their number.
  private static let mostArguments = 2048
  private static let mostArgumentBytes = 1 << 20

  /// Returns the command of a planned film. `arguments` are a scene and options of `video` except its output, `format`
  /// is the suffix of the film's file.
  static func planned(_ arguments: [String], format: String) throws -> VideoCommand {
    let bytes = arguments.reduce(0) { $0 + $1.utf8.count }
    guard arguments.count <= mostArguments, bytes <= mostArgumentBytes, !arguments.contains(where: \.hasNUL) else {
      throw CommandError(
        .usage,
        "\(arguments.count) arguments of \(bytes) bytes; a plan has at most \(mostArguments) of "
          + "\(mostArgumentBytes), and no NUL in them")
    }
    let output = "film.\(format)"
    // An output in the arguments would come last, and win.
    let video = try parse(["-o", output] + arguments)
    guard video.data.data == nil, video.capture.option.capture == nil, video.frames == nil, video.hashes == nil else {
      throw CommandError(.usage, "a plan is of a whole film: leave --data, --capture, --frames and --hashes out")
    }
    guard video.options.sizing.sizes?.count ?? 1 == 1 else {
      throw CommandError(.usage, "a plan is of one film: give one --size, and make a plan for each")
    }
    guard video.output == output, video.encoding.key == nil, video.encoding.sdrTwin == nil else {
      throw CommandError(.usage, "a plan is of one film, which 'join' names: leave --output, --key and --sdr-twin out")
    }
    return video
  }
}

extension String {
  fileprivate var hasNUL: Bool { utf8.contains(0) }
}
