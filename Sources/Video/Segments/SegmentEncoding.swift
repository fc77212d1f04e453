// Tested by SegmentTests.

import CLibAV
import CoreGraphics
import Foundation

/// One segment of a film on its way through an encoder of its own, by a thread of its own.
final class SegmentEncoding: @unchecked Sendable {
  // Unchecked Sendable: `stage.condition` guards the queues, the ends and the outcome; the encoder is the thread's.

  /// The number of the segment's first frame.
  private let start: Int
  private let encoder: VideoEncoder
  private let stage: Stage
  /// Pictures in order, the first of which is being encoded.
  private var pictures: [EncoderPicture] = []
  private var packets: [Owned<AVPacket>] = []
  /// Whether all pictures are there, and whether the rest is not encoded.
  private var (isWhole, isStopped) = (false, false)
  private var outcome: Result<Void, VideoError>?
  private var thread: JoinedThread?

  /// The pictures of all segments that are encoded at a time.
  final class Stage: @unchecked Sendable {
    // Unchecked Sendable: `condition` guards the rest.
    let condition = NSCondition()
    /// The number of pictures that wait, and of packets that were not taken.
    fileprivate(set) var held = 0
    fileprivate var spare: [EncoderPicture] = []

    /// Returns a picture that no encoder uses; nil for none.
    func takeSpare() -> EncoderPicture? { condition.withLock { spare.popLast() } }
  }

  /// Starts the thread. `start` is the number of the segment's first frame.
  init(_ encoder: VideoEncoder, at start: Int, on stage: Stage) throws(VideoError) {
    (self.encoder, self.start, self.stage) = (encoder, start, stage)
    do throws(JoinedThread.Refused) {
      thread = try JoinedThread(name: "segment") { self.run() }
    } catch {
      throw .refused("encoder", error)
    }
  }

  /// Adds the next picture.
  func add(_ picture: EncoderPicture) {
    stage.condition.withLock {
      pictures.append(picture)
      stage.held += 1
      stage.condition.broadcast()
    }
  }

  /// Ends the segment after the pictures that were added.
  func end() {
    stage.condition.withLock {
      isWhole = true
      stage.condition.broadcast()
    }
  }

  /// Ends the thread after at most one more picture.
  func stop() {
    stage.condition.withLock {
      isStopped = true
      stage.condition.broadcast()
    }
    thread?.join()
  }

  /// Returns the packets so far, whose times are in frames of the film, and whether they are the segment's last.
  /// Waits for one unless `isEnough`, which is called under the lock, returns true. Throws the thread's error.
  func takePackets(unless isEnough: () -> Bool) throws(VideoError) -> (packets: [Owned<AVPacket>], areLast: Bool) {
    stage.condition.lock()
    defer { stage.condition.unlock() }
    while packets.isEmpty, outcome == nil, !isEnough() { stage.condition.wait() }
    let taken = packets
    packets = []
    stage.held -= taken.count
    if taken.isEmpty { try outcome?.get() }
    return (taken, taken.isEmpty && outcome != nil)
  }

  // MARK: The thread

  private func run() {
    let result = Result { () throws(VideoError) in
      var index = 0
      while let picture = nextPicture() {
        try encoder.send(picture, at: index) { packet throws(VideoError) in try keep(packet) }
        giveBack(picture)
        index += 1
      }
      if !stage.condition.withLock({ isStopped }) {
        try encoder.flush { packet throws(VideoError) in try keep(packet) }
      }
    }
    stage.condition.withLock {
      outcome = result
      stage.condition.broadcast()
    }
  }

  /// Waits for a picture; nil if there will be no more, or the film is cancelled.
  private func nextPicture() -> EncoderPicture? {
    stage.condition.withLock {
      while pictures.isEmpty, !isWhole, !isStopped { stage.condition.wait() }
      return isStopped ? nil : pictures.first
    }
  }

  private func giveBack(_ picture: EncoderPicture) {
    stage.condition.withLock {
      pictures.removeFirst()
      stage.spare.append(picture)
      stage.held -= 1
      stage.condition.broadcast()
    }
  }

  private func keep(_ packet: UnsafeMutablePointer<AVPacket>) throws(VideoError) {
    let kept = try Owned<AVPacket>()
    av_packet_move_ref(kept.wrappedValue, packet)
    kept.wrappedValue.pointee.pts += Int64(start)
    kept.wrappedValue.pointee.dts += Int64(start)
    stage.condition.withLock {
      packets.append(kept)
      stage.held += 1
      stage.condition.broadcast()
    }
  }
}
