// A reader of a clip that is there once a picture is wanted.

package import CoreGraphics

/// Reads the pictures of a clip that the frames of a film show; where none is asked for, none is decoded, and no memory
/// taken.
package struct LateClipReader {
  package let clip: VideoClip
  private let pace: ClipPace
  private let memory: Int
  private var reader: ClipReader?
  /// The film's frame from which on each picture is shown; empty before the first is asked for.
  private var frames: [Int] = []
  /// The last picture of a file of its own.
  private var last: (number: Int, image: CGImage)?

  /// - Parameters:
  ///   - pace: the film's frames.
  ///   - memory: bytes of decoded pictures that are kept at a time.
  package init(_ clip: VideoClip, pace: ClipPace, memory: Int) {
    (self.clip, self.pace, self.memory) = (clip, pace, memory)
  }

  /// The picture that the film's frame at a second of the clip shows, as its decoder gives it.
  mutating func frame(at seconds: Double) throws(VideoError) -> ClipFrame {
    let number = picture(at: seconds)
    if let reader { return try reader.frame(number: number) }
    let reader = try clip.makeReader(memory: memory)
    self.reader = reader
    return try reader.frame(number: number)
  }

  /// The same as an image, with its place among the clip's pictures. In the place of one that cannot be decoded, the
  /// last one before it is shown.
  package mutating func image(at seconds: Double) throws(VideoError) -> (number: Int, image: CGImage) {
    guard let files = clip.files else {
      let frame = try frame(at: seconds)
      return (frame.index, try frame.image())
    }
    let number = picture(at: seconds)
    if let last, last.number == number { return last }
    do throws(VideoError) {
      let image = try files.image(number)
      last = (number, image)
      return (number, image)
    } catch {
      guard let last else { throw error }
      clip.notes.add("\(error); the picture before shows in its place")
      return last
    }
  }

  private mutating func picture(at seconds: Double) -> Int {
    if frames.isEmpty { frames = clip.frames(at: pace) }
    let wanted = pace.frame(at: seconds)
    return max(frames.partitioningIndex { $0 > wanted } - 1, 0)
  }
}
