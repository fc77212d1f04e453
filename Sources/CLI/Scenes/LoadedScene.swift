// Tested by DataRunTests and ArgumentValueTests.
import ArgumentParser
import CoreGraphics
import Documents
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
  /// The scene of the program; nil for a file's.
  private let demo: Demo?
  /// The root of the scene, or of the scene with its captions.
  private(set) var rootLayer: CALayer
  /// The manual clock of the scene's time, from 0. It becomes the current one before the scene's code runs.
  let clock: MediaClock
  /// Whether the scene has animations or emitters.
  let isMoving: Bool
  /// The captions over the scene in the root layer, and the root without them.
  private var captions: (captions: FilmCaptions, scene: CALayer)?
  /// The clip of its film.
  private(set) var clip: FilmClip?

  /// The default duration of a scene without an end, in seconds.
  static let durationWithoutEnd = 3.0

  private static let demoPrefix = "demo:"

  private static let nothingToReplace = CommandError(
    .usage,
    "scenes that come with the program are no files; leave --text, --image, --color, --slot, --animation, --theme and "
      + "--marker out: --layer alone is for them, too")
  private static let noStates = CommandError(
    .usage, "scenes that come with the program have no states; leave --state and --states out")

  /// Makes a scene, after its clock has become the current one.
  init(demo: Demo? = nil, _ make: (MediaClock) throws -> Scene) rethrows {
    self.demo = demo
    clock = MediaClock(startingAt: 0)
    MediaClock.current = clock
    scene = try make(clock)
    rootLayer = scene.rootLayer
    isMoving = scene.duration != nil || rootLayer.moves
  }

  /// Loads `demo:NAME`, or the file at a path, with a limit of memory for its images. `options` are the part to load,
  /// and the replacements in it.
  init(
    _ name: String, memory: MemoryArgument = .standard, options: SceneLoadOptions = SceneLoadOptions()
  ) throws {
    let demo = try Self.isDemo(name) ? Self.demo(name, options) : nil
    try self.init(demo: demo) { clock in
      guard let demo else { return try Scene(path: name, options: Self.limited(options, by: memory)) }
      return try Self.scene(of: demo, name, clock, options, memory: memory)
    }
  }

  /// Returns the program's scene of a name. Throws for options that it does not take.
  private static func demo(_ name: String, _ options: SceneLoadOptions) throws -> Demo {
    var others = options
    others.replacements.clips = [:]
    guard others.isEmpty else { throw nothingToReplace }
    guard let demo = Gallery.demo(named: String(name.dropFirst(demoPrefix.count))) else {
      let guess = Gallery.demos.map { "demo:\($0.name)" }.guess(of: name)
      throw CommandError(.noInput, "no scene \(name); 'multiplane demo' lists those there are\(guess)")
    }
    return demo
  }

  private static func scene(
    of demo: Demo, _ name: String, _ clock: MediaClock, _ options: SceneLoadOptions, memory: MemoryArgument
  ) throws -> Scene {
    let root = demo.make(clock)
    let clips = try options.replacements.clips.sorted { $0.key < $1.key }.flatMap {
      (layer, clip) throws(SceneFileError) in try root.clips(of: clip, in: layer, file: name)
    }
    var scene = Scene(rootLayer: root, path: name, size: demo.size, duration: demo.duration, clips: clips)
    try scene.playClips(memory: memory.bytes / 2)
    return scene
  }

  /// The size, in points.
  var size: CGSize { scene.size }
  /// The duration, in seconds; nil for a scene that does not end.
  var duration: Double? { scene.duration }
  /// The document's frames a second; nil for any.
  var frameRate: FrameRate? { scene.frameRate.flatMap { FrameRate($0) } }
  var sounds: [SceneSound] { scene.sounds }
  /// The paths of its films and sounds.
  var mediaFiles: [String] {
    scene.sounds.compactMap(\.url?.path)
      + scene.clips.compactMap { if case .file(let url) = $0.source { url.path } else { nil } }
  }
  /// The document's loudness of the film, in LUFS; nil for the sound as it is.
  var loudness: Double? { scene.loudness }
  var stateNames: [String] { scene.stateNames }
  /// The state that the scene shows first; nil for the scene as written.
  var initialState: String? { scene.initialState }
  var markers: [SceneMarker] { scene.markers }
  /// Whether a canvas of another size shows the whole scene, scaled.
  var isFitted: Bool { scene.isFitted }
  /// The parts that the scene's reader skipped, with their places.
  var sceneNotes: [SceneNote] { scene.notes }
  /// The notes as lines for people, grouped by kind.
  var notes: [String] { sceneNotes.gathered }
  /// The bytes of the images, decoded and for drawing.
  var imageBytes: Int { scene.imageBytes * 2 }

  /// Removes and returns the notes on the scene's films from drawing frames.
  func filmNotes() -> [String] { scene.filmNotes() }

  /// Returns notes on the colours of the scene's films.
  func filmColors() -> [SceneNote] { scene.filmColors() }

  /// Returns the scene as formats write it.
  func written(_ notes: NoteCollector) -> WrittenScene {
    if demo?.isDocument == false {
      notes.add(
        "what the program does while the scene runs is left out", at: SourceLocation(file: scene.path))
    }
    return SceneWalker.written(scene, notes: notes)
  }

  /// Whether a state sets anything.
  func setsValues(in state: String) -> Bool { scene.setsValues(in: state) }

  /// Puts captions over the scene, in the place of its own, for a canvas in points. Their times are in seconds.
  mutating func addCaptions(_ layer: CALayer, shownIn ranges: [Range<Double>], canvas: CGSize) {
    let root = CALayer()
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    scene.captions?.removeFromSuperlayer()
    root.anchorPoint = .zero
    root.bounds = CGRect(origin: .zero, size: canvas)
    root.addSublayer(rootLayer)
    root.addSublayer(layer)
    CATransaction.commit()
    captions = (FilmCaptions(layer, shownIn: ranges), rootLayer)
    rootLayer = root
  }

  /// Returns the clips whose pictures are whole frames at times; nil for none. `canvas` is in points.
  func passingClips(in canvas: CGSize) -> PassingClips? {
    captions == nil ? PassingClips(in: scene.rootLayer, canvas: canvas) : nil
  }

  /// Returns whether a caption shows in a range of the captions' time, in seconds; nil without captions.
  func hasCaptions(from start: Double, length: Double) -> Bool? {
    guard let ranges = captions?.captions.ranges, !ranges.isEmpty else { return nil }
    return ranges.contains { $0.lowerBound < start + length && $0.upperBound > start }
  }

  /// Sets the clip of the scene's film, which takes the captions over: their times are the clip's.
  mutating func setClip(_ clip: FilmClip?) {
    self.clip = clip
    guard clip != nil, let captions else { return }
    for layer in [captions.captions.layer, captions.scene] { layer.removeFromSuperlayer() }
    self.clip?.captions = captions.captions
    rootLayer = captions.scene
  }

  /// Throws for rows of data of a scene that comes with the program.
  static func checkRows(of name: String) throws {
    guard !isDemo(name) else {
      throw ValidationError("--data is for scenes from files; \(name) comes with the program")
    }
  }

  static func isDemo(_ name: String) -> Bool { name.hasPrefix(demoPrefix) }

  /// Returns the options with a limit of memory.
  static func limited(_ options: SceneLoadOptions, by memory: MemoryArgument) -> SceneLoadOptions {
    var options = options
    // Each image is in memory twice: decoded, and as a texture.
    options.limits.imageBytes = memory.bytes / 2
    return options
  }

  /// Shows the first state: that of `--state`, or for nil the scene's own.
  func setInitialState(_ state: String?) throws {
    if let state {
      try setState(state)
    } else if let initialState {
      try setState(initialState)
    }
  }

  /// Shows a state, or ``StateArgument/base``, at a second of the scene, perhaps with its transitions.
  func setState(_ state: String, at time: Double = 0, animated: Bool = false) throws {
    guard demo == nil else { throw Self.noStates }
    let isBase = state == StateArgument.base && !stateNames.contains(state)
    try scene.setState(isBase ? nil : state, at: time, animated: animated)
  }

  /// Throws if the scene lacks a state of a schedule.
  func checkStates(of schedule: StateSchedule) throws {
    guard demo == nil else { throw Self.noStates }
    for change in schedule.changes where change.state != StateArgument.base { try scene.checkState(change.state) }
  }

  func marker(named name: String) throws -> SceneMarker {
    guard demo == nil else { throw Self.nothingToReplace }
    return try scene.marker(named: name)
  }
}

extension CALayer {
  /// Whether the tree has an animation or an emitter.
  fileprivate var moves: Bool {
    var moves = false
    forEachInTree { moves = moves || $0 is CAEmitterLayer || $0.animationKeys()?.isEmpty == false }
    return moves
  }
}
