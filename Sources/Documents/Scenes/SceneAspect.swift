// The shapes of films that one document is for: 16:9, 9:16, 1:1.
//
// Tested by SceneAspectTests.

public import CoreGraphics
import Foundation

/// The aspect ratio of a film, width to height, by its name: `16:9`.
package struct SceneAspect: Hashable, Sendable {
  package let name: String
  /// The width, in heights.
  package let ratio: Double

  /// Creates the aspect of a name: two whole numbers from 1 to 9,999 with a colon between them; nil for other text.
  package init?(name: String) {
    let sides = name.split(separator: ":", omittingEmptySubsequences: false).map { text in
      text.count <= 4 && text.allSatisfy { $0.isASCII && $0.isNumber } ? Double(text) ?? 0 : 0
    }
    guard sides.count == 2, sides.allSatisfy({ $0 > 0 }) else { return nil }
    (self.name, ratio) = (name, sides[0] / sides[1])
  }
}

/// The shape of the film, for a document that has several.
public enum SceneShape: Sendable {
  /// One of the document's aspects, by its name.
  case aspect(String)
  /// The aspect that is nearest to a canvas, in any unit.
  case nearest(CGSize)
}

extension [SceneAspect] {
  /// Returns the aspect for a film; without a shape, the first. Returns nil if there are no aspects.
  package func chosen(by shape: SceneShape?) -> SceneAspect? {
    switch shape {
    case .aspect(let name)?: first { $0.name == name } ?? first
    case .nearest(let size)?:
      self.min { abs(log($0.ratio * size.height / size.width)) < abs(log($1.ratio * size.height / size.width)) }
    case nil: first
    }
  }
}
