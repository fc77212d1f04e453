// Invariants of the tree: a layer is in at most one `children` array, that of its superlayer; all layers of a tree have
// the same host. A mask has the masked layer as its superlayer, and is not among the sublayers. Trees can be deeper
// than the call stack, so nothing here recurses.

import Foundation

package struct LayerChanges: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let values = LayerChanges(rawValue: 1 << 0)
  package static let sublayers = LayerChanges(rawValue: 1 << 1)
  package static let animations = LayerChanges(rawValue: 1 << 2)
  package static let timing = LayerChanges(rawValue: 1 << 3)
  /// Position, depth, transform or opacity.
  package static let motion = LayerChanges(rawValue: 1 << 4)

  package static let all: LayerChanges = [.values, .sublayers, .animations, .timing]
}

extension CALayer {
  package final func noteChange(_ change: LayerChanges) {
    guard let unretainedHost else { return }
    let pending = pendingChanges
    pendingChanges = pending.union(change)
    if pending.isEmpty { unretainedHost._withUnsafeGuaranteedRef { $0.note(self) } }
  }

  final func insert(_ layer: CALayer, at index: Int) {
    checkAdoption(of: layer)
    move(layer) { min(index, self.children.count) }
  }

  /// Inserts a layer. Next to a layer that is not a sublayer it goes last, as measured (X-B9).
  final func insert(_ layer: CALayer, nextTo sibling: CALayer?, above: Bool) {
    guard let sibling, sibling.parent === self, sibling !== maskLayer else {
      insert(layer, at: sibling == nil && !above ? 0 : children.count)
      return
    }
    guard layer !== sibling else { return }
    checkAdoption(of: layer)
    move(layer) { self.index(of: sibling) + (above ? 1 : 0) }
  }

  /// Makes `layer` a sublayer, taking it out of its tree; `place` is called after that.
  private func move(_ layer: CALayer, to place: () -> Int) {
    let appears = host != nil && layer.host !== host
    if layer.parent !== self || maskLayer === layer { layer.leaveSuperlayer() }
    changeSublayers {
      if layer.parent === self { children.remove(at: index(of: layer)) }
      link(layer, at: place())
    }
    if appears { layer.runOrderIn() }
  }

  final func replace(_ old: CALayer, with new: CALayer) {
    require(old.parent === self, "\(old.label) is not a sublayer of \(label); only a sublayer can be replaced")
    guard old !== new else { return }
    checkAdoption(of: new)
    let appears = host != nil && new.host !== host
    new.leaveSuperlayer()
    changeSublayers {
      let place = index(of: old)
      children.remove(at: place)
      old.parent = nil
      link(new, at: place)
    }
    old.leaveHost()
    if appears { new.runOrderIn() }
  }

  /// Replaces the sublayers as if all left and each of `layers` was added in turn, but those that stay keep their host.
  final func replaceChildren(with layers: [CALayer]) {
    let old = children
    guard !(old.isEmpty && layers.isEmpty) else { return }
    for layer in layers { checkAdoption(of: layer) }
    let staying = Set(layers.lazy.map { ObjectIdentifier($0) })
    let leaving = old.filter { !staying.contains(ObjectIdentifier($0)) }
    let arriving = host == nil ? [] : layers.filter { $0.host !== host }
    for layer in layers where layer.parent !== self || maskLayer === layer { layer.leaveSuperlayer() }
    changeSublayers {
      children = []
      for layer in old { layer.parent = nil }
      // The last occurrence of a layer counts.
      for layer in layers.deduplicatedFromEnd { link(layer, at: children.count) }
    }
    for layer in leaving { layer.leaveHost() }
    for layer in arriving { layer.runOrderIn() }
  }

  final func detach() {
    guard let parent else { return }
    if parent.maskLayer === self {
      parent.mask = nil
      return
    }
    leaveSuperlayer()
    leaveHost()
  }

  /// Completes leaving a tree: runs the action, which may put the layer into a tree again; if not, forgets the host.
  final func leaveHost() {
    if host != nil { runAction(forEvent: kCAOnOrderOut) }
    if parent == nil { setHost(nil) }
  }

  /// Leaves the superlayer and keeps the host: the first half of a move within a tree, in which animations run on.
  final func leaveSuperlayer() {
    guard let parent else { return }
    if parent.maskLayer === self {
      parent.change("mask") {
        parent.maskLayer = nil
        self.parent = nil
      }
      parent.noteChange(.sublayers)
    } else {
      parent.changeSublayers {
        parent.children.remove(at: parent.index(of: self))
        self.parent = nil
      }
    }
  }

