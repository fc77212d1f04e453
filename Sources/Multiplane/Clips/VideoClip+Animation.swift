// Tested by ClipContentsTests and SceneClipTests.

#if Films

import CoreGraphics
public import Foundation
public import QuartzCore
public import Video

// Who imports this module sees clips.
@_exported public import class Video.VideoClip

extension VideoClip {
  /// The most bytes of the frames of a clip, unless another number is given.
  package static let standardMemory = 256 << 20

  /// Opens a film: MP4, QuickTime, Matroska, WebM, AVI and others, as the article on footage lists them. It is looked
  /// through once, without decoding it; the file is to stay as it is.
  ///
  /// - Parameter url: a file URL.
  /// - Throws: ``RenderingError/cannotRead(path:reason:)``, also for what is no regular file, for kinds that are not
  ///   read, and for pictures that are larger than may be; ``RenderingError/encoderUnavailable(_:)`` where the
  ///   libraries of ffmpeg are not installed.
  public convenience init(contentsOf url: URL) throws(RenderingError) {
    do throws(VideoError) { try self.init(file: url) } catch { throw RenderingError(error) }
  }

  /// Opens a film whose bytes are in memory.
  ///
  /// - Parameters:
  ///   - data: the bytes of the whole file.
  ///   - name: what errors call it.
  /// - Throws: as ``init(contentsOf:)``.
  public convenience init(data: Data, name: String) throws(RenderingError) {
    do throws(VideoError) { try self.init(.data(data, name: name)) } catch { throw RenderingError(error) }
  }

  /// An animation that plays a stretch of the clip as a layer's contents.
  ///
  /// ```swift
  /// let clip = try VideoClip(contentsOf: URL(filePath: "waves.mp4"))
  /// let film = try clip.animation(from: 2, to: 6)
  /// film.repeatCount = .infinity
  /// layer.contentsGravity = .resizeAspectFill
  /// layer.add(film, forKey: "film")
  /// ```
  ///
  /// It is an animation like any other: it plays once, from when it is added, unless ``/QuartzCore/CAMediaTiming`` says
  /// otherwise, by `beginTime`, `speed`, `repeatCount`, `autoreverses` or `fillMode`, and it follows the layer's own
  /// time. A duration other than its own plays it faster or slower. Corners, masks, shadows, filters and perspective
  /// work on a frame as on any contents. Nothing is heard of it.
  ///
  /// Frames are decoded when they are asked for. One that cannot be is an error of the frame that would show it:
  /// rendering and exports throw ``RenderingError/cannotRead(path:reason:)``.
  ///
  /// - Parameters:
  ///   - start: the clip's second that plays first.
  ///   - end: the clip's second that ends it; nil, the default, for its own end.
  ///   - memoryLimit: the most bytes of decoded frames that are kept; nil, the default, for 256 MiB. A film of which
  ///   two pictures take more cannot be read.
  /// - Throws: ``RenderingError/invalidArgument(_:)`` where the clip has no pictures, or no such seconds.
  public func animation(
    from start: CFTimeInterval = 0, to end: CFTimeInterval? = nil, memoryLimit: Int? = nil
  ) throws(RenderingError) -> CAPropertyAnimation {
    let (start, end) = try stretch(from: start, to: end)
    return MovingContentsAnimation(
      ClipContents(self, ClipTiming(self, from: start, length: end - start), memory: memoryLimit ?? Self.standardMemory)
    )
  }

  /// The seconds of a stretch, which are there and have pictures.
  package func stretch(
    from start: Double, to end: Double?
  ) throws(RenderingError) -> (start: Double, end: Double) {
    guard pictures != nil else { throw .invalidArgument("\(name): it has no pictures") }
    let last = end ?? duration
    // An end that is written with few digits may be a little beyond.
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
  private let playback: ClipPlayback

  /// - Parameter memory: the most bytes for frames, in all.
  package init(_ clip: VideoClip, _ timing: ClipTiming, memory: Int) {
    (self.timing, playback) = (timing, ClipPlayback(clip, memory: memory))
  }

  package var duration: Double { timing.duration }

  package func image(at time: CFTimeInterval) -> CGImage? { timing.second(at: time).flatMap(playback.image) }

  package var failure: (any Error & CustomStringConvertible)? { playback.failure }
}

#endif
