// Names of pictures that a command writes.
import ArgumentParser
import ImageCodecs
import ImageFiles

/// The value of `--output` where it is a picture.
enum PictureArgument {
  /// The suffixes of pictures, for help: `.png, .jpg, .webp or .gif`.
  static var suffixes: String { ImageCodec.all.usualSuffixes }

  /// Refuses a name that says no format of a picture.
  static func checkOutput(_ path: String) throws {
    guard ImageCodec.all.codec(forPath: path) != nil else {
      throw ValidationError("'\(path)' is no picture file; expected a name that ends in \(suffixes)")
    }
  }
}
