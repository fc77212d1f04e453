// The images of a Lottie document: each is decoded once, and its CGImage shared by all layers that show it, and by all
// scenes that are made of the same file.

import CoreGraphics
import Documents
import Foundation
import QuartzCore

/// The picture in the place of an image that a document names.
enum LottiePicture: Equatable {
  case image(CGImage)
  case film(name: String, SceneClip.Source)
}

/// Decodes and keeps images by their names.
final class LottieImages {
  private struct Key: Hashable { let folder, name: String }

  private let decoder: SceneImageDecoder
  /// nil: the file is missing.
  private var pictures: [Key: LottiePicture?] = [:]
  private var glyphs: [ObjectIdentifier: CGImage] = [:]
  private let budget: ImageBudget

  /// - Parameter cache: where images of other scenes of the same file are.
  init(budget: ImageBudget, notes: NoteCollector, cache: ImageCache? = nil) {
    self.budget = budget
    decoder = SceneImageDecoder(budget: budget, notes: notes, cache: cache)
  }

  /// The image, or the film, that an asset names; nil where there is no such file.
  ///
  /// - Parameters:
  ///   - folder: `u` of the asset.
  ///   - name: `p` of the asset: a file's name, or a `data:` address.
  ///   - resources: where files are; the same name is the same file in all that this is given.
  ///   - location: the place in the document.
  func picture(
    folder: String, name: String, in resources: any LottieResources, from location: SourceLocation
  ) throws(SceneFileError) -> LottiePicture? {
    let key = Key(folder: folder, name: name)
    if let known = pictures[key] { return known }
    guard let file = try resources.resource(.image, folder: folder, name: name, from: location) else {
      pictures[key] = .some(nil)
      return nil
    }
    let picture: LottiePicture
    if let film = file.film {
      try budget.take(file.bytes.count, for: file.name, at: location)
      picture = .film(name: file.name, film)
    } else {
      picture = .image(try decoder.decode(file.bytes, as: file.name, from: location))
    }
    pictures[key] = picture
    return picture
  }

  /// Counts the picture of a glyph, which all that show it share, among the images.
  func keep(glyph: CGImage, from location: SourceLocation) throws(SceneFileError) {
    guard glyphs[ObjectIdentifier(glyph)] == nil else { return }
    try budget.take(glyph.width * glyph.height * 4, for: "a glyph in colour", at: location)
    glyphs[ObjectIdentifier(glyph)] = glyph
  }
}
