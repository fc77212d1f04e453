// Tested by OverCommandTests and CaptionCommandTests.
public import ArgumentParser
import CoreGraphics
import Documents
import Foundation
import Multiplane
import QuartzCore
import SceneFiles
import Video

/// The options of a film's clip.
struct ClipOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A clip below the scene: the film has its size, rate, length and sound, and its pictures are encoded "
        + "unchanged where the scene shows nothing. Pictures are clips, too: 'seq/%04d.png@25', or one that is shown "
        + "for the scene's duration, or up to --to.", valueName: "clip"))
  var over: String?

  @Option(help: ArgumentHelp("A clip above the scene, which shows where the clip is transparent.", valueName: "clip"))
  var under: String?

  @Option(
    help: ArgumentHelp(
      "The clip's second at which the scene begins (default: 0). The scene shows for --duration, or up to the "
        + "clip's end.", valueName: "seconds"), transform: NumberArgument.seconds)
  var at: Double?

  @Option(
    help: ArgumentHelp("The clip's second at which the film ends (default: the clip's end).", valueName: "seconds"),
    transform: NumberArgument.duration)
  var to: Double?

  @Option(
    name: .customLong("scene-fit"),
    help: ArgumentHelp("How the scene fills the film: \(CanvasFit.ways) (default: contain).", valueName: "how"))
  var fit: CanvasFit?

  @Option(
    name: .customLong("scene-align"),
    help: ArgumentHelp(
      "The scene's place in the film, as for --align: 'left bottom', '25% 100%' (default: center).",
      valueName: "place"),
    transform: CanvasAlignment.init(parsing:))
  var align: CanvasAlignment?

  var file: String? { over ?? under }

  func validate() throws {
    guard over == nil || under == nil else {
      throw ValidationError("--over and --under both name the film's clip; give one of them")
    }
    guard file == nil else { return }
    try Self.refuse(
      ["--at": at, "--to": to, "--scene-fit": fit, "--scene-align": align],
      "is about a clip; give --over or --under, too")
  }

  /// Opens the clip; nil without one. `from` is the clip's second at the film's first frame; `options` have the fit in
  /// a film of another size, and the limit of memory.
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
      // Messages round the length to thousandths.
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

extension CaptionStyle.Words: ExpressibleByArgument {}

struct CaptionOptions: ParsableArguments {
  @Option(
    name: .customLong("captions"),
    help: ArgumentHelp(
      "A file of captions, shown above all else at their times: SubRip (.srt), WebVTT (.vtt), SubStation Alpha (.ass), "
        + "or words with times as JSON. The times are the scene's, and in a film with a clip the clip's.",
      valueName: "file"))
  var file: String?

  @Option(
    help: ArgumentHelp("The captions' font, by its name or its family's (default: Helvetica-Bold).", valueName: "name"))
  var captionFont: String?

  @Option(
    help: ArgumentHelp(
      "The font's size in points (default: a twentieth of the picture's shorter side). Captions that are too long "
        + "are set smaller.", valueName: "points"), transform: CaptionOptions.points)
  var captionSize: Double?

  @Option(
    help: ArgumentHelp("The text's colour (default: white).", valueName: "colour"),
    transform: ColorArgument.init(parsing:))
  var captionColor: ColorArgument?

  @Option(
    help: ArgumentHelp(
      "The colour around letters, and its width in points, or 'none' (default: black, a sixteenth of the size).",
      valueName: "colour[:points]"), transform: CaptionOutline.init(parsing:))
  var captionOutline: CaptionOutline?

  @Option(
    help: ArgumentHelp("The colour of a box behind the text (default: no box).", valueName: "colour"),
    transform: ColorArgument.init(parsing:))
  var captionBox: ColorArgument?

  @Option(
    help: ArgumentHelp(
      "The place of captions in the safe area if their file does not give one, as for --align (default: bottom).",
      valueName: "place"), transform: CanvasAlignment.init(parsing:))
  var captionPlace: CanvasAlignment?

  @Option(
    help: ArgumentHelp(
      "The most lines of a caption that its file does not break; a longer caption is set smaller (default: 4).",
      valueName: "n"), transform: NumberArgument.count)
  var captionLines: Int?

  @Option(
    help: ArgumentHelp(
      "How words appear as they are said: 'together', 'appear' one by one, with a 'highlight', or filled with it "
        + "as in 'karaoke' (default: together). Words without times share their caption's time by their length.",
      valueName: "how"))
  var captionWords: CaptionStyle.Words?

