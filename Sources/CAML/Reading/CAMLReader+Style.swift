// `<style type="NSDictionary">`, or with an NSDictionary inside: for each key an element of that name with its value.

import Documents
import QuartzCore

extension CAMLReader {
  /// Reads a layer's style dictionary, the ones in it included.
  func readStyle(_ node: XMLNode, of layer: CALayer) throws(SceneFileError) -> [AnyHashable: Any]? {
    if node["type"] == "null" || node.child("null") != nil { return nil }
    var style: [AnyHashable: Any] = [:]
    for entry in node.child("NSDictionary")?.children ?? node.children {
      if entry.name == "style" {
        style["style"] = try readStyle(entry, of: layer)
        continue
      }
      let what = "a style's '\(entry.name.excerpt)'"
      guard let kind = settableKind(ofKeyPath: entry.name, on: layer, what: what, at: entry.position),
        let value = try readValue(entry, as: kind, of: entry.name)?.boxed
      else { continue }
      style[entry.name] = value
    }
    return style
  }
}
