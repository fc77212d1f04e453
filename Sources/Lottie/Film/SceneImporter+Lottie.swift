// Lottie documents, and the archives that hold them with their files.
//
// The folders of this module stand in one order; each uses only those before it (FolderOrderTests):
//
//   Paths          contours of Bézier curves: shapes with parameters, and what changes them
//   Tracks         values over time: keyframes, paces, timelines of compositions
//   Reading        a document's JSON to values: layers, shapes, texts, transforms
//   Expressions    expressions to keyframes
//   Resources      the files of a document: its archive, images, fonts, themes
//   Replacing      what is put in the place of what a document says: slots, texts, images, colours
//   Animating      tracks to animations of a layer
//   Shapes         shape items to layers
//   Text           texts to layers
//   Layers         layers, their effects, masks, mattes and sounds; compositions
//   Film           a file to a film, and the importers

package import Documents
import Foundation
import QuartzCore

extension SceneImporter {
  package static let lottieDocument = SceneImporter(
    title: "a Lottie document", suffix: "json", noun: "file",
    recognizes: { (source) throws(SceneFileError) in
      // Assets may come first and be long. Scenes as JSON have layers and a size.
      guard source.firstText.hasPrefix("{"),
        ["layers", "assets", "op"].contains(where: { source.firstText.contains("\"\($0)\"") })
      else { return false }
      return try !source.memberNames().isSuperset(of: ["layers", "size"])
    },
    open: LottieSource.open)

  package static let lottieArchive = SceneImporter(
    title: "a Lottie archive", suffix: "lottie", noun: "archive",
    recognizes: { (source) throws(SceneFileError) in
      guard source.isFolder || source.isArchive else { return false }
      return try LottieArchive.isOne(source.storage())
    },
    open: LottieSource.open)
}

extension LottieSource {
  @Sendable fileprivate static func open(_ source: SceneSource) throws(SceneFileError) -> any SceneDocument {
    try LottieSource(source)
  }
}

/// An opened Lottie file: a document, alone or from an archive, its theme, and the files that it names.
struct LottieSource {
  let name: String
  let original: JSON
  let options: SceneLoadOptions
  let notes: [SceneNote]
  private let theme: LottieTheme?
  private let resources: any LottieResources
  private let images: ImageCache?

  /// Opens a document, an archive, or a folder with an archive's files.
  init(_ source: SceneSource) throws(SceneFileError) {
    (options, images) = (source.options, source.images)
    guard source.isFolder || source.isArchive else {
      name = source.path
      original = try JSON.read(source.document(), file: source.path, limits: options.limits)
      resources = LottieFolder(package: source.surroundings)
      (theme, notes) = (nil, [])
      for (id, noun) in [(options.animation, "animation"), (options.theme, "theme")] {
        if let id { throw SceneFileError.unknownName(id, noun, among: [], file: source.path) }
      }
      return
    }
    let archive = try LottieArchive(source.storage(), path: source.path, limits: options.limits)
    name = try archive.documentName(id: options.animation)
    original = try archive.document(id: options.animation)
    theme = try archive.theme(id: options.theme, for: options.animation)
    resources = archive
    notes = archive.notes
  }

  init(path: String, options: SceneLoadOptions) throws(SceneFileError) {
    let source = try SceneSource(path: path, options: options, expecting: "a Lottie document or a .lottie archive")
    try self.init(source)
  }

  /// Returns the document with replacements and slots filled in, and the source of its files.
  func document(
    replacing replacements: SceneReplacements
  ) throws(SceneFileError) -> (document: JSON, resources: any LottieResources) {
    var document = original
    let files = try replacements.apply(to: &document, theme: theme, file: name)
    guard !files.urls.isEmpty else { return (document, resources) }
    return (document, ReplacedLottieFiles(base: resources, files: files.urls, limits: options.limits))
  }

  func images(within budget: ImageBudget, notes: NoteCollector) -> LottieImages {
    LottieImages(budget: budget, notes: notes, cache: images)
  }
}

extension LottieSource: SceneDocument {
  func names() -> SceneNames { SceneNames(lottie: original) }

  func read(replacing replacements: SceneReplacements) throws(SceneFileError) -> Scene {
    let film = try LottieScene(self, replacing: replacements)
    return Scene(
      rootLayer: film.rootLayer, path: name, size: film.size, duration: film.duration, markers: film.markers,
      sounds: film.sounds, clips: film.clips, notes: film.notes, imageBytes: film.imageBytes, isFitted: true)
  }
}
