// Makes layers of a document: every property becomes an animation of a layer, at the times and paces of the file. What
// kinds of layers there are is in Shapes, Text and Layers.

import CoreGraphics
import Documents
import Foundation
import QuartzCore

/// Makes layers of a document.
final class LottieBuilder {
  let document: LottieDocument
  let reading: LottieReading
  let resources: any LottieResources
  let images: LottieImages
  let fonts: LottieFonts
  /// The replacements of parts of the file. The document already contains them, except for the fits of texts and
  /// images.
  let replacements: SceneReplacements
  var sounds: [SceneSound] = []
  var clips: [SceneClip] = []
  /// Assets of sound that were read, with their names for messages: many layers may play one.
  var soundFiles: [String: (name: String, data: Data)] = [:]

  init(
    _ document: LottieDocument, reading: LottieReading, resources: any LottieResources, images: LottieImages,
    fonts: LottieFonts, replacements: SceneReplacements = SceneReplacements()
  ) {
    (self.document, self.reading, self.resources) = (document, reading, resources)
    (self.images, self.fonts, self.replacements) = (images, fonts, replacements)
  }

  /// A composition that is being made.
  struct Composition {
    let layers: [LottieLayer]
    let size: CGSize
    let timeline: Timeline
    /// The compositions that it is inside of, itself the last.
    let names: [String]
    /// Layers by the number that others refer to.
    let byIndex: [Int: Int]

    init(_ layers: [LottieLayer], size: CGSize, timeline: Timeline, names: [String]) {
      (self.layers, self.size, self.timeline, self.names) = (layers, size, timeline, names)
      byIndex = Dictionary(
        layers.enumerated().compactMap { offset, layer in layer.index.map { ($0, offset) } },
        uniquingKeysWith: { a, _ in a })
    }
  }
}
