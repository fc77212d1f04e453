import Foundation

package protocol LayerCommitSink: AnyObject {
  /// Copies the changes: `committedValues`, `animations` and the tree, as the layers' `pendingChanges` say. `changed`
  /// are layers of the tree, each once, in the order of their first change; `time` is the clock's. A transition that
  /// begins now has the old look of that time.
  func commit(_ root: CALayer, changed: [CALayer], at time: CFTimeInterval)

  /// Shows an image as a layer's contents, in place of the committed ones, until the next call; nil ends that.
  func setFrameContents(_ image: CGImage?, of layer: CALayer)
}

/// A layer that displays itself for a frame, and the copy of it that draws.
private struct FrameDisplay {
  let time: CFTimeInterval
  let model: CALayer
  let copy: CALayer
}

/// Attaches a root layer to a clock, as a window does on Apple's systems: its tree is committed, animates implicitly,
/// has presentation layers, and can be rendered.
///
/// A layer has at most one host. Renderers draw the tree through it, several in turn; the first renderer of a tree
/// without a host makes one. The tree stays hosted while the host lives, unless the root becomes a sublayer: it then
/// belongs to its superlayer's tree, and this host commits nothing any more. When the host is deallocated, the layers
/// keep their animations, which continue when the tree is hosted again.
public final class LayerHost {
  /// The root of the hosted tree.
  public let layer: CALayer
  /// The clock of the tree's time.
  public let clock: MediaClock
  /// Whether another host may replace this one: a renderer made it for a tree without a host.
  package var isProvisional: Bool

  /// The receiver of commits, in addition to the layers' own `committedValues`.
  package weak var sink: (any LayerCommitSink)? {
    didSet {
      guard sink != nil, sink !== oldValue else { return }
      layer.forEachInTree { layer in
        // The indices of the last sink's tree mean nothing to the new one.
        layer.renderIndex = -1
        layer.noteChange(.all)
      }
    }
  }
  /// The maker of pictures of parts of the tree; nil if no renderer shows it.
  package weak var snapshotter: (any LayerSnapshotter)?
  /// Whether y points up in the root's space, as the renderer says; layers draw accordingly.
  package var isYUp = false {
    didSet { if isYUp != oldValue { layer.markTurnedDrawings() } }
  }
  /// The number of times that layers drew themselves, without tiles, and the number of pixels that they drew.
  package private(set) var drawings = (layers: 0, pixels: 0)
  /// Whether this thread's transactions have noted this host.
  private var isNoted = false
  private var needsLayout = false
  private var displayDue: [CALayer] = []
  /// Layers that were marked during a display, after their own turn: they wait for the next frame.
  private var displayLater: [CALayer] = []
  /// Layers whose contents followed an animation that the commit found gone.
  private var redrawnBefore: [CALayer] = []
  /// The number of layers that are displaying themselves.
  private var displaysOpen = 0
  /// The number of the current frame or flush.
  private var displayRound: UInt64 = 1
  private var frame: FrameDisplay?
  /// The requests that could not be met, each once, by layer and reason.
  private var issues: [LayerIssue] = []
  private var changed: [CALayer] = []
  private var commitCount = 0
  private var running = RunningAnimations()
  /// Whether animations left their layers without a commit.
  private var hasGoneAnimations = false
  private var presentations: [ObjectIdentifier: CALayer] = [:]
  private var presentationMoment: PresentationMoment?
  /// The layer that is being copied for presentation, and the copy's values.
  var copying: PresentedCopy?

  /// Hosts the tree of `layer`, which has no superlayer and no other host that the program made. The host replaces a
  /// renderer's: the renderer then uses this one, and the tree starts over, as if it had not been hosted.
  public convenience init(layer: CALayer, clock: MediaClock = .current) {
    self.init(layer: layer, clock: clock, isProvisional: false)
  }

  /// - Parameter isProvisional: whether it gives way to another host.
  package init(layer: CALayer, clock: MediaClock, isProvisional: Bool) {
    require(layer.superlayer == nil, "LayerHost: \(layer.label) has a superlayer; host the root of the tree")
    require(
      layer.host?.isProvisional != false,
      "LayerHost: \(layer.label) is hosted already; a tree has one host at a time")
    if layer.host != nil { layer.forEachInTree { $0.startOver(in: nil) } }
    self.layer = layer
    self.clock = clock
    self.isProvisional = isProvisional
    layer.setHost(self)
    clock.add(self)
  }

