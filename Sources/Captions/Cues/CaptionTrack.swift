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
  /// A text that is shown for a while.
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

    /// A cue of a plain text; lines are broken where it breaks them, and where they are too long. Times are in seconds.
    public init(start: Double, end: Double, text: String) { self.init(start: start, end: end, spans: [Span(text)]) }

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
  /// The text's point that stands at ``y``, from 0, its top, to 1, its bottom; nil where `y` is a share of free room.
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

/// A word of a cue, with the time at which it is said: as the file says, else shared out by its length.
struct CaptionWord: Equatable {
  /// In UTF-16 units of the cue's text.
  var range: Range<Int>
  /// In seconds.
  var start: Double
  var end: Double
}

extension CaptionTrack.Cue {
  /// A stretch of text whose words share a time.
  private struct Group {
    var start: Double
    var end: Double?
    /// Whether its words are said together: it is not known when each is.
    var isTogether = false
    var words: [(range: Range<Int>, length: Int)] = []
  }

  /// The words in the order of the text. What stands between them is white space.
  ///
  /// Words end at white space, and where a span with a time of its own begins; scripts that have no spaces are taken
  /// character by character. Words behind a time share what is left until the next one by their length, and so do the
  /// words of a cue without any time. Those in front of the first time are shown from the beginning (WebVTT's `:past`):
  /// those on its line are said until then, and those on lines above were said before.
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
      // Words that are said before those in front of them are said with them.
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
