// Core Image's filters for Core Animation: objects with a kind and inputs, for a layer's filters. CIImage and CIContext
// do not exist here: a filter has no `outputImage`, and the compositor reads its inputs.
//
// Tested by CIFilterTests.

public import CoreGraphics
public import Foundation
public import QuartzCore

/// A filter for ``/QuartzCore/CALayer/filters``, ``/QuartzCore/CALayer/backgroundFilters`` and
/// ``/QuartzCore/CALayer/compositingFilter``. Inputs are set by key. With a ``name`` they can be set through a layer,
/// and animated: `CABasicAnimation(keyPath: "filters.NAME.inputRadius")`.
open class CIFilter: NSObject, LayerFilter {
  private var value: FilterValue
  /// Inputs other than numbers, colours and vectors, such as images. Without effect.
  private var others: [String: Any] = [:]

  /// Creates a filter of a kind such as "CIGaussianBlur", with the kind's defaults; returns nil for an unknown kind.
  public init?(name: String) {
    guard name.hasPrefix("CI"), FilterCatalog.defaults(of: name) != nil else { return nil }
    value = FilterValue(type: name)
  }

  /// Creates a filter of a kind with some of its inputs; returns nil for an unknown kind.
  public convenience init?(name: String, parameters params: [String: Any]?) {
    self.init(name: name)
    for (key, value) in params ?? [:] { setValue(value, forKey: key) }
  }

  /// Does the same as ``init(name:parameters:)``.
  public convenience init?(name: String, withInputParameters params: [String: Any]?) {
    self.init(name: name, parameters: params)
  }

  /// The name of the filter in key paths. Default: the kind.
  open var name: String {
    get { value.name }
    set { value.name = newValue }
  }

  /// Whether the filter has an effect. Default: true.
  open var isEnabled: Bool {
    get { value.isEnabled }
    set { value.isEnabled = newValue }
  }

  /// The keys of the inputs, images first.
  open var inputKeys: [String] {
    let images = FilterCatalog.isBlend(value.type) ? ["inputImage", "inputBackgroundImage"] : ["inputImage"]
    return images + (FilterCatalog.defaults(of: value.type) ?? []).map(\.key.name)
  }

  /// The keys of the results: `outputImage` alone.
  open var outputKeys: [String] { ["outputImage"] }

  /// The kind under ``kCIAttributeFilterName``, and for each input a dictionary with ``kCIAttributeDefault``.
  open var attributes: [String: Any] {
    var attributes: [String: Any] = [kCIAttributeFilterName: value.type]
    for input in FilterCatalog.defaults(of: value.type) ?? [] {
      attributes[input.key.name] = [kCIAttributeDefault: Self.object(input.value) as Any]
    }
    return attributes
  }

  /// Sets all inputs to their defaults.
  open func setDefaults() {
    value.inputs = []
    others = [:]
  }

  /// Returns the value of an input, or of `name` or `enabled`.
  open func value(forKey key: String) -> Any? {
    if key == "name" { return name }
    return value[key].flatMap(Self.object) ?? others[key]
  }

  /// Sets an input, `name` or `enabled`. Nil sets an input to its default.
  open func setValue(_ newValue: Any?, forKey key: String) {
    if key == "name" {
      if let newValue = newValue as? String { name = newValue }
    } else if newValue == nil {
      value[key] = nil
      others[key] = nil
    } else if let animatable = AnimatableValue(newValue) {
      value[key] = animatable
    } else {
      others[key] = newValue
    }
  }

  /// Returns the names of all filters here, whatever the category.
  open class func filterNames(inCategory category: String?) -> [String] {
    FilterCatalog.names.filter { $0.hasPrefix("CI") }
  }

  package var filterValue: FilterValue { value }

  package func setFilterInput(_ value: AnimatableValue, forKey key: String) { self.value[key] = value }

  private static func object(_ value: AnimatableValue) -> Any? {
    switch value {
    case .color(let color): CIColor(cgColor: color)
    case .numbers(let numbers): CIVector(values: numbers.map { CGFloat($0) }, count: numbers.count)
    case .point(let point): CIVector(cgPoint: point)
    default: value.boxed
    }
  }
}

/// The key of the filter's kind in ``CIFilter/attributes``.
public let kCIAttributeFilterName = "CIAttributeFilterName"
/// The key of an input's default value in its attributes.
public let kCIAttributeDefault = "CIAttributeDefault"
/// The key of the input image.
public let kCIInputImageKey = "inputImage"
/// The key of a blend's background image.
public let kCIInputBackgroundImageKey = "inputBackgroundImage"
/// The key of a radius, in points.
public let kCIInputRadiusKey = "inputRadius"
/// The key of a scale.
public let kCIInputScaleKey = "inputScale"
/// The key of a centre, a vector of two numbers.
public let kCIInputCenterKey = "inputCenter"
/// The key of an angle, in radians.
public let kCIInputAngleKey = "inputAngle"
/// The key of a colour.
public let kCIInputColorKey = "inputColor"
/// The key of the effect's intensity, from 0 to 1.
public let kCIInputIntensityKey = "inputIntensity"
/// The key of the saturation; 1 changes nothing.
public let kCIInputSaturationKey = "inputSaturation"
/// The key of the added brightness; 0 changes nothing.
public let kCIInputBrightnessKey = "inputBrightness"
/// The key of the contrast; 1 changes nothing.
public let kCIInputContrastKey = "inputContrast"
/// The key of an exposure, in stops.
public let kCIInputEVKey = "inputEV"
/// The key of the bias that is added to the result.
public let kCIInputBiasKey = "inputBias"

