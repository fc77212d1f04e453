// A film that is made with a clip: a scene over it, or under it.
//
// Over a clip whose planes the encoder takes, frames of the scene are rendered without a background, and joined with
// the clip's planes on their way to the encoder (Underlay). Everything else - a scene whose look depends on what lies
// below, a clip of another size, with alpha, or turned round, and every format that is not of those planes - has the
// clip's picture in a layer beside the scene's.

#if Films

import CoreGraphics
import QuartzCore
package import Video

/// A clip in a film, together with a scene.
package struct FilmClip: Sendable {
  package let clip: VideoClip
  /// Whether the scene lies over the clip; else the clip over the scene.
  package var isSceneAbove: Bool
  /// The clip's second at the film's first frame.
  package var start = 0.0
  /// The duration of the part of the clip that the film shows, in seconds.
  package var length: Double
  /// The range of time in which the scene is visible, in seconds of the clip.
  package var sceneRange = 0...Double.infinity
  /// The scene's time when it begins to be seen, in seconds.
  package var sceneStart = 0.0
  /// The way that the clip fills a film of another size.
  package var fit = CanvasFit.contain
  package var alignment = CanvasAlignment.center
  /// The captions over the clip and the scene.
  package var captions: FilmCaptions?
  /// Bytes of decoded pictures that are kept at a time; few, as a film asks for one after the other.
  package var memory: Int

  /// A scene over a clip, or under it.
  package init(_ clip: VideoClip, isSceneAbove: Bool = true) {
    (self.clip, self.isSceneAbove, length) = (clip, isSceneAbove, clip.duration)
    memory = max(64 << 20, clip.leastMemory)
  }

  /// The scene's time at the film's first frame, in seconds.
  package var sceneTimeAtStart: Double { sceneStart + start - sceneRange.lowerBound }

  /// Returns the times of a film's frames in the clip.
  func pace(at rate: FrameRate) -> ClipPace { ClipPace(rate: rate, start: start) }

  /// Returns the clip's pictures for the frames of a film.
  func playback(at rate: FrameRate) -> ClipPlayback { ClipPlayback(clip, memory: memory, pace: pace(at: rate)) }

  /// The clip's second at a time of the scene.
  func second(at time: CFTimeInterval) -> Double { time - sceneTimeAtStart + start }

  /// Whether the scene is seen at a second of the clip, which may miss a frame's own by arithmetic's error.
  func showsScene(at second: Double) -> Bool {
    second >= sceneRange.lowerBound - 1e-6 && second < sceneRange.upperBound - 1e-6
  }
}

/// The layers of a film with a clip.
final class ClipStage {
  let clip: FilmClip
  /// The layer that is rendered.
  let root = CALayer()
  private let picture = CALayer()
  private let holder = CALayer()
  private let playback: ClipPlayback
  /// The index of the picture that is shown; nil before the first.
  private var shown: Int?

  /// - Parameters:
  ///   - size: of the canvas, in points.
  ///   - scale: pixels a point.
  ///   - rate: the film's frame rate.
  init(_ clip: FilmClip, scene: CALayer, size: CGSize, scale: CGFloat, rate: FrameRate) {
    (self.clip, playback) = (clip, clip.playback(at: rate))
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    for layer in [root, picture, holder] {
      layer.anchorPoint = .zero
      layer.bounds = CGRect(origin: .zero, size: size)
    }
    picture.isHidden = true
    let own = CGSize(width: clip.clip.size.width / scale, height: clip.clip.size.height / scale)
    picture.frame = clip.fit.box(of: own, in: size, alignment: clip.alignment)
    holder.addSublayer(scene)
    for layer in clip.isSceneAbove ? [picture, holder] : [holder, picture] { root.addSublayer(layer) }
    if let captions = clip.captions {
      // Their time is set frame by frame: the scene's does not run before it begins.
      captions.layer.speed = 0
      captions.layer.isHidden = true
      root.addSublayer(captions.layer)
    }
    CATransaction.commit()
  }

  /// Shows the clip's picture of a second.
  func showPicture(at second: Double) throws(VideoError) {
    let (number, image) = try playback.picture(at: second)
    if shown == number, !picture.isHidden { return }
    change {
      picture.contents = image
      picture.isHidden = false
    }
    shown = number
  }

  /// Shows the scene alone.
  func hidePicture() {
    guard !picture.isHidden else { return }
    change { picture.isHidden = true }
  }

  /// Shows the scene, or leaves it out.
  func showScene(_ isShown: Bool) {
    guard holder.isHidden == isShown else { return }
    change { holder.isHidden = !isShown }
  }

  /// Shows the captions of a second; whether there are any.
  func showCaptions(at second: Double) -> Bool {
    guard let captions = clip.captions else { return false }
    let areShown = captions.areShown(at: second)
    guard areShown || !captions.layer.isHidden else { return false }
    change {
      captions.layer.isHidden = !areShown
      if areShown { captions.layer.timeOffset = second }
    }
    return areShown
  }

  private func change(_ body: () -> Void) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    body()
    CATransaction.commit()
  }
}

#endif
