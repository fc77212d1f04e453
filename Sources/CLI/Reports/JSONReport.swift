// What commands print for programs: objects whose `kind` says what they are; tools/schema describes them all.
// Tested by CLIReportTests.
import Foundation
import Multiplane

/// A report of `--json`: `{"kind": "info", "multiplane": "1.2.3", "report": ...}`.
struct JSONReport<Content: Encodable>: Encodable {
  /// The kind of a report.
  enum Kind: String, Encodable {
    case bench, check, comparison, info, inspection, pins, pixel, score
  }

  private let kind: Kind
  private let multiplane = MultiplaneVersion.current
  private let report: Content

  private init(kind: Kind, report: Content) { (self.kind, self.report) = (kind, report) }

  /// The text of a report, a member a line.
  static func text(_ kind: Kind, _ report: Content) throws -> String {
    try JSONReport(kind: kind, report: report).reportedAsJSON()
  }
}

extension Encodable {
  /// The value as JSON, keys sorted, a member a line.
  func reportedAsJSON() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}
