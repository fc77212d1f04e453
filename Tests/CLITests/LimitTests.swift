// Documents that ask for more than there is: each ends soon, in little memory, with a message and a status.
import CoreGraphics
import Foundation
import ImageFiles
import Testing

@Suite(.serialized) struct LimitTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  private static func animation(_ attributes: String) -> String {
    """
    <caml><CALayer bounds="0 0 64 64" backgroundColor="1 0 0"><animations>
    <animation keyPath="opacity" \(attributes)/></animations></CALayer></caml>
    """
  }

  private static func shape(_ data: String) -> String {
    """
    <caml><CALayer bounds="0 0 64 64"><sublayers><CAShapeLayer fillColor="1 0 0" strokeColor="0 0 1">
    <path value="\(data)"/></CAShapeLayer></sublayers></CALayer></caml>
    """
  }

  /// What is written with a command, its status, and words of its message.
  private static let cases: [(document: String, line: String, status: Int32, words: String)] = [
    (animation("type='CABasicAnimation' duration='2e299'"), "video s.caml -o a.y4m", 65, "raise --max-frames"),
    (animation("type='CABasicAnimation' beginTime='3e38' duration='1'"), "video s.caml -o a.y4m", 65, "--max-frames"),
    (
      animation("type='CABasicAnimation' duration='3e37' repeatCount='3e38'"), "video s.caml -o a.y4m", 65,
      "--max-frames"
    ),
    (animation("type='CASpringAnimation' damping='1e-299'"), "video s.caml -o a.y4m", 65, "--max-frames"),
    (animation("type='CABasicAnimation' duration='1e7'"), "video s.caml -o a.y4m", 65, "1e+07 s, 3e+08 frames"),
    (animation("type='CABasicAnimation' duration='1e300'"), "render s.caml --progress 1 -o a.png", 0, ""),
    (
      animation("type='CABasicAnimation' duration='1'"), "video s.caml --duration 1e8 -o a.y4m", 64,
      "--duration asks for"
    ),
    (animation("type='CABasicAnimation' duration='1'"), "video s.caml --max-frames 29 -o a.y4m", 65, "at most 29"),
    (animation("type='CABasicAnimation' duration='1'"), "video s.caml --max-frames 30 -o a.y4m", 0, ""),
    (animation("type='CABasicAnimation' duration='1'"), "video s.caml --fps 0.001 -o a.y4m", 0, ""),
    (shape("M0 0A7 7 0 0 1 2e-320 0"), "render s.caml -o a.png", 0, ""),
    (shape("M10 10 A2e-300 5 0 0 1 50 50"), "render s.caml -o a.png", 0, ""),
    (shape("M0 0 A2e-160 1e-160 33 1 1 50 50 z"), "render s.caml -o a.png", 0, ""),
    ("<caml><CALayer bounds='0 0 16000 16000'/></caml>", "render s.caml -o a.png", 65, "raise --max-memory"),
    ("<caml><CALayer bounds='0 0 16000 16000'/></caml>", "video s.caml -o a.mp4", 65, "raise --max-memory"),
    ("<caml><CALayer bounds='0 0 16000 16000'/></caml>", "inspect s.caml", 65, "raise --max-memory"),
    ("<caml><CALayer bounds='0 0 9 9'/></caml>", "video s.caml --size 16384x16384 -o a.mp4", 64, "raise --max-memory"),
    ("<caml><CALayer bounds='0 0 60000 60000'/></caml>", "render s.caml --max-memory 1T -o a.png", 65, "too large"),
    ("<caml><CALayer bounds='0 0 65536 1'/></caml>", "render s.caml -o a.png", 65, "too large"),
    ("<caml><CALayer bounds='0 0 9 9'/></caml>", "render s.caml --size 65536x1 -o a.png", 64, "too large"),
    ("<caml><CALayer bounds='0 0 512 512'/></caml>", "render s.caml --max-memory 2M -o a.png", 65, "takes 3 MiB"),
    ("<caml><CALayer bounds='0 0 512 512'/></caml>", "render s.caml --max-memory 4M -o a.png", 0, ""),
    ("<caml><CALayer bounds='0 0 64 64'/></caml>", "video s.caml --size 16384x64 --scale 1 -o a.webm", 0, ""),
    (
      // Forty blurred layers as large as the frame, in surfaces of their own.
      "<caml><CALayer bounds='0 0 1000 1000'><sublayers>"
        + String(
          repeating: """
            <CALayer bounds='0 0 1000 1000' position='500 500' backgroundColor='1 0 0'>
            <filters><CAFilter type='gaussianBlur' inputRadius='3'/></filters></CALayer>
            """, count: 40) + "</sublayers></CALayer></caml>",
      "render s.caml --max-memory 64M -o a.png", 65, "surfaces of up to"
    ),
  ]

  @Test("R-B2, R-B7, R-A4: what a document or an option asks for is bounded", arguments: cases.indices)
  func bounded(index: Int) throws {
    let (document, line, status, words) = Self.cases[index]
    try shell.write(document, to: "s.caml")
    let start = Date()
    let outcome = try shell.run("ulimit -v 4000000; multiplane \(line)")
    #expect(outcome.status == status && (words.isEmpty || outcome.text.contains(words)), "\(line): \(outcome)")
    #expect(
      shell.contents
        == (status == 0 ? [line.hasSuffix("png") ? "a.png" : line.hasSuffix("webm") ? "a.webm" : "a.y4m"] : []) + [
          "s.caml"
        ])
    // Generous: the machine may be busy, and this a debug build.
    #expect(Date().timeIntervalSince(start) < 30)
  }

  @Test("R-B7: the images of a scene count before they are decoded")
  func images() throws {
    let side = 1500
    let image = CGImage(
      width: side, height: side, premultipliedRGBA: Array(repeating: 255, count: side * side * 4))
    let source = "data:;base64,\(Data(try ImageFile.encode(image.bitmap, as: .png)).base64EncodedString())"
    try shell.write(
      "<caml><CALayer bounds='0 0 64 64'><contents type='CGImage' src='\(source)'/></CALayer></caml>", to: "s.caml")
    let outcome = try shell.run("multiplane render s.caml --max-memory 16M -o a.png")
    #expect(outcome.status == 65 && outcome.text.contains("s.caml:1:") && outcome.text.contains("raise --max-memory"))
  }
}
