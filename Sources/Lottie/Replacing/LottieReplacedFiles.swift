// Files of the user's in the place of a document's own.

import Documents
import Foundation

/// Files of the user's that a document shows in place of its own, by the names that stand for them there.
struct LottieReplacedFiles {
  private(set) var urls: [String: URL] = [:]

  /// The beginning of such names: no file's, as it is an address of no scheme.
  private static let prefix = "replaced-by:"

  /// The name of a file: the same for the same file.
  mutating func name(of url: URL) -> String {
    let name = Self.prefix + url.path
    urls[name] = url
    return name
  }

  /// Whether it is such a name.
  static func isOne(_ name: String) -> Bool { name.hasPrefix(prefix) }
}

/// Files that the user put in the place of others, and those others.
struct ReplacedLottieFiles: LottieResources {
  let base: any LottieResources
  /// The user's files, by their placeholder names in the document.
  let files: [String: URL]
  let limits: SceneLimits

  func file(
    _ kind: LottieResourceKind, folder: String, name: String, from location: SourceLocation
  ) throws(SceneFileError) -> LottieResource? {
    guard let url = files[name] else { return try base.file(kind, folder: folder, name: name, from: location) }
    if kind == .image, FilmSignature.isFilm(url) { return LottieResource(film: url) }
    return LottieResource(
      name: url.path, bytes: try FileBytes.read(url.path, as: url.path, limit: limits.entryBytes))
  }
}
