// The folders of this module stand in one order; each uses only those before it (FolderOrderTests):
//
//   Cues       the model: cues, their texts, places, words with times
//   Reading    files of it: SubRip, WebVTT, SubStation Alpha, words as JSON
//   Layers     lines, looks, and the layers that show them
//
// Tested by CaptionReadingTests, CaptionTruthTests, CaptionWordTests and CaptionLayerTests.

public import CoreGraphics
public import Documents

/// The captions of a film: texts with their times.
///
/// ```swift
/// let track = try CaptionTrack(contentsOf: URL(filePath: "talk.srt"))
/// canvas.addSublayer(track.makeLayer(size: canvas.bounds.size))
/// ```
public struct CaptionTrack: Sendable {
  /// A text that is shown for a time.
  public struct Cue: Sendable, Equatable {
    /// The time at which the cue appears, in seconds.
    public var start: Double
    /// The time at which the cue disappears, in seconds.
    public var end: Double
    /// The text as spans of one look each.
    public var spans: [Span]
    /// The place in the file; nil for the style's.
    public var place: CaptionPlace?
    /// The outline and box in the file; nil for the style's.
    public var look: Look?
    /// The file's line with the cue's times, from 1; 0 for none.
    public var line = 0

    /// Creates a cue of plain text, whose line breaks are kept and long lines broken. Times are in seconds.
    public init(start: Double, end: Double, text: String) { self.init(start: start, end: end, spans: [Span(text)]) }

    /// Creates a cue of several looks.
    public init(start: Double, end: Double, spans: [Span], place: CaptionPlace? = nil) {
      (self.start, self.end, self.spans, self.place) = (start, end, spans, place)
    }

    /// The text without looks.
    public var text: String { spans.map(\.text).joined() }
  }

  /// The outline and the box of a cue, from its file.
  public struct Look: Sendable, Equatable {
    /// The colour around letters; nil for none.
    public var outlineColor: CGColor?
    /// The extent of the outline beyond the letters, as a share of the picture's height.
    public var outlineWidth: Double
    /// The colour of the box behind the text; nil for none.
    public var boxColor: CGColor?

    /// Creates a look of these values.
    public init(outlineColor: CGColor?, outlineWidth: Double, boxColor: CGColor?) {
      (self.outlineColor, self.outlineWidth, self.boxColor) = (outlineColor, outlineWidth, boxColor)
    }
  }

  /// A part of a text with one look.
  public struct Span: Sendable, Equatable {
    /// The text of the span.
    public var text: String
    /// Whether the text is bold.
    public var isBold = false
    /// Whether the text is italic.
    public var isItalic = false
    /// Whether the text is underlined.
    public var isUnderlined = false
    /// The colour; nil for the style's.
    public var color: CGColor?
    /// The name of the font; nil for the style's.
    public var font: String?
    /// The height of lines, ascent plus descent, as a share of the picture's height; nil for the style's size.
    public var lineHeight: Double?
    /// The time at which the span begins to be spoken, in seconds, if known.
    public var start: Double?
    /// The time at which the span has been spoken, in seconds; nil for the beginning of the next span.
    public var end: Double?

    /// Creates a span of a text in the style's look.
    public init(_ text: String) { self.text = text }
  }

  /// The cues, ascending by their beginnings.
  public private(set) var cues: [Cue]
  /// The notes on parts of the file that are skipped or read differently.
  public package(set) var notes: [SceneNote] = []

  package var file = "captions"

  /// Creates captions of cues in any order.
  public init(cues: [Cue]) {
    // Cues that begin together keep their order.
    self.cues = cues.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
      .map(\.element)
  }
}

/// The place of a caption inside the safe area.
public struct CaptionPlace: Sendable, Hashable {
  /// The alignment of lines with each other.
  public enum Lines: Sendable, Hashable {
    /// The left edges of the lines are aligned.
    case left
    /// The middles of the lines are aligned.
    case center
    /// The right edges of the lines are aligned.
    case right
  }

