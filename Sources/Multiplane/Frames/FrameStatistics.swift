// Tested by FirstFrameTests.

package import Compositor
import GLRenderer
package import QuartzCore

/// The counts of a frame's parts, and the durations of its stages, to find the slow part of a scene.
public struct FrameStatistics: Sendable, Codable {
  package var counters = FrameCounters()
  /// OpenGL's work for the frame; 0 if it was drawn without OpenGL.
  package var work = RasterCounters()
  /// The layers that drew their contents for this frame, not counting tiles.
  public package(set) var drawnLayers = 0
  /// The number of pixels that those layers drew.
  public package(set) var drawnLayerPixels = 0
  /// The renderer of the frame: ``RendererChoice/gl`` or ``RendererChoice/rows``; nil before it is drawn.
  public package(set) var rasterizer: RendererChoice?
  /// The durations of the frame's stages, in milliseconds.
  public package(set) var stages = Stages()

  /// The durations of a frame's stages, in order, in milliseconds.
  public struct Stages: Sendable, Codable {
    /// The duration of applying changes of layers to the render tree.
    public package(set) var commit = 0.0
    /// The duration of evaluating animations at the frame's time.
    public package(set) var sample = 0.0
    /// The duration of determining placement, visibility, clips and surfaces.
    public package(set) var flatten = 0.0
    /// The duration of recording, occlusion and batching of draws.
    public package(set) var record = 0.0
    /// The duration of OpenGL's calls; without OpenGL, of waiting for rows.
    public package(set) var encode = 0.0
    /// The duration of waiting for the GPU and copying the pixels back.
    public package(set) var readback = 0.0

    /// Creates durations of 0.
    public init() {}

    /// The stages by name, in order.
    package var all: [(name: String, milliseconds: Double)] {
      [
        ("commit", commit), ("sample", sample), ("flatten", flatten), ("record", record), ("encode", encode),
        ("readback", readback),
      ]
    }

    /// The duration of sampling, flattening and recording.
    var preparation: Double { sample + flatten + record }

    /// The sum of all stages, in milliseconds.
    public var total: Double { all.reduce(0) { $0 + $1.milliseconds } }
  }

  /// The durations of the waits of the renderer's thread and a worker for each other; nil without workers.
  package var waits: Waits?

  package struct Waits: Sendable, Codable {
    /// The thread's wait for the worker's earlier frames, which need the tree as it was, in milliseconds.
    var forTree = 0.0
    /// The thread's wait for the finished frame.
    var forFrame = 0.0
    /// The worker's wait for a frame to make.
    var forWork = 0.0
    /// The worker's wait for memory that other workers' frames have.
    var forMemory = 0.0

    /// The waits by name, in milliseconds.
    package var all: [(name: String, milliseconds: Double)] {
      [
        ("thread for tree", forTree), ("thread for frame", forFrame), ("worker for work", forWork),
        ("worker for memory", forMemory),
      ]
    }
  }

  /// Creates statistics of zeros.
  public init() {}

  package init(counters: FrameCounters) { self.counters = counters }

  /// Sets the counts of a frame, and the durations of its stages from sampling to recording, in milliseconds.
  mutating func note(_ counters: FrameCounters, sample: Double, _ times: FrameBuilder.StageTimes) {
    self.counters = counters
    (stages.sample, stages.flatten, stages.record) = (sample, times.flatten, times.record)
  }

  mutating func add(_ rasterization: Rasterization) {
    rasterizer = RendererChoice(rasterization.kind)
    (stages.encode, stages.readback) = (rasterization.encode, rasterization.readback)
    work = rasterization.counters
  }

  /// The number of tiles of tiled layers that were drawn for this frame.
  public var drawnTiles: Int { counters.tilesMade }
  /// The number of images that were uploaded for this frame.
  public var uploads: Int { work.uploads }
  /// The number of bytes of those images.
  public var uploadedBytes: Int { work.uploadedBytes }
  /// The number of layers in the tree.
  public var layers: Int { counters.layers }
  /// The number of layers that are visible in the frame.
  public var visibleLayers: Int { counters.visible }
  /// The number of batches of draws in the frame: a batch has one program, texture and blend state.
  public var draws: Int { counters.draws }
  /// The number of OpenGL's draw calls for the batches; 0 without OpenGL.
  public var drawCalls: Int { work.calls }
  /// The number of render passes, including the frame's own.
  public var passes: Int { counters.passes }
  /// The total number of pixels of all offscreen passes.
  public var offscreenPixels: Int { counters.offscreenPixels }

