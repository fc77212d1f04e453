import ArgumentParser
import Compositor
import CoreGraphics
import Foundation
import Multiplane
import QuartzCore
import SceneFiles

extension RenderOptions {
  /// Reads a scene, with the command line's fonts, while a thread opens the device for drawing. Prints the notes of the
  /// scene's reader, unless `quiet`. `lottie` is the part of a file to load, and the replacements in it; `clip` is the
  /// clip of the film.
  func read(
    _ name: String, lottie: SceneLoadOptions = SceneLoadOptions(), over clip: FilmClip? = nil, quiet: Bool
  ) throws -> (LoadedScene, RasterizerOpening) {
    let made = try opening { try LoadedScene(name, memory: maxMemory, options: shaped(lottie, over: clip)) }
    if !quiet {
      for note in made.scene.notes { StandardError.write("multiplane: note: \(note)") }
    }
    return made
  }

  /// Makes a scene, with the command line's fonts, while a thread opens the device for drawing.
  func opening(_ make: () throws -> LoadedScene) throws -> (scene: LoadedScene, opening: RasterizerOpening) {
    let opening = RasterizerOpening(renderer.request)
    try registerFonts()
    return (try make(), opening)
  }

  /// Reads a scene, and prepares it in a state.
  func load(
    _ name: String, state: String?, lottie: SceneLoadOptions = SceneLoadOptions(), quiet: Bool
  ) throws -> (LoadedScene, RasterizerOpening) {
    var loaded = try read(name, lottie: lottie, quiet: quiet)
    try prepare(&loaded.0, state: state, quiet: quiet)
    return loaded
  }

  /// Returns options for loading a scene whose document has the aspect that is nearest to the picture's, unless they
  /// name an aspect.
  func shaped(_ options: SceneLoadOptions, over clip: FilmClip? = nil) -> SceneLoadOptions {
    var options = options
    options.replacements.shape = options.replacements.shape ?? shape(over: clip)
    return options
  }

  /// Returns the shape of the picture: of the command line's size, or else of the film's clip; nil without both.
  func shape(over clip: FilmClip?) -> SceneShape? {
    if let size = sizing.size ?? device?.size { return .nearest(CGSize(width: size.width, height: size.height)) }
    if let width = sizing.width, let height = sizing.height { return .nearest(CGSize(width: width, height: height)) }
    return clip.map { .nearest($0.clip.size) }
  }

  /// Registers the command line's fonts.
  func registerFonts() throws {
    guard !fonts.isEmpty else { return }
    try FontLibrary.withLock { library in
      for font in fonts where !library.registeredFiles.contains(font) { try library.register(file: font) }
    }
  }

  /// Shows a scene's first state, places the scene in the canvas, and puts captions over it.
  func prepare(_ scene: inout LoadedScene, state: String?, quiet: Bool) throws {
    try scene.setInitialState(state)
    try place(scene)
    guard let file = captions.file else { return }
    let track = try CaptionTrack(path: file)
    let canvas = canvas(for: scene)
    let style = try captions.style(in: canvas, over: scene.rootLayer)
    let (layer, notes) = track.makeLayers(size: canvas, scale: CGFloat(scale ?? device?.scale ?? 1), style: style)
    layer.isGeometryFlipped = flipped
    scene.addCaptions(layer, shownIn: track.shownRanges, canvas: canvas)
    guard !quiet else { return }
    for note in track.notes + notes { StandardError.write("multiplane: note: \(note)") }
  }

  /// The picture's size, in points.
  func canvas(for scene: LoadedScene) -> CGSize {
    (sizing.canvas(for: scene.size) ?? device?.size).map { CGSize(width: $0.width, height: $0.height) } ?? scene.size
  }

  /// Returns the size of the pictures of a scene, in pixels.
  func pixelSize(of scene: LoadedScene) -> (width: Int, height: Int) {
    OffscreenRenderer.pixelSize(of: canvas(for: scene), scale: CGFloat(scale ?? device?.scale ?? 1))
  }

  /// Places a scene in the canvas.
  private func place(_ scene: LoadedScene) throws {
    if let device { device.show(scene) }
    guard sizing.sizes?.count ?? 1 == 1 else {
      throw ValidationError("--size takes several sizes for 'render' and 'video', and one here")
    }
    guard let canvas = sizing.canvas(for: scene.size) else {
      guard sizing.fit == nil, sizing.align == nil else {
        throw ValidationError(
          "--fit and --align are about a picture of another size; give --size, --width or --height, and to 'video' for "
            + "the place of a scene in a clip, --over or --under with --scene-fit and --scene-align")
      }
      return
    }
    scene.rootLayer.place(
      scene.size, in: CGSize(width: canvas.width, height: canvas.height),
      fit: sizing.sceneFit ?? (scene.isFitted ? .contain : .none), alignment: sizing.alignment(isFlipped: flipped))
  }

