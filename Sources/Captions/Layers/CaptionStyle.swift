// Tested by CaptionLineTests.

public import CoreGraphics
import CoreText
import TextLayout

/// The look of captions.
public struct CaptionStyle: Sendable {
  /// The display of a caption's words as they are spoken.
  public enum Words: String, Sendable, CaseIterable {
    /// All words are shown together.
    case together
    /// Each word appears when it is spoken.
    case appear
    /// The spoken word has the highlight's colour.
    case highlight
    /// Each word is filled with the highlight's colour while it is spoken, and keeps it.
    case karaoke
  }

  /// The name of the font or its family. Default: Helvetica Bold.
  public var font = "Helvetica-Bold"
  /// The font size in points; nil is a twentieth of the canvas's shorter side. Text that does not fit is set smaller.
  public var size: CGFloat?
  /// The colour of the text. Default: white.
  public var color = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
  /// The colour of the outline of letters; nil for none. Default: black.
  public var outlineColor: CGColor? = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1)
  /// The extent of the outline beyond the letters, in points; nil is a sixteenth of the font size.
  public var outlineWidth: CGFloat?
  /// The colour of the box behind the text; nil for none.
  public var boxColor: CGColor?
  /// The radius of the box's corners, in points.
  public var boxCornerRadius: CGFloat = 0
  /// The place of captions without one in the file. Default: at the bottom, in the middle.
  public var place = CaptionPlace.bottom
  /// The greatest number of lines; a longer caption is set smaller. The file's own breaks are kept. Default: 4.
  public var mostLines = 4
  /// The display of words as they are spoken. Default: all are shown together.
  public var words = Words.together
  /// The colour of spoken words. Default: yellow.
  public var highlightColor = CGColor(srgbRed: 1, green: 0.85, blue: 0, alpha: 1)
  /// The share of the canvas's sides for text, around its middle. Default: 0.9, the safe title area of SMPTE ST 2046-1.
  public var safeArea = 0.9
  /// The part of the canvas for text, inside the safe area, in points, y down; nil is all of that area.
  public var region: CGRect?

  /// Creates the default style.
  public init() {}
}

struct CaptionFont {
  private let name: String
  private let traits: CTFontSymbolicTraits
  /// The size in points.
  let size: CGFloat

  /// Creates a font. `size` is the style's, in points; the span's own height is a share of `pictureHeight`, in points.
  init(_ span: CaptionTrack.Span, _ style: CaptionStyle, size: CGFloat, pictureHeight: CGFloat) {
    name = span.font ?? style.font
    var traits: CTFontSymbolicTraits = []
    if span.isBold { traits.insert(.traitBold) }
    if span.isItalic { traits.insert(.traitItalic) }
    self.traits = traits
    guard let share = span.lineHeight, share > 0, share.isFinite else {
      self.size = size
      return
    }
    // The height is the font's ascent plus descent, as sizes in libass.
    let font = CTFontCreateWithName(name, 100, nil)
    let height = (CTFontGetAscent(font) + CTFontGetDescent(font)) / 100
    self.size = min(max(pictureHeight * CGFloat(share) / max(height, 0.1), 1), 2000)
  }

  func made(_ scale: CGFloat) -> CTFont {
    let font = CTFontCreateWithName(name, size * scale, nil)
    guard !traits.isEmpty else { return font }
    return CTFontCreateCopyWithSymbolicTraits(font, size * scale, nil, traits, traits) ?? font
  }
}

/// The room of a line among others, in points. As in CSS, a line is as high as its fonts, substitutes included, so that
/// lines of a Japanese font of 1.0 em are as far apart as Latin ones. Arabic fonts have 2 em and more, for marks that
/// few texts have: beyond 1.45 em, the height of Chinese and Japanese fonts, a line takes the height of its letters.
struct LineRoom {
  /// The distance from the top to the baseline.
  private(set) var ascent: CGFloat = 0
  private(set) var height: CGFloat = 0

  private static let most: CGFloat = 1.45

  init(_ line: TextLine) {
    var (descent, leading, size): (CGFloat, CGFloat, CGFloat) = (line.descent, line.leading, 0)
    ascent = line.ascent
    for run in line.runs {
      let font = CGFont(run.style.font.style)
      let scale = run.size / CGFloat(max(font.unitsPerEm, 1))
      ascent = max(ascent, CGFloat(font.ascent) * scale)
      descent = max(descent, -CGFloat(font.descent) * scale)
      leading = max(leading, CGFloat(font.leading) * scale)
      size = max(size, run.size)
    }
    height = ascent + descent + leading
    guard size > 0, height > size * Self.most else { return }
    let ink = line.imageBounds
    let (above, below) = ink.isNull ? (0, 0) : (max(ink.maxY, 0), max(-ink.minY, 0))
    let spare = max(ascent - above, 0) + max(descent - below, 0)
    let room = max(size * Self.most, above + below)
    guard spare > 0, room < above + below + spare else { return }
    // The remaining height is divided above and below the letters in the proportion of the fonts' own spare room.
    ascent = above + max(ascent - above, 0) * (room - above - below) / spare
    height = room
  }
}
