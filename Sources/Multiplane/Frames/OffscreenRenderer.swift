// The folders stand in one order; each uses only those before it:
//
//   Frames       renderers, their devices, the cost of frames, and errors
//   Clips        films as contents of layers
//   Films        frames one after the other, with sound, to a file
//   .            the version, and what clients import with the module
//
// Tested by OverlapTests and BoundsTests.

package import Compositor
public import CoreGraphics
import Foundation
import GLRenderer
import ImageFiles
public import Logging
public import QuartzCore

/// Renders layer trees without a screen.
///
/// ```swift
/// let layer = CALayer()
/// layer.frame = CGRect(x: 20, y: 20, width: 100, height: 60)
/// layer.backgroundColor = CGColor(red: 1, green: 0.4, blue: 0, alpha: 1)
/// let renderer = try OffscreenRenderer(size: CGSize(width: 140, height: 100), scale: 2)
/// let image = try renderer.image(of: layer, at: 0.5)
/// ```
///
/// The layer lies in the canvas as in a window: its ``/QuartzCore/CALayer/position`` and anchor point place it; the
/// origin is the top left corner and y points down, unless ``Options/isFlipped`` is set.
///
/// The first frame of a layer hosts it (``/QuartzCore/LayerHost``). Each frame begins with
/// ``/QuartzCore/CATransaction/flush()``, which commits changes outside of explicit transactions. The same tree at the
/// same time gives the same bytes.
///
/// Use a renderer and its layers from one thread at a time.
public final class OffscreenRenderer {
  /// The components of a frame's pixels: red, green, blue and alpha, premultiplied.
  public enum PixelFormat: Sendable {
    /// Bytes of sRGB, from 0 to 255.
    case rgba8
    /// Half floats (IEEE 754 binary16) of extended sRGB: 1 is white, and brighter and more saturated colours lie
    /// outside of 0 to 1. Gradients have more than 256 levels. A frame takes twice the memory.
    case rgba16Float
  }

  /// The options of a renderer's frames.
  public struct Options {
    /// The background behind the layers. Default: transparent.
    public var background: CGColor
    /// Whether the origin is the bottom left corner and y points up, as on macOS. Default: false, as on iOS.
    public var isFlipped: Bool
    /// The components of a frame's pixels. Default: ``PixelFormat/rgba8``.
    public var pixelFormat = PixelFormat.rgba8
    /// The colour space of frames that the program reads: ``OffscreenRenderer/pixels(of:at:)``,
    /// ``OffscreenRenderer/render(_:at:into:bytesPerRow:)`` and ``OffscreenRenderer/forEachFrame(of:at:_:)``. Layers
    /// are blended in extended sRGB, and then converted. Another space than sRGB requires half floats: Display P3,
    /// `extendedLinearSRGB` and others of red, green and blue; `itur_2100_PQ` and `itur_2100_HLG`, in which white is at
    /// 203 candela a square metre. An image says its own space, and a film has the colours of
    /// ``VideoExporter/dynamicRange``. Default: sRGB.
    public var colorSpace = CGColorSpace.standardRGB
    /// The clock for the time of the layers; a manual clock is advanced to the time of each frame. Default: a manual
    /// clock of the renderer's own, from 0.
    public var clock: MediaClock
    /// Whether the tiles of a ``/QuartzCore/CATiledLayer`` fade in over its ``/QuartzCore/CATiledLayer/fadeDuration()``
    /// from the first frame that shows them, as on a screen, which makes frames depend on earlier ones. Default: false,
    /// which shows tiles at once.
    public var fadesTiles = false
    /// The most bytes of memory for a frame, its surfaces, and its pictures of shapes, shadows and text. A frame that
    /// would take more throws first. Only this limit bounds scenes from outside: a layer with effects takes a surface
    /// of its size in pixels. Values that are kept from earlier frames take at most as much again. Default: no limit.
    public var memoryLimit = Int.max
    /// The most pixels that the draws of a frame and its surfaces may write, which bounds the time for scenes from
    /// outside: replicators and effects multiply draws. 64 times the frame's pixels are always allowed; a frame with
    /// more throws ``RenderingError/drawLimitExceeded(_:)`` before drawing. A core of a CPU draws 100 to 500 million a
    /// second. Default: no limit.
    public var drawLimit = Int.max
    /// The logger for the parts of a tree that could not be drawn as requested: it gets a warning for each layer and
    /// reason, after the first frame concerned. Default: nil, without warnings.
    public var logger: Logger?
    /// The renderer. Default: ``RendererChoice/automatic``: the environment variable `MULTIPLANE_RENDERER`, otherwise
    /// OpenGL if there is a GPU, otherwise the processor.
    public var renderer = RendererChoice.automatic
    /// Whether OpenGL's compiled programs are cached in files: in the folder of the environment variable
    /// `MULTIPLANE_PROGRAM_CACHE`, otherwise in `multiplane/programs` in the user's folder of caches. Default: false.
    public var keepsPrograms = false
    /// The number of cores for an export and for ``OffscreenRenderer/forEachFrame(of:at:_:)``. It does not affect the
    /// bytes. So many frames are made in parallel, or for a GPU prepared, or as many as take a quarter of the memory
    /// limit and of the machine's memory; if OpenGL draws on the processor, one. Frames that call the program or show
    /// films, and those of trees with rasterized or tiled layers, are made one by one. A film has an encoder for every
    /// four cores. Default: nil, all cores; all but one for a GPU's frames.
    public var jobs: Int?
    /// The milliseconds of two consecutive frames, by OpenGL those of their preparation, from which workers make the
    /// next ones if that is faster: less is not worth the workers' own pictures of texts and shapes, and less than a
    /// GPU's frame takes to read. 0 for workers from the second frame on, whether or not they are faster.
    package var leastWorkerMilliseconds = 1.0
    /// The number of copies of a frame's pixels in memory at a time, for the memory limit.
    package var frameCopies = 2
    /// An opening of the device that has begun, for this renderer alone; nil if the renderer opens one.
    package var opening: RasterizerOpening?
    /// The renderer's optimisations; nil for all except those in the environment variable `MULTIPLANE_DISABLE`.
    package var optimizations: DrawListBuilder.Options?

