// An output that is also an input would be read and then lost, as would one of two outputs with one name. Both are
// typing errors, and throw before anything is read.
//
// Tested by OutputTests.

import ArgumentParser
import Documents
import Foundation
import ImageCodecs
import ImageFiles

/// A command that writes files.
protocol FileNaming {
  /// The input paths.
  var inputFiles: [String] { get }
  /// The options and paths of the outputs, without `-`.
  var outputFiles: [NamedOutput] { get }
}

/// An option that names a file to write.
struct NamedOutput {
  let option: String
  let path: String

  /// Creates the output; nil if the option is not given.
  init?(_ option: String, _ path: String?) {
    guard let path, path != "-" else { return nil }
    (self.option, self.path) = (option, path)
  }
}

extension FileNaming {
  /// Throws if an output is an input, one of other files that are read, or another output.
  func checkFiles(besides others: [String] = []) throws(CommandError) {
    let inputs = (inputFiles + others).compactMap { path in FileIdentity(ofFile: path).map { (path, $0) } }
    var earlier: [NamedOutput] = []
    for output in outputFiles {
      let identity = FileIdentity(ofFile: output.path)
      if let identity, let (path, _) = inputs.first(where: { $0.1 == identity }) {
        throw CommandError(
          .usage, "\(output.option) '\(output.path)' is '\(path)', which is read; use another file")
      }
      let same = earlier.first { other in
        if let identity, FileIdentity(ofFile: other.path) == identity { return true }
        return Self.whole(other.path) == Self.whole(output.path)
      }
      if let same {
        throw CommandError(.usage, "\(output.option) and \(same.option) name the same file, \(output.path)")
      }
      earlier.append(output)
    }
  }

  /// Returns the absolute path without `.` and `..`, and with its folder's links resolved.
  private static func whole(_ path: String) -> String {
    let file = URL(fileURLWithPath: path)
    return file.deletingLastPathComponent().resolvingSymlinksInPath().appending(path: file.lastPathComponent).path
  }
}

private struct FileIdentity: Equatable {
  private let device: UInt64
  private let number: UInt64

  /// Creates the identity of a file; nil unless the path is a regular file's.
  init?(ofFile path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    (device, number) = (UInt64(status.st_dev), UInt64(status.st_ino))
  }
}

extension SceneArgument {
  /// The input files; empty for the program's own scenes.
  var files: [String] { LoadedScene.isDemo(scene) || isPiped ? [] : [scene] }
}

extension LottieOptions {
  /// The files that are read.
  var files: [String] { images.map(\.value) + slots.map(\.value) + layers.map(\.clip.url.path) }
}

extension DataOptions {
  /// The files that are read.
  var files: [String] { data.map { [$0] } ?? [] }
  var manifestFile: NamedOutput? { NamedOutput("--manifest", manifest) }
}

extension SizeOptions {
  /// Throws if several sizes would write one file.
  func checkNames(_ outputs: [NamedOutput]) throws {
    guard let sizes, sizes.count > 1 else { return }
    for output in outputs where output.option != "--manifest" && !output.path.contains(SizeArgument.placeholder) {
      throw ValidationError(
        "--size names \(sizes.count) sizes, and \(output.option) '\(output.path)' one file; give it "
          + "\(SizeArgument.placeholder), such as 'out/\(SizeArgument.placeholder).mp4'")
    }
  }
}

/// The value of `--output` for a picture.
enum PictureArgument {
  /// The suffixes of pictures, for help: `.png, .jpg, .webp or .gif`.
  static var suffixes: String { ImageCodec.all.usualSuffixes }

  /// Throws if a name does not select a picture's format.
  static func checkOutput(_ path: String) throws {
    guard ImageCodec.all.codec(forPath: path) != nil else {
      throw ValidationError("'\(path)' is no picture file; expected a name that ends in \(suffixes)")
    }
  }
}
