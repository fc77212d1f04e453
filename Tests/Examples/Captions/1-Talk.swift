import Foundation
import Multiplane
import QuartzCore
import SceneFiles

func captionsTalk() throws {
  let talk = URL(filePath: "talk.srt")
  try "1\n00:00:00,500 --> 00:00:02,000\nHello <i>there</i>\n".write(to: talk, atomically: true, encoding: .utf8)

  let stage = CALayer()
  stage.frame = CGRect(x: 0, y: 0, width: 640, height: 360)
  var look = CaptionStyle()
  look.words = .karaoke
  look.boxColor = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 0.6)
  let track = try CaptionTrack(contentsOf: talk)
  stage.addSublayer(track.makeLayer(size: stage.bounds.size, style: look))
  let stageRenderer = try OffscreenRenderer(size: stage.bounds.size)
  let said = try stageRenderer.image(of: stage, at: 1)
  print(said.width, track.cues[0].text, track.cues[0].end)  // 640 Hello there 2.0
  // End of the example.
  precondition(said.width == 640 && track.notes.isEmpty)
}
