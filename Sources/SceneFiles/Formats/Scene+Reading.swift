// The folders of this module stand in one order; each uses only those before it (FolderOrderTests):
//
//   Formats    the table of formats, and the choice of a file's format
//   Data       scenes from the rows of a table
//
// Tested by SceneImporterTests, SceneTests and PlacingTests.

import CAML
public import CoreGraphics
public import Documents
public import Foundation
import ImageFiles
public import Lottie
public import Multiplane
package import QuartzCore
import SceneJSON

extension Scene {
  /// Reads a scene from a file or folder: a CAML document (`.caml`), a package (`.ca`), a wallpaper (`.tendies`), a
  /// scene as JSON (`.scene.json`), a Lottie document (`.json`) or an archive (`.lottie`), by its content, or else its
  /// suffix. Nothing is written to disk. `options` has limits and replacements. Throws the fault of the file and its
  /// location.
  public init(contentsOf url: URL, options: SceneLoadOptions = SceneLoadOptions()) throws(SceneFileError) {
    try self.init(path: url.path, options: options)
  }

  /// Reads a scene in one of the formats `importers`; messages name the path as given.
  package init(
    path: String, options: SceneLoadOptions = SceneLoadOptions(), importers: [SceneImporter] = SceneImporter.all
  ) throws(SceneFileError) {
    self = try importers.open(path: path, options: options).readPlaying(options.replacements, within: options.limits)
  }
}

extension SceneDocument {
  /// Makes a scene whose films play.
  package func readPlaying(
    _ replacements: SceneReplacements, within limits: SceneLimits
  ) throws(SceneFileError) -> Scene {
    var scene = try read(replacing: replacements)
    if case .aspect(let name)? = replacements.shape, !aspects.contains(where: { $0.name == name }) {
      throw SceneFileError.unknownName(name, "aspect", among: aspects.map(\.name), file: scene.path)
    }
    // Images exist twice, decoded and for drawing: this is half of the memory that they leave.
    try scene.playClips(memory: limits.imageBytes - scene.imageBytes)
    return scene
  }
}

extension [SceneImporter] {
  /// Opens a file in its format, which only this function determines. `isShared`: several scenes are made of it.
  package func open(
    path: String, options: SceneLoadOptions, isShared: Bool = false
  ) throws(SceneFileError) -> any SceneDocument {
    let source = try SceneSource(path: path, options: options, expecting: "a \(choice) scene", isShared: isShared)
    return try importer(of: source).open(source)
  }

  /// Returns the format whose importer recognizes a file's content, of several the one of its suffix; if none does, the
  /// one of its suffix, whose error is the best.
  private func importer(of source: SceneSource) throws(SceneFileError) -> SceneImporter {
    let name = source.url.lastPathComponent.lowercased()
    let isNamed = { (importer: SceneImporter) in name.hasSuffix(".\(importer.suffix)") }
    var known: [SceneImporter] = []
    for importer in self where try importer.recognizes(source) { known.append(importer) }
    guard let importer = known.first(where: isNamed) ?? known.first ?? first(where: isNamed) else {
      throw SceneFileError(
        .unsupported, file: source.path, "neither what it holds nor its suffix is that of a scene; expected \(choice)")
    }
    return importer
  }
}

// The formats of scenes: one table for reading, the command's help and messages. A new format takes a module with its
// importer, and a row of the table.
extension SceneImporter {
  package static let all: [SceneImporter] = [
    .camlDocument, .camlPackage, .wallpaper,
    // Before Lottie's suffix, `json`.
    .sceneDocument,
    .lottieDocument, .lottieArchive,
  ]
}

extension [SceneImporter] {
  /// All titles with their suffixes: "a CAML document (.caml), a package folder (.ca)".
  package var titles: String { map { "\($0.title) (.\($0.suffix))" }.joined(separator: ", ") }

  /// All suffixes with their nouns: "a .caml file, a .ca folder".
  package var nouns: String { map { "a .\($0.suffix) \($0.noun)" }.joined(separator: ", ") }

  /// All suffixes: ".caml, .ca".
  package var suffixes: String { map { ".\($0.suffix)" }.joined(separator: ", ") }

  /// All suffixes as a choice: ".caml or .ca".
  var choice: String { map { ".\($0.suffix)" }.listed(by: "or") }
}

extension Scene {
  /// Places the scene in a canvas of another size: its root layer's position and transform are set.
  ///
  /// ```swift
  /// let canvas = CGSize(width: 1080, height: 1920)
  /// scene.place(in: canvas, fit: .cover, alignment: CanvasAlignment(x: 0.5, y: 0))
  /// let renderer = try OffscreenRenderer(size: canvas)
  /// ```
  ///
  /// The canvas is in points, y down. A nil `fit` is that of players: a Lottie file is as large as fits, others keep
  /// their size. `alignment` is the scene's position, unless it fills the canvas.
  public func place(in canvas: CGSize, fit: CanvasFit? = nil, alignment: CanvasAlignment = .center) {
    let fit = fit ?? (isFitted ? .contain : .none)
    rootLayer.place(size, in: canvas, fit: fit, alignment: alignment, from: CATransform3DIdentity)
  }
}

extension LottieScene {
  /// Places the film in a canvas of another size, in points, y down: its root layer's position and transform are set.
  /// `alignment` is the film's position, unless it fills the canvas.
  public func place(in canvas: CGSize, fit: CanvasFit = .contain, alignment: CanvasAlignment = .center) {
    rootLayer.place(size, in: canvas, fit: fit, alignment: alignment, from: CATransform3DIdentity)
  }
}

extension CALayer {
  /// Places a tree for a canvas of `size` in another canvas. `own` is the layer's transform in the former, in whose
  /// middle it is; nil for its present transform and position.
  package func place(
    _ size: CGSize, in canvas: CGSize, fit: CanvasFit, alignment: CanvasAlignment, from own: CATransform3D? = nil
  ) {
    let (zoom, box) = (fit.zoom(of: size, in: canvas), fit.box(of: size, in: canvas, alignment: alignment))
    let center = own == nil ? position : CGPoint(x: size.width / 2, y: size.height / 2)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    position = CGPoint(x: box.minX + center.x * zoom.width, y: box.minY + center.y * zoom.height)
    transform = CATransform3DConcat(own ?? transform, CATransform3DMakeScale(zoom.width, zoom.height, 1))
    CATransaction.commit()
  }
}
