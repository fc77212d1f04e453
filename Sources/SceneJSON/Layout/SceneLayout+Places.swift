import CoreGraphics
import Documents
import Foundation
import QuartzCore

extension SceneLayout {
  /// Sets the extent of a layer, unless it is the layer's own.
  func set(_ size: CGSize, _ isX: Bool, of layer: CALayer, _ box: LayoutBox) {
    guard box[isX: isX].isFixed || !box[isX: isX].hasOwnExtent else { return }
    if isX { layer.bounds.size.width = size.width } else { layer.bounds.size.height = size.height }
  }

  /// Returns the beginning of a layer in its superlayer; nil if no word gives it.
  func origin(
    _ box: LayoutBox, _ isX: Bool, size: CGSize, in room: Room
  ) throws(SceneFileError) -> CGFloat? {
    let axis = box[isX: isX]
    let extent = isX ? size.width : size.height
    guard let first = axis.words.first else { return nil }
    guard axis.hasExtent || box.content != .none || box.stack != nil else {
      throw values.failure(
        "the layer has no \(isX ? "width" : "height") beside '\(first.name)'; expected '\(isX ? "width" : "height")', "
          + "a second word of its axis, or 'bounds'", at: first.node)
    }
    if let start = try points(axis.start, isX, room) { return start }
    if let end = try points(axis.end, isX, room) { return try total(axis.end, isX, room) - end - extent }
    if let center = try points(axis.center, isX, room) { return (center - extent / 2).rounded() }
    return 0
  }

  /// Moves a layer, by its anchor point, so that it begins at a coordinate of its superlayer's bounds.
  func place(_ layer: CALayer, _ isX: Bool, at origin: CGFloat, extent size: CGSize) {
    let bounds = layer.superlayer?.bounds.origin ?? .zero
    if isX {
      layer.position.x = bounds.x + origin + layer.anchorPoint.x * size.width
    } else {
      layer.position.y = bounds.y + origin + layer.anchorPoint.y * size.height
    }
  }

  /// Lays sublayers one after the other; `room` lies inside of the padding.
  mutating func place(
    _ sublayers: [CALayer], in layer: CALayer, by stack: LayoutStack, room: Room
  ) throws(SceneFileError) {
    let isX = !stack.isVertical
    let content = try stackSize(of: sublayers, stack, in: room, padded: false)
    let bounds = layer.bounds.size
    let free = { (isX: Bool, extent: CGFloat) in
      (isX ? bounds.width : bounds.height) - stack.paddingSum(isX: isX) - extent
    }
    var main =
      stack.paddingStart(isX: isX) + (stack.justify.part * free(isX, isX ? content.width : content.height)).rounded()
    for sublayer in sublayers {
      guard let box = box(of: sublayer) else { continue }
      var size = try size(of: sublayer, box, in: room)
      if stack.align == .stretch, !box[isX: !isX].hasExtent {
        if isX { size.height = max(free(false, 0), 0) } else { size.width = max(free(true, 0), 0) }
        sizes[ObjectIdentifier(sublayer)] = size
        box[isX: !isX].isStretched = true
      }
      for isX in [true, false] { set(size, isX, of: sublayer, box) }
      let (extent, across) = isX ? (size.width, size.height) : (size.height, size.width)
      place(sublayer, isX, at: main, extent: size)
      place(
        sublayer, !isX, at: stack.paddingStart(isX: !isX) + (stack.align.part * free(!isX, across)).rounded(),
        extent: size)
      main += extent + stack.gap
      try layOutContent(of: sublayer, as: box, in: self.room(of: sublayer, box))
    }
  }

  /// Returns the size of sublayers one after the other, with the padding unless `padded` is false.
  mutating func stackSize(
    of sublayers: [CALayer], _ stack: LayoutStack, in room: Room, padded: Bool = true
  ) throws(SceneFileError) -> CGSize {
    let inside = padded ? inner(room, of: stack) : room
    var (main, across): (CGFloat, CGFloat) = (0, 0)
    let taken = stack.isVertical || inside.limit == nil ? 0 : try takenWidth(of: sublayers, stack, in: inside)
    for (number, sublayer) in sublayers.enumerated() {
      guard let box = box(of: sublayer) else { continue }
      try checkMember(box, of: stack)
      let size = try size(of: sublayer, box, in: stack.isVertical ? inside : self.room(beside: box, taken, inside))
      main += (stack.isVertical ? size.height : size.width) + (number > 0 ? stack.gap : 0)
      across = max(across, stack.isVertical ? size.width : size.height)
    }
    let size = stack.isVertical ? CGSize(width: across, height: main) : CGSize(width: main, height: across)
    guard padded else { return size }
    return CGSize(
      width: size.width + stack.paddingSum(isX: true), height: size.height + stack.paddingSum(isX: false))
  }

  /// Returns the width of a horizontal stack's gaps and of its sublayers with a width of their own.
  private func takenWidth(
    of sublayers: [CALayer], _ stack: LayoutStack, in room: Room
  ) throws(SceneFileError) -> CGFloat {
    var taken = stack.gap * CGFloat(max(sublayers.count - 1, 0))
    for sublayer in sublayers { if let box = box(of: sublayer) { taken += try ownWidth(of: sublayer, box, in: room) } }
    return taken
  }

  private func ownWidth(of layer: CALayer, _ box: LayoutBox, in room: Room) throws(SceneFileError) -> CGFloat {
    guard box.x.hasExtent else { return 0 }
    return try extent(box, true, in: room) ?? layer.bounds.width
  }

  /// Returns the room for a sublayer of a horizontal stack whose others take a width.
  private func room(beside box: LayoutBox, _ taken: CGFloat, _ room: Room) -> Room {
    var room = room
    if !box.x.hasExtent { room.limit = room.limit.map { max($0 - taken, 0) } }
    return room
  }

  /// Throws for a layer of a stack that has a place of its own, or no size.
  private func checkMember(_ box: LayoutBox, of stack: LayoutStack) throws(SceneFileError) {
    for isX in [true, false] {
      let axis = box[isX: isX]
      let placing = axis.words.first { $0.name != "width" && $0.name != "height" }
      let isStretched = stack.align == .stretch && isX == stack.isVertical
      if let (name, node) = placing.map({ ($0.name, $0.node) }) ?? axis.position {
        throw values.failure("a stack places its sublayers; leave '\(name)' out", at: node, isName: true)
      }
      guard axis.hasExtent || box.content != .none || box.stack != nil || isStretched else {
        throw values.failure(
          "a layer of a stack needs a size; expected '\(isX ? "width" : "height")' or 'bounds'", at: box.node)
      }
    }
  }
}
