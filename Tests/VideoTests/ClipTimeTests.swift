// Films whose packets tell times, lengths and rates that no clock has: each opens and is read to its end, or is refused
// with a reason; nothing ends the process. That sums of such numbers leave the whole numbers is known from 64 bits.
import CLibAV
import Foundation
import TestFilms
import TestSupport
import Testing

@testable import Video

@Suite struct ClipTimeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Reads all that there is to read of a film: pictures, copied sound, decoded sound. Why it is refused; nil where it
  /// is not.
  private func refusal(_ bytes: [UInt8]) throws -> String? {
    do throws(VideoError) {
      let clip = try VideoClip(.data(Data(bytes), name: "x"))
      try read(clip)
      return nil
    } catch {
      guard case .cannotRead(_, let reason) = error else { throw error }
      return reason
    }
  }

  private func read(_ clip: VideoClip) throws(VideoError) {
    #expect(clip.duration >= 0 && clip.duration <= ClipLimits.longest)
    if let pictures = clip.pictures {
      if let rate = pictures.nominalFrameRate {
        #expect(rate.framesPerSecond >= 0.001 && rate.framesPerSecond <= Double(FrameRate.maximum))
      }
      let reader = try clip.makeReader(memory: 4 << 20)
      for number in 0..<min(pictures.count, 16) {
        let frame = try reader.frame(number: number)
        #expect(frame.start <= frame.end && frame.start.isFinite && frame.end.isFinite)
      }
      for second in [-1, clip.duration / 2, clip.duration, .infinity] { _ = try reader.frame(at: second) }
    }
    guard !clip.sounds.isEmpty else { return }
    for start in [0, clip.duration / 2] {
      guard let copied = CopiedClipSound(clip, from: start, to: clip.duration) else { continue }
      let copier = try SoundCopier(copied.makePackets())
      try copier.advance(to: .infinity) { _ throws(VideoError) in }
    }
    var options = VideoOptions()
    try VideoFormat(path: "a.wav").addSound(of: clip, from: 0, length: 0.2, to: &options)
    options.frameCount = 5
    let writer = try VideoWriter(
      path: folder.file("a.wav"), format: VideoFormat(path: "a.wav"), width: 16, height: 16, frameRate: FrameRate(25),
      options: options)
    for _ in 0..<5 { try writer.append([UInt8](repeating: 0, count: 16 * 16 * 4)) }
    try writer.finish()
  }

  private static let wrongBeginnings: [[Int64]] = [
    [1 << 62, -1 << 62, 1 << 62 + 1], [-1 << 62, 1 << 62, 1 << 62 + 5], [1 << 53, 0, 40],
  ]

  @Test("A film that begins with a time that is none is refused", arguments: wrongBeginnings)
  func wrongBeginning(times: [Int64]) throws {
    let film = MotionJPEG.film(times.map { ($0, MotionJPEG.pictures[9]) })
    let reason = try #require(try refusal(film.bytes))
    #expect(reason.contains("a packet's time is") && reason.contains("expected at most 4503599627370496"), "\(reason)")
  }

  @Test("Where a time is none, the film ends with what came before, and says so")
  func wrongMiddle() throws {
    let film = MotionJPEG.film([0, 40, 80, 1 << 62, 160].enumerated().map { (Int64($1), MotionJPEG.pictures[$0]) })
    let clip = try VideoClip(.data(Data(film.bytes), name: "x"))
    #expect(clip.pictures?.count == 3)
    #expect(
      clip.notes.take() == [
        "x: a packet's time of \(1 << 62 as Int64) units is none; what comes from it on in the file is left out"
      ])
    #expect(try MotionJPEG.number(of: clip.makeReader().frame(at: 0.05)) == 1)
  }

  @Test("Sound whose times go back is decoded into a film, as no container takes its packets")
  func soundBackwards() throws {
    for (times, isOrdered) in [
      ([0, 20, 40, 60, 80], true), ([0, 20, 60, 40, 80], false), ([0, 20, 20, 40, 60], false),
    ] {
      let clusters = times.map { time in
        let sound = MatroskaFile.Block([UInt8](repeating: 9, count: 1920), track: 2)
        return MatroskaFile.Cluster(Int64(time), [.init(MotionJPEG.pictures[9]), sound])
      }
      let tracks = [
        MatroskaFile.Track("V_MJPEG", .pictures(width: MotionJPEG.width, height: MotionJPEG.height)),
        MatroskaFile.Track("A_PCM/INT/LIT", .sound(rate: 48_000, channels: 1, bits: 16)),
      ]
      let clip = try VideoClip(.data(Data(MatroskaFile(tracks, clusters).bytes), name: "x"))
      #expect(clip.sounds.first?.isOrdered == isOrdered, "\(times)")
      let path = folder.file("film.mkv")
      var options = VideoOptions()
      let format = try VideoFormat(path: path)
      format.addSound(of: clip, from: 0, length: 0.2, to: &options)
      #expect((options.copiedSound != nil) == isOrdered && options.sound.isEmpty == isOrdered, "\(times)")
      options.frameCount = 5
      try TestVideo.write(to: path, frameCount: 5, options: options)
      #expect(try VideoClip(.file(path)).sounds.count == 1, "\(times)")
    }
  }

  /// Whole numbers at which sums, products and conversions to doubles go wrong.
  private static let edges: [Int64] = [
    0, 1, -1, 39, 40, 1 << 31, -1 << 31, 1 << 33, 1 << 52, 1 << 52 + 1, 1 << 53, -1 << 53, 1 << 61, 1 << 62, -1 << 62,
    .max - 40, .max, .min, .min + 1,
  ]
  private static let units: [UInt64] = [1, 1000, 1_000_000, 1_000_000, 41_666_666, 1 << 31, 1 << 32, 1 << 40, 1 << 63]

  private static func film(_ random: inout SeededRandom) -> MatroskaFile {
    func number() -> Int64 { random.chance(0.5) ? random.one(of: edges) : Int64(bitPattern: random.next()) }
    func length() -> UInt64? { random.chance(0.3) ? UInt64(bitPattern: number()) : nil }
    let pictures = MatroskaFile.Track(
      "V_MJPEG", .pictures(width: MotionJPEG.width, height: MotionJPEG.height), packetDuration: length())
    let rate = random.one(of: [48_000, 8_000, 999, 768_000, 1e9, 0, -1, .nan, .infinity] as [Double])
    let sound = MatroskaFile.Track(
      "A_PCM/INT/LIT", .sound(rate: random.chance(0.7) ? 48_000 : rate, channels: random.whole(0...9), bits: 16),
      packetDuration: length())
    let hasSound = random.chance(0.5)
    // Some that are right in between, as what follows decides what becomes of those.
    let isMostlyRight = random.chance(0.7)
    var clusters: [MatroskaFile.Cluster] = []
    for index in 0..<random.whole(1...12) {
      let time = isMostlyRight && random.chance(0.8) ? Int64(index * 40) : number()
      var blocks = [
        MatroskaFile.Block(
          random.chance(0.8) ? MotionJPEG.pictures[index] : MotionJPEG.junk,
          offset: random.chance(0.8) ? 0 : Int16(truncatingIfNeeded: random.next()), isKey: random.chance(0.9),
          duration: length())
      ]
      if hasSound {
        blocks.append(
          MatroskaFile.Block(
            [UInt8](repeating: 1, count: 960), track: 2,
            offset: random.chance(0.8) ? 0 : Int16(truncatingIfNeeded: random.next()), duration: length()))
      }
      clusters.append(MatroskaFile.Cluster(time, random.chance(0.5) ? blocks : blocks.reversed()))
    }
    return MatroskaFile(
      hasSound ? [pictures, sound] : [pictures], unit: random.chance(0.6) ? 1_000_000 : random.one(of: units), clusters)
  }

  @Test("Matroska of any times, units and lengths opens, or is refused with a reason")
  func anyMatroska() throws {
    var opened = 0
    for seed in seeds(300, of: 5000) {
      var random = SeededRandom(seed: seed)
      if try refusal(Self.film(&random).bytes) == nil { opened += 1 }
    }
    // Neither all nor none, or there would be nothing to read.
    #expect(opened > 30, "\(opened)")
  }

  /// What tells times, in MP4: the name of the box, and the bytes after it that are left alone.
  private static let boxes: [(name: String, skipped: Int)] = [
    ("mvhd", 4), ("mdhd", 4), ("stts", 4), ("ctts", 4), ("elst", 4), ("stsz", 8), ("stsc", 4), ("tkhd", 4),
  ]

  /// In a process of its own: what libav may take is the process's, and other tests have it take more for good.
  @Test("MP4 of any times, rates and lengths opens, or is refused with a reason")
  func anyMP4() async {
    await #expect(processExitsWith: .success) { try ClipTimeTests().openOrRefuseMP4() }
  }

  private func openOrRefuseMP4() throws {
    var options = VideoOptions()
    options.sound = [SoundTrack(source: .bytes(WaveFile.tone(rate: 48_000, seconds: 1), name: "tone"))]
    options.frameCount = 25
    let writer = try VideoWriter(
      path: folder.file("a.mp4"), format: VideoFormat(path: "a.mp4"), width: 32, height: 32, frameRate: FrameRate(25),
      options: options)
    for number in 0..<25 { try writer.append([UInt8](repeating: UInt8(number * 10), count: 32 * 32 * 4)) }
    try writer.finish()
    let whole = [UInt8](try Data(contentsOf: URL(filePath: folder.file("a.mp4"))))
    #expect(try refusal(whole) == nil)
    let places = Self.boxes.flatMap { box in
      let name = Array(box.name.utf8)
      return whole.indices.dropLast(40).filter { whole[$0..<$0 + 4].elementsEqual(name) }.map { $0 + 4 + box.skipped }
    }
    let numbers: [UInt32] = [0, 1, 2, 40, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 0xFFFF_0000, 90_000, 1_000_000_007]
    var opened = 0
    for seed in seeds(150, of: 5000) {
      var random = SeededRandom(seed: seed)
      var bytes = whole
      for _ in 0..<random.whole(1...4) {
        let place = random.one(of: places) + 4 * random.whole(0...6)
        let number = random.chance(0.7) ? random.one(of: numbers) : UInt32(truncatingIfNeeded: random.next())
        for byte in 0..<4 { bytes[place + byte] = UInt8(truncatingIfNeeded: number >> UInt32(24 - 8 * byte)) }
      }
      if try refusal(bytes) == nil { opened += 1 }
    }
    #expect(opened > 15, "\(opened)")
  }
}
