// swift-tools-version: 6.2
// The program behind tools/port: a package of its own, as nobody who uses the library needs it.
import PackageDescription

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

let package = Package(
  name: "port",
  // The lowest version that the library takes.
  dependencies: [.package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")],
  targets: [
    .executableTarget(
      name: "port", dependencies: [.product(name: "ArgumentParser", package: "swift-argument-parser")],
      swiftSettings: strict),
    .testTarget(name: "PortTests", dependencies: ["port"], swiftSettings: strict),
  ]
)
