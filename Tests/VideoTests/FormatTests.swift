// The table of video formats: what help and messages say comes from it, and a format of a test's own needs nothing but
// its row.
import CLibAV
import Foundation
import TestSupport
import Testing

@testable import Video

@Suite struct FormatTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("Each format's own example asks for it, and for no other", arguments: VideoFormat.all)
  func examples(format: VideoFormat) throws {
    let name =
      if case .suffix = format.outputName { "folder/video\(format.example)" } else { format.example }
    #expect(try VideoFormat(path: name) == format)
    #expect(VideoFormat.all.usage.contains(format.example))
    #expect(VideoFormat.all.usageWithContents.contains("\(format.example) (\(format.contents))"))
  }

  @Test("A name without a format is told the formats of the table")
  func message() {
    #expect(
      throws: VideoError.badOutputName(
        path: "a.avi",
        reason:
          "the name says no video format; use .mp4, .mov, .mkv, .webm, .gif, .apng, .webp, .y4m, "
          + "frames/%05d.png, frames/%05d.webp, - or .wav"
      )
    ) { try VideoFormat(path: "a.avi") }
  }

  @Test("Options that a format lacks are refused by all that lack them", arguments: VideoFormat.all)
  func options(format: VideoFormat) {
    let (crf, codec) = (VideoOptions(crf: 20), VideoOptions(codec: "mpeg4"))
    let isCompressed = ["mp4", "mov", "mkv", "webm"].contains(format.name)
    #expect(((try? format.checkOptions(crf)) != nil) == isCompressed)
    #expect(((try? format.checkOptions(codec)) != nil) == isCompressed)
  }

  @Test("The scale of quality is that of the encoders")
  func quality() {
    #expect(VideoOptions.crfRange == 0...63)
    #expect(
      VideoOptions.crfHelp
        == "H.264 0 to 51 (default 18), HEVC 0 to 51 (default 20), VP9 0 to 63 (default 24), AV1 0 to 63 (default 30)")
  }

  @Test("A format that is added to the table is asked for, written, and named in messages")
  func aFormatMore() throws {
    let nut = VideoFormat.container("nut", .h264)
    let formats = VideoFormat.all + [nut]
    let path = folder.file("a.nut")
    #expect(throws: VideoError.self) { try VideoFormat(path: path) }
    #expect(formats.usage.hasSuffix(".wav or .nut") && formats.namesOfEvenSized == "mp4, mov, mkv, webm, y4m and nut")
    let writer = try VideoWriter(
      path: path, format: VideoFormat(path: path, among: formats), width: 64, height: 48, frameRate: FrameRate(25))
    for index in 0..<5 { try writer.append(TestVideo.frame(index, width: 64, height: 48)) }
    try writer.finish()
    let video = try DecodedVideo(contentsOfFile: path)
    #expect(video.frames.count == 5 && video.codec == AV_CODEC_ID_H264)
  }
}
