// What the tests of layers share: comparisons of geometry, and a render tree that only writes down what it was given.

import CoreGraphics
import QuartzCore
import Testing

/// Expects the words in what a process said when it ended itself; `trap(_:)` says them in optimised builds, too.
func expectTrap(_ result: ExitTest.Result?, says words: String, at place: SourceLocation = #_sourceLocation) {
  let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  #expect(message.contains(words), "\(message)", sourceLocation: place)
}

func near(_ a: CGPoint, _ b: CGPoint, _ tolerance: Double = 1e-9) -> Bool {
  near(a.x, b.x, tolerance) && near(a.y, b.y, tolerance)
}

func near(_ a: CGRect, _ b: CGRect, _ tolerance: Double = 1e-9) -> Bool {
  near(a.origin, b.origin, tolerance) && near(a.width, b.width, tolerance) && near(a.height, b.height, tolerance)
}

extension CALayer {
  /// A layer that fills `frame` with anchor and transform at their defaults.
  convenience init(frame: CGRect, name: String? = nil) {
    self.init()
    self.frame = frame
    self.name = name
  }

  /// A layer with a name and sublayers.
  convenience init(_ name: String, _ sublayers: CALayer...) {
    self.init()
    self.name = name
    for layer in sublayers { addSublayer(layer) }
  }

  /// The names of the sublayers, back to front.
  var sublayerNames: [String] { sublayers?.map { $0.name ?? "" } ?? [] }
}

/// Receives commits as a render tree does, and keeps what it was told.
final class CommitRecorder: LayerCommitSink {
  struct Entry: Equatable {
    var name: String
    var changes: LayerChanges
  }
  private(set) var commits: [[Entry]] = []

  func commit(_ root: CALayer, changed: [CALayer], at time: CFTimeInterval) {
    commits.append(changed.map { Entry(name: $0.name ?? "", changes: $0.pendingChanges) })
  }

  func setFrameContents(_ image: CGImage?, of layer: CALayer) {}
}

extension LayerHost {
  /// Hosts a tree, with its own clock at 0, for a recorder; what the tree consists of is committed already.
  static func recording(_ layer: CALayer) -> (host: LayerHost, recorder: CommitRecorder) {
    let recorder = CommitRecorder()
    let host = LayerHost(layer: layer, clock: MediaClock(startingAt: 0))
    host.sink = recorder
    CATransaction.flush()
    return (host, recorder)
  }
}
