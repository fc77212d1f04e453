// A film that is made with a clip: its size, rate, length and sound are the clip's.

import ArgumentParser
import CoreGraphics
import Foundation
import Multiplane
import SceneFiles
import Video

extension VideoCommand {
  /// Refuses what a film with a clip does not have.
  func validateClip() throws {
    guard clip.file != nil else { return }
    guard hashes == nil else {
      throw ValidationError("--hashes are of a scene's own frames; leave it out with a clip")
    }
    guard encoding.key == nil else {
      throw ValidationError("--key is of a scene's own transparency; leave it out with a clip")
    }
    if let background = options.background, background.alpha > 0, background.alpha < 1 {
      throw ValidationError("--background lies below the clip: give an opaque one, or none")
    }
    guard options.device == nil else {
      throw ValidationError("a film with a clip has the clip's size, or that of --size; leave --device out")
    }
  }

  /// The film's clip, opened; nil where there is none.
  func openedClip() throws -> FilmClip? { try clip.open(from: from, options: options) }

  /// The scene, with the film's clip.
  func load() throws -> LoadedScene {
    let clip = try openedClip()
    var scene = try sized(for: clip).load(source.scene, state: nil, lottie: lottie.loadOptions(), quiet: quiet)
    scene.setClip(try clip.map { try placed($0, scene) })
    return scene
  }

  /// The options of rendering: the film is as large as its clip, where nobody says how large it is, and how it is
  /// filled is said of the clip.
  func sized(for clip: FilmClip?) -> RenderOptions {
    var options = options
    guard let clip else { return options }
    (options.sizing.fit, options.sizing.align) = (nil, nil)
    if options.sizing.isInPixels {
      let size = options.sizing.canvas(for: clip.clip.size)
      (options.sizing.width, options.sizing.height) = (size?.width, size?.height)
    } else if options.sizing.size == nil {
      let (size, scale) = (clip.clip.size, CGFloat(options.scale ?? 1))
      let (width, height) = ((size.width / scale).rounded(.up), (size.height / scale).rounded(.up))
      options.sizing.size = SizeArgument(width: max(1, Int(width)), height: max(1, Int(height)))
    }
    return options
  }

  /// The clip with the scene's place in it.
  func placed(_ clip: FilmClip, _ scene: LoadedScene) throws -> FilmClip {
    var clip = clip
    var seen = duration
    if let name = lottie.marker {
      let marker = try scene.marker(named: name)
      clip.sceneStart = marker.time
      if seen == nil, marker.duration > 0 { seen = marker.duration }
    }
    let start = self.clip.at ?? 0
    clip.sceneRange = start...(seen.map { start + $0 } ?? .infinity)
    return clip
  }

  /// The scene's time before which nothing of it is drawn.
  func firstTime(of scene: LoadedScene) -> Double { scene.clip?.sceneStart ?? -.infinity }

  /// What makes a scene's states change, to be called before each frame with its time.
  ///
  /// - Parameter start: the scene's time at the film's first frame, which may be before it begins.
  func stateChanges(of scene: LoadedScene, from start: Double) -> (_ time: Double) throws -> Void {
    (states ?? .none).changing(scene, from: max(start, firstTime(of: scene)))
  }

  /// Has the clip's sound heard.
  func addSound(of clip: FilmClip?, to exporter: inout VideoExporter) throws {
    guard let clip, !encoding.mute, !clip.clip.sounds.isEmpty else { return }
    guard !exporter.format.sound.isEmpty, frames == nil else {
      guard !quiet else { return }
      let who = frames == nil ? exporter.format.name : "a part of a film"
      return StandardError.write("multiplane: note: \(who) holds no sound; the clip's is left out")
    }
    exporter.keepsClipSound = true
  }

  /// Says where pictures of a scene over a clip take longer than they might.
  func tellOfClip(_ exporter: VideoExporter, _ renderer: OffscreenRenderer) throws {
    guard !quiet, let reason = try exporter.reasonForPixels(renderer) else { return }
    StandardError.write("multiplane: note: \(reason)")
  }
}
