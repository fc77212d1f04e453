// Tested by DataRunTests and ArgumentValueTests.
import CoreGraphics
import Foundation
import Gallery
import ImageFiles
import Multiplane
import QuartzCore
import SceneFiles

/// A scene with its clock, its captions, and the clip of its film.
struct LoadedScene {
  /// The scene as its file or the program has it.
  private let scene: Scene
  private let isDemo: Bool
  /// The root of the scene, or of the scene with its captions.
  private(set) var rootLayer: CALayer
  /// The clock of the scene's time: a manual clock from 0. It is current before the scene is made, so that code that
  /// asks for the time has the scene's.
  let clock: MediaClock
  /// Whether the scene has animations or emitters.
  let isMoving: Bool
  /// The captions over the scene in the root layer, and the root without them.
  private var captions: (captions: FilmCaptions, scene: CALayer)?
  /// The clip that its film is made with.
  private(set) var clip: FilmClip?

  private static let demoPrefix = "demo:"

  private static let nothingToReplace = CommandError(
    .usage,
    "scenes that come with the program are no files; leave --text, --image, --color, --slot, --animation, --theme and "
      + "--marker out: --layer alone is for them, too")
  private static let noStates = CommandError(
    .usage, "scenes that come with the program have no states; leave --state and --states out")

  /// Makes a scene, whose clock becomes the current one before.
  init(isDemo: Bool = false, _ make: (MediaClock) throws -> Scene) rethrows {
    self.isDemo = isDemo
    clock = MediaClock(startingAt: 0)
    MediaClock.current = clock
    scene = try make(clock)
    rootLayer = scene.rootLayer
    isMoving = scene.duration != nil || rootLayer.moves
  }

  /// Loads `demo:NAME`, or the file at a path.
  ///
  /// - Parameters:
  ///   - memory: the limit for a file's images.
  ///   - options: the part of a file to load, and the replacements in its scene.
  init(
    _ name: String, memory: MemoryArgument = .standard, options: SceneLoadOptions = SceneLoadOptions()
  ) throws {
    let isDemo = Self.isDemo(name)
    try self.init(isDemo: isDemo) { clock in
      guard isDemo else { return try Scene(path: name, options: Self.limited(options, by: memory)) }
      return try Self.demo(name, clock, options, memory: memory)
    }
  }

  private static func demo(
    _ name: String, _ clock: MediaClock, _ options: SceneLoadOptions, memory: MemoryArgument
  ) throws -> Scene {
    var others = options
    others.replacements.clips = [:]
    guard others.isEmpty else { throw Self.nothingToReplace }
    let demoName = String(name.dropFirst(demoPrefix.count))
    guard let demo = Gallery.demo(named: demoName) else {
      let guess = Gallery.demos.map { "demo:\($0.name)" }.guess(of: name)
      throw CommandError(.noInput, "no scene \(name); 'multiplane demo' lists those there are\(guess)")
    }
    let root = demo.make(clock)
    let clips = try options.replacements.clips.sorted { $0.key < $1.key }.flatMap {
      (layer, clip) throws(SceneFileError) in try root.clips(of: clip, in: layer, file: name)
    }
    var scene = Scene(rootLayer: root, path: name, size: demo.size, duration: demo.duration, clips: clips)
    try scene.playClips(memory: memory.bytes / 2)
    return scene
  }

  /// In points.
  var size: CGSize { scene.size }
  /// In seconds; nil if the scene does not say it.
  var duration: Double? { scene.duration }
  var sounds: [SceneSound] { scene.sounds }
  var stateNames: [String] { scene.stateNames }
  /// The state that the scene is shown in first; nil for the scene as it is written.
  var initialState: String? { scene.initialState }
  var markers: [SceneMarker] { scene.markers }
  /// Whether a canvas of another size shows all of the scene, larger or smaller.
  var isFitted: Bool { scene.isFitted }
  /// The parts that the scene's reader had to skip, each with its place.
  var sceneNotes: [SceneNote] { scene.notes }
  /// The same as lines for people, those of a kind together.
  var notes: [String] { sceneNotes.gathered }
  /// Bytes of the images, decoded and for drawing.
  var imageBytes: Int { scene.imageBytes * 2 }

  /// Takes the notes on the scene's films that drawing frames has made.
  func filmNotes() -> [String] { scene.filmNotes() }

  /// Whether a state sets anything.
  func setsValues(in state: String) -> Bool { scene.setsValues(in: state) }

  /// Puts captions over the scene.
  ///
  /// - Parameters:
  ///   - ranges: the captions' times, in seconds.
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

  /// Sets the clip of the scene's film, and gives the captions to the clip: their times are the clip's.
  mutating func setClip(_ clip: FilmClip?) {
    self.clip = clip
    guard clip != nil, let captions else { return }
    for layer in [captions.captions.layer, captions.scene] { layer.removeFromSuperlayer() }
    self.clip?.captions = captions.captions
    rootLayer = captions.scene
  }

  static func isDemo(_ name: String) -> Bool { name.hasPrefix(demoPrefix) }

  /// Returns options that read a file within a limit of memory.
  static func limited(_ options: SceneLoadOptions, by memory: MemoryArgument) -> SceneLoadOptions {
    var options = options
    // Each image is in memory twice: decoded, and as a texture.
    options.limits.imageBytes = memory.bytes / 2
    return options
  }

  /// Shows the first state.
  ///
  /// - Parameter state: the value of `--state`; nil for the scene's own choice.
  func setInitialState(_ state: String?) throws {
    if let state {
      try setState(state)
    } else if let initialState {
      try setState(initialState)
    }
  }

  /// Shows a state.
  ///
  /// - Parameters:
  ///   - state: its name, or ``StateArgument/base``.
  ///   - time: in seconds of the scene's time.
  ///   - animated: whether its transitions run.
  func setState(_ state: String, at time: Double = 0, animated: Bool = false) throws {
    guard !isDemo else { throw Self.noStates }
    let isBase = state == StateArgument.base && !stateNames.contains(state)
    try scene.setState(isBase ? nil : state, at: time, animated: animated)
  }

  /// Throws if the scene does not have a schedule's states.
  func checkStates(of schedule: StateSchedule) throws {
    guard !isDemo else { throw Self.noStates }
    for change in schedule.changes where change.state != StateArgument.base { try scene.checkState(change.state) }
  }

  func marker(named name: String) throws -> SceneMarker {
    guard !isDemo else { throw Self.nothingToReplace }
    return try scene.marker(named: name)
  }
}

extension CALayer {
  /// Whether any layer of the tree is animated, or is an emitter.
  fileprivate var moves: Bool {
    var moves = false
    forEachInTree { moves = moves || $0 is CAEmitterLayer || $0.animationKeys()?.isEmpty == false }
    return moves
  }
}
