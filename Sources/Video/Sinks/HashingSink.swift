// A digest of each frame, beside the film: what a frame is known by, whatever the encoder makes of it.

import ImageFiles

/// Where the digests of a film's frames go.
package struct FrameHashes: Sendable {
  /// The file to write: a line a frame, of its number in the film and the SHA-256 of its pixels, premultiplied RGBA.
  package var path: String
  /// What stands before them.
  package var head: String

  package init(path: String, head: String) { (self.path, self.head) = (path, head) }
}

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
    var digest = SHA256()
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
