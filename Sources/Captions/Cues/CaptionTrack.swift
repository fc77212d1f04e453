// Captions: what is said when, and how it is written.
//
// The folders of this module stand in one order; each uses only those before it (FolderOrderTests):
//
//   Cues       the model: cues, their texts, places, words with times
//   Reading    files of it: SubRip, WebVTT, SubStation Alpha, words as JSON
//   Layers     lines, looks, and the layers that show them
//
// Tested by CaptionReadingTests, CaptionTruthTests, CaptionWordTests and CaptionLayerTests.

public import CoreGraphics
public import Documents

/// Captions of a film: texts with their times.
///
/// ```swift
/// let track = try CaptionTrack(contentsOf: URL(filePath: "talk.srt"))
/// canvas.addSublayer(track.makeLayer(size: canvas.bounds.size))
/// ```
public struct CaptionTrack: Sendable {
  /// A cue: a text that is shown for a while.
  public struct Cue: Sendable, Equatable {
    /// The time at which the cue appears, in seconds.
    public var start: Double
    /// The time from which on the cue is no longer shown, in seconds.
    public var end: Double
    /// Its text, in spans of one look each.
    public var spans: [Span]
    /// The place that the file gives; nil where the style decides.
    public var place: CaptionPlace?
    /// The file's outline and box; nil where the style decides.
    public var look: Look?
    /// The line of the file that contains its time, from 1; 0 for none.
    public var line = 0

    /// A cue of a plain text.
    ///
    /// - Parameters:
    ///   - start: in seconds.
    ///   - end: in seconds.
    ///   - text: lines are broken where it breaks them, and where they are too long.
    public init(start: Double, end: Double, text: String) {
      self.init(start: start, end: end, spans: [Span(text)])
    }

    /// A cue of several looks.
    public init(start: Double, end: Double, spans: [Span], place: CaptionPlace? = nil) {
      (self.start, self.end, self.spans, self.place) = (start, end, spans, place)
    }

    /// The text without looks.
    public var text: String { spans.map(\.text).joined() }
  }

  /// The outline and the box of a cue, where its file gives them.
  public struct Look: Sendable, Equatable {
    /// The colour around letters; nil for none.
    public var outlineColor: CGColor?
    /// The distance that the outline goes beyond the letters, as a share of the picture's height.
    public var outlineWidth: Double
    /// The colour of the box behind the text; nil for no box.
    public var boxColor: CGColor?

    /// A look of these values.
    public init(outlineColor: CGColor?, outlineWidth: Double, boxColor: CGColor?) {
      (self.outlineColor, self.outlineWidth, self.boxColor) = (outlineColor, outlineWidth, boxColor)
    }
  }

  /// A stretch of text of one look.
  public struct Span: Sendable, Equatable {
    /// The text of the span.
    public var text: String
    /// Whether it is bold.
    public var isBold = false
    /// Whether it is italic.
    public var isItalic = false
    /// Whether a line stands below it.
    public var isUnderlined = false
    /// Its colour; nil for the style's.
    public var color: CGColor?
    /// The name of its font; nil for the style's.
    public var font: String?
    /// The height of its lines, ascent and descent, as a share of the picture's height; nil for the style's size.
    public var lineHeight: Double?
    /// The time at which the span begins to be spoken, in seconds; nil where it is not known.
    public var start: Double?
    /// The time at which the span has been spoken, in seconds; nil where the beginning of the next span gives it.
    public var end: Double?

    /// A stretch of text in the style's look.
    public init(_ text: String) { self.text = text }
  }

  /// In the order of their beginnings.
  public private(set) var cues: [Cue]
  /// The notes on parts of the file that were skipped, or read differently from what it says.
  public package(set) var notes: [SceneNote] = []

  /// The name of the file in messages.
  package var file = "captions"

  /// Captions of cues, which need not be in order.
  public init(cues: [Cue]) {
    // As in the file, where they begin together.
    self.cues = cues.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
      .map(\.element)
  }
}

/// The place of a caption in the area that is safe for text.
public struct CaptionPlace: Sendable, Hashable {
  /// The alignment of lines with each other.
  public enum Lines: Sendable, Hashable {
    /// They begin at the left edge of the longest.
    case left
    /// Their middles are one below the other.
    case center
    /// They end at the right edge of the longest.
    case right
  }

  /// The share of the free room that is left of it, 0 to 1; with ``anchorX`` a share of the picture's width.
  public var x: Double
  /// The share of the free room that is above it, 0 to 1; with ``anchorY`` a share of the picture's height.
  public var y: Double
  /// The alignment of its lines with each other.
  public var lines: Lines
  /// The share of the picture's width that its lines may take, within the safe area, 0 to 1.
  public var width = 1.0
  /// The point of the text that stands at ``x`` of the picture, from 0, its left edge, to 1, its right one; nil where
  /// `x` is a share of free room. A caption that would leave the safe area is moved into it.
  public var anchorX: Double?
  /// The point of the text that stands at ``y`` of the picture, from 0, its top, to 1, its bottom; nil where `y` is a
  /// share of free room.
  public var anchorY: Double?
  /// Whether it stands there even if another caption does.
  package var isFixed = false

  /// A place by shares.
  public init(x: Double, y: Double, lines: Lines = .center) { (self.x, self.y, self.lines) = (x, y, lines) }

  /// At the bottom, in the middle.
  public static let bottom = CaptionPlace(x: 0.5, y: 1)
  /// At the top, in the middle.
  public static let top = CaptionPlace(x: 0.5, y: 0)
  /// In the middle.
  public static let middle = CaptionPlace(x: 0.5, y: 0.5)
}
