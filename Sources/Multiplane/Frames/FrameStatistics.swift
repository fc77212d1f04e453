// What a frame was made of and what it cost, for users who look for the slow part of a scene.

package import Compositor

/// What one frame was made of, as counts, and how long it took.
public struct FrameStatistics: Sendable, Codable {
  package var counters = FrameCounters()
  /// What OpenGL did for the frame; nothing where it was drawn without.
  package var work = RasterCounters()
  /// Layers that drew their contents for this frame, tiles apart.
  public package(set) var drawnLayers = 0
  /// How many pixels those layers drew.
  public package(set) var drawnLayerPixels = 0
  /// What drew the frame: ``RendererChoice/gl`` or ``RendererChoice/rows``; nil before it is drawn.
  public package(set) var rasterizer: RendererChoice?
  /// How long each stage of the frame took, in milliseconds.
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
  /// How many bytes those images have.
  public var uploadedBytes: Int { work.uploadedBytes }
  /// How many layers the tree has.
  public var layers: Int { counters.layers }
  /// How many layers the frame shows a part of.
  public var visibleLayers: Int { counters.visible }
  /// How many batches of draws the frame has: of one program, texture and blend state each.
  public var draws: Int { counters.draws }
  /// How many draw calls OpenGL was given for them; 0 of a frame that is drawn without it.
  public var drawCalls: Int { work.calls }
  /// Render passes, the frame's own included.
  public var passes: Int { counters.passes }
  /// How many pixels the offscreen passes have together.
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
