// The command line of a film that many processes make: where it is planned and where a plan's is read, it may say the
// same.
//
// Tested by PlannedFileTests.
import ArgumentParser

extension VideoCommand {
  /// The parser takes a time that grows with the square of their number.
  private static let mostArguments = 2048
  private static let mostArgumentBytes = 1 << 20

  /// The command of a film that many processes make.
  ///
  /// - Parameters:
  ///   - arguments: a scene, and options of `video` but for its output.
  ///   - format: the suffix of the film's file.
  /// - Throws: what ArgumentParser says, or what such a film does not have.
  static func planned(_ arguments: [String], format: String) throws -> VideoCommand {
    let bytes = arguments.reduce(0) { $0 + $1.utf8.count }
    guard arguments.count <= mostArguments, bytes <= mostArgumentBytes, !arguments.contains(where: \.hasNUL) else {
      throw FarmError.unsuitable(
        "\(arguments.count) arguments of \(bytes) bytes; a plan has at most \(mostArguments) of "
          + "\(mostArgumentBytes), and no NUL in them")
    }
    let output = "film.\(format)"
    // An output of the arguments' own would come last, and win.
    let video = try parse(["-o", output] + arguments)
    guard video.data.data == nil, video.capture.option.capture == nil, video.frames == nil, video.hashes == nil else {
      throw FarmError.unsuitable("a plan is of a whole film: leave --data, --capture, --frames and --hashes out")
    }
    guard video.options.sizing.sizes?.count ?? 1 == 1 else {
      throw FarmError.unsuitable("a plan is of one film: give one --size, and make a plan for each")
    }
    guard video.output == output, video.encoding.key == nil else {
      throw FarmError.unsuitable("a plan is of one film, which 'join' names: leave --output and --key out")
    }
    return video
  }
}

extension String {
  /// Whether it has the character at which a path ends for the system.
  fileprivate var hasNUL: Bool { utf8.contains(0) }
}
