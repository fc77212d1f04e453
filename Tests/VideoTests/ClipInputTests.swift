// What must not be read as a film, and what becomes of damaged ones: limits, kinds, truncation, lying heads.
import CoreGraphics
import Foundation
import TestFilms
import TestSupport
import Testing

@testable import Video

@Suite(.enabled(if: FFmpeg.isInstalled)) struct ClipInputTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open(_ name: String) throws(VideoError) -> VideoClip {
    try VideoClip(file: URL(filePath: folder.file(name)))
  }

  private func refusal(_ data: [UInt8]) -> String? {
    do throws(VideoError) {
      _ = try VideoClip(.data(Data(data), name: "x"))
      return nil
    } catch {
      guard case .cannotRead("x", let reason) = error else { return "another error: \(error)" }
      return reason
    }
  }

  @Test("FIFOs, devices, folders and what is not there are refused, and nobody waits")
  func specialFiles() throws {
    let fifo = folder.file("fifo")
    #expect(mkfifo(fifo, 0o600) == 0)
    for path in [fifo, "/dev/zero", folder.path] {
      #expect(throws: VideoError.cannotRead(path: path, reason: "not a regular file")) {
        try VideoClip(.file(path))
      }
    }
    #expect(throws: VideoError.self) { try VideoClip(file: URL(filePath: folder.file("missing.mp4"))) }
    #expect(throws: VideoError.self) { try VideoClip(file: URL(string: "http://127.0.0.1:9/a.mp4")!) }
  }

  @Test(
    "Texts that name other files and sockets, and kinds that are not read, are refused",
    arguments: [
      "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nhttp://127.0.0.1:9/a.ts\n#EXT-X-ENDLIST\n",
      "ffconcat version 1.0\nfile '/etc/passwd'\n", "YUV4MPEG2 W16 H16 F25:1 Ip A1:1 C420\nFRAME\n",
      "<?xml version=\"1.0\"?><MPD xmlns=\"urn:mpeg:dash:schema:mpd:2011\"><Period/></MPD>", "", "x",
      "v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 96\n",
    ])
  func texts(text: String) {
    let time = CPUTime()
    let reason = refusal(Array(text.utf8))
    #expect(reason != nil && reason?.hasPrefix("another") == false && time.seconds < 5)
  }

  @Test("Sizes are bounded before anything is decoded")
  func sizes() {
    for (width, height) in [(65_535, 65_535), (16_385, 1), (16_384, 16_384)] {
      let head = [width & 255, width >> 8, height & 255, height >> 8].map { UInt8($0) }
      // Two colours, and one picture of that size.
      let gif =
        Array("GIF89a".utf8) + head + [0x80, 0, 0, 0, 0, 0, 255, 255, 255] + [0x2C, 0, 0, 0, 0] + head
        + [0, 2, 2, 0x4C, 1, 0, 0x3B]
      let reason = refusal(gif)
      #expect(reason != nil && reason?.hasPrefix("another") == false, "\(width)x\(height): \(reason ?? "taken")")
    }
  }

  @Test("Memory that is too little for two pictures is an error, and so is a film without pictures")
  func memory() throws {
    try BarCode.write(10, rate: "25", to: folder.file("a.mp4"), ["-c:v", "libx264"])
    let clip = try open("a.mp4")
    do throws(VideoError) {
      _ = try clip.makeReader(memory: 10_000)
      Issue.record("a reader in 10,000 bytes")
    } catch {
      guard case .memoryLimit = error else { throw error }
    }
    try Data(WaveFile.tone(rate: 48_000, seconds: 1)).write(to: URL(filePath: folder.file("a.wav")))
    let sound = try open("a.wav")
    #expect(sound.pictures == nil && sound.size == .zero && abs(sound.duration - 1) < 1e-6 && sound.sounds.count == 1)
    #expect(throws: VideoError.self) { try sound.makeReader() }
    // A picture on the sleeve is no film.
    try FFmpeg.run(
      "ffmpeg",
      [
        "-i", folder.file("a.wav"), "-f", "lavfi", "-i", "color=red:s=32x32:d=0.04", "-map", "0", "-map", "1", "-c:v",
        "png",
      ]
        + ["-disposition:v:0", "attached_pic", "-c:a", "libmp3lame", folder.file("a.mp3")])
    #expect(try open("a.mp3").pictures == nil)
  }

  @Test("Decoded pictures are kept within the memory")
  func boundedMemory() async {
    // In a process of its own: other tests take memory meanwhile.
    await #expect(processExitsWith: .success) { try ClipInputTests().decodeWithinMemory() }
  }

  private func decodeWithinMemory() throws {
    try FFmpeg.run(
      "ffmpeg",
      ["-f", "lavfi", "-i", "testsrc2=s=1280x720:r=25:d=8", "-c:v", "libx264", "-preset", "ultrafast", "-g", "200"]
        + ["-pix_fmt", "yuv420p", folder.file("a.mp4")])
    let clip = try open("a.mp4")
    let reader = try clip.makeReader(memory: 24 << 20)
    for number in 0..<20 { _ = try reader.frame(number: number) }
    let before = ProcessMemory.resident
    for number in stride(from: 199, through: 0, by: -1) { _ = try reader.frame(number: number) }
    for number in 0..<200 { _ = try reader.frame(number: number).image() }
    let grown = ProcessMemory.resident - before
    #expect(grown < 64 << 20, "\(grown >> 20) MiB more")
  }

  private static let kinds = [
    ("mp4", ["-c:v", "libx264", "-bf", "2", "-g", "30", "-movflags", "+faststart"]),
    ("mov", ["-c:v", "prores_ks"]),
    ("mkv", ["-c:v", "libx264", "-bf", "2", "-g", "30"]),
    ("webm", ["-c:v", "libvpx-vp9", "-cpu-used", "8", "-deadline", "realtime", "-g", "30"]),
    ("ts", ["-c:v", "libx264", "-bf", "2", "-g", "30"]),
    ("avi", ["-c:v", "mpeg4", "-bf", "2", "-g", "30"]),
  ]

  /// Reads all of a film, and counts its pictures that follow the one before; nil where it ends with an error, which is
  /// of its own kind.
  private func readAll(_ data: Data) -> (right: Int, count: Int)? {
    do throws(VideoError) {
      let clip = try VideoClip(.data(data, name: "x"))
      guard let pictures = clip.pictures else { return nil }
      let reader = try clip.makeReader(memory: 4 << 20)
      var (right, last) = (0, -1)
      for place in 0..<pictures.count {
        let number = BarCode.number(of: try reader.frame(number: place).image())
        if number > last, number < 120 { (right, last) = (right + 1, number) }
      }
      for number in stride(from: pictures.count - 1, through: 0, by: -7) { _ = try reader.frame(number: number) }
      return (right, pictures.count)
    } catch {
      return nil
    }
  }

  @Test("Films that are cut off show what is there", arguments: kinds)
  func truncated(suffix: String, arguments: [String]) throws {
    try BarCode.write(120, rate: "25", to: folder.file("a.\(suffix)"), arguments)
    let whole = try Data(contentsOf: URL(filePath: folder.file("a.\(suffix)")))
    #expect(readAll(whole).map { $0 == (120, 120) } == true)
    let time = CPUTime()
    var read = 0
    for part in 1..<24 {
      guard let found = readAll(whole.prefix(whole.count * part / 24)) else { continue }
      read += 1
      // The last pictures may need what is not there.
      #expect(found.right >= found.count - 8, "\(found) of \(part)/24")
    }
    // QuickTime's index stands at the end unless it is moved.
    #expect(read >= (suffix == "mov" ? 0 : 12), "\(read) of 23 were read")
    #expect(time.seconds < 60)
  }

  @Test("Damage in the middle is bridged, and said", arguments: kinds)
  func damaged(suffix: String, arguments: [String]) throws {
    try BarCode.write(120, rate: "25", to: folder.file("a.\(suffix)"), arguments)
    var data = try Data(contentsOf: URL(filePath: folder.file("a.\(suffix)")))
    let middle = data.count / 2
    data.replaceSubrange(middle..<middle + min(600, data.count / 20), with: Data(count: min(600, data.count / 20)))
    let found = try #require(readAll(data))
    // Matroska goes on with the next cluster of 5 s.
    #expect(found.right >= 40 && found.right >= found.count * 3 / 4, "\(found)")
  }

  @Test("Random damage and spliced films end in pictures or typed errors, in time", arguments: kinds, [1, 2])
  func hostile(kind: (String, [String]), seed: UInt64) throws {
    try BarCode.write(60, rate: "25", to: folder.file("a.\(kind.0)"), kind.1)
    let whole = try Data(contentsOf: URL(filePath: folder.file("a.\(kind.0)")))
    var random = SeededRandom(seed: seed)
    let time = CPUTime()
    for round in 0..<40 {
      var data = whole
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        // Heads more often than samples.
        let limit = round % 2 == 0 ? min(2048, data.count) : data.count
        data[Int.random(in: 0..<limit, using: &random)] = [0, 255, 127, UInt8.random(in: 0...255, using: &random)]
          .randomElement(using: &random)!
      }
      if round % 8 == 7 { data = data.prefix(data.count / 2) + whole.suffix(whole.count / 3) }
      _ = readAll(data)
    }
    #expect(time.seconds < 60, "\(time.seconds) s")
  }

  /// In a process of its own: what libav may take is the process's, and other tests have it take more for good.
  @Test("A fragment that claims more than may be is the file's fault, and no lack of memory")
  func fragments() async {
    await #expect(processExitsWith: .success) { try ClipInputTests().refuseFragments() }
  }

  private func refuseFragments() throws {
    try BarCode.write(
      40, rate: "25", to: folder.file("a.mp4"),
      ["-c:v", "libx264", "-bf", "0", "-g", "10", "-movflags", "+frag_keyframe+empty_moov"])
    var file = [UInt8](try Data(contentsOf: URL(filePath: folder.file("a.mp4"))))
    #expect(refusal(file) == nil)
    // 134 million pictures in the last run.
    let name = Array("trun".utf8)
    let run = try #require(file.indices.dropLast(12).last { file[$0..<$0 + 4].elementsEqual(name) })
    file.replaceSubrange(run + 8..<run + 12, with: [7, 255, 255, 255])
    #expect(refusal(file)?.contains("it claims to hold a piece that takes more than") == true)
  }

  @Test("What a file claims to hold takes no memory")
  func claims() async {
    // In a process of its own: other tests take memory meanwhile.
    await #expect(processExitsWith: .success) { try ClipInputTests().readClaims() }
  }

  private func readClaims() throws {
    try BarCode.write(50, rate: "25", to: folder.file("a.mp4"), ["-c:v", "libx264"])
    var file = try Data(contentsOf: URL(filePath: folder.file("a.mp4")))
    let sizes = try #require(file.range(of: Data("stsz".utf8)))
    // A table that says 80 million pictures.
    file.replaceSubrange(sizes.upperBound + 8..<sizes.upperBound + 12, with: [5, 0, 0, 0])
    let before = ProcessMemory.peak
    _ = readAll(file)
    let grown = ProcessMemory.peak - before
    #expect(grown < 700 << 20, "\(grown >> 20) MiB")
  }
}
