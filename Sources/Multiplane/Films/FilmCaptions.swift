#if Films

import Foundation
package import QuartzCore
import Video

/// Captions over a film with a clip: a layer over both, whose time is the clip's.
package struct FilmCaptions: Sendable {
  /// Its time 0 is the clip's.
  package nonisolated(unsafe) let layer: CALayer
  /// The ranges of time in which captions are shown, in seconds of the clip, in order.
  package let ranges: [Range<Double>]

  /// - Parameter ranges: the ranges of time in which captions are shown, in order.
  package init(_ layer: CALayer, shownIn ranges: [Range<Double>]) { (self.layer, self.ranges) = (layer, ranges) }

  /// Whether a caption is shown at a second of the clip, which may miss a frame's own by arithmetic's error.
  func areShown(at second: Double) -> Bool {
    let next = ranges.partitioningIndex { !($0.upperBound - 2e-6 <= second) }
    return next < ranges.count && ranges[next].lowerBound - 2e-6 <= second
  }
}

#endif
