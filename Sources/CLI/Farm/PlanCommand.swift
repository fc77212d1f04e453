// `multiplane plan`: shares a film out to many machines.
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
      Takes the options of 'video', and makes a folder with all that 'chunk' needs elsewhere: the scene and its \
      pictures, the fonts that it uses, its sounds. Prints how many chunks there are. The film that 'join' makes of \
      them is that of 'video', byte for byte, however many there are.

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
      "How many chunks there are to be, at most one a segment (default: one a segment, at most 256).", valueName: "n"),
    transform: NumberArgument.count)
  var chunks: Int?

  @Option(
    help: ArgumentHelp(
      "'this' where all chunks are to be made by the renderer of this machine, 'any' where by one that all have in "
        + "common (default: this).", valueName: "which"))
  var renderer = PlannedRenderer.this

  @Argument(
    parsing: .allUnrecognized, help: ArgumentHelp("A scene, and the options of 'video'.", valueName: "scene"))
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

  /// The film's command.
  func planned() throws -> VideoCommand { try VideoCommand.planned(video, format: format) }

  /// Measures the film by the files of the plan.
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
    // Where nothing but the file's own animations changes it, a frame is what its time makes it.
    plan.history.isNeeded = LoadedScene.isDemo(plan.scene) || video.states != nil
    let seconds = try goThrough(scene, plan, renderer, video, exporter.frameRate)
    if plan.history.isNeeded, frames > 0 {
      plan.history.secondsPerFrame = seconds / Double(frames)
      plan.history.secondsBeforeLastChunk = plan.history.secondsPerFrame * Double(plan.chunks.last?.firstFrame ?? 0)
    }
    if frames > 0 {
      try video.tellOfTransparency(scene, renderer, exporter, at: start + exporter.frameRate.time(ofFrame: frames - 1))
    }
    // What text has asked for on the way is all it will ask for.
    try folder.add(fonts: FontLibrary.withLock { $0.usedFiles }, to: &plan)
  }

  /// Goes through the film without drawing, or where frames do not depend on those before, through some of them, so
  /// that all fonts are asked for; the processor's seconds for what a chunk repeats.
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
      // Text is set when it is to be drawn.
      _ = renderer.record(scene.rootLayer, at: time)
    }
    // CLOCKS_PER_SEC, which is a million by POSIX.
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
