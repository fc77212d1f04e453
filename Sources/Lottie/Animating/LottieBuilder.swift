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

// Layers that others are put into, or drawn by.
extension CALayer {
  /// A layer that carries others: its space is its superlayer's until something moves it.
  static func carrier(_ sublayers: [CALayer] = []) -> CALayer {
    let layer = CALayer()
    layer.anchorPoint = .zero
    layer.bounds = CGRect(x: 0, y: 0, width: 1, height: 1)
    if !sublayers.isEmpty { layer.sublayers = sublayers }
    return layer
  }
}

extension CAShapeLayer {
  /// A shape in its superlayer's space.
  static func outline() -> CAShapeLayer {
    let shape = CAShapeLayer()
    shape.anchorPoint = .zero
    shape.bounds = CGRect(x: 0, y: 0, width: 1, height: 1)
    shape.fillColor = nil
    return shape
  }
}

// Colours as documents write them.
extension CGColor {
  static let lottieWhite = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
  static let lottieBlack = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1)

  /// `#rgb`, `#rrggbb`, or `#aarrggbb` as some writers have it.
  static func lottie(hex text: String) -> CGColor? {
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    guard let number = UInt32(digits, radix: 16) else { return nil }
    func part(_ shift: UInt32, _ mask: UInt32) -> CGFloat { CGFloat(number >> shift & mask) / CGFloat(mask) }
    switch digits.count {
    case 3: return CGColor(srgbRed: part(8, 15), green: part(4, 15), blue: part(0, 15), alpha: 1)
    case 6: return CGColor(srgbRed: part(16, 255), green: part(8, 255), blue: part(0, 255), alpha: 1)
    case 8: return CGColor(srgbRed: part(16, 255), green: part(8, 255), blue: part(0, 255), alpha: part(24, 255))
    default: return nil
    }
  }

  /// From components, 0...1.
  static func lottie(_ components: [Double]) -> CGColor {
    let parts = (0..<3).map { $0 < components.count ? min(max(components[$0], 0), 1) : 0 }
    return CGColor(srgbRed: parts[0], green: parts[1], blue: parts[2], alpha: 1)
  }
}
