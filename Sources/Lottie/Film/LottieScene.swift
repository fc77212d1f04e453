// Tested by LottieReportTests and LottieSoundTests.

public import Documents
public import Foundation
public import QuartzCore

/// A Lottie animation as a layer tree with animations, 0 of the root layer's time being the film's first frame. Use a
/// `Scene` for files of any format and for films inside layers; use this type for the file's frame rate and frame
/// numbers.
///
/// ```swift
/// let film = try LottieScene(contentsOf: URL(filePath: "confetti.json"))
/// let renderer = try OffscreenRenderer(size: film.size)
/// let image = try renderer.image(of: film.rootLayer, at: film.duration / 2)
/// ```
///
/// The layers follow `CAMediaTiming`: with `rootLayer.speed = 0`, `rootLayer.timeOffset` is the second shown;
/// `rootLayer.beginTime` is the film's beginning in a running tree.
public struct LottieScene {
  /// The film's layer, of the film's size and with y down from the top left; its position is the middle of the canvas.
  public let rootLayer: CALayer
  /// The size in points.
  public let size: CGSize
  /// The duration in seconds.
  public let duration: CFTimeInterval
  /// The number of frames a second.
  public let frameRate: Double
  /// The file's number of the first frame.
  public let inPoint: Double
  /// The frame after the last.
  public let outPoint: Double
  /// The file's named ranges of frames.
  public let markers: [SceneMarker]
  /// The notes on parts of the file that are skipped or read differently.
  public let notes: [SceneNote]
  /// The sounds of the audio layers.
  public let sounds: [SceneSound]
  /// The films inside layers, which only a ``Scene`` of the file plays.
  let clips: [SceneClip]
  /// The size of the decoded images in bytes.
  let imageBytes: Int

  /// Returns the first layer of a name, from the front to the back, inside groups, too; nil for none.
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
  /// Reads a Lottie document (`.json`) or an archive (`.lottie`) within the limits of `options`. Nothing is written to
  /// disk. Throws the fault of the file and its location.
  public init(contentsOf url: URL, options: SceneLoadOptions = SceneLoadOptions()) throws(SceneFileError) {
    try self.init(path: url.path, options: options)
  }

  /// Reads a file; messages name its path as given.
  init(path: String, options: SceneLoadOptions) throws(SceneFileError) {
    try self.init(LottieSource(path: path, options: options), replacing: options.replacements)
  }

  /// Makes the layers of an opened file.
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

  /// The number of pairs of edges that operations on a document's paths may compare: seconds of work.
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
