// The texts of progress, results and reports, as functions of values: tested without a terminal or a clock.
// tools/schema describes all JSON objects.
//
// Tested by ProgressTests and CLIReportTests.
import Compositor
import Foundation
import ImageFiles
import Multiplane
import Video

/// The progress of a run of frames.
struct ProgressLine: Equatable {
  var done: Int
  /// The total number of frames, at least 1.
  var total: Int
  /// The seconds since the start.
  var elapsed: Double
  /// The stage that limits the speed, such as "drawing", if known.
  var slowerStage: String?
  var device: DrawingDevice?
  /// The cost of the first frame, at the end of the run.
  var beginning: FirstFrame?

  /// The finished percent, rounded down, so that 100 means all.
  var percent: Int { done * 100 / total }

  /// The frames a second since the start; 0 before anything is measured.
  var rate: Double { elapsed > 0 ? Double(done) / elapsed : 0 }

  /// Returns a line with a bar, at most `columns` wide: ` 52% [######      ] 468/900  61.3 frames/s  0:07 left
  /// (encoding)`. The last word is the stage that limits the speed.
  func drawn(columns: Int) -> String {
    let head = Self.padded("\(percent)%", to: 4)
    let tail = "\(Self.padded("\(done)", to: "\(total)".count))/\(total)\(speed)"
    // Some terminals wrap after the last column.
    let room = min(columns - 1 - head.count - tail.count - 4, 40)
    guard room >= 5 else { return String("\(head) \(tail)".prefix(max(columns - 1, 0))) }
    let filled = room * done / total
    let bar = String(repeating: "#", count: filled) + String(repeating: " ", count: room - filled)
    return "\(head) [\(bar)] \(tail)"
  }

  /// The line for a log: `468/900 frames (52%)  61.3 frames/s  0:07 left (encoding)`.
  var plain: String { "\(done)/\(total) frames (\(percent)%)\(speed)" }

  /// The lines of Open Job Description: percent, and a status for people.
  var openjd: String {
    "openjd_progress: \(Self.oneDecimal(Double(done) * 100 / Double(total)))\nopenjd_status: \(plain)\n"
  }

  /// The remaining seconds at this rate; nil before it is known.
  var secondsLeft: Double? { rate > 0 ? Double(total - done) / rate : nil }

  /// The summary: `900 frames in 14.7 s (61.3 frames/s, bound by encoding, first frame 0.1 s), drawn by rows`.
  var summary: String {
    let bound = slowerStage.map { ", bound by \($0)" } ?? ""
    let first = beginning.map { ", first frame \(Self.oneDecimal($0.total / 1000)) s" } ?? ""
    return "\(done) frames in \(Self.oneDecimal(elapsed)) s (\(Self.oneDecimal(rate)) frames/s\(bound)\(first))"
      + (device.map { ", drawn by \($0)" } ?? "")
  }

  private var speed: String {
    guard rate > 0 else { return "" }
    let left = secondsLeft ?? 0
    let bound = slowerStage.map { " (\($0))" } ?? ""
    return "  \(Self.oneDecimal(rate)) frames/s  \(Self.clock(left)) left\(bound)"
  }

  /// Returns `m:ss`, or `h:mm:ss` from an hour on, rounded up, so that 0:00 means the end.
  static func clock(_ seconds: Double) -> String {
    let whole = Int(min(seconds, 359_999).rounded(.up))
    let (minutes, rest) = (whole / 60, whole % 60)
    let tail = ":" + (rest < 10 ? "0" : "") + "\(rest)"
    guard minutes >= 60 else { return "\(minutes)\(tail)" }
    return "\(minutes / 60):" + (minutes % 60 < 10 ? "0" : "") + "\(minutes % 60)\(tail)"
  }

