// The last line of `--progress json`: the film.
import Compositor
import Foundation
import ImageFiles
import Multiplane
import Video

/// A film that is there.
struct FilmResult: JSONLine {
  private var kind = "result"
  private var multiplane = MultiplaneVersion.current
  /// The output as it was asked for.
  var file: String
  /// The digest of its bytes, in hexadecimal digits; of a sequence, of all its files' one after the other; nil for raw
  /// frames.
  var sha256: String?
  var bytes: Int?
  /// The same of the key.
  var key: String?
  var keySha256: String?
  /// The rasteriser, OpenGL's name of the GPU, and the driver; the last two are nil for rows.
  var rasterizer: RasterizerKind?
  var renderer: String?
  var driver: String?
  /// libavcodec's name of what encoded the pictures; nil where nothing did.
  var encoder: String?
  /// The number of frames that were written, and the number of the first of them in the film.
  var frames: Int
  var firstFrame: Int
  /// The cost of the first frame; nil for sound alone.
  var beginning: FirstFrame?
  /// Since the command began to render.
  var seconds: Double
  var framesPerSecond: Double
  /// The stage that the other one waited for: drawing or encoding.
  var stage: String?
  /// The most memory that the process had, in bytes.
  var peakMemory: Int

  /// The result of a film that was written.
  ///
  /// - Parameters:
  ///   - path: the output.
  ///   - frames: their numbers in the film.
  ///   - line: how long it took, and what drew.
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

  /// The digest of files' bytes, one after the other, and how many they are.
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
