// Pieces of Lottie documents, as the format's documentation has them: functions in place of the objects that tests
// write again and again, JSON text for all else. Documents are 64 points wide and high, run at 10 frames a second, and
// last 100 frames.

import Foundation

/// The value of a number or a vector.
private func value(_ numbers: [Double]) -> String { numbers.count == 1 ? "\(numbers[0])" : "\(numbers)" }

/// A property that does not move.
func fixed(_ numbers: Double...) -> String { #"{"a":0,"k":\#(value(numbers))}"# }

/// A property with keyframes.
func moving(_ keys: String...) -> String { #"{"a":1,"k":[\#(keys.joined(separator: ","))]}"# }

/// The way from a keyframe to the next.
enum Pace: Sendable {
  case linear, hold
  /// A cubic curve from (0, 0) to (1, 1).
  case curve(Double, Double, Double, Double)
  /// One for each dimension.
  case curves([[Double]])
}

/// A keyframe.
func key(_ frame: Double, _ numbers: [Double], _ pace: Pace = .linear, _ more: String = "") -> String {
  let handles =
    switch pace {
    case .linear: #""o":{"x":0,"y":0},"i":{"x":1,"y":1}"#
    case .hold: #""h":1"#
    case .curve(let x1, let y1, let x2, let y2):
      #""o":{"x":[\#(x1)],"y":[\#(y1)]},"i":{"x":[\#(x2)],"y":[\#(y2)]}"#
    case .curves(let curves):
      #""o":{"x":\#(curves.map { $0[0] }),"y":\#(curves.map { $0[1] })},"#
        + #""i":{"x":\#(curves.map { $0[2] }),"y":\#(curves.map { $0[3] })}"#
    }
  return #"{"t":\#(frame),"s":\#(numbers),\#(handles)\#(more.isEmpty ? "" : "," + more)}"#
}

/// A keyframe of a path.
func key(_ frame: Double, path: String) -> String {
  #"{"t":\#(frame),"s":[\#(path)],"o":{"x":0,"y":0},"i":{"x":1,"y":1}}"#
}

/// Members of an object, those that are empty left out.
func object(_ members: String...) -> String { "{" + members.filter { !$0.isEmpty }.joined(separator: ",") + "}" }

// MARK: - Layers

/// What any layer has.
struct LayerOptions {
  var name = "A"
  var frames = 0.0...100.0
  var start = 0.0
  var index: Int?
  var parent: Int?
}

/// A layer.
///
/// - Parameters:
///   - transform: the members of `ks`.
///   - members: more members of the layer.
func layer(_ type: Int, _ options: LayerOptions = LayerOptions(), _ transform: String, _ members: String) -> String {
  object(
    #""ty":\#(type),"nm":"\#(options.name)","ip":\#(options.frames.lowerBound),"op":\#(options.frames.upperBound)"#,
    #""st":\#(options.start),"ks":{\#(transform)}"#, options.index.map { #""ind":\#($0)"# } ?? "",
    options.parent.map { #""parent":\#($0)"# } ?? "", members)
}

/// A rectangle of one colour, its corner in the layer's origin.
func solid(
  _ color: String = "#ff0000", _ width: Double = 20, _ height: Double = 10, _ options: LayerOptions = LayerOptions(),
  transform: String = "", _ members: String = ""
) -> String {
  layer(
    1, options, transform,
    ##""sw":\##(width),"sh":\##(height),"sc":"\##(color)"\##(members.isEmpty ? "" : "," + members)"##)
}

/// A shape layer.
func shapes(
  _ items: [String], _ options: LayerOptions = LayerOptions(), transform: String = "", _ members: String = ""
) -> String {
  layer(
    4, options, transform,
    #""shapes":[\#(items.joined(separator: ","))]\#(members.isEmpty ? "" : "," + members)"#)
}

/// A layer that shows a composition.
func precomposition(
  _ asset: String, _ width: Double = 64, _ height: Double = 64, _ options: LayerOptions = LayerOptions(),
  transform: String = "", _ members: String = ""
) -> String {
  layer(
    0, options, transform,
    #""refId":"\#(asset)","w":\#(width),"h":\#(height)\#(members.isEmpty ? "" : "," + members)"#)
}

/// A composition as an asset.
func composition(_ id: String, _ layers: String...) -> String {
  #"{"id":"\#(id)","layers":[\#(layers.joined(separator: ","))]}"#
}

// MARK: - Shape items

/// `sh`'s or a mask's path: straight lines through points.
func polygon(_ points: [[Double]], isClosed: Bool = true) -> String {
  let zeros = points.map { _ in [0.0, 0.0] }
  return #"{"c":\#(isClosed),"v":\#(points),"i":\#(zeros),"o":\#(zeros)}"#
}

/// The corners of a rectangle, clockwise from the top left.
func corners(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> [[Double]] {
  [[x, y], [x + width, y], [x + width, y + height], [x, y + height]]
}

/// A free path that stands still.
func path(_ points: [[Double]], isClosed: Bool = true) -> String {
  #"{"ty":"sh","ks":{"a":0,"k":\#(polygon(points, isClosed: isClosed))}}"#
}

/// A line from left to right or from top to bottom.
func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) -> String {
  path([[x1, y1], [x2, y2]], isClosed: false)
}

/// A rectangle by its top left corner.
func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ members: String = "") -> String {
  object(
    #""ty":"rc","p":\#(fixed(x + width / 2, y + height / 2)),"s":\#(fixed(width, height))"#,
    members.isEmpty ? #""r":{"a":0,"k":0}"# : members)
}

/// A fill.
func fill(_ red: Double = 1, _ green: Double = 0, _ blue: Double = 0, _ members: String = "") -> String {
  object(#""ty":"fl","c":\#(fixed(red, green, blue, 1))"#, members)
}

/// A red line.
func stroke(_ width: Double, _ members: String = "") -> String {
  object(#""ty":"st","c":{"a":0,"k":[1,0,0,1]},"w":\#(fixed(width))"#, members)
}

/// A group, its transform the last item.
func group(_ items: [String], transform: String = "") -> String {
  let transform = object(#""ty":"tr""#, transform)
  return #"{"ty":"gr","it":[\#((items + [transform]).joined(separator: ","))]}"#
}

/// A trim; the members say of what.
func trim(_ start: Double, _ end: Double, offset: Double = 0, _ members: String = "") -> String {
  object(#""ty":"tm","s":\#(fixed(start)),"e":\#(fixed(end)),"o":\#(fixed(offset))"#, members)
}