/// A list of numbers: a point, a rectangle, or coefficients of a filter.
open class CIVector: NSObject, AnimatableObject {
  private let values: [CGFloat]

  /// Creates a vector of numbers in memory.
  public init(values: UnsafePointer<CGFloat>, count: Int) {
    self.values = Array(UnsafeBufferPointer(start: values, count: count))
  }

  /// Creates a vector of one number.
  public convenience init(x: CGFloat) { self.init(values: [x], count: 1) }
  /// Creates a vector of two numbers.
  public convenience init(x: CGFloat, y: CGFloat) { self.init(values: [x, y], count: 2) }
  /// Creates a vector of three numbers.
  public convenience init(x: CGFloat, y: CGFloat, z: CGFloat) { self.init(values: [x, y, z], count: 3) }
  /// Creates a vector of four numbers.
  public convenience init(x: CGFloat, y: CGFloat, z: CGFloat, w: CGFloat) { self.init(values: [x, y, z, w], count: 4) }
  /// Creates a vector of a point's x and y.
  public convenience init(cgPoint: CGPoint) { self.init(x: cgPoint.x, y: cgPoint.y) }
  /// Creates a vector of a rectangle's x, y, width and height.
  public convenience init(cgRect: CGRect) {
    self.init(x: cgRect.minX, y: cgRect.minY, z: cgRect.width, w: cgRect.height)
  }

  /// The number of values in the vector.
  open var count: Int { values.count }
  /// Returns the number at an index; 0 beyond the last.
  open func value(at index: Int) -> CGFloat { values.indices.contains(index) ? values[index] : 0 }
  open var x: CGFloat { value(at: 0) }
  open var y: CGFloat { value(at: 1) }
  open var z: CGFloat { value(at: 2) }
  open var w: CGFloat { value(at: 3) }
  /// The point whose coordinates are the first two numbers.
  open var cgPointValue: CGPoint { CGPoint(x: x, y: y) }
  /// The rectangle whose origin and size are the first four numbers.
  open var cgRectValue: CGRect { CGRect(x: x, y: y, width: z, height: w) }

  open override func isEqual(_ object: Any?) -> Bool { (object as? CIVector)?.values == values }
  open override var hash: Int { values.hashValue }
  open override var description: String { "[\(values.map { "\($0)" }.joined(separator: " "))]" }

  package var animatableValue: AnimatableValue {
    values.count == 2 ? .point(cgPointValue) : .numbers(values.map(Double.init))
  }
}

/// A colour with components from 0 to 1 in sRGB, not premultiplied.
open class CIColor: NSObject, AnimatableObject {
  private let rgba: [CGFloat]

  /// Creates a colour in sRGB, from 0 to 1.
  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) { rgba = [red, green, blue, alpha] }

  /// Creates an opaque colour in sRGB, from 0 to 1.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat) {
    self.init(red: red, green: green, blue: blue, alpha: 1)
  }

  /// Creates the colour of a CGColor, in sRGB.
  public convenience init(cgColor color: CGColor) {
    if let values = color.components, values.count == 4, color.colorSpace?.model == .rgb {
      self.init(red: values[0], green: values[1], blue: values[2], alpha: values[3])
    } else {
      let rgba = color.rgba
      self.init(red: CGFloat(rgba.x), green: CGFloat(rgba.y), blue: CGFloat(rgba.z), alpha: CGFloat(rgba.w))
    }
  }

  open var red: CGFloat { rgba[0] }
  open var green: CGFloat { rgba[1] }
  open var blue: CGFloat { rgba[2] }
  open var alpha: CGFloat { rgba[3] }
  /// The number of components, alpha included.
  open var numberOfComponents: Int { rgba.count }

  open class var black: CIColor { CIColor(red: 0, green: 0, blue: 0) }
  open class var white: CIColor { CIColor(red: 1, green: 1, blue: 1) }
  open class var gray: CIColor { CIColor(red: 0.5, green: 0.5, blue: 0.5) }
  open class var red: CIColor { CIColor(red: 1, green: 0, blue: 0) }
  open class var green: CIColor { CIColor(red: 0, green: 1, blue: 0) }
  open class var blue: CIColor { CIColor(red: 0, green: 0, blue: 1) }
  open class var cyan: CIColor { CIColor(red: 0, green: 1, blue: 1) }
  open class var magenta: CIColor { CIColor(red: 1, green: 0, blue: 1) }
  open class var yellow: CIColor { CIColor(red: 1, green: 1, blue: 0) }
  open class var clear: CIColor { CIColor(red: 0, green: 0, blue: 0, alpha: 0) }

  open override func isEqual(_ object: Any?) -> Bool { (object as? CIColor)?.rgba == rgba }
  open override var hash: Int { rgba.hashValue }
  open override var description: String { "(\(rgba.map { "\($0)" }.joined(separator: " ")))" }

  package var animatableValue: AnimatableValue { .color(CGColor(red: red, green: green, blue: blue, alpha: alpha)) }
}
