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
        !foundation.contains(name), !draft.isTaken(source.tokens[index].range), !Modules.ours.contains(name),
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

  /// What Foundation on Linux has of these prefixes, in Swift 6.3.
  private static let foundation = Set(
    """
    CGFloat CGPoint CGRect CGRectEdge CGSize NSAffineTransform NSAffineTransformStruct NSArray NSAttributedString
    NSBinarySearchingOptions NSCache NSCacheDelegate NSCalendar NSCharacterSet NSClassFromString NSCocoaErrorDomain
    NSCoder NSCoderReadCorruptError NSCoderValueNotFoundError NSCoding NSComparisonPredicate NSCompoundPredicate
    NSCondition NSConditionLock NSContainsRect NSCopying NSCountedSet NSData NSDate NSDateComponentUndefined
    NSDateComponents NSDateInterval NSDebugDescriptionErrorKey NSDecimalAdd NSDecimalCompact NSDecimalCompare
    NSDecimalCopy NSDecimalDivide NSDecimalIsNotANumber NSDecimalMaxSize NSDecimalMultiply
    NSDecimalMultiplyByPowerOf10 NSDecimalNoScale NSDecimalNormalize NSDecimalNumber NSDecimalNumberBehaviors
    NSDecimalNumberHandler NSDecimalPower NSDecimalRound NSDecimalString NSDecimalSubtract NSDictionary NSDivideRect
    NSEdgeInsets NSEdgeInsetsEqual NSEdgeInsetsMake NSEdgeInsetsZero NSEnumerationOptions NSEnumerator NSEqualPoints
    NSEqualRanges NSEqualRects NSEqualSizes NSError NSErrorDomain NSExceptionName
    NSExecutableArchitectureMismatchError NSExecutableLinkError NSExecutableLoadError NSExecutableNotLoadableError
    NSExecutableRuntimeMismatchError NSExpression NSFeatureUnsupportedError NSFileHandleNotificationDataItem
    NSFileHandleNotificationFileHandleItem NSFileLockingError NSFileManagerUnmountBusyError
    NSFileManagerUnmountUnknownError NSFileNoSuchFileError NSFilePathErrorKey NSFileReadCorruptFileError
    NSFileReadInapplicableStringEncodingError NSFileReadInvalidFileNameError NSFileReadNoPermissionError
    NSFileReadNoSuchFileError NSFileReadTooLargeError NSFileReadUnknownError NSFileReadUnknownStringEncodingError
    NSFileReadUnsupportedSchemeError NSFileWriteFileExistsError NSFileWriteInapplicableStringEncodingError
    NSFileWriteInvalidFileNameError NSFileWriteNoPermissionError NSFileWriteOutOfSpaceError NSFileWriteUnknownError
    NSFileWriteUnsupportedSchemeError NSFileWriteVolumeReadOnlyError NSFormattingError NSFullUserName
    NSGetSizeAndAlignment NSHeight NSHelpAnchorErrorKey NSHomeDirectory NSHomeDirectoryForUser NSIndexPath NSIndexSet
    NSIndexSetIterator NSInsetRect NSIntegralRect NSIntegralRectWithOptions NSIntersectionRange NSIntersectionRect
    NSIntersectsRect NSIsEmptyRect NSKeyValueValidationError NSKeyedArchiveRootObjectKey NSKeyedArchiver
    NSKeyedArchiverDelegate NSKeyedUnarchiver NSKeyedUnarchiverDelegate NSLocale NSLocalizedDescriptionKey
    NSLocalizedFailureReasonErrorKey NSLocalizedRecoveryOptionsErrorKey NSLocalizedRecoverySuggestionErrorKey
    NSLocalizedString NSLocationInRange NSLock NSLocking NSLog NSLogv NSMachErrorDomain NSMakePoint NSMakeRange
    NSMakeRect NSMakeSize NSMaxRange NSMaxX NSMaxY NSMeasurement NSMidX NSMidY NSMinX NSMinY NSMouseInRect
    NSMutableArray NSMutableAttributedString NSMutableCharacterSet NSMutableCopying NSMutableData NSMutableDictionary
    NSMutableIndexSet NSMutableOrderedSet NSMutableSet NSMutableString NSNotFound NSNotification NSNull NSNumber
    NSOSStatusErrorDomain NSObject NSObjectProtocol NSOffsetRect NSOrderedSet NSOrthography NSPOSIXErrorDomain
    NSPageSize NSPersonNameComponentDelimiter NSPersonNameComponentFamilyName NSPersonNameComponentGivenName
    NSPersonNameComponentKey NSPersonNameComponentMiddleName NSPersonNameComponentNickname NSPersonNameComponentPrefix
    NSPersonNameComponentSuffix NSPersonNameComponents NSPoint NSPointArray NSPointFromCGPoint NSPointFromString
    NSPointInRect NSPointPointer NSPointToCGPoint NSPredicate NSPropertyListReadCorruptError
    NSPropertyListReadStreamError NSPropertyListReadUnknownVersionError NSPropertyListWriteInvalidError
    NSPropertyListWriteStreamError NSRange NSRangeFromString NSRangePointer NSRecoveryAttempterErrorKey NSRect
    NSRectArray NSRectEdge NSRectFromCGRect NSRectFromString NSRectPointer NSRectToCGRect NSRecursiveLock
    NSRegularExpression NSRoundDownToMultipleOfPageSize NSRoundUpToMultipleOfPageSize
    NSSearchPathForDirectoriesInDomains NSSecureCoding NSSet NSSize NSSizeArray NSSizeFromCGSize NSSizeFromString
    NSSizePointer NSSizeToCGSize NSSortDescriptor NSSortOptions NSStreamSOCKSErrorDomain NSStreamSocketSSLErrorDomain
    NSString NSStringEncodingErrorKey NSStringFromClass NSStringFromPoint NSStringFromRange NSStringFromRect
    NSStringFromSize NSStringToDecimal NSTemporaryDirectory NSTextCheckingKey NSTextCheckingResult
    NSTimeIntervalSince1970 NSTimeZone NSURLComponents NSURLErrorAppTransportSecurityRequiresSecureConnection
    NSURLErrorBackgroundSessionInUseByAnotherProcess NSURLErrorBackgroundSessionRequiresSharedContainer
    NSURLErrorBackgroundSessionWasDisconnected NSURLErrorBackgroundTaskCancelledReasonKey NSURLErrorBadServerResponse
    NSURLErrorBadURL NSURLErrorCallIsActive NSURLErrorCancelled NSURLErrorCancelledReasonBackgroundUpdatesDisabled
    NSURLErrorCancelledReasonInsufficientSystemResources NSURLErrorCancelledReasonUserForceQuitApplication
    NSURLErrorCannotCloseFile NSURLErrorCannotConnectToHost NSURLErrorCannotCreateFile
    NSURLErrorCannotDecodeContentData NSURLErrorCannotDecodeRawData NSURLErrorCannotFindHost
    NSURLErrorCannotLoadFromNetwork NSURLErrorCannotMoveFile NSURLErrorCannotOpenFile NSURLErrorCannotParseResponse
    NSURLErrorCannotRemoveFile NSURLErrorCannotWriteToFile NSURLErrorClientCertificateRejected
    NSURLErrorClientCertificateRequired NSURLErrorDNSLookupFailed NSURLErrorDataLengthExceedsMaximum
    NSURLErrorDataNotAllowed NSURLErrorDomain NSURLErrorDownloadDecodingFailedMidStream
    NSURLErrorDownloadDecodingFailedToComplete NSURLErrorFailingURLErrorKey NSURLErrorFailingURLPeerTrustErrorKey
    NSURLErrorFailingURLStringErrorKey NSURLErrorFileDoesNotExist NSURLErrorFileIsDirectory
    NSURLErrorHTTPTooManyRedirects NSURLErrorInternationalRoamingOff NSURLErrorKey NSURLErrorNetworkConnectionLost
    NSURLErrorNoPermissionsToReadFile NSURLErrorNotConnectedToInternet NSURLErrorRedirectToNonExistentLocation
    NSURLErrorRequestBodyStreamExhausted NSURLErrorResourceUnavailable NSURLErrorSecureConnectionFailed
    NSURLErrorServerCertificateHasBadDate NSURLErrorServerCertificateHasUnknownRoot
    NSURLErrorServerCertificateNotYetValid NSURLErrorServerCertificateUntrusted NSURLErrorTimedOut NSURLErrorUnknown
    NSURLErrorUnsupportedURL NSURLErrorUserAuthenticationRequired NSURLErrorUserCancelledAuthentication
    NSURLErrorZeroByteResource NSURLQueryItem NSUbiquitousFileNotUploadedDueToQuotaError
    NSUbiquitousFileUbiquityServerNotAvailable NSUbiquitousFileUnavailableError NSUnderlyingErrorKey NSUnionRange
    NSUnionRect NSUserActivityConnectionUnavailableError NSUserActivityHandoffFailedError
    NSUserActivityHandoffUserInfoTooLargeError NSUserActivityRemoteApplicationTimedOutError NSUserCancelledError
    NSUserName NSValue NSWidth NSXPCConnectionInterrupted NSXPCConnectionInvalid NSXPCConnectionReplyInvalid
    NSZeroPoint NSZeroRect NSZeroSize NSZone
    """.split(whereSeparator: \.isWhitespace).map(String.init))
}
