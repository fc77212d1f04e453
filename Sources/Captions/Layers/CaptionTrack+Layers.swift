// Captions as layers: one for each cue, shown at its time, with its lines or words, their outlines and the box. They
// consist of text layers, shapes, and animations of `hidden` and `bounds`.
//
// Tested by CaptionLayerTests and CaptionWordTests.

public import CoreGraphics
package import Documents
import Foundation
public import QuartzCore
import TextLayout

extension CaptionTrack {
  /// Makes a layer that shows the captions over a canvas of a size in points, y down; its time 0 is that of the
  /// captions. `scale` is the layers' `contentsScale`; the style gives what the captions leave open.
  ///
  /// Text stays inside the safe area. A caption whose place is taken by an earlier one that is still shown is placed
  /// above that, or below it in the upper half.
  public func makeLayer(size: CGSize, scale: CGFloat = 1, style: CaptionStyle = CaptionStyle()) -> CALayer {
    makeLayers(size: size, scale: scale, style: style).layer
  }

  /// Makes the same layer, with notes on captions without room.
  package func makeLayers(size: CGSize, scale: CGFloat, style: CaptionStyle) -> (layer: CALayer, notes: [SceneNote]) {
    var builder = CaptionBuilder(size: size, scale: scale, style: style, file: file)
    let root = CALayer()
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    root.name = "captions"
    root.anchorPoint = .zero
    root.bounds = CGRect(origin: .zero, size: size)
    for cue in cues { if let layer = builder.layer(cue) { root.addSublayer(layer) } }
    CATransaction.commit()
    return (root, builder.notes.notes)
  }

  /// The ranges of time with captions, in seconds, ascending; ranges that touch are joined.
  package var shownRanges: [Range<Double>] {
    var ranges: [Range<Double>] = []
    for cue in cues where cue.end > cue.start {
      if let last = ranges.last, cue.start <= last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, cue.end)
      } else {
        ranges.append(cue.start..<cue.end)
      }
    }
    return ranges
  }
}

/// Makes the layers of cues, ascending by their beginnings.
private struct CaptionBuilder {
  private let file: String
  private let scale: CGFloat
  private let style: CaptionStyle
  private let picture: CGSize
  /// The area of the picture for text.
  private let safe: CGRect
  private let fontSize: CGFloat
  /// The boxes of the cues that are still shown when the next cue begins, with their ends.
  private var shown: [(end: Double, box: CGRect)] = []
  let notes = NoteCollector()

  /// The tolerance by which frames at a cue's time show it in spite of rounding.
  private static let early = 1e-6
  /// The greatest number of cues shown at a time.
  private static let most = 32

  init(size: CGSize, scale: CGFloat, style: CaptionStyle, file: String) {
    (self.scale, self.style, self.file, picture) = (scale, style, file, size)
    let share = CGFloat(min(max(style.safeArea, 0.1), 1))
    let area = CGRect(origin: .zero, size: size).insetBy(
      dx: size.width * (1 - share) / 2, dy: size.height * (1 - share) / 2)
    let region = style.region.map { $0.intersection(area) } ?? area
    safe = region.isNull || region.isEmpty ? area : region
    fontSize = max(style.size ?? min(size.width, size.height) / 20, 1)
  }

  /// Makes the layer of a cue; returns nil if there is no room.
  mutating func layer(_ cue: CaptionTrack.Cue) -> CALayer? {
    shown.removeAll { $0.end <= cue.start }
    let place = cue.place ?? style.place
    var part: CGFloat = 1
    for _ in 0..<12 where shown.count < Self.most {
      let inset = inset(cue, part)
      let width = min(picture.width * CGFloat(min(max(place.width, 0.05), 1)), roomBeside(place))
      let room = CGSize(width: max(width - 2 * inset.width, 1), height: max(safe.height - 2 * inset.height, 1))
      let block = CaptionBlock(
        cue, style, fontSize: fontSize * part, pictureHeight: picture.height * part, lines: place.lines, room: room)
      let own = self.inset(cue, part * block.scale)
      let outer = CGSize(width: block.size.width + 2 * own.width, height: block.size.height + 2 * own.height)
      if let box = free(outer, own, place) {
        shown.append((cue.end, box))
        if block.isCut { note("a caption is too long for its room: its end is left out", cue) }
        let layer = layer(block, cue, in: box, inset: own, outline: outline(cue, part * block.scale))
        layer.show(from: cue.start - Self.early, to: cue.end - Self.early)
        return layer
      }
      part *= 0.85
    }
    note("there is no room for a caption beside those that are shown with it", cue)
    return nil
  }

