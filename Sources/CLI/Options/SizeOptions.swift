// Tested by FitCommandTests and ArgumentValueTests.
public import ArgumentParser
import CoreGraphics
import Foundation
import Multiplane
import SceneFiles

extension CanvasFit: ExpressibleByArgument {
  static let ways =
    "'contain', whole, 'cover', cut off at the edges, 'fill', stretched, or 'none', at its own size"
}

/// The options for a picture's size, and the scene's place in it.
struct SizeOptions: ParsableArguments {
  @Option(
    name: .customLong("size"),
    help: ArgumentHelp(
      "The picture's size in points (default: the scene's own); the scene lies in its middle, and a Lottie file "
        + "is fitted into it, unless --fit says otherwise. 'render' and 'video' accept several, separated by commas: "
        + "one output each, with {size} in its name.", valueName: "WxH"), transform: SizeArgument.list(parsing:))
  var sizes: [SizeArgument]?

  @Option(
    help: ArgumentHelp(
      "The picture's width in pixels, in place of --size; the scene is fitted into it. Without --height, the "
        + "height follows from the scene's shape, and is even if the width is.", valueName: "pixels"),
    transform: NumberArgument.side)
  var width: Int?

  @Option(
    help: ArgumentHelp("The picture's height in pixels; without --width, the width follows.", valueName: "pixels"),
    transform: NumberArgument.side)
  var height: Int?

  @Option(
    help: ArgumentHelp(
      "How the scene fills a picture of another size: \(CanvasFit.ways). In a film with a clip the option places "
        + "the clip, and --scene-fit the scene (default: contain; none for demo:NAME, CAML and wallpapers "
        + "with --size).", valueName: "how"))
  var fit: CanvasFit?

  @Option(
    help: ArgumentHelp(
      "The place of the scene then, as in CSS's object-position: left, right, top, bottom, center, two of them, "
        + "or percent of the free room across and down, such as '25% 100%' (default: center).", valueName: "place"),
    transform: CanvasAlignment.init(parsing:))
  var align: CanvasAlignment?

  /// The picture's size in points; nil if not given.
  var size: SizeArgument? {
    get { sizes?.first }
    set { sizes = newValue.map { [$0] } }
  }

  /// Whether the command line gives a size.
  var isGiven: Bool { sizes != nil || isInPixels }

  /// Whether the size is in pixels.
  var isInPixels: Bool { width != nil || height != nil }

  func validate() throws {
    guard sizes == nil || !isInPixels else {
      throw ValidationError("--size is in points, --width and --height are in pixels; give one of both")
    }
  }

  /// Returns the picture's size for a scene's or clip's shape; nil for its own size.
  func canvas(for shape: CGSize) -> SizeArgument? {
    if let size { return size }
    guard isInPixels else { return nil }
    func other(_ given: Int, _ ratio: CGFloat) -> Int {
      let side = CGFloat(given) * ratio
      guard side.isFinite else { return given }
      // Most films have even sides.
      return given.isMultiple(of: 2) ? max(2, Int((side / 2).rounded()) * 2) : max(1, Int(side.rounded()))
    }
    return SizeArgument(
      width: width ?? other(height ?? 1, shape.width / shape.height),
      height: height ?? other(width ?? 1, shape.height / shape.width))
  }

  /// The way the scene fills the picture by the command line; nil for the scene's own. A side that follows from the
  /// other one is rounded, so that the scene is stretched by less than a pixel, without a seam.
  var sceneFit: CanvasFit? { fit ?? (isInPixels ? width == nil || height == nil ? .fill : .contain : nil) }

  /// Returns the alignment in the picture's space, whose y points up if `isFlipped`.
  func alignment(isFlipped: Bool) -> CanvasAlignment {
    guard let align else { return .center }
    return isFlipped ? CanvasAlignment(x: align.x, y: 1 - align.y) : align
  }
}

/// A width and height in points, written `WIDTHxHEIGHT`.
struct SizeArgument: Equatable, CustomStringConvertible {
  var width: Int
  var height: Int

  /// The largest side, in points, against typing errors. The GPU's limit is checked later.
  static let limit = 65536

  init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

  /// Parses `390x844`.
  init(parsing text: String) throws(ArgumentValueError) {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, let width = Int(sides[0]), let height = Int(sides[1]) else {
      throw ArgumentValueError("expected WIDTHxHEIGHT in points, such as 390x844")
    }
    guard 1...Self.limit ~= width, 1...Self.limit ~= height else {
      throw ArgumentValueError("expected a width and height from 1 to \(Self.limit) points")
    }
    self.width = width
    self.height = height
  }

  var description: String { "\(width)x\(height)" }
}

