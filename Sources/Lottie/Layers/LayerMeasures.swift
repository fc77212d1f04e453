// The boxes of layers, for expressions (`sourceRectAtTime`): that of a text's drawn glyphs, of a shape layer's written
// paths, and the size of any other layer. As expressions ask for boxes while the document is being read, the measuring
// reads it again, without expressions and notes.
//
// Tested by LayerMeasureTests.

import CoreGraphics
import Documents
import Foundation
import QuartzCore

final class LayerMeasures: LayerMeasuring {
  private let root: LottieNode
  private let reading: LottieReading
  private let resources: any LottieResources
  private var builder: LottieBuilder?
  private var paths: [String: [Outline]] = [:]
  private var texts: [String: CGRect?] = [:]

  /// A path with its groups' transforms, the innermost first.
  private typealias Outline = (geometry: Track<PathGeometry>, transforms: [LottieTransform])

  /// Creates the measures of a document, which messages name `file`.
  init(_ document: JSON, file: String, resources: any LottieResources) {
    root = LottieNode(document, at: LottiePath())
    (reading, self.resources) = (LottieReading(file: file), resources)
  }

  func box(of layer: LottieNode, at frame: Double, text: String) -> CGRect? {
    func box(_ node: LottieNode, _ width: String, _ height: String) -> CGRect {
      CGRect(x: 0, y: 0, width: node.number(width) ?? 0, height: node.number(height) ?? 0)
    }
    switch layer.integer("ty") {
    case 0: return box(layer, "w", "h")
    case 1: return box(layer, "sw", "sh")
    case 2:
      let asset = root.elements("assets").first { $0.string("id") == layer.string("refId") }
      return asset.map { box($0, "w", "h") }
    case 4: return shapes(of: layer, at: frame)
    case 5: return self.text(text, of: layer, at: frame)
    default: return nil
    }
  }

  // MARK: - Texts

  private func text(_ text: String, of layer: LottieNode, at frame: Double) -> CGRect? {
    guard let content = try? reading.text(layer) else { return nil }
    let index = content.documents.lastIndex { $0.frame <= frame } ?? 0
    let key = "\(layer.path) \(index) \(text)"
    if let known = texts[key] { return known }
    let box = try? textBuilder().inkBox(of: content.documents[index].document.saying(text), at: layer.path)
    texts[key] = box
    return box
  }

  private func textBuilder() throws(SceneFileError) -> LottieBuilder {
    if let builder { return builder }
    let document = try LottieDocument(
      size: .zero, frameRate: 1, inPoint: 0, outPoint: 1, layers: [], assets: [:], fonts: reading.fonts(root),
      characters: reading.characters(root), markers: [])
    let made = LottieBuilder(
      document, reading: reading, resources: resources,
      images: LottieImages(budget: ImageBudget(limit: 0), notes: NoteCollector()),
      fonts: LottieFonts(document.fonts, in: resources, reading: reading))
    builder = made
    return made
  }

  // MARK: - Shapes

  private func shapes(of layer: LottieNode, at frame: Double) -> CGRect? {
    let key = layer.path.description
    if paths[key] == nil {
      var found: [Outline] = []
      let items = try? reading.shapes(layer.elements("shapes"))
      gather(items ?? [], in: [], into: &found)
      paths[key] = found
    }
    var box = CGRect.null
    for outline in paths[key] ?? [] {
      let matrix = outline.transforms.reduce(CGAffineTransform.identity) { $0.concatenating($1.matrix(at: frame)) }
      let path = outline.geometry.value(at: frame).applying(matrix).cgPath().boundingBoxOfPath
      if !path.isNull { box = box.union(path) }
    }
    return box.isNull ? nil : box
  }

  private func gather(_ items: [ShapeItem], in groups: [LottieTransform], into found: inout [Outline]) {
    // A frame is a second.
    let timeline = Timeline(inPoint: 0, frameRate: 1, duration: 100_000)
    for item in items {
      switch item.content {
      case .path(let path): found.append((path.geometry(on: timeline), groups))
      case .group(let inner, let transform): gather(inner, in: [transform] + groups, into: &found)
      default: continue
      }
    }
  }
}
