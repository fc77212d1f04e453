// Tested by ClipTimingTests, ClipContentsTests and SceneClipTests.

/// The times at which the seconds of a clip show.
package struct ClipTiming: Sendable {
  /// A time, and the second of the stretch that shows then.
  package typealias Point = (time: Double, second: Double)

  /// The content before the beginning of the stretch and after its end.
  package enum Ending: String, Sendable, CaseIterable {
    /// Nothing of the clip.
    case nothing
    /// The stretch's first or last frame.
    case hold
    /// The stretch again and again.
    case loop
  }

  /// The duration of what shows, in seconds from 0 on.
  package let duration: Double
  /// The stretch of the clip, in its seconds.
  private let (start, length): (Double, Double)
  /// The duration of a frame, in seconds; 0.002 if unknown.
  private let frame: Double
  /// The points between which the clip runs evenly. It stands still before the first and after the last; two at one
  /// time are a jump. Empty for a stretch that runs at its own pace.
  private let course: [Point]
  private let ending: Ending

  /// Creates the times of a stretch, in seconds of the clip, that runs at its own pace.
  package init(_ clip: VideoClip, from start: Double, length: Double) {
    self.init(clip, from: start, length: length, course: [], duration: length, ending: .hold)
  }

  /// Creates the times of a stretch, in seconds of the clip, that may stand still, turn round or jump: `course` in the
  /// order of time, `duration` in seconds, more than 0.
  package init(
    _ clip: VideoClip, from start: Double, length: Double, course: [Point], duration: Double, ending: Ending
  ) {
    (self.start, self.length, self.course, self.duration, self.ending) = (start, length, course, duration, ending)
    frame = clip.pictures?.nominalFrameRate.map { 1 / $0.framesPerSecond } ?? 0.002
  }

  /// Returns the clip's second that shows at a time; nil if nothing of the clip shows.
  package func second(at time: Double) -> Double? {
    guard let second = course.isEmpty ? time : place(at: time) else { return nil }
    // At its end, the last frame of the stretch shows, not the one after it.
    return start + (second >= length - 1e-6 ? max(length - frame / 2, length / 2) : second)
  }

  private func place(at time: Double) -> Double? {
    let second = point(at: time)
    // Computed times are rounded: a stretch begins and ends a microsecond early.
    let slack = min(1e-6, length / 4)
    switch ending {
    case .hold: return min(max(second, 0), length)
    case .nothing: return second >= -slack && second < length - slack ? max(second, 0) : nil
    case .loop:
      let cycles = ((second + slack) / length).rounded(.down)
      return cycles.isFinite ? min(max(second - cycles * length, 0), length) : 0
    }
  }

  private func point(at time: Double) -> Double {
    let next = course.partitioningIndex { !($0.time <= time + 1e-9) }
    guard next > 0 else { return course[0].second }
    let from = course[next - 1]
    guard next < course.count else { return from.second }
    let to = course[next]
    return from.second + (to.second - from.second) * max(0, time - from.time) / (to.time - from.time)
  }
}
