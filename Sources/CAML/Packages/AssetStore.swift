// The images of a package, each decoded once and shared by all layers and keyframes that name it; and its films, whose
// bytes are read once.
//
// Tested by WallpaperTests and WallpaperLayoutTests.

import CoreGraphics
import Documents
import Foundation
import QuartzCore

final class AssetStore {
  private let package: ScenePackage
  private let decoder: SceneImageDecoder
  private let budget: ImageBudget
  private let notes: NoteCollector
  /// The images of files; nil for a missing file.
  private var images: [PackagePath: CGImage?] = [:]
  /// Images embedded in the document, by their addresses.
  private var inlineImages: [String: CGImage] = [:]
  /// The films of files; nil for a file that is no film.
  private var films: [PackagePath: Data?] = [:]

  /// Creates the store; `cache` has images of other scenes of the same file.
  init(_ package: ScenePackage, budget: ImageBudget, notes: NoteCollector, cache: ImageCache? = nil) {
    self.package = package
    decoder = SceneImageDecoder(budget: budget, notes: notes, cache: cache)
    (self.budget, self.notes) = (budget, notes)
  }

  /// Returns the image of `source`, a `data:` address or a path relative to the package, which must not leave it; nil,
  /// with a note, if the package lacks the file.
  func image(_ source: String, from location: SourceLocation) throws(SceneFileError) -> CGImage? {
    if DataURI.isOne(source) { return try inlineImage(source, from: location) }
    let path = try package.path(of: source, from: location)
    guard path != .root else {
      notes.add(
        "'src' is '\(source)', which names no file; the layer is drawn without an image", at: location,
        topic: .missingFile)
      return nil
    }
    if let known = images[path] { return known }
    guard try package.contains(path) else {
      notes.add(
        "no image '\(source.excerpt)' in the package; the layer is drawn without it", at: location,
        topic: .missingFile)
      images[path] = .some(nil)
      return nil
    }
    let image = try decoder.decode(package.read(path), as: package.displayName(of: path), from: location)
    images[path] = image
    return image
  }

  /// Returns the film that a document names in place of an image; nil for anything else, an image or an error.
  func film(_ source: String, from location: SourceLocation) throws(SceneFileError) -> (name: String, data: Data)? {
    if DataURI.isOne(source) {
      // Most addresses are pictures.
      guard source.prefix(64).contains("video/") else { return nil }
      let bytes = try DataURI.bytes(of: source, at: location)
      guard FilmSignature.isFilm(bytes) else { return nil }
      try budget.take(bytes.count, for: "data:", at: location)
      return ("data:", Data(bytes))
    }
    let path = try package.path(of: source, from: location)
    guard path != .root, images[path] == nil, Self.suffixes.contains(where: { source.lowercased().hasSuffix($0) }),
      try package.contains(path)
    else { return nil }
    let name = package.displayName(of: path)
    if let known = films[path] { return known.map { (name, $0) } }
    let bytes = try package.read(path)
    let film = FilmSignature.isFilm(bytes) ? Data(bytes) : nil
    if let film { try budget.take(film.count, for: name, at: location) }
    films[path] = .some(film)
    return film.map { (name, $0) }
  }

  private static let suffixes = [".mp4", ".m4v", ".mov", ".webm", ".mkv", ".avi", ".ogv"]

  func animation(of image: CGImage) -> CAKeyframeAnimation? { decoder.animation(of: image) }

  private func inlineImage(_ source: String, from location: SourceLocation) throws(SceneFileError) -> CGImage {
    if let known = inlineImages[source] { return known }
    let image = try decoder.decode(source, from: location)
    inlineImages[source] = image
    return image
  }
}

/// The index of a package, the property list `index.xml`: the facts about its document.
struct DocumentIndex {
  /// The path of the CAML document, relative to the package.
  var rootDocument = "main.caml"
  /// The document's width in points, if the index has one.
  var width: CGFloat?
  var height: CGFloat?
  /// Whether y points down in the document.
  var isGeometryFlipped = false
  /// The position of the width's value, or else of the height's.
  var sizePosition = XMLPosition()

