// Core Foundation's numbers of types.

import CoreGraphics
import Foundation
import Testing

@Suite struct TypeIDTests {
  @Test("Each class of Core Graphics has a number of its own, which its objects have")
  func classes() throws {
    let context = try #require(
      CGContext(
        data: nil, width: 1, height: 1, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
    let black = CGColor(gray: 0, alpha: 1)
    let objects: [(Any, CFTypeID)] = [
      (black, CGColor.typeID), (CGColorSpaceCreateDeviceGray(), CGColorSpace.typeID),
      (try #require(context.makeImage()), CGImage.typeID), (CGMutablePath(), CGPath.typeID),
      (
        try #require(CGGradient(colorsSpace: nil, colors: [black, black] as CFArray, locations: nil)), CGGradient.typeID
      ),
      (context, CGContext.typeID), (try #require(CGDataProvider(data: Data([1]) as CFData)), CGDataProvider.typeID),
      (try #require(CGLayer(context, size: CGSize(width: 1, height: 1), auxiliaryInfo: nil)), CGLayer.typeID),
      ("text", CFStringGetTypeID()), (NSString(string: "text"), CFStringGetTypeID()), (1, CFNumberGetTypeID()),
      (CGFloat(1), CFNumberGetTypeID()), (NSNumber(value: 2.5), CFNumberGetTypeID()),
      (NSNumber(value: 1), CFNumberGetTypeID()), (NSNumber(value: 0.0), CFNumberGetTypeID()),
      (NSNumber(value: false), CFBooleanGetTypeID()), (true, CFBooleanGetTypeID()),
      (NSNull(), CFNullGetTypeID()), ([1, 2], CFArrayGetTypeID()), (["a": 1], CFDictionaryGetTypeID()),
      (Data(), CFDataGetTypeID()), (Date(), CFDateGetTypeID()), (URL(fileURLWithPath: "/"), CFURLGetTypeID()),
      (NSAttributedString(string: "a"), CFAttributedStringGetTypeID()),
    ]
    for (object, number) in objects { #expect(CFGetTypeID(object) == number, "\(type(of: object))") }
    let numbers = objects.map(\.1) + [CGFont.typeID, CGFunction.typeID, CGPattern.typeID, CGShading.typeID]
    // Two strings, five numbers, two Booleans.
    #expect(Set(numbers).count == numbers.count - 6 && !numbers.contains(0) && !numbers.contains(1))
    #expect(CFGetTypeID(CGPath(rect: .zero, transform: nil)) == CGMutablePath.typeID)
    #expect(CFGetTypeID(Bundle.main) == 1 && CFGetTypeID(nil) == 0)
  }

  /// How libraries tell what an animation's value is.
  @Test("As libraries ask") func asked() {
    func name(_ value: Any) -> String {
      switch CFGetTypeID(value as CFTypeRef) {
      case CGColor.typeID: "colour"
      case CFNumberGetTypeID(): "number"
      default: "other"
      }
    }
    #expect([name(CGColor(gray: 1, alpha: 1)), name(3.5), name("x")] == ["colour", "number", "other"])
  }

  @Test("Arrays are counted, and objects found in them")
  func arrays() {
    let colors = [CGColor(gray: 0, alpha: 1), CGColor(gray: 1, alpha: 1)]
    let array = colors as CFArray
    #expect(CFArrayGetCount(array) == 2 && CFArrayGetCount([] as CFArray) == 0)
    let second = Unmanaged<CGColor>.fromOpaque(CFArrayGetValueAtIndex(array, 1)).takeUnretainedValue()
    #expect(second === colors[1])
    #expect(unsafeBitCast(CFArrayGetValueAtIndex(array, 0), to: CGColor.self) === colors[0])
    #expect(CFDictionaryGetCount(["a": 1] as CFDictionary) == 1 && CFStringGetLength("añ😀" as CFString) == 4)
    #expect(CFDataGetLength(Data([1, 2, 3]) as CFData) == 3)
  }
}
