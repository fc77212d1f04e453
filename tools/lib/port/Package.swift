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
  targets: [
    .executableTarget(name: "port", swiftSettings: strict),
    .testTarget(name: "PortTests", dependencies: ["port"], swiftSettings: strict),
  ]
)
