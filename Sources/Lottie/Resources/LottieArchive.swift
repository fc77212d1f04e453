// A `.lottie` archive, versions 1 and 2 (dotlottie.io): a zip archive with a manifest, animations and their files.
//
//               version 1        version 2
//   animations  animations/      a/
//   images      images/          i/
//   fonts       fonts/           f/
//   sounds      audio/           u/
//   themes      themes/          t/
//
// Exporters mix them, so that both folders are tried.

import Documents
import Foundation

struct LottieArchive {
  /// The names of folders, those of version 2 first.
  enum Folder {
    static let animations = ["a", "animations"]
    static let themes = ["t", "themes"]
  }

  /// The ids of the animations, in the order of the manifest.
  let animationIDs: [String]
  /// The animation that is shown by default.
  let initialID: String
  let themeIDs: [String]
  /// The notes on ignored parts of the archive.
  let notes: [SceneNote]

  private let package: ScenePackage
  private let path: String
  private let limits: SceneLimits
  private let manifest: LottieManifest

  /// Whether a zip archive, or a folder with a manifest, is a Lottie archive, by its folder of animations.
  static func isOne(_ storage: any PackageStorage) throws(SceneFileError) -> Bool {
    if !(storage is ZipArchive) {
      guard let manifest = try? PackagePath("manifest.json"), try storage.contains(manifest) else { return false }
    }
    return try !LottieManifest(animations: storage.paths()).animations.isEmpty
  }

  /// Reads an archive's manifest; `path` is the one that the user named.
  init(_ storage: any PackageStorage, path: String, limits: SceneLimits) throws(SceneFileError) {
    package = ScenePackage(storage)
    self.path = path
    self.limits = limits
    let manifestPath = try package.path(of: "manifest.json", from: SourceLocation(file: path))
    if try package.contains(manifestPath) {
      let file = package.displayName(of: manifestPath)
      manifest = try LottieManifest(package.read(manifestPath), file: file, limits: limits)
    } else {
      manifest = try LottieManifest(animations: storage.paths())
    }
    guard let first = manifest.animations.first else {
      throw SceneFileError(
        .malformed, file: path, "no animation inside; expected manifest.json with 'animations', and a/ID.json")
    }
    let ids = manifest.animations.map(\.id)
    animationIDs = ids
    initialID = manifest.initialAnimation.flatMap { ids.contains($0) ? $0 : nil } ?? first.id
    themeIDs = manifest.themes
    notes =
      manifest.stateMachines.isEmpty
      ? []
      : [
        SceneNote(
          at: SourceLocation(file: path),
          "state machines are not run: \(manifest.stateMachines.map(\.excerpt).joined(separator: ", "))")
      ]
  }

  /// Returns the Lottie document of an animation; nil is the default one. Throws `unknownName`, with the known names.
  func document(id: String? = nil) throws(SceneFileError) -> JSON {
    let (file, bytes) = try entry(of: id ?? initialID, in: Folder.animations, "animation", among: animationIDs)
    return try JSON.read(bytes, file: file, limits: limits)
  }

  func documentName(id: String? = nil) throws(SceneFileError) -> String {
    try entryPath(of: id ?? initialID, in: Folder.animations, "animation", among: animationIDs)
      .map(package.displayName(of:)) ?? path
  }

  /// Returns a theme, as the values of its slots. A nil `id` is the animation's first theme, which most lack; a nil
  /// animation is the default one. Throws `unknownName`, with the known names.
  func theme(id: String?, for animation: String?) throws(SceneFileError) -> LottieTheme? {
    let animation = animation ?? initialID
    guard let id = id ?? manifest.animations.first(where: { $0.id == animation })?.initialTheme else { return nil }
    let (file, bytes) = try entry(of: id, in: Folder.themes, "theme", among: themeIDs)
    return try LottieTheme(JSON.read(bytes, file: file, limits: limits), file: file, animation: animation)
  }

  /// Returns the bytes of a file that a document names; nil if the archive lacks it. It is looked for in `folders` and
  /// in the written folder, in which `/` is the archive.
  func file(
    in folders: [String], folder: String, name: String, from location: SourceLocation
  ) throws(SceneFileError) -> (name: String, bytes: [UInt8])? {
    let own = folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/"
    for candidate in [own] + folders.map({ $0 + "/" }) {
      let path = try package.path(of: String((candidate + name).drop { $0 == "/" }), from: location)
      if path != .root, try package.contains(path) { return (package.displayName(of: path), try package.read(path)) }
    }
    return nil
  }
}

// MARK: - Entries by id

extension LottieArchive {
  private func entry(
    of id: String, in folders: [String], _ noun: String, among known: [String]
  ) throws(SceneFileError) -> (file: String, bytes: [UInt8]) {
    guard let entryPath = try entryPath(of: id, in: folders, noun, among: known) else {
      throw SceneFileError(
        .malformed, file: path, "the manifest's \(noun) '\(id.excerpt)' is not there; expected \(folders[0])/ID.json")
    }
    return (package.displayName(of: entryPath), try package.read(entryPath))
  }

  private func entryPath(
    of id: String, in folders: [String], _ noun: String, among known: [String]
  ) throws(SceneFileError) -> PackagePath? {
    guard known.contains(id) else { throw SceneFileError.unknownName(id, noun, among: known, file: path) }
    for folder in folders {
      let entryPath = try package.path(of: "\(folder)/\(id).json", from: SourceLocation(file: path))
      if try package.contains(entryPath) { return entryPath }
    }
    return nil
  }
}

/// The manifest of an archive, `manifest.json`, of the versions 1 and 2 of the format.
struct LottieManifest {
  struct Animation {
    let id: String
    /// The theme that is shown first.
    let initialTheme: String?
  }

  let animations: [Animation]
  /// The animation that is shown first, if the archive has one.
  let initialAnimation: String?
  let themes: [String]
  let stateMachines: [String]

  /// Creates the manifest of an archive without one, from the files in both versions' folders of animations.
  init(animations paths: [PackagePath]) {
    animations = paths.compactMap { path in
      guard path.components.count == 2, LottieArchive.Folder.animations.contains(path.components[0]),
        path.components[1].hasSuffix(".json")
      else { return nil }
      return Animation(id: String(path.components[1].dropLast(".json".count)), initialTheme: nil)
    }
    (initialAnimation, themes, stateMachines) = (nil, [], [])
  }

  init(_ bytes: [UInt8], file: String, limits: SceneLimits) throws(SceneFileError) {
    let json = try JSON.read(bytes, file: file, limits: limits)
    guard let list = json["animations"]?.array else {
      throw SceneFileError(.malformed, file: file, "expected an object with 'animations', a list")
    }
    animations = list.compactMap { item in
      item["id"]?.string.map {
        Animation(id: $0, initialTheme: item["initialTheme"]?.string ?? item["defaultTheme"]?.string)
      }
    }
    // Version 2, then version 1.
    initialAnimation = json["initial"]?["animation"]?.string ?? json["activeAnimationId"]?.string
    themes = Self.ids(json["themes"])
    stateMachines = Self.ids(json["stateMachines"]) + Self.ids(json["states"])
  }

  /// Returns the ids of a list of objects, or of texts, as in version 1.
  private static func ids(_ list: JSON?) -> [String] {
    (list?.array ?? []).compactMap { $0["id"]?.string ?? $0.string }
  }
}
