// Lays out the layers of a document, once. Sizes come first, from the content up where the content gives them; then
// places, from the root down. Along an axis two of four words give extent and place; one gives the place, and the
// layer's content, its `bounds` or its stack the extent.
//
//   SceneLayout    how sizes and places follow each other
//   +Sizes         sizes from words and content
//   +Places        places, in a superlayer and in a stack
//
// Tested by SceneLayoutTests and SceneStackTests.

import CoreGraphics
import Documents
import Foundation
import QuartzCore

struct SceneLayout {
  /// The room in a superlayer.
  struct Room {
    /// The superlayer's extents; nil along an axis where it takes the size of its content.
    var width, height: CGFloat?
    /// The most width for content that wraps; nil for any.
    var limit: CGFloat?

    subscript(isX isX: Bool) -> CGFloat? { isX ? width : height }
  }

  private let boxes: [ObjectIdentifier: LayoutBox]
  let values: DocumentValues
  /// The sizes that are known, as a stack and its superlayer's stack ask for them again.
  var sizes: [ObjectIdentifier: CGSize] = [:]

  init(_ boxes: [ObjectIdentifier: LayoutBox], values: DocumentValues) { (self.boxes, self.values) = (boxes, values) }

  /// Lays out the layers below the root, whose size is known.
  mutating func layOut(root: CALayer) throws(SceneFileError) {
    try layOutContent(of: root, as: nil, in: Room(width: root.bounds.width, height: root.bounds.height))
  }

  func box(of layer: CALayer) -> LayoutBox? { boxes[ObjectIdentifier(layer)] }

  /// Lays out what is in a layer whose own size and place are set; `room` is its bounds.
  mutating func layOutContent(
    of layer: CALayer, as box: LayoutBox?, in room: Room
  ) throws(SceneFileError) {
    if let mask = layer.mask { try layOut(mask, in: Room(layer)) }
    guard let stack = box?.stack else {
      for sublayer in layer.sublayers ?? [] { try layOut(sublayer, in: room) }
      return
    }
    try place(stacked(layer), in: layer, by: stack, room: inner(room, of: stack))
    for sublayer in layer.sublayers ?? [] where self.box(of: sublayer)?.isStacked == false {
      try layOut(sublayer, in: Room(layer))
    }
  }

  /// Returns the sublayers that a layer's stack places.
  func stacked(_ layer: CALayer) -> [CALayer] {
    (layer.sublayers ?? []).filter { box(of: $0)?.isStacked != false }
  }

  private mutating func layOut(_ layer: CALayer, in room: Room) throws(SceneFileError) {
    guard let box = box(of: layer) else { return try layOutContent(of: layer, as: nil, in: Room(layer)) }
    let size = try size(of: layer, box, in: room)
    for isX in [true, false] {
      set(size, isX, of: layer, box)
      guard let origin = try origin(box, isX, size: size, in: room) else { continue }
      place(layer, isX, at: origin, extent: size)
    }
    try layOutContent(of: layer, as: box, in: self.room(of: layer, box))
  }

  /// Returns the bounds for sublayers: unknown where the layer takes the size of its content.
  func room(of layer: CALayer, _ box: LayoutBox) -> Room {
    guard box.stack != nil else { return Room(layer) }
    return Room(
      width: box.x.hasExtent ? layer.bounds.width : nil, height: box.y.hasExtent ? layer.bounds.height : nil)
  }

  func inner(_ room: Room, of stack: LayoutStack) -> Room {
    Room(
      width: room.width.map { $0 - stack.paddingSum(isX: true) },
      height: room.height.map { $0 - stack.paddingSum(isX: false) },
      limit: (room.width ?? room.limit).map { max($0 - stack.paddingSum(isX: true), 0) })
  }
}

extension SceneLayout.Room {
  init(_ layer: CALayer) { self.init(width: layer.bounds.width, height: layer.bounds.height) }
}
