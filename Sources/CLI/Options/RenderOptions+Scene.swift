// From options to the library: a renderer for the scene that a command names.
import CoreGraphics
import Foundation
import GLRenderer
import Multiplane
import QuartzCore
import SceneFiles

extension RenderOptions {
  /// Loads the scene called `name` in `state`, with the fonts that the user brought along, while a thread opens what
  /// will draw it; what its reader had to skip is printed, unless `quiet`.
  ///
  /// Where `--size` asks for another canvas than the scene's own, the scene lies in the middle of it.
  ///
  /// - Parameter lottie: what of a Lottie file to load, and what to put into the scene.
  func load(
    _ name: String, state: String?, lottie: LottieLoadOptions = LottieLoadOptions(), quiet: Bool
  ) throws -> LoadedScene {
    let opening = RendererOpening(display: egl)
    try registerFonts()
    var scene = try LoadedScene(name, memory: maxMemory, lottie: lottie)
    scene.opening = opening
    if !quiet {
      for note in scene.notes { StandardError.write("multiplane: note: \(note)") }
    }
    try prepare(scene, state: state)
    return scene
  }

  /// Makes the fonts known that the user brought along.
  func registerFonts() throws {
    guard !fonts.isEmpty else { return }
    try FontLibrary.withLock { library in
      for font in fonts where !library.registeredFiles.contains(font) { try library.register(file: font) }
    }
  }

  /// Shows a scene's first state, and puts it into the middle of the canvas.
  func prepare(_ scene: LoadedScene, state: String?) throws {
    try scene.setInitialState(state)
    if let size {
      let (dx, dy) = ((CGFloat(size.width) - scene.size.width) / 2, (CGFloat(size.height) - scene.size.height) / 2)
      let position = scene.rootLayer.position
      scene.rootLayer.position = CGPoint(x: position.x + dx, y: position.y + dy)
    }
  }

  /// A renderer of frames of `scene`, by its clock, on `background` where the user chose no other.
  ///
  /// - Parameters:
  ///   - frameCopies: how often the pixels of a frame are in memory at a time.
  ///   - other: a renderer whose device draws, too.
  func renderer(
    for scene: LoadedScene, background: ColorArgument = .transparent, frameCopies: Int = 2,
    sharing other: OffscreenRenderer? = nil
  ) throws -> OffscreenRenderer {
    let canvas = size.map { CGSize(width: $0.width, height: $0.height) } ?? scene.size
    var settings = OffscreenRenderer.Options(
      background: (self.background ?? background).cgColor, isFlipped: flipped, clock: scene.clock, display: egl)
    settings.opening = scene.opening
    settings.memoryLimit = maxMemory.bytes - scene.imageBytes
    settings.frameCopies = frameCopies
    do throws(RenderingError) {
      guard let other else {
        return try OffscreenRenderer(size: canvas, scale: CGFloat(scale ?? 1), options: settings)
      }
      return try OffscreenRenderer(size: canvas, scale: CGFloat(scale ?? 1), options: settings, sharing: other)
    } catch {
      // The size is the scene's own, or it is the user's.
      guard case .memoryLimitExceeded(let message) = error, size != nil || scale != nil else { throw error }
      throw SizeAboveMemory(description: message)
    }
  }

  /// Prints what of the scene could not be drawn as asked.
  func report(_ renderer: OffscreenRenderer, quiet: Bool) {
    guard !quiet else { return }
    for issue in renderer.takeIssues() { StandardError.write("multiplane: warning: \(issue)") }
  }
}

/// `--size` and `--scale` ask for frames above `--max-memory`.
struct SizeAboveMemory: ExitStatusError, CustomStringConvertible {
  let description: String
  var exitStatus: ExitStatus { .usage }
}

extension ColorArgument {
  /// The colour as CoreGraphics has it, in sRGB.
  var cgColor: CGColor { CGColor(srgbRed: red, green: green, blue: blue, alpha: alpha) }
}
