// Lays out the layers of a document, once. Sizes come first, from the content up where the content gives them; then
// places, from the root down. Along an axis two of four words give extent and place; one gives the place, and the
// layer's content, its `bounds` or its stack the extent.
//
// Tested by SceneLayoutTests and SceneStackTests.

import CoreGraphics
import Documents
import Foundation
import QuartzCore

struct SceneLayout {
  /// The bounds of the superlayer; nil along an axis where that takes the size of its content.
  fileprivate struct Room {
    var width, height: CGFloat?

    subscript(isX isX: Bool) -> CGFloat? { isX ? width : height }
  }

  private let boxes: [ObjectIdentifier: LayoutBox]
  private let values: DocumentValues
  /// The sizes that are known, as a stack and its superlayer's stack ask for them again.
  private var sizes: [ObjectIdentifier: CGSize] = [:]

  init(_ boxes: [ObjectIdentifier: LayoutBox], values: DocumentValues) { (self.boxes, self.values) = (boxes, values) }

  /// Lays out the layers below the root, whose size is known.
  mutating func layOut(root: CALayer) throws(SceneFileError) {
    try layOutContent(of: root, as: nil, in: Room(width: root.bounds.width, height: root.bounds.height))
  }

  private func box(of layer: CALayer) -> LayoutBox? { boxes[ObjectIdentifier(layer)] }

  /// Lays out what is in a layer whose own size and place are set; `room` is its bounds.
  private mutating func layOutContent(
    of layer: CALayer, as box: LayoutBox?, in room: Room
  ) throws(SceneFileError) {
    if let mask = layer.mask { try layOut(mask, in: room) }
    guard let stack = box?.stack else {
      for sublayer in layer.sublayers ?? [] { try layOut(sublayer, in: room) }
      return
    }
    try place(layer.sublayers ?? [], in: layer, by: stack, room: inner(room, of: stack))
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
  private func room(of layer: CALayer, _ box: LayoutBox) -> Room {
    guard box.stack != nil else { return Room(layer) }
    return Room(
      width: box.x.hasExtent ? layer.bounds.width : nil, height: box.y.hasExtent ? layer.bounds.height : nil)
  }

  private func inner(_ room: Room, of stack: LayoutStack) -> Room {
    Room(
      width: room.width.map { $0 - stack.paddingSum(isX: true) },
      height: room.height.map { $0 - stack.paddingSum(isX: false) })
  }
}

extension SceneLayout.Room {
  fileprivate init(_ layer: CALayer) { self.init(width: layer.bounds.width, height: layer.bounds.height) }
}

// MARK: - Sizes

extension SceneLayout {
  private mutating func size(of layer: CALayer, _ box: LayoutBox, in room: Room) throws(SceneFileError) -> CGSize {
    if let size = sizes[ObjectIdentifier(layer)] { return size }
    var size = layer.bounds.size
    let (width, height) = (try extent(box, true, in: room), try extent(box, false, in: room))
    if let width { size.width = width }
    if let height { size.height = height }
    let (hasWidth, hasHeight) = (box.x.hasExtent, box.y.hasExtent)
    if !hasWidth || !hasHeight {
      let content = try contentSize(of: layer, box, hasWidth ? size.width : nil, hasHeight ? size.height : nil)
      if !hasWidth { size.width = content.width }
      if !hasHeight { size.height = content.height }
    }
    guard max(abs(size.width), abs(size.height)) <= values.limits.coordinate else {
      throw values.failure(
        String(
          format: "a layer of %g by %g points; expected at most %g", size.width, size.height,
          Double(values.limits.coordinate)), at: box.node)
    }
    sizes[ObjectIdentifier(layer)] = size
    return size
  }

  /// Returns the extent that the words give; nil if they do not.
  private func extent(_ box: LayoutBox, _ isX: Bool, in room: Room) throws(SceneFileError) -> CGFloat? {
    let axis = box[isX: isX]
    let (start, end) = (try points(axis.start, isX, room), try points(axis.end, isX, room))
    let center = try points(axis.center, isX, room)
    if let extent = try points(axis.extent, isX, room) { return extent }
    let result: CGFloat
    switch (start, end, center) {
    case (let start?, let end?, _): result = try total(axis.end, isX, room) - start - end
    case (let start?, _, let center?): result = 2 * (center - start)
    case (_, let end?, let center?): result = 2 * (try total(axis.end, isX, room) - end - center)
    default: return nil
    }
    guard result >= 0 else {
      let names = axis.words.map { "'\($0.name)'" }.joined(separator: " and ")
      throw values.failure(
        String(format: "%@ leave %g points; expected at least 0", names, Double(result)), at: axis.words[0].node)
    }
    return result
  }

  private func points(_ word: LayoutWord?, _ isX: Bool, _ room: Room) throws(SceneFileError) -> CGFloat? {
    switch word?.length {
    case .points(let points)?: points
    case .part(let part)?: part * (try total(word, isX, room))
    case nil: nil
    }
  }

  /// Returns the superlayer's extent, which a word counts by.
  private func total(_ word: LayoutWord?, _ isX: Bool, _ room: Room) throws(SceneFileError) -> CGFloat {
    if let total = room[isX: isX] { return total }
    guard let word else { return 0 }
    throw values.failure(
      "'\(word.name)' counts by the superlayer's \(isX ? "width" : "height"), which follows from its content; "
        + "expected points, or a superlayer with a size", at: word.node)
  }

