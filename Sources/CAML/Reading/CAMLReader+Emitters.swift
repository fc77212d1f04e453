// `<emitterCells><CAEmitterCell .../></emitterCells>` to cells.

import CoreGraphics
import Documents
import Foundation
import QuartzCore

extension CAEmitterLayer {
  /// Has the particles of cells without times of their own be there at the scene's beginning.
  ///
  /// A simulation starts at its layer's `beginTime`, which is 0 where nothing else is said: on a phone the moment at
  /// which it was started. So its emitters seem to have run for ever, which clients notice ("future" particles when an
  /// emitter without a begin time is added). A scene's time is 0 at its beginning; so the cells begin a day before. A
  /// layer or a cell that names a time begins then.
  func beginBeforeTheScene() {
    guard beginTime == 0, timeOffset == 0 else { return }
    for cell in emitterCells ?? []
    where cell.beginTime == 0 && cell.timeOffset == 0 && cell.duration == .infinity && cell.speed > 0 {
      cell.beginTime = -86_400
    }
  }
}

extension CAMLReader {
  /// Reads the cells of an emitter layer, or of a cell.
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