  /// Returns the width, in points, for text in the safe area that keeps its anchor; at least a quarter of the area's.
  private func roomBeside(_ place: CaptionPlace) -> CGFloat {
    guard let anchor = place.anchorX.map({ CGFloat($0) }) else { return safe.width }
    let x = min(max(picture.width * CGFloat(place.x), safe.minX), safe.maxX)
    let left = anchor > 0 ? (x - safe.minX) / anchor : .infinity
    let right = anchor < 1 ? (safe.maxX - x) / (1 - anchor) : .infinity
    return min(max(min(left, right), safe.width / 4), safe.width)
  }

  private func note(_ text: String, _ cue: CaptionTrack.Cue) {
    notes.add(text, at: SourceLocation(file: file, line: cue.line, column: min(cue.line, 1)))
  }

  private func boxColor(_ cue: CaptionTrack.Cue) -> CGColor? {
    if let look = cue.look { return look.boxColor }
    return style.boxColor
  }

  /// Returns the room around the letters, in points, at a scale of the cue's size: the outline and the box's margin.
  private func inset(_ cue: CaptionTrack.Cue, _ part: CGFloat) -> CGSize {
    let outline = outline(cue, part).width
    guard boxColor(cue) != nil else { return CGSize(width: outline, height: outline) }
    let margin = cue.look.map { picture.height * CGFloat($0.outlineWidth) }
    return CGSize(
      width: outline + (margin ?? fontSize * 0.4) * part, height: outline + (margin ?? fontSize * 0.15) * part)
  }

  /// Returns the outline's colour, nil for none, and its extent beyond the letters, in points.
  private func outline(_ cue: CaptionTrack.Cue, _ part: CGFloat) -> (color: CGColor?, width: CGFloat) {
    let color = cue.look.map(\.outlineColor) ?? style.outlineColor
    guard color != nil else { return (nil, 0) }
    let own = cue.look.map { picture.height * CGFloat($0.outlineWidth) } ?? style.outlineWidth
    return (color, max((own ?? fontSize / 16) * part, 0))
  }

  /// Returns a free box for a cue in the safe area, with `inset` around the text; nil if none is left.
  private func free(_ outer: CGSize, _ inset: CGSize, _ place: CaptionPlace) -> CGRect? {
    guard outer.width <= safe.width + 0.01, outer.height <= safe.height + 0.01 else { return nil }
    let x = Self.edge(place.x, place.anchorX, outer.width, inset.width, picture.width, safe.minX...safe.maxX)
    let y = Self.edge(place.y, place.anchorY, outer.height, inset.height, picture.height, safe.minY...safe.maxY)
    // Toward the middle of the canvas first.
    for isUp in place.y >= 0.5 ? [true, false] : [false, true] {
      var box = CGRect(x: x, y: y, width: outer.width, height: outer.height)
      guard !place.isFixed else { return box }
      for _ in 0...shown.count {
        guard let other = shown.first(where: { $0.box.insetBy(dx: 0.01, dy: 0.01).intersects(box) }) else { return box }
        box.origin.y = isUp ? other.box.minY - outer.height : other.box.maxY
        guard box.minY >= safe.minY - 0.01, box.maxY <= safe.maxY + 0.01 else { break }
      }
    }
    return nil
  }

