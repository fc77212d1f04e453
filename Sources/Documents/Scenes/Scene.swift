// A scene from a file, whatever its format: a layer tree that is ready to be drawn, and its states.
//
// Tested by SceneTests and SceneImporterTests.

public import Foundation
import ImageFiles
public import QuartzCore

/// A scene from a file: a layer tree, and the states that it can be shown in.
///
/// ```swift
/// let scene = try Scene(contentsOf: URL(filePath: "wallpaper.tendies"))
/// try scene.setState(scene.initialState)
/// ```
///
/// Layers may have animations, which begin when the tree is hosted. A scene's layers and states are used by one thread
/// at a time, as layers are.
public struct Scene {
  /// The root of the tree: the scene's size, its origin top left, y down, position in the middle of a canvas of that
  /// size.
  ///
  /// Where a file has y up, the root's `isGeometryFlipped` turns it upright: the tree is drawn in a canvas with y down
  /// as it is.
  public let rootLayer: CALayer
  /// The scene's own size, in points.
  public let size: CGSize
  /// The duration of the scene's animations, in seconds: to the end of the longest that ends, or of one cycle of one
  /// that does not. Nil without animations.
  public package(set) var duration: CFTimeInterval?
  /// The names of all states, in the order of the file.
  public let stateNames: [String]
  /// The state that the scene is first shown in, which it is not yet in when it has been read; nil for none.
  public let initialState: String?
  /// The named stretches of its time.
  public let markers: [SceneMarker]
  /// The sounds: the audio layers of a Lottie file.
  public let sounds: [SceneSound]
  /// The notes on parts of the file that were skipped, or read differently from what it says.
  public package(set) var notes: [SceneNote]
  /// Films that play in it; SceneFiles has them play.
  package let clips: [SceneClip]
  /// Bytes of its images, decoded, and what is kept of its films.
  package var imageBytes: Int
  /// The file's path, as messages name it; that of the part of an archive where the scene is one.
  package let path: String
  /// Takes what is found out of its films while frames are drawn: pictures that cannot be decoded.
  package var filmNotes: () -> [String] = { [] }
  /// Whether a canvas of another size shows all of it, larger or smaller: a Lottie file's composition.
  package let isFitted: Bool

  private let states: [any SceneStates]

  /// A scene that an importer has read.
  ///
  /// - Parameters:
  ///   - path: the file's, as messages name it.
  ///   - states: the states of each part.
  ///   - initialState: counts where a part has a state of that name.
  ///   - markers: in the order of the file.
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

/// The states of a scene, or of one of several documents that it is made of.
package protocol SceneStates: AnyObject {
  /// Their names, in the order of the file.
  var names: [String] { get }
  /// Whether a state, or one that it is based on, sets anything.
  func setsValues(in name: String) -> Bool
  /// Sets a state.
  ///
  /// - Parameters:
  ///   - name: nil, and a name that there is no state for, give the scene as it is written.
  ///   - time: when its transitions begin, in the time of `root`; nil sets the values at once.
  ///   - root: the layer that `time` belongs to.
  func set(_ name: String?, transitionsAt time: CFTimeInterval?, in root: CALayer)
}

extension Scene {
  /// Shows a state: the values of the file with the state's set. A document of a wallpaper that has no state of that
  /// name shows itself as it is written.
  ///
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
    // The transitions are all there is to see: no implicit animation besides.
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    for part in states { part.set(name, transitionsAt: begin, in: rootLayer) }
    CATransaction.commit()
  }
}

extension Scene {
  /// Throws ``SceneFileError/Kind/unknownState`` where the scene has no state of a name.
  package func checkState(_ name: String) throws(SceneFileError) {
    guard !stateNames.contains(name) else { return }
    let known =
      stateNames.isEmpty
      ? "the scene has none" : "expected one of \(stateNames.joined(separator: ", "))\(stateNames.guess(of: name))"
    throw SceneFileError(.unknownState, file: path, "no state '\(name.excerpt)'; \(known)")
  }

  /// Whether a state sets anything in some part.
  package func setsValues(in name: String) -> Bool { states.contains { $0.setsValues(in: name) } }
}

// MARK: - Markers

extension Scene {
  /// The marker of a name: the first where there are several.
  ///
  /// - Throws: ``SceneFileError/Kind/unknownName`` where the scene has none of that name.
  public func marker(named name: String) throws(SceneFileError) -> SceneMarker {
    guard let marker = markers.first(where: { $0.name == name }) else {
      throw SceneFileError.unknownName(name, "marker", among: markers.map(\.name), file: path)
    }
    return marker
  }
}

/// A named stretch of a scene's time.
public struct SceneMarker: Hashable, Sendable {
  /// The marker's name.
  public let name: String
  /// The begin time, in seconds of the film.
  public let time: Double
  /// The duration, in seconds; 0 for a moment.
  public let duration: Double

  package init(name: String, time: Double, duration: Double) {
    (self.name, self.time, self.duration) = (name, time, duration)
  }
}
