// How captions look where their file does not say it.

public import CoreGraphics

/// The look of captions.
public struct CaptionStyle: Sendable {
  /// The display of a caption's words, one after the other, as they are spoken.
  public enum Words: String, Sendable, CaseIterable {
    /// All words are shown together.
    case together
    /// Each word appears when it is spoken.
    case appear
    /// The word that is being spoken has the highlight's colour.
    case highlight
    /// Each word is filled with the highlight's colour while it is spoken, and stays so.
    case karaoke
  }

  /// The font's name, or its family's. Default: Helvetica Bold.
  public var font = "Helvetica-Bold"
  /// In points; nil is a twentieth of the shorter side of the canvas. What does not fit is set smaller.
  public var size: CGFloat?
  /// Default: white.
  public var color = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
  /// The colour around letters; nil for none. Default: black.
  public var outlineColor: CGColor? = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1)
  /// The distance that the outline goes beyond the letters, in points; nil is a sixteenth of the font's size.
  public var outlineWidth: CGFloat?
  /// The colour of a box behind the text; nil for none.
  public var boxColor: CGColor?
  /// The radius of the box's corners, in points.
  public var boxCornerRadius: CGFloat = 0
  /// The place of captions whose file gives none. Default: at the bottom, in the middle.
  public var place = CaptionPlace.bottom
  /// The most lines of a caption; a longer one is set smaller. Default: 4; breaks of the file's own are kept.
  public var mostLines = 4
  /// The display of words as they are spoken. Default: all are shown together.
  public var words = Words.together
  /// The colour of words that are said. Default: yellow.
  public var highlightColor = CGColor(srgbRed: 1, green: 0.85, blue: 0, alpha: 1)
  /// The share of the canvas's width and height that text may stand in, around its middle. Default: 0.9, which SMPTE ST
  /// 2046-1 has as the safe title area.
  public var safeArea = 0.9
  /// The part of the canvas that text may stand in, in points, y down; of it, what is in the safe area. Nil is all of
  /// that.
  public var region: CGRect?

  /// The look that is the default.
  public init() {}
}
