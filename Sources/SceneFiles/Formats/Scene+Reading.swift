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

extension Scene {
  /// Reads a scene from a file or folder: a CAML document (`.caml`), a package (`.ca`), a wallpaper (`.tendies`), a
  /// Lottie document (`.json`) or an archive (`.lottie`). Its contents decide which, or else its suffix. Nothing is
  /// written to disk.
  ///
  /// - Parameters:
  ///   - url: a file URL.
  ///   - options: the limits of the file, and replacements of its values.
  /// - Throws: the error in the file, and its place.
  public init(contentsOf url: URL, options: SceneLoadOptions = SceneLoadOptions()) throws(SceneFileError) {
    try self.init(path: url.path, options: options)
  }

  /// Reads a scene from a path, which messages name as it is given.
  ///
  /// - Parameter importers: the formats that are read.
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
    // Images are there twice, decoded and for drawing: this is half of the memory that they leave.
    try scene.playClips(memory: limits.imageBytes - scene.imageBytes)
    return scene
  }
}

extension [SceneImporter] {
  /// Opens a file in its format, which only this function decides.
  ///
  /// - Parameter isShared: whether several scenes are made of it.
  package func open(
    path: String, options: SceneLoadOptions, isShared: Bool = false
  ) throws(SceneFileError) -> any SceneDocument {
    let source = try SceneSource(path: path, options: options, expecting: "a \(choice) scene", isShared: isShared)
    return try importer(of: source).open(source)
  }

  /// Returns the format of a file: one that recognises its contents, of several the one of its suffix; if none does,
  /// the one of its suffix, whose error is the best.
  private func importer(of source: SceneSource) throws(SceneFileError) -> SceneImporter {
    let suffix = source.url.pathExtension.lowercased()
    var known: [SceneImporter] = []
    for importer in self where try importer.recognizes(source) { known.append(importer) }
    guard
      let importer = known.first(where: { $0.suffix == suffix }) ?? known.first ?? first(where: { $0.suffix == suffix })
    else {
      throw SceneFileError(
        .unsupported, file: source.path, "neither what it holds nor its suffix is that of a scene; expected \(choice)")
    }
    return importer
  }
}

// The formats of scenes: one table for reading, the command's help and all messages. A new format takes a module with
// its importer, and its line in the table.
extension SceneImporter {
  package static let all: [SceneImporter] = [
    .camlDocument, .camlPackage, .wallpaper,
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
  /// - Parameters:
  ///   - canvas: the canvas's size, in points, y down.
  ///   - fit: the way that the scene fills it; nil as players do: a Lottie file is as large as the canvas can show it
  ///     whole, and other scenes keep their size.
  ///   - alignment: its position, unless it fills the canvas.
  public func place(in canvas: CGSize, fit: CanvasFit? = nil, alignment: CanvasAlignment = .center) {
    let fit = fit ?? (isFitted ? .contain : .none)
    rootLayer.place(size, in: canvas, fit: fit, alignment: alignment, from: CATransform3DIdentity)
  }
}

extension LottieScene {
  /// Places the film in a canvas of another size: its root layer's position and transform are set.
  ///
  /// - Parameters:
  ///   - canvas: the canvas's size, in points, y down.
  ///   - fit: the way that the film fills it.
  ///   - alignment: its position, unless it fills the canvas.
  public func place(in canvas: CGSize, fit: CanvasFit = .contain, alignment: CanvasAlignment = .center) {
    rootLayer.place(size, in: canvas, fit: fit, alignment: alignment, from: CATransform3DIdentity)
  }
}

extension CALayer {
  /// Places a tree that is made for a canvas of a size in a canvas of another.
  ///
  /// - Parameter own: the layer's transform in the first one, in whose middle it lies; nil for its present transform
  ///   and position.
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
