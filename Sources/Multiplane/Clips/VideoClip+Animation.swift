// Tested by ClipContentsTests and SceneClipTests.

#if Films

package import CoreGraphics
public import Foundation
public import QuartzCore
public import Video

// Importers of this module see clips.
@_exported public import class Video.VideoClip

extension VideoClip {
  /// The default for the most bytes of a clip's frames.
  package static let standardMemory = 256 << 20

  /// Opens a film: MP4, QuickTime, Matroska, WebM, AVI and others, which the article on footage lists. Its packets are
  /// read once, without being decoded; the file must not change.
  ///
  /// - Throws: ``RenderingError/cannotRead(path:reason:)``, also for files that are not regular, unsupported kinds and
  ///   pictures that are too large; ``RenderingError/encoderUnavailable(_:)`` if ffmpeg's libraries are not installed.
  public convenience init(contentsOf url: URL) throws(RenderingError) {
    do throws(VideoError) { try self.init(file: url) } catch { throw RenderingError(error) }
  }

  /// Opens a film in memory, whose `name` appears in errors. Throws as ``init(contentsOf:)``.
  public convenience init(data: Data, name: String) throws(RenderingError) {
    do throws(VideoError) { try self.init(.data(data, name: name)) } catch { throw RenderingError(error) }
  }

  /// Returns an animation that plays a stretch of the clip as a layer's contents.
  ///
  /// ```swift
  /// let clip = try VideoClip(contentsOf: URL(filePath: "waves.mp4"))
  /// let film = try clip.animation(from: 2, to: 6)
  /// film.repeatCount = .infinity
  /// layer.contentsGravity = .resizeAspectFill
  /// layer.add(film, forKey: "film")
  /// ```
  ///
  /// By default, the animation plays once, from when it is added. ``/QuartzCore/CAMediaTiming`` changes that, by
  /// `beginTime`, `speed`, `repeatCount`, `autoreverses` or `fillMode`; a duration other than its own plays it faster
  /// or slower. It follows the layer's own time. Corners, masks, shadows, filters and perspective apply to a frame as
  /// to any contents. It has no sound.
  ///
  /// In frames of half floats, light above white shows where the layer's
  /// ``/QuartzCore/CALayer/preferredDynamicRange-swift.property`` is `.high`; in others it is compressed into white.
  ///
  /// Frames are decoded on request. If one cannot be, rendering and exports of frames that show it throw
  /// ``RenderingError/cannotRead(path:reason:)``.
  ///
  /// - Parameters:
  ///   - start: the clip's second at which it begins.
  ///   - end: the clip's second at which it ends; nil, the default, for the clip's end.
  ///   - memoryLimit: the most bytes of decoded frames; nil, the default, for 256 MiB. If two pictures take more, the
  ///     film cannot be read.
  /// - Throws: ``RenderingError/invalidArgument(_:)`` if the clip has no pictures, or does not have these seconds.
  public func animation(
    from start: CFTimeInterval = 0, to end: CFTimeInterval? = nil, memoryLimit: Int? = nil
  ) throws(RenderingError) -> CAPropertyAnimation {
    let (start, end) = try stretch(from: start, to: end)
    return MovingContentsAnimation(
      ClipContents(self, ClipTiming(self, from: start, length: end - start), memory: memoryLimit ?? Self.standardMemory)
    )
  }

  /// Returns the seconds of a stretch; throws unless the clip has pictures during them.
  package func stretch(
    from start: Double, to end: Double?
  ) throws(RenderingError) -> (start: Double, end: Double) {
    guard pictures != nil else { throw .invalidArgument("\(name): it has no pictures") }
    let last = end ?? duration
    // A rounded end may be slightly too late.
    guard start.isFinite, start >= 0, last > start, last <= duration + 0.001 else {
      let asked = end.map { "\(start) to \($0)" } ?? "\(start) on"
      throw .invalidArgument("\(name): the seconds from \(asked) are asked for; it has those from 0 to \(duration)")
    }
    return (start, min(last, duration))
  }
}

/// A stretch of a clip that plays as contents of layers.
package final class ClipContents: MovingContents {
  private let timing: ClipTiming
  let playback: ClipPlayback

  /// - Parameters:
  ///   - memory: the most bytes for frames, in all.
  ///   - pool: the clips that share memory with this one; nil for a clip that has its own.
  package init(_ clip: VideoClip, _ timing: ClipTiming, memory: Int, in pool: ClipPool? = nil) {
    (self.timing, playback) = (timing, ClipPlayback(clip, memory: memory, in: pool))
  }

  package func setDepth(_ depth: ImageDepth) { playback.setDepth(depth) }

  package var duration: Double { timing.duration }

  package func image(at time: CFTimeInterval) -> CGImage? { timing.second(at: time).flatMap(playback.image) }

  /// Returns the picture that shows at a time, to pass as it is into a film of its form; nil if it has another form.
  func passed(at time: CFTimeInterval, as form: PictureForm) throws(VideoError) -> PassedPicture? {
    guard let second = timing.second(at: min(max(time, 0), duration)) else { return nil }
    return try playback.passed(at: second, as: form)
  }

  package var failure: (any Error & CustomStringConvertible)? { playback.failure }
}

#endif