    /// Creates options with defaults for all others.
    public init(
      background: CGColor = .clear, isFlipped: Bool = false, clock: MediaClock = MediaClock(startingAt: 0)
    ) {
      (self.background, self.isFlipped, self.clock) = (background, isFlipped, clock)
    }
  }

  /// The size of the canvas, in points.
  public let size: CGSize
  /// The number of pixels in a point along each axis.
  public let scale: CGFloat
  /// The width of a frame, in pixels: the canvas's times the scale, rounded up.
  public let width: Int
  /// The height of a frame, in pixels: the canvas's times the scale, rounded up.
  public let height: Int
  /// The clock of the layers' time, in seconds.
  public let clock: MediaClock
  /// The counts and the cost of the last frame.
  public internal(set) var statistics = FrameStatistics()

  /// The cost of the first frame; nil before there is one.
  package internal(set) var firstFrame: FirstFrame?
  /// The announced frames, until the first one is made.
  var foreseen: ForeseenFrames?
  /// The milliseconds of opening the device, including its programs.
  let openingMilliseconds: Double
  let programsBefore: ProgramCounts

  /// The logger for warnings; see ``Options/logger``.
  public var logger: Logger? { issueLog.logger }
  private var issueLog: IssueLog
  /// The most frames that the rasteriser draws at a time.
  private let rasterizedFrames: Int
  /// The number of cores for frames and for a film's encoders; nil for all.
  let requestedJobs: Int?
  /// The number of frames that workers make in parallel, or prepare for a GPU; 1 for no workers.
  package let jobs: Int
  private var workerChoice: WorkerChoice
  /// The workers, from the first frame on that they made.
  private var workers: FrameWorkers?
  /// The most frames that are made at a time.
  var framesInFlight: Int {
    guard jobs > 1, hasWork else { return rasterizedFrames }
    return jobs + (workersDraw ? 1 : rasterizedFrames)
  }
  /// Whether workers draw their frames, instead of passing draw lists to the device.
  private var workersDraw: Bool { rasterizer.kind == .rows }
  /// Whether workers make frames of the tree, as far as is known.
  private var hasWork: Bool
  /// The milliseconds of preparation from which ``forEachFrame(of:at:_:)`` draws several frames at a time: on a GPU 0,
  /// by the processor 1, as llvmpipe draws the second frame into uncached memory, which takes about a millisecond
  /// longer for 1920x1080 pixels.
  var leastPreparation: Double
  package let rasterizer: any Rasterizer
  let frameBuilder: FrameBuilder
  private(set) var target: FrameBuilder.Target
  private var hosted: HostedTree?
  /// The depth of clips' images in layers: by default with all light in frames of half floats, and bytes in others.
  package var contentsDepth: ImageDepth
  /// The conversion of frames that the program reads; nil for none.
  private let conversion: SpaceConversion?

