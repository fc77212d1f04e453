// The formats that scenes are read from: one table, of which the way in, the command's help and all messages come. To
// add a format is: a module with its importer, and its line in the table.

import CAML
package import Documents
import ImageFiles
import Lottie

extension SceneImporter {
  /// All importers.
  package static let all: [SceneImporter] = [
    .camlDocument, .camlPackage, .wallpaper,
    .lottieDocument, .lottieArchive,
  ]
}

extension [SceneImporter] {
  /// All titles with their suffixes: "a CAML document (.caml), a package folder (.ca)".
  package var titles: String { map { "\($0.title) (.\($0.suffix))" }.joined(separator: ", ") }

  /// All suffixes with their nouns: "a .caml file, a .ca folder".
  package var nouns: String { map { "a .\($0.suffix) \($0.noun)" }.joined(separator: ", ") }

  /// All suffixes: ".caml, .ca".
  package var suffixes: String { map { ".\($0.suffix)" }.joined(separator: ", ") }

  /// All suffixes as a choice: ".caml or .ca".
  var choice: String { map { ".\($0.suffix)" }.listed(by: "or") }
}
