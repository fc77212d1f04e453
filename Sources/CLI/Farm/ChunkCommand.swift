import ArgumentParser
import CoreGraphics
import Foundation
import Multiplane
import Video
import Workshop

struct ChunkCommand: ParsableCommand, TimeLimited {
  static let configuration = CommandConfiguration(
    commandName: "chunk",
    abstract: "Renders a chunk of a planned film.",
    discussion: """
      A whole chunk that exists is left unchanged, so that running again resumes. The file gets its name when it is \
      whole. With --index auto the number comes from the scheduler: \(ChunkIndex.variables.joined(separator: ", ")). \
      Exit status 69: the machine's renderer or encoder is not that of the plan.

      EXAMPLES
        multiplane chunk film.plan --index 3
        seq 0 15 | parallel --retries 3 multiplane chunk film.plan --index
      """
  )

  @Argument(help: ArgumentHelp("The folder that 'plan' made.", valueName: "plan")) var folder: String

  @Option(
    help: ArgumentHelp("The number of the chunk, from 0, or auto.", valueName: "n"),
    transform: ChunkIndex.init(parsing:))
  var index: ChunkIndex

  @OptionGroup var time: TimeOption

  @Flag(name: .shortAndLong, help: "Print nothing but errors.")
  var quiet = false

  func run() throws {
    FreedMemory.keep()
    let plan = try FilmPlan.read(folder)
    let number = try index.number(ProcessInfo.processInfo.environment)
    guard plan.chunks.indices.contains(number) else {
      throw CommandError(.usage, "--index \(number): the plan has chunks 0 to \(plan.chunks.count - 1)")
    }
    let path = FilmPlan.chunkPath(number, in: folder)
    guard !Film.isChunk(path, plan.place(number, origin: [:])) else {
      if !quiet { StandardError.write("multiplane: chunk \(number) is there") }
      return
    }
    try plan.checkFiles(in: folder)
    FontLibrary.useOnly(folders: plan.fontFolders(in: folder))
    let video = try plan.command(in: folder)
    let (scene, exporter, renderer) = try plan.blamed(in: folder) { try video.opened() }
    let origin = renderer.origin
    if let planned = plan.origin {
      for key in Set(planned.keys).union(origin.keys).sorted() where planned[key] != origin[key] {
        // Another machine may match.
        throw CommandError(
          .unavailable,
          "the plan is for \(key) '\(planned[key] ?? "none")'; this machine has '\(origin[key] ?? "none")': pictures "
            + "need not be the same")
      }
    }
    let (start, length) = try plan.blamed(in: folder) { try video.stretch(of: scene) }
    try plan.check(exporter, from: start, length: length, renderer, in: folder)
    let film = try exporter.film(
      width: renderer.width, height: renderer.height, isOpaque: plan.isOpaque, frameCount: plan.frames)
    guard film.encoder == plan.encoder, film.segmentLength == plan.segment else {
      let planned = plan.encoder.map { "\($0)" } ?? "unknown"
      throw CommandError(.unavailable, "the plan's encoder is \(planned); this program has \(film.encoder)")
    }
    let progress = ProgressReporter(
      total: plan.chunks[number].frames, device: renderer.rasterizer.drawingDevice, style: .standard(quiet: quiet))
    do {
      try exporter.exportChunk(
        plan.place(number, origin: origin), of: film, to: path, scene.rootLayer, with: renderer, from: plan.start,
        hasHistory: plan.history.isNeeded, beforeFrame: video.stateChanges(of: scene, from: plan.start),
        report: { progress.update(done: $0) })
    } catch {
      progress.clear()
      throw error
    }
    video.options.report(renderer, quiet: quiet)
    try progress.finish("wrote \(path)")
  }

  var timeLimit: Double? { time.maxTime }
}

struct JoinCommand: ParsableCommand, FileNaming, TimeLimited {
  static let configuration = CommandConfiguration(
    commandName: "join",
    abstract: "Joins the chunks of a planned film, and encodes its sound.",
    discussion: """
      The file is the same, byte for byte, as 'video' writes in one process. Chunks that are missing (exit status 66), \
      damaged, of another plan, or made by different renderers or encoders (65) are refused.

      EXAMPLES
        multiplane join film.plan -o film.mp4
      """
  )

  @Argument(help: ArgumentHelp("The folder that 'plan' made.", valueName: "plan")) var folder: String

  @Option(name: .shortAndLong, help: ArgumentHelp("The film's file.", valueName: "file"))
  var output: String

  @OptionGroup var time: TimeOption

  @Flag(name: .shortAndLong, help: "Print nothing but errors.")
  var quiet = false

  func run() throws {
    let plan = try FilmPlan.read(folder)
    guard try VideoFormat(path: output).example == ".\(plan.format)" else {
      throw CommandError(.usage, "\(output): the plan is for a .\(plan.format) film; use such a name")
    }
    let paths = plan.chunks.indices.map { FilmPlan.chunkPath($0, in: folder) }
    let missing = paths.indices.filter { !FileManager.default.fileExists(atPath: paths[$0]) }
    guard missing.isEmpty else { throw ChunkError.missing(missing) }
    try plan.checkFiles(in: folder)
    let video = try plan.command(in: folder)
    let film = try plan.blamed(in: folder) { try video.film(of: plan, in: folder) }
    let places = plan.chunks.indices.map { plan.place($0, origin: plan.origin ?? [:]) }
    let origin = try film.join(paths, places: places, to: output)
    guard !quiet else { return }
    for note in film.notes.take() { StandardError.write("multiplane: note: \(note)") }
    StandardError.write(
      "multiplane: wrote \(output): \(plan.frames) frames in \(paths.count) chunks"
        + (DrawingDevice(origin: origin).map { ", drawn by \($0)" } ?? ""))
  }

  var timeLimit: Double? { time.maxTime }
  var inputFiles: [String] { ["\(folder)/\(FilmPlan.fileName)"] }
  var outputFiles: [NamedOutput] { [NamedOutput("--output", output)].compactMap { $0 } }
}

extension VideoCommand {
  /// Returns the film of a plan, without a renderer. The scene is read for its sounds.
  fileprivate func film(of plan: FilmPlan, in folder: String) throws -> Film {
    // The text must have the chunks' fonts.
    FontLibrary.useOnly(folders: plan.fontFolders(in: folder))
    try options.registerFonts()
    let clip = try openedClip()
    var scene = try LoadedScene(
      source.scene, memory: options.maxMemory, options: try options.shaped(lottie.loadOptions(), over: clip))
    try self.clip.put(clip, on: &scene, duration: duration, marker: lottie.marker)
    let (start, length) = try stretch(of: scene)
    let exporter = try exporter(path: output, of: scene, from: start, length: length)
    try plan.check(exporter, from: start, length: length, nil, in: folder)
    return try exporter.film(
      width: plan.width, height: plan.height, isOpaque: plan.isOpaque, frameCount: plan.frames)
  }
}
