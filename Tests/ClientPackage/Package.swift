// swift-tools-version: 6.0
// A package as an app's author would write it, which depends on Multiplane: what it may import is what anybody may.
// tools/client has tools/port make a copy of it, which it builds and runs.

import PackageDescription

let package = Package(
  name: "client",
  dependencies: [.package(name: "multiplane", path: "../..")],
  targets: [
    .executableTarget(
      name: "client",
      dependencies: [
        .product(name: "Multiplane", package: "multiplane"),
        .product(name: "QuartzCore", package: "multiplane"),
        .product(name: "UIKit", package: "multiplane"),
        .product(name: "ImageIO", package: "multiplane"),
        .product(name: "CoreText", package: "multiplane"),
        .product(name: "AVFoundation", package: "multiplane"),
        .product(name: "UniformTypeIdentifiers", package: "multiplane"),
      ],
      // Most apps' code is not written for Swift 6's checks of concurrency.
      swiftSettings: [.swiftLanguageMode(.v5)])
  ]
)