  init() {}

  /// Reads the property list of a file, which errors name.
  init(_ bytes: [UInt8], file: String, limits: SceneLimits) throws(SceneFileError) {
    let plist = try XMLReader.read(bytes, file: file, limits: limits)
    guard plist.name == "plist", let dictionary = plist.child("dict") else {
      let location = SourceLocation(file: file, line: Int(plist.position.line), column: Int(plist.position.column))
      throw SceneFileError(.malformed, at: location, "<\(plist.name)> holds no <dict>; expected a property list")
    }
    for (key, value) in zip(dictionary.children, dictionary.children.dropFirst()) where key.name == "key" {
      let text = value.text.trimmingCharacters(in: .whitespacesAndNewlines)
      switch (key.text, value.name) {
      case ("rootDocument", "string"): rootDocument = text
      case ("documentWidth", "real"), ("documentWidth", "integer"):
        width = Double(text).map { CGFloat($0) }
        sizePosition = value.position
      case ("documentHeight", "real"), ("documentHeight", "integer"):
        height = Double(text).map { CGFloat($0) }
        if width == nil { sizePosition = value.position }
      case ("geometryFlipped", "true"): isGeometryFlipped = true
      default: break
      }
    }
  }
}

/// The packages of a `.tendies` wallpaper: `descriptors/<id>/versions/<n>/contents/*.wallpaper/*.ca`, up to three,
/// drawn as Background, Floating, Foreground. The folders above `.wallpaper` vary between tools, so that only
/// `versions/<n>` counts: the highest version of the first descriptor is used.
struct WallpaperLayout {
  /// The `.ca` folders from the back to the front.
  let packages: [PackagePath]
  /// Further wallpapers in the archive, which are not shown.
  let skipped: [PackagePath]

  /// Finds the packages among the paths of all files; returns nil without a `.ca` folder.
  init?(paths: [PackagePath]) {
    let folders = Set(paths.compactMap(Self.packageFolder))
    let wallpapers = Dictionary(grouping: folders) { $0.prefix($0.components.count - 1) }
    let ranked = wallpapers.keys.sorted {
      (Self.descriptor(of: $0), Self.version(of: $1), $0.description)
        < (Self.descriptor(of: $1), Self.version(of: $0), $1.description)
    }
    guard let chosen = ranked.first, let packages = wallpapers[chosen] else { return nil }
    self.packages = packages.sorted { Self.order(of: $0) < Self.order(of: $1) }
    // Older versions of the chosen wallpaper are not other wallpapers.
    skipped = ranked.dropFirst().filter {
      Self.descriptor(of: $0) != Self.descriptor(of: chosen) || Self.version(of: $0) == Self.version(of: chosen)
    }
  }

  /// Returns the outermost `.ca` folder around a file.
  private static func packageFolder(of path: PackagePath) -> PackagePath? {
    path.components.dropLast().firstIndex { $0.hasSuffix(".ca") }.map { path.prefix($0 + 1) }
  }

  private static func version(of folder: PackagePath) -> Int {
    guard let place = folder.components.firstIndex(of: "versions"), place + 1 < folder.components.count else {
      return 0
    }
    return Int(folder.components[place + 1]) ?? 0
  }

  private static func descriptor(of folder: PackagePath) -> String {
    folder.prefix(folder.components.firstIndex(of: "versions") ?? 0).description
  }

  /// Returns the sort key, from back to front, then by name: a package without a role is on top.
  private static func order(of package: PackagePath) -> (Int, String) {
    let roles = ["Background", "Floating", "Foreground"]
    let name = String((package.components.last ?? "").dropLast(".ca".count))
    // "7400.WWDC_2022_Background-390w-844h@3x~iphone": the size begins at the first part that starts with a digit.
    var parts = name.split(separator: "-", omittingEmptySubsequences: false)
    if let size = parts.dropFirst().firstIndex(where: { $0.first?.isNumber == true }) { parts.removeSubrange(size...) }
    let stem = parts.joined(separator: "-")
    return (roles.firstIndex { stem.hasSuffix($0) } ?? roles.count, name)
  }
}
