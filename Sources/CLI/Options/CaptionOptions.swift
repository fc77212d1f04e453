// Captions over what is shown.
// Tested by CaptionCommandTests.
public import ArgumentParser
import CoreGraphics
import Documents
import Foundation
import Multiplane
import QuartzCore
import SceneFiles

extension CaptionStyle.Words: ExpressibleByArgument {}

/// The options of captions.
struct CaptionOptions: ParsableArguments {
  @Option(
    name: .customLong("captions"),
    help: ArgumentHelp(
      "A file of captions, which lie over all else at their times: SubRip (.srt), WebVTT (.vtt), SubStation Alpha "
        + "(.ass), or words with times as JSON. In a film with a clip the times are the clip's, else the scene's.",
      valueName: "file"))
  var file: String?

  @Option(
    help: ArgumentHelp("The captions' font, by its name or its family's (default: Helvetica-Bold).", valueName: "name"))
  var captionFont: String?

  @Option(
    help: ArgumentHelp(
      "The font's size in points (default: a twentieth of the picture's shorter side). Captions that are too long are "
        + "set smaller.", valueName: "points"), transform: CaptionOptions.points)
  var captionSize: Double?

  @Option(
    help: ArgumentHelp("The text's colour (default: white).", valueName: "colour"),
    transform: ColorArgument.init(parsing:))
  var captionColor: ColorArgument?

  @Option(
    help: ArgumentHelp(
      "The colour around letters, and how far it goes beyond them in points, or 'none' (default: black, a sixteenth of "
        + "the size).", valueName: "colour[:points]"), transform: CaptionOutline.init(parsing:))
  var captionOutline: CaptionOutline?

  @Option(
    help: ArgumentHelp("The colour of a box behind the text (default: no box).", valueName: "colour"),
    transform: ColorArgument.init(parsing:))
  var captionBox: ColorArgument?

  @Option(
    help: ArgumentHelp(
      "Where captions stand in the safe area, if their file does not say it, as --align has places (default: bottom).",
      valueName: "place"), transform: CanvasAlignment.init(parsing:))
  var captionPlace: CanvasAlignment?

  @Option(
    help: ArgumentHelp(
      "The most lines of a caption whose file breaks it less often; a longer one is set smaller (default: 4).",
      valueName: "n"), transform: NumberArgument.count)
  var captionLines: Int?

  @Option(
    help: ArgumentHelp(
      "What becomes of words as they are said: they stand 'together', 'appear' one by one, have a 'highlight', or are "
        + "filled with it as in 'karaoke' (default: together). Words that have no times in the file share their "
        + "caption's by their length.", valueName: "how"))
  var captionWords: CaptionStyle.Words?

  @Option(
    help: ArgumentHelp("The colour of words that are said (default: #ffd900).", valueName: "colour"),
    transform: ColorArgument.init(parsing:))
  var captionHighlight: ColorArgument?

  @Option(
    help: ArgumentHelp(
      "A layer of the scene in whose place the captions stand, with its background and corners, and of a text layer "
        + "its font, size, colour and alignment; it is not shown itself.", valueName: "name"))
  var captionLike: String?

  private static func points(_ text: String) throws(ArgumentValueError) -> Double {
    guard let value = Double(text), 1...2000 ~= value else {
      throw ArgumentValueError("expected points from 1 to 2000, such as 48")
    }
    return value
  }

  func validate() throws {
    guard file == nil else { return }
    let given = [
      ("--caption-font", captionFont != nil), ("--caption-size", captionSize != nil),
      ("--caption-color", captionColor != nil), ("--caption-outline", captionOutline != nil),
      ("--caption-box", captionBox != nil), ("--caption-place", captionPlace != nil),
      ("--caption-lines", captionLines != nil), ("--caption-words", captionWords != nil),
      ("--caption-highlight", captionHighlight != nil), ("--caption-like", captionLike != nil),
    ].first { $0.1 }
    if let given { throw ValidationError("\(given.0) is about captions; give --captions, too") }
  }

  /// The captions' look in a canvas.
  ///
  /// - Parameter root: the scene's root, placed in the canvas.
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
  /// Nil for no outline.
  var color: ColorArgument?
  var points: Double?

  /// Reads `black`, `#00000080:3` or `none`.
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
  /// Gives captions its place and its look, and hides itself.
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
