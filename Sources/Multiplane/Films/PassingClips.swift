// Clips that fill a film's frames: their pictures pass from the decoder to the encoder, and are not drawn.
//
// Tested by FilmDocumentTests.

#if Films

package import CoreGraphics
package import QuartzCore
import Video

/// The clips in a tree's layers that are alone in frames at times.
package struct PassingClips {
  private struct Stretch {
    let contents: ClipContents
    /// The time of the contents' beginning, in seconds of the root.
    let start: Double
    let ranges: [Range<Double>]
    var form: PictureForm?

    var length: Double { ranges.reduce(0) { $0 + $1.upperBound - $1.lowerBound } }
  }

  private var stretches: [Stretch] = []

  /// Finds the clips of a tree as a document made it, whose root is opaque and fills a canvas in points without being
  /// stretched; nil without any.
  package init?(in root: CALayer, canvas: CGSize) {
    let frame = root.frame
    let gaps = [frame.minX, frame.minY, frame.maxX - canvas.width, frame.maxY - canvas.height]
    let stretch = frame.width * root.bounds.height - frame.height * root.bounds.width
    let isWhole = gaps.allSatisfy { abs($0) < 1e-6 } && abs(stretch) < 1e-3
    guard isWhole, root.backgroundColor?.alpha == 1 else { return nil }
    root.forEachInTree(masks: false) { layer in
      for attached in layer.animations {
        guard let animation = attached.animation as? MovingContentsAnimation, let alone = animation.alone,
          let contents = animation.source as? ClipContents
        else { continue }
        stretches.append(Stretch(contents: contents, start: alone.start, ranges: alone.ranges))
      }
    }
    guard !stretches.isEmpty else { return nil }
  }

  /// Keeps the clips whose pictures can pass into a film of a size in pixels, and returns their form: that of the most
  /// seconds.
  mutating func choose(
    _ format: VideoFormat, _ options: VideoOptions, width: Int, height: Int
  ) -> PictureForm? {
    for index in stretches.indices {
      let clip = stretches[index].contents.playback.clip
      stretches[index].form = format.passedForm(of: clip, options, width: width, height: height)
    }
    var seconds: [(form: PictureForm, length: Double)] = []
    for stretch in stretches {
      guard let form = stretch.form else { continue }
      if let known = seconds.firstIndex(where: { $0.form.passesLike(form) }) {
        seconds[known].length += stretch.length
      } else {
        seconds.append((form, stretch.length))
      }
    }
    guard let best = seconds.max(by: { $0.length < $1.length })?.form else { return nil }
    stretches.removeAll { $0.form?.passesLike(best) != true }
    return best
  }

  /// Returns the picture that is alone at a time of the root, in seconds; nil if the frame must be drawn.
  func picture(at time: CFTimeInterval) throws(VideoError) -> PassedPicture? {
    guard let stretch = stretches.first(where: { $0.ranges.contains { $0.contains(time) } }), let form = stretch.form
    else { return nil }
    return try stretch.contents.passed(at: time - stretch.start, as: form)
  }
}

#endif
