// `<mask>`: a layer inside, or the element being one itself, of the class that `type` names.

import Documents
import QuartzCore

extension CAMLReader {
  /// Reads a layer's mask; nil where the element holds no layer, with a note unless it says `null`.
  func readMask(_ node: XMLNode) throws(SceneFileError) -> CALayer? {
    if let type = node["type"], classes.isLayer(type) { return try readLayer(node, as: type) }
    let layers = node.children.filter { classes.isLayer($0.name) }
    for extra in layers.dropFirst() { note("a second layer in <mask> is skipped; a mask is one", at: extra.position) }
    if let inner = layers.first { return try readLayer(inner, as: inner.name) }
    if node["type"] != "null", node.child("null") == nil {
      note("<mask> holds no layer; expected one, or 'type' with its class", at: node.position)
    }
    return nil
  }
}