  deinit {
    guard isHosting else { return }
    // `setHost` would call a host that is being deallocated.
    layer.forEachInTree { $0.startOver(in: nil) }
  }

  /// Whether the tree still belongs to this host: false once the root became a sublayer.
  package var isHosting: Bool { layer.host === self }

  /// Whether anything was committed; nothing animates implicitly before.
  var hasCommitted: Bool { commitCount > 0 }

  /// Commits what a frame has to show: everything but the changes of an open explicit transaction. Unlike
  /// ``CATransaction/flush()`` it also finds unflushed changes of another thread, as of code after an `await`.
  package func flush() {
    CATransaction.flushForFrame()
    if !CATransaction.isExplicit { commitChanges() }
  }

  /// Returns the requests that could not be met since the last call, each once.
  package func takeIssues() -> [LayerIssue] {
    let taken = issues
    issues = []
    return taken
  }

  func noteDrawing(pixels: Int) { drawings = (drawings.layers + 1, drawings.pixels + pixels) }

  package func report(_ issue: LayerIssue) {
    if !issues.contains(issue) { issues.append(issue) }
  }

  // MARK: Commits

  func note(_ layer: CALayer) {
    changed.append(layer)
    noteUncommitted()
  }

  func noteLayout() {
    needsLayout = true
    noteUncommitted()
  }

  func noteDisplay(of layer: CALayer) {
    guard displaysOpen > 0 && layer.state.displayRound == displayRound else {
      displayDue.append(layer)
      noteUncommitted()
      return
    }
    if displayLater.isEmpty { CATransaction.noteRedisplay(of: self) }
    displayLater.append(layer)
  }

  func beginDisplay(of layer: CALayer) {
    layer.state.displayRound = displayRound
    displaysOpen += 1
  }

  func endDisplay() { displaysOpen -= 1 }

  /// Makes layers that were marked during their own display due now, after a frame or before a commit by the program.
  func redisplay(inCommit: Bool) {
    displayRound += 1
    guard !displayLater.isEmpty else { return }
    displayDue += displayLater
    displayLater = []
    noteUncommitted(schedulesFlush: !inCommit)
  }

  private func noteUncommitted(schedulesFlush: Bool = true) {
    guard !isNoted else { return }
    isNoted = true
    CATransaction.noteChanges(of: self, schedulesFlush: schedulesFlush)
  }

  /// Commits the changes so far: layout, display, then the values.
  func commitChanges() {
    isNoted = false
    guard isHosting else {
      (changed, displayDue, displayLater, needsLayout) = ([], [], [], false)
      return
    }
    layOutAndDisplay()
    commitValues()
    guard !redrawnBefore.isEmpty else { return }
    // Drawing reads presentations, which are this frame's only after the values were committed.
    for layer in redrawnBefore where layer.host === self { layer.setNeedsDisplay() }
    redrawnBefore = []
    layOutAndDisplay()
    commitValues()
  }

  private func commitValues() {
    guard !changed.isEmpty else { return }
    clearGoneAnimations()
    let time = clock.now
    let layers = takeChanged()
    var hasNewTimes = false
    for layer in layers {
      let changes = layer.pendingChanges
      hasNewTimes = hasNewTimes || !changes.isDisjoint(with: [.timing, .sublayers])
      commit(layer, changes, at: time)
    }
    if hasNewTimes { running.recomputeTimes() }
    commitCount += 1
    presentations = [:]
    sink?.commit(layer, changed: layers, at: time)
    for layer in layers { layer.pendingChanges = [] }
  }

  private func commit(_ layer: CALayer, _ changes: LayerChanges, at time: CFTimeInterval) {
    let isFirst = layer.committed == nil
    let hasNewAnimations = changes.contains(.animations) && layer.hasUncommittedAnimations
    var previous: LayerValues?
    if hasNewAnimations && !isFirst {
      previous = layer.values(at: time)
      layer.prepareManagedValues(in: &previous!)
    }
    if changes.contains(.values) || isFirst {
      let values = layer.valuesForCommit
      if let committed = layer.committed {
        committed.values = values
      } else {
        layer.committed = CommittedValues(values)
      }
    } else if changes.contains(.motion) {
      layer.committed!.values.adopt(layer.motion)
    }
    if changes.contains(.animations) {
      if hasNewAnimations {
        layer.commitAnimations(at: time, previous: previous) { report($0) }
      }
      if layer.lostRedrawingAnimation { redrawnBefore.append(layer) }
      layer.committedAnimations = layer.animations
      running.update(layer)
    }
    if layer.animationList.isInUse && layer.prepareManagedValues(in: &layer.committed!.values) {
      layer.pendingChanges.insert(.values)
    }
  }