  /// Changes the list of sublayers with its action and observers, like any property.
  private func changeSublayers(_ write: () -> Void) {
    let action = actionOfChange("sublayers")
    observed(write)
    noteChange(.sublayers)
    noteLayoutChange()
    action?.run(forKey: "sublayers", object: self, arguments: nil)
  }

  private func link(_ layer: CALayer, at index: Int) {
    children.insert(layer, at: index)
    layer.parent = self
    layer.setHost(host)
  }

  /// Runs the action of appearing, unless the layer is hidden.
  final func runOrderIn() {
    if !values.isHidden { runAction(forEvent: kCAOnOrderIn) }
  }

  /// Returns the index of a sublayer. Trees are most often taken down from either end, so both are tried first.
  private func index(of child: CALayer) -> Int {
    if children[children.count - 1] === child { return children.count - 1 }
    return children.firstIndex { $0 === child }!
  }

  final func checkAdoption(of layer: CALayer) {
    require(layer !== self, "a layer cannot be its own sublayer: \(label)")
    // A layer without sublayers and mask has no descendants; this keeps building a tree downward linear.
    guard !layer.children.isEmpty || layer.maskLayer != nil else { return }
    var ancestor = parent
    while let current = ancestor {
      require(current !== layer, "\(layer.label) cannot become a sublayer of its descendant \(label)")
      ancestor = current.parent
    }
  }

  final func setHost(_ newHost: LayerHost?) {
    guard host !== newHost else { return }
    let oldHost = host
    forEachInTree { layer in
      if oldHost != nil && !layer.animations.isEmpty {
        // The layer's last drawing may be out of date.
        if layer.animations.contains(where: \.redraws) { layer.setNeedsDisplay() }
        layer.detachAnimations()
      }
      layer.startOver(in: newHost)
      layer.noteChange(.all)
      if layer.state.needsLayout { newHost?.noteLayout() }
      if layer.state.needsDisplay { newHost?.noteDisplay(of: layer) }
      if newHost != nil { layer.markTurnedDrawing() }
    }
  }

  /// Changes the host and forgets all that was committed; neither host is notified.
  final func startOver(in newHost: LayerHost?) {
    host = newHost
    renderIndex = -1
    pendingChanges = []
    committed = nil
    committedAnimations = []
  }

  /// Visits the layer and all below it, masks and their layers only if `masks`: superlayers before their masks and
  /// sublayers, siblings back to front.
  package final func forEachInTree(masks: Bool = true, _ body: (CALayer) -> Void) {
    var pending: [CALayer] = [self]
    while let layer = pending.popLast() {
      body(layer)
      pending.append(contentsOf: layer.children.reversed())
      if masks, let mask = layer.maskLayer { pending.append(mask) }
    }
  }

  /// Releases the sublayers when the layer is deallocated. A layer without other owners hands its own sublayers over
  /// first, so that a deep tree is not released by recursion; a subclass's `deinit` of such a layer finds no sublayers.
  final func releaseChildren() {
    var orphans = takeChildren()
    while var orphan = orphans.popLast() {
      if isKnownUniquelyReferenced(&orphan) { orphans.append(contentsOf: orphan.takeChildren()) }
    }
  }

  private func takeChildren() -> [CALayer] {
    var taken = children
    children = []
    if let mask = maskLayer { taken.append(mask) }
    maskLayer = nil
    for child in taken { child.parent = nil }
    return taken
  }

  /// The layer in messages: its class and name.
  package final var label: String { "\(type(of: self)) \(name.map { "\"\($0)\"" } ?? "(unnamed)")" }

  /// A layer whose alpha shows this layer and its sublayers, positioned as a sublayer is. Setting it takes the layer
  /// out of the tree it is in. Default: nil.
  public var mask: CALayer? {
    get { presented.map { $0.model.maskLayer?.presentation() } ?? maskLayer }
    set {
      guard newValue !== maskLayer else { return }
      if let newValue {
        checkAdoption(of: newValue)
        newValue.leaveSuperlayer()
      }
      let old = maskLayer
      change("mask") {
        old?.parent = nil
        newValue?.parent = self
        maskLayer = newValue
      }
      old?.leaveHost()
      let appears = host != nil && newValue?.host !== host
      newValue?.setHost(host)
      noteChange(.sublayers)
      if appears { newValue?.runOrderIn() }
    }
  }
}

extension [CALayer] {
  /// The layers without repetitions; the last occurrence counts.
  fileprivate var deduplicatedFromEnd: [CALayer] {
    var seen: Set<ObjectIdentifier> = []
    return reversed().filter { seen.insert(ObjectIdentifier($0)).inserted }.reversed()
  }
}
