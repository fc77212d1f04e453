// The images and films that a document names, and those that the user has for them.
//
// Tested by SceneImageTests.

import CoreGraphics
package import Documents
package import Foundation
import QuartzCore

package final class DocumentImages {
  private let folder: PackageFolder
  private let package: ScenePackage
  private let limits: SceneLimits
  let decoder: SceneImageDecoder
  private let file: String
  /// The folder in messages.
  private let place: String
  /// The images by what the document calls them.
  private var known: [String: CGImage] = [:]

  /// Creates the images of a document, whose files are below its folder.
  package init(_ source: SceneSource, decoder: SceneImageDecoder) {
    limits = source.options.limits
    folder = PackageFolder(path: source.folder, limits: limits)
    package = ScenePackage(folder)
    (self.decoder, file) = (decoder, source.path)
    place = source.options.document?.folder ?? "the document's folder"
  }

  /// Returns the image of a path or a `data:` address.
  func image(_ source: String) throws(SceneFileError) -> CGImage {
    if let image = known[source] { return image }
    let image: CGImage
    if DataURI.isOne(source) {
      image = try decoder.decode(source, from: SourceLocation(file: file))
    } else {
      let path = try path(source)
      image = try decoder.decode(
        package.read(path), as: package.displayName(of: path), from: SourceLocation(file: file))
    }
    known[source] = image
    return image
  }

  /// Returns the user's image.
  func image(contentsOf url: URL) throws(SceneFileError) -> CGImage {
    let bytes = try FileBytes.read(url.path, as: url.path, limit: limits.entryBytes)
    return try decoder.decode(bytes, as: url.path, from: SourceLocation(file: file))
  }

  /// Returns the film of a path or a `data:` address, with its name in messages.
  func film(_ source: String) throws(SceneFileError) -> (name: String, source: SceneClip.Source) {
    if DataURI.isOne(source) {
      let bytes = try DataURI.bytes(of: source, at: SourceLocation(file: file))
      guard FilmSignature.isFilm(bytes) else { throw SceneFileError(.malformed, file: file, "the address is no film") }
      return ("data:", .data(Data(bytes)))
    }
    let path = try path(source)
    let url = try file(of: source)
    guard FilmSignature.isFilm(url) else {
      throw SceneFileError(.malformed, file: file, "'\(source.excerpt)' is no film")
    }
    return (package.displayName(of: path), .file(url))
  }

  /// Returns the address of a film, a sound or a document below the folder.
  package func file(of source: String) throws(SceneFileError) -> URL {
    let url = try folder.url(of: path(source))
    SceneFileLog.noteMedia(url.path)
    return url
  }

  /// Returns the path of an existing file.
  private func path(_ source: String) throws(SceneFileError) -> PackagePath {
    let path = try package.path(of: source, from: SourceLocation(file: file))
    guard path != .root, try package.contains(path) else {
      throw SceneFileError(.notFound, file: file, "no file '\(source.excerpt)' in \(place)")
    }
    return path
  }
}