  private static func oneDecimal(_ value: Double) -> String {
    let tenths = Int(min(value * 10, 1e15).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  private static func padded(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}

/// A line of `--progress json` before the end.
struct ProgressReport: JSONLine {
  private var kind = "progress"
  /// The row of `--data`, from 1, and its size if it has several; nil for a single scene.
  var row: Int?
  var size: String?
  var frame: Int
  var total: Int
  var framesPerSecond: Double
  /// The stage that limits the speed: drawing or encoding; nil if neither has waited.
  var stage: String?
  var secondsLeft: Double?
  /// The rasteriser, OpenGL's name of the GPU, and the driver; the last two are nil for rows.
  var rasterizer: RasterizerKind?
  var renderer: String?
  var driver: String?

  init(_ line: ProgressLine, row: Int? = nil, size: String? = nil) {
    (self.row, self.size) = (row, size)
    (rasterizer, renderer, driver) = (line.device?.rasterizer, line.device?.renderer, line.device?.driver)
    (frame, total, framesPerSecond) = (line.done, line.total, line.rate.inThousandths)
    (stage, secondsLeft) = (line.slowerStage, line.secondsLeft?.inThousandths)
  }
}

/// The last line of `--progress json`: a complete film.
struct FilmResult: JSONLine {
  private var kind = "result"
  private var multiplane = MultiplaneVersion.current
  var file: String
  /// The digest of its bytes, in hexadecimal; for a sequence, of all files in order; nil for raw frames.
  var sha256: String?
  var bytes: Int?
  /// The path of the key.
  var key: String?
  var keySha256: String?
  /// The rasteriser, OpenGL's name of the GPU, and the driver; the last two are nil for rows.
  var rasterizer: RasterizerKind?
  var renderer: String?
  var driver: String?
  /// libavcodec's name of the encoder; nil without one.
  var encoder: String?
  /// The number of frames, and the first one's number in the film.
  var frames: Int
  var firstFrame: Int
  /// The cost of the first frame; nil for sound alone.
  var beginning: FirstFrame?
  var seconds: Double
  var framesPerSecond: Double
  var stage: String?
  /// The peak memory of the process, in bytes.
  var peakMemory: Int

  /// Creates the result of a film, whose frames have these numbers.
  init(
    _ path: String, key: String?, format: VideoFormat, encoding: PictureEncoding, frames: ClosedRange<Int>,
    line: ProgressLine
  ) throws {
    (rasterizer, renderer, driver) = (line.device?.rasterizer, line.device?.renderer, line.device?.driver)
    (file, self.key, encoder) = (path, key, encoding.encoderName)
    (self.frames, firstFrame) = (frames.count, frames.lowerBound)
    (seconds, framesPerSecond) = (line.elapsed.inThousandths, line.rate.inThousandths)
    (stage, beginning) = (line.slowerStage, line.beginning)
    var usage = rusage()
    getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
    peakMemory = usage.ru_maxrss * 1024
    let files = try format.files(of: path, frames: frames)
    if !files.isEmpty { (sha256, bytes) = try Self.digest(of: files) }
    if let key { keySha256 = try Self.digest(of: VideoFormat(path: key).files(of: key, frames: frames)).sha256 }
  }

  /// Returns the digest of the files' bytes, in order, and their count.
  private static func digest(of paths: [String]) throws -> (sha256: String, bytes: Int) {
    let digest = SHA256()
    var count = 0
    for path in paths {
      let file = try FileHandle(forReadingFrom: URL(filePath: path))
      defer { try? file.close() }
      while let data = try file.read(upToCount: 1 << 20), !data.isEmpty {
        data.withUnsafeBytes { digest.update($0) }
        count += data.count
      }
    }
    return (digest.finalized(), count)
  }
}

/// A report of `--json`: `{"kind": "info", "multiplane": "1.2.3", "report": ...}`.
struct JSONReport<Content: Encodable>: Encodable {
  enum Kind: String, Encodable {
    case bench, check, clip, comparison, info, inspection, pins, pixel, score
  }

  private let kind: Kind
  private let multiplane = MultiplaneVersion.current
  /// The row of `--data`, from 1, and the size of several; nil for a single report.
  private let row: Int?
  private let size: String?
  private let report: Content

  private init(kind: Kind, report: Content, _ place: CheckedPlace) {
    (self.kind, self.report, row, size) = (kind, report, place.row, place.size)
  }

  static func text(_ kind: Kind, _ report: Content, of place: CheckedPlace = CheckedPlace()) throws -> String {
    try JSONReport(kind: kind, report: report, place).reportedAsJSON()
  }
}

/// The row and the size that one of several reports is of.
struct CheckedPlace {
  var row: Int?
  var size: String?

  /// The place for people; nil for a single report.
  var title: String? {
    row == nil && size == nil ? nil : [row.map { "row \($0)" }, size].compactMap { $0 }.joined(separator: " ")
  }
}

extension Encodable {
  /// Returns the value as JSON, keys sorted, one member a line.
  func reportedAsJSON() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }
}
