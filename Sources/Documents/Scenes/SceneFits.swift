// The fitting of texts and pictures that are not as large as their room.

/// The fitting of a text that is too long for its room. Its room is its box, or without a box the width that the
/// composition leaves the text at its position in the middle of its time.
public enum SceneTextFit: String, Sendable, CaseIterable {
  /// As the file says: in a box lines break between words, and words that are longer than a line where it ends; other
  /// text goes on.
  case asWritten = "none"
  /// Lines break as in a box, and may be more than the box has room for.
  case wrap
  /// The text becomes smaller until it fits, its lines no closer to each other than that makes them; words are not
  /// broken. It is at least 1 point large.
  case shrink
  /// An ellipsis replaces the text that does not fit, at the end of the last line; in text without a box, of each line.
  case ellipsis
}

/// The way in which an image of another shape fills the document's rectangle for it.
public enum SceneImageFit: String, Sendable, CaseIterable {
  /// It fills the rectangle and keeps its shape; the parts beyond the edges are cut off, on both sides alike.
  case cover
  /// All of it is seen, in the middle of the rectangle.
  case contain
  /// It is stretched.
  case fill
}