  /// Returns the left or top edge of a box by a share of free space, or by the position of a point of its text.
  private static func edge(
    _ share: Double, _ anchor: Double?, _ length: CGFloat, _ inset: CGFloat, _ picture: CGFloat,
    _ room: ClosedRange<CGFloat>
  ) -> CGFloat {
    let free = max(room.upperBound - room.lowerBound - length, 0)
    guard let anchor else { return room.lowerBound + free * CGFloat(min(max(share, 0), 1)) }
    let edge = picture * CGFloat(share) - (length - 2 * inset) * CGFloat(anchor) - inset
    return min(max(edge, room.lowerBound), room.lowerBound + free)
  }

  // MARK: Layers

  private func layer(
    _ block: CaptionBlock, _ cue: CaptionTrack.Cue, in box: CGRect, inset: CGSize,
    outline: (color: CGColor?, width: CGFloat)
  ) -> CALayer {
    let layer = CALayer()
    layer.anchorPoint = .zero
    layer.position = box.origin
    layer.bounds = CGRect(origin: .zero, size: box.size)
    if let color = boxColor(cue) {
      layer.backgroundColor = color
      layer.cornerRadius = min(style.boxCornerRadius, box.height / 2)
    }
    let origin = CGPoint(x: inset.width, y: inset.height)
    guard style.words != .together, !block.isCut else {
      for line in block.lines where !line.range.isEmpty {
        if block.isCut, line.line.isTruncated {
          add(cutLine: line, color: cue.spans.first?.color, outline, at: origin, to: layer)
        } else {
          add(line.range, of: line, block, outline, at: origin, to: layer)
        }
      }
      return layer
    }
    for word in cue.words {
      for line in block.lines {
        let range = word.range.clamped(to: line.range)
        if !range.isEmpty { add(word, range, of: line, block, cue, outline, at: origin, to: layer) }
      }
    }
    return layer
  }

  private func add(
    _ range: Range<Int>, of line: CaptionBlock.Line, _ block: CaptionBlock,
    _ outline: (color: CGColor?, width: CGFloat), at origin: CGPoint, to layer: CALayer
  ) {
    let piece = CaptionPiece(block, range, of: line, at: origin)
    if let outline = outlineLayer(piece, outline) { layer.addSublayer(outline) }
    layer.addSublayer(piece.layer(block.part(range, of: line), scale: scale))
  }

  /// Adds a line with an ellipsis by its outlines, as no text results in its glyphs.
  private func add(
    cutLine line: CaptionBlock.Line, color: CGColor?, _ outline: (color: CGColor?, width: CGFloat),
    at origin: CGPoint, to layer: CALayer
  ) {
    let piece = CaptionPiece(line, at: origin)
    if let outline = outlineLayer(piece, outline) { layer.addSublayer(outline) }
    let shape = piece.shape()
    shape.fillColor = color ?? style.color
    layer.addSublayer(shape)
  }

  private func outlineLayer(_ piece: CaptionPiece, _ outline: (color: CGColor?, width: CGFloat)) -> CALayer? {
    guard let color = outline.color, outline.width > 0 else { return nil }
    let shape = piece.shape()
    (shape.fillColor, shape.strokeColor) = (color, color)
    (shape.lineWidth, shape.lineJoin) = (2 * outline.width, .round)
    return shape
  }

