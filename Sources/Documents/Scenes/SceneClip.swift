import CoreGraphics
public import Foundation
public import QuartzCore

/// A film that plays in a layer of a scene. SceneFiles opens it: this module knows no decoders.
package struct SceneClip {
  /// The place of the film's bytes.
  package enum Source: Equatable {
    /// The bytes of the whole file, which the document has brought along.
    case data(Data)
    case file(URL)
  }

  /// A moment of the scene, and the film's second that shows then.
  package typealias Point = (time: Double, second: Double)

  package let name: String
  package let source: Source
  /// The stretch that plays: seconds of the film; nil for its end.
  package let (start, end): (Double, Double?)
  package let ending: SceneClipEnding
  /// The points at which the film's seconds, counted from the stretch's beginning, show in the scene, in the order of
  /// time. Empty for a film that begins with the scene and runs at its own pace.
  package let course: [Point]
  /// The duration for which the scene shows it, in seconds; nil where it has no end.
  package let duration: Double?
  /// Whether the film is the user's. A fault of it is an error; of a document's film it is a note.
  package let isAsked: Bool
  /// Makes the layer ready for a film of a size in pixels, and tells which shows it.
  package let layer: (CGSize) -> CALayer

  /// A film of a document's, by its course.
  package init(
    name: String, source: Source, of file: SceneClipFile? = nil, course: [Point], duration: Double?,
    ending: SceneClipEnding, layer: @escaping (CGSize) -> CALayer
  ) {
    (self.name, self.source, self.course, self.duration) = (name, source, course, duration)
    (start, end, self.ending) = (file?.start ?? 0, file?.end, ending)
    if case .file = source { isAsked = true } else { isAsked = false }
    self.layer = layer
  }

  /// A film of the user's in a layer, from the scene's beginning on.
  package init(_ file: SceneClipFile, in layer: CALayer) {
    self.init(
      name: file.url.path, source: .file(file.url), of: file, course: [], duration: nil, ending: file.ending
    ) { _ in layer }
  }
}

/// The picture that a layer shows once its film's stretch is over.
public enum SceneClipEnding: String, Sendable, CaseIterable {
  /// Nothing: the layer is as it would be without the film.
  case nothing
  /// Its last frame.
  case hold
  /// The stretch again, and again.
  case loop
}

/// A sound of a scene: the bytes of a file, and when it is heard.
///
/// ```swift
/// for sound in film.sounds {
///   var track = AudioTrack(data: sound.data, name: sound.name, at: sound.start)
///   (track.inPoint, track.duration, track.gain) = (sound.inPoint, sound.duration, sound.gain)
///   exporter.audio.append(track)
/// }
/// ```
public struct SceneSound: Sendable, Equatable {
  /// The name of the sound in messages.
  public let name: String
  /// The bytes of the whole file, in whatever format it has.
  public let data: Data
  /// The scene's second from which on it is heard.
  public let start: CFTimeInterval
  /// Seconds of the file that are left out at its beginning.
  public let inPoint: CFTimeInterval
  /// Seconds that are heard at most, the file's end being another limit.
  public let duration: CFTimeInterval
  /// The factor that its samples are multiplied by.
  public let gain: Double

  package init(
    name: String, data: Data, start: CFTimeInterval, inPoint: CFTimeInterval, duration: CFTimeInterval, gain: Double
  ) {
    (self.name, self.data, self.start) = (name, data, start)
    (self.inPoint, self.duration, self.gain) = (inPoint, duration, gain)
  }
}

/// A film for a layer, in place of what the document shows there.
public struct SceneClipFile: Sendable, Equatable {
  /// The film's file.
  public var url: URL
  /// The second of the film that plays first. Default: 0.
  public var start: Double = 0
  /// The second of the film that ends it; nil, the default, for its own end.
  public var end: Double?
  /// The picture after its end. Default: ``SceneClipEnding/nothing``.
  public var ending = SceneClipEnding.nothing

  /// All of a film, once.
  public init(_ url: URL) { self.url = url }

  /// All of a film, again and again, as a film plays that stands for an image.
  package init(looping url: URL) { (self.url, ending) = (url, .loop) }

  /// The written form, for help and messages.
  package static let form = "FILE[@IN[-OUT]][,loop|hold]"

  /// Reads `waves.mp4`, `waves.mp4@2`, `waves.mp4@2-6.5,loop`: the parts are taken from the end, so that a file's name
  /// may have such characters. Nil without a file's name, or where `IN` is not before `OUT`.
  package init?(parsing text: String) {
    var rest = text[...]
    var ending = SceneClipEnding.nothing
    if let comma = rest.lastIndex(of: ","), let word = SceneClipEnding(rawValue: String(rest[comma...].dropFirst())),
      word != .nothing
    {
      (ending, rest) = (word, rest[..<comma])
    }
    var (start, end): (Double, Double?) = (0, nil)
    if let sign = rest.lastIndex(of: "@") {
      let numbers = rest[sign...].dropFirst().split(separator: "-", omittingEmptySubsequences: false).map {
        Double($0).flatMap { 0...1e9 ~= $0 ? $0 : nil }
      }
      if (1...2).contains(numbers.count), numbers.allSatisfy({ $0 != nil }), let first = numbers[0] {
        (start, end, rest) = (first, numbers.count == 2 ? numbers[1] : nil, rest[..<sign])
        if let end, end <= start { return nil }
      }
    }
    guard !rest.isEmpty else { return nil }
    self.init(URL(fileURLWithPath: String(rest)))
    (self.start, self.end, self.ending) = (start, end, ending)
  }
}

extension CALayer {
  /// The layers of the tree that have a name, masks not included.
  package func layers(named name: String) -> [CALayer] {
    var found: [CALayer] = []
    forEachInTree(masks: false) { if $0.name == name { found.append($0) } }
    return found
  }

  /// Returns the user's film in each layer of a name.
  ///
  /// - Parameter file: the scene's file, for the error.
  /// - Throws: `unknownName` where no layer has the name.
  package func clips(
    of clip: SceneClipFile, in name: String, file: String
  ) throws(SceneFileError) -> [SceneClip] {
    let layers = layers(named: name)
    guard !layers.isEmpty else {
      var names: [String] = []
      forEachInTree(masks: false) { if let own = $0.name, $0 !== self { names.append(own) } }
      throw SceneFileError.unknownName(name, "layer", among: names, file: file)
    }
    return layers.map { SceneClip(clip, in: $0) }
  }
}
