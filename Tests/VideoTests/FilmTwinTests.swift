// A film of the standard range beside one of a high range: the colours of the scene, in the same pictures.

import Foundation
import ImageFiles
import TestFilms
import TestSupport
import Testing

@testable import Video

@Suite struct FilmTwinTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private let colors: [[UInt8]] = [[255, 255, 255], [128, 128, 128], [200, 30, 40], [30, 90, 180], [0, 0, 0]]

  /// Writes a film of patches, one colour a picture, and returns the path of its twin.
  @discardableResult
  private func write(_ name: String, twin: String, _ change: (inout VideoOptions) -> Void) throws -> String {
    let path = folder.file(name)
    var options = VideoOptions()
    (options.alpha, options.sdrTwin) = (AlphaRequest.none, folder.file(twin))
    change(&options)
    let writer = try VideoWriter(
      path: path, format: VideoFormat(path: path), width: 64, height: 48, frameRate: FrameRate(10), options: options)
    for color in colors { try writer.append((0..<64 * 48).flatMap { _ in color + [255] }) }
    try writer.finish()
    return folder.file(twin)
  }

  @Test("The twin has the colours of the frames", arguments: [DynamicRange.hlg, .pq], ["twin.mp4", "twin.webm"])
  func patches(range: DynamicRange, twin: String) throws {
    let path = try write("film.mp4", twin: twin) { ($0.dynamicRange, $0.crf) = (range, 4) }
    let stream = try FFmpeg.stream(path, "color_transfer,pix_fmt")
    #expect(stream["color_transfer"] == "iec61966-2-1" && stream["pix_fmt"] == "yuv420p")
    #expect(try FFmpeg.stream(folder.file("film.mp4"), "pix_fmt")["pix_fmt"] == "yuv420p10le")
    let pixels = try FFmpeg.frames(of: path, as: "rgb24", filter: "scale=in_color_matrix=bt601")
    let middle = (24 * 64 + 32) * 3
    for (index, color) in colors.enumerated() {
      let found = pixels[(index * 64 * 48 * 3 + middle)...].prefix(3)
      for (a, b) in zip(found, color) { #expect(abs(Int(a) - Int(b)) <= 4, "\(color) is \(Array(found))") }
    }
  }

  @Test("A failure leaves neither film, and a film of the standard range has no twin")
  func refusals() throws {
    for (name, twin, range, word) in [
      ("a.mp4", "b.mp4", DynamicRange.sdr, "standard range already"), ("c.mp4", "c.mp4", .hlg, "same file"),
      ("d.mp4", "d.wav", .pq, "with pictures"), ("e.mp4", "e.xyz", .pq, "no video format"),
    ] {
      let error = #expect(throws: VideoError.self) {
        try write(name, twin: twin) { $0.dynamicRange = range }
      }
      #expect(error?.description.contains(word) == true, "\(String(describing: error))")
    }
    var options = VideoOptions()
    (options.dynamicRange, options.sdrTwin) = (.hlg, folder.file("g.mp4"))
    let writer = try VideoWriter(
      path: folder.file("f.mp4"), format: VideoFormat(path: "f.mp4"), width: 64, height: 48, frameRate: FrameRate(10),
      options: options)
    try writer.append([UInt8](repeating: 255, count: 64 * 48 * 4))
    writer.cancel()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }
}
