// Slots: their defaults, and what a caller has in their place.

import CoreGraphics
import Documents
import Foundation
import QuartzCore
import SceneFiles
import TestDocuments
import TestSupport
import Testing

struct SceneSlotTests {
  private static let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
  private static let blue = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)

  /// A layer for each kind of slot.
  private static let layers = """
    {"name": "card", "cornerRadius": {"slot": "Radius", "default": 4}, "frame": [0, 0, 9, 9],
     "backgroundColor": {"slot": "Ink", "default": "blue"}, "borderColor": {"slot": "Ink", "default": "red"},
     "position.x": 3, "hidden": {"slot": "Off", "default": false}, "shadowOffset": {"slot": "Cast", "default": [1, 2]},
     "transform.rotation.z": {"slot": "Turn", "default": "90deg"},
     "transform": {"slot": "Warp", "default": [1, 0, 0, 1, 0, 0]},
     "animations": [{"key": "a", "keyPath": "cornerRadius", "to": {"slot": "Radius", "default": 4},
                     "duration": {"slot": "Seconds", "default": 2}}]},
    {"name": "Title", "type": "text", "text": {"slot": "Title", "default": "Hello"}, "frame": [0, 0, 9, 9]},
    {"name": "photo", "type": "image", "image": {"slot": "Photo", "default": "a.png"}, "frame": [0, 0, 9, 9]}
    """

  private let text: SceneText

  init() throws {
    text = try SceneText(layers: Self.layers)
    try text.folder.write(Fixtures.png(), to: "a.png")
    try text.folder.write(Fixtures.png(width: 5, height: 3), to: "b.png")
  }

  private func layers(_ change: (inout SceneReplacements) -> Void = { _ in }) throws -> (CALayer, CATextLayer, CALayer)
  {
    let layers = try #require(try text.scene(change).rootLayer.sublayers)
    return (layers[0], try #require(layers[1] as? CATextLayer), layers[2])
  }

  @Test func defaults() throws {
    let (card, title, photo) = try layers()
    #expect(card.cornerRadius == 4 && card.backgroundColor == Self.blue && card.borderColor == Self.red)
    #expect(!card.isHidden && card.shadowOffset == CGSize(width: 1, height: 2) && abs(card.transform.m12 - 1) < 1e-12)
    #expect(card.animation(forKey: "a")?.duration == 2 && title.string as? String == "Hello")
    #expect(photo.values.contents?.width == 2)
  }

  @Test("One value is in all places of a slot") func values() throws {
    let (card, title, photo) = try layers {
      $0.slots = [
        "Radius": .number(7), "Ink": .color(.black), "Cast": .vector([3, 4]), "Title": .text("Bye"),
        "Photo": .image(text.folder.url.appending(path: "b.png")), "Off": .written("true", color: nil),
      ]
    }
    #expect(card.cornerRadius == 7 && card.backgroundColor == .black && card.borderColor == .black && card.isHidden)
    #expect((card.animation(forKey: "a") as? CABasicAnimation)?.toValue as? Double == 7)
    #expect(card.shadowOffset == CGSize(width: 3, height: 4) && title.string as? String == "Bye")
    #expect(photo.values.contents?.width == 5)
  }

  @Test(
    "Values as a command line or a table has them",
    arguments: [
      ("Radius", "7.5"), ("Cast", "5, 6"), ("Cast", "[5, 6]"), ("Off", "true"), ("Turn", "0.5turn"), ("Seconds", "3"),
      ("Warp", "2,0,0,2,1,1"), ("Title", "12"),
    ])
  func written(id: String, value: String) throws {
    let (card, title, _) = try layers { $0.slots[id] = .written(value, color: nil) }
    switch id {
    case "Radius": #expect(card.cornerRadius == 7.5)
    case "Cast": #expect(card.shadowOffset == CGSize(width: 5, height: 6))
    case "Off": #expect(card.isHidden)
    case "Turn": #expect(abs(card.transform.m11 + 1) < 1e-12)
    case "Seconds": #expect(card.animation(forKey: "a")?.duration == 3)
    case "Warp": #expect(abs(card.transform.m12 - 2) < 1e-12 && card.transform.m41 == 1)
    default: #expect(title.string as? String == "12")
    }
  }

  @Test("A name of --text, --color, --image is a slot's before a layer's") func bareNames() throws {
    let (card, title, photo) = try layers {
      $0.texts = ["Title": "Line\nbreak"]
      $0.colors = [("Ink", Self.red), ("card.shadowColor", Self.blue)]
      $0.images = ["Photo": text.folder.url.appending(path: "b.png")]
    }
    #expect(title.string as? String == "Line\nbreak" && card.backgroundColor == Self.red)
    #expect(card.shadowColor == Self.blue && photo.values.contents?.width == 5)
    // The slot is called as the layer; both would be set to the same.
    #expect(try layers { $0.texts = ["Title": "x"] }.1.string as? String == "x")
    #expect(
      try layers { $0.images = ["photo": text.folder.url.appending(path: "b.png")] }.2.values.contents?.width == 5)
  }

  @Test("The names that a table's columns mean") func names() throws {
    let names = try SceneImporter.all.open(path: text.path, options: SceneLoadOptions()).names()
    #expect(
      names.slots == ["Radius", "Ink", "Off", "Cast", "Turn", "Warp", "Seconds", "Title", "Photo"])
    #expect(!names.texts.contains("Title") && names.images.contains("photo"))
    #expect(names.hasColor("Ink") && !names.hasColor("Radius") && names.hasValue("card.backgroundColor"))
  }

  @Test(
    "A value of another kind is an error that names the slot",
    arguments: [
      ("Radius", SceneSlotValue.text("x"), "the value of the slot 'Radius': 'x'; expected a number"),
      ("Radius", .color(.black), "the slot 'Radius' holds a number; expected a value of that kind"),
      ("Radius", .number(.nan), "the value of the slot 'Radius'"),
      ("Radius", .number(1e300), "the value of the slot 'Radius': 1e+300; expected a finite number"),
      ("Cast", .vector([1, 2, 3]), "the value of the slot 'Cast': a list of 3; expected [width, height]"),
      ("Ink", .number(3), "the slot 'Ink' holds a colour"), ("Ink", .written("blurple", color: nil), "the slot 'Ink'"),
      ("Photo", .number(3), "the slot 'Photo' holds an image"),
      ("Photo", .image(URL(filePath: "/nowhere/a.png")), "a.png"),
      ("Titel", .text("x"), "no slot 'Titel'; expected one of 'Cast'"),
      ("Off", .written("perhaps", color: nil), "the value of the slot 'Off': 'perhaps'; expected true or false"),
    ])
  func unsuitable(id: String, value: SceneSlotValue, message: String) throws {
    let error = try #require(text.failure { $0.slots[id] = value })
    #expect("\(error)".contains(message), "\(error)")
    #expect(error.kind == .unsuitableValue || error.kind == .unknownName || error.kind == .notFound)
  }

  @Test(arguments: [
    ("\"opacity\": {\"slot\": \"a\"}", "/layers/0/opacity: the slot 'a' has no 'default'; expected a number"),
    ("\"opacity\": {\"slot\": \"\", \"default\": 1}", "a slot needs an id"),
    ("\"opacity\": {\"slot\": 3, \"default\": 1}", "a slot needs an id"),
    ("\"opacity\": {\"slot\": \"a\", \"default\": \"x\"}", "/layers/0/opacity/default: 'x'; expected a number"),
    ("\"opacity\": {\"slot\": \"a\", \"defualt\": 1}", "did you mean 'default'?"),
    (
      "\"opacity\": {\"slot\": \"a\", \"default\": 1}, \"name\": {\"slot\": \"a\", \"default\": \"n\"}",
      "the slot 'a' is"
    ),
    ("\"opacity\": {\"slot\": \"a\", \"default\": {\"slot\": \"b\", \"default\": 1}}", "/layers/0/opacity/default"),
  ])
  func errors(members: String, message: String) throws {
    let problem = try #require(try SceneText.problem(members))
    #expect(problem.contains(message), "\(problem)")
  }

  @Test("A film takes an image's or a film's place; a table's files too") func films() throws {
    // The file is not a film. The error names it.
    let path = try text.folder.write("no film", to: "c.mp4")
    let error = try #require(text.failure { $0.clips["Photo"] = SceneClipFile(URL(filePath: path)) })
    #expect("\(error)".contains("c.mp4"))
  }
}
