// The first frame, which takes longer than the others: what draws is opened, and programs are made. Those of later
// frames, too, where it is known when these are: a few of them are recorded and not drawn. The tree is sampled at their
// times as it is; its clock stays where it is, and nothing happens that happens until then.
//
// Tested by FirstFrameTests.

import Compositor
import GLRenderer
package import QuartzCore

/// The cost of a renderer's first frame.
package struct FirstFrame: Codable, Equatable, Sendable {
  /// Milliseconds of opening OpenGL; 0 of rows.
  package var opening = 0.0
  /// Milliseconds of recording frames that come, this one among them.
  package var foresight = 0.0
  /// Milliseconds of making the programs of those, before it.
  package var programs = 0.0
  /// Milliseconds of the frame's own stages, programs that were not foreseen among them.
  package var frame = 0.0
  /// The number of programs that were compiled, and the number that were loaded as the driver had compiled them before.
  package var compiled = 0
  package var loaded = 0

  package init(opening: Double = 0, foresight: Double = 0, programs: Double = 0, frame: Double = 0) {
    (self.opening, self.foresight, self.programs, self.frame) = (opening, foresight, programs, frame)
  }

  /// Milliseconds of all.
  package var total: Double { opening + foresight + programs + frame }
}

/// Frames whose programs are made before the first of them.
struct ForeseenFrames {
  var times: [CFTimeInterval]
  /// Whether they become planes.
  var arePacked: Bool

  /// Milliseconds after which no other one is recorded.
  static let longest = 25.0
  /// Into so many parts they divide the film.
  private static let parts = 16

  /// The first and the last of so many frames, the one in the middle, those between these, and so on.
  ///
  /// - Parameter time: of a frame, by its number from 0 on.
  init(count: Int, arePacked: Bool, _ time: (Int) -> CFTimeInterval) {
    self.arePacked = arePacked
    var numbers: [Int] = []
    for part in (0...Self.parts).sorted(by: { $0.trailingZeroBitCount > $1.trailingZeroBitCount }) {
      let number = Int((Double(count - 1) * Double(part) / Double(Self.parts)).rounded())
      if !numbers.contains(number) { numbers.append(number) }
    }
    times = numbers.map(time)
  }
}

extension OffscreenRenderer {
  /// Says which frames come next, so that their programs are made before the first of them.
  ///
  /// - Parameter time: the layer's time at a frame, in seconds, by its number from 0 on.
  package func foresee(count: Int, arePacked: Bool = false, _ time: (Int) -> CFTimeInterval) {
    foreseen = ForeseenFrames(count: count, arePacked: arePacked, time)
  }

  /// The number of programs that were made since the renderer was created.
  package var programsMade: Int {
    let counts = programCounts
    return counts.compiled + counts.loaded - programsBefore.compiled - programsBefore.loaded
  }

  /// The number and the cost of the programs so far; 0 if OpenGL does not draw.
  var programCounts: ProgramCounts { (rasterizer as? GLRenderer)?.programCounts ?? ProgramCounts() }

  /// Makes the programs of frames that come, before the first of them is built.
  ///
  /// - Parameters:
  ///   - tree: sampled at `time`, as it is again afterwards.
  ///   - record: records a frame of the tree and has its list looked at.
  /// - Returns: the milliseconds of recording.
  func makeForeseenPrograms(
    of layer: CALayer, _ tree: RenderTree, at time: CFTimeInterval, _ record: ((DrawList) -> Void) -> Void
  ) throws(RasterError) -> Double {
    guard let frames = foreseen.take(), let gl = rasterizer as? GLRenderer else { return 0 }
    // Tiles are drawn by the program when they are first shown.
    var hasTiles = false
    layer.forEachInTree { hasTiles = hasTiles || $0 is CATiledLayer }
    guard !hasTiles else { return 0 }
    let clock = ContinuousClock()
    let start = clock.now
    // Where calls are saved, hardly a film does without the program of mixed ones.
    var programs: Set<ProgramName> = gl.economy == .calls ? [.mixed] : []
    if frames.arePacked { programs.insert(.planes) }
    for time in frames.times where (clock.now - start).milliseconds < ForeseenFrames.longest {
      tree.sample(at: time)
      record { programs.formUnion(gl.programs(of: $0, images: tree.images)) }
    }
    tree.sample(at: time)
    let recording = (clock.now - start).milliseconds
    try gl.make(programs)
    return recording
  }

  /// Notes what the first frame took until now, when it is drawn or begun.
  ///
  /// - Parameter programs: the milliseconds that programs had taken before.
  func noteBeginning(foresight: Double, programs: Double) {
    let counts = programCounts
    var first = FirstFrame(
      opening: openingMilliseconds, foresight: foresight, programs: programs - programsBefore.milliseconds)
    (first.compiled, first.loaded) = (counts.compiled - programsBefore.compiled, counts.loaded - programsBefore.loaded)
    firstFrame = first
  }
}
