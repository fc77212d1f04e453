// The modules that an app imports: which of them there are on Linux.

enum Modules {
  /// Multiplane's, which stand in for Apple's of the same name.
  static let ours: Set<String> = [
    "CoreGraphics", "CoreText", "CoreMedia", "QuartzCore", "CoreImage", "ImageIO", "UIKit", "AVFoundation",
    "UniformTypeIdentifiers", "Multiplane",
  ]

  /// Swift's own on Linux.
  static let swifts: Set<String> = [
    "Swift", "Foundation", "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking",
    "FoundationXML", "CoreFoundation", "Dispatch", "Glibc", "XCTest", "Testing", "Observation", "Synchronization",
    "RegexBuilder", "Distributed", "_Concurrency", "_StringProcessing",
  ]

  /// Those that no Apple system has: whoever asks for one has Linux in mind.
  static let linuxOnly: Set<String> = [
    "Glibc", "Musl", "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking", "FoundationXML",
  ]

  /// Those of Apple's systems that have no counterpart, with what to do instead where there is something.
  static let absent: [String: String] = {
    var advice = Dictionary(
      uniqueKeysWithValues: [
        "ARKit", "AVFAudio", "AVKit", "Accelerate", "AppKit", "AudioToolbox", "AuthenticationServices",
        "Cocoa", "Combine", "Compression", "CommonCrypto", "Contacts", "ContactsUI", "CoreAudio", "CoreBluetooth",
        "CoreData",
        "CoreHaptics", "CoreLocation", "CoreML", "CoreMIDI", "CoreMotion", "CoreServices", "CoreSpotlight",
        "CoreTelephony", "CoreVideo", "CryptoKit", "EventKit", "GLKit", "GameController", "GameKit",
        "GameplayKit", "HealthKit", "HomeKit", "IOKit", "IOSurface", "JavaScriptCore", "LocalAuthentication", "MapKit",
        "MediaPlayer", "MessageUI", "Messages", "Metal", "MetalKit", "MetalPerformanceShaders", "MobileCoreServices",
        "MultipeerConnectivity", "NaturalLanguage", "Network", "OSLog", "OpenGL", "OpenGLES", "PDFKit",
        "PassKit", "PencilKit", "Photos", "PhotosUI", "PlaygroundSupport", "QuickLook", "RealityKit", "ReplayKit",
        "SafariServices", "SceneKit", "Security", "Social", "Speech", "SpriteKit", "StoreKit", "SwiftData", "SwiftUI",
        "SystemConfiguration", "TVUIKit", "UserNotifications", "VideoToolbox", "Vision",
        "WatchKit", "WebKit", "WidgetKit", "iAd", "os", "simd", "zlib",
      ].map { ($0, "there is no such module on Linux: leave out the code that needs it, or this file") })
    advice["os"] = "there is no such module on Linux: print, or the package swift-log"
    advice["OSLog"] = advice["os"]
    advice["CryptoKit"] = "there is no such module on Linux: the package swift-crypto has the same API"
    advice["simd"] = "there is no such module on Linux: SIMD2, SIMD3 and SIMD4 are in the standard library"
    return advice
  }()

  /// Those that Foundation stands in for: the C library, and what is left of Objective-C.
  static let foundations: Set<String> = ["Darwin", "ObjectiveC"]

  /// Apple's systems that a condition names where it means all of them: whatever else it leaves is Linux.
  static let systems: Set<String> = ["macOS", "iOS", "tvOS", "watchOS"]

  /// What `canImport` says on Linux.
  static func isThere(_ module: String) -> Truth {
    ours.contains(module) || swifts.contains(module)
      ? .yes : absent[module] != nil || foundations.contains(module) ? .no : .maybe
  }
}
