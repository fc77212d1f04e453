// The images of a package: each file is decoded once and its CGImage shared by all layers and keyframes that name it.

import CoreGraphics
import Foundation
import ImageIO
import QuartzCore

/// Decodes and keeps a package's images.
final class AssetStore {
  private let package: ScenePackage
  private let limits: SceneLimits
  private let notes: NoteCollector
  /// nil: the file is missing.
  private var images: [PackagePath: CGImage?] = [:]
  /// The frames of animated files, by the image that stands for them.
  private var animations: [ObjectIdentifier: CAKeyframeAnimation] = [:]
  private var decodedBytes = 0

  init(_ package: ScenePackage, limits: SceneLimits, notes: NoteCollector) {
    self.package = package
    self.limits = limits
    self.notes = notes
  }

  /// The image that a document refers to; nil, with a note, when the package has no such file.
  ///
  /// - Parameters:
  ///   - source: a path relative to the package; one that leaves it is an error.
  ///   - location: the reference's place in the document.
  func image(_ source: String, from location: SourceLocation) throws(SceneFileError) -> CGImage? {
    let path = try resolve(source, from: location)
    if let known = images[path] { return known }
    guard try package.contains(path) else {
      notes.add("no image '\(source)' in the package; the layer is drawn without it", at: location)
      images[path] = .some(nil)
      return nil
    }
    let image = try decode(path, from: location)
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
        .malformed, at: location, "the asset path '\(source)' \(error.reason); expected a path inside the package")
    }
  }

  private func decode(_ path: PackagePath, from location: SourceLocation) throws(SceneFileError) -> CGImage {
    let name = package.displayName(of: path)
    let bytes = try package.read(path)
    let reader: ImageFileReader
    let decoded: DecodedImage
    do throws(ImageFileError) {
      reader = try ImageFileReader(bytes, name: name)
      decoded = try reader.pictureToBeSeen(at: 0)
    } catch {
      throw SceneFileError(error.problem == .tooLarge ? .tooLarge : .malformed, at: location, error.description)
    }
    // An animation's frames count before they are decoded.
    decodedBytes += decoded.image.pixels.count * reader.frameCount
    guard decodedBytes <= limits.imageBytes else {
      throw SceneFileError(
        .tooLarge, at: location, "the images up to '\(path)' decode to more than \(limits.imageBytes) bytes")
    }
    if reader.frameCount > 1 {
      do throws(ImageFileError) {
        animations[ObjectIdentifier(decoded.image)] = try CAKeyframeAnimation(framesOf: reader)
      } catch {
        throw SceneFileError(.malformed, at: location, error.description)
      }
    }
    for note in decoded.notes { notes.add(note, at: SourceLocation(file: name)) }
    return decoded.image
  }
}
