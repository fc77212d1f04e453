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
