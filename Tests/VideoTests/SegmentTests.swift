// Films in segments: the same bytes in one piece and in chunks, in any order, and streams that decode as they should.
import CLibAV
import Foundation
import ImageFiles
import TestFilms
import TestSupport
import Testing

@testable import Video

@Suite struct SegmentTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let formats: [(name: String, codec: String?)] = [
    ("a.mp4", nil), ("a.mp4", "hevc"), ("a.webm", nil), ("a.mov", "prores"), ("a.mkv", "ffv1"),
    ("a.mov", "qtrle"),
  ]
  /// Two seconds of a sawtooth of 441 Hz, 16 bits, one channel, as WAV.
  private static let tone: [UInt8] = {
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    let samples = (0..<88_200).flatMap { little($0 % 100 * 200 - 10_000, 2) }
    return Array("RIFF".utf8) + little(samples.count + 36, 4) + Array("WAVEfmt ".utf8) + little(16, 4) + little(1, 2)
      + little(1, 2) + little(44_100, 4) + little(88_200, 4) + little(2, 2) + little(16, 2) + Array("data".utf8)
      + little(samples.count, 4) + samples
  }()
  private static let rates = [FrameRate("24000/1001")!, FrameRate(25), FrameRate("30000/1001")!, FrameRate(60)]

  /// A film of 61 frames in segments of 7, with sound.
  private func film(_ name: String, _ codec: String?, _ rate: FrameRate, alpha: Bool = false, isSilent: Bool = false)
    throws -> Film
  {
    var options = VideoOptions(codec: codec)
    options.segment = 7 / rate.framesPerSecond
    options.alpha = alpha ? .straight : nil
    options.sound = isSilent ? [] : [SoundTrack(source: .bytes(Self.tone, name: "tone.wav"))]
    return try Film(
      format: VideoFormat(path: name), width: 64, height: 64, rate: rate, frameCount: 61, options: options)
  }

  private func write(_ film: Film, to path: String, jobs: Int = 1) throws {
    var options = film.options
    (options.frameCount, options.jobs) = (film.frameCount, jobs)
    let writer = try VideoWriter(
      path: path, format: film.format, width: 64, height: 64, frameRate: film.rate, options: options)
    for index in 0..<film.frameCount { try writer.append(TestVideo.frame(index, width: 64, height: 64)) }
    try writer.finish()
  }

  private func place(_ index: Int, _ frames: Range<Int>, plan: String = "plan") -> ChunkPlace {
    ChunkPlace(
      plan: plan, index: index, firstFrame: frames.lowerBound, frameCount: frames.count, origin: ["renderer": "none"])
  }

  private func writeChunk(_ film: Film, _ place: ChunkPlace, to path: String) throws {
    let writer = try film.writer(ofChunk: place, to: path)
    for index in place.firstFrame..<place.firstFrame + place.frameCount {
      try writer.append(TestVideo.frame(index, width: 64, height: 64))
    }
    try writer.finish()
  }

  @Test(arguments: formats, rates)
  func chunksAreTheFilm(format: (name: String, codec: String?), rate: FrameRate) throws {
    try checkChunks(of: film(format.name, format.codec, rate), format.name, counts: triesAll ? [1, 2, 4, 9] : [2, 9])
  }

  @Test("Any number of encoders gives the same bytes", arguments: formats)
  func jobs(format: (name: String, codec: String?)) throws {
    let film = try film(format.name, format.codec, FrameRate(25))
    try write(film, to: folder.file("one-\(format.name)"))
    let digest = try SHA256.digest(ofFile: folder.file("one-\(format.name)"))
    for jobs in [8, 16, 64] {
      try write(film, to: folder.file("\(jobs)-\(format.name)"), jobs: jobs)
      #expect(try SHA256.digest(ofFile: folder.file("\(jobs)-\(format.name)")) == digest, "\(jobs) jobs")
    }
  }

  @Test("Little memory for pictures that wait delays frames and ends", arguments: [0, 1 << 17])
  func littleMemory(bytes: Int) throws {
    let film = try film("a.mp4", nil, FrameRate(25), isSilent: true)
    try write(film, to: folder.file("one.mp4"))
    var options = film.options
    (options.jobs, options.memoryLimit) = (16, bytes)
    let writer = try VideoWriter(
      path: folder.file("little.mp4"), format: film.format, width: 64, height: 64, frameRate: film.rate,
      options: options)
    for index in 0..<film.frameCount { try writer.append(TestVideo.frame(index, width: 64, height: 64)) }
    try writer.finish()
    #expect(
      try SHA256.digest(ofFile: folder.file("little.mp4")) == SHA256.digest(ofFile: folder.file("one.mp4")))
  }

  @Test("A cancelled film leaves no file and no thread, wherever its segments are", arguments: [1, 7, 8, 20, 60])
  func cancelled(frames: Int) throws {
    let film = try film("a.mp4", nil, FrameRate(25), isSilent: true)
    var options = film.options
    options.jobs = 16
    let writer = try VideoWriter(
      path: folder.file("cancelled.mp4"), format: film.format, width: 64, height: 64, frameRate: film.rate,
      options: options)
    for index in 0..<frames { try writer.append(TestVideo.frame(index, width: 64, height: 64)) }
    writer.cancel()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test func chunksOfAV1AreTheFilm() throws {
    try withTurn(of: "av1") { try checkChunks(of: film("a.mp4", "av1", FrameRate(25)), "a.mp4", counts: [2]) }
  }

  private func checkChunks(of film: Film, _ name: String, counts: [Int]) throws {
    let whole = folder.file("whole-\(name)")
    try write(film, to: whole)
    let digest = try SHA256.digest(ofFile: whole)
    for count in counts {
      let places = film.chunks(count).enumerated().map { place($0, $1) }
      #expect(places.count == count && places.reduce(0) { $0 + $1.frameCount } == 61)
      let paths = places.map { folder.file("\(count)-\($0.index)") }
      for index in places.indices.shuffled() { try writeChunk(film, places[index], to: paths[index]) }
      let joined = folder.file("joined-\(name)")
      try film.join(paths, places: places, to: joined)
      #expect(try SHA256.digest(ofFile: joined) == digest, "\(count) chunks")
      if film.encoding.kind?.codec == "hevc", FFmpeg.isInstalled {
        #expect(try FFmpeg.stream(joined, "codec_tag_string")["codec_tag_string"] == "hvc1")
        #expect(try HEVCHead(of: joined).sets.keys.sorted() == [32, 33, 34])
      }
    }
  }

  @Test func chunksWithAlphaAreTheFilm() throws {
    let film = try film("a.webm", nil, FrameRate(25), alpha: true)
    try write(film, to: folder.file("whole.webm"))
    let places = film.chunks(3).enumerated().map { place($0, $1) }
    for place in places { try writeChunk(film, place, to: folder.file("\(place.index)")) }
    try film.join(places.map { folder.file("\($0.index)") }, places: places, to: folder.file("joined.webm"))
    #expect(
      try SHA256.digest(ofFile: folder.file("joined.webm")) == SHA256.digest(ofFile: folder.file("whole.webm")))
  }

  /// By libav: each frame at its time, with the colours that were put in; and a picture that stands alone each 7.
  @Test(arguments: formats.dropLast())
  func segmentsPlay(format: (name: String, codec: String?)) throws {
    let film = try film(format.name, format.codec, FrameRate("30000/1001")!, isSilent: true)
    try write(film, to: folder.file(format.name))
    if format.codec == nil || format.codec == "hevc" { try checkPictures(of: folder.file(format.name)) }
    let packets = try FFmpeg.packets(of: folder.file(format.name))
    #expect(packets.count == 61)
    for (before, after) in zip(packets, packets.dropFirst()) { #expect(after.decoded > before.decoded) }
    for (index, packet) in packets.enumerated() {
      #expect(packet.decoded <= packet.shown)
      if index % 7 == 0 { #expect(packet.isKey, "packet \(index)") }
    }
  }

  private func checkPictures(of path: String) throws {
    let video = try DecodedVideo(contentsOfFile: path)
    #expect(video.frames.count == 61)
    for (index, time) in video.times.enumerated() {
      #expect(abs(time - Double(index) * 1.001 / 30) < 0.0011, "frame \(index) at \(time)")
    }
    for frame in [0, 6, 7, 13, 14, 60] {
      for (bar, color) in TestVideo.bars.enumerated() {
        let found = video.color(frame: frame, x: bar * 16 + 8, y: 32)
        for (a, b) in zip(found, color) { #expect(abs(a - Int(b)) <= 10, "frame \(frame), bar \(bar): \(found)") }
      }
    }
  }

  @Test func whatDoesNotFitIsRefused() throws {
    let film = try film("a.mp4", nil, FrameRate(25))
    let places = film.chunks(3).enumerated().map { place($0, $1) }
    let paths = places.map { folder.file("\($0.index)") }
    for place in places { try writeChunk(film, place, to: paths[place.index]) }
    let output = folder.file("out.mp4")
    func refusal(_ paths: [String], _ places: [ChunkPlace]) -> ChunkError? {
      do throws(ChunkError) {
        try film.join(paths, places: places, to: output)
        return nil
      } catch { return error }
    }
    guard case .foreign = refusal([paths[1], paths[0], paths[2]], places) else { throw Unexpected() }
    guard case .foreign = refusal(paths, places.map { place($0.index, $0.firstFrame..<$0.firstFrame, plan: "other") })
    else { throw Unexpected() }

    var other = places[1]
    other.origin = ["renderer": "another"]
    try writeChunk(film, other, to: folder.file("other"))
    guard case .differing(_, let reason) = refusal([paths[0], folder.file("other"), paths[2]], places) else {
      throw Unexpected()
    }
    #expect(reason.contains("renderer is another") && reason.contains("is none"))

    // Cut off anywhere, and with any byte changed, it is no chunk.
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: paths[1])))
    for damage in 0..<40 {
      var damaged = bytes
      let position = damage * bytes.count / 40
      if damage % 2 == 0 { damaged.removeLast(bytes.count - position) } else { damaged[position] ^= 1 }
      try Data(damaged).write(to: URL(filePath: folder.file("damaged")))
      #expect(!Film.isChunk(folder.file("damaged"), places[1]))
      guard case .damaged = refusal([paths[0], folder.file("damaged"), paths[2]], places) else { throw Unexpected() }
    }
    #expect(Film.isChunk(paths[1], places[1]) && !Film.isChunk(paths[1], places[2]))
    #expect(!Film.isChunk(folder.file("none"), places[0]))
    #expect(!FileManager.default.fileExists(atPath: output))
  }

  @Test(arguments: ["a.gif", "a.apng", "a.webp", "-", "a.wav"]) func whatHasNoPieces(name: String) throws {
    #expect(throws: VideoError.self) {
      try Film(
        format: VideoFormat(path: name), width: 64, height: 64, rate: FrameRate(10), frameCount: 10,
        options: VideoOptions())
    }
  }

  @Test(arguments: [(1, 1), (2, 7), (61, 7), (600, 60), (599, 60), (601, 60)], [1, 2, 7, 64])
  func theTableOfChunks(film: (frames: Int, segment: Int), count: Int) throws {
    var options = VideoOptions()
    options.segment = Double(film.segment) / 25
    let film = try Film(
      format: .mp4, width: 64, height: 64, rate: FrameRate(25), frameCount: film.frames, options: options)
    let chunks = film.chunks(count)
    #expect(chunks.count == min(count, film.segmentCount))
    #expect(chunks.first!.lowerBound == 0 && chunks.last!.upperBound == film.frameCount)
    for (a, b) in zip(chunks, chunks.dropFirst()) { #expect(a.upperBound == b.lowerBound) }
    for chunk in chunks { #expect(!chunk.isEmpty && chunk.lowerBound % film.segmentLength == 0) }
    let counts = chunks.map { ($0.count + film.segmentLength - 1) / film.segmentLength }
    #expect(counts.max()! - counts.min()! <= 1)
  }
}

/// An error that should have been another one.
private struct Unexpected: Error {}
