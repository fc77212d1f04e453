// Names of pictures that a command writes.
import ArgumentParser
import CoreGraphics
import Foundation

/// The value of `--output` where it is a picture.
enum PictureArgument {
  /// Refuses a name that says no format of a picture.
  static func checkOutput(_ path: String) throws {
    guard ImageFileFormat(suffix: URL(filePath: path).pathExtension) != nil else {
      throw ValidationError("'\(path)' is no picture file; expected a name that ends in .png, .jpg or .webp")
    }
  }
}
