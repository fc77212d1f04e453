// The images of a package: each file is decoded once and its CGImage shared by all layers and keyframes that name it.

import CoreGraphics
import Foundation
import ImageCodecs
import ImageFiles
import ImageIO
import QuartzCore

/// Decodes and keeps a package's images.
final class AssetStore {
  private let package: ScenePackage
  private let budget: ImageBudget
  private let notes: NoteCollector
  /// nil: the file is missing.
  private var images: [PackagePath: CGImage?] = [:]
  /// The frames of animated files, by the image that stands for them.
  private var animations: [ObjectIdentifier: CAKeyframeAnimation] = [:]
  /// Images that are written into the document, by their address.
  private var inlineImages: [String: CGImage] = [:]

  init(_ package: ScenePackage, budget: ImageBudget, notes: NoteCollector) {
    self.package = package
    self.budget = budget
    self.notes = notes
  }

  /// The image that a document refers to; nil, with a note, when the package has no such file.
  ///
  /// - Parameters:
  ///   - source: a path relative to the package, where one that leaves it is an error; or a `data:` address.
  ///   - location: the reference's place in the document.
  func image(_ source: String, from location: SourceLocation) throws(SceneFileError) -> CGImage? {
    if DataURI.isOne(source) { return try inlineImage(source, from: location) }
    let path = try resolve(source, from: location)
    guard path != .root else {
      notes.add("'src' is '\(source)', which names no file; the layer is drawn without an image", at: location)
      return nil
    }
    if let known = images[path] { return known }
    guard try package.contains(path) else {
      notes.add("no image '\(source.excerpt)' in the package; the layer is drawn without it", at: location)
      images[path] = .some(nil)
      return nil
    }
    let image = try decode(package.read(path), as: package.displayName(of: path), from: location)
    images[path] = image
    return image
  }

  /// The frames of the animated file that an image is the first one of; nil for others.
  func animation(of image: CGImage) -> CAKeyframeAnimation? { animations[ObjectIdentifier(image)] }

  /// The file's path: as written, or else with its percent escapes replaced, as `src` is an address to some editors.
  private func resolve(_ source: String, from location: SourceLocation) throws(SceneFileError) -> PackagePath {
    let path = try checked(source, from: location)
    guard let decoded = source.removingPercentEncoding, decoded != source, try !package.contains(path) else {
      return path
    }
    return try checked(decoded, from: location)
  }

  private func checked(_ source: String, from location: SourceLocation) throws(SceneFileError) -> PackagePath {
    do throws(PackagePathError) {
      return try PackagePath(source)
    } catch {
      throw SceneFileError(
        .malformed, at: location,
        "the asset path '\(source.excerpt)' \(error.reason); expected a path inside the package")
    }
  }

  private func inlineImage(_ source: String, from location: SourceLocation) throws(SceneFileError) -> CGImage {
    if let known = inlineImages[source] { return known }
    let bytes: [UInt8]
    do throws(DataURIError) {
      bytes = try DataURI(source).bytes
    } catch {
      throw SceneFileError(.malformed, at: location, "the address '\(source.excerpt)' \(error.reason)")
    }
    let image = try decode(bytes, as: "data:", from: location)
    inlineImages[source] = image
    return image
  }

  /// - Parameter name: what errors and notes call the file.
  private func decode(
    _ bytes: [UInt8], as name: String, from location: SourceLocation
  ) throws(SceneFileError) -> CGImage {
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
      return image
    } catch {
      throw failure(error, at: location)
    }
  }

  private func failure(_ error: ImageFileError, at location: SourceLocation) -> SceneFileError {
    SceneFileError(error.problem == .tooLarge ? .tooLarge : .malformed, at: location, error.description)
  }
}