  /// The share of the free space to its left, 0 to 1; with ``anchorX`` a share of the picture's width.
  public var x: Double
  /// The share of the free space above it, 0 to 1; with ``anchorY`` a share of the picture's height.
  public var y: Double
  /// The alignment of the lines with each other.
  public var lines: Lines
  /// The share of the picture's width for its lines, inside the safe area, 0 to 1.
  public var width = 1.0
  /// The point of the text, from 0, its left edge, to 1, its right one, that lies at ``x`` of the picture; nil if `x`
  /// is a share of free space. A caption that exceeds the safe area is moved into it.
  public var anchorX: Double?
  /// The point of the text, from 0, its top, to 1, its bottom, at ``y``; nil if `y` is a share of free space.
  public var anchorY: Double?
  /// Whether the caption stays in place even if it covers another one.
  package var isFixed = false

  /// Creates a place by shares.
  public init(x: Double, y: Double, lines: Lines = .center) { (self.x, self.y, self.lines) = (x, y, lines) }

  /// At the bottom, in the middle.
  public static let bottom = CaptionPlace(x: 0.5, y: 1)
  /// At the top, in the middle.
  public static let top = CaptionPlace(x: 0.5, y: 0)
  /// In the middle.
  public static let middle = CaptionPlace(x: 0.5, y: 0.5)
}

/// A word of a cue with the time at which it is spoken, from the file or divided in proportion to length.
struct CaptionWord: Equatable {
  /// The range in the cue's text, in UTF-16 units.
  var range: Range<Int>
  /// The time in seconds.
  var start: Double
  var end: Double
}

extension CaptionTrack.Cue {
  /// A part of a text whose words share a time.
  private struct Group {
    var start: Double
    var end: Double?
    /// Whether the words are spoken together, as the time of each is unknown.
    var isTogether = false
    var words: [(range: Range<Int>, length: Int)] = []
  }

  /// The words in the order of the text, with white space between them.
  ///
  /// Words end at white space and at spans with times; scripts without spaces are divided into characters. The words
  /// after a time share the time until the next one in proportion to length, as do those of a cue without times. Words
  /// before the first time are shown from the beginning (WebVTT's `:past`): those on its line are spoken until then,
  /// those on lines above were spoken before.
  var words: [CaptionWord] {
    let isTimed = spans.contains { $0.start != nil }
    var groups = [Group(start: start, isTogether: isTimed)]
    var offset = 0
    var isInWord = false
    for span in spans {
      if let time = span.start {
        groups.append(Group(start: min(max(time, start), end), end: span.end.map { min($0, end) }))
        isInWord = false
      }
      for character in span.text {
        let length = character.utf16.count
        defer { offset += length }
        guard !character.isWhitespace else {
          isInWord = false
          if character.isNewline, groups[groups.count - 1].isTogether {
            groups[groups.count - 1].end = start
            groups.append(Group(start: start, isTogether: true))
          }
          continue
        }
        let isAlone = character.standsAlone
        if isInWord, !isAlone, let last = groups[groups.count - 1].words.indices.last {
          groups[groups.count - 1].words[last].range =
            groups[groups.count - 1].words[last].range.lowerBound..<offset + length
          groups[groups.count - 1].words[last].length += 1
        } else {
          groups[groups.count - 1].words.append((offset..<offset + length, 1))
        }
        isInWord = !isAlone
      }
    }
    return Self.timed(groups.filter { !$0.words.isEmpty }, until: end)
  }

  private static func timed(_ groups: [Group], until end: Double) -> [CaptionWord] {
    var words: [CaptionWord] = []
    for (index, group) in groups.enumerated() {
      let next = index + 1 < groups.count ? groups[index + 1].start : end
      // A word with a time before that of earlier words is spoken with them.
      let start = max(group.start, words.last?.start ?? group.start)
      let stop = max(group.end ?? next, start)
      let total = Double(group.words.reduce(0) { $0 + $1.length })
      var done = 0
      for word in group.words {
        let from = start + (stop - start) * Double(done) / total
        done += word.length
        let to = Double(done) == total ? stop : start + (stop - start) * Double(done) / total
        words.append(
          CaptionWord(
            range: word.range, start: group.isTogether ? start : from, end: group.isTogether ? stop : to))
      }
    }
    return words
  }
}

extension Character {
  fileprivate var standsAlone: Bool {
    guard let scalar = unicodeScalars.first?.value, scalar >= 0xE00 else { return false }
    switch scalar {
    // Thai, Lao, Myanmar, Khmer; Japanese kana; ideographs.
    case 0xE00...0xEFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xF900...0xFAFF, 0x20000...0x3FFFF:
      return true
    default: return false
    }
  }
}
