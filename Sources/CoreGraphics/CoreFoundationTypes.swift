// Names of Core Foundation that Core Graphics' declarations use. Core Foundation's types do not exist for Swift on
// Linux; the Swift values they bridge to on Apple's systems stand in for them, so that `colors as CFArray` and
// `"name" as CFString` compile and pass the same values.

public import Foundation

/// Core Foundation's string.
public typealias CFString = String
/// Core Foundation's bytes.
public typealias CFData = Data
/// Core Foundation's URL.
public typealias CFURL = URL
/// Core Foundation's array, of anything.
public typealias CFArray = [Any]
/// Core Foundation's dictionary, from anything to anything.
public typealias CFDictionary = [AnyHashable: Any]
/// Any object of Core Foundation.
public typealias CFTypeRef = Any
