import Documents
import Foundation
import SceneJSON

extension FilmDocument {
  private static let soundMembers = [
    "file", "begin", "start", "duration", "gain", "fadeIn", "fadeOut", "loop", "duck", "speech",
  ]

  mutating func addSounds(_ node: Node) throws(SceneFileError) {
    let list = try values.list(node, of: "sounds")
    guard list.count <= Self.mostParts else { throw values.wrong(node, "at most \(Self.mostParts) sounds") }
    for element in list { sounds.append(try sound(element)) }
  }

  private func sound(_ node: Node) throws(SceneFileError) -> SceneSound {
    let members = Dictionary(
      uniqueKeysWithValues: try values.members(node, "a sound", known: Self.soundMembers).map { ($0.key, $0.node) })
    guard let file = members["file"] else {
      throw values.failure("the sound has no 'file'; expected its path", at: node)
    }
    let begin = try time(members["begin"]) ?? 0
    var sound = SceneSound(
      url: try self.file(file, "a file of sound"), start: begin,
      inPoint: try time(members["start"]) ?? 0,
      duration: min(try time(members["duration"]) ?? .infinity, max(end - begin, 0)),
      gain: try number(members["gain"], in: 0...100) ?? 1)
    (sound.fadeIn, sound.fadeOut) = (try time(members["fadeIn"]) ?? 0, try time(members["fadeOut"]) ?? 0)
    (sound.loops, sound.ducks) = (try isTrue(members["loop"]), try isTrue(members["duck"]))
    sound.isSpeech = try isTrue(members["speech"])
    return sound
  }

  // MARK: - Members that may be missing

  func time(_ node: Node?, from least: Double = 0) throws(SceneFileError) -> Double? {
    if let node { try values.time(node, from: least) } else { nil }
  }

  func number(_ node: Node?, in range: ClosedRange<Double>) throws(SceneFileError) -> Double? {
    if let node { try values.number(node, in: range) } else { nil }
  }

  func isTrue(_ node: Node?) throws(SceneFileError) -> Bool { if let node { try values.boolean(node) } else { false } }
}

extension SceneSound {
  /// Returns the sound of a scene that is a part of a film, which ends after a number of seconds.
  func moved(by seconds: Double, within length: Double) -> SceneSound {
    var sound = self
    (sound.start, sound.duration) = (start + seconds, min(duration, length - start))
    return sound
  }
}
