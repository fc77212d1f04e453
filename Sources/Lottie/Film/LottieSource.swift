// A Lottie file that was opened: a document, its theme, and the files that it names.

import Documents
import Foundation
import QuartzCore

/// A document, of an archive or by itself.
struct LottieSource {
  /// The name of the document in messages.
  let name: String
  /// As it is written.
  let original: JSON
  /// The options that it is loaded with.
  let options: SceneLoadOptions
  /// The notes on parts of the file that are ignored.
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

  /// Opens what lies at a path.
  init(path: String, options: SceneLoadOptions) throws(SceneFileError) {
    let source = try SceneSource(
      path: path, options: options, expecting: "a Lottie document or a .lottie archive")
    try self.init(source)
  }

  /// The document with replacements, its slots filled in, and where its files are then.
  func document(
    replacing replacements: SceneReplacements
  ) throws(SceneFileError) -> (document: JSON, resources: any LottieResources) {
    var document = original
    let files = try replacements.apply(to: &document, theme: theme, file: name)
    guard !files.urls.isEmpty else { return (document, resources) }
    return (document, ReplacedLottieFiles(base: resources, files: files.urls, limits: options.limits))
  }

  /// Creates the decoder of a scene's images.
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