  /// Adds a word, or the part of it in a line.
  private func add(
    _ word: CaptionWord, _ range: Range<Int>, of line: CaptionBlock.Line, _ block: CaptionBlock,
    _ cue: CaptionTrack.Cue, _ outline: (color: CGColor?, width: CGFloat), at origin: CGPoint, to layer: CALayer
  ) {
    let holder = CALayer()
    holder.anchorPoint = .zero
    holder.bounds = layer.bounds
    add(range, of: line, block, outline, at: origin, to: holder)
    layer.addSublayer(holder)
    guard style.words != .appear else { return holder.show(from: word.start - Self.early, to: cue.end) }
    let piece = CaptionPiece(block, range, of: line, at: origin)
    let lit = piece.layer(block.part(range, of: line, color: style.highlightColor), scale: scale)
    guard style.words == .karaoke else {
      lit.show(from: word.start - Self.early, to: word.end - Self.early)
      return holder.addSublayer(lit)
    }
    let clip = CALayer()
    let frame = lit.frame
    let isRightToLeft = piece.isRightToLeft
    clip.masksToBounds = true
    clip.anchorPoint = CGPoint(x: isRightToLeft ? 1 : 0, y: 0)
    clip.position = CGPoint(x: isRightToLeft ? frame.maxX : frame.minX, y: frame.minY)
    lit.frame = CGRect(origin: .zero, size: frame.size)
    clip.addSublayer(lit)
    clip.bounds = CGRect(x: isRightToLeft ? frame.width : 0, y: 0, width: 0, height: frame.height)
    clip.fill(to: lit.frame, from: word.start, until: word.end)
    holder.addSublayer(clip)
  }
}

/// A part of a line, laid out separately at its place.
private struct CaptionPiece {
  private let line: TextLine
  /// The left end on the baseline.
  private let origin: CGPoint
  private let margin: CGFloat
  private let lineHeight: CGFloat

  var isRightToLeft: Bool { line.runs.first?.isRightToLeft ?? line.isRightToLeft }

  init(_ block: CaptionBlock, _ range: Range<Int>, of line: CaptionBlock.Line, at origin: CGPoint) {
    self.line = TextLine(StyledText(block.part(range, of: line), base: TextStyle()))
    let extent = line.line.extent(of: range)
    self.origin = CGPoint(
      x: origin.x + line.x + extent.lowerBound - line.extent.lowerBound, y: origin.y + line.baseline)
    (margin, lineHeight) = ((block.fontSize / 2).rounded(.up), block.lineHeight)
  }

  init(_ line: CaptionBlock.Line, at origin: CGPoint) {
    self.line = line.line
    self.origin = CGPoint(x: origin.x + line.x - line.extent.lowerBound, y: origin.y + line.baseline)
    (margin, lineHeight) = (0, 0)
  }

  /// Returns the text in a layer with room for letters that exceed their advances.
  func layer(_ text: NSAttributedString, scale: CGFloat) -> CATextLayer {
    let layer = CATextLayer()
    layer.string = text
    layer.alignmentMode = .center
    layer.contentsScale = scale
    layer.anchorPoint = .zero
    // The excess of the line over its font's height is above it.
    let above = max(lineHeight - line.height, 0)
    layer.frame = CGRect(
      x: origin.x - margin, y: origin.y - line.ascent - above, width: line.width + 2 * margin,
      height: line.height + above + margin)
    return layer
  }

  /// Returns the outlines of the letters, without characters that are pictures.
  func shape() -> CAShapeLayer {
    let shape = CAShapeLayer()
    let path = CGMutablePath()
    path.addPath(line.outline, transform: CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: 0))
    shape.path = path
    shape.position = origin
    return shape
  }
}

extension CALayer {
  /// Shows the layer between two times only.
  fileprivate func show(from start: Double, to end: Double) {
    isHidden = true
    let shown = CABasicAnimation(keyPath: "hidden")
    (shown.fromValue, shown.toValue) = (false, false)
    // 0 itself would mean the time of the commit.
    shown.beginTime = start == 0 ? .leastNonzeroMagnitude : start
    shown.duration = max(end - start, 1e-9)
    shown.isRemovedOnCompletion = false
    add(shown, forKey: "shown")
  }

  /// Animates the bounds from the present ones to others.
  fileprivate func fill(to rect: CGRect, from start: Double, until end: Double) {
    let fill = CABasicAnimation(keyPath: "bounds")
    (fill.fromValue, fill.toValue) = (bounds, rect)
    fill.beginTime = start == 0 ? .leastNonzeroMagnitude : start
    fill.duration = max(end - start, 1e-6)
    (fill.fillMode, fill.isRemovedOnCompletion) = (.both, false)
    add(fill, forKey: "fill")
  }
}
