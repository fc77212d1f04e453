// Documents that are damaged or ask for too much: an error that says where, and soon.

import CoreGraphics
import Documents
import Foundation
import QuartzCore
import Testing

@testable import Lottie

@MainActor struct HostileDocumentTests {
  @Test("Malformed JSON: line and column")
  func malformed() {
    let text = "{\n  \"layers\": [\n    {\"ty\": 4,, }\n  ]\n}"
    let error = failure(of: text)
    #expect(error?.kind == .malformed)
    #expect(error?.location.line == 3 && error?.location.column == 14, "\(String(describing: error))")
  }

  @Test(arguments: ["", "{", "[", "nul", "{}", "[]", "1", #"{"layers":{}}"#, "\u{0}", #"{"layers":[]}"#])
  func fragments(text: String) {
    let error = failure(of: text)
    #expect(error?.kind == .malformed && error?.message.isEmpty == false)
  }

  @Test(arguments: [
    (#""w":64"#, #""w":0"#), (#""w":64"#, #""w":-5"#), (#""w":64"#, #""w":1e9"#), (#""h":64"#, #""h":"high""#),
    (#""op":100,"#, #""op":1e300,"#), (#""ip":0,"#, #""ip":-1e300,"#),
  ])
  func numbersOfTheDocument(original: String, replacement: String) {
    let text = Film.document([solid()]).replacing(original, with: replacement)
    #expect(failure(of: text)?.kind == (replacement.contains("e300") ? .tooLarge : .malformed), "\(replacement)")
  }

  @Test("No number of JSON is NaN, and huge ones are drawn somewhere")
  func hugeNumbers() throws {
    for number in ["NaN", "Infinity", "1e999", "-1e999"] {
      #expect(failure([solid(transform: #""p":{"a":0,"k":[\#(number),0]}"#)])?.kind == .malformed, "\(number)")
    }
    for number in ["1e300", "-1e300", "1e-300", "123456789012345678901234567890"] {
      let property = #"{"a":0,"k":[\#(number),\#(number)]}"#
      for key in ["a", "p", "s"] { _ = try Film([solid(transform: #""\#(key)":\#(property)"#)]).picture() }
      for key in ["r", "o", "sk", "rx"] {
        _ = try Film([solid(transform: #""\#(key)":{"a":0,"k":\#(number)}"#)]).picture()
      }
      let items = [
        #"{"ty":"rc","p":\#(property),"s":\#(property),"r":{"a":0,"k":\#(number)}}"#,
        #"{"ty":"el","p":\#(property),"s":\#(property)}"#,
        #"{"ty":"rd","r":{"a":0,"k":\#(number)}}"#, trim(0, 1e200, offset: 1e200),
        #"{"ty":"sr","sy":1,"pt":{"a":0,"k":\#(number)},"or":{"a":0,"k":\#(number)},"ir":{"a":0,"k":1}}"#,
        #"{"ty":"st","w":{"a":0,"k":\#(number)},"d":[{"n":"d","v":{"a":0,"k":\#(number)}}]}"#, fill(),
      ]
      for item in items { _ = try Film([shapes([rectangle(10, 10, 20, 20), item, stroke(3)])]).picture(at: 10) }
    }
  }

  @Test("Offsets and merges of large paths at many times end soon")
  func operationsOnPaths() throws {
    let star = #"{"ty":"sr","sy":1,"pt":{"a":0,"k":600},"or":{"a":0,"k":30},"ir":{"a":0,"k":12},"r":{"a":0,"k":0}}"#
    let offset = #"{"ty":"op","a":\#(moving(key(0, [1]), key(100, [9]))),"lj":2,"ml":{"a":0,"k":4}}"#
    let merge = #"{"ty":"mm","mm":4}"#
    let ring = rectangle(5, 5, 20, 20)
    let film = try Film((0..<3).map { _ in shapes([star, ring, merge, offset, fill()]) })
    #expect(film.scene.notes.contains { $0.description.contains("merged and offset so often") }, "\(film.scene.notes)")
    _ = try film.picture(at: 50)
  }

  @Test("Keyframes at huge times, and many of them at one time")
  func keyframeTimes() throws {
    let far = moving(key(-1e12, [0]), key(1e12, [100]), key(1e300, [50]))
    for layer in [
      solid(transform: #""o":\#(far),"r":\#(far)"#),
      shapes([rectangle(0, 0, 9, 9), #"{"ty":"tm","s":\#(far),"e":\#(far),"o":\#(far)}"#, fill()]),
      precomposition("c", 64, 64, LayerOptions(), transform: "", #""tm":\#(far)"#),
      precomposition("c", 64, 64, LayerOptions(start: 1e12), transform: "", #""sr":1e-9"#),
      precomposition("c", 64, 64, LayerOptions(), transform: "", #""sr":1e300"#),
    ] {
      let film = try Film([layer], assets: [composition("c", solid(transform: #""sk":\#(far)"#))])
      for frame in [0.0, 50] { _ = try film.picture(at: frame) }
    }
  }

  @Test("Deep nesting: of arrays, of groups, of compositions")
  func nesting() {
    let deep = String(repeating: "[", count: 100_000)
    #expect(failure(of: deep)?.kind != nil)
    var item = fill()
    for _ in 0..<70 { item = group([item]) }
    #expect(failure([shapes([item])])?.message.contains("deep") == true)
    let assets = (0..<70).map { composition("c\($0)", precomposition("c\($0 + 1)")) }
    #expect(failure([precomposition("c0")], assets: assets)?.message.contains("64 deep") == true)
  }

  /// Ten compositions, each of ten of the next: a billion layers.
  @Test("Compositions that multiply")
  func multiplying() {
    let assets = (0..<9).map { index in
      let inner = (0..<10).map { _ in precomposition("c\(index + 1)") }.joined(separator: ",")
      return #"{"id":"c\#(index)","layers":[\#(inner)]}"#
    }
    let error = failure([precomposition("c0")], assets: assets + [composition("c9", solid())])
    #expect(error?.kind == .tooLarge)
  }

  @Test("Repeaters that multiply")
  func repeaters() throws {
    let items = [rectangle(0, 0, 1, 1), fill()] + (0..<4).map { _ in #"{"ty":"rp","c":\#(fixed(900)),"tr":{}}"# }
    #expect(failure([shapes(items)])?.kind == .tooLarge)
    let film = try Film([shapes([rectangle(0, 0, 1, 1), fill(), #"{"ty":"rp","c":\#(fixed(1e9)),"tr":{}}"#])])
    #expect(film.notes == ["layers[0].shapes[2]: of a repeater's copies 1000 are shown, and no more"])
  }

  /// A star of 140 vertices that turns for 40,000 frames would be 5.6 million vertices, a gigabyte.
  @Test("Outlines that are computed for each frame of a long film")
  func longFilms() {
    func film(points: Int, frames: Int) -> SceneFileError? {
      let turn = #"{"a":1,"k":[{"t":0,"s":[0]},{"t":\#(frames),"s":[9]}]}"#
      let star =
        #"{"ty":"sr","sy":1,"p":\#(fixed(0, 0)),"pt":\#(fixed(Double(points))),"r":\#(turn),"ir":\#(fixed(4)),"#
        + #""or":\#(fixed(9)),"is":\#(fixed(0)),"os":\#(fixed(0))}"#
      let text = Film.document([shapes([star, fill()], LayerOptions(frames: 0...Double(frames)))])
        .replacing(#""op":100"#, with: #""op":\#(frames)"#)
      return failure(of: text)
    }
    let error = film(points: 70, frames: 40_000)
    #expect(error?.kind == .tooLarge && error?.message.hasPrefix("layers[0]: ") == true, "\(String(describing: error))")
    #expect(film(points: 70, frames: 4000) == nil)
    #expect(film(points: 5, frames: 40_000) == nil)
  }

  @Test("An image whose header lies about its size is not drawn, and not allocated")
  func lyingImage() throws {
    // 60,000 x 60,000 pixels of a PNG file that ends after its header.
    var png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
    png += [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60, 8, 6, 0, 0, 0, 0, 0, 0, 0]
    let data = "data:image/png;base64," + Data(png).base64EncodedString()
    let asset = #"{"id":"i","w":4,"h":4,"u":"","p":"\#(data)","e":1}"#
    let film = try Film([layer(2, LayerOptions(), "", #""refId":"i""#)], assets: [asset])
    #expect(film.notes.count == 1 && film.notes[0].hasSuffix("it is left out"), "\(film.notes)")
  }

  @Test(
    "Values of a wrong kind: a note with the path",
    arguments: [
      (solid(transform: #""o":{"a":0,"k":"half"}"#), "layers[0].ks.o.k: "),
      (solid(transform: #""p":{"a":1,"k":[{"t":"x","s":[1,2]}]}"#), "layers[0].ks.p.k"),
      (shapes([#"{"ty":"sh","ks":{"a":0,"k":{"v":[[1]]}}}"#]), "layers[0].shapes[0].ks.k: "),
      (layer(5, LayerOptions(), "", ""), "layers[0]: "),
    ])
  func wrongKinds(layer: String, place: String) throws {
    let film = try Film([layer, solid()])
    #expect(film.notes.count == 1 && film.notes[0].hasPrefix(place), "\(film.notes)")
    #expect(try film.picture()[5, 5] == [255, 0, 0, 255])
  }
}
