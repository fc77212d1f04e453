// CAML documents, the packages that hold them, and wallpapers, which are several packages.

import Foundation

extension SceneImporter {
  static let camlDocument = SceneImporter(
    title: "a CAML document", suffix: "caml", noun: "file",
    recognizes: { beginning in
      // After a byte order mark, a declaration or comments.
      guard let text = String(validating: beginning.prefix { $0 < 0x80 }.drop { $0 <= 0x20 }, as: UTF8.self) else {
        return false
      }
      return text.hasPrefix("<") && text.contains("<caml")
    },
    read: { (source) throws(SceneFileError) in
      let limits = source.options.limits
      let bytes = try FileBytes.read(source.path, as: source.path, limit: limits.documentBytes)
      let folder = PackageFolder(path: source.url.deletingLastPathComponent().relativePath, limits: limits)
      return try SceneComposer(source.path, source.options).compose(document: bytes, in: ScenePackage(folder))
    })

  static let camlPackage = SceneImporter(
    title: "a package folder", suffix: "ca", noun: "folder",
    read: { (source) throws(SceneFileError) in
      guard source.isFolder else {
        throw SceneFileError(
          .malformed, file: source.path, "a .ca package is a folder; expected one with main.caml inside")
      }
      let folder = PackageFolder(path: source.path, limits: source.options.limits)
      return try SceneComposer(source.path, source.options).compose(packages: [ScenePackage(folder)])
    })

  static let wallpaper = SceneImporter(
    title: "a wallpaper archive", suffix: "tendies", noun: "archive",
    // The first entry of a zip archive.
    recognizes: { $0.starts(with: [0x50, 0x4B, 0x03, 0x04]) },
    read: { (source) throws(SceneFileError) in
      let limits = source.options.limits
      let storage: any PackageStorage =
        source.isFolder
        ? PackageFolder(path: source.path, limits: limits) : try ZipArchive(path: source.path, limits: limits)
      return try SceneComposer(source.path, source.options).compose(wallpaper: storage)
    })
}
