// Tested by SceneTests and SceneImporterTests.

public import Foundation
import ImageFiles
public import QuartzCore

/// A scene from a file of any format: a layer tree, and the states in which it can be shown.
///
/// ```swift
/// let scene = try Scene(contentsOf: URL(filePath: "wallpaper.tendies"))
/// try scene.setState(scene.initialState)
/// ```
///
/// Animations of layers begin when the tree is hosted. Like layers, layers and states are for one thread at a time.
public struct Scene {
  /// The root of the tree, of the scene's size, with y down from the top left; its position is the middle of a canvas
  /// of that size. For a file with y up its `isGeometryFlipped` is set, so that it is upright there, too.
  public let rootLayer: CALayer
  /// The scene's size, in points.
  public let size: CGSize
  /// The duration of the longest animation, or of one cycle of an endless one, in seconds; nil without animations.
  public package(set) var duration: CFTimeInterval?
  /// The document's frames a second; nil for any.
  package var frameRate: Double?
  /// The layer of the document's own captions; nil without such captions.
  package var captions: CALayer?
  /// The loudness of the film's sound, in LUFS; nil for the sound as it is.
  package var loudness: Double?
  /// The names of all states, in the order of the file.
  public let stateNames: [String]
  /// The state in which the scene is first shown, if any. Reading the scene does not set it.
  public let initialState: String?
  /// The named ranges of the scene's time.
  public let markers: [SceneMarker]
  /// The sounds of a Lottie file's audio layers.
  public let sounds: [SceneSound]
  /// The notes on parts of the file that are skipped or read differently.
  public package(set) var notes: [SceneNote]
  /// The films in the scene, which SceneFiles plays.
  package let clips: [SceneClip]
  /// The bytes of its decoded images, and of what is kept of its films.
  package var imageBytes: Int
  /// The file's path for messages; for a part of an archive, that of the part.
  package let path: String
  /// Returns, and forgets, faults of its films during drawing: pictures that cannot be decoded.
  package var filmNotes: () -> [String] = { [] }
  /// Returns notes on the colours of its films, for whoever asks.
  package var filmColors: () -> [SceneNote] = { [] }
  /// Whether the scene is scaled to canvases of other sizes, as a Lottie file's composition.
  package let isFitted: Bool

  let states: [any SceneStates]

  /// Creates a scene that an importer has read. `path` is for messages; `states` are those of each part, `initialState`
  /// counts if a part has it, and `markers` are in the order of the file.
  package init(
    rootLayer: CALayer, path: String, size: CGSize, duration: CFTimeInterval?, states: [any SceneStates] = [],
    initialState: String? = nil, markers: [SceneMarker] = [], sounds: [SceneSound] = [], clips: [SceneClip] = [],
    notes: [SceneNote] = [], imageBytes: Int = 0, isFitted: Bool = false
  ) {
    (self.path, self.isFitted) = (path, isFitted)
    self.markers = markers
    self.sounds = sounds
    self.clips = clips
    self.rootLayer = rootLayer
    self.size = size
    self.duration = duration
    self.notes = notes
    self.imageBytes = imageBytes
    self.states = states
    var seen: Set<String> = []
    let stateNames = states.flatMap(\.names).filter { seen.insert($0).inserted }
    self.stateNames = stateNames
    self.initialState = initialState.flatMap { stateNames.contains($0) ? $0 : nil }
  }
}

// MARK: - States

/// The states of a scene, or of one of its documents.
package protocol SceneStates: AnyObject {
  /// The names in the order of the file.
  var names: [String] { get }
  /// Returns whether a state, or one that it is based on, sets anything.
  func setsValues(in name: String) -> Bool
  /// Sets a state; nil, or a name without a state, restores the scene as written. `time`, in the time of `root`, is the
  /// beginning of the transitions; nil sets the values at once.
  func set(_ name: String?, transitionsAt time: CFTimeInterval?, in root: CALayer)
}

extension Scene {
  /// Shows a state: the file's values with the state's. A document of a wallpaper without a state of that name is shown
  /// as written.
  /// - Parameters:
  ///   - name: one of ``stateNames``; nil for the scene as it is written.
  ///   - time: when the change happens, in the root layer's time; nil is now, by `CACurrentMediaTime()`. To render a
  ///     video, call this when the clock stands at that second, before the frame.
  ///   - animated: whether the file's transitions run. Properties without one change at once.
  /// - Throws: ``SceneFileError/Kind/unknownState`` where the scene has no state of that name.
  public func setState(
    _ name: String?, at time: CFTimeInterval? = nil, animated: Bool = false
  ) throws(SceneFileError) {
    if let name { try checkState(name) }
    let begin = animated ? time ?? CACurrentMediaTime() : nil
    // The transitions are all that is animated, without implicit animations.
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    for part in states { part.set(name, transitionsAt: begin, in: rootLayer) }
    CATransaction.commit()
  }
}

extension Scene {
  /// Throws ``SceneFileError/Kind/unknownState`` if the scene lacks a state.
  package func checkState(_ name: String) throws(SceneFileError) {
    guard !stateNames.contains(name) else { return }
    let known =
      stateNames.isEmpty
      ? "the scene has none" : "expected one of \(stateNames.joined(separator: ", "))\(stateNames.guess(of: name))"
    throw SceneFileError(.unknownState, file: path, "no state '\(name.excerpt)'; \(known)")
  }

  /// Returns whether a state sets anything in some part.
  package func setsValues(in name: String) -> Bool { states.contains { $0.setsValues(in: name) } }
}

// MARK: - Markers

extension Scene {
  /// Returns the first marker of a name. Throws ``SceneFileError/Kind/unknownName`` for an unknown name.
  public func marker(named name: String) throws(SceneFileError) -> SceneMarker {
    guard let marker = markers.first(where: { $0.name == name }) else {
      throw SceneFileError.unknownName(name, "marker", among: markers.map(\.name), file: path)
    }
    return marker
  }
}

/// A named range of a scene's time.
public struct SceneMarker: Hashable, Sendable {
  /// The marker's name.
  public let name: String
  /// The beginning, in seconds of the film.
  public let time: Double
  /// The duration, in seconds; 0 for a moment.
  public let duration: Double

  package init(name: String, time: Double, duration: Double) {
    (self.name, self.time, self.duration) = (name, time, duration)
  }
}
