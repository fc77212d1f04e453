// A `.lottie` archive, versions 1 and 2 (dotlottie.io): a zip archive with a manifest, animations and their files.
//
//               version 1        version 2
//   animations  animations/      a/
//   images      images/          i/
//   fonts       fonts/           f/
//   sounds      audio/           u/
//   themes      themes/          t/
//
// Exporters mix them, so that the folders of both are tried.

import Documents
import Foundation

struct LottieArchive {
  /// The names of a folder, the second version's first.
  enum Folder {
    static let animations = ["a", "animations"]
    static let themes = ["t", "themes"]
  }

  /// The ids of its animations, in the order of its manifest.
  let animationIDs: [String]
  /// The animation that is shown where none is asked for.
  let initialID: String
  let themeIDs: [String]
  /// The notes on parts of the archive that are ignored.
  let notes: [SceneNote]

  private let package: ScenePackage
  private let path: String
  private let limits: SceneLimits
  private let manifest: LottieManifest

  /// Whether a zip archive is one, or a folder with a manifest, by the folder of its animations.
  static func isOne(_ storage: any PackageStorage) throws(SceneFileError) -> Bool {
    if !(storage is ZipArchive) {
      guard let manifest = try? PackagePath("manifest.json"), try storage.contains(manifest) else { return false }
    }
    return try !LottieManifest(animations: storage.paths()).animations.isEmpty
  }

  /// Reads an archive's manifest; `path` is as the user named it.
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

  /// The Lottie document of an animation; nil for the one that is shown first. Throws `unknownName`, with the others.
  func document(id: String? = nil) throws(SceneFileError) -> JSON {
    let (file, bytes) = try entry(of: id ?? initialID, in: Folder.animations, "animation", among: animationIDs)
    return try JSON.read(bytes, file: file, limits: limits)
  }

  func documentName(id: String? = nil) throws(SceneFileError) -> String {
    try entryPath(of: id ?? initialID, in: Folder.animations, "animation", among: animationIDs)
      .map(package.displayName(of:)) ?? path
  }

  /// Returns a theme, as the values of its slots: nil for the one that the animation is first shown with, which most do
  /// not have; and of the animation that is shown first. Throws `unknownName`, with the names that exist.
  func theme(id: String?, for animation: String?) throws(SceneFileError) -> LottieTheme? {
    let animation = animation ?? initialID
    guard let id = id ?? manifest.animations.first(where: { $0.id == animation })?.initialTheme else { return nil }
    let (file, bytes) = try entry(of: id, in: Folder.themes, "theme", among: themeIDs)
    return try LottieTheme(JSON.read(bytes, file: file, limits: limits), file: file, animation: animation)
  }

  /// Returns the bytes of a file that a document names; nil where the archive does not contain it. Such files are in
  /// `folders`, besides the folder that is written, where `/` means the archive.
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
    /// The theme that it is first shown with.
    let initialTheme: String?
  }

  let animations: [Animation]
  /// The animation that is shown first, where the archive says.
  let initialAnimation: String?
  let themes: [String]
  let stateMachines: [String]

  /// The manifest of an archive that has none: its animations are the files in the folders of both versions.
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
    // Version 2, and before it 1.
    initialAnimation = json["initial"]?["animation"]?.string ?? json["activeAnimationId"]?.string
    themes = Self.ids(json["themes"])
    stateMachines = Self.ids(json["stateMachines"]) + Self.ids(json["states"])
  }

  /// The ids of a list of objects, or of the texts that version 1 has in their place.
  private static func ids(_ list: JSON?) -> [String] {
    (list?.array ?? []).compactMap { $0["id"]?.string ?? $0.string }
  }
}
