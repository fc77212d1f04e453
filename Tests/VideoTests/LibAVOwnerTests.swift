// What libav allocates goes with its owner, also where an initialiser throws halfway: memory by the kernel's count, in
// processes of their own, as tests run side by side.
import CLibAV
import Foundation
import TestFilms
import TestSupport
import Testing

@testable import Video

@Suite struct LibAVOwnerTests {
  /// How much the process grows by ten thousand calls, after as many as it takes for what is allocated once.
  private static func growth(_ body: () throws -> Void) rethrows -> Int {
    for _ in 0..<1000 { try body() }
    let before = ProcessMemory.resident
    for _ in 0..<10_000 { try body() }
    return ProcessMemory.resident - before
  }

  /// Expects a call to throw, and ten thousand to leave nothing. An empty packet alone would be a megabyte.
  static func expectNothingLeft(_ words: String, _ body: () throws(VideoError) -> Void) {
    var errors = 0
    let grown = growth {
      do throws(VideoError) { try body() } catch { errors += 1 }
    }
    #expect(errors == 11_000, "\(words): \(errors) errors")
    #expect(grown < 1 << 20, "\(words): \(grown >> 10) KiB more")
  }

  @Test("Sounds whose decoder cannot be opened")
  func sounds() async {
    await #expect(processExitsWith: .success) {
      // IMA's code of differences, of three channels: libavcodec has two at most.
      let wave = WaveFile.file([UInt8](repeating: 0, count: 3000), channels: 3, rate: 8000, bits: 4, code: 0x11)
      let bytes = try InputBytes(.bytes(wave, name: "x"))
      LibAVOwnerTests.expectNothingLeft("a sound") { () throws(VideoError) in _ = try SoundReader(bytes) }
    }
  }

  @Test("Clips whose decoder cannot be opened, and clips that are none")
  func clips() async {
    await #expect(processExitsWith: .success) {
      let film = Data(MotionJPEG.film([(0, MotionJPEG.pictures[3])]).bytes)
      let clip = try VideoClip(.data(film, name: "x"))
      let known = try #require(clip.stream)
      // A decoder of something else.
      var description = known.description
      description.decoder = "qtrle"
      let stream = ClipStream(number: known.number, index: known.index, start: 0, description: description)
      LibAVOwnerTests.expectNothingLeft("a decoder") { () throws(VideoError) in _ = try ClipDecoder(clip.bytes, stream)
      }
      let junk = Data(MotionJPEG.film([(0, MotionJPEG.junk)]).bytes)
      LibAVOwnerTests.expectNothingLeft("a clip") { () throws(VideoError) in _ = try VideoClip(.data(junk, name: "x")) }
    }
  }

  @Test("Encoders that cannot be opened")
  func encoders() async {
    await #expect(processExitsWith: .success) {
      // MPEG-4's clock has 65,535 units a second at most.
      let shape = FrameShape(width: 16, height: 16, rate: FrameRate("70001/70000")!)
      let encoding = PictureEncoding(
        kind: .other("mpeg4"), alpha: nil, coding: YUVCoding(matrix: .bt601, range: .limited),
        layout: .yuv(.quarter, depth: 8, alpha: false))
      try LibAV.open()
      let recipe = EncoderRecipe(
        container: "avi", containerOptions: [], encoding: encoding, shape: shape, options: VideoOptions())
      LibAVOwnerTests.expectNothingLeft("an encoder of pictures") { () throws(VideoError) in
        _ = try VideoEncoder(recipe: recipe, shape: shape)
      }
      var options = VideoOptions()
      options.sound = [SoundTrack(source: .bytes(WaveFile.tone(rate: 48_000, seconds: 0.1), name: "tone"))]
      // Opus has 48,000 samples a second, and some parts of that.
      let mix = try SoundMaster(options, rate: 44_100, length: 1)
      LibAVOwnerTests.expectNothingLeft("an encoder of sound") { () throws(VideoError) in
        _ = try SoundEncoder(.opus, mix: mix, wantsGlobalHeader: false)
      }
      LibAVOwnerTests.expectNothingLeft("a filter") { () throws(VideoError) in
        _ = try SoundFilter([("aresample", "nonsense=1")], rate: 48_000)
      }
    }
  }

  @Test("The descriptors of bytes that cannot be kept are closed")
  func descriptors() async {
    await #expect(processExitsWith: .success) {
      // No file may have more than a thousand bytes; the signal that would end the process is not wanted.
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 1000, rlim_max: 1000)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      // The runtime opens descriptors of its own meanwhile; those of bytes are files in memory.
      func openFiles() throws -> Int {
        let manager = FileManager.default
        return try manager.contentsOfDirectory(atPath: "/proc/self/fd").count { name in
          (try? manager.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)"))?.hasPrefix("/memfd:") == true
        }
      }
      // A file within the limit is one of them, as long as it lasts.
      let before = try openFiles()
      let kept = try InputBytes(.bytes([0], name: "x"))
      #expect(try openFiles() == before + 1)
      for _ in 0..<20 {
        #expect(throws: VideoError.self) { try InputBytes(.bytes([UInt8](repeating: 0, count: 4000), name: "x")) }
      }
      #expect(try openFiles() <= before + 1)
      withExtendedLifetime(kept) {}
    }
  }
}
