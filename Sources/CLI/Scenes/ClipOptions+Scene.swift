// The place of a scene in a clip, and of a clip in a picture.
//
// Tested by OverCommandTests.

import ArgumentParser
import CoreGraphics
import Documents
import Multiplane
import QuartzCore
import Video

extension ClipOptions {
  /// Throws for options of a picture that a film with a clip excludes.
  func check(_ options: RenderOptions) throws {
    guard file != nil else { return }
    if let background = options.background, background.alpha > 0, background.alpha < 1 {
      throw ValidationError("--background lies below the clip: give an opaque one, or none")
    }
    guard options.device == nil else {
      throw ValidationError("a film with a clip has the clip's size, or that of --size; leave --device out")
    }
    guard options.sizing.isGiven || (options.sizing.fit == nil && options.sizing.align == nil) else {
      throw ValidationError(
        "--fit and --align place the clip in a film of another size; give --size, --width or --height, or place the "
          + "scene by --scene-fit and --scene-align")
    }
  }

  /// Returns the options of a film with a clip: the size is the command line's, otherwise the clip's; --scene-fit and
  /// --scene-align place the scene in it.
  func sized(_ options: RenderOptions, for clip: FilmClip?) -> RenderOptions {
    var options = options
    guard let clip else { return options }
    (options.sizing.fit, options.sizing.align) = (fit ?? .contain, align)
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

  /// Gives a scene the clip of its film; the scene shows from a marker on, for `duration` seconds.
  func put(_ clip: FilmClip?, on scene: inout LoadedScene, duration: Double?, marker: String?) throws {
    scene.setClip(try clip.map { try placed($0, scene, duration: duration, marker: marker) })
  }

  /// Returns the clip with the place of a scene in it.
  private func placed(_ clip: FilmClip, _ scene: LoadedScene, duration: Double?, marker: String?) throws -> FilmClip {
    var clip = clip
    scene.rootLayer.forEachInTree(masks: false) { layer in
      if layer.compositingFilter != nil || layer.backgroundFilters?.isEmpty == false { clip.isBlended = true }
    }
    var seen = duration
    if let marker {
      let marker = try scene.marker(named: marker)
      clip.sceneStart = marker.time
      if seen == nil, marker.duration > 0 { seen = marker.duration }
    }
    let start = at ?? 0
    clip.sceneRange = start...(seen.map { start + $0 } ?? .infinity)
    if clip.clip.isStill, to == nil {
      clip.length = start + (seen ?? scene.duration ?? LoadedScene.durationWithoutEnd) - clip.start
      guard clip.length > 0 else {
        throw ValidationError("--from \(clip.start) is after the scene's end over a still picture; give --to, too")
      }
    }
    return clip
  }
}

extension LoadedScene {
  /// Returns the frame rate of the film by its clip; nil without a clip.
  func clipRate(changesStates: Bool) -> FrameRate? {
    clip?.clip.pictures?.filmRate(isMoving: isMoving || changesStates)
  }

  /// Returns the frame rate of the film: the given one, or that of the clip, or of the document, or 30.
  func filmRate(_ given: FrameRate?, changesStates: Bool) -> FrameRate {
    given ?? clipRate(changesStates: changesStates) ?? frameRate ?? FrameRate(30)
  }
}
