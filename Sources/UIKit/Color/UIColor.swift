// A colour for client code; layers take its `cgColor`. A UIColor is either one colour, or a rule that picks one by
// light or dark style each time it is asked (`UITraitCollection.current`).
//
// Components outside 0...1 are clamped: everything is drawn in sRGB with 8 bits, which has nothing beyond.
//
// Tested by UIColorTests.

public import CoreGraphics
public import Foundation

/// A colour with alpha, possibly different in light and in dark style.
open class UIColor: NSObject, _ExpressibleByColorLiteral, @unchecked Sendable {
  // Unchecked Sendable: the only stored property is immutable and Sendable itself; it is a subclass's duty to be as
  // well.
  private let source: Source

  private enum Source: Sendable {
    case color(CGColor)
    case rule(@Sendable (UITraitCollection) -> UIColor)
  }

  /// The colour of a Core Graphics colour, as it is.
  public init(cgColor: CGColor) { source = .color(cgColor) }

  /// A colour that `dynamicProvider` picks each time the colour is asked for.
  public init(dynamicProvider: @escaping @Sendable (UITraitCollection) -> UIColor) {
    source = .rule(dynamicProvider)
  }

  /// A colour of the sRGB space. Components are not premultiplied; those beyond 0 to 1 count as the nearer of both.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(
      cgColor: CGColor(
        red: red.clampedToUnit, green: green.clampedToUnit, blue: blue.clampedToUnit, alpha: alpha.clampedToUnit))
  }

  /// Makes a colour that shows nothing: black with alpha 0.
  public override convenience init() { self.init(white: 0, alpha: 0) }

  /// A grey: a white of 0 is black, of 1 white.
  public convenience init(white: CGFloat, alpha: CGFloat) {
    self.init(cgColor: CGColor(gray: white.clampedToUnit, alpha: alpha.clampedToUnit))
  }

  /// The colour of a literal in source code.
  public required convenience init(_colorLiteralRed red: Float, green: Float, blue: Float, alpha: Float) {
    self.init(red: CGFloat(red), green: CGFloat(green), blue: CGFloat(blue), alpha: CGFloat(alpha))
  }

  /// The colour in Core Graphics' form; of a dynamic colour what it is now.
  open var cgColor: CGColor {
    switch source {
    case .color(let color): color
    case .rule(let rule): rule(.current).cgColor
    }
  }

  /// The colour that a dynamic one is under `traitCollection`; any other colour itself.
  open func resolvedColor(with traitCollection: UITraitCollection) -> UIColor {
    switch source {
    case .color: self
    case .rule(let rule): rule(traitCollection).resolvedColor(with: traitCollection)
    }
  }

  /// The same colour with another alpha; a dynamic colour stays dynamic.
  open func withAlphaComponent(_ alpha: CGFloat) -> UIColor {
    switch source {
    case .color(let color): UIColor(cgColor: color.copy(alpha: alpha.clampedToUnit) ?? color)
    case .rule(let rule): UIColor { rule($0).withAlphaComponent(alpha) }
    }
  }

  /// Equal when colour space and components are; dynamic colours are equal only to themselves.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UIColor else { return false }
    if self === other { return true }
    guard case .color(let mine) = source, case .color(let theirs) = other.source else { return false }
    return mine == theirs
  }

  open override var hash: Int {
    switch source {
    case .color(let color): color.hashValue
    case .rule: ObjectIdentifier(self).hashValue
    }
  }

  /// The components, or that the colour is dynamic.
  open override var description: String {
    switch source {
    case .color(let color): "UIColor(\(color))"
    case .rule: "UIColor(dynamic, now \(cgColor))"
    }
  }
}

/// The type of `#colorLiteral(red:green:blue:alpha:)` where the code asks for no other type.
public typealias _ColorLiteralType = UIColor

extension CGFloat {
  var clampedToUnit: CGFloat { Swift.min(Swift.max(self, 0), 1) }
}
