// Reads a film's clip, from the first picture that the film shows on.

package import CoreGraphics

/// Reads the pictures of a clip that a film's frames show. The decoder is opened for the first picture.
package struct LateClipReader {
  package let clip: VideoClip
  private let pace: ClipPace
  private let memory: Int
  private var reader: ClipReader?
  /// The first frame of each picture; empty before the first picture is read.
  private var frames: [Int] = []
  /// The last picture that was read from a file of `clip.files`.
  private var last: (number: Int, image: CGImage)?

  /// - Parameters:
  ///   - pace: the times of the film's frames.
  ///   - memory: bytes of decoded pictures that are kept at a time.
  package init(_ clip: VideoClip, pace: ClipPace, memory: Int) {
    (self.clip, self.pace, self.memory) = (clip, pace, memory)
  }

  /// Returns the decoded picture that the film shows at a second of the clip.
  mutating func frame(at seconds: Double) throws(VideoError) -> ClipFrame {
    let number = picture(at: seconds)
    if let reader { return try reader.frame(number: number) }
    let reader = try clip.makeReader(memory: memory)
    self.reader = reader
    return try reader.frame(number: number)
  }

  /// Returns the picture that the film shows at a second of the clip, as an image, and the picture's index. If the
  /// picture cannot be decoded, the previous picture stands in.
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
