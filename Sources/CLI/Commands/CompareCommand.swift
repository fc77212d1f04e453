import ArgumentParser
import CoreGraphics
import Foundation
import ImageCodecs
import ImageFiles
import Multiplane

struct CompareCommand: ParsableCommand, FileNaming, TimeLimited {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Shows what differs between two pictures.",
    discussion: """
      Prints how many pixels differ, by how much in each component (in 255ths, colours premultiplied with alpha), and \
      where: the first, the worst, and the rectangle around all; and how much the colours seem to differ, by delta E \
      2000 (CIE 142), of pictures of PQ and HLG by delta E ITP (ITU-R BT.2124). 1 is just seen. PNG of 16 bits is \
      compared with all of them. With -o it writes a picture of the differences: red \
      where they are small, yellow where they are large, over the first picture in dark grey.

      Exit status 0: the pictures are equal within the tolerance; 1: they differ, or their sizes do.

      EXAMPLES
        multiplane compare before.png after.png
        multiplane compare before.png after.png --tolerance 1 -o difference.png
      """
  )

  @Argument(help: ArgumentHelp("A picture: \(PictureArgument.suffixes).", valueName: "a"))
  var first: String

  @Argument(help: ArgumentHelp("The picture to compare it with.", valueName: "b"))
  var second: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("A picture of the differences to write: \(PictureArgument.suffixes).", valueName: "file"))
  var output: String?

  @Option(
    help: ArgumentHelp("The largest difference, of 255, that does not count (default: 0).", valueName: "n"),
    transform: NumberArgument.component)
  var tolerance = 0

  @OptionGroup var time: TimeOption

  @Flag(help: "Print JSON for programs.")
  var json = false

  func validate() throws {
    if let output { try PictureArgument.checkOutput(output) }
  }

  func run() throws {
    let (a, b) = (try Self.decode(first), try Self.decode(second))
    guard var comparison = ImageComparison(a, b, tolerance: tolerance),
      let picture = ImageComparison.picture(a, b, tolerance: tolerance)
    else {
      throw CommandError(
        .different, "the sizes differ: \(first) has \(a.width)x\(a.height) pixels, \(second) \(b.width)x\(b.height)")
    }
    comparison.compareColors(try Self.colors(first, a), try Self.colors(second, b))
    try StandardOutput.write(json ? try JSONReport.text(.comparison, comparison) : report(comparison, a, b))
    if let output { try ImageFile.write(picture.bitmap, to: output) }
    if !comparison.isEqual { throw CommandError(.different, "") }
  }

  private static func decode(_ path: String) throws -> CGImage {
    let decoded = try ImageFile.decode(contentsOfFile: path)
    for note in decoded.notes { StandardError.write("multiplane: note: \(path): \(note)") }
    return decoded.image
  }

  /// Returns the picture with all of its bits.
  private static func colors(_ path: String, _ image: CGImage) throws -> ComparedColors {
    let bytes = try FileContents.read(path)
    return try ImageFile.decodeDeepPNG(bytes, name: path).map { ComparedColors($0) } ?? ComparedColors(image)
  }

  private func report(_ comparison: ImageComparison, _ a: CGImage, _ b: CGImage) -> String {
    let pixels = comparison.width * comparison.height
    let share = (Double(comparison.differing) * 100 / Double(pixels)).formatted(places: 3)
    var lines = [
      "size       \(comparison.width)x\(comparison.height)",
      "differing  \(comparison.differing) of \(pixels) pixels (\(share) %) by more than \(tolerance) of 255",
    ]
    for (most, mean) in zip(comparison.most.all, comparison.mean.all) {
      let name = most.name.padding(toLength: 9, withPad: " ", startingAt: 0)
      lines.append("\(name)  most \(most.value), mean \(mean.value.formatted(places: 3))")
    }
    if let colors = comparison.colors {
      if let most = colors.most16, let mean = colors.mean16 {
        lines.append("16 bits    most \(most) of 65535, mean \(mean.formatted(places: 3))")
      }
      let worst = colors.worst.map { " at \($0)" } ?? ""
      lines.append(
        "\(colors.formula.rawValue.padding(toLength: 9, withPad: " ", startingAt: 0))  most "
          + "\(colors.most.formatted(places: 3))\(worst), mean \(colors.mean.formatted(places: 3))")
    }
    for (name, place) in [("first", comparison.first), ("worst", comparison.worst)] {
      guard let place else { continue }
      let name = name.padding(toLength: 9, withPad: " ", startingAt: 0)
      lines.append("\(name)  \(place): \(a.hexadecimal(place)) and \(b.hexadecimal(place))")
    }
    if let from = comparison.from, let to = comparison.to { lines.append("within     \(from) to \(to)") }
    return lines.joined(separator: "\n")
  }

  var timeLimit: Double? { time.maxTime }
  var inputFiles: [String] { [first, second] }
  var outputFiles: [NamedOutput] { [NamedOutput("--output", output)].compactMap { $0 } }
}
