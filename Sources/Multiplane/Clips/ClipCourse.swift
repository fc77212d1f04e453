// When a clip's seconds show: a scene's own time for it, which may stand still, turn round or jump.

#if Films

import Foundation
import Video

/// The way through a clip.
package struct ClipCourse: Sendable, Equatable {
  /// A moment of the scene, and the clip's second that shows then.
  package struct Point: Sendable, Equatable {
    /// Seconds of the scene.
    package var time: Double
    /// Seconds after the beginning of the stretch that plays.
    package var second: Double

    package init(time: Double, second: Double) { (self.time, self.second) = (time, second) }
  }

  /// The pictures before the beginning of the stretch that plays, and after its end.
  package enum Ending: String, Sendable, CaseIterable {
    /// Nothing of the clip.
    case nothing
    /// Its first, or its last, frame.
    case hold
    /// The stretch again, and again.
    case loop
  }

  /// In the order of time, those of one time being a jump; between two the clip runs evenly, and before the first and
  /// after the last it stands. One at least.
  private let points: [Point]
  /// The duration, in seconds of the scene, from 0 on.
  let duration: Double
  private let ending: Ending

  /// A way.
  ///
  /// - Parameters:
  ///   - points: in the order of time; none for a clip that begins with the scene and runs at its own pace.
  ///   - duration: in seconds of the scene, more than 0.
  package init(_ points: [Point] = [], duration: Double, ending: Ending) {
    self.points =
      points.isEmpty ? [Point(time: 0, second: 0), Point(time: duration, second: duration)] : points
    (self.duration, self.ending) = (duration, ending)
  }

  /// The second of the stretch that shows at a time; nil where nothing does.
  ///
  /// - Parameter length: of the stretch, in seconds.
  func second(at time: Double, length: Double) -> Double? {
    let second = place(at: time)
    // Times are computed with rounding: a stretch has begun, and has ended, a microsecond early.
    let slack = min(1e-6, length / 4)
    switch ending {
    case .hold: return min(max(second, 0), length)
    case .nothing: return second >= -slack && second < length - slack ? max(second, 0) : nil
    case .loop:
      let cycles = ((second + slack) / length).rounded(.down)
      return cycles.isFinite ? min(max(second - cycles * length, 0), length) : 0
    }
  }

  private func place(at time: Double) -> Double {
    let next = points.partitioningIndex { !($0.time <= time + 1e-9) }
    guard next > 0 else { return points[0].second }
    let from = points[next - 1]
    guard next < points.count else { return from.second }
    let to = points[next]
    return from.second + (to.second - from.second) * max(0, time - from.time) / (to.time - from.time)
  }
}

#endif
