import Foundation
import Multiplane
import QuartzCore
import SceneFiles

func lottieDot() throws {
  let film = URL(filePath: "dot.json")
  try """
  {"v": "5.9.0", "fr": 30, "ip": 0, "op": 60, "w": 120, "h": 80, "layers": [
    {"ty": 4, "nm": "Dot", "ip": 0, "op": 60, "st": 0,
     "ks": {"p": {"a": 1, "k": [{"t": 0, "s": [20, 40]}, {"t": 60, "s": [100, 40]}]}},
     "shapes": [{"ty": "el", "p": {"a": 0, "k": [0, 0]}, "s": {"a": 0, "k": [30, 30]}},
                {"ty": "fl", "nm": "Fill", "c": {"a": 0, "k": [1, 0.6, 0]}, "o": {"a": 0, "k": 100}}]}]}
  """.write(to: film, atomically: true, encoding: .utf8)

  var loading = SceneLoadOptions()
  loading.replacements.colors = [("Dot.Fill", CGColor(srgbRed: 0, green: 0.5, blue: 1, alpha: 1))]
  let dot = try LottieScene(contentsOf: film, options: loading)
  let dotRenderer = try OffscreenRenderer(size: dot.size, scale: 2)
  let middle = try dotRenderer.image(of: dot.rootLayer, at: dot.duration / 2)
  print(middle.width, middle.height, dot.duration, dot.notes.count)  // 240 160 2.0 0
  // End of the example.
  precondition(middle.width == 240 && dot.notes.isEmpty)
}
