// The images of a Lottie document: each is decoded once, and its CGImage shared by all layers that show it, and by all
// scenes that are made of the same file.

import CoreGraphics
import Documents
import Foundation
import QuartzCore

/// Decodes and keeps images by their names.
final class LottieImages {
  private struct Key: Hashable { let folder, name: String }

  private let decoder: SceneImageDecoder
  /// nil: the file is missing.
  private var images: [Key: CGImage?] = [:]
  private var glyphs: [ObjectIdentifier: CGImage] = [:]
  private let budget: ImageBudget

  /// - Parameter cache: where images of other scenes of the same file are.
  init(budget: ImageBudget, notes: NoteCollector, cache: ImageCache? = nil) {
    self.budget = budget
    decoder = SceneImageDecoder(budget: budget, notes: notes, cache: cache)
  }

  /// The image that an asset names; nil where there is no such file.
  ///
  /// - Parameters:
  ///   - folder: `u` of the asset.
  ///   - name: `p` of the asset: a file's name, or a `data:` address.
  ///   - resources: where files are; the same name is the same file in all that this is given.
  ///   - location: the place in the document.
  func image(
    folder: String, name: String, in resources: any LottieResources, from location: SourceLocation
  ) throws(SceneFileError) -> CGImage? {
    let key = Key(folder: folder, name: name)
    if let known = images[key] { return known }
    guard let file = try resources.resource(.image, folder: folder, name: name, from: location) else {
      images[key] = .some(nil)
      return nil
    }
    let image = try decoder.decode(file.bytes, as: file.name, from: location)
    images[key] = image
    return image
  }

  /// Counts the picture of a glyph, which all that show it share, among the images.
  func keep(glyph: CGImage, from location: SourceLocation) throws(SceneFileError) {
    guard glyphs[ObjectIdentifier(glyph)] == nil else { return }
    try budget.take(glyph.width * glyph.height * 4, for: "a glyph in colour", at: location)
    glyphs[ObjectIdentifier(glyph)] = glyph
  }

  /// The frames of the animated file that an image is the first one of; nil for others.
  func animation(of image: CGImage) -> CAKeyframeAnimation? { decoder.animation(of: image) }
}
