// A clip that a film is made with: --over, --under, and what is said of it.

import ArgumentParser
import CoreGraphics
import Foundation
import Multiplane
import Video

/// The options of a film's clip.
struct ClipOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A clip that the scene lies over: the film has its size, rate, length and sound. Where nothing of the scene is "
        + "seen, its pictures are encoded as they were decoded. Pictures are clips, too: 'seq/%04d.png@25', or one "
        + "that is shown for as long as the scene lasts, or up to --to.", valueName: "clip"))
  var over: String?

  @Option(
    help: ArgumentHelp("A clip that lies over the scene, where it is not transparent.", valueName: "clip"))
  var under: String?

  @Option(
    help: ArgumentHelp(
      "The clip's second that the scene begins at (default: 0). It is seen for --duration, or up to the clip's end.",
      valueName: "seconds"),
    transform: NumberArgument.seconds)
  var at: Double?

  @Option(
    help: ArgumentHelp("The clip's second that the film ends at (default: the clip's end).", valueName: "seconds"),
    transform: NumberArgument.duration)
  var to: Double?

  @Option(
    name: .customLong("scene-fit"),
    help: ArgumentHelp(
      "How the scene fills the film: \(CanvasFit.ways) (default: contain).", valueName: "how"))
  var fit: CanvasFit?

  @Option(
    name: .customLong("scene-align"),
    help: ArgumentHelp(
      "The scene's place in the film, as --align has it: 'left bottom', '25% 100%' (default: center).",
      valueName: "place"),
    transform: CanvasAlignment.init(parsing:))
  var align: CanvasAlignment?

  /// The clip's file.
  var file: String? { over ?? under }

  func validate() throws {
    guard over == nil || under == nil else {
      throw ValidationError("--over and --under both name the film's clip; give one of them")
    }
    guard file == nil else { return }
    let given = [
      ("--at", at != nil), ("--to", to != nil), ("--scene-fit", fit != nil), ("--scene-align", align != nil),
    ].first { $0.1 }
    if let given { throw ValidationError("\(given.0) is about a clip; give --over or --under, too") }
  }

  /// Returns the clip, opened; nil without one.
  ///
  /// - Parameters:
  ///   - from: the clip's second at the film's first frame.
  ///   - options: how it fills a film of another size, and what the film's making may take.
  func open(from: Double?, options: RenderOptions) throws -> FilmClip? {
    guard let file else { return nil }
    let opened = try PictureFiles(named: file).map(VideoClip.init) ?? VideoClip(contentsOf: URL(filePath: file))
    guard opened.pictures != nil else {
      throw VideoError.cannotRead(path: file, reason: "there are no pictures in it; --audio takes its sound")
    }
    var clip = FilmClip(opened, isSceneAbove: over != nil)
    clip.start = from ?? 0
    clip.memory = min(clip.memory, options.maxMemory.bytes / 4)
    (clip.fit, clip.alignment) = (
      options.sizing.fit ?? .contain, options.sizing.alignment(isFlipped: options.flipped)
    )
    let end = opened.duration
    guard clip.start < end else {
      throw ValidationError("--from \(clip.start) is not before the end of \(file), at \(end.inThousandths) s")
    }
    if let to {
      // A thousandth is what the length is told by.
      guard to <= end + 0.0005 else {
        throw ValidationError("--to \(to) is beyond the end of \(file), at \(end.inThousandths) s")
      }
      guard to > clip.start else { throw ValidationError("--to \(to) is not after --from \(clip.start)") }
    }
    clip.length = min(to ?? end, end) - clip.start
    guard at ?? 0 < clip.start + clip.length else {
      throw ValidationError(
        "--at \(at ?? 0): the film ends at \((clip.start + clip.length).inThousandths) s of the clip, before the scene "
          + "begins")
    }
    return clip
  }
}
