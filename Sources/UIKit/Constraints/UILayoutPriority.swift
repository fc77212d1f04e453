/// The importance of a constraint, above 0 to 1000: required. A higher one outweighs all lower ones together.
public struct UILayoutPriority: RawRepresentable, Hashable, Comparable, Sendable {
  /// The number.
  public let rawValue: Float
  /// Creates a priority by its number.
  public init(rawValue: Float) { self.rawValue = rawValue }
  /// Creates a priority by its number.
  public init(_ rawValue: Float) { self.rawValue = rawValue }

  /// The priority of a constraint that has to hold: 1000.
  public static let required = Self(1000)
  /// The default of the resistance to compression: 750.
  public static let defaultHigh = Self(750)
  /// A finger that drags and may resize a scene: 510.
  public static let dragThatCanResizeScene = Self(510)
  /// A scene's size: 500.
  public static let sceneSizeStayPut = Self(500)
  /// A finger that drags and may not resize a scene: 490.
  public static let dragThatCannotResizeScene = Self(490)
  /// The default of hugging contents: 250.
  public static let defaultLow = Self(250)
  /// The size that ``UIView/systemLayoutSizeFitting(_:)`` is asked for: 50.
  public static let fittingSizeLevel = Self(50)

  /// Whether one is less important.
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

extension NSLayoutConstraint {
  /// A direction of layout.
  public enum Axis: Int, Sendable {
    case horizontal = 0
    case vertical = 1
  }

  /// The relation between the two sides of a constraint.
  public enum Relation: Int, Sendable {
    case lessThanOrEqual = -1
    case equal = 0
    case greaterThanOrEqual = 1
  }

  /// A side, a middle, a size or a baseline of a view or a guide.
  public enum Attribute: Int, Sendable {
    case notAnAttribute = 0
    case left = 1
    case right = 2
    case top = 3
    case bottom = 4
    /// The left side; the right one where text runs from right to left.
    case leading = 5
    /// The right side; the left one where text runs from right to left.
    case trailing = 6
    case width = 7
    case height = 8
    case centerX = 9
    case centerY = 10
    /// The baseline of the last line of text; the bottom of a view without text.
    case lastBaseline = 11
    /// The baseline of the first line of text; the bottom of a view without text.
    case firstBaseline = 12
    case leftMargin = 13
    case rightMargin = 14
    case topMargin = 15
    case bottomMargin = 16
    case leadingMargin = 17
    case trailingMargin = 18
    case centerXWithinMargins = 19
    case centerYWithinMargins = 20

    /// The same as ``lastBaseline``.
    public static let baseline = Attribute.lastBaseline
  }
}

extension NSLayoutConstraint.Attribute {
  enum Family {
    case horizontalPlace
    case verticalPlace
    case size
  }

  /// The family of attributes that are comparable with it; nil for no attribute.
  var family: Family? {
    switch self {
    case .notAnAttribute: nil
    case .width, .height: .size
    case .left, .right, .leading, .trailing, .centerX, .leftMargin, .rightMargin, .leadingMargin, .trailingMargin,
      .centerXWithinMargins:
      .horizontalPlace
    case .top, .bottom, .centerY, .lastBaseline, .firstBaseline, .topMargin, .bottomMargin, .centerYWithinMargins:
      .verticalPlace
    }
  }

  /// Whether the attribute is a side or a baseline, not a middle or a size.
  var isEdge: Bool {
    switch self {
    case .centerX, .centerY, .centerXWithinMargins, .centerYWithinMargins, .width, .height, .notAnAttribute: false
    default: true
    }
  }

  /// Whether the attribute is left or right, whatever the direction of text.
  var isSideways: Bool {
    switch self {
    case .left, .right, .leftMargin, .rightMargin: true
    default: false
    }
  }

  /// Whether the attribute depends on the direction of text.
  var isDirectional: Bool {
    switch self {
    case .leading, .trailing, .leadingMargin, .trailingMargin: true
    default: false
    }
  }
}
