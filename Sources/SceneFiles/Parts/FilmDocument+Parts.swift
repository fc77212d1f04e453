import CoreGraphics
import Documents
import Foundation
import ImageFiles
import Multiplane
import QuartzCore
import SceneJSON

#if Films
import Video
#endif

extension FilmDocument {
  /// A part with its time in the film.
  struct Part {
    /// The layer of the film's size, in the film's time; its only sublayer has the part's time.
    let layer: CALayer
    /// The seconds of the film from its beginning to its end.
    let start: Double
    let end: Double
    /// The place in `sounds` of a clip's own sound; nil for none.
    let sound: Int?
  }

  private static let kinds = ["scene", "clip", "image", "color"]
  private static let partMembers =
    kinds + [
      "name", "duration", "fit", "transition", "values", "state", "start", "end", "speed", "gain", "mute", "zoom",
    ]
  private static let fits = ["cover", "contain", "fill"]
  private static let standardDuration = 3.0

  mutating func addParts(_ node: Node) throws(SceneFileError) {
    let list = try values.list(node, of: "parts")
    guard !list.isEmpty, list.count <= Self.mostParts else {
      throw values.wrong(node, "1 to \(Self.mostParts) parts")
    }
    var previous: Part?
    for element in list {
      let transition = try element.json["transition"].map { (json) throws(SceneFileError) in
        try self.transition(element.child("transition", json))
      }
      if let transition, previous == nil {
        throw values.failure(
          "the first part follows no other; leave 'transition' out", at: transition.node, isName: true)
      }
      let overlap = transition.map(\.overlap) ?? 0
      let part = try add(element, known: Self.partMembers, at: max(end - overlap, 0))
      if let transition, let previous {
        guard transition.duration <= min(previous.end - previous.start, part.end - part.start) + 1e-9 else {
          throw values.failure("the transition is longer than one of its parts", at: transition.node)
        }
        show(part, after: previous, by: transition)
        sharedTimes.append(transition.seconds(at: part.start))
        let fade = transition.kind == .through ? transition.duration / 2 : transition.overlap
        if let sound = previous.sound { sounds[sound].fadeOut = fade }
        if let sound = part.sound { sounds[sound].fadeIn = fade }
      } else {
        show(part, fadingIn: 0)
      }
      if element.json["clip"] != nil { clipParts.append((clips.count - 1, part.start..<part.end)) }
      (previous, end) = (part, part.end)
    }
  }

  /// Adds parts that lie over the others, each at its own time.
  mutating func addOverlays(_ node: Node) throws(SceneFileError) {
    let list = try values.list(node, of: "parts")
    guard list.count <= Self.mostParts else { throw values.wrong(node, "at most \(Self.mostParts) parts") }
    for element in list {
      let begin = try time(element.json["begin"].map { element.child("begin", $0) })
      let known = Self.partMembers.filter { $0 != "transition" } + ["begin"]
      let part = try add(element, known: known, at: begin ?? 0)
      show(part, fadingIn: 0)
      sharedTimes.append(part.start..<part.end)
    }
  }

  private mutating func add(_ node: Node, known: [String], at start: Double) throws(SceneFileError) -> Part {
    let members = Dictionary(
      uniqueKeysWithValues: try values.members(node, "a part", known: known).map { ($0.key, $0.node) })
    let kinds = Self.kinds.filter { members[$0] != nil }
    guard kinds.count == 1, let content = members[kinds[0]] else {
      throw values.failure("a part is one of \(Self.kinds.listed(by: "or"))", at: node)
    }
    let duration = try time(members["duration"], from: 1e-3)
    let inner = CALayer()
    inner.frame = CGRect(origin: .zero, size: size)
    (inner.masksToBounds, inner.beginTime) = (true, start)
    let length: Double
    let soundCount = sounds.count
    switch kinds[0] {
    case "scene": length = try addScene(content, members, to: inner, at: start, duration)
    case "clip": length = try addClip(content, members, to: inner, at: start, duration)
    case "image":
      let layer = CALayer()
      layer.frame = inner.bounds
      layer.contents = try values.image(content)
      layer.contentsGravity = try gravity(members["fit"])
      inner.addSublayer(layer)
      length = duration ?? Self.standardDuration
      if let zoom = members["zoom"] { try self.zoom(layer, zoom, length) }
    default:
      inner.backgroundColor = try values.color(content)
      length = duration ?? Self.standardDuration
    }
    let layer = CALayer()
    layer.frame = CGRect(origin: .zero, size: size)
    let name = try members["name"].map { (node) throws(SceneFileError) in try values.text(node) }
    // The named layer has the picture, so that a film, an image or a value for that name is seen.
    switch kinds[0] {
    case "scene": layer.name = name
    case "color": inner.name = name
    default: inner.sublayers?.first?.name = name
    }
    layer.addSublayer(inner)
    root.addSublayer(layer)
    markers.append(SceneMarker(name: name ?? Self.title(content, kinds[0]), time: start, duration: length))
    let hasSound = kinds[0] == "clip" && sounds.count > soundCount
    return Part(layer: layer, start: start, end: start + length, sound: hasSound ? soundCount : nil)
  }

