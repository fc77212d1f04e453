// The one decision about a film with a clip: whether its frames are joined with the clip's planes, or with its pixels.

#if Films

import Foundation
import Video

extension VideoExporter {
  /// Returns the clip's pictures if the film's frames lie over them as planes; otherwise nil.
  ///
  /// - Parameters:
  ///   - width: of the frames, in pixels.
  ///   - height: the same.
  ///   - isOpaque: whether the renderer's background is.
  func underlay(
    _ options: VideoOptions, width: Int, height: Int, isOpaque: Bool
  ) -> Underlay? {
    guard let clip, clip.isSceneAbove, !isOpaque else { return nil }
    return format.underlay(
      of: clip.clip, options, width: width, height: height, pace: clip.pace(at: frameRate),
      memory: clip.memory)
  }

  /// The same for a renderer's frames.
  func underlay(_ options: VideoOptions, for renderer: OffscreenRenderer) -> Underlay? {
    underlay(
      options, width: renderer.width, height: renderer.height, isOpaque: renderer.hasOpaqueBackground)
  }

  /// Returns what happens to alpha by default: a film on an opaque background or with an opaque clip is opaque, and a
  /// film with a clip that has alpha keeps it if the format can.
  func standardAlpha(isOpaque: Bool) -> AlphaRequest? {
    guard !isOpaque, clip.map({ $0.clip.pictures?.alpha != nil }) ?? true else { return AlphaRequest.none }
    guard clip != nil, options.codec == nil, let own = format.alphaEncoder?.alpha.first else { return nil }
    return AlphaRequest(rawValue: own.rawValue)
  }

  /// Takes what was found out on the way, of the film and of its clip.
  package func takeNotes() -> [String] { options.notes.take() + (clip?.clip.notes.take() ?? []) }

  /// Returns the reason why the pictures of a scene over a clip go through pixels, which takes longer; nil if they do
  /// not, or if nobody could expect otherwise.
  package func reasonForPixels(_ renderer: OffscreenRenderer) throws(RenderingError) -> String? {
    guard let clip, clip.isSceneAbove, format.hasPictures else { return nil }
    guard try !encoding(for: renderer).isOverPlanes else { return nil }
    let (width, height) = (Int(clip.clip.size.width), Int(clip.clip.size.height))
    let reason =
      if renderer.width != width || renderer.height != height {
        "the film has another size than the clip, \(width)x\(height)"
      } else {
        clip.clip.pictures?.reasonAgainstPlanes ?? format.reasonAgainstPlanes(of: clip.clip, options)
      }
    return "the clip's pictures are converted to RGB and back, frame by frame: \(reason)"
  }
}

#endif
