// The seconds of a clip that show at the times of its contents: by the meanings of "hold", "loop" and "nothing", and by
// the rule that a stretch ends with its own last frame.

import TestFilms
import TestSupport
import Testing

@testable import Video

@Suite(.enabled(if: FFmpeg.isInstalled)) struct ClipTimingTests {
  private let folder: TemporaryFolder
  private let clip: VideoClip

  init() throws {
    folder = try TemporaryFolder()
    try BarCode.write(100, rate: "25", to: folder.file("clip.mkv"), ["-c:v", "ffv1"])
    clip = try VideoClip(.file(folder.file("clip.mkv")))
  }

  @Test("A stretch at its own pace, and its last frame from its end on")
  func evenly() {
    let timing = ClipTiming(clip, from: 1, length: 2)
    #expect(timing.duration == 2)
    #expect([0, 0.5, 1.75].map(timing.second) == [1, 1.5, 2.75])
    for time in [2 - 1e-7, 2, 5] { #expect(timing.second(at: time) == 3 - 0.02, "at \(time)") }
  }

  @Test("A course that stands, turns round and jumps, and what shows outside of the stretch")
  func courses() {
    func seconds(_ ending: ClipTiming.Ending, _ times: [Double]) -> [Double?] {
      let course = [(1.0, 0.0), (2, 1), (3, 1), (4, 0.5), (4, 2), (5, 3)].map { (time: $0.0, second: $0.1) }
      let timing = ClipTiming(clip, from: 0.5, length: 2, course: course, duration: 6, ending: ending)
      return times.map(timing.second)
    }
    let inside = [0, 1.5, 2.5, 3.5]
    let expected = [0.5, 1, 1.5, 1.25]
    for ending in ClipTiming.Ending.allCases { #expect(seconds(ending, inside) == expected, "\(ending)") }
    // From the jump on the course is beyond the stretch: its last frame, nothing, or the stretch anew.
    #expect(seconds(.hold, [4.25, 6]) == [2.48, 2.48])
    #expect(seconds(.nothing, [4.25, 6]) == [nil, nil])
    #expect(seconds(.loop, [4.25, 6]) == [0.75, 1.5])
  }
}
