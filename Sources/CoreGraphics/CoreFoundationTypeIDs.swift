// The numbers by which Core Foundation tells its types apart, and functions of its collections that have no other
// spelling. The numbers are this module's own, as on Apple's systems each process has its own.

public import Foundation

/// The number of a type of Core Foundation, or of one of the frameworks above it.
public typealias CFTypeID = UInt

private enum CountedType: CFTypeID {
  /// 0 is no type, 1 that of all other objects.
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
      // Any number of 0 or 1 casts to Bool; one that was made of a Bool says so in its code.
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

/// The number of an object's type: that of strings, numbers, collections and of Core Graphics' classes; 1 for others.
///
/// Swift's values count as the objects that they are on Apple's systems: a `String` as a string, a `Bool` as a Boolean,
/// other numbers as numbers. Nil has none, which is 0.
public func CFGetTypeID(_ cf: CFTypeRef?) -> CFTypeID { cf.map { CountedType($0).rawValue } ?? 0 }

/// The number of strings' type.
public func CFStringGetTypeID() -> CFTypeID { CountedType.string.rawValue }
/// The number of numbers' type.
public func CFNumberGetTypeID() -> CFTypeID { CountedType.number.rawValue }
/// The number of Booleans' type.
public func CFBooleanGetTypeID() -> CFTypeID { CountedType.boolean.rawValue }
/// The number of null's type.
public func CFNullGetTypeID() -> CFTypeID { CountedType.null.rawValue }
/// The number of arrays' type.
public func CFArrayGetTypeID() -> CFTypeID { CountedType.array.rawValue }
/// The number of dictionaries' type.
public func CFDictionaryGetTypeID() -> CFTypeID { CountedType.dictionary.rawValue }
/// The number of the type of bytes.
public func CFDataGetTypeID() -> CFTypeID { CountedType.data.rawValue }
/// The number of dates' type.
public func CFDateGetTypeID() -> CFTypeID { CountedType.date.rawValue }
/// The number of URLs' type.
public func CFURLGetTypeID() -> CFTypeID { CountedType.url.rawValue }
/// The number of the type of strings with attributes.
public func CFAttributedStringGetTypeID() -> CFTypeID { CountedType.attributedString.rawValue }

extension CGColor {
  /// The number of the type, as ``CFGetTypeID(_:)`` gives it.
  public class var typeID: CFTypeID { CountedType.color.rawValue }
}

extension CGColorSpace {
  /// The number of the type, as ``CFGetTypeID(_:)`` gives it.
  public class var typeID: CFTypeID { CountedType.colorSpace.rawValue }
}

extension CGImage {
  /// The number of the type, as ``CFGetTypeID(_:)`` gives it.
  public class var typeID: CFTypeID { CountedType.image.rawValue }
}

extension CGPath {
  /// The number of the type, as ``CFGetTypeID(_:)`` gives it; that of mutable paths, too.
  public class var typeID: CFTypeID { CountedType.path.rawValue }
}

extension CGGradient {
  /// The number of the type, as ``CFGetTypeID(_:)`` gives it.
  public class var typeID: CFTypeID { CountedType.gradient.rawValue }
}

extension CGContext {
  /// The number of the type, as ``CFGetTypeID(_:)`` gives it.
  public class var typeID: CFTypeID { CountedType.context.rawValue }
}

extension CGDataProvider {
  /// The number of the type, as ``CFGetTypeID(_:)`` gives it.
  public class var typeID: CFTypeID { CountedType.dataProvider.rawValue }
}

extension CGFont {
  /// The number of the type, as ``CFGetTypeID(_:)`` gives it.
  public class var typeID: CFTypeID { CountedType.font.rawValue }
}

extension CGFunction {
  /// The number of the type, as ``CFGetTypeID(_:)`` gives it.
  public class var typeID: CFTypeID { CountedType.function.rawValue }
}

extension CGLayer {
  /// The number of the type, as ``CFGetTypeID(_:)`` gives it.
  public class var typeID: CFTypeID { CountedType.layer.rawValue }
}

extension CGPattern {
  /// The number of the type, as ``CFGetTypeID(_:)`` gives it.
  public class var typeID: CFTypeID { CountedType.pattern.rawValue }
}

extension CGShading {
  /// The number of the type, as ``CFGetTypeID(_:)`` gives it.
  public class var typeID: CFTypeID { CountedType.shading.rawValue }
}

/// Returns the number of elements of an array.
public func CFArrayGetCount(_ theArray: CFArray) -> CFIndex { theArray.count }

/// The address of an array's element, for `Unmanaged.fromOpaque` or `unsafeBitCast`; the array keeps the object.
///
/// - Precondition: the index is within the array, and the element is an object. Swift's values are not objects here,
///   where Apple's systems box them: read those by a subscript.
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
