// A file of `bench --json`, read again. It may come from anybody.
import Foundation
import ImageFiles
import Multiplane
import Workshop

/// Reads files of `bench --json`.
enum BenchmarkFile {
  /// The beginning of every report.
  private struct Head: Decodable {
    var kind: String
    var multiplane: String
  }

  private struct Content: Decodable {
    var report: BenchmarkReport
  }

  /// The report of a file.
  static func read(_ path: String) throws -> BenchmarkReport {
    let data = Data(try FileContents.read(path))
    do {
      let head = try JSONDecoder().decode(Head.self, from: data)
      guard head.kind == "bench" else {
        throw BenchmarkFileError(path: path, reason: "kind: \(head.kind); expected bench, which 'bench --json' writes")
      }
      do {
        return try JSONDecoder().decode(Content.self, from: data).report
      } catch let error as DecodingError {
        let own = MultiplaneVersion.current
        let other = head.multiplane == own ? "" : "; it is of version \(head.multiplane), and this is \(own)"
        throw BenchmarkFileError(path: path, reason: error.place(in: "'bench --json'") + other)
      }
    } catch let error as DecodingError {
      throw BenchmarkFileError(path: path, reason: error.place(in: "'bench --json'"))
    }
  }
}

/// A file of measurements that cannot be compared.
struct BenchmarkFileError: ExitStatusError, CustomStringConvertible {
  let path: String
  let reason: String
  var exitStatus: ExitStatus { .malformedInput }
  var description: String { "\(path): \(reason)" }
}
