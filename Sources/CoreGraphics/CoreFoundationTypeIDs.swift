// The numbers by which Core Foundation tells its types apart, and functions of its collections that Swift has no other
// names for. The numbers are this module's own; on Apple's systems they differ between processes.

public import Foundation

/// The number of a type of Core Foundation, or of one of the frameworks above it.
public typealias CFTypeID = UInt

private enum CountedType: CFTypeID {
  /// All objects without a number of their own; 0 is nil's.
  case other = 1
  case string, number, boolean, null, array, dictionary, data, date, url, attributedString
  case color, colorSpace, image, path, gradient, context, dataProvider, font, function, layer, pattern, shading

  init(_ value: Any) {
    self =
      switch value {
      case is CGColor: .color
      case is CGColorSpace: .colorSpace
      case is CGImage: .image
      case is CGPath: .path
      case is CGGradient: .gradient
      case is CGContext: .context
      case is CGDataProvider: .dataProvider
      case is CGFont: .font
      case is CGFunction: .function
      case is CGLayer: .layer
      case is CGPattern: .pattern
      case is CGShading: .shading
      case is NSAttributedString: .attributedString
      case is NSNull: .null
      // Any number that is 0 or 1 casts to Bool, but only one that was made from a Bool has this encoding.
      case let number as NSNumber where type(of: value) is AnyClass:
        String(cString: number.objCType) == "c" ? .boolean : .number
      case is Bool: .boolean
      case is any BinaryInteger, is any BinaryFloatingPoint: .number
      case is String, is NSString: .string
      case is Data, is NSData: .data
      case is Date, is NSDate: .date
      case is URL, is NSURL: .url
      case is [Any], is NSArray: .array
      case is [AnyHashable: Any], is NSDictionary: .dictionary
      default: .other
      }
  }
}

/// Returns the number of an object's type: of strings, numbers, collections and Core Graphics' classes; 1 for others, 0
/// for nil. Swift's values count as the objects that they bridge to on Apple's systems: a `String` as a string, a
/// `Bool` as a Boolean, other numbers as numbers.
public func CFGetTypeID(_ cf: CFTypeRef?) -> CFTypeID { cf.map { CountedType($0).rawValue } ?? 0 }

/// Returns the type number of strings.
public func CFStringGetTypeID() -> CFTypeID { CountedType.string.rawValue }
/// Returns the type number of numbers.
public func CFNumberGetTypeID() -> CFTypeID { CountedType.number.rawValue }
/// Returns the type number of Booleans.
public func CFBooleanGetTypeID() -> CFTypeID { CountedType.boolean.rawValue }
/// Returns the type number of null.
public func CFNullGetTypeID() -> CFTypeID { CountedType.null.rawValue }
/// Returns the type number of arrays.
public func CFArrayGetTypeID() -> CFTypeID { CountedType.array.rawValue }
/// Returns the type number of dictionaries.
public func CFDictionaryGetTypeID() -> CFTypeID { CountedType.dictionary.rawValue }
/// Returns the type number of data.
public func CFDataGetTypeID() -> CFTypeID { CountedType.data.rawValue }
/// Returns the type number of dates.
public func CFDateGetTypeID() -> CFTypeID { CountedType.date.rawValue }
/// Returns the type number of URLs.
public func CFURLGetTypeID() -> CFTypeID { CountedType.url.rawValue }
/// Returns the type number of attributed strings.
public func CFAttributedStringGetTypeID() -> CFTypeID { CountedType.attributedString.rawValue }

extension CGColor {
  /// The type number that ``CFGetTypeID(_:)`` returns.
  public class var typeID: CFTypeID { CountedType.color.rawValue }
}

extension CGColorSpace {
  /// The type number that ``CFGetTypeID(_:)`` returns.
  public class var typeID: CFTypeID { CountedType.colorSpace.rawValue }
}

extension CGImage {
  /// The type number that ``CFGetTypeID(_:)`` returns.
  public class var typeID: CFTypeID { CountedType.image.rawValue }
}

extension CGPath {
  /// The type number that ``CFGetTypeID(_:)`` returns, for mutable paths, too.
  public class var typeID: CFTypeID { CountedType.path.rawValue }
}

extension CGGradient {
  /// The type number that ``CFGetTypeID(_:)`` returns.
  public class var typeID: CFTypeID { CountedType.gradient.rawValue }
}

extension CGContext {
  /// The type number that ``CFGetTypeID(_:)`` returns.
  public class var typeID: CFTypeID { CountedType.context.rawValue }
}

extension CGDataProvider {
  /// The type number that ``CFGetTypeID(_:)`` returns.
  public class var typeID: CFTypeID { CountedType.dataProvider.rawValue }
}

extension CGFont {
  /// The type number that ``CFGetTypeID(_:)`` returns.
  public class var typeID: CFTypeID { CountedType.font.rawValue }
}

extension CGFunction {
  /// The type number that ``CFGetTypeID(_:)`` returns.
  public class var typeID: CFTypeID { CountedType.function.rawValue }
}

extension CGLayer {
  /// The type number that ``CFGetTypeID(_:)`` returns.
  public class var typeID: CFTypeID { CountedType.layer.rawValue }
}

extension CGPattern {
  /// The type number that ``CFGetTypeID(_:)`` returns.
  public class var typeID: CFTypeID { CountedType.pattern.rawValue }
}

extension CGShading {
  /// The type number that ``CFGetTypeID(_:)`` returns.
  public class var typeID: CFTypeID { CountedType.shading.rawValue }
}

/// Returns the number of elements of an array.
public func CFArrayGetCount(_ theArray: CFArray) -> CFIndex { theArray.count }

/// Returns the address of an array's element, for `Unmanaged.fromOpaque` or `unsafeBitCast`; the array keeps the
/// object. Precondition: the index is within the array, and the element is an object. Swift's values, which Apple's
/// systems box, are not objects here: read them by a subscript.
public func CFArrayGetValueAtIndex(_ theArray: CFArray, _ idx: CFIndex) -> UnsafeRawPointer {
  precondition(theArray.indices.contains(idx), "CFArrayGetValueAtIndex: index \(idx) of an array of \(theArray.count)")
  let element = theArray[idx]
  precondition(
    type(of: element) is AnyClass,
    "CFArrayGetValueAtIndex: element \(idx) is a \(type(of: element)), which is no object here; write array[\(idx)]")
  return UnsafeRawPointer(Unmanaged.passUnretained(element as AnyObject).toOpaque())
}

/// Returns the number of entries of a dictionary.
public func CFDictionaryGetCount(_ theDict: CFDictionary) -> CFIndex { theDict.count }

/// Returns the number of UTF-16 units of a string.
public func CFStringGetLength(_ theString: CFString) -> CFIndex { theString.utf16.count }

/// Returns the number of bytes of a data object.
public func CFDataGetLength(_ theData: CFData) -> CFIndex { theData.count }
