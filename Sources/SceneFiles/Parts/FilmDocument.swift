// Films of parts: `.film.json` documents, which are scenes whose layers are parts one after the other.
//
//   FilmDocument     the document, its size, what lies over its parts
//   +Parts           scenes, clips, pictures and colours as layers with times
//   +Transitions     ways in which a part takes the place of the one before
//   +Sounds          the sounds of clips and of the document
//   +Captions        the captions over all parts
//
// Tested by FilmDocumentTests.

import CoreGraphics
import Documents
import Foundation
import Multiplane
import QuartzCore
import SceneJSON

extension SceneImporter {
  package static let filmDocument = SceneImporter(
    title: "a film of parts", suffix: "film.json", noun: "file",
    recognizes: { (source) throws(SceneFileError) in
      let names = try source.memberNames()
      return names.isSuperset(of: ["parts", "size"])
        || (!names.isEmpty && source.path.lowercased().hasSuffix(".film.json"))
    },
    open: { (source) throws(SceneFileError) in
      let bytes = try source.document()
      let json = try JSON.read(bytes, file: source.path, limits: source.options.limits, refusingDuplicates: true)
      return FilmFile(source: source, bytes: bytes, json: json)
    })
}

/// An opened film document, which is read anew for each scene.
private struct FilmFile: SceneDocument {
  let source: SceneSource
  let bytes: [UInt8]
  let json: JSON

  var aspects: [SceneAspect] { SceneAspect.all(of: json) }

  func read(replacing replacements: SceneReplacements) throws(SceneFileError) -> Scene {
    var film = FilmDocument(source, bytes, json, replacements)
    return try film.read(json, aspect: aspects.chosen(by: replacements.shape))
  }

  func names() throws(SceneFileError) -> SceneNames {
    var film = FilmDocument(source, bytes, json, SceneReplacements())
    let scene = try film.read(json, aspect: aspects.first)
    return film.values.slots.names(in: scene.rootLayer)
  }
}

/// A film document while it is read.
struct FilmDocument {
  let source: SceneSource
  let values: DocumentValues

  let root = CALayer()
  var size = CGSize.zero
  var clips: [SceneClip] = []
  var sounds: [SceneSound] = []
  var imageBytes = 0
  /// The parts as marks of the film's time.
  var markers: [SceneMarker] = []
  /// The end of the last part, in seconds.
  var end = 0.0
  /// The clips that are parts of their own, by their places in `clips`, and their parts' seconds.
  var clipParts: [(clip: Int, seconds: Range<Double>)] = []
  /// The seconds of transitions, of parts over others, and of captions.
  var sharedTimes: [Range<Double>] = []
  var frameRate: Double?
  /// The layer of the captions.
  var captions: CALayer?
  /// The rates of the clips that are parts, and the seconds for which the film shows clips of that rate.
  var clipRates: [Double: Double] = [:]
  var loudness: Double?

  static let members = [
    "$schema", "multiplane", "size", "rate", "background", "parts", "over", "sounds", "loudness", "captions",
  ]
  static let mostParts = 1000

  init(_ source: SceneSource, _ bytes: [UInt8], _ json: JSON, _ replacements: SceneReplacements) {
    self.source = source
    values = DocumentValues(source, bytes, json, replacing: replacements)
  }

  /// Reads the film to a scene.
  mutating func read(_ json: JSON, aspect: SceneAspect?) throws(SceneFileError) -> Scene {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    defer { CATransaction.commit() }
    let document = Node(json: json, aspect: aspect)
    let members = try values.members(document, "a film", known: Self.members)
    for name in ["size", "parts"] where json[name] == nil {
      throw values.failure(
        "the film has no '\(name)'; expected \"size\": [width, height], \"parts\": [...]", at: document)
    }
    let node = { (name: String) in members.first { $0.key == name }?.node }
    size = try values.canvasSize(node("size")!)
    root.name = source.path
    root.bounds = CGRect(origin: .zero, size: size)
    root.position = CGPoint(x: size.width / 2, y: size.height / 2)
    root.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1)
    if let background = node("background") { root.backgroundColor = try values.color(background) }
    if let rate = node("rate") { frameRate = try values.number(rate, in: 1...240) }
    if let node = node("loudness") { loudness = try values.number(node, in: -70...0) }
    try addParts(node("parts")!)
    if let over = node("over") { try addOverlays(over) }
    if let list = node("sounds") { try addSounds(list) }
    if let captions = node("captions") { try addCaptions(captions) }
    let films = try values.replaceRest(in: root)
    // The user's replacements in the film's own layers may show over its clips, or hide them.
    var rest = try values.slots.rest()
    rest.shape = nil
    if rest.isEmpty { for part in clipParts { clips[part.clip].alone = part.seconds.without(sharedTimes) } }
    var scene = Scene(
      rootLayer: root, path: source.path, size: size, duration: end, markers: markers, sounds: sounds,
      clips: clips + films,
      notes: values.notes.notes, imageBytes: values.budget.taken + imageBytes, isFitted: true)
    let clipRate = clipRates.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    (scene.frameRate, scene.loudness, scene.captions) = (frameRate ?? clipRate, loudness, captions)
    return scene
  }

  /// Returns the file that a value names, below the document's folder.
  func file(_ node: Node, _ what: String) throws(SceneFileError) -> URL {
    let path = try values.text(node, what)
    do throws(SceneFileError) {
      return try values.images.file(of: path)
    } catch {
      throw values.located(error, at: node)
    }
  }
}

extension Range<Double> {
  /// Returns the parts of the range outside of others, in order.
  fileprivate func without(_ others: [Range]) -> [Range] {
    var (parts, next): ([Range], Double) = ([], lowerBound)
    for other in others.sorted(by: { $0.lowerBound < $1.lowerBound }) where other.overlaps(self) {
      if other.lowerBound > next { parts.append(next..<other.lowerBound) }
      next = Swift.max(next, other.upperBound)
    }
    if next < upperBound { parts.append(next..<upperBound) }
    return parts
  }
}
