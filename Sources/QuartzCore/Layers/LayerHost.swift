// A window's part without a window: a tree of layers becomes live by being hosted. The host collects which layers
// changed and hands them to the render tree at each commit.

import Foundation

/// Receives the changes of a hosted tree: the render tree.
package protocol LayerCommitSink: AnyObject {
  /// Copies what changed.
  ///
  /// - Parameters:
  ///   - changed: layers of the tree, in the order of their first change. The sink clears each one's
  ///     `pendingChanges`; a layer listed a second time then has none.
  ///   - time: the clock's time, in seconds: when animations without a begin time begin.
  func commit(_ root: CALayer, changed: [CALayer], at time: CFTimeInterval)
}

/// Attaches a root layer to a clock, as a window does on Apple's systems: its tree is committed and can be rendered.
///
/// A layer has at most one host. The tree stays hosted while the host lives, unless the root becomes a sublayer: then
/// it belongs to its superlayer's tree, and this host has nothing to commit any more.
public final class LayerHost {
  /// The root of the tree.
  public let layer: CALayer
  /// The clock that the tree's time runs by.
  public let clock: MediaClock

  /// Where commits go. It is set once: another sink would see only what changes after.
  package weak var sink: (any LayerCommitSink)? {
    // What was flushed before has waited for it.
    didSet { if !changed.isEmpty { CATransaction.noteChanges(of: self) } }
  }
  private var changed: [CALayer] = []

  /// Hosts a tree.
  ///
  /// - Parameters:
  ///   - layer: the root; it has no superlayer and no other host.
  ///   - clock: what the tree's time runs by; by default the current one.
  public init(layer: CALayer, clock: MediaClock = .current) {
    precondition(layer.superlayer == nil, "LayerHost: \(layer.label) has a superlayer; host the root of the tree")
    precondition(layer.host == nil, "LayerHost: \(layer.label) is hosted already; a tree has one host at a time")
    self.layer = layer
    self.clock = clock
    layer.setHost(self)
  }

  deinit {
    guard isHosting else { return }
    // Not through `setHost`, which would speak to a host that is going away.
    layer.forEachInTree {
      $0.host = nil
      $0.pendingChanges = []
      $0.renderIndex = -1
    }
  }

  /// Whether the tree is still this host's: false once the root became a sublayer.
  package var isHosting: Bool { layer.host === self }

  /// Commits what a frame has to show: everything but the changes of an explicit transaction that is open.
  ///
  /// Beyond ``CATransaction/flush()`` it finds what another thread changed and did not flush, as code does that goes
  /// from thread to thread between `await`s.
  package func flush() {
    CATransaction.flush()
    if !CATransaction.isExplicit { commitChanges() }
  }

  /// Commits the changes so far. Until there is a sink they are kept.
  func commitChanges() {
    guard let sink, !changed.isEmpty else { return }
    // A layer that left the tree, or left and came back, may be listed though it is not, or twice.
    let layers = changed.filter { $0.host === self }
    changed = []
    if isHosting { sink.commit(layer, changed: layers, at: clock.now) }
  }

  func note(_ layer: CALayer) {
    if changed.isEmpty { CATransaction.noteChanges(of: self) }
    changed.append(layer)
  }
}
