// A digest of each frame, beside the film: what a frame is known by, whatever the encoder makes of it.

/// Where the digests of a film's frames go.
package struct FrameHashes: Sendable {
  /// The file to write: a line a frame, of its number in the film and the SHA-256 of its pixels, premultiplied RGBA.
  package var path: String
  /// What stands before them.
  package var head: String

  package init(path: String, head: String) { (self.path, self.head) = (path, head) }
}
