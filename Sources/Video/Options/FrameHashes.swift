// The digests of a film's frames, which identify the frames whatever the encoder makes of them.

/// The file of the digests of a film's frames.
package struct FrameHashes: Sendable {
  /// The file to write: a line a frame, of its number in the film and the SHA-256 of its pixels, premultiplied RGBA.
  package var path: String
  /// The text before the digests.
  package var head: String

  package init(path: String, head: String) { (self.path, self.head) = (path, head) }
}
