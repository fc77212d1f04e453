import CoreGraphics
import Documents
import Foundation
import ImageFiles
import QuartzCore

extension DocumentReader {
  // MARK: - Images and films

  /// Sets an image, or the user's film in a slot's place, as a layer's contents.
  func setImage(_ node: Node, of layer: CALayer) throws(SceneFileError) {
    let (filled, file) = try values.slots.file(node, as: .image, of: values)
    if let file, FilmSignature.isFilm(file.url) {
      clips.append(SceneClip(file, in: layer))
    } else if file == nil, filled.json == .null {
      layer.contents = nil
    } else {
      show(try values.image(node), in: layer)
    }
  }

  private func show(_ image: CGImage, in layer: CALayer) {
    layer.contents = image
    // An animated file plays from the scene's beginning.
    if let frames = values.images.decoder.animation(of: image) { layer.add(frames, forKey: "contents.frames") }
  }

  /// Returns the film of a layer of type `video`; nil for other types, and for the user's image in a slot's place.
  func film(_ layerNode: Node, on layer: CALayer, _ type: LayerType) throws(SceneFileError) -> SceneClip? {
    guard type == .video else { return nil }
    guard let json = layerNode.json["video"] else {
      throw values.failure("a layer of type 'video' needs 'video'; expected a file's path", at: layerNode)
    }
    var options = SceneClipFile(URL(fileURLWithPath: ""))
    for name in ["start", "end"] {
      guard let json = layerNode.json[name] else { continue }
      let node = layerNode.child(name, json)
      let time = try values.time(node)
      if name == "start" { options.start = time } else { options.end = time }
      guard options.end ?? .infinity > options.start else { throw values.wrong(node, "an end after the start") }
    }
    if let json = layerNode.json["ending"] {
      options.ending = .init(rawValue: try values.word(layerNode.child("ending", json), of: Self.endings)) ?? .nothing
    }
    let (node, file) = try values.slots.file(layerNode.child("video", json), as: .film, of: values)
    if let file {
      if FilmSignature.isFilm(file.url) { return SceneClip(file, in: layer) }
      show(try values.images.image(contentsOf: file.url), in: layer)
      return nil
    }
    guard let source = node.json.string else { throw values.wrong(node, "a film's path, or a data: address") }
    do throws(SceneFileError) {
      let film = try values.images.film(source)
      return SceneClip(
        name: film.name, source: film.source, of: options, course: [], duration: nil, ending: options.ending
      ) { _ in layer }
    } catch {
      throw values.located(error, at: node)
    }
  }

  static let endings = SceneClipEnding.allCases.map(\.rawValue)

  // MARK: - Filters

  func filters(_ node: Node) throws(SceneFileError) -> [CAFilter] {
    var filters: [CAFilter] = []
    for element in try values.list(node, of: "filters") { filters.append(try filter(element)) }
    return filters
  }

  private func filter(_ node: Node) throws(SceneFileError) -> CAFilter {
    guard node.json.object != nil, let json = node.json["type"] else {
      throw values.wrong(node, "a filter, {\"type\": \"gaussianBlur\", ...}")
    }
    let filter = CAFilter(type: try values.word(node.child("type", json), known: FilterCatalog.names, "filter"))
    let kinds = filter.kinds ?? [:]
    for (key, value) in try values.members(
      node, "this filter", known: ["type", "name", "enabled"] + kinds.keys.sorted())
    {
      switch key {
      case "type": break
      case "name": filter.name = try values.text(value)
      case "enabled": filter.isEnabled = try values.boolean(value)
      default:
        guard let kind = kinds[key] else { continue }
        filter.setValue(try values.value(value, as: kind, of: key).boxed, forKey: key)
      }
    }
    return filter
  }

  func compositingFilter(_ node: Node) throws(SceneFileError) -> String? {
    if case .null = node.json { return nil }
    return try values.word(node, known: FilterCatalog.names, "filter")
  }

  // MARK: - Emitters

  func emitterCells(_ node: Node) throws(SceneFileError) -> [CAEmitterCell] {
    var cells: [CAEmitterCell] = []
    for element in try values.list(node, of: "emitter cells") { cells.append(try emitterCell(element)) }
    return cells
  }

  private func emitterCell(_ node: Node) throws(SceneFileError) -> CAEmitterCell {
    let cell = CAEmitterCell()
    for (key, value) in try values.members(node, "an emitter cell", known: Self.cellMembers) {
      if key == "emitterCells" {
        cell.emitterCells = try emitterCells(value)
      } else if let kind = LayerSchema.kind(ofCellKey: key) {
        let value = try values.value(value, as: kind, of: key)
        if case .image(let image) = value { cell.contents = image } else { cell.setValue(value.boxed, forKey: key) }
      }
    }
    return cell
  }

  static let cellMembers =
    CellProperties.table.all.filter { $0.kind != nil }.map(\.key) + UndocumentedCellProperties.kinds.keys.sorted()
    + ["emitterCells"]
}

extension DocumentValues {
  /// Reads a name of many, of which an error tells the nearest.
  fileprivate func word(_ node: Node, known: [String], _ noun: String) throws(SceneFileError) -> String {
    let name = try text(node, "a \(noun)'s name")
    guard known.contains(name) else {
      throw failure("no \(noun) '\(name.excerpt)'; expected one as 'gaussianBlur'\(known.guess(of: name))", at: node)
    }
    return name
  }
}
