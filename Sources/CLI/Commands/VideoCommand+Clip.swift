// Tested by OverCommandTests and PlannedFileTests.
import ArgumentParser
import CoreGraphics
import Documents
import Foundation
import Multiplane
import QuartzCore
import SceneFiles
import Video

extension VideoCommand {
  /// Throws for options that a film with a clip excludes.
  func validateClip() throws {
    guard clip.file != nil else { return }
    guard hashes == nil else {
      throw ValidationError("--hashes are of a scene's own frames; leave it out with a clip")
    }
    guard !encoding.dither else {
      throw ValidationError("--dither is of a scene's own frames; leave it out with a clip")
    }
    guard encoding.key == nil else {
      throw ValidationError("--key is of a scene's own transparency; leave it out with a clip")
    }
    try clip.check(options)
  }

  func openedClip() throws -> FilmClip? { try clip.open(from: from, options: options) }

  /// Prepares a scene, and gives it the film's clip. Prints a note if the scene's background covers the clip.
  func prepare(_ scene: inout LoadedScene, with clip: FilmClip?, quiet: Bool) throws {
    if self.clip.over != nil, !quiet, scene.rootLayer.hasOpaqueBackground {
      tell(["the scene's background covers the clip; remove the backgroundColor of the scene's root layer"])
    }
    try sized(for: clip).prepare(&scene, state: nil, quiet: quiet)
    try self.clip.put(clip, on: &scene, duration: duration, marker: lottie.marker)
  }

  /// Returns the options of a film with a clip.
  func sized(for clip: FilmClip?) -> RenderOptions { self.clip.sized(options, for: clip) }

  /// Returns the first time of the scene that is drawn.
  func firstTime(of scene: LoadedScene) -> Double { scene.clip?.sceneStart ?? -.infinity }

  /// Returns a function that changes a scene's states, to be called with each frame's time before the frame. `start` is
  /// the scene's time at the film's first frame, which may precede the scene.
  func stateChanges(of scene: LoadedScene, from start: Double) -> (_ time: Double) throws -> Void {
    (states ?? .none).changing(scene, from: max(start, firstTime(of: scene)))
  }

  /// Prints why the film has another frame rate than its clip.
  private func tellOfRate(_ scene: LoadedScene) {
    guard fps == nil, let clip = scene.clip?.clip, let pictures = clip.pictures,
      let rate = scene.clipRate(changesStates: states != nil),
      let own = pictures.nominalFrameRate, rate != own
    else { return }
    let (mean, few) = (own.framesPerSecond.inThousandths, "so that the scene moves smoothly")
    let reason =
      pictures.isConstantRate
      ? "it has \(own) pictures a second, and the film \(rate), \(few)"
      : "its pictures come at varying times, \(mean) a second in the mean; the film has \(rate), "
        + (rate == pictures.densestFrameRate ? "as they come where they are densest" : few)
    tell(["\(clip.name): \(reason); --fps chooses another rate"])
  }

  /// Adds the clip's sound.
  func addSound(of clip: FilmClip?, to exporter: inout VideoExporter) throws {
    guard let clip, !encoding.mute, !clip.clip.sounds.isEmpty else { return }
    guard !exporter.format.sound.isEmpty, frames == nil else {
      let who = frames == nil ? exporter.format.name : "a film of --frames"
      return tell(["\(who) holds no sound; the clip's is left out"])
    }
    exporter.keepsClipSound = true
  }

  /// Prints why the film has another frame rate than its clip, and why the clip's pictures are converted to RGB.
  func tellOfClip(_ scene: LoadedScene, _ exporter: VideoExporter, _ renderer: OffscreenRenderer) throws {
    tellOfRate(scene)
    guard !quiet, let reason = try exporter.reasonForPixels(renderer) else { return }
    tell([reason])
  }
}

enum FilmFileRole: String, Codable {
  case scene, font, image, slot, layer, audio, over, under, captions
  /// A font that was installed on the planning machine.
  case installedFont = "installed-font"
}

extension VideoCommand {
  /// Replaces the paths of the command line's files, except the scene and the rows of data. `path` returns the path for
  /// a file by its role, its number within the role, and its path; all slots' values are passed, as some are files.
  mutating func replaceFiles(_ path: (FilmFileRole, Int, String) throws -> String) rethrows {
    for index in options.fonts.indices { options.fonts[index] = try path(.font, index, options.fonts[index]) }
    for (index, image) in lottie.images.enumerated() {
      lottie.images[index] = image.replacing(try path(.image, index, image.value))
    }
    for (index, slot) in lottie.slots.enumerated() {
      let file = try path(.slot, index, slot.value)
      if file != slot.value { lottie.slots[index].file = .at(URL(fileURLWithPath: file)) }
    }
    for (index, layer) in lottie.layers.enumerated() {
      lottie.layers[index].clip.url = URL(fileURLWithPath: try path(.layer, index, layer.clip.url.path))
    }
    for (index, track) in encoding.audio.enumerated() {
      encoding.audio[index].file = try path(.audio, index, track.file)
    }
    if let file = clip.over { clip.over = try path(.over, 0, file) }
    if let file = clip.under { clip.under = try path(.under, 0, file) }
    if let file = options.captions.file { options.captions.file = try path(.captions, 0, file) }
  }
}

extension VideoCommand {
  var inputFiles: [String] {
    var (video, files) = (self, source.files + data.files)
    video.replaceFiles { _, _, path in
      files.append(path)
      return path
    }
    return files
  }

  var outputFiles: [NamedOutput] {
    [
      NamedOutput("--output", output), NamedOutput("--key", encoding.key), NamedOutput("--hashes", hashes),
      NamedOutput("--sdr-twin", encoding.sdrTwin),
      NamedOutput("--capture", capture.option.capture), data.manifestFile,
    ].compactMap { $0 }
  }
}

extension CALayer {
  /// Whether the layer, or a backmost layer in it that fills it, has an opaque background.
  fileprivate var hasOpaqueBackground: Bool {
    var layer = self
    while layer.opacity == 1, !layer.isHidden, layer.cornerRadius == 0, layer.mask == nil {
      if layer.backgroundColor?.alpha == 1 { return true }
      guard let inner = layer.sublayers?.first, inner.frame.insetBy(dx: -0.01, dy: -0.01).contains(layer.bounds) else {
        return false
      }
      layer = inner
    }
    return false
  }
}
