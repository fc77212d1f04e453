// CAML documents, their packages, and wallpapers, which are several packages.
//
// The folders of this module stand in one order; each uses only those before it (FolderOrderTests):
//
//   Packages    the files of a package: its images, its index, the packages of a wallpaper
//   Reading     elements to layers, animations, filters, states
//   Writing     a scene to a document
//   Scenes      documents to a scene
//
// Tested by SceneTests and WallpaperTests.

import CoreGraphics
package import Documents
import Foundation
import QuartzCore

extension SceneImporter {
  package static let camlDocument = SceneImporter(
    title: "a CAML document", suffix: "caml", noun: "file",
    // A declaration or comments may come first.
    recognizes: { $0.firstText.hasPrefix("<") && $0.firstText.contains("<caml") },
    open: { (source) throws(SceneFileError) in
      CAMLFile(source: source) { (composer) throws(SceneFileError) in
        try composer.compose(document: source.document(), in: source.surroundings)
      }
    })

  package static let camlPackage = SceneImporter(
    title: "a package folder", suffix: "ca", noun: "folder",
    recognizes: { (source) throws(SceneFileError) in
      guard source.isFolder, let document = try? PackagePath(DocumentIndex().rootDocument) else { return false }
      return try source.storage().contains(document)
    },
    open: { (source) throws(SceneFileError) in
      guard source.isFolder else {
        throw SceneFileError(
          .malformed, file: source.path, "a .ca package is a folder; expected one with main.caml inside")
      }
      return CAMLFile(source: source) { (composer) throws(SceneFileError) in
        try composer.compose(packages: [ScenePackage(source.storage())])
      }
    })

  package static let wallpaper = SceneImporter(
    title: "a wallpaper archive", suffix: "tendies", noun: "archive",
    recognizes: { (source) throws(SceneFileError) in
      guard source.isArchive else { return false }
      return try WallpaperLayout(paths: source.storage().paths()) != nil
    },
    open: { (source) throws(SceneFileError) in
      let storage = try source.storage()
      return CAMLFile(source: source) { (composer) throws(SceneFileError) in try composer.compose(wallpaper: storage) }
    })
}

/// A file with documents, which are read anew for each scene, as a layer can be in only one tree.
struct CAMLFile: SceneDocument {
  let source: SceneSource
  let compose: (SceneComposer) throws(SceneFileError) -> Scene

  func read(replacing replacements: SceneReplacements) throws(SceneFileError) -> Scene {
    try compose(SceneComposer(source, replacing: replacements))
  }

  func names() throws(SceneFileError) -> SceneNames {
    try read(replacing: SceneReplacements()).rootLayer.replaceableNames
  }
}

/// Composes documents to one tree that is upright in a canvas with y down.
///   scene root      the scene's size; geometry flipped: inside, y is up
///     placement     one for each document, the same size; flipped once more if its `index.xml` says that y is down
///       document's root layer, its own geometryFlipped included
///
/// A document's root layer fills the scene wherever its own `position` is: Apple's view shows a package's root in its
/// middle, and real files rely on it (a root of 390x844 at "390 0" in a document of that size). The placement's bounds
/// begin at the root's frame: the position keeps its value, and animations and states that change it move the picture.
struct SceneComposer {
  private let source: SceneSource
  private let replacements: SceneReplacements
  private let notes = NoteCollector()
  private let images: ImageBudget

  /// Returns the state in which a device shows a wallpaper first: "Locked", or in newer files that whose name has most
  /// of locked, upright and light, such as "Lock PortraitUp Light". Returns nil if no state is a locked one.
  private static func stateShownFirst(among names: [String]) -> String? {
    if names.contains("Locked") { return "Locked" }
    let wanted = ["PortraitUp", "Portrait", "Light"]
    var best: (name: String, rank: Int)?
    for name in names {
      let words = name.split(whereSeparator: { $0 == " " || $0 == "_" || $0 == "-" })
      guard words.contains("Lock") || words.contains("Locked") else { continue }
      let rank = wanted.count { word in words.contains { $0 == word } }
      if rank > best?.rank ?? -1 { best = (name, rank) }
    }
    return best?.name
  }

  /// Creates the composer; replacements change the documents.
  init(_ source: SceneSource, replacing replacements: SceneReplacements) {
    (self.source, self.replacements) = (source, replacements)
    images = ImageBudget(limit: source.options.limits.imageBytes)
  }

  private var path: String { source.path }
  private var limits: SceneLimits { source.options.limits }

  /// Composes one document, the scene's file itself, with its assets in `package`.
  func compose(document bytes: [UInt8], in package: ScenePackage) throws(SceneFileError) -> Scene {
    let document = try read(bytes, of: package, as: path)
    return try compose([Part(document: document, index: DocumentIndex(), indexFile: path, name: lastName(of: path))])
  }

  /// Composes `.ca` packages, from the back to the front.
  func compose(packages: [ScenePackage]) throws(SceneFileError) -> Scene {
    var parts: [Part] = []
    for package in packages { parts.append(try read(package)) }
    return try compose(parts)
  }

  /// Composes a `.tendies` wallpaper.
  func compose(wallpaper storage: any PackageStorage) throws(SceneFileError) -> Scene {
    guard let layout = WallpaperLayout(paths: try storage.paths()) else {
      throw SceneFileError(
        .malformed, file: path, "no .ca package inside; expected descriptors/*/versions/*/contents/*.wallpaper/*.ca")
    }
    for wallpaper in layout.skipped {
      notes.add(
        "another wallpaper in the same file is skipped", at: SourceLocation(file: storage.displayName(of: wallpaper)))
    }
    var parts: [Part] = []
    for package in layout.packages { parts.append(try read(ScenePackage(storage, folder: package))) }
    return try compose(parts, isWallpaper: true)
  }
}

