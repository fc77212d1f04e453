// swift-tools-version: 6.0
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
      ],
      swiftSettings: [.swiftLanguageMode(.v5)])
  ]
)
