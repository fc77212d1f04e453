// Colours as inputs of filters.

public import CoreGraphics
public import Foundation
public import QuartzCore

/// A colour: components from 0 to 1 in sRGB, not premultiplied.
open class CIColor: NSObject, AnimatableObject {
  private let rgba: [CGFloat]

  /// A colour in sRGB, from 0 to 1.
  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) { rgba = [red, green, blue, alpha] }

  /// An opaque colour in sRGB, from 0 to 1.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat) {
    self.init(red: red, green: green, blue: blue, alpha: 1)
  }

  /// A colour of Core Graphics, in sRGB.
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

  package var animatableValue: AnimatableValue {
    .color(CGColor(red: red, green: green, blue: blue, alpha: alpha))
  }
}
