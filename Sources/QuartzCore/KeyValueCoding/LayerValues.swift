package import CoreGraphics
package import Foundation

/// The properties of a layer that a frame reads, as one flat value: the storage of CALayer's accessors, copied by
/// commits and changed by animations. Timing, the tree and everything that frames do not read stay in CALayer. Defaults
/// are CALayer's. Each field has a row in ``LayerProperties`` for key-value coding and animations.
package struct LayerValues: Equatable, Sendable {
  package var bounds = CGRect.zero
  package var position = CGPoint.zero
  package var zPosition: CGFloat = 0
  package var anchorPoint = CGPoint(x: 0.5, y: 0.5)
  package var anchorPointZ: CGFloat = 0
  package var transform = CATransform3DIdentity
  package var sublayerTransform = CATransform3DIdentity
  package var isHidden = false
  package var isDoubleSided = true
  package var isGeometryFlipped = false
  package var masksToBounds = false

  package var contents: CGImage?
  package var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
  package var contentsCenter = CGRect(x: 0, y: 0, width: 1, height: 1)
  package var contentsGravity = CALayerContentsGravity.resize
  package var contentsScale: CGFloat = 1
  package var minificationFilter = CALayerContentsFilter.linear
  package var magnificationFilter = CALayerContentsFilter.linear
  package var minificationFilterBias: Float = 0

  package var backgroundColor: CGColor?
  package var cornerRadius: CGFloat = 0
  package var cornerCurve = CALayerCornerCurve.circular
  package var maskedCorners = CACornerMask.all
  package var borderWidth: CGFloat = 0
  package var borderColor: CGColor? = .opaqueBlack
  package var opacity: Float = 1
  package var allowsGroupOpacity = true
  package var allowsEdgeAntialiasing = true
  package var edgeAntialiasingMask = CAEdgeAntialiasingMask.all
  package var shadowColor: CGColor? = .opaqueBlack
  package var shadowOpacity: Float = 0
  package var shadowOffset = CGSize(width: 0, height: -3)
  package var shadowRadius: CGFloat = 3
  package var shadowPath: CGPath?
  package var shouldRasterize = false
  package var rasterizationScale: CGFloat = 1

  package var filters: LayerFilters?
  /// A text layer's attributed text and font, which no other value holds; nil for other layers and the default font.
  package var text: TextSource?

  package var managed = ManagedValues()

  package init() {}

  package static let defaults = LayerValues()
}

/// The values of a layer that determine its place and its opacity. If nothing else of the layer changed, a commit
/// copies only these: that copy counts no references, unlike the copy of all values.
package struct LayerMotion: Sendable {
  package var bounds: CGRect
  package var position: CGPoint
  package var zPosition: CGFloat
  package var anchorPoint: CGPoint
  package var anchorPointZ: CGFloat
  package var transform: CATransform3D
  package var isGeometryFlipped: Bool
  package var isHidden: Bool
  package var opacity: Float
}

extension LayerValues {
  package var motion: LayerMotion {
    LayerMotion(
      bounds: bounds, position: position, zPosition: zPosition, anchorPoint: anchorPoint, anchorPointZ: anchorPointZ,
      transform: transform, isGeometryFlipped: isGeometryFlipped, isHidden: isHidden, opacity: opacity)
  }

  /// Copies the values of ``LayerChanges/motion``: position, depth, transform and opacity.
  package mutating func adopt(_ motion: LayerMotion) {
    position = motion.position
    zPosition = motion.zPosition
    transform = motion.transform
    opacity = motion.opacity
  }
}

extension CALayer {
  /// The layer's motion, read field by field: reading `values` would copy all of them.
  package final var motion: LayerMotion {
    LayerMotion(
      bounds: values.bounds, position: values.position, zPosition: values.zPosition, anchorPoint: values.anchorPoint,
      anchorPointZ: values.anchorPointZ, transform: values.transform, isGeometryFlipped: values.isGeometryFlipped,
      isHidden: values.isHidden, opacity: values.opacity)
  }
}

/// The values that a commit saw; an object, so that reading them copies nothing.
final class CommittedValues {
  var values: LayerValues

  init(_ values: LayerValues) { self.values = values }
}

extension CALayer {
  package final var committedValues: LayerValues? { committed?.values }
}

extension LayerValues {
  private subscript(root: LayerKeyPath.Root) -> AnimatableValue {
    get {
      switch root {
      case .field(let field): self[field]
      case .managed(let key): managed[key] ?? .none
      case .filter(let path): filters?[path] ?? .none
      }
    }
    set {
      switch root {
      case .field(let field): self[field] = newValue
      case .managed(let key): managed[key] = newValue
      case .filter(let path): filters = filters?.setting(path, to: newValue)
      }
    }
  }

  /// Reads or writes a property or a field of it. A value of the wrong kind leaves the property as it is.
  package subscript(keyPath: LayerKeyPath) -> AnimatableValue {
    get {
      guard let component = keyPath.component else { return self[keyPath.root] }
      return self[keyPath.root][component] ?? .none
    }
    set {
      guard let component = keyPath.component else {
        self[keyPath.root] = newValue
        return
      }
      if case .field(let field) = keyPath.root { return write(newValue, to: component, of: field) }
      var value = self[keyPath.root]
      value[component] = newValue
      self[keyPath.root] = value
    }
  }

  /// Returns the value at a key path, read in place: the subscript's getter copies all values first.
  mutating func current(_ keyPath: LayerKeyPath) -> AnimatableValue {
    guard case .field(let field) = keyPath.root else { return self[keyPath] }
    let value = current(field)
    return keyPath.component.map { value[$0] ?? .none } ?? value
  }
}
