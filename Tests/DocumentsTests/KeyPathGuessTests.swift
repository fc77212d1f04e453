// Suggestions for mistyped key paths: a letter left out, doubled, or exchanged with the next, in each property
// that layers have, leads back to it.

import QuartzCore
import Testing

@testable import Documents

@Suite struct KeyPathGuessTests {
  @Test(
    "Names and fields, each by itself",
    arguments: [
      ("postion.x", "position.x"), ("position.xx", "position.x"), ("tranform.rotation.z", "transform.rotation.z"),
      ("transform.rotaton.z", "transform.rotation.z"), ("opactiy", "opacity"),
      ("bounds.size.widht", "bounds.size.width"),
      ("rotation.z", "transform.rotation.z"), ("scale", "transform.scale"), ("width", "bounds.size.width"),
      ("x", "position.x"), ("backgroundcolor", "backgroundColor"),
    ])
  func guesses(written: String, meant: String) { #expect(LayerKeyPaths.nearest(to: written) == meant) }

  @Test("Nothing is near", arguments: ["", ".", "qqqqqqqqqqqq", "opacity.x"])
  func none(written: String) {
    #expect(LayerKeyPaths.nearest(to: written).map { $0 != written } ?? true)
    if written == "qqqqqqqqqqqq" { #expect(LayerKeyPaths.guess(of: written) == "") }
  }

  @Test("Two letters exchanged in the name of any property of a layer lead back to it")
  func exchanged() {
    for key in CALayer.properties.all.map(\.key) where key.count > 5 {
      var letters = Array(key)
      letters.swapAt(2, 3)
      let written = String(letters)
      guard written != key else { continue }
      #expect(LayerKeyPaths.nearest(to: written) == key, "\(written)")
    }
  }
}