  /// Creates a renderer.
  ///
  /// - Parameters:
  ///   - size: the size of the canvas, in points; fractions of pixels are rounded up.
  ///   - scale: the number of pixels in a point.
  ///   - options: see ``Options``.
  /// - Throws: ``RenderingError/noDisplay(_:)``, whose message lists all attempted displays;
  ///   ``RenderingError/frameTooLarge(width:height:limit:)``; ``RenderingError/memoryLimitExceeded(_:)``.
  public convenience init(
    size: CGSize, scale: CGFloat = 1, options: Options = Options()
  ) throws(RenderingError) {
    try self.init(size: size, scale: scale, options: options) { (memoryLimit) throws(RenderingError) in
      let rasterizer: any Rasterizer
      if let opening = options.opening {
        rasterizer = try opening.rasterizer
      } else {
        var request = RasterizerRequest(options.renderer)
        request.keepsPrograms = options.keepsPrograms
        rasterizer = try request.opened()
      }
      rasterizer.limits = RasterLimits(memory: memoryLimit, drawn: options.drawLimit)
      return rasterizer
    }
  }

  /// Creates a renderer that shares another one's device and its limits, at almost no cost.
  package convenience init(
    size: CGSize, scale: CGFloat = 1, options: Options = Options(), sharing other: OffscreenRenderer
  ) throws(RenderingError) {
    try self.init(size: size, scale: scale, options: options) { _ in other.rasterizer }
  }

  init(
    size: CGSize, scale: CGFloat, options: Options,
    _ openRasterizer: (_ memoryLimit: Int) throws(RenderingError) -> any Rasterizer
  ) throws(RenderingError) {
    require(
      size.width > 0 && size.height > 0 && scale > 0 && size.width.isFinite && size.height.isFinite && scale.isFinite,
      "OffscreenRenderer: a canvas of \(size.width)x\(size.height) points at scale \(scale); all must be positive")
    (self.size, self.scale) = (size, scale)
    conversion = try options.conversion()
    (width, height) = Self.pixelSize(of: size, scale: scale)
    clock = options.clock
    // The copies are counted before there is a device; the renderer counts its surfaces.
    let bytesPerPixel = options.pixelFormat == .rgba8 ? 4 : 8
    let frameBytes = Double(width) * Double(height) * Double(bytesPerPixel)
    let needed = frameBytes * Double(options.frameCopies)
    guard options.memoryLimit == .max || needed <= Double(options.memoryLimit) else {
      throw RenderingError(
        RasterError.overMemoryLimit(needed: needed, limit: options.memoryLimit, width: width, height: height))
    }
    let beside = options.memoryLimit == .max ? 0 : Int(bounded: needed - frameBytes)
    let (width, height) = (width, height)
    let rasterizer = try openRasterizer(options.memoryLimit - beside)
    try RenderingError.fromDevice { () throws(RasterError) in
      try rasterizer.checkSize(width: width, height: height)
      if options.pixelFormat == .rgba16Float, !rasterizer.drawsHalfFloats { throw .noHalfFloats }
    }
    self.rasterizer = rasterizer
    let gl = rasterizer as? GLRenderer
    openingMilliseconds = gl.map { $0.openingMilliseconds } ?? 0
    programsBefore = gl?.programCounts ?? ProgramCounts()
    issueLog = IssueLog(options.logger)
    let copies = options.memoryLimit == .max ? .max : options.frameCopies - 1
    rasterizedFrames = max(1, min(rasterizer.framesInFlight, copies))
    leastPreparation = rasterizer.economy == .calls ? 0 : 1
    let optimizations: DrawListBuilder.Options
    if let chosen = options.optimizations { optimizations = chosen } else { optimizations = try .fromEnvironment() }
    frameBuilder = FrameBuilder(options: optimizations.suiting(rasterizer))
    requestedJobs = optimizations.has(.ahead) ? options.jobs : 1
    var wanted = requestedJobs
    if rasterizer.kind == .gl {
      // A core is left to the device's thread. llvmpipe draws on all cores itself.
      wanted = rasterizer.economy == .calls ? wanted ?? ProcessInfo.processInfo.activeProcessorCount - 1 : 1
    }
    jobs = FrameWorkers.count(wanted, frameBytes: width * height * bytesPerPixel, within: options.memoryLimit)
    workerChoice = WorkerChoice(
      leastMilliseconds: options.leastWorkerMilliseconds, workers: jobs, framesInFlight: jobs + rasterizedFrames)
    hasWork = workerChoice.isFixed
    frameBuilder.fadesTiles = options.fadesTiles
    frameBuilder.pictureLimit = rasterizer.limits.memory
    frameBuilder.tracksOrigins = rasterizer.wantsOrigins
    target = FrameBuilder.Target(
      width: width, height: height, scale: Double(scale), isFlipped: options.isFlipped,
      background: LayerLook.premultiplied(options.background.extendedRGBA, opacity: 1),
      isDeep: options.pixelFormat == .rgba16Float)
    contentsDepth = target.isDeep ? .extended : .bytes
  }

