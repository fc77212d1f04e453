// The files that a Lottie document names: in its archive, or beside it.

import Documents
import Foundation

/// The kind of a file, which determines its folders in an archive.
enum LottieResourceKind {
  case image, font, sound

  /// The folders of an archive, the second version's first.
  var folders: [String] {
    switch self {
    case .image: ["i", "images", "v", "videos"]
    case .font: ["f", "fonts"]
    case .sound: ["u", "audio", "sounds"]
    }
  }
}

/// A file that a document names.
struct LottieResource {
  /// The name of the file in messages.
  let name: String
  let bytes: [UInt8]
  /// The place of the film's bytes, if the file is a film; nil for all others.
  private(set) var film: SceneClip.Source?

  /// A file that the document has brought along.
  init(name: String, bytes: [UInt8]) {
    (self.name, self.bytes) = (name, bytes)
    if FilmSignature.isFilm(bytes) { film = .data(Data(bytes)) }
  }

  /// A film of the user's, which may be long.
  init(film url: URL) { (name, bytes, film) = (url.path, [], .file(url)) }
}

/// The source of the files that a document names.
protocol LottieResources {
  /// Returns a file; nil where no file has that name.
  ///
  /// - Parameters:
  ///   - folder: as written, empty or not.
  ///   - name: the file's name, which is not a `data:` address.
  ///   - location: the place in the document.
  /// - Throws: `malformed` for a name that leads out of the document's folder, what is wrong with reading it, and
  ///   `tooLarge`.
  func file(
    _ kind: LottieResourceKind, folder: String, name: String, from location: SourceLocation
  ) throws(SceneFileError) -> LottieResource?
}

extension LottieResources {
  /// A file that a document names, or has written in it.
  ///
  /// - Parameters:
  ///   - kind: what is expected.
  ///   - folder: `u` of an asset.
  ///   - name: `p` of an asset: a file's name, or a `data:` address.
  ///   - location: the place in the document.
  func resource(
    _ kind: LottieResourceKind, folder: String = "", name: String, from location: SourceLocation
  ) throws(SceneFileError) -> LottieResource? {
    guard DataURI.isOne(name) else { return try file(kind, folder: folder, name: name, from: location) }
    return LottieResource(name: "data:", bytes: try DataURI.bytes(of: name, at: location))
  }
}

extension LottieArchive: LottieResources {
  func file(
    _ kind: LottieResourceKind, folder: String, name: String, from location: SourceLocation
  ) throws(SceneFileError) -> LottieResource? {
    try file(in: kind.folders, folder: folder, name: name, from: location).map { LottieResource(name: $0, bytes: $1) }
  }
}

/// The folder of a document that is a file of its own, and all below it.
struct LottieFolder: LottieResources {
  let package: ScenePackage

  func file(
    _ kind: LottieResourceKind, folder: String, name: String, from location: SourceLocation
  ) throws(SceneFileError) -> LottieResource? {
    let separator = folder.isEmpty || folder.hasSuffix("/") ? "" : "/"
    let path = try package.path(of: folder + separator + name, from: location)
    guard path != .root, try package.contains(path) else { return nil }
    return LottieResource(name: package.displayName(of: path), bytes: try package.read(path))
  }
}
