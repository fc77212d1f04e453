import Multiplane
import QuartzCore

func firstFilmChanges() throws {
  let board = CALayer()
  board.frame = CGRect(x: 0, y: 0, width: 320, height: 180)
  let lamp = CALayer()
  lamp.frame = CGRect(x: 140, y: 70, width: 40, height: 40)
  lamp.backgroundColor = CGColor(red: 0.2, green: 0.9, blue: 0.4, alpha: 1)
  board.addSublayer(lamp)

  let boardRenderer = try OffscreenRenderer(size: board.bounds.size)
  try VideoExporter(path: "lamp.gif", frameRate: 20).export(
    board, with: boardRenderer, duration: 1,
    // Called with the time of each frame before it is rendered. The change animates by itself.
    beforeFrame: { time in if time == 0.5 { lamp.opacity = 0.2 } },
    // Called with the number of frames that are done.
    progress: { done in done < 1000 ? .proceed : .cancel })
}