  /// Returns the size of frames of a canvas, in pixels.
  package static func pixelSize(of canvas: CGSize, scale: CGFloat) -> (width: Int, height: Int) {
    // A tiny fraction beyond a whole pixel is the multiplication's error.
    func pixels(_ side: CGFloat) -> Int { max(1, Int(bounded: (Double(side * scale) - 1e-6).rounded(.up))) }
    return (pixels(canvas.width), pixels(canvas.height))
  }

  /// Whether no pixel of a frame is transparent.
  package var hasOpaqueBackground: Bool { target.background.w == 1 }

  /// The components of a frame's pixels; see ``Options/pixelFormat``.
  public var pixelFormat: PixelFormat { target.isDeep ? .rgba16Float : .rgba8 }

  /// Bytes from one row of ``pixels(of:at:)`` to the next: four a pixel, or eight of half floats.
  public var bytesPerRow: Int { width * (target.isDeep ? 8 : 4) }

  /// The bytes of a frame.
  package var byteCount: Int { bytesPerRow * height }

  /// Renders a layer tree at a time, in seconds. Throws if the device fails or is out of memory.
  public func image(of layer: CALayer, at time: CFTimeInterval = 0) throws(RenderingError) -> CGImage {
    let pixels = try ownPixels(of: layer, at: time)
    guard target.isDeep else { return CGImage(width: width, height: height, premultipliedRGBA: pixels) }
    return CGImage(width: width, height: height, deepPixels: pixels)
  }

  /// Renders a layer tree at a time, in seconds, as premultiplied RGBA by ``pixelFormat``, top row first, without
  /// padding.
  public func pixels(of layer: CALayer, at time: CFTimeInterval = 0) throws(RenderingError) -> [UInt8] {
    var pixels = try ownPixels(of: layer, at: time)
    if let conversion { pixels.withUnsafeMutableBytes { conversion.convert($0) } }
    return pixels
  }

  /// Renders a layer tree without a conversion of its colours.
  private func ownPixels(of layer: CALayer, at time: CFTimeInterval) throws(RenderingError) -> [UInt8] {
    var failure: RenderingError?
    let pixels = [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
      do throws(RenderingError) {
        try renderOwn(layer, at: time, into: UnsafeMutableRawBufferPointer(buffer))
        count = buffer.count
      } catch {
        failure = error
        count = 0
      }
    }
    if let failure { throw failure }
    return pixels
  }

  /// Renders a tight frame without a conversion of its colours, and logs issues.
  private func renderOwn(
    _ layer: CALayer, at time: CFTimeInterval, into pixels: UnsafeMutableRawBufferPointer
  ) throws(RenderingError) {
    try RenderingError.fromDevice { () throws(RasterError) in try renderTight(layer, at: time, into: pixels) }
    logIssues()
  }