  /// The counters by name, in a fixed order.
  package var allCounters: [(name: String, value: String)] {
    let drawing = rasterizer.map { [("rasterizer", $0.rawValue)] } ?? []
    return drawing + [
      ("layers", "\(counters.layers)"), ("visible", "\(counters.visible)"), ("culled", "\(counters.culled)"),
      ("occluded draws", "\(counters.occluded)"), ("occluded pixels", "\(counters.occludedPixels)"),
      ("draws", "\(counters.draws)"), ("quads", "\(counters.quads)"), ("instances", "\(counters.instances)"),
      ("passes", "\(counters.passes)"), ("kept surfaces", "\(counters.kept)"),
      ("offscreen pixels", "\(counters.offscreenPixels)"),
      ("shadows found", "\(counters.shadowPicturesFound)"), ("shadows made", "\(counters.shadowPicturesMade)"),
      ("overdraw", counters.overdraw.formatted(places: 2)), ("pictures made", "\(counters.shapesMade)"),
      ("pictures found", "\(counters.shapesFound)"), ("pictures painted", "\(counters.paintedPictures)"),
      ("texts drawn", "\(counters.textsMade)"), ("texts found", "\(counters.textsFound)"),
      ("texts laid out", "\(counters.textsLaidOut)"), ("glyphs rasterized", "\(counters.glyphsMade)"),
      ("drawn layers", "\(drawnLayers)"),
      ("drawn pixels", "\(drawnLayerPixels)"), ("tiles drawn", "\(counters.tilesMade)"),
      ("tiles found", "\(counters.tilesFound)"), ("uploads", "\(uploads)"),
      ("uploaded bytes", "\(uploadedBytes)"), ("draw calls", "\(work.calls)"),
      ("state changes", "\(work.stateChanges)"), ("geometry bytes", "\(work.geometryBytes)"),
      ("read bytes", "\(work.readBytes)"),
    ]
  }
}

extension Double {
  /// Returns the number with a fixed count of decimals, the same in every locale.
  package func formatted(places: Int) -> String {
    let power = [1.0, 10, 100, 1000][places]
    let scaled = (abs(self) * power).rounded()
    guard scaled < 1e15 else { return "\(self)" }
    let sign = self < 0 && scaled > 0 ? "-" : ""
    let (whole, rest) = Int(scaled).quotientAndRemainder(dividingBy: Int(power))
    guard places > 0 else { return "\(sign)\(whole)" }
    let digits = String(rest)
    return "\(sign)\(whole).\(String(repeating: "0", count: places - digits.count))\(digits)"
  }
}

// The first frame takes longer than others: the device is opened, and programs are compiled. If the times of later
// frames are known, some of them are recorded without drawing, for their programs: the tree is sampled at their times,
// but its clock does not advance, and no events occur.

/// The cost of a renderer's first frame.
package struct FirstFrame: Codable, Equatable, Sendable {
  /// The milliseconds of opening OpenGL; 0 for rows.
  package var opening = 0.0
  /// The milliseconds of recording coming frames, including this one.
  package var foresight = 0.0
  /// The milliseconds of making their programs in advance.
  package var programs = 0.0
  /// The milliseconds of the frame's own stages, including unforeseen programs.
  package var frame = 0.0
  /// The number of programs that were compiled, and the number that were loaded from the cache.
  package var compiled = 0
  package var loaded = 0

  package init(opening: Double = 0, foresight: Double = 0, programs: Double = 0, frame: Double = 0) {
    (self.opening, self.foresight, self.programs, self.frame) = (opening, foresight, programs, frame)
  }

  package var total: Double { opening + foresight + programs + frame }
}

/// The frames to come, whose programs are made before the first one.
struct ForeseenFrames {
  var times: [CFTimeInterval]
  var arePacked: Bool

  /// The milliseconds of recording after which no more frames are recorded.
  static let longest = 25.0
  /// The number of parts into which the recorded frames divide the film.
  private static let parts = 16

  /// Creates a selection of frames: the first and the last, the middle one, those between these, and so on. `time`
  /// returns the time of a frame by its number, from 0.
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
  /// Announces the coming frames, so that their programs are made before the first one. `time` returns the layer's time
  /// at a frame, in seconds, by its number from 0.
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

  /// Makes the programs of coming frames, before the first one is built. Returns the milliseconds of recording.
  ///
  /// - Parameters:
  ///   - tree: the tree, sampled at `time` before and after.
  ///   - record: records a frame of the tree and passes its list on.
  func makeForeseenPrograms(
    of layer: CALayer, _ tree: RenderTree, at time: CFTimeInterval, _ record: ((DrawList) -> Void) -> Void
  ) throws(RasterError) -> Double {
    guard let frames = foreseen.take(), let gl = rasterizer as? GLRenderer else { return 0 }
    // The program draws tiles when they are first shown.
    var hasTiles = false
    layer.forEachInTree { hasTiles = hasTiles || $0 is CATiledLayer }
    guard !hasTiles else { return 0 }
    let clock = ContinuousClock()
    let start = clock.now
    // With saved calls, most films use the program of mixed calls.
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

  /// Sets the cost of the first frame until it is drawn or begun. `programs` is the milliseconds of programs until
  /// then.
  func noteBeginning(foresight: Double, programs: Double) {
    let counts = programCounts
    var first = FirstFrame(
      opening: openingMilliseconds, foresight: foresight, programs: programs - programsBefore.milliseconds)
    (first.compiled, first.loaded) = (counts.compiled - programsBefore.compiled, counts.loaded - programsBefore.loaded)
    firstFrame = first
  }
}
