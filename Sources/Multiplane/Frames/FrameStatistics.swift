// What a frame was made of and what it cost, for users who look for the slow part of a scene.

package import Compositor

/// The counts of one frame's parts, and the durations of its stages.
public struct FrameStatistics: Sendable, Codable {
  package var counters = FrameCounters()
  /// The counts of OpenGL's work for the frame; 0 if it was drawn without OpenGL.
  package var work = RasterCounters()
  /// Layers that drew their contents for this frame, tiles apart.
  public package(set) var drawnLayers = 0
  /// The number of pixels that those layers drew.
  public package(set) var drawnLayerPixels = 0
  /// The renderer that drew the frame: ``RendererChoice/gl`` or ``RendererChoice/rows``; nil before it is drawn.
  public package(set) var rasterizer: RendererChoice?
  /// The duration of each stage of the frame, in milliseconds.
  public package(set) var stages = Stages()

  /// Milliseconds of the stages of a frame, in their order.
  public struct Stages: Sendable, Codable {
    /// Moving changes from the layers to the render tree.
    public package(set) var commit = 0.0
    /// Evaluating animations at the frame's time.
    public package(set) var sample = 0.0
    /// Placement, visibility, clips and surfaces.
    public package(set) var flatten = 0.0
    /// Recording, occlusion and batching of draws.
    public package(set) var record = 0.0
    /// Issuing the calls of OpenGL; or, of a frame that is drawn without it, drawing row by row, as far as that is
    /// waited for.
    public package(set) var encode = 0.0
    /// Waiting for the GPU, and copying the pixels back.
    public package(set) var readback = 0.0

    /// All numbers 0.
    public init() {}

    package init(commit: Double, sample: Double, flatten: Double, record: Double) {
      (self.commit, self.sample, self.flatten, self.record) = (commit, sample, flatten, record)
    }

    /// The stages by name, in order.
    package var all: [(name: String, milliseconds: Double)] {
      [
        ("commit", commit), ("sample", sample), ("flatten", flatten), ("record", record), ("encode", encode),
        ("readback", readback),
      ]
    }

    /// The sum of all stages, in milliseconds.
    public var total: Double { all.reduce(0) { $0 + $1.milliseconds } }
  }

  /// All numbers 0.
  public init() {}

  package init(counters: FrameCounters, stages: Stages) {
    self.counters = counters
    self.stages = stages
  }

  /// Notes how the frame was drawn.
  mutating func add(_ rasterization: Rasterization) {
    rasterizer = RendererChoice(rasterization.kind)
    (stages.encode, stages.readback) = (rasterization.encode, rasterization.readback)
    work = rasterization.counters
  }

  /// Tiles of tiled layers that were drawn for this frame.
  public var drawnTiles: Int { counters.tilesMade }
  /// Images that were uploaded for this frame.
  public var uploads: Int { work.uploads }
  /// The number of bytes of those images.
  public var uploadedBytes: Int { work.uploadedBytes }
  /// The number of layers in the tree.
  public var layers: Int { counters.layers }
  /// The number of layers of which the frame shows a part.
  public var visibleLayers: Int { counters.visible }
  /// The number of batches of draws in the frame: a batch has one program, texture and blend state.
  public var draws: Int { counters.draws }
  /// The number of draw calls that OpenGL was given for the batches; 0 for a frame that is drawn without OpenGL.
  public var drawCalls: Int { work.calls }
  /// Render passes, the frame's own included.
  public var passes: Int { counters.passes }
  /// The number of pixels of all offscreen passes together.
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
  /// The number with a fixed count of decimals, the same in every locale.
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
