import CoreGraphics
import Documents
import Foundation
import QuartzCore

extension SceneLayout {
  mutating func size(of layer: CALayer, _ box: LayoutBox, in room: Room) throws(SceneFileError) -> CGSize {
    if let size = sizes[ObjectIdentifier(layer)] { return size }
    var size = layer.bounds.size
    let (width, height) = (try extent(box, true, in: room), try extent(box, false, in: room))
    if let width { size.width = width }
    if let height { size.height = height }
    let (hasWidth, hasHeight) = (box.x.hasExtent, box.y.hasExtent)
    if !hasWidth || !hasHeight {
      let known = Room(
        width: hasWidth ? size.width : nil, height: hasHeight ? size.height : nil,
        limit: hasWidth ? nil : try limit(of: box, in: room))
      let content = try contentSize(of: layer, box, known)
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

  /// Returns the most width of a layer's content; nil for any.
  private func limit(of box: LayoutBox, in room: Room) throws(SceneFileError) -> CGFloat? {
    var most = room.limit
    switch box.maxWidth?.length {
    case .points(let points)?: most = min(points, most ?? points)
    case .part(let part)?:
      let whole = if let limit = room.limit { limit } else { try total(box.maxWidth, true, room) }
      most = min((part * whole).rounded(), most ?? whole)
    case nil: break
    }
    return most
  }

  /// Returns the extent that the words give; nil if they do not.
  func extent(_ box: LayoutBox, _ isX: Bool, in room: Room) throws(SceneFileError) -> CGFloat? {
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

  func points(_ word: LayoutWord?, _ isX: Bool, _ room: Room) throws(SceneFileError) -> CGFloat? {
    switch word?.length {
    case .points(let points)?: points
    // Edges between points would be soft.
    case .part(let part)?: (part * (try total(word, isX, room))).rounded()
    case nil: nil
    }
  }

  /// Returns the superlayer's extent, which a word counts by.
  func total(_ word: LayoutWord?, _ isX: Bool, _ room: Room) throws(SceneFileError) -> CGFloat {
    if let total = room[isX: isX] { return total }
    guard let word else { return 0 }
    throw values.failure(
      "'\(word.name)' counts by the superlayer's \(isX ? "width" : "height"), which follows from its content; "
        + "expected points, or a superlayer with a size", at: word.node)
  }

  /// Returns the size of a layer's content along the axes of `known` that are nil.
  mutating func contentSize(
    of layer: CALayer, _ box: LayoutBox, _ known: Room
  ) throws(SceneFileError) -> CGSize {
    if let stack = box.stack { return try stackSize(of: stacked(layer), stack, in: known) }
    let (width, height) = (known.width, known.height)
    switch box.content {
    case .text: return textSize(of: layer, box, known)
    case .image:
      guard let image = layer.values.contents else { return .zero }
      let scale = layer.contentsScale > 0 ? layer.contentsScale : 1
      let own = CGSize(width: CGFloat(image.width) / scale, height: CGFloat(image.height) / scale)
      if let width { return CGSize(width: width, height: width * own.height / own.width) }
      let size = height.map { CGSize(width: $0 * own.width / own.height, height: $0) } ?? own
      guard let most = known.limit, size.width > most else { return size }
      return CGSize(width: most, height: height ?? most * own.height / own.width)
    case .none: return layer.bounds.size
    }
  }

  /// Returns the size of a text within the width that it has, or may have at most. Text that has line breaks, or would
  /// be wider, wraps unless `wrapped` says otherwise.
  private func textSize(of layer: CALayer, _ box: LayoutBox, _ known: Room) -> CGSize {
    // Wrapped text fits the width that the layer has.
    if let width = known.width { layer.bounds.size.width = width }
    let isFree = box.node.json["wrapped"] == nil
    let text = layer as? CATextLayer
    var wraps =
      known.width == nil
      && (text?.isWrapped == true || isFree && (text?.string as? String)?.contains(where: \.isNewline) == true)
    var size = wraps ? .zero : layer.preferredFrameSize()
    if isFree, let most = known.limit, size.width > most { wraps = true }
    if wraps {
      layer.setValue(.number(1), atKeyPath: "wrapped")
      layer.bounds.size.width = known.limit ?? values.limits.coordinate
      size = layer.preferredFrameSize()
    }
    if let most = known.limit { size.width = min(size.width, most) }
    return CGSize(width: size.width.rounded(.up), height: size.height.rounded(.up))
  }
}
