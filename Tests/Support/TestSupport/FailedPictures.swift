// The pictures of failed tests, and a page that shows them all. They lie in .build/test-failures, or in the folder that
// MULTIPLANE_REFTEST_OUTPUT names:
//
//   index.html                          every failure of the last run that had one, with its message
//   001-FILE-TEST-expected.png          what the picture must be
//   001-FILE-TEST-actual.png            what was drawn
//   001-FILE-TEST-difference.png        each component's difference, eight times, where both have one size
//
// The first failure of a run removes those of the run before.

import Foundation
import ImageCodecs
import ImageFiles
import Synchronization
package import Testing

/// Expects a picture to be another one, in the sense of `isAlike`. If it is not, the pictures are kept, under `name` or
/// else the test's name, and `message`, on how they differ, ends with the path of the page that shows them.
package func expectAlike(
  _ isAlike: Bool, _ actual: Picture, expected: Picture, named name: String? = nil,
  _ message: @autoclosure () -> String, sourceLocation: SourceLocation = #_sourceLocation
) {
  guard !isAlike else { return }
  let message = message()
  let name = name ?? Test.current?.displayName ?? Test.current?.name ?? "picture"
  let kept = FailedPictures.keep(actual, expected: expected, named: name, message, at: sourceLocation)
  Issue.record("\(name): \(message); \(kept)", sourceLocation: sourceLocation)
}

enum FailedPictures {
  private struct Failure {
    var name: String
    var message: String
    var place: String
    /// The files with their titles.
    var files: [(title: String, file: String)]
    var width: Int
  }

  /// The number of failures of which pictures are kept: a fault may fail thousands of tests.
  private static let most = 300

  private static let failures = Mutex<(kept: [Failure], left: Int)>(([], 0))

  private static let folder: String =
    ProcessInfo.processInfo.environment["MULTIPLANE_REFTEST_OUTPUT"]
    ?? URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../.build/test-failures")
    .standardized.path

  /// Keeps the pictures of a failure, and returns their place.
  static func keep(
    _ actual: Picture, expected: Picture, named name: String, _ message: String, at sourceLocation: SourceLocation
  ) -> String {
    failures.withLock { failures in
      let page = "\(folder)/index.html"
      do {
        if failures.kept.isEmpty { try clear() }
        if failures.kept.count < most {
          let file = sourceLocation.fileName.replacing(".swift", with: "")
          let stem = String(format: "%03d-", failures.kept.count + 1) + "\(file)-\(name)".asFileName
          var pictures = [("expected", expected), ("actual", actual)]
          if (actual.width, actual.height) == (expected.width, expected.height) {
            pictures.append(("difference", actual.amplified(differenceFrom: expected)))
          }
          for (title, picture) in pictures {
            try ImageFile.write(picture.bitmap, to: "\(folder)/\(stem)-\(title).png")
          }
          failures.kept.append(
            Failure(
              name: name, message: message, place: "\(sourceLocation.fileID):\(sourceLocation.line)",
              files: pictures.map { ($0.0, "\(stem)-\($0.0).png") }, width: expected.width))
        } else {
          failures.left += 1
        }
        try Data(html(failures.kept, left: failures.left).utf8).write(to: URL(filePath: page), options: .atomic)
        return "pictures: \(page)"
      } catch {
        return "the pictures could not be kept: \(error)"
      }
    }
  }

  /// Makes the folder, and removes the files of an earlier run.
  private static func clear() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for name in try FileManager.default.contentsOfDirectory(atPath: folder)
    where name == "index.html" || name.wholeMatch(of: /\d{3}-.*-(expected|actual|difference)\.png/) != nil {
      try FileManager.default.removeItem(atPath: "\(folder)/\(name)")
    }
  }

  private static func html(_ failures: [Failure], left: Int) -> String {
    let sections = failures.enumerated().map { index, failure in
      // Small pictures are shown larger, in whole pixels.
      let width = failure.width * max(1, min(8, 384 / failure.width))
      let figures = failure.files.map { title, file in
        "<figure><img src=\"\(file)\" width=\"\(width)\" alt=\"\"><figcaption>\(title)</figcaption></figure>"
      }
      let blink = """
        <figure><div class="blink"><img src="\(failure.files[0].file)" width="\(width)" alt=""><img \
        src="\(failure.files[1].file)" width="\(width)" alt=""></div><figcaption>both in turn</figcaption></figure>
        """
      return """
        <section><h2>\(index + 1). \(failure.name.asHTML)</h2><p><code>\(failure.place.asHTML)</code></p>
        <p>\(failure.message.asHTML)</p>
        \((figures + [blink]).joined(separator: "\n"))</section>
        """
    }
    let rest = left > 0 ? "<p>\(left) more failed; no pictures of them are kept.</p>" : ""
    return """
      <!doctype html><html lang="en"><meta charset="utf-8"><title>\(failures.count + left) pictures differ</title>
      <style>
      body { font: 14px/1.4 sans-serif; margin: 24px; background: #f4f4f4; color: #222 }
      section { background: white; padding: 8px 20px 16px; margin: 16px 0 }
      figure { display: inline-block; margin: 0 16px 8px 0; vertical-align: top }
      img { image-rendering: pixelated; display: block; background: repeating-conic-gradient(#ddd 0 25%, #fff 0 50%) \
      0 0 / 16px 16px }
      .blink { position: relative }
      .blink img + img { position: absolute; top: 0; left: 0; animation: blink 1.2s steps(1) infinite }
      @keyframes blink { 50% { visibility: hidden } }
      </style>
      <h1>\(failures.count + left) pictures differ</h1>
      <p>The difference is that of each component, eight times; grey where only alpha differs.</p>
      \(sections.joined(separator: "\n"))
      \(rest)</html>

      """
  }
}

extension String {
  /// The letters and digits, at most 100, with dashes for the rest.
  fileprivate var asFileName: String {
    String(map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }.prefix(100))
  }

  fileprivate var asHTML: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}
