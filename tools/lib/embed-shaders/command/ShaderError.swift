// What can be wrong with a folder of shaders, with the place.
import Foundation

/// A mistake in the shader sources.
struct ShaderError: Error, Equatable {
  /// The file, relative to the shader folder; empty for the folder itself.
  var file: String
  /// The line, counted from 1; nil when the file as a whole is meant.
  var line: Int?
  /// What is wrong and what was expected.
  var reason: String

  /// The message as compilers write it, `path:line: error: reason`, which editors turn into a link.
  func message(in folder: URL) -> String {
    let path = file.isEmpty ? folder.path : folder.appending(path: file).path
    return line.map { "\(path):\($0): error: \(reason)" } ?? "\(path): error: \(reason)"
  }
}
