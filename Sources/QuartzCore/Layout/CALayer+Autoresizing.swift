// Autoresizing: what a layer does when its superlayer's size changes, as measured on Apple's system.
//
// An axis has three parts, margin, extent, margin, and the change of the superlayer's size is split in thirds among
// them. A fixed part hands its third on: to the margins that give way, in equal shares, or to the extent where none
// does. When the extent gives way, both margins come out as whole points and the extent takes the rest.

import CoreGraphics
import Foundation

extension CALayer {
  /// The parts of the layer's placement that give way when the superlayer's size changes. A change of the mask itself
  /// moves nothing; unknown bits are kept. Default: none.
  public final var autoresizingMask: CAAutoresizingMask {
    get { CAAutoresizingMask(rawValue: managed()) }
    set { setManaged(newValue.rawValue) }
  }

  final func performResizeSublayers(withOldSize size: CGSize) {
    guard size != bounds.size else { return }
    for child in children { child.resize(withOldSuperlayerSize: size) }
  }

  final func performResize(withOldSuperlayerSize size: CGSize) {
    let mask = autoresizingMask
    guard let parent, !mask.isEmpty else { return }
    let space = parent.bounds
    var frame = self.frame
    var x = ResizedAxis(start: frame.minX - space.minX, extent: frame.width)
    x.resize(
      from: size.width, to: space.width, leading: mask.contains(.layerMinXMargin),
      middle: mask.contains(.layerWidthSizable), trailing: mask.contains(.layerMaxXMargin))
    var y = ResizedAxis(start: frame.minY - space.minY, extent: frame.height)
    y.resize(
      from: size.height, to: space.height, leading: mask.contains(.layerMinYMargin),
      middle: mask.contains(.layerHeightSizable), trailing: mask.contains(.layerMaxYMargin))
    frame = CGRect(x: space.minX + x.start, y: space.minY + y.start, width: x.extent, height: y.extent)
    // Of sizes beyond all measure no share is left: the layer stays as it is. Found by tools/fuzz api.
    guard [frame.minX, frame.minY, frame.width, frame.height].allSatisfy(\.isFinite) else { return }
    if frame != self.frame { self.frame = frame }
  }
}

/// A layer's place along one axis of its superlayer.
private struct ResizedAxis {
  /// The margin before the layer.
  var start: CGFloat
  /// The layer's size; a negative one, as of a superlayer that shrank, is standardised by the frame.
  var extent: CGFloat

  /// Shares out a change of the superlayer's size among the parts that give way.
  mutating func resize(from old: CGFloat, to new: CGFloat, leading: Bool, middle: Bool, trailing: Bool) {
    let change = new - old
    let margins: CGFloat = (leading ? 1 : 0) + (trailing ? 1 : 0)
    guard change != 0, middle || margins > 0 else { return }
    let extentShare = !middle ? 0 : margins == 0 ? change : change / 3
    let marginShare = margins == 0 ? 0 : (change - extentShare) / margins
    var end = old - start - extent
    if leading { start = (start + marginShare).rounded(.down) }
    guard middle else { return }
    if trailing { end = (end + marginShare).rounded(.down) }
    extent = new - start - end
  }
}

/// The parts of a layer's placement that give way when its superlayer's size changes: margins and extents.
///
/// "Minimum" and "maximum" are of the coordinates; where y points down, the minimum y margin is the upper one.
public struct CAAutoresizingMask: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt32
  /// Options by their bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The margin before the layer along x.
  public static let layerMinXMargin = CAAutoresizingMask(rawValue: 1 << 0)
  /// The layer's width changes.
  public static let layerWidthSizable = CAAutoresizingMask(rawValue: 1 << 1)
  /// The margin behind the layer along x.
  public static let layerMaxXMargin = CAAutoresizingMask(rawValue: 1 << 2)
  /// The margin before the layer along y.
  public static let layerMinYMargin = CAAutoresizingMask(rawValue: 1 << 3)
  /// The layer's height changes.
  public static let layerHeightSizable = CAAutoresizingMask(rawValue: 1 << 4)
  /// The margin behind the layer along y.
  public static let layerMaxYMargin = CAAutoresizingMask(rawValue: 1 << 5)
}
