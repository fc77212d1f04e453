// Tree operations. Invariants: a layer is in at most one `children` array, that of its superlayer; all layers of a tree
// have the same host. A mask has the masked layer as its superlayer, and is not among the sublayers. Trees can be
// deeper than the call stack is long, so nothing here recurses.

import Foundation

/// The parts of a layer that a commit has to look at.
package struct LayerChanges: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// A rendering property.
  package static let values = LayerChanges(rawValue: 1 << 0)
  /// The list of sublayers.
  package static let sublayers = LayerChanges(rawValue: 1 << 1)
  /// The animations.
  package static let animations = LayerChanges(rawValue: 1 << 2)
  /// The time space.
  package static let timing = LayerChanges(rawValue: 1 << 3)
  /// A change of the rendering properties position, depth, transform or opacity.
  package static let motion = LayerChanges(rawValue: 1 << 4)

  package static let all: LayerChanges = [.values, .sublayers, .animations, .timing]
}

extension CALayer {
  /// Notes a change with the host, once a commit.
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

  /// Next to one that is no sublayer, a layer goes last, as measured (X-B9).
  final func insert(_ layer: CALayer, nextTo sibling: CALayer?, above: Bool) {
    guard let sibling, sibling.parent === self, sibling !== maskLayer else {
      insert(layer, at: sibling == nil && !above ? 0 : children.count)
      return
    }
    guard layer !== sibling else { return }
    checkAdoption(of: layer)
    move(layer) { self.index(of: sibling) + (above ? 1 : 0) }
  }

  /// Makes `layer` a sublayer, out of the tree that it is in; `place` is asked once it is out.
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

  /// As though all sublayers left and each of `layers` was added in turn, but those that stay are not taken out of the
  /// host.
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
      // A layer that is listed twice counts where it is last.
      for layer in layers.deduplicatedFromEnd { link(layer, at: children.count) }
    }
    for layer in leaving { layer.leaveHost() }
    for layer in arriving { layer.runOrderIn() }
  }

  /// Leaves the superlayer and its host.
  final func detach() {
    guard let parent else { return }
    if parent.maskLayer === self {
      parent.mask = nil
      return
    }
    leaveSuperlayer()
    leaveHost()
  }

  /// The half of leaving a tree that comes after the superlayer's: runs the action, which may put the layer into a tree
  /// again, and else forgets the host.
  final func leaveHost() {
    if host != nil { runAction(forEvent: kCAOnOrderOut) }
    if parent == nil { setHost(nil) }
  }

  /// Leaves the superlayer and keeps the host: the half of a move within a tree, after which animations run on.
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

  /// Changes the list of sublayers, which is a property like others: it has an action, and observers.
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

  /// A hidden layer does not appear with its insertion.
  final func runOrderIn() {
    if !values.isHidden { runAction(forEvent: kCAOnOrderIn) }
  }

  /// The place of a sublayer. Trees are most often taken down from either end, so both are tried first.
  private func index(of child: CALayer) -> Int {
    if children[children.count - 1] === child { return children.count - 1 }
    return children.firstIndex { $0 === child }!
  }

  final func checkAdoption(of layer: CALayer) {
    require(layer !== self, "a layer cannot be its own sublayer: \(label)")
    // Without sublayers and mask it is above nobody; this keeps building a tree downward linear.
    guard !layer.children.isEmpty || layer.maskLayer != nil else { return }
    var ancestor = parent
    while let current = ancestor {
      require(current !== layer, "\(layer.label) cannot become a sublayer of its descendant \(label)")
      ancestor = current.parent
    }
  }

  /// Makes the whole subtree belong to `newHost`.
  final func setHost(_ newHost: LayerHost?) {
    guard host !== newHost else { return }
    let oldHost = host
    forEachInTree { layer in
      if oldHost != nil && !layer.animations.isEmpty {
        // What it drew last for itself may be out of date.
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

  /// Changes the host and forgets all that was committed, without a word to either host.
  final func startOver(in newHost: LayerHost?) {
    host = newHost
    renderIndex = -1
    pendingChanges = []
    committed = nil
    committedAnimations = []
  }

  /// Visits the layer and all below it, superlayers before their sublayers, siblings back to front.
  package final func forEachInTree(_ body: (CALayer) -> Void) {
    var pending: [CALayer] = [self]
    while let layer = pending.popLast() {
      body(layer)
      pending.append(contentsOf: layer.children.reversed())
      if let mask = layer.maskLayer { pending.append(mask) }
    }
  }

  /// Lets go of the sublayers when the layer goes away.
  ///
  /// A layer that nobody else holds hands its own sublayers over before it goes, so that a deep tree is not taken down
  /// by recursion. A subclass's `deinit` of such a layer finds no sublayers.
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
}

extension CALayer {
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
  /// The layers, each once: where it is last.
  fileprivate var deduplicatedFromEnd: [CALayer] {
    var seen: Set<ObjectIdentifier> = []
    return reversed().filter { seen.insert(ObjectIdentifier($0)).inserted }.reversed()
  }
}
