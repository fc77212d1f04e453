// What the images of a scene may take, all documents of it together.
// Tested by InlineImageTests.

/// Counts the bytes of decoded images, before they are decoded.
package final class ImageBudget {
  private let limit: Int
  /// Bytes so far.
  package private(set) var taken = 0

  package init(limit: Int) { self.limit = limit }

  /// Counts an image.
  ///
  /// - Throws: `tooLarge` when there are more bytes than may be.
  package func take(_ bytes: Int, for name: String, at location: SourceLocation) throws(SceneFileError) {
    let (sum, overflows) = taken.addingReportingOverflow(bytes)
    guard !overflows, sum <= limit else {
      throw SceneFileError(
        .tooLarge, at: location,
        "the images up to '\(name)' decode to more than \(limit) bytes; raise `imageBytes` to read them")
    }
    taken = sum
  }
}
