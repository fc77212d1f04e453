// What tools/release is made of, without a release: licences, lists of sources, labels, the launcher. The tests are in
// Python, as the scripts are.
import Foundation
import TestSupport
import Testing

@Suite struct ReleaseTests {
  @Test("The tests of tools/lib/release/tests pass")
  func scripts() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../tools/lib/release/tests").standardizedFileURL.path
    let ended = try Process.runToEnd(
      URL(filePath: "/usr/bin/env"), ["python3", "-B", "-m", "unittest", "discover", "-s", folder])
    #expect(ended.hasSucceeded && ended.text.contains("\nOK"), "\(ended.text)")
    #expect(ended.text.contains(/Ran 1\d tests/), "\(ended.text)")
  }
}
