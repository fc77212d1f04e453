// The files of the page (the folder Page), which the program has in it.

import Foundation

/// What the server serves as it is.
struct PageFiles {
  /// Where they are read from instead.
  let folder: String?

  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
  ]

  /// A file by its name; nil where there is none.
  func file(_ name: String) -> (bytes: Data, type: String)? {
    guard let embedded = EmbeddedFiles.all[name] ?? (folder == nil ? nil : ""),
      let type = Self.types[String(name.split(separator: ".").last ?? "")]
    else { return nil }
    if let folder {
      guard !name.contains("/"), let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)") else {
        return nil
      }
      return (bytes, type)
    }
    return (Data(UnsafeBufferPointer(start: embedded.utf8Start, count: embedded.utf8CodeUnitCount)), type)
  }
}
