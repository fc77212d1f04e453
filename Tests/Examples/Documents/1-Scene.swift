import Foundation
import Multiplane
import QuartzCore
import SceneFiles

func documentsScene() throws {
  let document = URL(filePath: "square.caml")
  try """
  <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
    <CALayer bounds="0 0 120 80" position="60 40" backgroundColor="0.1 0.1 0.2">
      <sublayers>
        <CALayer bounds="0 0 30 30" position="60 40" backgroundColor="1 0.6 0" cornerRadius="6"/>
      </sublayers>
    </CALayer>
  </caml>
  """.write(to: document, atomically: true, encoding: .utf8)

  let scene = try Scene(contentsOf: document)
  try scene.setState(scene.initialState)  // a wallpaper has one: Locked
  let sceneRenderer = try OffscreenRenderer(size: scene.size, scale: 2)
  let square = try sceneRenderer.image(of: scene.rootLayer)
  print(square.width, square.height, scene.notes.count)  // 240 160 0
  // End of the example.
  precondition(square.width == 240 && scene.notes.isEmpty)
}
