// A layer's own words on its size and place, before it is laid out.
//
// Tested by SceneLayoutTests.

import CoreGraphics
import QuartzCore

/// A length of a layout: points, or a part of the superlayer's bounds.
enum LayoutLength {
  case points(CGFloat)
  case part(CGFloat)
}

/// One of the eight words of layout, with its place in the document.
struct LayoutWord {
  let name: String
  let length: LayoutLength
  let node: Node
}

/// The words of a layer along one axis: `left`, `right`, `width` and `centerX`, or their like.
struct LayoutAxis {
  var start, end, extent, center: LayoutWord?
  /// Whether `bounds` or `frame` gives the extent.
  var hasOwnExtent = false
  /// The member that gives the position, if any.
  var position: (name: String, node: Node)?

  var words: [LayoutWord] { [start, end, extent, center].compactMap { $0 } }
  /// Whether the words alone give the extent.
  var isFixed: Bool { extent != nil || words.count > 1 }
  /// Whether a stack stretches the layer along the axis.
  var isStretched = false
  /// Whether the extent is known without the content.
  var hasExtent: Bool { isFixed || hasOwnExtent || isStretched }
}

/// `stack`: sublayers one after the other.
struct LayoutStack {
  enum Alignment: String, CaseIterable {
    case start, center, end, stretch

    /// The names along the stack, and across it.
    static let alongNames = [start, center, end].map(\.rawValue)
    static let acrossNames = allCases.map(\.rawValue)

    /// The part of the free room that lies before.
    var part: CGFloat { self == .center ? 0.5 : self == .end ? 1 : 0 }
  }

  var isVertical = true
  var gap: CGFloat = 0
  var align = Alignment.start
  var justify = Alignment.start
  /// The padding: top, right, bottom, left.
  var padding: [CGFloat] = [0, 0, 0, 0]

  func paddingStart(isX: Bool) -> CGFloat { isX ? padding[3] : padding[0] }
  func paddingSum(isX: Bool) -> CGFloat { isX ? padding[1] + padding[3] : padding[0] + padding[2] }
}

/// The layout of a layer.
final class LayoutBox {
  /// The content that gives a size.
  enum Content {
    case none, text, image
  }

  let node: Node
  var (x, y) = (LayoutAxis(), LayoutAxis())
  var stack: LayoutStack?
  /// The most width of a layer that takes the width of its content.
  var maxWidth: LayoutWord?
  /// Whether the superlayer's stack places the layer; otherwise the layer lies in the stack's own bounds.
  var isStacked = true
  let content: Content

  init(_ node: Node, content: Content) { (self.node, self.content) = (node, content) }

  subscript(isX isX: Bool) -> LayoutAxis {
    get { isX ? x : y }
    set { if isX { x = newValue } else { y = newValue } }
  }

  /// The words by name, each with whether it is of the x axis.
  static let words = [
    "left": true, "right": true, "width": true, "centerX": true, "maxWidth": true,
    "top": false, "bottom": false, "height": false, "centerY": false,
  ]

  /// Sets a word of its axis.
  func set(_ word: LayoutWord) {
    let isX = Self.words[word.name] ?? true
    switch word.name {
    case "left", "top": self[isX: isX].start = word
    case "right", "bottom": self[isX: isX].end = word
    case "width", "height": self[isX: isX].extent = word
    case "maxWidth": maxWidth = word
    default: self[isX: isX].center = word
    }
  }
}
