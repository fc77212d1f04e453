import Compositor
public import CoreGraphics
public import Logging
public import QuartzCore

/// The time of a video frame. Apple's systems take it from the display; this renderer does not read it.
public struct CVTimeStamp: Sendable {
  /// The time in units of ``videoTimeScale``.
  public var videoTime: Int64 = 0
  /// The number of units of ``videoTime`` in a second. Default: 0.
  public var videoTimeScale: Int32 = 0

  /// Creates a time stamp of zeros.
  public init() {}
}

/// The key of an option: the colour space of frames. Frames are sRGB here.
public let kCARendererColorSpace = "kCARendererColorSpace"

/// Renders a layer tree frame by frame, in Apple's explicit cycle: the program begins each frame at a time. Unlike
/// Apple's, it is not part of QuartzCore, which has no graphics device: `import Multiplane` as well.
///
/// ```swift
/// let renderer = try CARenderer()
/// renderer.layer = root
/// renderer.bounds = CGRect(x: 0, y: 0, width: 320, height: 200)
/// renderer.beginFrame(atTime: 0.5, timeStamp: nil)
/// renderer.render()
/// renderer.endFrame()
/// let image = renderer.image
/// ```
public final class CARenderer: NSObject {
  /// The root of the tree. Default: nil, which draws nothing.
  public var layer: CALayer? {
    didSet { if layer !== oldValue { hosted = nil } }
  }

  /// The visible part of the space that contains the root, in points, which are pixels of a frame. Default: the null
  /// rectangle, which draws nothing.
  public var bounds = CGRect.null

  /// The last rendered frame; nil before the first. (Not Apple's, whose frames go to a texture of the program's.)
  public private(set) var image: CGImage?

  /// The reason why the last ``render()`` drew nothing; nil if it drew. (Not Apple's.)
  public private(set) var error: RenderingError?

  /// The logger for the parts of the tree that could not be drawn as requested: it gets a warning for each layer and
  /// reason, after the first frame concerned. Nil, without warnings, unless the renderer was given one. (Not Apple's.)
  public var logger: Logger? { issueLog.logger }
  private var issueLog: IssueLog

  private let rasterizer: any Rasterizer
  private let clock: MediaClock
  private let frameBuilder: FrameBuilder
  private var hosted: HostedTree?
  private var frameTime: CFTimeInterval?
  private var updates = CGRect.null
  private var drawList: DrawList?

  /// Creates a renderer by OpenGL if there is a GPU, otherwise by the processor, unless the environment variables
  /// `MULTIPLANE_RENDERER` and `MULTIPLANE_EGL` choose another.
  ///
  /// - Parameters:
  ///   - options: ignored; for source compatibility.
  ///   - clock: the clock of the layers' time; a manual clock is advanced to the time of each frame.
  ///   - logger: see ``logger``.
  /// - Throws: if OpenGL is requested and no EGL display can be used, or a variable has an unknown value.
  public convenience init(
    options: [AnyHashable: Any]? = nil, clock: MediaClock = MediaClock(startingAt: 0), logger: Logger? = nil
  ) throws(RenderingError) {
    try self.init(try RasterizerRequest().opened(), clock, logger)
  }

  /// Creates a renderer that shares another one's device, at almost no cost.
  package convenience init(
    clock: MediaClock, logger: Logger? = nil, sharing other: OffscreenRenderer
  ) throws(RenderingError) {
    try self.init(other.rasterizer, clock, logger)
  }

  private init(_ rasterizer: any Rasterizer, _ clock: MediaClock, _ logger: Logger?) throws(RenderingError) {
    issueLog = IssueLog(logger)
    (self.rasterizer, self.clock) = (rasterizer, clock)
    frameBuilder = FrameBuilder(options: try .fromEnvironment().suiting(rasterizer))
    frameBuilder.damage = Damage()
  }

  /// Begins a frame: commits all changes and advances the tree to a time, in seconds.
  public func beginFrame(atTime t: CFTimeInterval, timeStamp ts: UnsafeMutablePointer<CVTimeStamp>?) {
    frameTime = t
    updates = .null
    drawList = nil
    guard let layer, !bounds.isNull, !bounds.isEmpty else { return }
    do throws(RasterError) {
      try rasterizer.checkSize(width: target.width, height: target.height)
    } catch {
      self.error = RenderingError(error)
      return
    }
    if hosted?.holds(layer) != true {
      hosted = nil
      hosted = HostedTree(layer, clock: clock, rasterizer, frameBuilder.options)
    }
    hosted!.prepareFrame(at: t)
    let list = frameBuilder.build(hosted!.tree, target)
    if let box = frameBuilder.damagedBox {
      updates = CGRect(x: box.minX, y: box.minY, width: box.width, height: box.height)
        .offsetBy(dx: bounds.minX, dy: bounds.minY).intersection(bounds)
    }
    drawList = list
  }

  /// Adds a rectangle, in points, to the part of the frame to redraw.
  public func addUpdate(_ r: CGRect) {
    guard frameTime != nil else { return }
    updates = updates.union(r.intersection(bounds))
  }

  /// Returns the bounds of the part of the frame to redraw, in points: the changes since the previous frame, and the
  /// added rectangles. Null before a frame.
  public func updateBounds() -> CGRect { frameTime == nil ? .null : updates }

  /// Renders the frame that was begun.
  public func render() {
    guard let list = drawList, let hosted else { return }
    let (width, height) = (
      Int(bounded: list.passes.last?.box.width ?? 0), Int(bounded: list.passes.last?.box.height ?? 0)
    )
    guard width > 0, height > 0 else { return }
    if let failure = hosted.tree.contentsFailure {
      error = RenderingError(.failed(failure))
      return
    }
    error = nil
    var failure: RenderingError?
    let pixels = [UInt8](unsafeUninitializedCapacity: width * height * 4) { buffer, count in
      do throws(RasterError) {
        _ = try rasterizer.render(list, images: hosted.tree.images, into: UnsafeMutableRawBufferPointer(buffer))
      } catch {
        failure = RenderingError(error)
      }
      count = failure == nil ? buffer.count : 0
    }
    if let failure {
      error = failure
    } else {
      image = CGImage(width: width, height: height, premultipliedRGBA: pixels)
      issueLog.log(hosted)
    }
  }

  /// Returns the time at which the next frame is due, in seconds: the frame's own time while something is animated, the
  /// time of the next known change, or infinity.
  public func nextFrameTime() -> CFTimeInterval {
    guard let hosted, let frameTime else { return .infinity }
    return min(hosted.tree.nextChangeTime(after: frameTime), max(hosted.host.clock.nextEventTime, frameTime))
  }

  /// Ends the frame, if one was begun.
  public func endFrame() {
    frameTime = nil
    if let list = drawList.take() { frameBuilder.recycle(list) }
  }

  /// A point is a pixel; the first pixel is the origin of the bounds.
  private var target: FrameBuilder.Target {
    FrameBuilder.Target(
      width: max(1, Int(bounded: bounds.width.rounded(.up))),
      height: max(1, Int(bounded: bounds.height.rounded(.up))), scale: 1,
      origin: bounds.origin)
  }
}
