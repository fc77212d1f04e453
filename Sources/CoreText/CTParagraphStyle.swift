// How lines are set, in Core Text's way: an array of settings that point at their values.

import CoreGraphics
import Foundation
package import TextLayout

/// How the lines of a paragraph are set.
public final class CTParagraphStyle: Sendable {
  package let paragraphFormat: ParagraphFormat

  init(_ format: ParagraphFormat) { paragraphFormat = format }
}

extension CTParagraphStyle: TextParagraphValue {}

/// Where lines stand between the edges.
public enum CTTextAlignment: UInt8, Sendable {
  /// At the left edge.
  case left = 0
  /// At the right edge.
  case right = 1
  /// In the middle.
  case center = 2
  /// From edge to edge.
  case justified = 3
  /// As the script runs.
  case natural = 4
}

/// Where lines end.
public enum CTLineBreakMode: UInt8, Sendable {
  /// Behind words.
  case byWordWrapping = 0
  /// Behind any character.
  case byCharWrapping = 1
  /// Nowhere.
  case byClipping = 2
  /// Nowhere; the beginning gives way to an ellipsis.
  case byTruncatingHead = 3
  /// Nowhere; the end gives way to an ellipsis.
  case byTruncatingTail = 4
  /// Nowhere; the middle gives way to an ellipsis.
  case byTruncatingMiddle = 5
}

/// The way that a paragraph runs.
public enum CTWritingDirection: Int8, Sendable {
  /// As its first letter does.
  case natural = -1
  /// From left to right.
  case leftToRight = 0
  /// From right to left.
  case rightToLeft = 1
}

/// What a setting sets. Numbers are `CGFloat`, in points.
public enum CTParagraphStyleSpecifier: UInt32, Sendable {
  /// A ``CTTextAlignment``.
  case alignment = 0
  /// From the leading edge.
  case firstLineHeadIndent = 1
  /// From the leading edge.
  case headIndent = 2
  /// From the leading edge where positive, else from the trailing one.
  case tailIndent = 3
  /// A `CFArray` of ``CTTextTab``s.
  case tabStops = 4
  /// How far apart stops are behind the last one.
  case defaultTabInterval = 5
  /// A ``CTLineBreakMode``.
  case lineBreakMode = 6
  /// A factor.
  case lineHeightMultiple = 7
  /// At most.
  case maximumLineHeight = 8
  /// At least.
  case minimumLineHeight = 9
  /// Below lines.
  case lineSpacing = 10
  /// Below paragraphs.
  case paragraphSpacing = 11
  /// Above paragraphs.
  case paragraphSpacingBefore = 12
  /// A ``CTWritingDirection``.
  case baseWritingDirection = 13
  /// Below lines.
  case lineSpacingAdjustment = 16
}

/// One setting of a paragraph style.
public struct CTParagraphStyleSetting {
  public var spec: CTParagraphStyleSpecifier
  /// The size of the value, in bytes.
  public var valueSize: Int
  /// The value, of the type that the specifier has.
  public var value: UnsafeRawPointer

  public init(spec: CTParagraphStyleSpecifier, valueSize: Int, value: UnsafeRawPointer) {
    (self.spec, self.valueSize, self.value) = (spec, valueSize, value)
  }

  fileprivate func load<Value: BitwiseCopyable>(_ type: Value.Type) -> Value {
    requireSize(of: type)
    return value.loadUnaligned(as: type)
  }

  fileprivate var number: CGFloat { load(CGFloat.self) }

  fileprivate var array: CFArray {
    requireSize(of: CFArray.self)
    return value.assumingMemoryBound(to: CFArray.self).pointee
  }

  private func requireSize<Value>(of type: Value.Type) {
    precondition(
      valueSize >= MemoryLayout<Value>.size,
      "CTParagraphStyleCreate: \(valueSize) bytes for \(spec), which takes \(MemoryLayout<Value>.size)")
  }
}

/// A paragraph style by settings.
public func CTParagraphStyleCreate(
  _ settings: UnsafePointer<CTParagraphStyleSetting>?, _ settingCount: Int
) -> CTParagraphStyle {
  var format = ParagraphFormat()
  for setting in UnsafeBufferPointer(start: settings, count: settings == nil ? 0 : max(settingCount, 0)) {
    switch setting.spec {
    case .alignment: format.alignment = CTTextAlignment(rawValue: setting.load(UInt8.self))?.alignment
    case .firstLineHeadIndent: format.firstLineHeadIndent = setting.number
    case .headIndent: format.headIndent = setting.number
    case .tailIndent: format.tailIndent = setting.number
    case .lineBreakMode: format.lineBreak = CTLineBreakMode(rawValue: setting.load(UInt8.self))?.lineBreak
    case .tabStops: format.tabs = setting.array.compactMap { ($0 as? CTTextTab)?.textTab }
    case .defaultTabInterval: format.defaultTabInterval = setting.number
    case .lineHeightMultiple: format.lineHeightMultiple = setting.number
    case .maximumLineHeight: format.maximumLineHeight = setting.number
    case .minimumLineHeight: format.minimumLineHeight = setting.number
    case .lineSpacing, .lineSpacingAdjustment: format.lineSpacing = setting.number
    case .paragraphSpacing: format.paragraphSpacing = setting.number
    case .paragraphSpacingBefore: format.paragraphSpacingBefore = setting.number
    case .baseWritingDirection:
      switch CTWritingDirection(rawValue: setting.load(Int8.self)) {
      case .leftToRight: format.direction = .leftToRight
      case .rightToLeft: format.direction = .rightToLeft
      default: format.direction = .natural
      }
    }
  }
  return CTParagraphStyle(format)
}

extension CTTextAlignment {
  var alignment: TextAlignment {
    switch self {
    case .left: .left
    case .right: .right
    case .center: .center
    case .justified: .justified
    case .natural: .natural
    }
  }
}

extension CTLineBreakMode {
  fileprivate var lineBreak: TextLineBreak {
    switch self {
    case .byWordWrapping: .words
    case .byCharWrapping: .characters
    case .byClipping: .clip
    case .byTruncatingHead: .truncate(.start)
    case .byTruncatingTail: .truncate(.end)
    case .byTruncatingMiddle: .truncate(.middle)
    }
  }
}
