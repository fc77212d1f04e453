// Names of Apple's that are not here: types, functions and constants of the frameworks that Multiplane has modules for,
// by their prefixes. tools/port tells which names the modules declare; what else a client uses the sources declare
// themselves, or it is Foundation's.

extension Rules {
  static func absentTypes(_ draft: inout Draft) {
    let source = draft.source
    guard !draft.project.known.isEmpty else { return }
    for index in source.activeIndices
    where source.tokens[index].kind == .word && ![".", "@"].contains(source.text(index - 1)) {
      let name = source.text(index)
      guard isApples(name), !draft.project.known.contains(name), !draft.project.types.contains(name),
        !isFoundations(name), !draft.isTaken(source.tokens[index].range), !Modules.ours.contains(name),
        !source.isLabel(index)
      else { continue }
      draft.note(name: name, at: index)
    }
  }

  /// Whether a name has a prefix of a framework that there is a module for.
  static func isApples(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    let start = bytes.first == UInt8(ascii: "k") ? 1 : 0
    guard bytes.count > start + 3, prefixes.contains(String(decoding: bytes[start..<start + 2], as: UTF8.self)) else {
      return false
    }
    let rest = bytes[(start + 2)...]
    return (65...90).contains(rest.first!) && rest.contains { (97...122).contains($0) } && !rest.contains(95)
  }

  private static let prefixes: Set<String> = ["UI", "UT", "AV", "CA", "CG", "CT", "CI", "CF", "CM", "NS"]

  /// Whether Foundation on Linux has a name of these prefixes, in Swift 6.3; of its errors all, which have no others.
  private static func isFoundations(_ name: String) -> Bool {
    name.hasSuffix("Error") || families.contains { name.hasPrefix($0) } || foundation.contains(name)
  }

  private static let families = [
    "NSDecimal", "NSFileRead", "NSFileWrite", "NSLocalized", "NSPersonNameComponent", "NSURLError",
    "NSUbiquitousFile",
  ]

  private static let foundation = Set(
    """
    CGFloat CGPoint CGRect CGRectEdge CGSize NSAffineTransform NSAffineTransformStruct NSArray NSAttributedString
    NSBinarySearchingOptions NSCache NSCacheDelegate NSCalendar NSCharacterSet NSClassFromString NSCocoaErrorDomain
    NSCoder NSCoding NSComparisonPredicate NSCompoundPredicate NSCondition NSConditionLock NSContainsRect NSCopying
    NSCountedSet NSData NSDate NSDateComponentUndefined NSDateComponents NSDateInterval NSDebugDescriptionErrorKey
    NSDictionary NSDivideRect NSEdgeInsets NSEdgeInsetsEqual NSEdgeInsetsMake NSEdgeInsetsZero NSEnumerationOptions
    NSEnumerator NSEqualPoints NSEqualRanges NSEqualRects NSEqualSizes NSErrorDomain NSExceptionName NSExpression
    NSFileHandleNotificationDataItem NSFileHandleNotificationFileHandleItem NSFilePathErrorKey NSFullUserName
    NSGetSizeAndAlignment NSHeight NSHelpAnchorErrorKey NSHomeDirectory NSHomeDirectoryForUser NSIndexPath
    NSIndexSet NSIndexSetIterator NSInsetRect NSIntegralRect NSIntegralRectWithOptions NSIntersectionRange
    NSIntersectionRect NSIntersectsRect NSIsEmptyRect NSKeyedArchiveRootObjectKey NSKeyedArchiver
    NSKeyedArchiverDelegate NSKeyedUnarchiver NSKeyedUnarchiverDelegate NSLocale NSLocationInRange NSLock NSLocking
    NSLog NSLogv NSMachErrorDomain NSMakePoint NSMakeRange NSMakeRect NSMakeSize NSMaxRange NSMaxX NSMaxY
    NSMeasurement NSMidX NSMidY NSMinX NSMinY NSMouseInRect NSMutableArray NSMutableAttributedString
    NSMutableCharacterSet NSMutableCopying NSMutableData NSMutableDictionary NSMutableIndexSet NSMutableOrderedSet
    NSMutableSet NSMutableString NSNotFound NSNotification NSNull NSNumber NSOSStatusErrorDomain NSObject
    NSObjectProtocol NSOffsetRect NSOrderedSet NSOrthography NSPOSIXErrorDomain NSPageSize NSPoint NSPointArray
    NSPointFromCGPoint NSPointFromString NSPointInRect NSPointPointer NSPointToCGPoint NSPredicate NSRange
    NSRangeFromString NSRangePointer NSRecoveryAttempterErrorKey NSRect NSRectArray NSRectEdge NSRectFromCGRect
    NSRectFromString NSRectPointer NSRectToCGRect NSRecursiveLock NSRegularExpression
    NSRoundDownToMultipleOfPageSize NSRoundUpToMultipleOfPageSize NSSearchPathForDirectoriesInDomains NSSecureCoding
    NSSet NSSize NSSizeArray NSSizeFromCGSize NSSizeFromString NSSizePointer NSSizeToCGSize NSSortDescriptor
    NSSortOptions NSStreamSOCKSErrorDomain NSStreamSocketSSLErrorDomain NSString NSStringEncodingErrorKey
    NSStringFromClass NSStringFromPoint NSStringFromRange NSStringFromRect NSStringFromSize NSStringToDecimal
    NSTemporaryDirectory NSTextCheckingKey NSTextCheckingResult NSTimeIntervalSince1970 NSTimeZone NSURLComponents
    NSURLQueryItem NSUnderlyingErrorKey NSUnionRange NSUnionRect NSUserName NSValue NSWidth
    NSXPCConnectionInterrupted NSXPCConnectionInvalid NSXPCConnectionReplyInvalid NSZeroPoint NSZeroRect NSZeroSize
    NSZone
    """.split(whereSeparator: \.isWhitespace).map(String.init))
}
