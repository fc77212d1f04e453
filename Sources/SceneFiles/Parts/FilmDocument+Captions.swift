import Captions
import CoreGraphics
import Documents
import QuartzCore
import SceneJSON

extension FilmDocument {
  private static let captionMembers = [
    "file", "font", "size", "color", "box", "place", "lines", "words", "highlight",
  ]

  /// Adds the film's captions: a file, or an object with the file and its style.
  mutating func addCaptions(_ node: Node) throws(SceneFileError) {
    var members: [String: Node] = [:]
    if node.json.object != nil {
      for (key, value) in try values.members(node, "captions", known: Self.captionMembers) { members[key] = value }
    } else {
      members["file"] = node
    }
    guard let name = members["file"] else {
      throw values.failure("the captions have no 'file'; expected its path", at: node)
    }
    let file = try file(name, "a file of captions")
    let track: CaptionTrack
    do throws(SceneFileError) { track = try CaptionTrack(path: file.path) } catch {
      throw values.located(error, at: name)
    }
    let made = track.makeLayers(size: size, scale: 1, style: try style(members))
    for note in made.notes { values.notes.add(note.message, at: note.location) }
    root.addSublayer(made.layer)
    captions = made.layer
    sharedTimes += track.shownRanges
  }

  private func style(_ members: [String: Node]) throws(SceneFileError) -> CaptionStyle {
    var style = CaptionStyle()
    for (key, node) in members.sorted(by: { $0.key < $1.key }) {
      switch key {
      case "font": style.font = try values.text(node)
      case "size": style.size = CGFloat(try values.number(node, in: 1...2000))
      case "color": style.color = try values.color(node)
      case "box": style.boxColor = try values.color(node)
      case "place":
        let place = try values.numbers(node, count: 2, "[x, y], each from 0 to 1, as [0.5, 0.8]")
        guard place.allSatisfy({ 0...1 ~= $0 }) else { throw values.wrong(node, "[x, y], each from 0 to 1") }
        style.place = CaptionPlace(
          x: place[0], y: place[1], lines: place[0] < 1.0 / 3 ? .left : place[0] > 2.0 / 3 ? .right : .center)
      case "lines": style.mostLines = Int(bounded: try values.number(node, in: 1...100))
      case "words":
        let word = try values.word(node, of: CaptionStyle.Words.allCases.map(\.rawValue))
        style.words = CaptionStyle.Words(rawValue: word) ?? .together
      case "highlight": style.highlightColor = try values.color(node)
      default: break
      }
    }
    return style
  }
}
