// A film that is made with a clip: a scene over it, or under it.
//
// If the encoder takes the clip's planes, frames of the scene are rendered without a background, and put over the
// planes on their way to the encoder (Underlay). In all other cases - a scene that depends on what lies below, a clip
// of another size, with alpha or rotated, and other formats - the clip's picture is in a layer beside the scene's.

#if Films

import CoreGraphics
package import QuartzCore
package import Video

/// A clip in a film, together with a scene.
package struct FilmClip: Sendable {
  package let clip: VideoClip
  /// Whether the scene lies over the clip, rather than the clip over the scene.
  package var isSceneAbove: Bool
  /// The clip's second at the film's first frame.
  package var start = 0.0
  /// The duration of the part of the clip that the film shows, in seconds.
  package var length: Double
  /// The range of time in which the scene is visible, in seconds of the clip.
  package var sceneRange = 0...Double.infinity
  /// The scene's time when it becomes visible, in seconds.
  package var sceneStart = 0.0
  /// The way the clip fills a film of another size.
  package var fit = CanvasFit.contain
  package var alignment = CanvasAlignment.center
  /// The captions over the clip and the scene.
  package var captions: FilmCaptions?
  /// Whether the film follows the clip: a picture first shows in the frame nearest to its second, and the clip's
  /// timecode goes on. Otherwise each frame has the picture of its second, as in AVFoundation.
  package var isFollowed = true
  /// Whether filters or blend modes of the scene may reach the clip.
  package var isBlended = false
  /// The most bytes of decoded pictures; few, as a film asks for one after the other.
  package var memory: Int

  /// Creates a film's clip with a scene over it, or under it.
  package init(_ clip: VideoClip, isSceneAbove: Bool = true) {
    (self.clip, self.isSceneAbove, length) = (clip, isSceneAbove, clip.duration)
    memory = max(64 << 20, clip.leastMemory)
  }

  /// The scene's time at the film's first frame, in seconds.
  package var sceneTimeAtStart: Double { sceneStart + start - sceneRange.lowerBound }

  /// Returns the times of a film's frames in the clip.
  func pace(at rate: FrameRate) -> ClipPace { ClipPace(rate: rate, start: start) }

  /// Returns the clip's pictures for the frames of a film.
  func playback(at rate: FrameRate, _ depth: ImageDepth = .bytes) -> ClipPlayback {
    ClipPlayback(clip, memory: memory, pace: isFollowed ? pace(at: rate) : nil, depth: depth)
  }

  /// Returns the clip's second at a time of the scene.
  func second(at time: CFTimeInterval) -> Double { time - sceneTimeAtStart + start }

  /// Whether the scene shows at a second of the clip, allowing for rounding.
  func showsScene(at second: Double) -> Bool {
    second >= sceneRange.lowerBound - 1e-6 && second < sceneRange.upperBound - 1e-6
  }
}

/// The layers of a film with a clip.
package final class ClipStage {
  let clip: FilmClip
  /// The layer to render.
  package let root = CALayer()
  private let picture = CALayer()
  private let holder = CALayer()
  private let playback: ClipPlayback
  /// The index of the current picture; nil before the first.
  private var shown: Int?

  /// - Parameters:
  ///   - size: the size of the canvas, in points.
  ///   - scale: the number of pixels in a point.
  ///   - depth: that of the clip's images.
  package init(_ clip: FilmClip, scene: CALayer, size: CGSize, scale: CGFloat, rate: FrameRate, _ depth: ImageDepth) {
    (self.clip, playback) = (clip, clip.playback(at: rate, depth))
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    for layer in [root, picture, holder] {
      layer.anchorPoint = .zero
      layer.bounds = CGRect(origin: .zero, size: size)
    }
    picture.isHidden = true
    picture.name = clip.clip.name
    picture.preferredDynamicRange = .high
    let own = CGSize(width: clip.clip.size.width / scale, height: clip.clip.size.height / scale)
    picture.frame = clip.fit.box(of: own, in: size, alignment: clip.alignment)
    holder.addSublayer(scene)
    for layer in clip.isSceneAbove ? [picture, holder] : [holder, picture] { root.addSublayer(layer) }
    if let captions = clip.captions {
      // Their time is set for each frame: the scene's does not run before it begins.
      captions.layer.speed = 0
      captions.layer.isHidden = true
      root.addSublayer(captions.layer)
    }
    CATransaction.commit()
  }

  /// Shows the clip's picture, the scene and the captions at a time of the scene, in seconds. Returns the time at which
  /// the layers are to be drawn.
  package func show(at time: CFTimeInterval) throws(VideoError) -> CFTimeInterval {
    let second = clip.second(at: time)
    showScene(clip.showsScene(at: second))
    _ = showCaptions(at: second)
    try showPicture(at: second)
    return max(time, clip.sceneStart)
  }

  /// Shows the clip's picture at a second.
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

  /// Shows or hides the scene.
  func showScene(_ isShown: Bool) {
    guard holder.isHidden == isShown else { return }
    change { holder.isHidden = !isShown }
  }

  /// Shows the captions at a second, and returns whether there are any.
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
