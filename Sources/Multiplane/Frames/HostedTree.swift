import Compositor
import CoreGraphics
import Logging
import QuartzCore

/// A layer tree that a renderer draws: its host and its render tree, brought to the time of each frame.
struct HostedTree {
  let host: LayerHost
  let tree: RenderTree
  private let snapshotter: TreeSnapshotter

  /// Hosts a tree, or joins its host.
  ///
  /// - Parameters:
  ///   - rasterizer: the rasteriser of the tree.
  ///   - options: the options of its frames, and of pictures of its parts.
  ///   - scale: pixels of its frames to a point.
  ///   - isYUp: whether y points up in the space that the root lies in.
  init(
    _ layer: CALayer, clock: MediaClock, _ rasterizer: any Rasterizer, _ options: DrawListBuilder.Options,
    scale: CGFloat = 1,
    isYUp: Bool = false
  ) {
    tree = RenderTree()
    snapshotter = TreeSnapshotter(rasterizer, tree, options, scale: scale)
    if let known = layer.host, known.layer === layer {
      host = known
    } else {
      host = LayerHost(layer: layer, clock: clock, isProvisional: true)
    }
    host.isYUp = isYUp
    host.sink = tree
    host.snapshotter = snapshotter
  }

  /// Whether this is `layer`'s tree, still its own, and the one that commits go to: another renderer may have drawn the
  /// layer since.
  func holds(_ layer: CALayer) -> Bool { host.layer === layer && host.isHosting && host.sink === tree }

  /// Commits all changes, advances a manual clock to the frame's time with all events until then, and samples the
  /// animations.
  func prepareFrame(at time: CFTimeInterval) {
    commitFrame(at: time)
    tree.sample(at: time)
  }

  /// Does all of ``prepareFrame(at:)`` but sampling the animations.
  func commitFrame(at time: CFTimeInterval) {
    require(time.isFinite, "a frame at \(time) seconds; times must be finite")
    host.flush()
    if host.clock.isManual { host.clock.advance(to: time) } else { host.clock.processEvents() }
    host.flush()
    host.prepareFrame(at: time)
  }

  /// Returns the issues since the last call: one for each layer and reason that could not be drawn as asked.
  func takeIssues() -> [LayerIssue] {
    var issues = host.takeIssues()
    if tree.isTooDeep { issues.append(LayerIssue(.nesting, "layers nested deeper than 512 levels are not drawn")) }
    if FontLibrary.withLock({ $0.usesLastResort }) {
      issues.append(LayerIssue(.noFonts, FontLibrary.lastResortIssue))
    }
    return issues
  }
}

/// The log of the parts of a tree that a renderer could not draw as asked: each issue once.
struct IssueLog {
  /// Nil for nowhere.
  let logger: Logger?
  private var logged: Set<LayerIssue> = []

  init(_ logger: Logger?) { self.logger = logger }

  /// Says what of a tree has not been said yet.
  mutating func log(_ tree: HostedTree) {
    guard let logger else { return }
    for issue in tree.takeIssues() where logged.insert(issue).inserted { logger.warning("\(issue)") }
  }
}
