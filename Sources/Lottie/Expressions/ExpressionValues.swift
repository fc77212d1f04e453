// The values that a property with or without an expression is written with, as expressions see them: rows of numbers,
// paths among them, or texts.

import CoreGraphics
import Documents
import Foundation

/// The written values of a property.
enum ExpressionValues {
  /// - Parameter keys: the document's keyframes, of which curved ways have more in the track.
  case vector(Track<[Double]>, keys: [Keyframe<[Double]>])
  case path(Track<BezierContour>)
  /// At least one, in the order of time.
  case text([(frame: Double, text: String)])

  /// Nil for what has no value that expressions know.
  ///
  /// - Parameter owner: what the property lies in.
  init?(_ node: LottieNode, of owner: LottieNode?, reading: LottieReading) {
    let plain = node.withoutExpression
    let first = plain.json["k"]?[0]?["s"] ?? plain.json["k"]
    if first?["t"]?.string != nil {
      let items = plain.elements("k").compactMap { item in
        item.json["s"]?["t"]?.string.map { (frame: item.number("t") ?? 0, text: $0) }
      }
      guard !items.isEmpty else { return nil }
      self = .text(items.sorted { $0.frame < $1.frame })
    } else if first?["v"] != nil || first?[0]?["v"] != nil {
      // Old files say beside the path whether it is closed, a shape's and a mask's.
      let isClosed = owner?["pt"] == nil ? owner?.flag("closed") ?? false : owner?["cl"]?.json.bool ?? true
      guard let track = try? reading.contour(plain, isClosed: isClosed) else { return nil }
      self = .path(track)
    } else {
      guard let track = try? reading.vector(plain, default: []), !track.first.isEmpty else { return nil }
      let keys = track.hasCurves ? try? reading.written(plain, default: []) : track
      let isAnimated = plain.json["k"]?[0]?["t"] != nil
      self = .vector(track, keys: isAnimated ? keys?.keyframes ?? [] : [])
    }
  }

  /// Frames of the document's keyframes.
  var frames: [Double] {
    switch self {
    case .vector(_, let keys): keys.map(\.time)
    case .path(let track): track.isConstant ? [] : track.keyframes.map(\.time)
    case .text(let items): items.count < 2 ? [] : items.map(\.frame)
    }
  }

  /// The value at a frame.
  func value(at frame: Double) -> ExpressionValue {
    switch self {
    case .vector(let track, _): .numbers(track.value(at: frame))
    case .path(let track): .numbers(track.value(at: frame).row)
    case .text(let items): .text((items.last { $0.frame <= frame } ?? items[0]).text)
    }
  }

  /// The value of a keyframe.
  func value(ofKey index: Int) -> ExpressionValue {
    switch self {
    case .vector(_, let keys): .numbers(keys[index].value)
    case .path(let track): .numbers(track.keyframes[index].value.row)
    case .text(let items): .text(items[index].text)
    }
  }
}

extension LottieNode {
  /// A property as it is written.
  var withoutExpression: LottieNode {
    var json = json
    json.set("x", nil)
    return LottieNode(json, at: path)
  }
}

/// A value that an expression gets or returns.
enum ExpressionValue: Equatable {
  /// A single number is an array of one.
  case numbers([Double])
  case text(String)
}

extension BezierContour {
  /// Whether it is closed, how many vertices there are, then these, and their handles that enter and that leave,
  /// relative to them.
  fileprivate var row: [Double] {
    var row = [isClosed ? 1 : 0, Double(vertices.count)]
    for vertex in vertices { row += [vertex.point.x, vertex.point.y] }
    for vertex in vertices { row += [vertex.inControl.x - vertex.point.x, vertex.inControl.y - vertex.point.y] }
    for vertex in vertices { row += [vertex.outControl.x - vertex.point.x, vertex.outControl.y - vertex.point.y] }
    return row
  }
}

extension BezierContour {
  /// Creates the contour of a row of numbers; nil where the row does not describe one.
  init?(row: [Double]) {
    guard let json = JSON.path(row) else { return nil }
    self.init(json, isClosed: false)
  }
}

extension JSON {
  /// Returns a path, as files write it, from a row of numbers; nil where the row does not describe one.
  static func path(_ row: [Double]) -> JSON? {
    guard row.count >= 2, let count = Int(exactly: row[1]), count >= 0, row.count == 2 + 6 * count else { return nil }
    func points(_ block: Int) -> JSON {
      .array(
        (0..<count).map { index in
          let place = 2 + block * 2 * count + 2 * index
          return .array([.number(row[place]), .number(row[place + 1])])
        })
    }
    return .object(["c": .bool(row[0] == 1), "v": points(0), "i": points(1), "o": points(2)])
  }
}
