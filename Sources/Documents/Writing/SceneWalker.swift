import CoreGraphics
import Foundation
import QuartzCore

/// Turns a scene's layers into objects that formats write, and notes what none can say.
///
/// Tested by ConvertCommandTests.
package struct SceneWalker {
  private let file: String
  let notes: NoteCollector
  private var films: [ObjectIdentifier: SceneClip] = [:]
  /// The end of the longest animation, in seconds.
  private(set) var animationEnd = 0.0

  private init(_ file: String, _ notes: NoteCollector) { (self.file, self.notes) = (file, notes) }

  /// Returns a scene as objects. Its layers are laid out.
  package static func written(_ scene: Scene, notes: NoteCollector) -> WrittenScene {
    var walker = SceneWalker(scene.path, notes)
    let root = scene.rootLayer
    root.layoutIfNeeded()
    walker.collectFilms(of: scene)
    let (states, names) = walker.states(of: scene)
    var object = walker.object(of: root, names)
    if root.name == scene.path { object.remove(["name"]) }
    if !scene.sounds.isEmpty { walker.note("the sounds of the scene are left out") }
    if !scene.markers.isEmpty { walker.note("the markers of the scene are left out") }
    let isOwn = scene.duration != nil && scene.duration != (walker.animationEnd > 0 ? walker.animationEnd : nil)
    object.remove(["geometryFlipped"])
    return WrittenScene(
      root: object, isFlipped: root.isGeometryFlipped, size: scene.size, duration: isOwn ? scene.duration : nil,
      states: states, names: names
    ).simplified
  }

  func note(_ message: String) { notes.add(message, at: SourceLocation(file: file)) }

  /// Notes a part of a layer that is left out.
  func note(_ message: String, of layer: CALayer) {
    note((layer.name.map { "'\($0.excerpt)'" } ?? String(describing: type(of: layer))) + ": " + message)
  }

  private mutating func collectFilms(of scene: Scene) {
    for clip in scene.clips {
      guard clip.course.isEmpty else {
        note("the film '\(clip.name.excerpt)', whose pace changes, is left out")
        continue
      }
      films[ObjectIdentifier(clip.layer(CGSize(width: 1, height: 1)))] = clip
    }
  }

  // MARK: - Layers

  private mutating func object(of layer: CALayer, _ names: [ObjectIdentifier: String]) -> WrittenObject {
    let known = Self.layerClass(of: layer)
    if known.name != String(describing: type(of: layer)) {
      note("a \(type(of: layer)) becomes a \(known.name), without its drawing", of: layer)
    }
    let plain = known.make()
    var object = WrittenObject(known.name)
    for row in known.properties.all {
      let (value, initial) = (layer.value(forKey: row.key), plain.value(forKey: row.key))
      switch row.key {
      case "frame", "sublayers", "superlayer", "mask", "filters", "backgroundFilters", "emitterCells", "style": continue
      case "name":
        if let name = names[ObjectIdentifier(layer)] ?? layer.name {
          object.add("name", .value(.string(name), .string))
        }
      case "compositingFilter": add(layer.compositingFilter, to: &object, of: layer)
      case "string" where value is NSAttributedString:
        note("the text keeps its letters and loses the styles of its parts", of: layer)
        object.add("string", .value(.string((value as? NSAttributedString)?.string ?? ""), .string))
      case "contents" where films[ObjectIdentifier(layer)] != nil || layer is CATextLayer: continue
      default: add(row, value, initial, to: &object, of: layer, plain)
      }
    }
    if let film = films[ObjectIdentifier(layer)] { object.add("contents", .film(film)) }
    addFilters(of: layer, to: &object)
    if let cells = (layer as? CAEmitterLayer)?.emitterCells, !cells.isEmpty {
      object.add("emitterCells", .objects(cells.map(self.object)))
    }
    let animations = layer.animations.compactMap { animation($0.animation, key: $0.key, of: layer) }
    for attached in layer.animations { animationEnd = max(animationEnd, attached.animation.hintedEnd) }
    if !animations.isEmpty { object.add("animations", .objects(animations)) }
    if let mask = layer.mask { object.add("mask", .object(self.object(of: mask, names))) }
    var sublayers: [WrittenObject] = []
    for sublayer in layer.sublayers ?? [] { sublayers.append(self.object(of: sublayer, names)) }
    if !sublayers.isEmpty { object.add("sublayers", .objects(sublayers)) }
    return object
  }

  /// Returns the class that documents name for a layer: its own, or the nearest superclass.
  private static func layerClass(of layer: CALayer) -> LayerClass {
    let name = String(describing: Swift.type(of: layer))
    if let known = LayerClass.all.first(where: { $0.name == name }) { return known }
    return LayerClass.all.last { Swift.type(of: layer).isSubclass(of: Swift.type(of: $0.make())) } ?? LayerClass.all[0]
  }

  /// Adds a property that differs from its class's default.
  private func add(
    _ row: LayerProperty, _ value: Any?, _ initial: Any?, to object: inout WrittenObject, of layer: CALayer,
    _ plain: CALayer
  ) {
    let (given, standard) = (AnimatableValue(value), AnimatableValue(initial))
    guard let kind = row.kind, let given else {
      if value != nil, given == nil || given != standard { note("\(row.key) is left out", of: layer) }
      return
    }
    guard given != standard else { return }
    let short = short(given) { number in
      plain.setValue(number, forKey: row.key)
      return plain.value(forKey: row.key)
    }
    object.add(row.key, .value(short, kind))
  }

  /// Returns a number that single precision holds as the shorter one, if a property reads that as the same value.
  private func short(_ value: AnimatableValue, _ asRead: (Double) -> Any?) -> AnimatableValue {
    guard let number = value.number, number != number.rounded(), Double(Float(number)) == number,
      let shorter = Double("\(Float(number))"), AnimatableValue(asRead(shorter)) == value
    else { return value }
    return .number(shorter)
  }

  // MARK: - Filters and particles

  private func addFilters(of layer: CALayer, to object: inout WrittenObject) {
    for (key, list) in [("filters", layer.filters), ("backgroundFilters", layer.backgroundFilters)] {
      let written = (list ?? []).compactMap { filter($0, of: layer) }
      if !written.isEmpty { object.add(key, .objects(written)) }
    }
  }

  private func add(_ filter: Any?, to object: inout WrittenObject, of layer: CALayer) {
    if let name = filter as? String {
      object.add("compositingFilter", .value(.string(name), .string))
    } else if let filter, let written = self.filter(filter, of: layer) {
      object.add("compositingFilter", .object(written))
    }
  }

  private func filter(_ filter: Any, of layer: CALayer) -> WrittenObject? {
    let value = (filter as? any LayerFilter)?.filterValue ?? (filter as? String).map { FilterValue(type: $0) }
    guard let value, let inputs = FilterCatalog.defaults(of: value.type) else {
      note("a filter of a kind that no document names is left out", of: layer)
      return nil
    }
    let plain = FilterValue(type: value.type)
    var object = WrittenObject("CAFilter")
    object.add("type", .value(.string(value.type), .string))
    if value.name != plain.name { object.add("name", .value(.string(value.name), .string)) }
    if !value.isEnabled { object.add("enabled", .value(.number(0), .boolean)) }
    for initial in inputs {
      guard let input = value[initial.key], input != plain[initial.key] else { continue }
      object.add(initial.key.name, .value(input, PropertyKind(inputOfFilter: initial.value)))
    }
    return object
  }

  private func object(of cell: CAEmitterCell) -> WrittenObject {
    let plain = CAEmitterCell()
    var object = WrittenObject("CAEmitterCell")
    let kinds = CellProperties.table.all.map { ($0.key, $0.kind) } + UndocumentedCellProperties.kinds.map { ($0, $1) }
    for (key, kind) in kinds {
      guard let kind, let value = AnimatableValue(cell.value(forKey: key)),
        value != AnimatableValue(plain.value(forKey: key))
      else { continue }
      let short = short(value) { number in
        plain.setValue(number, forKey: key)
        return plain.value(forKey: key)
      }
      object.add(key, .value(short, kind))
    }
    if let cells = cell.emitterCells, !cells.isEmpty { object.add("emitterCells", .objects(cells.map(self.object))) }
    return object
  }
}
