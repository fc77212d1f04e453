// A Lottie file as layers.
//
// Tested by LottieReportTests and LottieSoundTests.

public import Documents
public import Foundation
public import QuartzCore

/// A Lottie animation: a layer tree whose animations run by the root layer's time, 0 at the film's first frame.
///
/// Use a `Scene` for files of any format, and for films that play in layers; use this type for the file's own frame
/// rate and frame numbers.
///
/// ```swift
/// let film = try LottieScene(contentsOf: URL(filePath: "confetti.json"))
/// let renderer = try OffscreenRenderer(size: film.size)
/// let image = try renderer.image(of: film.rootLayer, at: film.duration / 2)
/// ```
///
/// Time runs by `CAMediaTiming` as in any layer: with `rootLayer.speed = 0`, `rootLayer.timeOffset` is the second that
/// is shown; `rootLayer.beginTime` is when it begins in a tree that runs already.
public struct LottieScene {
  /// The film's layer: its size, its origin top left, y down, position in the middle of a canvas of that size.
  public let rootLayer: CALayer
  /// In points.
  public let size: CGSize
  /// In seconds.
  public let duration: CFTimeInterval
  /// Frames a second.
  public let frameRate: Double
  /// The first frame, as the file numbers them.
  public let inPoint: Double
  /// The frame after the last.
  public let outPoint: Double
  /// The file's named stretches.
  public let markers: [SceneMarker]
  /// The notes on parts of the file that were skipped, or read differently from what it says.
  public let notes: [SceneNote]
  /// The sounds of the audio layers.
  public let sounds: [SceneSound]
  /// Films that play in it: a ``Scene`` of the file has them play, this is their layers without them.
  let clips: [SceneClip]
  /// Bytes of its images, decoded.
  let imageBytes: Int

  /// The first layer of a name, from the front to the back, its groups included; nil for none.
  public func layer(named name: String) -> CALayer? {
    var pending = [rootLayer]
    while let layer = pending.popLast() {
      if layer.name == name { return layer }
      pending += layer.sublayers ?? []
    }
    return nil
  }
}

// MARK: - Reading

extension LottieScene {
  /// Reads a Lottie document (`.json`) or an archive (`.lottie`). Nothing is written to disk.
  ///
  /// - Parameters:
  ///   - url: a file URL.
  ///   - options: how much the file may ask for.
  /// - Throws: what is wrong with the file, and where.
  public init(contentsOf url: URL, options: SceneLoadOptions = SceneLoadOptions()) throws(SceneFileError) {
    try self.init(path: url.path, options: options)
  }

  /// Reads a file by its path, which messages name as it is given.
  init(path: String, options: SceneLoadOptions) throws(SceneFileError) {
    try self.init(LottieSource(path: path, options: options), replacing: options.replacements)
  }

  /// Makes layers of a file that was opened, with replacements.
  init(_ source: LottieSource, replacing replacements: SceneReplacements) throws(SceneFileError) {
    let options = source.options
    let (json, resources) = try source.document(replacing: replacements)
    let reading = LottieReading(file: source.name, imitating: options.imitating)
    if options.imitating != .lottieIOS {
      reading.expressions = LottieExpressions(json, reading: reading)
      reading.measures = LayerMeasures(json, file: source.name, resources: resources)
    }
    let document = try reading.document(json, limits: options.limits)
    let (notes, budget) = (NoteCollector(), ImageBudget(limit: options.limits.imageBytes))
    let builder = LottieBuilder(
      document, reading: reading, resources: resources, images: source.images(within: budget, notes: notes),
      fonts: LottieFonts(document.fonts, in: resources, reading: reading), replacements: replacements)
    rootLayer = try Self.makeRoot(builder)
    rootLayer.name = json["nm"]?.string ?? source.name
    (size, duration, frameRate) = (document.size, document.duration, document.frameRate)
    (inPoint, outPoint, markers) = (document.inPoint, document.outPoint, document.markers)
    (sounds, clips) = (builder.sounds, builder.clips)
    self.notes = source.notes + reading.notes + notes.notes
    imageBytes = budget.taken
  }

  /// Pairs of edges that the operations on a document's paths may compare: seconds of work.
  private static let mostCrossings = 1 << 27

  private static func makeRoot(_ builder: LottieBuilder) throws(SceneFileError) -> CALayer {
    let budget = CrossingBudget(pairs: mostCrossings)
    let root = try CrossingBudget.$current.withValue(budget) {
      Result { () throws(SceneFileError) in try builder.makeRoot() }
    }.get()
    if budget.isSpent {
      builder.reading.note(
        "paths are merged and offset so often that some are left as they are", at: LottiePath())
    }
    return root
  }
}
