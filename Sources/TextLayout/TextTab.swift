// Tab stops of a paragraph.

package import Foundation

/// A place where text goes on behind a tab character.
package struct TextTab: Hashable, Sendable {
  package enum Alignment: Hashable, Sendable {
    /// Text begins there, stands around it, ends there.
    case leading, center, trailing
    /// The first character of the kind has its middle there.
    case character(Unicode.Scalar)
  }

  /// From the leading edge, in points.
  package var location: CGFloat
  package var alignment: Alignment

  package init(_ location: CGFloat, _ alignment: Alignment = .leading) {
    (self.location, self.alignment) = (location, alignment)
  }

  /// A stop where text stands as an alignment says; what is no place between is where text begins.
  package init(_ location: CGFloat, _ alignment: TextAlignment?) {
    self.init(location, alignment == .center ? .center : alignment == .right ? .trailing : .leading)
  }

  /// The stops of text that says nothing, as Apple documents them: twelve, 28 points apart.
  package static let standard = (1...12).map { TextTab(CGFloat($0) * 28) }
}
