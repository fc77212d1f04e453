// The images of a package: each file is decoded once and its CGImage shared by all layers and keyframes that name it;
// and its films, whose bytes are read once.

import CoreGraphics
import Documents
import Foundation
import QuartzCore

/// Decodes and keeps a package's images.
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

  /// - Parameter cache: where images of other scenes of the same file are.
  init(_ package: ScenePackage, budget: ImageBudget, notes: NoteCollector, cache: ImageCache? = nil) {
    self.package = package
    decoder = SceneImageDecoder(budget: budget, notes: notes, cache: cache)
    (self.budget, self.notes) = (budget, notes)
  }

  /// The image that a document refers to; nil, with a note, when the package has no such file.
  ///
  /// - Parameters:
  ///   - source: a path relative to the package, where one that leaves it is an error; or a `data:` address.
  ///   - location: the reference's place in the document.
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
