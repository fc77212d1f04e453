// How reports are written for programs.

import Foundation

extension Encodable {
  /// The value as JSON, keys sorted, a member a line.
  package func reportedAsJSON() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}
