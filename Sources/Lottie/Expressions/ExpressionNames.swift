import Documents
import Foundation

enum ExpressionNames {
  static func isProperty(_ node: LottieNode) -> Bool {
    node.json["k"] != nil && node.json["ty"] == nil || node.json.number != nil
  }

  /// Returns a name for comparison, without case, spaces and the words before an internal name.
  private static func plain(_ name: String) -> String { name.lowercased().filter { $0 != " " } }

  static func layer(_ name: String, of composition: ExpressionComposition) -> LottieNode? {
    composition.byName[name].map { composition.layers[$0] }
  }

  static func member(_ name: String, of node: LottieNode, isLayer: Bool) -> LottieNode? {
    if isLayer { return ofLayer(plain(name), node) }
    if node.json.array != nil { return listed(name, node) }
    let type = node.string("ty")
    if node.integer("ty") != nil, node["ef"] != nil { return control(name, node) }
    if type == nil || type == "tr" { return ofTransform(plain(name), node) ?? ofMaskOrText(plain(name), node) }
    if type == "gr" {
      if ["transform", "adbevectortransformgroup"].contains(plain(name)) {
        return node.elements("it").last { $0.string("ty") == "tr" }
      }
      if ["contents", "content", "adbevectorsgroup"].contains(plain(name)) { return node["it"] }
      return listed(name, node["it"])
    }
    return ofItem(plain(name), node, type ?? "")
  }

  /// Returns the member of a number, from 1 in a list.
  static func member(_ place: Int, of node: LottieNode, isLayer: Bool) -> LottieNode? {
    if isLayer { return [2: node["shapes"], 4: node["ef"], 5: node["masksProperties"]][place] ?? nil }
    if node.integer("ty") != nil, let values = node["ef"] { return value(element(values, place)) }
    return element(node.string("ty") == "gr" ? node["it"] : node, place)
  }

  private static func element(_ list: LottieNode?, _ place: Int) -> LottieNode? {
    let all = list?.elements.filter { $0.string("ty") != "tr" } ?? []
    return all.indices.contains(place - 1) ? all[place - 1] : nil
  }

  /// Returns an element by its name or its internal name.
  private static func listed(_ name: String, _ list: LottieNode?) -> LottieNode? {
    let all = list?.elements.filter { $0.string("ty") != "tr" } ?? []
    return all.first { $0.name == name } ?? all.first { $0.string("mn") == name }
  }

  /// Returns a value of an effect. Names depend on the author's language, so that any name means a single value.
  private static func control(_ name: String, _ effect: LottieNode) -> LottieNode? {
    let all = effect.elements("ef")
    let found =
      all.first { $0.name == name } ?? all.first { $0.string("mn") == name }
      ?? all.first { plain($0.name ?? "") == plain(name) }
    if let found = found ?? (all.count == 1 && all[0]["ef"] == nil ? all[0] : nil) { return value(found) }
    // Groups of controls are for display: the effect's scripting names leave them out.
    for group in all where group["ef"] != nil { if let found = control(name, group) { return found } }
    return nil
  }

  private static func value(_ control: LottieNode?) -> LottieNode? {
    guard let control else { return nil }
    return control["ef"] == nil ? control["v"] : control
  }

  private static func ofLayer(_ name: String, _ layer: LottieNode) -> LottieNode? {
    switch name {
    case "transform", "adbetransformgroup": layer["ks"]
    case "effect", "effects", "adbeeffectparade": layer["ef"]
    case "content", "contents", "adberootvectorsgroup": layer["shapes"]
    case "mask", "masks", "adbemaskparade": layer["masksProperties"]
    case "text", "adbetextproperties": layer["t"]
    case "sourcetext", "adbetextdocument": layer["t"]?["d"]
    case "timeremap", "timeremapping", "adbetimeremapping": layer["tm"]
    default: layer["ks"].flatMap { ofTransform(name, $0) }
    }
  }

  private static func ofTransform(_ name: String, _ transform: LottieNode) -> LottieNode? {
    switch name {
    case "position", "adbeposition", "adbevectorposition": transform["p"].flatMap { $0["k"] == nil ? nil : $0 }
    case "xposition", "adbeposition_0": transform["p"]?["x"]
    case "yposition", "adbeposition_1": transform["p"]?["y"]
    case "zposition", "adbeposition_2": transform["p"]?["z"]
    case "anchorpoint", "adbeanchorpoint", "adbevectoranchor": transform["a"]
    case "scale", "adbescale", "adbevectorscale": transform["s"]
    case "rotation", "zrotation", "adberotatez", "adbevectorrotation": transform["r"] ?? transform["rz"]
    case "xrotation", "adberotatex": transform["rx"]
    case "yrotation", "adberotatey": transform["ry"]
    case "orientation", "adbeorientation": transform["or"]
    case "opacity", "adbeopacity", "adbevectorgroupopacity": transform["o"]
    case "skew", "adbevectorskew": transform["sk"]
    case "skewaxis", "adbevectorskewaxis": transform["sa"]
    case "startopacity": transform["so"]
    case "endopacity": transform["eo"]
    default: nil
    }
  }

  private static func ofMaskOrText(_ name: String, _ node: LottieNode) -> LottieNode? {
    switch name {
    case "maskpath", "maskshape", "adbemaskshape": node["pt"]
    case "maskopacity", "adbemaskopacity": node["o"]
    case "maskexpansion", "adbemaskoffset": node["x"]
    case "maskfeather", "adbemaskfeather": node["f"]
    case "sourcetext", "adbetextdocument": node["d"]
    default: nil
    }
  }

  /// The keys of a shape item's properties, by its type.
  private static let itemKeys: [String: [String: String]] = [
    "rc": ["size": "s", "position": "p", "roundness": "r"], "el": ["size": "s", "position": "p"],
    "sr": [
      "points": "pt", "position": "p", "rotation": "r", "innerradius": "ir", "outerradius": "or",
      "innerroundness": "is", "outerroundness": "os",
    ],
    "sh": ["path": "ks", "shape": "ks", "adbevectorshape": "ks"],
    "fl": ["color": "c", "opacity": "o"], "st": ["color": "c", "opacity": "o", "strokewidth": "w"],
    "gf": ["startpoint": "s", "endpoint": "e", "highlightlength": "h", "highlightangle": "a", "opacity": "o"],
    "gs": [
      "startpoint": "s", "endpoint": "e", "highlightlength": "h", "highlightangle": "a", "opacity": "o",
      "strokewidth": "w",
    ],
    "tm": ["start": "s", "end": "e", "offset": "o"], "rp": ["copies": "c", "offset": "o", "transform": "tr"],
    "rd": ["radius": "r"], "pb": ["amount": "a"], "op": ["amount": "a"], "zz": ["size": "s"],
    "tw": ["angle": "a", "center": "c"],
  ]

  private static func ofItem(_ name: String, _ item: LottieNode, _ type: String) -> LottieNode? {
    let internals = [
      "adbevectorrectsize": "size", "adbevectorellipsesize": "size", "adbevectorrectposition": "position",
      "adbevectorellipseposition": "position", "adbevectorrectroundness": "roundness",
      "adbevectorfillcolor": "color", "adbevectorstrokecolor": "color", "adbevectorfillopacity": "opacity",
      "adbevectorstrokeopacity": "opacity", "adbevectorstrokewidth": "strokewidth",
      "adbevectortrimstart": "start", "adbevectortrimend": "end", "adbevectortrimoffset": "offset",
    ]
    return itemKeys[type]?[internals[name] ?? name].flatMap { item[$0] }
  }
}
