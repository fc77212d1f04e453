// The neutral scenes of tools/bench are those that were recorded.
import Foundation
import TestSupport
import Testing

@Suite struct BenchmarkSceneTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static let hasPython = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .contains { FileManager.default.isExecutableFile(atPath: "\($0)/python3") }

  @Test(.enabled(if: hasPython, "tools/bench is Python's"))
  func scenesAreAsRecorded() throws {
    let ended = try Process.runToEnd(Self.root.appending(path: "tools/bench"), ["--check"])
    #expect(ended.hasSucceeded, "\(ended.text)")
  }
}