extension SizeArgument {
  /// Parses `1920x1080`, or several, separated by commas.
  static func list(parsing text: String) throws(ArgumentValueError) -> [SizeArgument] {
    var sizes: [SizeArgument] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let size = try SizeArgument(parsing: String(part))
      guard !sizes.contains(size) else { throw ArgumentValueError("\(size) is named twice") }
      guard sizes.count < 100 else { throw ArgumentValueError("expected at most 100 sizes") }
      sizes.append(size)
    }
    return sizes
  }

  static let placeholder = "{size}"

  /// Returns a name with the size instead of `{size}`.
  func naming(_ path: String) -> String { path.replacing(Self.placeholder, with: description) }
}

extension CanvasAlignment {
  /// Parses `left`, `top right`, `center`, `25%`, `25% 100%` or `left 20%`: horizontal percentages come first.
  init(parsing text: String) throws(ArgumentValueError) {
    let problem = ArgumentValueError(
      "expected left, right, top, bottom, center, two of them, or percent across and down such as '25% 100%'")
    let words = text.lowercased().split(separator: " ")
    guard 1...2 ~= words.count else { throw problem }
    let places = words.compactMap(Place.init)
    guard places.count == words.count else { throw problem }
    var (x, y): (Double?, Double?) = (nil, nil)
    // Words with a direction come first; the others take the free directions, horizontal before vertical.
    for place in places where place.direction == .across {
      guard x == nil else { throw problem }
      x = place.share
    }
    for place in places where place.direction == .down {
      guard y == nil else { throw problem }
      y = place.share
    }
    for place in places where place.direction == nil {
      if x == nil { x = place.share } else if y == nil { y = place.share } else { throw problem }
    }
    // In CSS, a vertical percentage cannot precede a horizontal word.
    if words.count == 2, words[0].hasSuffix("%"), places[1].direction == .across { throw problem }
    if words.count == 2, words[1].hasSuffix("%"), places[0].direction == .down { throw problem }
    self.init(x: x ?? 0.5, y: y ?? 0.5)
  }

  private struct Place {
    enum Direction { case across, down }
    var direction: Direction?
    var share: Double

    init?(_ word: Substring) {
      switch word {
      case "left": (direction, share) = (.across, 0)
      case "right": (direction, share) = (.across, 1)
      case "top": (direction, share) = (.down, 0)
      case "bottom": (direction, share) = (.down, 1)
      case "center", "centre": (direction, share) = (nil, 0.5)
      default:
        guard word.hasSuffix("%"), let percent = Double(word.dropLast()), 0...100 ~= percent else { return nil }
        (direction, share) = (nil, percent / 100)
      }
    }
  }
}

extension CanvasAlignment {
  /// The text of the option.
  var argument: String { "\(x * 100)% \(y * 100)%" }
}

/// A device's screen, upright.
struct DeviceArgument: Equatable, CustomStringConvertible {
  /// The size, in points.
  var size: SizeArgument
  /// The number of pixels in a point.
  var scale: Double

  private static let known: [(name: String, device: DeviceArgument)] = [
    ("iphone", DeviceArgument(size: SizeArgument(width: 430, height: 932), scale: 3)),
    ("ipad", DeviceArgument(size: SizeArgument(width: 1032, height: 1376), scale: 2)),
  ]

  static let help =
    "The screen of a device, which the scene fills: iphone (430x932 points, 3 pixels a point), ipad (1032x1376, 2), "
    + "WxH or WxH@S."

  init(size: SizeArgument, scale: Double) { (self.size, self.scale) = (size, scale) }

  /// Parses `iphone`, `ipad`, `393x852` or `393x852@3`.
  init(parsing text: String) throws(ArgumentValueError) {
    if let known = Self.known.first(where: { $0.name == text.lowercased() }) {
      self = known.device
      return
    }
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard let first = parts.first, parts.count <= 2, first.contains(where: \.isNumber) else {
      throw ArgumentValueError("expected iphone, ipad, or a size in points such as 393x852 or 393x852@3")
    }
    size = try SizeArgument(parsing: String(first))
    scale = try parts.count == 2 ? NumberArgument.scale(String(parts[1])) : 1
  }

  var description: String { "\(size)@\(scale)" }

  /// Returns the screen's points for a point of the scene, which covers the screen. A square scene is made for all
  /// devices and orientations, in half points: it has that size, centred, if it then still covers the screen.
  func zoom(of scene: CGSize) -> CGFloat {
    guard scene.width > 0, scene.height > 0 else { return 1 }
    let covering = max(CGFloat(size.width) / scene.width, CGFloat(size.height) / scene.height)
    return scene.width == scene.height ? max(covering, 0.5) : covering
  }
}