  /// Returns the title of a part without a name: its file's name, or its kind.
  private static func title(_ content: Node, _ kind: String) -> String {
    guard kind != "color", let path = content.json.string, !path.hasPrefix("data:") else { return kind }
    return String(path.split(separator: "/").last ?? "")
  }

  private func gravity(_ node: Node?) throws(SceneFileError) -> CALayerContentsGravity {
    switch try node.map({ (node) throws(SceneFileError) in try values.word(node, of: Self.fits) }) {
    case "contain": .resizeAspect
    case "fill": .resize
    default: .resizeAspectFill
    }
  }

  /// Lets a still picture grow or shrink slowly.
  private func zoom(_ layer: CALayer, _ node: Node, _ length: Double) throws(SceneFileError) {
    let scales = try values.numbers(node, count: 2, "[from, to], as [1, 1.15]")
    guard scales.allSatisfy({ 0.01...100 ~= $0 }) else { throw values.wrong(node, "scales from 0.01 to 100") }
    let animation = CABasicAnimation(keyPath: "transform.scale")
    (animation.fromValue, animation.toValue, animation.duration) = (scales[0], scales[1], length)
    (animation.beginTime, animation.fillMode, animation.isRemovedOnCompletion) = (
      AnimationSchema.timeZero, .both, false
    )
    layer.add(animation, forKey: "zoom")
  }

  // MARK: - Scenes

  private mutating func addScene(
    _ node: Node, _ members: [String: Node], to layer: CALayer, at start: Double, _ duration: Double?
  ) throws(SceneFileError) -> Double {
    let path = try file(node, "a scene's path").path
    guard !path.lowercased().hasSuffix(".\(SceneImporter.filmDocument.suffix)") else {
      throw values.failure("a film of parts is no part of another one", at: node)
    }
    var scene: Scene
    do throws(SceneFileError) {
      scene = try self.scene(at: path, members["values"])
      if let state = members["state"] { try scene.setState(values.text(state)) }
    } catch {
      throw values.located(error, at: node)
    }
    for note in scene.notes { values.notes.add(note.message, at: note.location, topic: note.topic) }
    imageBytes += scene.imageBytes
    let fit = try members["fit"].map { (node) throws(SceneFileError) in try values.word(node, of: Self.fits) }
    scene.place(in: size, fit: fit.flatMap(CanvasFit.init) ?? .contain)
    // Animations of files that begin with the scene begin with the part.
    scene.rootLayer.forEachInTree { layer in
      for attached in layer.animations where attached.animation.beginTime == 0 {
        attached.animation.beginTime = AnimationSchema.timeZero
      }
    }
    layer.addSublayer(scene.rootLayer)
    let length = duration ?? scene.duration ?? Self.standardDuration
    clips += scene.clips.map { $0.seen(in: start...start + length) }
    for sound in scene.sounds where sound.start < length { sounds.append(sound.moved(by: start, within: length)) }
    return length
  }

