// The way in: a path to a scene, by its suffix.

package import Foundation

/// Reads scene files.
package enum SceneFile {
  /// Reads a `.caml` document, a `.ca` package or a `.tendies` wallpaper.
  ///
  /// - Throws: what is wrong, with file, line and column. Nothing is written to disk.
  package static func load(
    path: String, options: SceneLoadOptions = SceneLoadOptions()
  ) throws(SceneFileError) -> Scene {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw SceneFileError(.notFound, file: path, "no such file; expected a .caml, .ca or .tendies scene")
    }
    let url = URL(fileURLWithPath: path)
    switch url.pathExtension.lowercased() {
    case "caml":
      let bytes = try FileBytes.read(path, as: path, limit: options.limits.documentBytes)
      let folder = PackageFolder(path: url.deletingLastPathComponent().relativePath, limits: options.limits)
      return try SceneComposer(path, options.limits).compose(document: bytes, in: ScenePackage(folder))
    case "ca":
      guard isFolder.boolValue else {
        throw SceneFileError(.malformed, file: path, "a .ca package is a folder; expected one with main.caml inside")
      }
      let folder = PackageFolder(path: path, limits: options.limits)
      return try SceneComposer(path, options.limits).compose(packages: [ScenePackage(folder)])
    case "tendies":
      let storage: any PackageStorage =
        isFolder.boolValue
        ? PackageFolder(path: path, limits: options.limits) : try ZipArchive(path: path, limits: options.limits)
      return try SceneComposer(path, options.limits).compose(wallpaper: storage)
    case "json", "lottie":
      throw SceneFileError(
        .unsupported, file: path, "Lottie files are not read yet; expected a .caml, .ca or .tendies scene")
    default:
      throw SceneFileError(.unsupported, file: path, "the suffix names no scene; expected .caml, .ca or .tendies")
    }
  }

  /// Reads a scene from a file URL.
  package static func load(
    _ url: URL, options: SceneLoadOptions = SceneLoadOptions()
  ) throws(SceneFileError) -> Scene {
    try load(path: url.path, options: options)
  }
}
