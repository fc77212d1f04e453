// What becomes of a text and of a picture that are not as large as what they stand in.

import CoreGraphics

/// What becomes of a Lottie text that is too long for its room: its box, or without one the width that the composition
/// leaves it where it stands in the middle of its time.
public enum LottieTextFit: String, Sendable, CaseIterable {
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

/// How a Lottie image of another shape fills the rectangle that the document has for it.
public enum LottieImageFit: String, Sendable, CaseIterable {
  /// It fills the rectangle and keeps its shape; what is beyond the edges is cut off, on both sides alike.
  case cover
  /// All of it is seen, in the middle of the rectangle.
  case contain
  /// It is stretched.
  case fill
}

/// Where in a rectangle an image lies: SVG's `preserveAspectRatio`, which lottie-web takes from an asset's `pr`, and by
/// default is `xMidYMid slice`.
struct LottieImagePlacing: Equatable {
  var fit = LottieImageFit.cover
  /// 0 at the left and top edges, 1 at the others.
  var x: CGFloat = 0.5
  var y: CGFloat = 0.5

  init(_ fit: LottieImageFit) { self.fit = fit }

  /// Reads SVG's words; nil for others.
  init?(preserveAspectRatio text: String) {
    let words = text.split(separator: " ")
    if words == ["none"] {
      fit = .fill
      return
    }
    let places: [String: CGFloat] = ["Min": 0, "Mid": 0.5, "Max": 1]
    guard (1...2).contains(words.count), words[0].count == 8, words[0].hasPrefix("x"),
      let x = places[String(words[0].dropFirst().prefix(3))], words[0].dropFirst(4).hasPrefix("Y"),
      let y = places[String(words[0].suffix(3))]
    else { return nil }
    switch words.count > 1 ? words[1] : "meet" {
    case "meet": fit = .contain
    case "slice": fit = .cover
    default: return nil
    }
    (self.x, self.y) = (x, y)
  }

  /// What of an image is seen, in parts of it, and where that is in a rectangle of the size at the origin.
  func placed(_ image: CGSize, in size: CGSize) -> (part: CGRect, frame: CGRect) {
    let (whole, all) = (CGRect(x: 0, y: 0, width: 1, height: 1), CGRect(origin: .zero, size: size))
    guard fit != .fill, image.width > 0, image.height > 0, size.width > 0, size.height > 0 else { return (whole, all) }
    let (across, down) = (size.width / image.width, size.height / image.height)
    if fit == .cover {
      let scale = max(across, down)
      let part = CGSize(width: across / scale, height: down / scale)
      return (CGRect(origin: CGPoint(x: (1 - part.width) * x, y: (1 - part.height) * y), size: part), all)
    }
    let scale = min(across, down)
    let shown = CGSize(width: image.width * scale, height: image.height * scale)
    let origin = CGPoint(x: (size.width - shown.width) * x, y: (size.height - shown.height) * y)
    return (whole, CGRect(origin: origin, size: shown))
  }
}