  /// Reads a scene of the film with its values, as those of a table's row.
  private func scene(at path: String, _ node: Node?) throws(SceneFileError) -> Scene {
    var options = SceneLoadOptions()
    options.limits = source.options.limits
    options.limits.imageBytes = max(options.limits.imageBytes - values.budget.taken - imageBytes, 0)
    options.replacements.shape = .nearest(size)
    let importers = SceneImporter.all.filter { $0.suffix != SceneImporter.filmDocument.suffix }
    let document = try importers.open(path: path, options: options)
    guard let node else { return try document.read(replacing: options.replacements) }
    var row: [String: String] = [:]
    var nodes: [String: Node] = [:]
    for (key, value) in try values.members(node, "the values of a scene") {
      let filled = try values.slots.filled(value, as: .other, of: values)
      guard let text = filled.json.cell else {
        throw values.wrong(filled, "a text, a number, a colour or a file's path")
      }
      (row[key], nodes[key]) = (text, value)
    }
    let table = DataTable(file: source.path, row: row)
    let binding = try DataBinding(table, path: path, options: options, readColor: CSSColor.color)
    if let name = binding.unbound.first {
      let file = URL(fileURLWithPath: path).lastPathComponent
      let message = "\(file) has nothing named '\(name.excerpt)'\(binding.guess(of: name))"
      throw values.failure(message, at: nodes[name] ?? node, isName: true)
    }
    return try binding.readScene(for: table.rows[0])
  }

  // MARK: - Clips

  private mutating func addClip(
    _ node: Node, _ members: [String: Node], to layer: CALayer, at start: Double, _ duration: Double?
  ) throws(SceneFileError) -> Double {
    let picture = CALayer()
    picture.frame = layer.bounds
    (picture.contentsGravity, picture.masksToBounds) = (try gravity(members["fit"]), true)
    layer.addSublayer(picture)
    let (named, given) = try values.slots.file(node, as: .film, of: values)
    let file = if let given { given.url } else { try self.file(named, "a film's path") }
    let first = if let given, given.start > 0 { given.start } else { try time(members["start"]) ?? 0 }
    let last: Double? = if let end = given?.end { end } else { try time(members["end"]) }
    let speed = try number(members["speed"], in: 0.01...100) ?? 1
    let whole: (length: Double, isHeard: Bool, rate: Double?)
    do throws(SceneFileError) {
      whole = try Self.facts(of: file)
    } catch {
      throw values.located(error, at: node)
    }
    let stretch = (last ?? whole.length) - first
    guard stretch > 0, first < whole.length else {
      throw values.failure(
        String(format: "the clip has %g s; expected 'start' before 'end', and both in it", whole.length), at: node)
    }
    if first + stretch > whole.length + 0.05 {
      values.notes.add(
        String(
          format: "the clip has %g s; its last picture stands until second %g of it", whole.length, first + stretch),
        at: values.place(of: node))
    }
    let ending = given?.ending == .loop && duration != nil ? SceneClipEnding.loop : .hold
    let length = ending == .loop ? duration ?? stretch : min(duration ?? .infinity, stretch / speed)
    if let rate = whole.rate, 1...240 ~= rate { clipRates[rate, default: 0] += length }
    var clipFile = SceneClipFile(file)
    (clipFile.start, clipFile.end, clipFile.ending) = (first, min(first + stretch, whole.length), ending)
    clips.append(
      SceneClip(
        name: file.path, source: .file(file), of: clipFile, course: [(0, 0), (length, length * speed)],
        duration: length, ending: ending, isHeard: true
      ) { _ in picture }.seen(in: start...start + length))
    let (isMute, gain) = (try isTrue(members["mute"]), try number(members["gain"], in: 0...100) ?? 1)
    if whole.isHeard, !isMute {
      var sound = SceneSound(url: file, start: start, inPoint: first, duration: length, gain: gain)
      (sound.speed, sound.isSpeech) = (speed, true)
      sounds.append(sound)
    }
    return length
  }

  #if Films
  /// Returns a clip's duration in seconds, whether it has sound, and its pictures a second.
  private static func facts(of file: URL) throws(SceneFileError) -> (length: Double, isHeard: Bool, rate: Double?) {
    do throws(RenderingError) {
      let clip = try VideoClip(contentsOf: file)
      return (clip.duration, !clip.sounds.isEmpty, clip.pictures?.nominalFrameRate?.framesPerSecond)
    } catch {
      let isThere = FileManager.default.fileExists(atPath: file.path)
      throw SceneFileError(isThere ? .malformed : .notFound, file: file.path, error.reason(besides: file.path))
    }
  }
  #else
  private static func facts(of file: URL) throws(SceneFileError) -> (length: Double, isHeard: Bool, rate: Double?) {
    throw SceneFileError(
      .unsupported, file: file.path, "films are not read: the program was built without the trait Films")
  }
  #endif
}
