// The frames of the files that a film is made of, by their times. Few files are open at a time, however many there are.
//
// Tested by CompositionTests.

import CoreGraphics
import Multiplane
import QuartzCore
import Synchronization
import Video

/// Decoders of files, those that were used last.
final class FramePool: Sendable {
  private struct State {
    /// The one that was used last is the last.
    var files: [(source: MediaSource, contents: ClipContents)] = []
    var failure: (any Error & CustomStringConvertible)?
  }

  private let state = Mutex(State())
  /// Bytes that the frames of a file take at most.
  private let memory: Int
  private static let mostFiles = 4

  init(memory: Int = VideoClip.standardMemory / 2) { self.memory = memory }

  /// The error of the first frame that could not be decoded; nil if every frame could be.
  var failure: (any Error & CustomStringConvertible)? { state.withLock { $0.failure } }

  /// Returns the frame of a file that shows at a second of it; nil if it cannot be decoded.
  func image(_ source: MediaSource, at second: Double) -> CGImage? {
    do throws(AVError) {
      let contents = try contents(of: source)
      if let image = contents.image(at: second) { return image }
      if let failure = contents.failure { state.withLock { $0.failure = $0.failure ?? failure } }
    } catch {
      state.withLock { $0.failure = $0.failure ?? error }
    }
    return nil
  }

  private func contents(of source: MediaSource) throws(AVError) -> ClipContents {
    let clip = try source.clip.get()
    return state.withLock { state in
      if let index = state.files.firstIndex(where: { $0.source === source }) {
        let file = state.files.remove(at: index)
        state.files.append(file)
        return file.contents
      }
      if state.files.count == Self.mostFiles { state.files.removeFirst() }
      let contents = ClipContents(clip, from: 0, to: clip.duration, memory: memory)
      state.files.append((source, contents))
      return contents
    }
  }
}

/// The pictures of a segment, as contents that move.
final class SegmentContents: MovingContents {
  /// Seconds of the file.
  let duration: Double
  private let source: MediaSource
  private let start: Double
  private let frame: Double
  private let pool: FramePool

  /// - Parameters:
  ///   - range: of the file's time; not empty.
  init(_ source: MediaSource, _ range: CMTimeRange, _ pool: FramePool) {
    (self.source, self.pool) = (source, pool)
    (start, duration) = (range.start.seconds, range.duration.seconds)
    let rate = source.readable?.pictures?.nominalFrameRate?.framesPerSecond ?? 500
    frame = 1 / rate
  }

  func image(at time: CFTimeInterval) -> CGImage? {
    // At its end the last frame of the segment shows, and not the one that would follow.
    let last = max(duration - frame / 2, duration / 2)
    return pool.image(source, at: start + (time >= duration - 1e-6 ? last : time))
  }

  var failure: (any Error & CustomStringConvertible)? { pool.failure }
}