  /// Renders a layer tree at a time into the caller's memory.
  ///
  /// A pixel is red, green, blue and alpha in this order, premultiplied sRGB: four bytes, or four half floats in the
  /// machine's byte order (``pixelFormat``). The first row is the top one. After an error the memory is undefined.
  ///
  /// - Parameters:
  ///   - layer: the root of the tree.
  ///   - time: the layer's time, in seconds.
  ///   - pixels: at least ``height`` rows; bytes after the last pixel do not change.
  ///   - bytesPerRow: the row stride; at least ``bytesPerRow``, the default. The bytes between rows become undefined.
  /// - Precondition: `pixels` has the bytes of `height` rows, the last without its padding.
  public func render(
    _ layer: CALayer, at time: CFTimeInterval, into pixels: UnsafeMutableRawBufferPointer, bytesPerRow: Int? = nil
  ) throws(RenderingError) {
    let stride = bytesPerRow ?? self.bytesPerRow
    require(
      stride >= self.bytesPerRow,
      "OffscreenRenderer: rows of \(stride) bytes; \(width) pixels take \(self.bytesPerRow)")
    let (needed, overflows) = (height - 1).multipliedReportingOverflow(by: stride)
    require(
      !overflows && pixels.count >= needed + self.bytesPerRow,
      "OffscreenRenderer: \(pixels.count) bytes cannot hold \(height) rows of \(stride)")
    let tight = UnsafeMutableRawBufferPointer(rebasing: pixels[..<byteCount])
    try renderOwn(layer, at: time, into: tight)
    conversion?.convert(tight)
    guard stride > self.bytesPerRow, let start = pixels.baseAddress else { return }
    // From the last row up, so that no row is overwritten before it is moved.
    for row in Swift.stride(from: height - 1, to: 0, by: -1) {
      (start + row * stride).copyMemory(from: start + row * self.bytesPerRow, byteCount: self.bytesPerRow)
    }
  }

  /// Converts a frame to the colour space of the options.
  func convertColors(of frame: FrameMemory) {
    guard let conversion else { return }
    frame.record = nil
    conversion.convert(UnsafeMutableRawBufferPointer(rebasing: frame.bytes[..<byteCount]))
  }

  private func renderTight(
    _ layer: CALayer, at time: CFTimeInterval, into pixels: UnsafeMutableRawBufferPointer
  ) throws(RasterError) {
    var (rasterization, statistics) = try makeFrame(of: layer, at: time) { (list, tree) throws(RasterError) in
      let rasterization = try rasterizer.render(list, images: tree.images, into: pixels)
      frameObserver?(list, tree, time)?(UnsafeRawBufferPointer(pixels), rasterization)
      return rasterization
    }
    statistics.add(rasterization)
    note(statistics)
  }

  /// A frame whose tree is committed.
  struct CommittedFrame {
    let tree: RenderTree
    let layer: CALayer
    /// The time, in seconds of the clock.
    let time: CFTimeInterval
    /// The counts of layers that drew their contents, and the duration of the commit.
    var statistics: FrameStatistics
  }

  /// Commits a layer tree for a frame.
  func commitFrame(of layer: CALayer, at time: CFTimeInterval) -> CommittedFrame {
    let start = ContinuousClock.now
    let drawn = drawings(of: layer)
    let hosted = hosting(layer)
    hosted.commitFrame(at: time)
    hosted.tree.setContentsDepth(contentsDepth)
    let drawings = drawings(of: layer)
    var statistics = FrameStatistics()
    statistics.stages.commit = (ContinuousClock.now - start).milliseconds
    statistics.drawnLayers = drawings.layers - drawn.layers
    statistics.drawnLayerPixels = drawings.pixels - drawn.pixels
    return CommittedFrame(tree: hosted.tree, layer: layer, time: time, statistics: statistics)
  }

