// One wrong value is no reason to refuse a file: each value of a document with everything in it is replaced, in turn,
// by each of the wrong ones. A document without layers or without a size is refused.

import CoreGraphics
import Documents
import Foundation
import QuartzCore
import TestSupport
import Testing

@testable import Lottie

@MainActor struct WrongValueTests {
  private static let document: String = {
    let keys = moving(
      key(0, [1, 2], .curve(0.2, 0, 0.8, 1), #""to":[3,4],"ti":[-3,4]"#), key(50, [20, 30], .hold), key(80, [5, 5]))
    let transform =
      #""a":\#(fixed(1, 1)),"p":\#(keys),"s":\#(fixed(100, 90)),"r":\#(fixed(5)),"o":\#(fixed(80)),"#
      + #""sk":\#(fixed(3)),"sa":\#(fixed(2))"#
    let mask =
      #"{"mode":"a","inv":false,"pt":{"a":0,"k":\#(polygon(corners(0, 0, 40, 40)))},"o":\#(fixed(90)),"#
      + #""x":\#(fixed(1)),"f":\#(fixed(1, 1))}"#
    let shadow = #"{"ty":25,"en":1,"ef":[{"v":\#(fixed(0, 0, 0))},{"v":\#(fixed(99))},{"v":\#(fixed(40))}]}"#
    let line = #"{"ty":22,"ef":[{"v":\#(fixed(1))},{"v":\#(fixed(0))}]}"#
    let stops = #""g":{"p":2,"k":{"a":0,"k":[0,1,0,0,1,0,0,1,0,1,1,0.5]}}"#
    let items = [
      group([rectangle(2, 2, 20, 9), path(corners(3, 3, 9, 9)), fill()], transform: transform),
      #"{"ty":"el","d":1,"p":\#(fixed(20, 20)),"s":\#(fixed(9, 9))}"#,
      #"{"ty":"sr","sy":1,"p":\#(fixed(9, 9)),"pt":\#(fixed(5)),"r":\#(fixed(0)),"or":\#(fixed(9)),"#
        + #""os":\#(fixed(10)),"ir":\#(fixed(4)),"is":\#(fixed(0))}"#,
      trim(10, 90, offset: 20, #""m":2"#), #"{"ty":"rd","r":\#(fixed(2))}"#, #"{"ty":"pb","a":\#(fixed(9))}"#,
      object(#""ty":"gf","o":\#(fixed(90)),"t":2,"s":\#(fixed(0, 0)),"e":\#(fixed(30, 0)),"h":\#(fixed(0))"#, stops),
      stroke(2, #""lc":2,"lj":1,"ml":3,"d":[{"n":"d","v":\#(fixed(3))},{"n":"g","v":\#(fixed(2))}]"#),
    ]
    let joined = [
      rectangle(1, 1, 9, 9), rectangle(5, 5, 9, 9), #"{"ty":"mm","mm":3}"#,
      #"{"ty":"zz","s":\#(fixed(3)),"r":\#(fixed(2)),"pt":\#(fixed(1))}"#,
      #"{"ty":"op","a":\#(fixed(2)),"lj":1,"ml":\#(fixed(4))}"#, fill(),
    ]
    let repeated = [
      rectangle(1, 1, 5, 5), fill(), #"{"ty":"rp","c":\#(fixed(3)),"o":\#(fixed(1)),"tr":{\#(transform)}}"#,
    ]
    let look =
      #"{"t":"ab","f":"F","s":9,"fc":[1,0,0],"sc":[0,1,0],"sw":1,"j":2,"tr":3,"lh":9,"ls":1,"sz":[50,30],"ps":[0,0]}"#
    let animator =
      #"{"a":{"p":\#(fixed(1, 2)),"s":\#(fixed(90, 90)),"r":\#(fixed(3)),"o":\#(fixed(50)),"t":\#(fixed(2)),"#
      + #""fc":\#(fixed(1, 1, 0))},"s":{"s":\#(fixed(0)),"e":\#(fixed(90)),"o":\#(fixed(0)),"#
      + #""a":\#(fixed(90)),"b":1,"sh":2}}"#
    let text =
      #""t":{"d":{"k":[{"t":0,"s":\#(look)},{"t":50,"s":\#(look)}]},"p":{"m":0,"f":\#(fixed(1))},"#
      + #""a":[\#(animator)]},"masksProperties":[\#(mask)]"#
    let layers = [
      shapes(items, LayerOptions(index: 1, parent: 2), transform: transform, #""bm":1,"ef":[\#(shadow),\#(line)]"#),
      layer(3, LayerOptions(index: 2), transform, ""), shapes(joined), shapes(repeated),
      solid("#ff0000", 20, 20, LayerOptions(index: 3), transform: transform, #""tt":1,"masksProperties":[\#(mask)]"#),
      layer(5, LayerOptions(index: 4), "", text),
      layer(2, LayerOptions(index: 5), "", #""refId":"i""#),
      layer(6, LayerOptions(index: 6), "", #""refId":"s","au":{"lv":\#(fixed(80))}"#),
      precomposition(
        "c", 30, 30, LayerOptions(index: 7), transform: "", #""sr":2,"tm":\#(moving(key(0, [0]), key(99, [5])))"#),
    ]
    let assets = [
      composition("c", solid("#00ff00", 9, 9)), #"{"id":"i","w":9,"h":9,"u":"images/","p":"none.png"}"#,
      #"{"id":"s","u":"","p":"none.mp3"}"#,
    ]
    return Film.document(
      layers, assets: assets,
      #""markers":[{"cm":"m","tm":5,"dr":2}],"fonts":{"list":[{"fName":"F","fFamily":"F","fStyle":"R","ascent":70,"#
        + #""fPath":"f.ttf"}]},"slots":{"q":{"p":\#(fixed(1))}}"#)
  }()

  /// A document with each of its values replaced, and where that is.
  private func variants(
    of value: Any, at place: String, by wrong: [Any], _ body: (Any, String) -> Void
  ) {
    for other in wrong { body(other, place) }
    if let members = value as? [String: Any] {
      for (key, member) in members.sorted(by: { $0.key < $1.key }) {
        variants(of: member, at: "\(place).\(key)", by: wrong) { other, place in
          var changed = members
          changed[key] = other
          body(changed, place)
        }
      }
    } else if let elements = value as? [Any] {
      for (index, element) in elements.enumerated() {
        variants(of: element, at: "\(place)[\(index)]", by: wrong) { other, place in
          var changed = elements
          changed[index] = other
          body(changed, place)
        }
      }
    }
  }

  nonisolated private static let wrong: [String] = ["null", #""x""#, "-1", "[]", "{}", "1e6"]

  @Test("No single wrong value refuses a file", arguments: wrong)
  func each(text: String) throws {
    #expect(try Film(text: Self.document).notes.count < 9)
    let whole = try JSONSerialization.jsonObject(with: Data(Self.document.utf8))
    let wrong = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    // A document without these is refused.
    let needed = [".w", ".h", ".layers", ""]
    var (count, refused): (Int, [String]) = (0, [])
    variants(of: whole, at: "", by: [wrong]) { changed, place in
      count += 1
      guard !needed.contains(place), count.isMultiple(of: every(23)),
        let data = try? JSONSerialization.data(withJSONObject: changed)
      else { return }
      if let error = failure(of: String(decoding: data, as: UTF8.self)) { refused.append("\(place): \(error)") }
    }
    #expect(count > 500)
    #expect(refused.isEmpty, "\(refused.count) of \(count): \(refused.prefix(20).joined(separator: "; "))")
  }

  @Test("A number that a text has is read; without a rate, or an end, there is a film all the same")
  func documents() throws {
    let text = Film.document([solid()])
    #expect(try Film(text: text.replacing(#""h":64"#, with: #""h":"64""#)).scene.size.height == 64)
    for (original, replacement, duration) in [
      (#""fr":10"#, #""fr":0"#, 100.0 / 30), (#""op":100"#, #""op":0"#, 0.1),
      (#""ip":0,"op":100,"w""#, #""op":50,"w""#, 5),
    ] {
      let film = try Film(text: text.replacing(original, with: replacement))
      expectNear(film.scene.duration, duration)
      #expect(film.notes.count == (replacement.contains("50") ? 0 : 1), "\(film.notes)")
    }
  }
}
