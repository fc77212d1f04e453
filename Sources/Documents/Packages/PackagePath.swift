// A path inside a package. The type is the guarantee: a value of it cannot leave the package by its spelling. (What a
// symbolic link does is the folder's business, see `PackageFolder`.)

/// A relative path of plain names.
package struct PackagePath: Hashable, CustomStringConvertible {
  /// The names; empty for the package itself.
  package let components: [String]

  /// The package itself.
  package static let root = PackagePath(components: [])

  private init(components: [String]) { self.components = components }

  /// Reads a path with `/` between names; `.` and empty names are dropped.
  ///
  /// - Throws: what is wrong with an absolute path, one with `..`, a backslash or a NUL.
  package init(_ text: String) throws(PackagePathError) {
    if text.hasPrefix("/") { throw PackagePathError(reason: "is absolute") }
    if text.contains("\\") { throw PackagePathError(reason: "has a backslash") }
    if text.utf8.contains(0) { throw PackagePathError(reason: "has a NUL") }
    let names = text.split(separator: "/").map(String.init).filter { $0 != "." }
    if names.contains("..") { throw PackagePathError(reason: "leaves the package with '..'") }
    components = names
  }

  /// The path of `path`, which is relative to this folder.
  func appending(_ path: PackagePath) -> PackagePath { PackagePath(components: components + path.components) }

  /// The first `count` names.
  package func prefix(_ count: Int) -> PackagePath { PackagePath(components: Array(components.prefix(count))) }

  /// The path relative to `folder`; nil when it is not below it.
  func relative(to folder: PackagePath) -> PackagePath? {
    guard components.count > folder.components.count, components.starts(with: folder.components) else { return nil }
    return PackagePath(components: Array(components.dropFirst(folder.components.count)))
  }

  package var description: String { components.joined(separator: "/") }
}

/// The reason why a text is not a path inside a package.
package struct PackagePathError: Error {
  /// The rest of a sentence that begins with the path: "is absolute".
  package let reason: String
}
