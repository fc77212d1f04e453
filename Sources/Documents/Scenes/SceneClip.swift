import CoreGraphics
public import Foundation
public import QuartzCore

/// A film in a layer of a scene. SceneFiles opens it, as this module has no decoders.
package struct SceneClip {
  package enum Source: Equatable {
    /// The bytes of a whole file embedded in the document.
    case data(Data)
    case file(URL)
  }

  /// A time of the scene, and the film's second shown then.
  package typealias Point = (time: Double, second: Double)

  package let name: String
  package let source: Source
  /// The range that plays, in seconds of the film; a nil end is the film's.
  package let (start, end): (Double, Double?)
  package let ending: SceneClipEnding
  /// The film's seconds from the range's beginning over the scene's time, ascending by time. Empty for a film that
  /// begins with the scene and has its own pace.
  package let course: [Point]
  /// The duration for which the scene shows it, in seconds; nil for endless.
  package let duration: Double?
  /// Whether the film is the user's, whose fault is an error; that of a document's film is a note.
  package let isAsked: Bool
  /// Whether the document takes care of the film's sound.
  package let isHeard: Bool
  /// The seconds of the scene in which the layer may be seen.
  package private(set) var seen = -Double.infinity...Double.infinity
  /// The seconds of the scene in which the film's pictures fill the scene, and nothing else of it is seen.
  package var alone: [Range<Double>] = []
  /// Prepares the layer for a film of a size in pixels, and returns the layer that shows it.
  package let layer: (CGSize) -> CALayer

  /// Creates a document's film by its course.
  package init(
    name: String, source: Source, of file: SceneClipFile? = nil, course: [Point], duration: Double?,
    ending: SceneClipEnding, isHeard: Bool = false, layer: @escaping (CGSize) -> CALayer
  ) {
    (self.name, self.source, self.course, self.duration, self.isHeard) = (name, source, course, duration, isHeard)
    (start, end, self.ending) = (file?.start ?? 0, file?.end, ending)
    if case .file = source { isAsked = true } else { isAsked = false }
    self.layer = layer
  }

  /// Creates a user's film in a layer, from the scene's beginning on.
  package init(_ file: SceneClipFile, in layer: CALayer) {
    self.init(
      name: file.url.path, source: .file(file.url), of: file, course: [], duration: nil, ending: file.ending
    ) { _ in layer }
  }

  /// Returns the clip in a layer that is seen only in some seconds of the scene.
  package func seen(in seconds: ClosedRange<Double>) -> SceneClip {
    var clip = self
    clip.seen = seconds
    return clip
  }
}

/// The picture of a layer after the end of its film's range.
public enum SceneClipEnding: String, Sendable, CaseIterable {
  /// None: the layer is as without the film.
  case nothing
  /// The last frame.
  case hold
  /// The range again, endlessly.
  case loop
}

/// A sound of a scene: the bytes of a file, and the time at which it plays.
///
/// ```swift
/// for sound in film.sounds {
///   var track = AudioTrack(data: sound.data, name: sound.name, at: sound.start)
///   (track.inPoint, track.duration, track.gain) = (sound.inPoint, sound.duration, sound.gain)
///   exporter.audio.append(track)
/// }
/// ```
public struct SceneSound: Sendable, Equatable {
  /// The sound's name in messages.
  public let name: String
  /// The bytes of the whole file, in any format.
  public let data: Data
  /// The file in the place of the bytes; nil for bytes.
  package let url: URL?
  /// The scene's second at which it begins.
  public package(set) var start: CFTimeInterval
  /// The number of seconds that are skipped at the file's beginning.
  public let inPoint: CFTimeInterval
  /// The greatest number of seconds to play; the file may end before.
  public package(set) var duration: CFTimeInterval
  /// The factor of its samples.
  public let gain: Double
  /// The duration of the fades at its beginning and end, in seconds.
  package var (fadeIn, fadeOut) = (0.0, 0.0)
  /// The seconds of the file in one second of the scene.
  package var speed = 1.0
  /// Whether it starts again when the file ends.
  package var loops = false
  /// Whether speech lowers it.
  package var ducks = false
  package var isSpeech = false

  package init(
    name: String, data: Data, start: CFTimeInterval, inPoint: CFTimeInterval, duration: CFTimeInterval, gain: Double
  ) {
    (self.name, self.data, self.start, url) = (name, data, start, nil)
    (self.inPoint, self.duration, self.gain) = (inPoint, duration, gain)
  }

  /// Creates a sound from a file, which is opened when the film is made.
  package init(
    url: URL, start: CFTimeInterval, inPoint: CFTimeInterval, duration: CFTimeInterval, gain: Double
  ) {
    (name, data, self.url, self.start) = (url.path, Data(), url, start)
    (self.inPoint, self.duration, self.gain) = (inPoint, duration, gain)
  }
}

/// A user's film that replaces what the document shows in a layer.
public struct SceneClipFile: Sendable, Equatable {
  /// The film's file.
  public var url: URL
  /// The film's second at which it begins. Default: 0.
  public var start: Double = 0
  /// The film's second at which it ends; nil, the default, for the film's end.
  public var end: Double?
  /// The picture after the end. Default: ``SceneClipEnding/nothing``.
  public var ending = SceneClipEnding.nothing

  /// Creates a whole film, to play once.
  public init(_ url: URL) { self.url = url }

  /// Creates a whole film, to play endlessly, for an image.
  package init(looping url: URL) { (self.url, ending) = (url, .loop) }

  /// The syntax, for help and messages.
  package static let form = "FILE[@IN[-OUT]][,loop|hold]"

  /// Parses `waves.mp4`, `waves.mp4@2`, `waves.mp4@2-6.5,loop` from the end, so that a file's name may contain such
  /// characters. Returns nil without a file's name, or if `IN` is not before `OUT`.
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
  /// Returns the layers of a name in the tree, without masks.
  package func layers(named name: String) -> [CALayer] {
    var found: [CALayer] = []
    forEachInTree(masks: false) { if $0.name == name { found.append($0) } }
    return found
  }

  /// Returns the user's film in each layer of a name. Throws `unknownName`, for the scene's `file`, without such a
  /// layer.
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
