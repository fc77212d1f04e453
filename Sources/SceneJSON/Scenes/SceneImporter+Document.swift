// Scenes as JSON, in the words of Core Animation: `.scene.json` documents.
//
// The folders of this module stand in one order; each uses only those before it (FolderOrderTests):
//
//   Values      JSON to values, by the kinds of properties; slots; images and films
//   Layout      sizes and places of layers: edges, percentages, stacks
//   Reading     objects to layers, animations, filters, states
//   Writing     a scene to a document
//   Scenes      a document to a scene
//   Schema      the JSON Schema of documents
//
// Tested by SceneDocumentTests.

import CoreGraphics
package import Documents
import Foundation
import QuartzCore

extension SceneImporter {
  package static let sceneDocument = SceneImporter(
    title: "a scene as JSON", suffix: "scene.json", noun: "file",
    recognizes: { (source) throws(SceneFileError) in
      let names = try source.memberNames()
      if names.isSuperset(of: ["layers", "size"]) { return true }
      // A document that lacks one of them is no Lottie file, if its name says so.
      return !names.isEmpty && source.path.lowercased().hasSuffix(".scene.json")
        && names.isDisjoint(with: ["v", "w", "h", "fr", "op", "parts"])
    },
    open: { (source) throws(SceneFileError) in
      let bytes = try source.document()
      let json = try JSON.read(bytes, file: source.path, limits: source.options.limits, refusingDuplicates: true)
      return DocumentFile(source: source, bytes: bytes, json: json)
    })
}

/// An opened document, which is read anew for each scene, as a layer can be in only one tree.
struct DocumentFile: SceneDocument {
  let source: SceneSource
  let bytes: [UInt8]
  let json: JSON

  var aspects: [SceneAspect] { SceneAspect.all(of: json) }

  func read(replacing replacements: SceneReplacements) throws(SceneFileError) -> Scene {
    try readScene(replacing: replacements).scene
  }

  func names() throws(SceneFileError) -> SceneNames {
    let (scene, slots) = try readScene(replacing: SceneReplacements())
    return slots.names(in: scene.rootLayer)
  }

  private func readScene(
    replacing replacements: SceneReplacements
  ) throws(SceneFileError) -> (scene: Scene, slots: DocumentSlots) {
    let values = DocumentValues(source, bytes, json, replacing: replacements)
    let reader = DocumentReader(values)
    // The layers' own changes are no actions.
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    defer { CATransaction.commit() }
    let head = try reader.read(json, aspect: aspects.chosen(by: replacements.shape))
    let root = head.root
    root.name = source.path
    // Texts and images give sizes, so that they are replaced first.
    let films = try values.replaceRest(in: root)
    var layout = SceneLayout(reader.boxes, values: values)
    try layout.layOut(root: root)
    let states = try head.states.map { (node) throws(SceneFileError) in try reader.states(node, in: root) }
    let scene = Scene(
      rootLayer: root, path: source.path, size: root.bounds.size,
      duration: head.duration ?? (reader.animationEnd > 0 ? reader.animationEnd : nil),
      states: states.map { [$0] } ?? [],
      clips: reader.clips + films, notes: values.notes.notes, imageBytes: values.budget.taken,
      isFitted: true)
    return (scene, values.slots)
  }
}
