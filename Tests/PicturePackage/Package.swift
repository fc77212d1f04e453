// swift-tools-version: 6.2
// A package that wants layers and pictures alone, of a version of Multiplane: without the trait Films, so that no
// headers of FFmpeg's libraries are needed. `tools/client --pictures` builds and runs it, with a tag for the version,
// and the address below for the repository's own.

import PackageDescription

let products: [Target.Dependency] = [
  .product(name: "QuartzCore", package: "multiplane"), .product(name: "Multiplane", package: "multiplane"),
]

let package = Package(
  name: "pictures",
  dependencies: [.package(url: "https://multiplane.example/multiplane", from: "0.14.0", traits: [])],
  targets: [
    .executableTarget(name: "picture", dependencies: products),
    .executableTarget(name: "another", dependencies: products),
  ]
)
