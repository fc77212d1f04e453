// Frames whose digests are written to a file of their own.

import ImageFiles

/// Hands frames on, and writes their digests.
final class HashingSink: FrameSink {
  private let next: any FrameSink
  private let file: UnfinishedFile
  private let first: Int

  /// - Parameter first: the number of the first frame in the film.
  init(_ next: any FrameSink, hashes: FrameHashes, first: Int) throws(VideoError) {
    (self.next, self.first) = (next, first)
    do throws(ImageFileError) {
      file = try UnfinishedFile(for: hashes.path)
      try file.write(Array(hashes.head.utf8))
    } catch {
      throw VideoError(error)
    }
  }

  func write(_ frame: UnsafeRawBufferPointer, at index: Int) throws(VideoError) {
    let digest = SHA256()
    digest.update(frame)
    do throws(ImageFileError) {
      try file.write(Array("\(first + index) \(digest.finalized())\n".utf8))
    } catch {
      throw VideoError(error)
    }
    try next.write(frame, at: index)
  }

  func complete() throws(VideoError) { try next.complete() }

  func publish() throws(VideoError) {
    do throws(ImageFileError) { try file.publish() } catch { throw VideoError(error) }
    try next.publish()
  }

  func discard() {
    file.discard()
    next.discard()
  }
}