// MARK: - Reading

extension SceneComposer {
  /// A document with the facts of its package's index.
  private struct Part {
    let document: CAMLDocument
    let index: DocumentIndex
    let indexFile: String
    /// The package's folder, or the document's file.
    let name: String

    /// The root layer's frame without its transform.
    var rootFrame: CGRect {
      let (root, size) = (document.root, document.root.bounds.size)
      return CGRect(
        x: root.position.x - root.anchorPoint.x * size.width, y: root.position.y - root.anchorPoint.y * size.height,
        width: size.width, height: size.height)
    }
  }

  private func read(_ package: ScenePackage) throws(SceneFileError) -> Part {
    let indexPath = try packagePath("index.xml", at: package.name)
    let indexFile = package.displayName(of: indexPath)
    var index = DocumentIndex()
    if try package.contains(indexPath) {
      index = try DocumentIndex(package.read(indexPath), file: indexFile, limits: limits)
    }
    let documentPath = try packagePath(index.rootDocument, at: indexFile)
    guard try package.contains(documentPath) else {
      throw SceneFileError(
        .malformed, file: package.name, "the package has no '\(documentPath)'; expected its root document")
    }
    let document = try read(package.read(documentPath), of: package, as: package.displayName(of: documentPath))
    return Part(document: document, index: index, indexFile: indexFile, name: lastName(of: package.name))
  }

  private func read(
    _ document: [UInt8], of package: ScenePackage, as name: String
  ) throws(SceneFileError) -> CAMLDocument {
    let assets = AssetStore(package, budget: images, notes: notes, cache: source.images)
    let reader = CAMLReader(file: name, assets: assets, options: source.options, notes: notes)
    return try reader.read(document)
  }

  private func lastName(of path: String) -> String { URL(fileURLWithPath: path).lastPathComponent }

  private func packagePath(_ text: String, at file: String) throws(SceneFileError) -> PackagePath {
    do throws(PackagePathError) {
      return try PackagePath(text)
    } catch {
      throw SceneFileError(
        .malformed, file: file,
        "the document's path '\(text.excerpt)' \(error.reason); expected a path inside the package")
    }
  }

  // MARK: - Composing

  private func compose(_ parts: [Part], isWallpaper: Bool = false) throws(SceneFileError) -> Scene {
    guard let first = parts.first else {
      preconditionFailure("SceneComposer: a scene is made of at least one document")
    }
    let size = try size(of: first)
    let root = CALayer()
    root.name = path
    root.bounds = CGRect(origin: .zero, size: size)
    root.position = CGPoint(x: size.width / 2, y: size.height / 2)
    root.isGeometryFlipped = true
    for part in parts {
      let ownSize = try self.size(of: part)
      if ownSize != size {
        notes.add(
          "a document of \(describe(ownSize)) points in a scene of \(describe(size)); it is centred",
          at: part.document.rootLocation)
      }
      root.addSublayer(placement(of: part, in: size))
    }
    let decoder = SceneImageDecoder(budget: images, notes: notes, cache: source.images)
    let films = try LayerReplacing(root: root, path: path, decoder: decoder, limits: limits).apply(replacements)
    return Scene(
      rootLayer: root, path: path, size: size,
      duration: parts.map(\.document.animationDuration).max().flatMap { $0 > 0 ? $0 : nil },
      states: parts.map(\.document.states),
      initialState: isWallpaper ? Self.stateShownFirst(among: parts.flatMap(\.document.states.names)) : nil,
      clips: parts.flatMap(\.document.clips) + films, notes: notes.notes, imageBytes: images.taken)
  }

  /// Returns the layer that shows a document's root in the middle of the scene.
  private func placement(of part: Part, in size: CGSize) -> CALayer {
    let frame = part.rootFrame
    let placement = CALayer()
    placement.name = part.name
    placement.bounds = CGRect(
      x: frame.midX - size.width / 2, y: frame.midY - size.height / 2, width: size.width, height: size.height)
    placement.position = CGPoint(x: size.width / 2, y: size.height / 2)
    placement.isGeometryFlipped = part.index.isGeometryFlipped
    placement.addSublayer(part.document.root)
    if placement.bounds.origin != .zero {
      notes.add(
        "the root layer is shown in the middle of the document, not where its position puts it, "
          + "\(describe(placement.bounds.origin)) points away", at: part.document.rootLocation)
    }
    return placement
  }

  /// Returns the document's size: the index's, else the root layer's.
  private func size(of part: Part) throws(SceneFileError) -> CGSize {
    let bounds = part.document.root.bounds.size
    let size = CGSize(width: part.index.width ?? bounds.width, height: part.index.height ?? bounds.height)
    let position = part.index.sizePosition
    let location =
      part.index.width == nil && part.index.height == nil
      ? part.document.rootLocation
      : SourceLocation(file: part.indexFile, line: Int(position.line), column: Int(position.column))
    for side in [size.width, size.height] {
      guard side > 0, side.isFinite else {
        throw SceneFileError(
          .malformed, at: location, "a document of \(describe(size)) points; expected both sides above 0")
      }
      guard side <= limits.documentSide else {
        throw SceneFileError(
          .malformed, at: location,
          "a document of \(describe(size)) points; expected at most \(describe(limits.documentSide)) a side")
      }
    }
    return size
  }

  private func describe(_ size: CGSize) -> String { "\(describe(size.width))x\(describe(size.height))" }
  private func describe(_ point: CGPoint) -> String { "\(describe(point.x)), \(describe(point.y))" }
  private func describe(_ number: CGFloat) -> String { String(format: "%g", Double(number)) }
}
