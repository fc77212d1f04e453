// What a text layer's properties hold that is no number, string or colour: an attributed string, and the font. They are
// read when they are set; a mutable string that changes later changes nothing.

import CoreGraphics
import Foundation
import TextLayout

/// The part of a text layer's text that does not animate.
package final class TextSource: Sendable, Equatable {
  /// Nil for a plain string, which is among the layer's values.
  let attributed: StyledText?
  /// At no size: that is among the layer's values.
  let font: TextFont

  init(attributed: StyledText?, font: TextFont) { (self.attributed, self.font) = (attributed, font) }

  package static func == (a: TextSource, b: TextSource) -> Bool {
    a === b || (a.font == b.font && a.attributed == b.attributed)
  }
}

extension CALayer {
  /// Reads a text layer's string and font anew where the key is one of theirs.
  final func updateText(forKey key: String) {
    guard key == "string" || key == "font", let layer = self as? CATextLayer else { return }
    var font: TextFont
    if key == "font" { layer.unverifiedFont = managedValue(forKey: key) as? String }
    switch managedValue(forKey: "font") {
    case let name as String: font = TextFont(FontStyle(named: name), size: 0)
    case let graphicsFont as CGFont: font = TextFont(graphicsFont.face.style, size: 0)
    case let value as any TextFontValue: font = value.textFont
    default: font = .standard
    }
    font.size = 0
    let attributed = extraValues["string"] as? NSAttributedString
    // Without a font of its own attributed text is Core Text's: Helvetica at 12 points, black.
    let base = TextStyle(font: .standard, color: .black)
    values.text = TextSource(attributed: attributed.map { StyledText($0, base: base) }, font: font)
  }
}
