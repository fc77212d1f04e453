// The author's expectations: what is kept and what is not, and files that are no table of them.

import CoreGraphics
import Documents
import Foundation
import Multiplane
import QuartzCore
import Testing
import Workshop

@MainActor @Suite(.serialized) struct ExpectationTests {
  /// A bar that flies in from 0.5 s to 1.5 s and fades from 3 s to 4 s; a dot that never rests; a title.
  private func scene() -> CALayer {
    let bar = card("Bar", 100, 20, 100, 40)
    bar.add(animation("position.x", from: 500, to: 150, duration: 1, begin: 0.5), forKey: "in")
    bar.add(animation("opacity", from: 1, to: 0, duration: 1, begin: 3), forKey: "out")
    let dot = card("Dot", 20, 150, 20, 20, gray: 0.5)
    dot.add(animation("position.x", from: 30, to: 290, duration: 5), forKey: "move")
    let group = CALayer()
    group.name = "Group"
    group.sublayers = [label("Hello", 40, 80, 200, 40)]
    return stage([bar, dot, group], on: CGColor(red: 1, green: 0.4, blue: 0, alpha: 1))
  }

  @Test(
    "Kept, or not",
    arguments: [
      (#"{"expect": "appears-by", "layer": "Bar", "time": 1.5}"#, nil),
      (#"{"expect": "appears-by", "layer": "Bar", "time": 0.25}"#, "not seen by 0.25 s"),
      (#"{"expect": "gone-by", "layer": "Bar", "time": 4.1}"#, nil),
      (#"{"expect": "gone-by", "layer": "Bar", "time": 2}"#, "still seen at 2.00 s"),
      (#"{"expect": "before", "layer": "Dot", "other": "Bar"}"#, nil),
      (#"{"expect": "before", "layer": "Bar", "other": "Group/Label"}"#, "'Group/Label' at 0.00"),
      (#"{"expect": "stays-in-frame", "layer": "Dot"}"#, nil),
      (#"{"expect": "stays-in-frame", "layer": "Bar", "to": 2}"#, "at 0.00 s"),
      (#"{"expect": "stays-in-frame", "layer": "Bar", "from": 1.6, "to": 2.5}"#, nil),
      (#"{"expect": "keeps-moving", "layer": "Dot"}"#, nil),
      (#"{"expect": "keeps-moving", "layer": "Bar", "from": 1.6, "to": 3}"#, "stands still from"),
      (##"{"expect": "colour-at", "point": [5, 5], "time": 1, "colour": "#ff6600"}"##, nil),
      (
        ##"{"expect": "colour-at", "point": [5, 5], "time": 1, "colour": "#ffffff"}"##, "is #ff6600ff and not #ffffffff"
      ),
      (##"{"expect": "colour-at", "point": [5, 500], "time": 1, "colour": "#ffffff"}"##, "outside of the frame"),
      (#"{"expect": "text-is", "layer": "Label", "text": "Hello"}"#, nil),
      (#"{"expect": "text-is", "layer": "Group", "text": "Goodbye", "time": 2}"#, "says 'Hello'"),
      (#"{"expect": "appears-by", "layer": "Nobody", "time": 1}"#, "no layer 'Nobody'"),
      (#"{"expect": "appears-by", "layer": "Bar", "time": 9}"#, "over at 5.00 s"),
    ])
  func verdicts(line: String, failure: String?) throws {
    let found = try findings(.expectation, duration: 5, expecting: "[\n  \(line)\n]") { scene() }
    #expect(found.count == (failure == nil ? 0 : 1), "\(found.map(\.message))")
    if let failure {
      #expect(found.first?.message.contains(failure) == true, "\(found.map(\.message))")
      #expect(found.first?.message.hasPrefix("card.expect.json:2:3: ") == true && found.first?.severity == .error)
    }
  }

  @Test(
    "Files that are no table of expectations, with line and column",
    arguments: [
      ("", "1:1: the document is empty"), ("{}", "no array"), ("[1]", "1:2: an expectation is an object"),
      ("[\n\n {\"expect\": \"hope\"}]", "3:2: no expectation 'hope'"),
      ("[{\"expect\": \"appears-by\", \"layer\": \"A\"}]", "1:2: 'appears-by' needs 'time'"),
      ("[{\"expect\": \"gone-by\", \"layer\": \"A\", \"time\": -1}]", "'time' is no time"),
      ("[{\"expect\": \"gone-by\", \"layer\": \"A\", \"time\": 1e400}]", "card.expect.json:1:"),
      ("[{\"expect\": \"gone-by\", \"layer\": \"\", \"time\": 1}]", "'layer' is no text"),
      ("[{\"expect\": \"gone-by\", \"layer\": \"A\", \"time\": 1, \"tiem\": 2}]", "has no 'tiem'"),
      ("[{\"expect\": \"stays-in-frame\", \"layer\": \"A\", \"from\": 2, \"to\": 1}]", "'to' lies before 'from'"),
      ("[{\"expect\": \"colour-at\", \"point\": [1], \"time\": 1, \"colour\": \"#fff\"}]", "'point' is [x, y]"),
      ("[{\"expect\": \"colour-at\", \"point\": [1, 2], \"time\": 1, \"colour\": \"#fff\"}]", "expected #rrggbb"),
      ("[{\"expect\": \"colour-at\", \"point\": [1, 2], \"time\": 1, \"colour\": \"#+fffff\"}]", "expected #rrggbb"),
      ("[{\"expect\": \"text-is\", \"layer\": \"A\", \"text\": 3}]", "'text' is no text"),
      ("[" + String(repeating: "[", count: 300), "nested more than"),
    ])
  func malformed(text: String, message: String) throws {
    let error = try #require(throws: SceneFileError.self) {
      try Expectation.read(Array(text.utf8), file: "card.expect.json")
    }
    #expect("\(error)".contains(message), "\(error)")
  }

  @Test("A file that is too large, and one with too much in it")
  func limits() throws {
    let large = Array(repeating: UInt8(ascii: " "), count: (1 << 20) + 1)
    #expect(throws: SceneFileError.self) { try Expectation.read(large, file: "a") }
    let one = #"{"expect": "stays-in-frame", "layer": "A"}"#
    let many = "[" + Array(repeating: one, count: 1001).joined(separator: ",") + "]"
    let error = try #require(throws: SceneFileError.self) { try Expectation.read(Array(many.utf8), file: "a") }
    #expect(error.kind == .tooLarge)
    #expect(try Expectation.read(Array("[\(one)]".utf8), file: "a").count == 1)
    #expect(try #require(throws: SceneFileError.self) { try Expectation.read(path: "/nowhere.json") }.kind == .notFound)
  }
}