  @Option(
    help: ArgumentHelp("The colour of words that are said (default: #ffd900).", valueName: "colour"),
    transform: ColorArgument.init(parsing:))
  var captionHighlight: ColorArgument?

  @Option(
    help: ArgumentHelp(
      "A layer of the scene that gives the captions its place, background and corners, and, if it is a text "
        + "layer, its font, size, colour and alignment; the layer itself is hidden.", valueName: "name"))
  var captionLike: String?

  private static func points(_ text: String) throws(ArgumentValueError) -> Double {
    guard let value = Double(text), 1...2000 ~= value else {
      throw ArgumentValueError("expected points from 1 to 2000, such as 48")
    }
    return value
  }

  func validate() throws {
    guard file == nil else { return }
    try Self.refuse(
      [
        "--caption-font": captionFont, "--caption-size": captionSize, "--caption-color": captionColor,
        "--caption-outline": captionOutline, "--caption-box": captionBox, "--caption-place": captionPlace,
        "--caption-lines": captionLines, "--caption-words": captionWords, "--caption-highlight": captionHighlight,
        "--caption-like": captionLike,
      ], "is about captions; give --captions, too")
  }

  /// Returns the captions' style in a canvas, over the scene's root, which is placed in it.
  func style(in canvas: CGSize, over root: CALayer) throws -> CaptionStyle {
    var style = CaptionStyle()
    if let captionLike {
      guard let layer = root.layers(named: captionLike).first else {
        throw ValidationError("--caption-like: the scene has no layer '\(captionLike)'")
      }
      layer.lend(to: &style, in: root, size: canvas)
    }
    if let captionFont { style.font = captionFont }
    if let captionSize { style.size = CGFloat(captionSize) }
    if let captionColor { style.color = captionColor.cgColor }
    if let captionOutline {
      style.outlineColor = captionOutline.color?.cgColor
      style.outlineWidth = captionOutline.points.map { CGFloat($0) }
    }
    if let captionBox { style.boxColor = captionBox.cgColor }
    if let captionPlace {
      style.place = CaptionPlace(
        x: captionPlace.x, y: captionPlace.y,
        lines: captionPlace.x < 1.0 / 3 ? .left : captionPlace.x > 2.0 / 3 ? .right : .center)
    }
    if let captionLines { style.mostLines = captionLines }
    if let captionWords { style.words = captionWords }
    if let captionHighlight { style.highlightColor = captionHighlight.cgColor }
    return style
  }
}

/// `COLOUR`, `COLOUR:POINTS`, or `none`.
struct CaptionOutline: Equatable {
  /// The colour; nil for no outline.
  var color: ColorArgument?
  var points: Double?

  /// Parses `black`, `#00000080:3` or `none`.
  init(parsing text: String) throws(ArgumentValueError) {
    guard text != "none" else { return }
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    color = try ColorArgument(parsing: String(parts[0]))
    guard parts.count == 2 else { return }
    guard let points = Double(parts[1]), 0...200 ~= points else {
      throw ArgumentValueError("expected COLOUR:POINTS, points from 0 to 200, such as black:3")
    }
    self.points = points
  }
}

extension CALayer {
  /// Copies the layer's place and style to the captions, and hides the layer.
  fileprivate func lend(to style: inout CaptionStyle, in root: CALayer, size: CGSize) {
    let canvas = CALayer()
    canvas.bounds.size = size
    canvas.addSublayer(root)
    let frame = convert(bounds, to: canvas)
    root.removeFromSuperlayer()
    let zoom = bounds.height > 0 ? frame.height / bounds.height : 1
    style.region = frame
    style.boxColor = backgroundColor
    style.boxCornerRadius = cornerRadius * zoom
    if let text = self as? CATextLayer {
      style.size = text.fontSize * zoom
      if let name = text.font as? String { style.font = name }
      if let font = text.font as? CGFont, let name = font.postScriptName { style.font = name }
      if let color = text.foregroundColor { style.color = color }
      let lines: CaptionPlace.Lines =
        text.alignmentMode == .left ? .left : text.alignmentMode == .right ? .right : .center
      style.place = CaptionPlace(x: lines == .left ? 0 : lines == .right ? 1 : 0.5, y: 0.5, lines: lines)
    } else {
      style.place = .middle
    }
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    isHidden = true
    CATransaction.commit()
  }
}

extension ParsableArguments {
  /// Throws if one of some options is given.
  fileprivate static func refuse(_ options: KeyValuePairs<String, Any?>, _ reason: String) throws {
    if let given = options.first(where: { $0.value != nil }) { throw ValidationError("\(given.key) \(reason)") }
  }
}
