import Compositor
import CoreGraphics
import Logging
import QuartzCore

/// A layer tree that a renderer draws: its host and its render tree.
struct HostedTree {
  let host: LayerHost
  let tree: RenderTree
  private let snapshotter: TreeSnapshotter

  /// Hosts a tree, or joins its host. `options` are also for pictures of its parts; `scale` is the number of pixels in
  /// a point; `isYUp` is whether y points up in the space that contains the root.
  init(
    _ layer: CALayer, clock: MediaClock, _ rasterizer: any Rasterizer, _ options: DrawListBuilder.Options,
    scale: CGFloat = 1,
    isYUp: Bool = false
  ) {
    tree = RenderTree()
    tree.memoryLimit = rasterizer.limits.memory
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

  /// Whether this is `layer`'s tree and still receives its commits: another renderer may have drawn the layer since.
  func holds(_ layer: CALayer) -> Bool { host.layer === layer && host.isHosting && host.sink === tree }

  /// Commits all changes, advances a manual clock to the frame's time, with all events, and samples the animations.
  func prepareFrame(at time: CFTimeInterval) {
    commitFrame(at: time)
    tree.sample(at: time)
  }

  /// Prepares a frame without sampling the animations; see ``prepareFrame(at:)``.
  func commitFrame(at time: CFTimeInterval) {
    require(time.isFinite, "a frame at \(time) seconds; times must be finite")
    host.flush()
    if host.clock.isManual { host.clock.advance(to: time) } else { host.clock.processEvents() }
    host.flush()
    host.prepareFrame(at: time)
  }

  /// Returns the issues since the last call: one for each layer and reason that could not be drawn as requested.
  func takeIssues() -> [LayerIssue] {
    var issues = host.takeIssues()
    if tree.isTooDeep { issues.append(LayerIssue(.nesting, "layers nested deeper than 512 levels are not drawn")) }
    if FontLibrary.withLock({ $0.usesLastResort }) {
      issues.append(LayerIssue(.noFonts, FontLibrary.lastResortIssue))
    }
    return issues
  }
}

/// The log of the parts of a tree that could not be drawn as requested, without duplicates.
struct IssueLog {
  /// Nil for nowhere.
  let logger: Logger?
  private var logged: Set<LayerIssue> = []

  init(_ logger: Logger?) { self.logger = logger }

  /// Logs the new issues of a tree.
  mutating func log(_ tree: HostedTree) {
    guard let logger else { return }
    for issue in tree.takeIssues() where logged.insert(issue).inserted { logger.warning("\(issue)") }
  }
}
