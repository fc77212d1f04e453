// The way in: a Lottie file by its path, whether a document, an archive or an unpacked one.

import Foundation

/// A Lottie file that was read: a document, its theme, and the files that it names.
struct LottieSource {
  /// What messages call the document.
  let name: String
  /// As it is written.
  let original: JSON
  private let theme: LottieTheme?
  private let resources: any LottieResources
  private let limits: SceneLimits
  /// What the file has that is not acted upon.
  let notes: [SceneNote]

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: a document's, an archive's, or that of a folder with an archive's files.
  ///   - options: which animation, and which theme.
  init(path: String, options: SceneLoadOptions) throws(SceneFileError) {
    limits = options.limits
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
      throw SceneFileError(.notFound, file: path, "no such file; expected a Lottie document or a .lottie archive")
    }
    let isArchive = try FileBytes.beginning(of: path, count: 4) == [0x50, 0x4B, 0x03, 0x04]
    guard isFolder.boolValue || isArchive else {
      let bytes = try FileBytes.read(path, as: path, limit: limits.documentBytes)
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().relativePath
      name = path
      original = try JSON.read(bytes, file: path, limits: limits)
      resources = LottieFolder(package: ScenePackage(PackageFolder(path: folder, limits: limits)))
      (theme, notes) = (nil, [])
      for (id, noun) in [(options.lottie.animation, "animation"), (options.lottie.theme, "theme")] {
        if let id { throw SceneFileError.unknownName(id, noun, among: [], file: path) }
      }
      return
    }
    let storage: any PackageStorage =
      isArchive ? try ZipArchive(path: path, limits: limits) : PackageFolder(path: path, limits: limits)
    let archive = try LottieArchive(storage, path: path, limits: limits)
    name = try archive.documentName(id: options.lottie.animation)
    original = try archive.document(id: options.lottie.animation)
    theme = try archive.theme(id: options.lottie.theme, for: options.lottie.animation)
    resources = archive
    notes = archive.notes
  }

  /// The file at a path, which scenes with a cache read once.
  static func shared(path: String, options: SceneLoadOptions) throws(SceneFileError) -> LottieSource {
    guard let cache = options.cache else { return try LottieSource(path: path, options: options) }
    return try cache.lottieSource(path: path, options: options)
  }

  /// The document with replacements, its slots filled in, and where its files are then.
  func document(
    replacing replacements: LottieReplacements
  ) throws(SceneFileError) -> (document: JSON, resources: any LottieResources) {
    var document = original
    let files = try replacements.apply(to: &document, theme: theme, file: name)
    guard !files.urls.isEmpty else { return (document, resources) }
    return (document, ReplacedLottieFiles(base: resources, files: files.urls, limits: limits))
  }
}