  /// Returns a renderer for a scene.
  ///
  /// - Parameters:
  ///   - opening: the device that is being opened; nil if the renderer opens or shares one.
  ///   - other: a renderer whose device is shared.
  ///   - background: the default background.
  ///   - frameCopies: the number of copies of a frame's pixels in memory at a time.
  ///   - size: the factor for the size of frames.
  ///   - optimizations: the disabled optimisations; nil for the environment's.
  func renderer(
    for scene: LoadedScene, opening: RasterizerOpening?, sharing other: OffscreenRenderer? = nil,
    background: ColorArgument = .transparent, frameCopies: Int = 2, times size: Double = 1,
    pixelFormat: OffscreenRenderer.PixelFormat = .rgba8, without optimizations: [Optimization]? = nil
  ) throws -> OffscreenRenderer {
    let canvas = canvas(for: scene)
    let scale = CGFloat((scale ?? device?.scale ?? 1) * size)
    var settings = OffscreenRenderer.Options(
      background: (self.background ?? background).cgColor, isFlipped: flipped, clock: scene.clock)
    (settings.opening, settings.pixelFormat) = (opening, pixelFormat)
    settings.memoryLimit = maxMemory.bytes - scene.imageBytes
    settings.frameCopies = frameCopies
    (settings.drawLimit, settings.jobs) = (maxDrawn, jobs)
    settings.optimizations = optimizations.map { DrawListBuilder.Options(without: $0) }
    do throws(RenderingError) {
      guard let other else {
        return try OffscreenRenderer(size: canvas, scale: scale, options: settings)
      }
      return try OffscreenRenderer(size: canvas, scale: scale, options: settings, sharing: other)
    } catch {
      // The error is the user's if the command line gives the size, otherwise the scene's.
      let isAsked = sizing.isGiven || device != nil || self.scale != nil
      switch error {
      case .memoryLimitExceeded(let message) where isAsked:
        throw CommandError(.usage, message)
      case .frameTooLarge where !isAsked:
        throw CommandError(.malformedInput, "\(error)")
      default: throw error
      }
    }
  }

  /// Prints the renderer's issues.
  func report(_ renderer: OffscreenRenderer, quiet: Bool) {
    guard !quiet else { return }
    for issue in renderer.takeIssues() { StandardError.write("multiplane: warning: \(issue)") }
  }
}

extension DeviceArgument {
  /// Centres a scene on the screen, at its size there.
  fileprivate func show(_ scene: LoadedScene) {
    let zoom = zoom(of: scene.size)
    scene.rootLayer.position = CGPoint(x: CGFloat(size.width) / 2, y: CGFloat(size.height) / 2)
    scene.rootLayer.transform = CATransform3DMakeScale(zoom, zoom, 1)
  }
}

/// Changes of a scene's state, in the order of time.
struct StateSchedule: Equatable {
  struct Change: Equatable {
    var state: String
    /// The time of the scene, in seconds.
    var time: Double
  }

  private(set) var changes: [Change] = []
  let text: String

  static let none = StateSchedule()

  private init() { text = "" }

  /// Parses `Locked,Unlock@1.5,Sleep@4`: names, and the second at which each begins, 0 by default for the first. The
  /// last `@` of an entry is the separator, so that a name may contain one.
  init(parsing text: String) throws(ArgumentValueError) {
    self.text = text
    for entry in text.split(separator: ",", omittingEmptySubsequences: false) {
      let change = try Self.change(entry, isFirst: changes.isEmpty)
      if let previous = changes.last, change.time <= previous.time {
        throw ArgumentValueError(
          "'\(change.state)' is to begin at \(change.time) s, not after '\(previous.state)' at \(previous.time) s")
      }
      changes.append(change)
    }
  }

  private static func change(_ entry: Substring, isFirst: Bool) throws(ArgumentValueError) -> Change {
    let separator = entry.lastIndex(of: "@")
    let name = String(entry[..<(separator ?? entry.endIndex)])
    let time = separator.map { Double(entry[entry.index(after: $0)...]) } ?? (isFirst ? 0 : nil)
    guard !name.isEmpty, let time, 0...1e9 ~= time else {
      throw ArgumentValueError("expected NAME or NAME@SECONDS, separated by commas, such as 'Locked,Unlock@1.5'")
    }
    return Change(state: name, time: time)
  }
}

extension StateSchedule {
  /// Returns a function that changes a scene's states, to be called with each frame's time before the frame. `start` is
  /// the scene's time at the film's first frame.
  func changing(_ scene: LoadedScene, from start: Double) -> (_ time: Double) throws -> Void {
    var changes = changes[...]
    return { time in
      while let change = changes.first, change.time <= time {
        // The first frame shows its state without a transition.
        try scene.setState(change.state, at: change.time, animated: change.time > start)
        changes.removeFirst()
      }
    }
  }
}

/// Names of states on the command line.
enum StateArgument {
  /// The document as written, unless it has a state of that name.
  static let base = "base"

  static var help: ArgumentHelp {
    ArgumentHelp(
      "The state of the scene, such as Locked; 'base' is the document as it is written (default: Locked for a "
        + "wallpaper, as on a phone, else base).", valueName: "name")
  }
}

/// The options `--state` and `--states`, at most one of which is given.
struct StateOptions: ParsableArguments {
  @Option(help: StateArgument.help)
  var state: String?

  @Option(
    help: ArgumentHelp(
      "The scene's states and the second at which each begins, as for 'multiplane video'.", valueName: "list"),
    transform: StateSchedule.init(parsing:))
  var states: StateSchedule?

  func validate() throws {
    guard state == nil || states == nil else {
      throw ValidationError("--state and --states both say which state is shown; give one of them")
    }
  }
}
