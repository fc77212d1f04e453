// From the bytes of an image file to an image, for every format of scenes: one budget, one way to say what is wrong.
//
// Tested by InlineImageTests.

package import CoreGraphics
import Foundation
import ImageCodecs
import ImageFiles
import ImageIO
package import QuartzCore

/// Decodes the images of a scene.
package final class SceneImageDecoder {
  private let budget: ImageBudget
  private let notes: NoteCollector
  private let cache: ImageCache?
  /// The frames of animated files, by the image that stands for them.
  private var animations: [ObjectIdentifier: CAKeyframeAnimation] = [:]

  /// - Parameter cache: where images of other scenes of the same file are.
  package init(budget: ImageBudget, notes: NoteCollector, cache: ImageCache? = nil) {
    self.budget = budget
    self.notes = notes
    self.cache = cache
  }

  /// The frames of the animated file that an image is the first one of; nil for others.
  package func animation(of image: CGImage) -> CAKeyframeAnimation? { animations[ObjectIdentifier(image)] }

  /// Decodes a file.
  ///
  /// - Parameters:
  ///   - name: what errors and notes call the file.
  ///   - location: where the scene refers to it.
  package func decode(
    _ bytes: [UInt8], as name: String, from location: SourceLocation
  ) throws(SceneFileError) -> CGImage {
    if let known = cache?[bytes] {
      try budget.take(known.image.width * known.image.height * 4, for: name, at: location)
      if let frames = known.frames { animations[ObjectIdentifier(known.image)] = frames }
      return known.image
    }
    let reader: ImageFileReader
    do throws(ImageFileError) {
      reader = try ImageFileReader(bytes, name: name)
    } catch {
      throw failure(error, at: location)
    }
    // The header says how much it will be. An animation's frames count before they are decoded; the readers bound sizes
    // and counts, so that the product is in range.
    try budget.take(reader.header.width * reader.header.height * 4 * reader.frameCount, for: name, at: location)
    do throws(ImageFileError) {
      let decoded = try reader.pictureToBeSeen(at: 0)
      let image = decoded.image
      if reader.frameCount > 1 {
        animations[ObjectIdentifier(image)] = try CAKeyframeAnimation(framesOf: reader)
      }
      for note in decoded.notes { notes.add(note, at: SourceLocation(file: name)) }
      cache?.keep((image, animation(of: image)), of: bytes)
      return image
    } catch {
      throw failure(error, at: location)
    }
  }

  /// Decodes an image that is written into the scene.
  ///
  /// - Parameter source: a `data:` address.
  package func decode(_ source: String, from location: SourceLocation) throws(SceneFileError) -> CGImage {
    try decode(DataURI.bytes(of: source, at: location), as: "data:", from: location)
  }

  private func failure(_ error: ImageFileError, at location: SourceLocation) -> SceneFileError {
    SceneFileError(error.problem == .tooLarge ? .tooLarge : .malformed, at: location, error.description)
  }
}

/// Counts the bytes of decoded images, before they are decoded: what the images of a scene may take, all documents of
/// it together.
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
