// What a check of a scene has found: one thing that is wrong, where, when, and what to do about it.

package import Foundation

/// Something in a scene that its author should look at.
package struct Finding: Sendable {
  /// The severity of a finding.
  package enum Severity: String, Encodable, CaseIterable, Sendable {
    /// The film is not what the scene says.
    case error
    /// Most viewers, or some, miss something.
    case warning
    /// Something to know.
    case note
  }

  /// The place in the frame: `[x, y, width, height]` from the top left corner.
  package struct Place: Encodable, Sendable {
    package let points: [Double]
    package let pixels: [Int]
  }

  package let rule: CheckRule
  package var severity: Severity
  /// The names of the layers on the way to it; nil where the scene as a whole is meant.
  package let layer: String?
  /// The problem, in words.
  package private(set) var message: String
  /// The advice on how to solve the problem.
  package let advice: String
  /// The box of the finding, in pixels of the frame; nil if the finding has no place.
  package var box: CGRect?
  /// Stretches of the scene's time, in seconds; the ends may be the same.
  package var times: [ClosedRange<Double>]
  /// The name of the state in which it is so; nil for the one that is shown first.
  package internal(set) var state: String?

  /// - Parameter severity: nil for the rule's own.
  package init(
    _ rule: CheckRule, severity: Severity? = nil, layer: String? = nil, _ message: String, advice: String,
    box: CGRect? = nil, times: [ClosedRange<Double>] = []
  ) {
    (self.rule, self.severity, self.layer) = (rule, severity ?? rule.severity, layer)
    (self.message, self.advice, self.box, self.times) = (message, advice, box, times)
  }

  /// The finding in other words.
  func saying(_ message: String) -> Finding {
    var finding = self
    finding.message = message
    return finding
  }
}

/// The rules by which scenes are checked.
package enum CheckRule: String, Encodable, CaseIterable, Sendable {
  case missingFile = "missing-file"
  case notRead = "not-read"
  case fallbackFont = "fallback-font"
  case missingGlyph = "missing-glyph"
  case enlargedImage = "enlarged-image"
  case cutImage = "cut-image"
  case idleAnimation = "idle-animation"
  case unknownKeyPath = "unknown-key-path"
  case notDrawn = "not-drawn"
  case deadState = "dead-state"

  case cutText = "cut-text"
  case neverSeen = "never-seen"
  case covered
  case noSize = "no-size"
  case safeArea = "safe-area"
  case contrast
  case readingTime = "reading-time"
  case stillPicture = "still-picture"
  case flashes
  case redFlashes = "red-flashes"

  case avoidableSurface = "avoidable-surface"
  case offscreenPixels = "offscreen-pixels"

  case expectation

  /// A group of rules.
  package enum Family: String, Encodable, CaseIterable, Sendable {
    case documents, sight, cost, expectations
  }

  package var family: Family {
    switch self {
    case .missingFile, .notRead, .fallbackFont, .missingGlyph, .enlargedImage, .cutImage, .idleAnimation,
      .unknownKeyPath,
      .notDrawn, .deadState:
      .documents
    case .cutText, .neverSeen, .covered, .noSize, .safeArea, .contrast, .readingTime, .stillPicture, .flashes,
      .redFlashes:
      .sight
    case .avoidableSurface, .offscreenPixels: .cost
    case .expectation: .expectations
    }
  }

  var severity: Finding.Severity {
    switch self {
    case .missingFile, .missingGlyph, .unknownKeyPath, .flashes, .redFlashes, .expectation: .error
    case .notRead, .fallbackFont, .cutImage, .idleAnimation, .notDrawn, .deadState, .cutText, .neverSeen, .noSize,
      .contrast,
      .readingTime:
      .warning
    case .enlargedImage, .covered, .safeArea, .stillPicture, .avoidableSurface, .offscreenPixels: .note
    }
  }
}
