// What a page asks to see: the query of an address.

import Foundation

/// A scene in a size and a state, for one of the views that look at it.
package struct PreviewLook: Hashable, Sendable {
  /// The page that asks: each page has layers of its own, so that one does not turn back another's time.
  package var view = ""
  /// A schedule of states, as `--states` has it; nil for that of the command line.
  package var states: String?
  /// The number of a row of data, from 1; nil for the scene without one.
  package var row: Int?
  /// In points, as `WxH`; nil for what the command line says, and so below.
  package var size: String?
  package var fit: String?
  package var scale: Double?
  /// Whether it is looked at layer by layer: nothing is kept from frame to frame then.
  package var isForInspection = false

  /// Whether it is one of the small pictures of a strip.
  var isThumbnail: Bool { row != nil && scale.map { $0 < 0.5 } ?? false }

  package init() {}

  /// Reads a query.
  ///
  /// - Throws: an error that names the invalid value.
  init(_ query: [(name: String, value: String)]) throws(PreviewFailure) {
    for (name, value) in query where !value.isEmpty {
      guard value.utf8.count <= 4096 else { throw PreviewFailure("\(name) is longer than 4096 bytes") }
      switch name {
      case "view": view = String(value.prefix(64))
      case "states": states = value
      case "size": size = value
      case "fit": fit = value
      case "row":
        guard let number = Int(value), number > 0 else { throw PreviewFailure("row: expected a number from 1") }
        row = number
      case "scale":
        guard let number = Double(value), 0.01...100 ~= number else {
          throw PreviewFailure("scale: expected pixels a point, from 0.01 to 100")
        }
        scale = number
      default: break
      }
    }
  }
}

/// A failure, as a page reports it.
package struct PreviewFailure: Error, Encodable, CustomStringConvertible {
  package let message: String
  /// The place in the scene's files; nil if it is unknown, or if the whole scene is meant.
  package var file: String?
  package var line: Int?
  package var column: Int?
  /// The status of the answer.
  var status = 400

  package init(_ message: String) { self.message = message }

  package init(_ message: String, status: Int) { (self.message, self.status) = (message, status) }

  package var description: String { message }

  private enum CodingKeys: CodingKey { case message, file, line, column }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(message, forKey: .message)
    try container.encode(file, forKey: .file)
    try container.encode(line, forKey: .line)
    try container.encode(column, forKey: .column)
  }
}
