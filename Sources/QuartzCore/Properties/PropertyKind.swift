// What the values of a property are: the column of the tables of properties that key-value coding, animations and
// readers of files go by.

/// The type of a property's value.
package enum PropertyKind: Equatable, Sendable {
  /// A finite number.
  case number
  /// A coordinate or an extent in points: finite, and no larger than layer geometry may be.
  case length
  /// A number that may be infinite: counts and durations.
  case extent
  /// "0" or "1".
  case boolean
  /// An option set, as a number: there is nothing between two values.
  case bits
  case point, size, rect, color, transform, image
  case string
  /// One of these strings.
  case enumeration([String])
  /// Several numbers.
  case numbers
  /// Several colours, as elements.
  case colors
  /// A path, as the path data of SVG.
  case path
}

extension PropertyKind {
  /// String constants.
  static func constants<Constant: RawRepresentable<String>>(_ constants: Constant...) -> PropertyKind {
    .constants(constants)
  }

  /// String constants.
  static func constants(_ constants: [some RawRepresentable<String>]) -> PropertyKind {
    .enumeration(constants.map(\.rawValue))
  }

  /// The kind of ``AnimatableValue`` that such values are.
  var valueKind: ValueKind {
    switch self {
    case .number, .length, .extent, .boolean, .bits: .number
    case .point: .point
    case .size: .size
    case .rect: .rect
    case .color: .color
    case .transform: .transform
    case .image: .image
    case .string, .enumeration: .string
    case .numbers: .numbers
    case .colors: .list
    case .path: .path
    }
  }

  /// Whether values between two others mean something: not for option sets, images and string constants, whose
  /// animations jump from value to value. Booleans are numbers on their way, and any but 0 is true: `hidden` from false
  /// to true is true as soon as it goes (X-A14).
  var isInterpolated: Bool {
    switch self {
    case .bits, .image, .string, .enumeration: false
    default: true
    }
  }
}
