// The neutral scenes of tools/bench: complete, and those that were recorded.
import Foundation
import Testing

@Suite struct BenchmarkSceneTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static let hasPython = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .contains { FileManager.default.isExecutableFile(atPath: "\($0)/python3") }

  @Test(.enabled(if: hasPython, "tools/bench is Python's"))
  func scenesAreCompleteAndAsRecorded() throws {
    let process = Process()
    process.executableURL = Self.root.appending(path: "tools/bench")
    process.arguments = ["--check"]
    process.standardInput = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 0, "\(text)")
  }
}
