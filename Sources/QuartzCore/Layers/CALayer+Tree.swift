// Tree operations. Invariants: a layer is in at most one `children` array, that of its superlayer; all layers of a tree have
// the same host.

import Foundation

/// What of a layer a commit has to look at.
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

  package static let all: LayerChanges = [.values, .sublayers, .animations, .timing]
}

extension CALayer {
  /// Notes a change with the host, once a commit.
  package final func noteChange(_ change: LayerChanges) {
    guard let host else { return }
    if pendingChanges.isEmpty { host.note(self) }
    pendingChanges.formUnion(change)
  }

  func insert(_ layer: CALayer, at index: Int) {
    precondition(layer !== self, "a layer cannot be its own sublayer: \(label)")
    precondition(!isDescendant(of: layer), "\(layer.label) cannot become a sublayer of its descendant \(label)")
    layer.detach()
    precondition(
      index <= children.count, "insertSublayer(_:at:): index \(index), but there are \(children.count) sublayers")
    children.insert(layer, at: index)
    layer.setParent(self)
    layer.setHost(host)
    noteChange(.sublayers)
  }

  func insert(_ layer: CALayer, nextTo sibling: CALayer?, above: Bool) {
    guard layer !== sibling else { return }
    // Out first: the sibling's index counts without the layer.
    if layer.superlayer === self { layer.detach() }
    guard let sibling else {
      insert(layer, at: above ? children.count : 0)
      return
    }
    guard let index = children.firstIndex(where: { $0 === sibling }) else {
      preconditionFailure("\(sibling.label) is not a sublayer of \(label); insertSublayer needs a sibling that is")
    }
    insert(layer, at: above ? index + 1 : index)
  }

  func replace(_ old: CALayer, with new: CALayer) {
    precondition(old.superlayer === self, "\(old.label) is not a sublayer of \(label); only a sublayer can be replaced")
    guard old !== new else { return }
    if new.superlayer === self { new.detach() }
    let index = children.firstIndex { $0 === old }!
    old.detach()
    insert(new, at: index)
  }

  func replaceChildren(with layers: [CALayer]) {
    for child in children where !layers.contains(where: { $0 === child }) { child.detach() }
    for layer in layers { insert(layer, at: layer.superlayer === self ? children.count - 1 : children.count) }
  }

  func detach() {
    guard let superlayer else { return }
    superlayer.children.removeAll { $0 === self }
    setParent(nil)
    superlayer.noteChange(.sublayers)
    setHost(nil)
  }

  /// Makes the whole subtree belong to `newHost`.
  final func setHost(_ newHost: LayerHost?) {
    guard host !== newHost else { return }
    host = newHost
    renderIndex = -1
    pendingChanges = []
    noteChange(.all)
    for child in children { child.setHost(newHost) }
  }

  private func isDescendant(of layer: CALayer) -> Bool {
    var ancestor = superlayer
    while let current = ancestor {
      if current === layer { return true }
      ancestor = current.superlayer
    }
    return false
  }

  /// The layer in messages: its class and name.
  package final var label: String { "\(type(of: self)) \(name.map { "\"\($0)\"" } ?? "(unnamed)")" }
}
