// A scene by the name on the command line: one that comes with the program, or a file.
//
// Tested by DataRunTests and ArgumentValueTests.
import CoreGraphics
import Foundation
import Gallery
import ImageFiles
import Multiplane
import QuartzCore
import SceneFiles

/// A layer tree with what the commands need to know about it.
struct LoadedScene {
  private(set) var rootLayer: CALayer
  /// The clock of the scene's time: a manual clock from 0. It is current from before the scene is made, so that code
  /// that asks for the time, or waits for one, has the scene's.
  let clock: MediaClock
  /// In points.
  let size: CGSize
  /// The duration, in seconds; nil if the scene does not say it.
  let duration: Double?
  /// Whether the scene has animations or emitters.
  let isMoving: Bool
  /// The sounds of the scene.
  let sounds: [SceneSound]
  /// The parts that the scene's reader had to skip, each with its place.
  let sceneNotes: [SceneNote]
  /// The same as lines for people, those of a kind together.
  var notes: [String] { sceneNotes.gathered }
  /// Bytes of its images, decoded and for drawing.
  let imageBytes: Int
  /// Takes what was found out of its films while frames were drawn.
  let filmNotes: () -> [String]
  /// The opening of the rasteriser that will draw the scene; nil if none is being opened yet.
  var opening: RasterizerOpening?
  /// The captions over the scene in the root layer, and the root without them.
  private var captions: (captions: FilmCaptions, scene: CALayer)?
  /// The clip that its film is made with.
  private(set) var clip: FilmClip?
  private let file: Scene?

  /// Names of scenes that come with the program begin with this.
  private static let demoPrefix = "demo:"

  /// Loads `demo:NAME`, or the file at a path. The scene's clock becomes the current one.
  ///
  /// - Parameters:
  ///   - memory: what a file's images may take.
  ///   - options: what of a file to load, and what to put into its scene.
  init(
    _ name: String, memory: MemoryArgument = .standard, options: SceneLoadOptions = SceneLoadOptions()
  ) throws {
    clock = MediaClock(startingAt: 0)
    MediaClock.current = clock
    if Self.isDemo(name) {
      var others = options
      others.replacements.clips = [:]
      guard others.isEmpty else { throw NothingToReplace() }
      let demoName = String(name.dropFirst(Self.demoPrefix.count))
      guard let demo = Gallery.demo(named: demoName) else { throw UnknownDemo(name: demoName) }
      let root = demo.make(clock)
      let clips = try options.replacements.clips.sorted { $0.key < $1.key }.flatMap {
        (layer, clip) throws(SceneFileError) in try root.clips(of: clip, in: layer, file: name)
      }
      var scene = Scene(rootLayer: root, path: name, size: demo.size, duration: demo.duration, clips: clips)
      try scene.playClips(memory: memory.bytes / 2)
      (rootLayer, size, duration) = (root, demo.size, scene.duration)
      (sounds, sceneNotes) = ([], scene.notes)
      (imageBytes, filmNotes) = (scene.imageBytes * 2, scene.filmNotes)
      file = nil
    } else {
      let scene = try Scene(path: name, options: Self.limited(options, by: memory))
      (rootLayer, size, duration) = (scene.rootLayer, scene.size, scene.duration)
      (sounds, sceneNotes) = (scene.sounds, scene.notes)
      (imageBytes, filmNotes) = (scene.imageBytes * 2, scene.filmNotes)
      file = scene
    }
    isMoving = duration != nil || rootLayer.moves
  }

  /// A scene of a file that is open already. The scene's clock becomes the current one before it is made.
  init(_ make: () throws -> Scene) rethrows {
    clock = MediaClock(startingAt: 0)
    MediaClock.current = clock
    let scene = try make()
    (rootLayer, size, duration) = (scene.rootLayer, scene.size, scene.duration)
    (sounds, sceneNotes) = (scene.sounds, scene.notes)
    (imageBytes, filmNotes) = (scene.imageBytes * 2, scene.filmNotes)
    file = scene
    isMoving = duration != nil || rootLayer.moves
  }

  /// The names of its file's states.
  var stateNames: [String] { file?.stateNames ?? [] }

  /// The state that its file is shown in first; nil for the scene as it is written.
  var initialState: String? { file?.initialState }

  /// Whether a state sets anything.
  func setsValues(in state: String) -> Bool { file?.setsValues(in: state) ?? false }

  /// The named stretches of its file's time.
  var markers: [SceneMarker] { file?.markers ?? [] }

