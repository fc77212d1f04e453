import CoreGraphics
import Documents
import Foundation
import QuartzCore

extension CAMLReader {
  /// Reads the filters of a layer, `<filters><CAFilter type="gaussianBlur" name="blur" inputRadius="8"/></filters>`,
  /// before its other children, whose animations may name them.
  func readFilters(of node: XMLNode, on layer: CALayer) throws(SceneFileError) {
    for child in node.children {
      switch child.name {
      case "filters": layer.filters = try readList(child)
      case "backgroundFilters": layer.backgroundFilters = try readList(child)
      case "compositingFilter": layer.compositingFilter = try readCompositingFilter(child)
      default: break
      }
    }
  }

  private func readList(_ node: XMLNode) throws(SceneFileError) -> [CAFilter] {
    var filters: [CAFilter] = []
    for child in node.children { if let filter = try readFilter(child) { filters.append(filter) } }
    return filters
  }

  /// Reads `<compositingFilter value="multiplyBlendMode"/>`, an element with a filter inside, or one that is a filter.
  private func readCompositingFilter(_ node: XMLNode) throws(SceneFileError) -> Any? {
    if let inner = node.children.first { return inner.name == "string" ? inner["value"] : try readFilter(inner) }
    if let name = node["value"] { return name }
    if node["type"] == "null" { return nil }
    guard node["type"] != nil else {
      note("<compositingFilter> names no filter; skipped", at: node.position)
      return nil
    }
    return try readFilter(node)
  }

  /// Reads `<CAFilter type="KIND" name="NAME" inputX="..."/>`, or `<CIFilter .../>` with `filter` or `type`.
  private func readFilter(_ node: XMLNode) throws(SceneFileError) -> CAFilter? {
    guard let type = node["filter"] ?? node["type"] else {
      note("<\(node.name.excerpt)> has no 'type'; expected a kind of filter", at: node.position)
      return nil
    }
    let filter = CAFilter(type: type)
    if filter.kinds == nil {
      note("'\(type.excerpt)' is no filter that is known; it has no effect", at: node.position(of: "type"))
    }
    for attribute in node.attributes {
      switch attribute.name {
      case "id", "type", "filter": continue
      case "name": filter.name = attribute.value
      default:
        guard let kind = kind(of: attribute.name, filter, at: attribute.position) else { continue }
        let value = try read(attribute.value, as: kind, of: attribute.name, at: attribute.position)
        if let value { filter.setValue(value.boxed, forKey: attribute.name) }
      }
    }
    for child in node.children {
      guard let kind = kind(of: child.name, filter, at: child.position) else { continue }
      if let value = try readValue(child, as: kind, of: child.name) { filter.setValue(value.boxed, forKey: child.name) }
    }
    return filter
  }

  private func kind(of key: String, _ filter: CAFilter, at position: XMLPosition) -> PropertyKind? {
    if key == "enabled" { return .boolean }
    if let kind = filter.kinds?[key] { return kind }
    // The inputs of an unknown kind are unknown, too; quality hints have no effect.
    if filter.kinds != nil && !Self.hints.contains(key) {
      note("'\(key.excerpt)' is no input of \(filter.type.excerpt); skipped", at: position)
    }
    return nil
  }

  private static let hints: Set<String> = [
    "inputQuality", "inputNormalizeEdges", "inputHardEdges", "inputIntermediateBitDepth", "inputDither",
    "cachesInputImage",
  ]

  func readEmitterCells(_ node: XMLNode) throws(SceneFileError) -> [CAEmitterCell] {
    var cells: [CAEmitterCell] = []
    for child in node.children {
      guard child.name == "CAEmitterCell" else {
        note(
          "<\(child.name.excerpt)> in <\(node.name.excerpt)> is not known; expected CAEmitterCell", at: child.position)
        continue
      }
      cells.append(try readEmitterCell(child))
    }
    return cells
  }

  private func readEmitterCell(_ node: XMLNode) throws(SceneFileError) -> CAEmitterCell {
    let cell = CAEmitterCell()
    for attribute in node.attributes where attribute.name != "id" {
      guard let kind = LayerSchema.kind(ofCellKey: attribute.name) else {
        note("attribute '\(attribute.name.excerpt)' of CAEmitterCell is not known; skipped", at: attribute.position)
        continue
      }
      let value = try read(attribute.value, as: kind, of: attribute.name, at: attribute.position)
      if let value { cell.setValue(value.boxed, forKey: attribute.name) }
    }
    for child in node.children {
      switch child.name {
      case "emitterCells": cell.emitterCells = try readEmitterCells(child)
      case "contents": if let image = try readImage(child) { cell.contents = image }
      default:
        guard let kind = LayerSchema.kind(ofCellKey: child.name) else {
          note("<\(child.name.excerpt)> in CAEmitterCell is not known; skipped", at: child.position)
          continue
        }
        if let value = try readValue(child, as: kind, of: child.name) { cell.setValue(value.boxed, forKey: child.name) }
      }
    }
    return cell
  }
}
