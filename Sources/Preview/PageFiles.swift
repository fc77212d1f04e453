// The files of the page (the folder Page), which the program has in it.

import Foundation

/// The files that the server serves unchanged.
struct PageFiles {
  /// The folder from which the files are read instead; nil for the embedded files.
  let folder: String?

  private static let types = [
    "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
  ]

  /// Returns a file by its name; nil if it does not exist.
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
