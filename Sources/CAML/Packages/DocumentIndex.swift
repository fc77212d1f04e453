// `index.xml`, the property list of a `.ca` package. Of its keys those are read that say what to draw.

import Documents
import Foundation

/// The index of a package: its statements about the document.
struct DocumentIndex {
  /// The CAML document, relative to the package.
  var rootDocument = "main.caml"
  /// In points; nil when the document does not say.
  var width: CGFloat?
  var height: CGFloat?
  /// Whether the document's space has y down.
  var isGeometryFlipped = false
  /// The position at which the width, or else the height, is given.
  var sizePosition = XMLPosition()

  /// The index of a package without `index.xml`.
  init() {}

  /// Reads a property list.
  ///
  /// - Parameter file: the name used in errors.
  init(_ bytes: [UInt8], file: String, limits: SceneLimits) throws(SceneFileError) {
    let plist = try XMLReader.read(bytes, file: file, limits: limits)
    guard plist.name == "plist", let dictionary = plist.child("dict") else {
      let location = SourceLocation(file: file, line: Int(plist.position.line), column: Int(plist.position.column))
      throw SceneFileError(.malformed, at: location, "<\(plist.name)> holds no <dict>; expected a property list")
    }
    // A <key> is followed by its value.
    for (key, value) in zip(dictionary.children, dictionary.children.dropFirst()) where key.name == "key" {
      let text = value.text.trimmingCharacters(in: .whitespacesAndNewlines)
      switch (key.text, value.name) {
      case ("rootDocument", "string"): rootDocument = text
      case ("documentWidth", "real"), ("documentWidth", "integer"):
        width = Double(text).map { CGFloat($0) }
        sizePosition = value.position
      case ("documentHeight", "real"), ("documentHeight", "integer"):
        height = Double(text).map { CGFloat($0) }
        if width == nil { sizePosition = value.position }
      case ("geometryFlipped", "true"): isGeometryFlipped = true
      default: break
      }
    }
  }
}
