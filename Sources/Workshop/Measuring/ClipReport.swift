// A clip in words, for `multiplane info CLIP`.
//
// Tested by CLIReportTests.

import Foundation
import Multiplane
import Video

package struct ClipReport: Encodable, CustomStringConvertible {
  package struct Pictures: Encodable {
    package let codec: String
    /// The size that is shown: upright, with square pixels.
    package let width: Int
    package let height: Int
    /// The size of the stored pictures.
    package let codedWidth: Int
    package let codedHeight: Int
    package let count: Int
    /// The number of pictures a second, as a fraction; the mean of a variable rate.
    package let rate: String?
    package let isConstantRate: Bool
    package let layout: String
    package let bitsPerComponent: Int
    package let alpha: String?
    package let colors: Colors
  }

  package struct Colors: Encodable {
    /// `sdr`, `hlg` or `pq`.
    package let dynamicRange: String
    package let primaries: String
    package let transfer: String
    package let matrix: String
    /// `limited` or `full`.
    package let range: String
    /// The mastering display's red, green, blue and white, each as x and y.
    package let displayPrimaries: [[Double]]?
    /// The mastering display's least and highest light, in candela a square metre.
    package let displayLight: [Double]?
    /// In candela a square metre.
    package let brightestPixel: Int?
    package let brightestMean: Int?
  }

  package struct Sound: Encodable {
    package let codec: String
    package let rate: Int
    package let channels: Int
  }

  package let file: String
  /// In seconds.
  package let duration: Double
  package let pictures: Pictures?
  package let sounds: [Sound]
  package let remarks: [String]

  /// Reads a clip's description, without decoding it.
  package init(_ path: String) throws {
    let clip = try VideoClip(file: URL(fileURLWithPath: path))
    (file, duration) = (path, clip.duration)
    let light = clip.pictures?.highRange
    pictures = clip.pictures.map { pictures in
      Pictures(
        codec: pictures.codec, width: Int(clip.size.width), height: Int(clip.size.height),
        codedWidth: pictures.codedWidth, codedHeight: pictures.codedHeight, count: pictures.count,
        rate: pictures.nominalFrameRate.map { "\($0)" }, isConstantRate: pictures.isConstantRate,
        layout: pictures.layoutName, bitsPerComponent: pictures.layout.depth, alpha: pictures.alpha?.rawValue,
        colors: Colors(
          dynamicRange: pictures.dynamicRange.rawValue, primaries: pictures.primariesName,
          transfer: pictures.transferName, matrix: pictures.matrixName, range: pictures.coding.range.rawValue,
          displayPrimaries: light?.display.map { $0.primaries.map { [$0.x, $0.y] } },
          displayLight: light?.display.map { [$0.light.lowerBound, $0.light.upperBound] },
          brightestPixel: light?.brightestPixel, brightestMean: light?.brightestMean))
    }
    sounds = clip.sounds.map { Sound(codec: $0.codec, rate: $0.rate, channels: $0.channels) }
    remarks = (clip.pictures?.colorRemarks ?? []) + clip.notes.take()
  }

  package var description: String {
    func line(_ name: String, _ text: String) -> String {
      "\(name):".padding(toLength: 16, withPad: " ", startingAt: 0) + text
    }
    func number(_ value: Double) -> String { String(format: "%g", value) }
    var lines = [line("file", file), line("duration", "\(number(duration)) s")]
    if let pictures {
      let colors = pictures.colors
      let isTurned = (pictures.width, pictures.height) != (pictures.codedWidth, pictures.codedHeight)
      lines += [
        line(
          "pictures",
          "\(pictures.codec), \(pictures.width)x\(pictures.height)"
            + (isTurned ? " (stored as \(pictures.codedWidth)x\(pictures.codedHeight))" : "")),
        line(
          "rate",
          "\(pictures.count) pictures\(pictures.rate.map { ", \($0) a second" } ?? "")"
            + (pictures.isConstantRate ? "" : " in the mean")),
        line("components", pictures.layout + (pictures.alpha.map { ", \($0) alpha" } ?? "")),
        line("dynamic range", colors.dynamicRange.uppercased()),
        line("primaries", colors.primaries), line("transfer", colors.transfer),
        line("matrix", "\(colors.matrix), \(colors.range) range"),
      ]
      if let display = colors.displayPrimaries, let light = colors.displayLight {
        let points = display.map { $0.map(number).joined(separator: ",") }.joined(separator: " ")
        lines.append(line("graded on", "\(points), \(number(light[0])) to \(number(light[1])) cd/m2"))
      }
      if let pixel = colors.brightestPixel {
        let mean = colors.brightestMean.map { ", mean of the brightest picture \($0)" } ?? ""
        lines.append(line("light", "brightest pixel \(pixel)\(mean) cd/m2"))
      }
    }
    for sound in sounds { lines.append(line("sound", "\(sound.codec), \(sound.rate) Hz, \(sound.channels) channels")) }
    for remark in remarks { lines.append(line("note", remark)) }
    return lines.joined(separator: "\n")
  }
}
