// Changes that a state makes in addition to the values that it sets: it adds and removes animations and layers. The end
// of the state reverts each change.
//
// Tested by StateChangeTests.

import CoreGraphics
import QuartzCore

/// A change of a layer by a state.
struct StateChange {
  /// A kind of change.
  enum Kind {
    /// Adds an animation under a key.
    case addAnimation(CAAnimation, key: String)
    /// Removes the animation of a key.
    case removeAnimation(key: String)
    /// Adds a sublayer, behind another one where that is given and there.
    case addLayer(CALayer, before: CALayer?)
    /// Removes a sublayer.
    case removeLayer(CALayer)
  }

  /// The change's place in the document, which tells it from others.
  let number: Int
  let layer: CALayer
  let kind: Kind

  /// Makes the change.
  ///
  /// - Parameters:
  ///   - time: when the state begins, in the time of `root`; nil where the scene begins in it.
  /// - Returns: what takes the change back; nil where there was nothing to change.
  func make(at time: CFTimeInterval?, in root: CALayer) -> (() -> Void)? {
    switch kind {
    case .addAnimation(let animation, let key):
      let before = layer.animation(forKey: key)
      if let time {
        animation.add(to: layer, forKey: key, at: time, in: root)
      } else {
        layer.add(animation, forKey: key)
      }
      return { [layer] in
        layer.removeAnimation(forKey: key)
        if let before { layer.add(before, forKey: key) }
      }
    case .removeAnimation(let key):
      guard let removed = layer.animation(forKey: key) else { return nil }
      layer.removeAnimation(forKey: key)
      return { [layer] in layer.add(removed, forKey: key) }
    case .addLayer(let added, let before):
      guard !layer.isWithin(added), let back = added.removal() else { return nil }
      let others = layer.sublayers ?? []
      let index = before.flatMap { before in others.firstIndex { $0 === before } } ?? others.count
      layer.insertSublayer(added, at: UInt32(index))
      return {
        added.removeFromSuperlayer()
        back()
      }
    case .removeLayer(let removed):
      guard removed.superlayer === layer else { return nil }
      return removed.removal()
    }
  }
}

extension CALayer {
  /// Whether the layer is another one, or in that.
  fileprivate func isWithin(_ other: CALayer) -> Bool {
    sequence(first: self as CALayer) { $0.superlayer }.contains { $0 === other }
  }

  /// Takes the layer out of the layer that it is in. Returns what puts it back; nil for a mask, which is no sublayer.
  fileprivate func removal() -> (() -> Void)? {
    guard let parent = superlayer else { return {} }
    guard let index = parent.sublayers?.firstIndex(where: { $0 === self }) else { return nil }
    removeFromSuperlayer()
    return { [self] in parent.insertSublayer(self, at: UInt32(min(index, parent.sublayers?.count ?? 0))) }
  }
}

extension CAAnimation {
  /// Adds the animation to a layer so that it begins at a time of another one; the document's delay comes on top.
  func add(to layer: CALayer, forKey key: String, at time: CFTimeInterval, in root: CALayer) {
    // The layer keeps a copy, so the document's own animation can be filled in again each time.
    let delay = beginTime
    defer { beginTime = delay }
    // 0 would mean "at the next commit"; documents write 1e-100 where they mean the beginning.
    let begin = layer.convertTime(time, from: root) + delay
    beginTime = begin == 0 ? 1e-100 : begin
    layer.add(self, forKey: key)
  }
}