  /// Starts a frame on a worker; nil if workers cannot make it. `memory` is for the frame; nil for the workers' own.
  func beginByWorker(
    _ frame: CommittedFrame, into memory: FrameMemory?, packing: PlanePacking?, isCounted: Bool
  ) throws(RenderingError) -> PendingFrame? {
    guard jobs > 1, firstFrame != nil else { return nil }
    hasWork =
      !isCounted && frameObserver == nil && !frameBuilder.tracksOrigins && !frameBuilder.fadesTiles
      && frame.tree.canBeCopied && workerChoice.next(at: .now)
    guard hasWork else { return nil }
    if workers == nil {
      let device = FrameWorkers.Device(rasterizer: rasterizer, framesInFlight: rasterizedFrames)
      workers = FrameWorkers(
        jobs, options: frameBuilder.options, limits: rasterizer.limits, for: workersDraw ? nil : device)
    }
    guard let workers else { return nil }
    // The workers' buffers take the place of this thread's.
    if frameBuilder.bufferBytes > FrameMemory.share(of: rasterizer.limits.memory) / jobs { frameBuilder.freeBuffers() }
    let made = try workers.begin(frame.tree, at: frame.time, target, into: memory, packing: packing)
    let work = RasterWork(
      { pixels throws(RasterError) in try workers.finish(made, into: pixels) }, settle: { workers.abandon(made) })
    return PendingFrame(work, frame.statistics, of: made)
  }

  /// Samples, records and draws a frame: `draw` receives the draw list and its tree. Returns its result, and the
  /// frame's counts without the rasteriser's.
  func makeFrame<Result>(
    of layer: CALayer, at time: CFTimeInterval, _ draw: (DrawList, RenderTree) throws(RasterError) -> Result
  ) throws(RasterError) -> (Result, FrameStatistics) {
    try makeFrame(commitFrame(of: layer, at: time), draw)
  }

  /// Samples, records and draws a frame whose tree is committed.
  func makeFrame<Result>(
    _ frame: CommittedFrame, _ draw: (DrawList, RenderTree) throws(RasterError) -> Result
  ) throws(RasterError) -> (Result, FrameStatistics) {
    let (tree, layer, time) = (frame.tree, frame.layer, frame.time)
    tree.sample(at: time)
    if let failure = tree.contentsFailure { throw .failed(failure) }
    let foresight = try makeForeseenPrograms(of: layer, tree, at: time) { look in
      let list = frameBuilder.build(tree, target)
      look(list)
      frameBuilder.recycle(list)
    }
    let programs = firstFrame == nil ? programCounts.milliseconds : nil
    let list = frameBuilder.build(tree, target)
    let result = try draw(list, tree)
    if let programs { noteBeginning(foresight: foresight, programs: programs) }
    var statistics = frame.statistics
    statistics.note(list.counters, sample: tree.sampleMilliseconds, frameBuilder.times)
    frameBuilder.recycle(list)
    return (result, statistics)
  }

  /// Adds a frame's counts once its pixels are there.
  func note(_ statistics: FrameStatistics) {
    self.statistics = statistics
    let stages = statistics.stages
    workerChoice.note(
      milliseconds: workersDraw ? stages.total : stages.preparation,
      alone: statistics.waits == nil ? stages.total : nil)
    if firstFrame?.frame == 0 { firstFrame?.frame = statistics.stages.total }
  }

  /// Returns how often layers of a tree have drawn their contents so far, and how many pixels.
  private func drawings(of layer: CALayer) -> (layers: Int, pixels: Int) { layer.host?.drawings ?? (0, 0) }

  /// Returns a renderer like this one, on the same device, without some of its optimisations.
  package func without(_ optimizations: some Sequence<Optimization>) throws(RenderingError) -> OffscreenRenderer {
    var options = Options(
      background: .clear, isFlipped: target.isFlipped, clock: clock)
    options.optimizations = DrawListBuilder.Options(without: optimizations)
    options.fadesTiles = frameBuilder.fadesTiles
    options.pixelFormat = pixelFormat
    let plain = try OffscreenRenderer(size: size, scale: scale, options: options, sharing: self)
    plain.target.background = target.background
    return plain
  }

