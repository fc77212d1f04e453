// What becomes of a text and of a picture that are not as large as what they stand in.

/// What becomes of a text that is too long for its room: its box, or without one the width that the composition leaves
/// it where it stands in the middle of its time.
public enum SceneTextFit: String, Sendable, CaseIterable {
  /// As the file says: in a box lines break between words, and words that are longer than a line where it ends; other
  /// text goes on.
  case asWritten = "none"
  /// Lines break as in a box, and may be more than the box has room for.
  case wrap
  /// The text becomes smaller until it fits, its lines no closer to each other than that makes them; words are not
  /// broken. It is at least 1 point large.
  case shrink
  /// What there is no room for gives way to an ellipsis at the end of the last line; in text without a box, of each.
  case ellipsis
}

/// How an image of another shape fills the rectangle that the document has for it.
public enum SceneImageFit: String, Sendable, CaseIterable {
  /// It fills the rectangle and keeps its shape; what is beyond the edges is cut off, on both sides alike.
  case cover
  /// All of it is seen, in the middle of the rectangle.
  case contain
  /// It is stretched.
  case fill
}
