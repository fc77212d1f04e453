// What layers show apart from where they lie: the question whether a surface that was drawn before can be shown again.

import QuartzCore

/// The content of a layer when it was last derived.
struct ShownContent {
  var values: LayerValues
  var kind: LayerKind
  var version: UInt64
}

extension RenderTree {
  /// A number that changes whenever something changes that the layer itself shows. Where it lies, its opacity and
  /// whether it is hidden do not count: who keeps a surface looks at these for the layers inside, and not for the one
  /// that is kept.
  ///
  /// Known only in trees with a rasterized layer; others pay nothing for it.
  func contentVersion(of slot: Int32) -> UInt64 { shownContents[slot]?.version ?? 0 }

  /// Compares what a layer shows with what it showed.
  func noteContent(_ slot: Int, _ values: LayerValues) {
    var values = values
    for property in LayerProperties.placement { values[property] = property.initial }
    let (key, kind) = (Int32(slot), kinds[slot])
    if let shown = shownContents[key], shown.kind == kind, shown.values == values { return }
    lastContentVersion += 1
    shownContents[key] = ShownContent(values: values, kind: kind, version: lastContentVersion)
  }
}
