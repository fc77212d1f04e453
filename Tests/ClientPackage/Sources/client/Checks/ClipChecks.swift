import AVFoundation
import Multiplane
import UIKit

/// A caption over a clip, and a view that plays the film.
func checkClip(_ checks: Checks) throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "client-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let (clip, film) = (folder.appending(path: "clip.mp4"), folder.appending(path: "film.mp4"))
  let scene = CALayer()
  scene.frame = CGRect(x: 0, y: 0, width: 160, height: 96)
  scene.backgroundColor = UIColor.red.cgColor
  try VideoExporter(path: clip.path, frameRate: 30).export(
    scene, with: OffscreenRenderer(size: scene.frame.size), duration: 1)

  let titler = ClipTitler()
  let done = DispatchSemaphore(value: 0)
  titler.export(clip, caption: "Caption", to: film) { error in
    if let error { print("client: \(error)") }
    done.signal()
  }
  done.wait()
  /// How many of a picture's rows are blue at the left, from the bottom.
  func blueRows(at second: Double) throws -> Int {
    let still = try titler.still(of: film, at: second, within: CGSize(width: 80, height: 80))
    checks.expect(still.size, equals: CGSize(width: 80, height: 48), "the size of a still")
    guard let picture = Picture(still.cgImage) else { return 0 }
    return (0..<picture.image.height).filter { picture[2, $0][2] > 200 }.count
  }
  checks.expect(try blueRows(at: 0), equals: 0, "no caption at first")
  let rows = try blueRows(at: 0.9)
  checks.expect((11...13).contains(rows), "a caption of a quarter of the height: \(rows) rows of 48")

  let view = PlayerView(frame: CGRect(x: 0, y: 0, width: 160, height: 160))
  let stage = HostedTree(view.layer)
  let player = AVPlayer(url: film)
  view.player = player
  checks.expect(view.playerLayer.videoRect, equals: CGRect(x: 0, y: 32, width: 160, height: 96), "where it is seen")
  player.play()
  stage.advance(to: 0.5)
  checks.expect(CGFloat(player.currentTime().seconds), near: 0.5, "where the player is")
  stage.advance(to: 5)
  checks.expect(player.rate, equals: 0, "at its end it stands")
}
