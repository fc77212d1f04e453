// A reader of a clip that is there once a picture is wanted.

/// Reads the pictures of a clip; where none is asked for, none is decoded, and no memory taken.
package struct LateClipReader {
  package let clip: VideoClip
  private let memory: Int
  private var reader: ClipReader?

  /// - Parameter memory: bytes of decoded pictures that are kept at a time.
  package init(_ clip: VideoClip, memory: Int) { (self.clip, self.memory) = (clip, memory) }

  /// The picture that shows at a second, as ``ClipReader/frame(at:)`` has it.
  package mutating func frame(at seconds: Double) throws(VideoError) -> ClipFrame {
    if let reader { return try reader.frame(at: seconds) }
    let reader = try clip.makeReader(memory: memory)
    self.reader = reader
    return try reader.frame(at: seconds)
  }
}
