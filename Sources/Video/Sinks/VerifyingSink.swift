// Frames that are compared with the digests of a film that was made before.

package import ImageFiles
import Synchronization

/// The digests that frames are to have, and the first frame that has another.
package final class FrameVerification: Sendable {
  private let digests: [SHA256.Digest]
  private let difference = Mutex<Int?>(nil)

  /// - Parameter digests: frame by frame.
  package init(_ digests: [SHA256.Digest]) { self.digests = digests }

  /// The first frame that differs, counted from the first that was compared; nil where none does.
  package var firstDifference: Int? { difference.withLock { $0 } }

  /// Whether a frame is what it was.
  fileprivate func holds(_ frame: UnsafeRawBufferPointer, at index: Int) -> Bool {
    let digest = SHA256()
    digest.update(frame)
    guard index < digests.count, digest.finalized() == digests[index] else {
      difference.withLock { $0 = $0 ?? index }
      return false
    }
    return true
  }
}

/// Compares the frames, and writes nothing. The first that differs cancels the film.
final class VerifyingSink: FrameSink {
  private let verification: FrameVerification

  init(_ verification: FrameVerification) { self.verification = verification }

  func write(_ frame: UnsafeRawBufferPointer, at index: Int) throws(VideoError) {
    guard verification.holds(frame, at: index) else { throw .cancelled }
  }

  func complete() {}
  func publish() {}
  func discard() {}
}