  /// Whether a frame has a pixel that is not opaque without its background. Renders the frame, without counting it.
  package func showsBackground(of layer: CALayer, at time: CFTimeInterval) throws(RenderingError) -> Bool {
    let (background, observer, first) = (target.background, frameObserver, firstFrame)
    (target.background, frameObserver) = (.zero, nil)
    defer { (target.background, frameObserver, firstFrame) = (background, observer, first) }
    let frame = try RenderingError.memory(byteCount: byteCount)
    try render(layer, at: time, into: frame.bytes)
    // Edges of covering layers may have rounding errors.
    if target.isDeep {
      return stride(from: 6, to: frame.bytes.count, by: 8).contains {
        frame.bytes.load(fromByteOffset: $0, as: Float16.self) < 0.98
      }
    }
    return stride(from: 3, to: frame.bytes.count, by: 4).contains { frame.bytes[$0] < 250 }
  }

  /// Whether the last begun frame equals the one before it, to the last draw.
  var isUnchanged: Bool { frameBuilder.work.isUnchanged }

  /// Whether draw lists have the layers of their draws. Default: false.
  package var tracksOrigins: Bool {
    get { frameBuilder.tracksOrigins }
    set { frameBuilder.tracksOrigins = newValue }
  }

  /// The placed layers of the last recorded frame (``FrameBuilder/placedScene``).
  package var placedScene: FlatScene { frameBuilder.placedScene }

  /// A function that observes a frame: its draw list, its tree, and its time, in seconds. The returned function
  /// receives the frame's pixels when they are there, and their rasteriser.
  package typealias FrameObserver = (DrawList, RenderTree, CFTimeInterval) -> FramePixels?
  package typealias FramePixels = (UnsafeRawBufferPointer, Rasterization) -> Void
  /// The observer of frames, besides their callers. Default: nil.
  package var frameObserver: FrameObserver?

  /// Returns the draw list of a frame and its tree, without rendering.
  package func record(_ layer: CALayer, at time: CFTimeInterval) -> (list: DrawList, tree: RenderTree) {
    let tree = prepareTree(of: layer, at: time)
    return (frameBuilder.build(tree, target), tree)
  }

  /// Advances a layer tree to a time, in seconds, with all events until then, without drawing.
  package func advance(_ layer: CALayer, to time: CFTimeInterval) { _ = prepareTree(of: layer, at: time) }

  /// Commits and samples a layer tree for a frame, and hosts it first if needed.
  private func prepareTree(of layer: CALayer, at time: CFTimeInterval) -> RenderTree {
    let hosted = hosting(layer)
    hosted.commitFrame(at: time)
    hosted.tree.setContentsDepth(contentsDepth)
    hosted.tree.sample(at: time)
    return hosted.tree
  }

  private func hosting(_ layer: CALayer) -> HostedTree {
    if let hosted, hosted.holds(layer) { return hosted }
    // Release the old tree before hosting the new one: they may be the same.
    hosted = nil
    let new = HostedTree(
      layer, clock: clock, rasterizer, frameBuilder.options, scale: scale, isYUp: target.isFlipped)
    hosted = new
    return new
  }

  /// Returns the host of a tree for this renderer: the tree's own or a new one on the renderer's ``clock``, which makes
  /// the tree live before its first frame. The tree stays hosted while the renderer draws it, or the host is retained.
  public func host(for layer: CALayer) -> LayerHost {
    let host = hosting(layer).host
    host.isProvisional = false
    return host
  }

  /// Logs the new issues of the tree.
  func logIssues() {
    if let hosted { issueLog.log(hosted) }
  }

  /// Returns the issues since the last call: one for each layer and reason that could not be drawn as requested.
  package func takeIssues() -> [LayerIssue] { hosted?.takeIssues() ?? [] }
}

extension OffscreenRenderer.Options {
  /// Returns the conversion to the colour space; nil for sRGB. Throws for a space that frames cannot have.
  fileprivate func conversion() throws(RenderingError) -> SpaceConversion? {
    if [CGColorSpace.sRGB, CGColorSpace.extendedSRGB].contains(colorSpace.name) { return nil }
    guard pixelFormat == .rgba16Float, let conversion = SpaceConversion(to: colorSpace) else {
      throw .invalidArgument(
        "frames of \(pixelFormat) in the colour space \(colorSpace.name ?? "of no name"); expected sRGB, or half "
          + "floats of a space of red, green and blue")
    }
    return conversion
  }
}