  /// Returns the layers that changed. One that left the tree, or left and came back, may be listed, or listed twice.
  private func takeChanged() -> [CALayer] {
    let stamp = CATransaction.nextSerial()
    let own = Unmanaged.passUnretained(self).toOpaque()
    let layers = changed.filter { layer in
      guard layer.unretainedHost?.toOpaque() == own, layer.state.commitStamp != stamp else { return false }
      layer.state.commitStamp = stamp
      return true
    }
    changed = []
    return layers
  }

  func layOutAndDisplay() {
    // A display must not commit itself.
    guard isHosting, displaysOpen == 0 else { return }
    // Layout may mark further layers; a tree that marks itself for ever is given up after some rounds.
    for _ in 0..<Self.mostRounds where needsLayout {
      needsLayout = false
      layer.layoutIfNeeded()
    }
    displayMarked()
  }

  private static let mostRounds = 64

  /// Displays the marked layers, and those that are marked meanwhile.
  private func displayMarked() {
    for _ in 0..<Self.mostRounds where !displayDue.isEmpty {
      let due = displayDue
      displayDue = []
      for layer in due where layer.host === self { layer.displayIfNeeded() }
    }
  }

  /// Redraws the layers whose contents follow an animated property (``CALayer/needsDisplay(forKey:)``). Each displays
  /// itself, and a copy of it at that time draws.
  package func prepareFrame(at time: CFTimeInterval) {
    defer { redisplay(inCommit: false) }
    let layers = running.redrawnLayers
    guard let sink, !layers.isEmpty else { return }
    for layer in layers {
      let copy = layer.copyForPresentation(PresentationMoment(time: time, commitCount: commitCount))
      frame = FrameDisplay(time: time, model: layer, copy: copy)
      beginDisplay(of: layer)
      CATransaction.withoutActions { layer.display() }
      endDisplay()
      frame = nil
      let isAssigned = layer.values.contents !== layer.committed?.values.contents
      sink.setFrameContents(isAssigned ? layer.values.contents : copy.values.contents, of: layer)
    }
    // Other changes by the displays belong to this frame.
    if !CATransaction.isExplicit { commitChanges() }
  }

  /// Returns the copy that draws in place of a layer for the current frame; nil for other layers.
  func frameCopy(of layer: CALayer) -> CALayer? { frame.flatMap { $0.model === layer ? $0.copy : nil } }

  /// Makes frames show a layer's own contents again.
  func endRedrawing(_ layer: CALayer) { sink?.setFrameContents(nil, of: layer) }

  // MARK: Presentation

  /// Returns a committed layer's presentation, the same object while the clock stands and nothing is committed.
  func presentation<Layer: CALayer>(of layer: Layer) -> Layer {
    let moment = PresentationMoment(time: frame?.time ?? clock.now, commitCount: commitCount)
    if moment != presentationMoment {
      presentationMoment = moment
      presentations = [:]
    }
    if let known = presentations[ObjectIdentifier(layer)] { return unsafeDowncast(known, to: Layer.self) }
    let copy = layer.copyForPresentation(moment)
    presentations[ObjectIdentifier(layer)] = copy
    return copy
  }

  // MARK: Animations

  func forget(_ serial: UInt64) { running.remove(serial) }

  /// Notes that a finished animation left a layer without a commit; frames skip it.
  func noteGoneAnimation() { hasGoneAnimations = true }

  /// Commits the removal of finished animations before time goes back to a moment at which they would run.
  private func clearGoneAnimations() {
    guard hasGoneAnimations,
      changed.contains(where: { !$0.pendingChanges.isDisjoint(with: [.timing, .sublayers]) })
    else { return }
    hasGoneAnimations = false
    layer.forEachInTree { if $0.animationList.hasGone { $0.noteChange(.animations) } }
  }
}

extension LayerHost: ClockParticipant {
  package func nextEventTime(after time: CFTimeInterval) -> CFTimeInterval { running.nextTime }

  package func fireEvents(at time: CFTimeInterval) {
    while let event = running.takeNext(dueAt: time) {
      switch event {
      case .began(let animation): animation.delegate?.animationDidStart(animation)
      case .ended(let layer, let attached): layer.animationEnded(attached)
      }
    }
  }
}
