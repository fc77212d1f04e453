// What comes with a program, and settings of a whole process.

import Foundation
import Synchronization
import Testing
import UIKit

extension EnvironmentTests {
  /// A bundle in a new folder, with these files.
  private func bundle(_ files: [String: Data]) throws -> Bundle {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString + ".bundle")
    for (name, data) in files {
      let file = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: file)
    }
    return try #require(Bundle(path: folder.path))
  }

  private func card(width: Int) throws -> Data {
    try #require(UIImage(cgImage: Pixels.solid(width: width, height: 6)).pngData())
  }

  @Test("An image of a bundle: the variant for the traits' scale, or for the screen's")
  func bundledImages() throws {
    let bundle = try bundle([
      "card.png": card(width: 10), "card@2x.png": card(width: 20), "card@3x.png": card(width: 30),
    ])
    let scale = UIScreen.main.scale
    defer {
      UIScreen.main.scale = scale
      try? FileManager.default.removeItem(atPath: bundle.bundlePath)
    }
    func width(_ traits: UITraitCollection?) -> Int? {
      UIImage(named: "card", in: bundle, compatibleWith: traits)?.cgImage?.width
    }
    UIScreen.main.scale = 2
    #expect(width(nil) == 20)
    #expect(width(UITraitCollection(displayScale: 3)) == 30 && width(UITraitCollection(displayScale: 1)) == 10)
    // Traits that say nothing of the scale.
    #expect(width(UITraitCollection(userInterfaceStyle: .dark)) == 20)
    #expect(UIImage(named: "card", in: bundle, compatibleWith: nil)?.size == CGSize(width: 10, height: 3))
    #expect(UIImage(named: "other", in: bundle, compatibleWith: nil) == nil)
    #expect(UIImage(named: "card") == nil, "the bundle is not where other images are looked for")
  }

  @Test("A data asset is a file of a bundle, with or without its suffix; of several the first by name")
  func dataAssets() throws {
    let bundle = try bundle([
      "motion.json": Data("{}".utf8), "plain": Data([1]), "plain.txt": Data([2]), "two.b": Data([4]),
      "two.a": Data([3]),
      "folder/deep.bin": Data([5]), "empty": Data(),
    ])
    defer { try? FileManager.default.removeItem(atPath: bundle.bundlePath) }
    let motion = try #require(NSDataAsset(name: "motion", bundle: bundle))
    #expect(motion.data == Data("{}".utf8) && motion.name == "motion")
    let expected: [String: [UInt8]] = [
      "motion.json": Array("{}".utf8), "plain": [1], "two": [3], "folder/deep": [5], "empty": [],
    ]
    for (name, bytes) in expected {
      #expect(NSDataAsset(name: name, bundle: bundle).map { Array($0.data) } == bytes, "\(name)")
    }
    for name in ["mot", "none", "", "folder", "motion.jso"] {
      #expect(NSDataAsset(name: name, bundle: bundle) == nil, "\(name)")
    }
    #expect(NSDataAsset(name: "motion") == nil, "not in the program's own resources")
  }

  @Test("Reduced motion: off by itself; a change is told once")
  func reducedMotion() {
    let count = Mutex(0)
    let observer = NotificationCenter.default.addObserver(
      forName: UIAccessibility.reduceMotionStatusDidChangeNotification, object: nil, queue: nil
    ) { _ in count.withLock { $0 += 1 } }
    defer {
      NotificationCenter.default.removeObserver(observer)
      UIAccessibility.isReduceMotionEnabled = false
    }
    #expect(!UIAccessibility.isReduceMotionEnabled)
    UIAccessibility.isReduceMotionEnabled = true
    UIAccessibility.isReduceMotionEnabled = true
    #expect(UIAccessibility.isReduceMotionEnabled && count.withLock { $0 } == 1)
    UIAccessibility.isReduceMotionEnabled = false
    #expect(count.withLock { $0 } == 2)
  }

  @Test("Notifications have the names that Apple's systems give them: each is its own")
  func notificationNames() {
    let names = [
      UIApplication.didBecomeActiveNotification: "UIApplicationDidBecomeActiveNotification",
      UIApplication.willResignActiveNotification: "UIApplicationWillResignActiveNotification",
      UIApplication.didEnterBackgroundNotification: "UIApplicationDidEnterBackgroundNotification",
      UIApplication.willEnterForegroundNotification: "UIApplicationWillEnterForegroundNotification",
      UIApplication.didReceiveMemoryWarningNotification: "UIApplicationDidReceiveMemoryWarningNotification",
      UIApplication.willTerminateNotification: "UIApplicationWillTerminateNotification",
      UIAccessibility.reduceMotionStatusDidChangeNotification: "UIAccessibilityReduceMotionStatusDidChangeNotification",
    ]
    #expect(names.count == 7)
    for (notification, name) in names { #expect(notification.rawValue == name) }
  }
}
