import Multiplane
import QuartzCore

func firstFilmTasks() async throws {
  let sky = CALayer()
  sky.frame = CGRect(x: 0, y: 0, width: 160, height: 90)
  sky.backgroundColor = CGColor(red: 0.1, green: 0.3, blue: 0.7, alpha: 1)

  let skyRenderer = try OffscreenRenderer(size: sky.bounds.size)
  let skyExporter = try VideoExporter(path: "sky.gif", frameRate: 10)
  for try await progress in skyExporter.frames(of: sky, with: skyRenderer, duration: 1) {
    print(progress.frames, "of", progress.totalFrames)  // 1 of 10, and so on
    if progress.time >= 0.5 { sky.opacity = 0.5 }  // for the frames to come
  }
}
