// Where a picture lies in a rectangle of another shape.

import CoreGraphics
import Documents

/// The place of an image in a rectangle: SVG's `preserveAspectRatio`, which lottie-web takes from an asset's `pr`, and
/// which by default is `xMidYMid slice`.
struct LottieImagePlacing: Equatable {
  var fit = SceneImageFit.cover
  /// 0 at the left and top edges, 1 at the others.
  var x: CGFloat = 0.5
  var y: CGFloat = 0.5

  init(_ fit: SceneImageFit) { self.fit = fit }

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

  /// Returns the part of an image that is seen, in parts of it, and its frame in a rectangle of the size at the origin.
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
