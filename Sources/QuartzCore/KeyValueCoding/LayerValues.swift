// A layer's rendering properties as one flat value: the storage behind CALayer's accessors, what a commit copies, and
// what sampling animates. Timing, the tree and everything a frame does not read stay in CALayer.

package import CoreGraphics
package import Foundation

/// The properties of a layer that a frame reads. Defaults are CALayer's.
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

  /// Filters; nil for none.
  package var filters: LayerFilters?
  /// What a text layer draws, beside its other values; nil for all others, and for the default font.
  package var text: TextSource?

  /// What subclasses add.
  package var managed = ManagedValues()

  package init() {}

  package static let defaults = LayerValues()
}

extension LayerValues {
  /// Reads or writes one property by key. A value of the wrong kind leaves the property as it is.
  package subscript(key: LayerKey) -> AnimatableValue {
    get {
      switch key {
      case .bounds: .rect(bounds)
      case .position: .point(position)
      case .zPosition: .number(Double(zPosition))
      case .anchorPoint: .point(anchorPoint)
      case .anchorPointZ: .number(Double(anchorPointZ))
      case .transform: .transform(transform)
      case .sublayerTransform: .transform(sublayerTransform)
      case .hidden: .number(isHidden ? 1 : 0)
      case .doubleSided: .number(isDoubleSided ? 1 : 0)
      case .geometryFlipped: .number(isGeometryFlipped ? 1 : 0)
      case .masksToBounds: .number(masksToBounds ? 1 : 0)
      case .contents: contents.map(AnimatableValue.image) ?? .none
      case .contentsRect: .rect(contentsRect)
      case .contentsCenter: .rect(contentsCenter)
      case .contentsGravity: .string(contentsGravity.rawValue)
      case .contentsScale: .number(Double(contentsScale))
      case .minificationFilter: .string(minificationFilter.rawValue)
      case .magnificationFilter: .string(magnificationFilter.rawValue)
      case .minificationFilterBias: .number(Double(minificationFilterBias))
      case .backgroundColor: backgroundColor.map(AnimatableValue.color) ?? .none
      case .cornerRadius: .number(Double(cornerRadius))
      case .cornerCurve: .string(cornerCurve.rawValue)
      case .maskedCorners: .number(Double(maskedCorners.rawValue))
      case .borderWidth: .number(Double(borderWidth))
      case .borderColor: borderColor.map(AnimatableValue.color) ?? .none
      case .opacity: .number(Double(opacity))
      case .allowsGroupOpacity: .number(allowsGroupOpacity ? 1 : 0)
      case .allowsEdgeAntialiasing: .number(allowsEdgeAntialiasing ? 1 : 0)
      case .edgeAntialiasingMask: .number(Double(edgeAntialiasingMask.rawValue))
      case .shadowColor: shadowColor.map(AnimatableValue.color) ?? .none
      case .shadowOpacity: .number(Double(shadowOpacity))
      case .shadowOffset: .size(shadowOffset)
      case .shadowRadius: .number(Double(shadowRadius))
      case .shadowPath: shadowPath.map(AnimatableValue.path) ?? .none
      case .shouldRasterize: .number(shouldRasterize ? 1 : 0)
      case .rasterizationScale: .number(Double(rasterizationScale))
      }
    }
    set {
      switch key {
      case .bounds: assign(newValue.rect, to: &bounds)
      case .position: assign(newValue.point, to: &position)
      case .zPosition: assign(newValue.number.map { CGFloat($0) }, to: &zPosition)
      case .anchorPoint: assign(newValue.point, to: &anchorPoint)
      case .anchorPointZ: assign(newValue.number.map { CGFloat($0) }, to: &anchorPointZ)
      case .transform: assign(newValue.transform, to: &transform)
      case .sublayerTransform: assign(newValue.transform, to: &sublayerTransform)
      case .hidden: assign(newValue.number.map { $0 != 0 }, to: &isHidden)
      case .doubleSided: assign(newValue.number.map { $0 != 0 }, to: &isDoubleSided)
      case .geometryFlipped: assign(newValue.number.map { $0 != 0 }, to: &isGeometryFlipped)
      case .masksToBounds: assign(newValue.number.map { $0 != 0 }, to: &masksToBounds)
      case .contents: assign(newValue, to: &contents)
      case .contentsRect: assign(newValue.rect, to: &contentsRect)
      case .contentsCenter: assign(newValue.rect, to: &contentsCenter)
      case .contentsGravity: assign(newValue.string.map(CALayerContentsGravity.init), to: &contentsGravity)
      case .contentsScale: assign(newValue.number.map { CGFloat($0) }, to: &contentsScale)
      case .minificationFilter: assign(newValue.string.map(CALayerContentsFilter.init), to: &minificationFilter)
      case .magnificationFilter: assign(newValue.string.map(CALayerContentsFilter.init), to: &magnificationFilter)
      case .minificationFilterBias: assign(newValue.number.map { Float($0) }, to: &minificationFilterBias)
      case .backgroundColor: assign(newValue, to: &backgroundColor)
      case .cornerRadius: assign(newValue.number.map { CGFloat($0) }, to: &cornerRadius)
      case .cornerCurve: assign(newValue.string.map(CALayerCornerCurve.init), to: &cornerCurve)
      case .maskedCorners:
        assign(newValue.bits.map { CACornerMask(rawValue: UInt($0)) }, to: &maskedCorners)
      case .borderWidth: assign(newValue.number.map { CGFloat($0) }, to: &borderWidth)
      case .borderColor: assign(newValue, to: &borderColor)
      case .opacity: assign(newValue.number.map { Float($0) }, to: &opacity)
      case .allowsGroupOpacity: assign(newValue.number.map { $0 != 0 }, to: &allowsGroupOpacity)
      case .allowsEdgeAntialiasing: assign(newValue.number.map { $0 != 0 }, to: &allowsEdgeAntialiasing)
      case .edgeAntialiasingMask:
        assign(newValue.bits.map { CAEdgeAntialiasingMask(rawValue: $0) }, to: &edgeAntialiasingMask)
      case .shadowColor: assign(newValue, to: &shadowColor)
      case .shadowOpacity: assign(newValue.number.map { Float($0) }, to: &shadowOpacity)
      case .shadowOffset: assign(newValue.size, to: &shadowOffset)
      case .shadowRadius: assign(newValue.number.map { CGFloat($0) }, to: &shadowRadius)
      case .shadowPath: assign(newValue, to: &shadowPath)
      case .shouldRasterize: assign(newValue.number.map { $0 != 0 }, to: &shouldRasterize)
      case .rasterizationScale: assign(newValue.number.map { CGFloat($0) }, to: &rasterizationScale)
      }
    }
  }

  private subscript(root: LayerKeyPath.Root) -> AnimatableValue {
    get {
      switch root {
      case .property(let key): self[key]
      case .managed(let key): managed[key] ?? .none
      case .filter(let path): filters?[path] ?? .none
      }
    }
    set {
      switch root {
      case .property(let key): self[key] = newValue
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
      var value = self[keyPath.root]
      value[component] = newValue
      self[keyPath.root] = value
    }
  }
}

// Free functions over `inout` fields: a `WritableKeyPath` would cost tens of nanoseconds a write in every sampled
// frame.

private func assign<T>(_ value: T?, to field: inout T) {
  if let value { field = value }
}

private func assign(_ value: AnimatableValue, to field: inout CGColor?) {
  switch value {
  case .color(let color): field = color
  case .none: field = nil
  default: break
  }
}

private func assign(_ value: AnimatableValue, to field: inout CGImage?) {
  switch value {
  case .image(let image): field = image
  case .none: field = nil
  default: break
  }
}

private func assign(_ value: AnimatableValue, to field: inout CGPath?) {
  switch value {
  case .path(let path): field = path
  case .none: field = nil
  default: break
  }
}
