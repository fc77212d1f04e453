// The images of a package: each file is decoded once and its CGImage shared by all layers and keyframes that name it;
// and its films, whose bytes are read once.
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
  /// nil: the file is missing.
  private var images: [PackagePath: CGImage?] = [:]
  /// Images that are written into the document, by their address.
  private var inlineImages: [String: CGImage] = [:]
  /// nil: a file that is no film.
  private var films: [PackagePath: Data?] = [:]

  /// `cache` has images of other scenes of the same file.
  init(_ package: ScenePackage, budget: ImageBudget, notes: NoteCollector, cache: ImageCache? = nil) {
    self.package = package
    decoder = SceneImageDecoder(budget: budget, notes: notes, cache: cache)
    (self.budget, self.notes) = (budget, notes)
  }

  /// The image that a document refers to; nil, with a note, when the package has no such file. `source` is a path
  /// relative to the package, where one that leaves it is an error; or a `data:` address.
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

  /// The film that a document refers to where it could name an image; nil for all else, which is an image or a fault.
  func film(_ source: String, from location: SourceLocation) throws(SceneFileError) -> (name: String, data: Data)? {
    if DataURI.isOne(source) {
      // Pictures are most of them.
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

  /// The frames of the animated file that an image is the first one of; nil for others.
  func animation(of image: CGImage) -> CAKeyframeAnimation? { decoder.animation(of: image) }

  private func inlineImage(_ source: String, from location: SourceLocation) throws(SceneFileError) -> CGImage {
    if let known = inlineImages[source] { return known }
    let image = try decoder.decode(source, from: location)
    inlineImages[source] = image
    return image
  }
}

/// The index of a package, `index.xml`, a property list: its statements about the document.
struct DocumentIndex {
  /// The CAML document, relative to the package.
  var rootDocument = "main.caml"
  /// In points; nil when the document does not say.
  var width: CGFloat?
  var height: CGFloat?
  /// Whether the document's space has y down.
  var isGeometryFlipped = false
  /// The position at which the width, or else the height, is given.
  var sizePosition = XMLPosition()

  init() {}

  /// Reads a property list of a file, named for errors.
  init(_ bytes: [UInt8], file: String, limits: SceneLimits) throws(SceneFileError) {
    let plist = try XMLReader.read(bytes, file: file, limits: limits)
    guard plist.name == "plist", let dictionary = plist.child("dict") else {
      let location = SourceLocation(file: file, line: Int(plist.position.line), column: Int(plist.position.column))
      throw SceneFileError(.malformed, at: location, "<\(plist.name)> holds no <dict>; expected a property list")
    }
    // A <key> is followed by its value.
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

/// The packages of a `.tendies` wallpaper: `descriptors/<id>/versions/<n>/contents/*.wallpaper/*.ca`, up to three of
/// them, drawn as Background, Floating, Foreground. The folders above `.wallpaper` vary between tools, so only a
/// `versions/<n>` among them has a meaning: of the first descriptor, the highest version is taken.
struct WallpaperLayout {
  /// The `.ca` folders from the back to the front.
  let packages: [PackagePath]
  /// Wallpapers that are in the archive as well and are not shown.
  let skipped: [PackagePath]

  /// Finds them among the paths of all files. Nil when there is no `.ca` folder.
  init?(paths: [PackagePath]) {
    let folders = Set(paths.compactMap(Self.packageFolder))
    let wallpapers = Dictionary(grouping: folders) { $0.prefix($0.components.count - 1) }
    let ranked = wallpapers.keys.sorted {
      (Self.descriptor(of: $0), Self.version(of: $1), $0.description)
        < (Self.descriptor(of: $1), Self.version(of: $0), $1.description)
    }
    guard let chosen = ranked.first, let packages = wallpapers[chosen] else { return nil }
    self.packages = packages.sorted { Self.order(of: $0) < Self.order(of: $1) }
    // Older versions of the chosen one are history, not another wallpaper.
    skipped = ranked.dropFirst().filter {
      Self.descriptor(of: $0) != Self.descriptor(of: chosen) || Self.version(of: $0) == Self.version(of: chosen)
    }
  }

  /// The outermost `.ca` folder that a file is in.
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

  /// The place from back to front, then the name: a package without a role lies on top.
  private static func order(of package: PackagePath) -> (Int, String) {
    let roles = ["Background", "Floating", "Foreground"]
    let name = String((package.components.last ?? "").dropLast(".ca".count))
    // "7400.WWDC_2022_Background-390w-844h@3x~iphone": the size begins at the first part with a digit in front.
    var parts = name.split(separator: "-", omittingEmptySubsequences: false)
    if let size = parts.dropFirst().firstIndex(where: { $0.first?.isNumber == true }) { parts.removeSubrange(size...) }
    let stem = parts.joined(separator: "-")
    return (roles.firstIndex { stem.hasSuffix($0) } ?? roles.count, name)
  }
}
