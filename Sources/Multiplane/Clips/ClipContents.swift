// The frames of a clip as contents of layers. A renderer asks for one time after the other, the delayed copies of a
// replicator for several in turn: each has a decoder of its own, so that none seeks for the others.
//
// Tested by ClipContentsTests and SceneClipTests.

#if Films

import CoreGraphics
package import QuartzCore
import Synchronization
package import Video

/// A stretch of a clip that plays.
package final class ClipContents: MovingContents, @unchecked Sendable {
  // Unchecked Sendable: decoders are used under the lock, by one thread at a time.

  package let duration: Double
  private let clip: VideoClip
  /// Seconds of the clip.
  private let (start, length): (Double, Double)
  /// The mapping from the time of the contents to the second of the stretch that shows; nil for an even course.
  private let course: ClipCourse?
  /// Bytes of all decoders' frames, and of the images that are kept.
  private let memory: Int
  /// The part of ``memory`` that the decoders have, in bytes.
  private var given = 0

  /// A decoder, and the second that it was asked for last.
  private struct Decoder {
    let reader: ClipReader
    var second: Double
  }

  private let lock = Mutex(())
  /// The one that was used last is the last.
  private var decoders: [Decoder] = []
  private var images: [(index: Int, image: CGImage)] = []
  private var error: VideoError?
  private static let mostDecoders = 4

  /// The memory that decoding a clip takes at least.
  package static func leastMemory(of clip: VideoClip) -> Int {
    guard let pictures = clip.pictures else { return 0 }
    let picture = pictures.codedWidth * pictures.codedHeight * ((pictures.layout.depth > 8 ? 2 : 1) * 3 + 4)
    return picture * 2 + (1 << 20)
  }

  /// A stretch of a clip.
  ///
  /// - Parameters:
  ///   - start: the clip's second that plays first.
  ///   - end: the clip's second that ends it.
  ///   - memory: the most bytes for frames, in all.
  package init(_ clip: VideoClip, from start: Double, to end: Double, course: ClipCourse? = nil, memory: Int) {
    (self.clip, self.start, length) = (clip, start, end - start)
    (self.course, self.memory) = (course, memory)
    duration = course?.duration ?? length
  }

  package func image(at time: CFTimeInterval) -> CGImage? {
    var second = time
    if let course {
      guard let place = course.second(at: time, length: length) else { return nil }
      second = place
    }
    // At its end the last frame of the stretch shows, and not the one that would follow.
    if second >= length - 1e-6 { second = max(length - frameDuration / 2, length / 2) }
    return lock.withLock { _ in frame(at: start + second) }
  }

  package var failure: (any Error & CustomStringConvertible)? { lock.withLock { _ in error } }

  /// A frame's seconds, as far as that is known.
  private var frameDuration: Double { clip.pictures?.nominalFrameRate.map { 1 / $0.framesPerSecond } ?? 0.002 }

  private func frame(at second: Double) -> CGImage? {
    do throws(VideoError) {
      let decoder = try decoder(for: second)
      let frame = try decoder.frame(at: second)
      if let known = images.first(where: { $0.index == frame.index }) { return known.image }
      let image = try frame.image()
      images.append((frame.index, image))
      // An eighth of the memory is theirs.
      while images.count > 1, images.reduce(0, { $0 + $1.image.pixels.count }) > memory / 8 { images.removeFirst() }
      return image
    } catch {
      self.error = self.error ?? error
      return images.last?.image
    }
  }

  /// The memory of one more decoder, in bytes; nil if the memory or the number of decoders does not allow one. The
  /// first has half of the memory: most clips show one time.
  private var shareOfNext: Int? {
    let least = Self.leastMemory(of: clip)
    if decoders.isEmpty { return max(memory / 2, min(least, memory)) }
    let share = max(memory / 8, least)
    return decoders.count < Self.mostDecoders && given + share <= memory ? share : nil
  }

  /// The decoder that is closest before a second; a new one, or else the one that was not used for longest, where none
  /// is close.
  private func decoder(for second: Double) throws(VideoError) -> ClipReader {
    // As far as decoding on is no worse than a seek.
    let near = 2.0
    let best = decoders.indices.filter { -1e-6...near ~= second - decoders[$0].second }
      .min { second - decoders[$0].second < second - decoders[$1].second }
    var decoder: Decoder
    if let best {
      decoder = decoders.remove(at: best)
    } else if let share = shareOfNext {
      decoder = Decoder(reader: try clip.makeReader(memory: share), second: second)
      given += share
    } else {
      decoder = decoders.removeFirst()
    }
    decoder.second = second
    decoders.append(decoder)
    return decoder.reader
  }
}

#endif