  /// Returns the size of a layer's content along the axes that are nil.
  private mutating func contentSize(
    of layer: CALayer, _ box: LayoutBox, _ width: CGFloat?, _ height: CGFloat?
  ) throws(SceneFileError) -> CGSize {
    if let stack = box.stack {
      return try stackSize(of: layer.sublayers ?? [], stack, in: Room(width: width, height: height))
    }
    switch box.content {
    case .text:
      // Wrapped text fits the width that the layer has.
      if let width { layer.bounds.size.width = width }
      let size = layer.preferredFrameSize()
      return CGSize(width: size.width.rounded(.up), height: size.height.rounded(.up))
    case .image:
      guard let image = layer.values.contents else { return .zero }
      let scale = layer.contentsScale > 0 ? layer.contentsScale : 1
      let own = CGSize(width: CGFloat(image.width) / scale, height: CGFloat(image.height) / scale)
      if let width { return CGSize(width: width, height: width * own.height / own.width) }
      return height.map { CGSize(width: $0 * own.width / own.height, height: $0) } ?? own
    case .none: return layer.bounds.size
    }
  }
}

// MARK: - Places

extension SceneLayout {
  /// Sets the extent of a layer, unless it is the layer's own.
  private func set(_ size: CGSize, _ isX: Bool, of layer: CALayer, _ box: LayoutBox) {
    guard box[isX: isX].isFixed || !box[isX: isX].hasOwnExtent else { return }
    if isX { layer.bounds.size.width = size.width } else { layer.bounds.size.height = size.height }
  }

  /// Returns the beginning of a layer in its superlayer; nil if no word gives it.
  private func origin(
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
    if let center = try points(axis.center, isX, room) { return center - extent / 2 }
    return 0
  }

  /// Moves a layer, by its anchor point, so that it begins at a coordinate of its superlayer's bounds.
  private func place(_ layer: CALayer, _ isX: Bool, at origin: CGFloat, extent size: CGSize) {
    let bounds = layer.superlayer?.bounds.origin ?? .zero
    if isX {
      layer.position.x = bounds.x + origin + layer.anchorPoint.x * size.width
    } else {
      layer.position.y = bounds.y + origin + layer.anchorPoint.y * size.height
    }
  }

  /// Lays sublayers one after the other; `room` lies inside of the padding.
  private mutating func place(
    _ sublayers: [CALayer], in layer: CALayer, by stack: LayoutStack, room: Room
  ) throws(SceneFileError) {
    let isX = !stack.isVertical
    let content = try stackSize(of: sublayers, stack, in: room, padded: false)
    let bounds = layer.bounds.size
    let free = { (isX: Bool, extent: CGFloat) in
      (isX ? bounds.width : bounds.height) - stack.paddingSum(isX: isX) - extent
    }
    var main = stack.paddingStart(isX: isX) + stack.justify.part * free(isX, isX ? content.width : content.height)
    for sublayer in sublayers {
      guard let box = box(of: sublayer) else { continue }
      let size = try size(of: sublayer, box, in: room)
      for isX in [true, false] { set(size, isX, of: sublayer, box) }
      let (extent, across) = isX ? (size.width, size.height) : (size.height, size.width)
      place(sublayer, isX, at: main, extent: size)
      place(
        sublayer, !isX, at: stack.paddingStart(isX: !isX) + stack.align.part * free(!isX, across), extent: size)
      main += extent + stack.gap
      try layOutContent(of: sublayer, as: box, in: self.room(of: sublayer, box))
    }
  }

  /// Returns the size of sublayers one after the other, with the padding unless `padded` is false.
  private mutating func stackSize(
    of sublayers: [CALayer], _ stack: LayoutStack, in room: Room, padded: Bool = true
  ) throws(SceneFileError) -> CGSize {
    let inside = padded ? inner(room, of: stack) : room
    var (main, across): (CGFloat, CGFloat) = (0, 0)
    for (number, sublayer) in sublayers.enumerated() {
      guard let box = box(of: sublayer) else { continue }
      try checkMember(box)
      let size = try size(of: sublayer, box, in: inside)
      main += (stack.isVertical ? size.height : size.width) + (number > 0 ? stack.gap : 0)
      across = max(across, stack.isVertical ? size.width : size.height)
    }
    let size = stack.isVertical ? CGSize(width: across, height: main) : CGSize(width: main, height: across)
    guard padded else { return size }
    return CGSize(
      width: size.width + stack.paddingSum(isX: true), height: size.height + stack.paddingSum(isX: false))
  }

  /// Throws for a layer of a stack that has a place of its own, or no size.
  private func checkMember(_ box: LayoutBox) throws(SceneFileError) {
    for isX in [true, false] {
      let axis = box[isX: isX]
      let placing = axis.words.first { $0.name != "width" && $0.name != "height" }
      if let (name, node) = placing.map({ ($0.name, $0.node) }) ?? axis.position {
        throw values.failure("a stack places its sublayers; leave '\(name)' out", at: node, isName: true)
      }
      guard axis.hasExtent || box.content != .none || box.stack != nil else {
        throw values.failure(
          "a layer of a stack needs a size; expected '\(isX ? "width" : "height")' or 'bounds'", at: box.node)
      }
    }
  }
}
