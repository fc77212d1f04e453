// swift-tools-version: 6.0
// What tools/bench draws the neutral scenes with by Multiplane: a package outside of this one, which has no more access
// than an app's has.

import PackageDescription

let package = Package(
  name: "driver",
  dependencies: [.package(name: "multiplane", path: "../../../..")],
  targets: [
    .executableTarget(
      name: "driver",
      dependencies: [
        .product(name: "Multiplane", package: "multiplane"),
        .product(name: "QuartzCore", package: "multiplane"),
        .product(name: "ImageIO", package: "multiplane"),
        .product(name: "SceneFiles", package: "multiplane"),
      ])
  ]
)