  /// Whether a canvas of another size shows all of it, larger or smaller.
  var isFitted: Bool { file?.isFitted ?? false }

  /// Puts captions over the scene.
  ///
  /// - Parameters:
  ///   - ranges: when there are any, in seconds.
  ///   - canvas: the picture's size, in points.
  mutating func addCaptions(_ layer: CALayer, shownIn ranges: [Range<Double>], canvas: CGSize) {
    let root = CALayer()
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    root.anchorPoint = .zero
    root.bounds = CGRect(origin: .zero, size: canvas)
    root.addSublayer(rootLayer)
    root.addSublayer(layer)
    CATransaction.commit()
    captions = (FilmCaptions(layer, shownIn: ranges), rootLayer)
    rootLayer = root
  }

  /// Returns whether a caption is shown in a stretch of the captions' time, in seconds; nil without captions.
  func hasCaptions(from start: Double, length: Double) -> Bool? {
    guard let ranges = captions?.captions.ranges, !ranges.isEmpty else { return nil }
    return ranges.contains { $0.lowerBound < start + length && $0.upperBound > start }
  }

  /// Gives the scene the clip of its film, and the captions to that: their times are the clip's.
  mutating func setClip(_ clip: FilmClip?) {
    self.clip = clip
    guard clip != nil, let captions else { return }
    for layer in [captions.captions.layer, captions.scene] { layer.removeFromSuperlayer() }
    self.clip?.captions = captions.captions
    rootLayer = captions.scene
  }

  /// Whether a name is that of a scene that comes with the program.
  static func isDemo(_ name: String) -> Bool { name.hasPrefix(demoPrefix) }

  /// Returns options by which a file is read within a limit of memory.
  static func limited(_ options: SceneLoadOptions, by memory: MemoryArgument) -> SceneLoadOptions {
    var options = options
    // Each image is there twice: decoded, and as a texture.
    options.limits.imageBytes = memory.bytes / 2
    return options
  }

  /// Shows the state that the scene is to begin with.
  ///
  /// - Parameter state: as `--state` has it; nil for the scene's own choice.
  func setInitialState(_ state: String?) throws {
    if let state {
      try setState(state)
    } else if let initial = file?.initialState {
      try setState(initial)
    }
  }

  /// Shows one of the file's states.
  ///
  /// - Parameters:
  ///   - state: its name, or ``StateArgument/base``.
  ///   - time: when, in seconds of the scene's time.
  ///   - animated: whether its transitions run.
  func setState(_ state: String, at time: Double = 0, animated: Bool = false) throws {
    guard let file else { throw NoStates() }
    let isBase = state == StateArgument.base && !file.stateNames.contains(state)
    try file.setState(isBase ? nil : state, at: time, animated: animated)
  }
}

/// The error for a name that no scene of the program has.
struct UnknownDemo: ExitStatusError, CustomStringConvertible {
  let name: String
  var exitStatus: ExitStatus { .noInput }
  var description: String {
    let guess = Gallery.demos.map { "demo:\($0.name)" }.guess(of: "demo:\(name)")
    return "no scene demo:\(name); 'multiplane demo' lists those there are\(guess)"
  }
}

extension LoadedScene {
  /// Throws where the scene does not have one of a schedule's states.
  func checkStates(of schedule: StateSchedule) throws {
    guard let file else { throw NoStates() }
    for change in schedule.changes where change.state != StateArgument.base { try file.checkState(change.state) }
  }

  /// A named stretch of the scene's time.
  func marker(named name: String) throws -> SceneMarker {
    guard let file else { throw NothingToReplace() }
    return try file.marker(named: name)
  }
}

/// Replacements were given for a scene that is no file.
struct NothingToReplace: ExitStatusError, CustomStringConvertible {
  var exitStatus: ExitStatus { .usage }
  var description: String {
    "scenes that come with the program are no files; leave --text, --image, --color, --slot, --animation, --theme and "
      + "--marker out: --layer alone is for them, too"
  }
}

/// A state was asked for of a scene that is no file.
struct NoStates: ExitStatusError, CustomStringConvertible {
  var exitStatus: ExitStatus { .usage }
  var description: String { "scenes that come with the program have no states; leave --state and --states out" }
}

extension CALayer {
  /// Whether any layer of the tree is animated, or is an emitter.
  fileprivate var moves: Bool {
    var moves = false
    forEachInTree { moves = moves || $0 is CAEmitterLayer || $0.animationKeys()?.isEmpty == false }
    return moves
  }
}
