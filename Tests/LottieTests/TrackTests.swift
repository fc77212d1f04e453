// Tracks: however they are read, combined, cut or placed, they have a keyframe, and a document that asks for more than
// there is ends in an error.

import CoreGraphics
import Documents
import TestSupport
import Testing

@testable import Lottie

@MainActor struct TrackTests {
  @Test("A line in a group that stretches, when the frames of its outline have spent the budget")
  func spentBudget() {
    let turn = moving(key(0, [0]), key(99, [90]))
    // 20,000 points are drawn of a billion, in each of 100 frames.
    let star =
      #"{"ty":"sr","sy":1,"p":\#(fixed(0, 0)),"pt":\#(fixed(1e9)),"r":\#(turn),"ir":\#(fixed(4)),"#
      + #""or":\#(fixed(9)),"is":\#(fixed(0)),"os":\#(fixed(0))}"#
    let stretch = #""s":\#(moving(key(0, [100, 100]), key(99, [50, 200])))"#
    let error = failure([shapes([group([star], transform: stretch), stroke(2)])])
    #expect(error?.message.contains("points that are computed for each frame") == true, "\(String(describing: error))")
  }

  @Test("A composition that runs by a curve for ten million frames")
  func longCurve() {
    let paced = #"{"a":1,"k":[{"t":0,"s":[0],"o":{"x":0.5,"y":0},"i":{"x":0.5,"y":1}},{"t":1e7,"s":[9]}]}"#
    let layer = #"{"ty":0,"refId":"c","w":9,"h":9,"ip":0,"op":1e7,"st":0,"tm":\#(paced),"ks":{}}"#
    let text = Film.document([layer], assets: [composition("c", solid())]).replacing(
      #""op":100"#, with: #""op":10000000"#)
    let time = CPUTime()
    let error = failure(of: text)
    #expect(error?.message.contains("points that are computed for each frame") == true, "\(String(describing: error))")
    #expect(time.seconds < 20)
  }

  @Test("Layers that begin and end where numbers are too far apart to tell frames", arguments: [1e300, -1e300, 1e17])
  func farLayers(frame: Double) throws {
    let inner = composition("c", solid("#ff0000", 9, 9, LayerOptions(frames: 0...50)))
    for members in [#""st":\#(frame)"#, #""st":0,"sr":\#(frame)"#, #""st":\#(frame),"sr":-1"#] {
      let film = try Film(
        [#"{"ty":0,"refId":"c","w":9,"h":9,"ip":0,"op":100,\#(members),"ks":{}}"#], assets: [inner])
      _ = try film.picture(at: 5)
    }
    for end in [frame, 1e301] {
      _ = try Film([##"{"ty":1,"sw":9,"sh":9,"sc":"#ff0000","ip":\##(frame),"op":\##(end),"st":0,"ks":{}}"##]).picture(
        at: 5)
    }
  }

  @Test(
    "Whatever is combined, sampled, cut and placed, with a budget or without, has keyframes in order",
    arguments: 0..<40)
  func combinations(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let times: [Double] = [0, 0.5, 3, 40, -20, 1e9, -1e9, 1e17, 1e300, -1e300, .infinity]
    func track() throws -> Track<Double> {
      let keyframes = (0..<Int.random(in: 1...5, using: &random)).map { _ in
        Keyframe(
          time: times.randomElement(using: &random) ?? 0, value: Double.random(in: -9...9, using: &random),
          isHold: Bool.random(using: &random),
          easing: [Bool.random(using: &random) ? .linear : CubicEasing(x1: 0.3, y1: -1, x2: 0.6, y2: 2)])
      }
      return try #require(Track(keyframes: keyframes.sorted { $0.time < $1.time }))
    }
    for spent in [0, SampleBudget.most + 1] {
      let film = Timeline(inPoint: 0, frameRate: 30, duration: 2)
      film.budget.take(spent)
      for _ in 0..<10 {
        let (one, other) = (try track(), try track())
        let timelines = [
          film, film.nested(start: times.randomElement(using: &random) ?? 0, stretch: -1),
          film.nested(start: 3, stretch: 1e-300), film.nested(remap: try track()),
        ]
        for timeline in timelines {
          let placed = timeline.placed(one)
          let sum = Track<Double>.combining([placed.timing, other.timing], isLinear: false, timeline: timeline) {
            placed.value(at: $0) + other.value(at: $0)
          }
          for made in [placed, sum, sum.settled(within: 2), sum.changed { $0.isHold = true }] {
            let times = made.keyframes.map(\.time)
            #expect(!times.isEmpty && zip(times, times.dropFirst()).allSatisfy { !($1 < $0) }, "\(seed): \(times)")
          }
        }
      }
    }
  }

  @Test("A trim of a moving path counts the pieces that are measured in each frame, however little it leaves")
  func measuredPieces() throws {
    func loop(_ size: Double) -> PathGeometry {
      let vertices = [0.0, size].map { x in
        BezierContour.Vertex(
          CGPoint(x: x, y: 0), in: CGVector(dx: -3 * size, dy: size), out: CGVector(dx: 3 * size, dy: 2 * size))
      }
      return PathGeometry(contours: [BezierContour(vertices: vertices, isClosed: false)])
    }
    let pieces = loop(1000).cutEvenly().pointCount
    #expect(pieces > 30)
    let timeline = Timeline(inPoint: 0, frameRate: 30, duration: 1)
    let path = try #require(
      Track(keyframes: [Keyframe(time: 0, value: loop(1000)), Keyframe(time: 30, value: loop(2000))]))
    let trim = TrimPath(start: Track(0), end: Track(0.001), offset: Track(0), isIndividual: false)
    let moved = timeline.placed(path)
    _ = moved.cut(by: trim, on: timeline, asOne: false, evenly: true)
    #expect(!timeline.budget.holds(Double(SampleBudget.most / 2 - 30 * pieces)))
  }

  @Test("There is no track without a keyframe")
  func empty() { #expect(Track<Double>(keyframes: []).map(\.first) == nil) }
}
