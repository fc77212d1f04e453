// No client overrides these properties, so they can be declared in an extension.

public import CoreGraphics
public import Foundation

extension CALayer {
  /// The part of the shown contents, in fractions, that stretches both ways when the contents are resized: corners keep
  /// their size, edges stretch along themselves. Default: all of it.
  public var contentsCenter: CGRect {
    get { values.contentsCenter }
    set { change(Self.rows.contentsCenter, from: values.contentsCenter, to: newValue) { $0.contentsCenter = newValue } }
  }

  /// The sampling of the contents where they shrink. Default: `.linear`.
  public var minificationFilter: CALayerContentsFilter {
    get { values.minificationFilter }
    set {
      change(Self.rows.minificationFilter, from: values.minificationFilter, to: newValue) {
        $0.minificationFilter = newValue
      }
    }
  }

  /// The sampling of the contents where they grow. Default: `.linear`.
  public var magnificationFilter: CALayerContentsFilter {
    get { values.magnificationFilter }
    set {
      change(Self.rows.magnificationFilter, from: values.magnificationFilter, to: newValue) {
        $0.magnificationFilter = newValue
      }
    }
  }

  /// Whether ``opacity`` applies to layer and sublayers as one picture; else it multiplies into each. Default: true.
  public var allowsGroupOpacity: Bool {
    get { values.allowsGroupOpacity }
    set {
      change(Self.rows.allowsGroupOpacity, from: values.allowsGroupOpacity, to: newValue) {
        $0.allowsGroupOpacity = newValue
      }
    }
  }

  /// Whether edges that do not fall on whole pixels are antialiased. Default: true, as measured on macOS.
  public var allowsEdgeAntialiasing: Bool {
    get { values.allowsEdgeAntialiasing }
    set {
      change(Self.rows.allowsEdgeAntialiasing, from: values.allowsEdgeAntialiasing, to: newValue) {
        $0.allowsEdgeAntialiasing = newValue
      }
    }
  }

  /// The edges that are antialiased where ``allowsEdgeAntialiasing`` is on. Default: all four.
  public var edgeAntialiasingMask: CAEdgeAntialiasingMask {
    get { values.edgeAntialiasingMask }
    set {
      change(Self.rows.edgeAntialiasingMask, from: values.edgeAntialiasingMask, to: newValue) {
        $0.edgeAntialiasingMask = newValue
      }
    }
  }

  /// The offset to the level of detail that trilinear minification samples. Default: 0.
  public var minificationFilterBias: Float {
    get { values.minificationFilterBias }
    set {
      change(Self.rows.minificationFilterBias, from: values.minificationFilterBias, to: newValue) {
        $0.minificationFilterBias = newValue
      }
    }
  }

  /// The shape of rounded corners; an unknown value reads back as `.circular`. Default: `.circular`.
  public var cornerCurve: CALayerCornerCurve {
    get { values.cornerCurve }
    set {
      let curve = CALayerCornerCurve.all.contains(newValue) ? newValue : .circular
      change(Self.rows.cornerCurve, from: values.cornerCurve, to: curve) { $0.cornerCurve = curve }
    }
  }

  /// Returns the reach of a corner of that curve, in radii: 1 for circular, 1.528665 for continuous corners.
  public class func cornerCurveExpansionFactor(_ curve: CALayerCornerCurve) -> CGFloat {
    curve == .continuous ? CornerCurve.extent(1) : 1
  }

  /// The colour of the shadow. Default: opaque black.
  public var shadowColor: CGColor? {
    get { values.shadowColor }
    set { change(Self.rows.shadowColor, from: values.shadowColor, to: newValue) { $0.shadowColor = newValue } }
  }

  /// The opacity of the shadow. Default: 0, no shadow.
  public var shadowOpacity: Float {
    get { values.shadowOpacity }
    set { change(Self.rows.shadowOpacity, from: values.shadowOpacity, to: newValue) { $0.shadowOpacity = newValue } }
  }

  /// The shadow's distance from the layer, in points of its own axes: it turns and flips with them. Default: (0, -3).
  public var shadowOffset: CGSize {
    get { values.shadowOffset }
    set { change(Self.rows.shadowOffset, from: values.shadowOffset, to: newValue) { $0.shadowOffset = newValue } }
  }

  /// The standard deviation of the shadow's Gaussian blur, in points; half of CSS's blur radius. Default: 3.
  public var shadowRadius: CGFloat {
    get { values.shadowRadius }
    set { change(Self.rows.shadowRadius, from: values.shadowRadius, to: newValue) { $0.shadowRadius = newValue } }
  }

  /// The outline that casts the shadow, in the layer's points, filled by the non-zero rule; it casts even where the
  /// layer shows nothing. Nil for the composited alpha of the layer and its sublayers. Default: nil.
  public var shadowPath: CGPath? {
    get { values.shadowPath }
    set {
      let path = newValue?.copy()
      change(Self.rows.shadowPath, from: values.shadowPath, to: path) { $0.shadowPath = path }
    }
  }

  /// Whether the layer with its sublayers is composited as a bitmap. Default: false.
  public var shouldRasterize: Bool {
    get { values.shouldRasterize }
    set {
      change(Self.rows.shouldRasterize, from: values.shouldRasterize, to: newValue) { $0.shouldRasterize = newValue }
    }
  }

  /// The number of pixels to a point of the bitmap of ``shouldRasterize``. Default: 1.
  public var rasterizationScale: CGFloat {
    get { values.rasterizationScale }
    set {
      change(Self.rows.rasterizationScale, from: values.rasterizationScale, to: newValue) {
        $0.rasterizationScale = newValue
      }
    }
  }
}
