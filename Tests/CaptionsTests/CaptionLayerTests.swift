// Captions as they are seen: pixels of rendered frames, and where layers are.

import CoreGraphics
import Foundation
import Multiplane
import QuartzCore
import TestSupport
import Testing

@testable import Captions

@MainActor @Suite struct CaptionLayerTests {
  private static let size = CGSize(width: 640, height: 360)

  /// What of a frame is seen, in pixels; null for nothing. `isCounted` says of which colours.
  private func seen(
    _ layer: CALayer, at time: Double, size: CGSize = size, isCounted: ([UInt8]) -> Bool = { $0[3] > 0 }
  ) throws -> CGRect {
    let renderer = try OffscreenRenderer(size: size)
    let bytes = try renderer.pixels(of: layer, at: time)
    let width = Int(size.width)
    var box = CGRect.null
    for index in stride(from: 0, to: bytes.count, by: 4) where isCounted(Array(bytes[index..<index + 4])) {
      box = box.union(CGRect(x: index / 4 % width, y: index / 4 / width, width: 1, height: 1))
    }
    return box
  }

  private func layer(_ cues: [CaptionTrack.Cue], _ style: CaptionStyle = CaptionStyle(), size: CGSize = size) -> CALayer
  {
    CaptionTrack(cues: cues).makeLayer(size: size, style: style)
  }

  private nonisolated static let texts: [String] = [
    "Short", "A caption that is so long that it has to be broken into two lines, and then some more",
    "مرحبا بالعالم، هذا نص طويل جدا يجب أن ينقسم إلى أكثر من سطر واحد على الشاشة",
    "日本語の字幕は単語の間に空白がないので、どこででも改行できるわけではありません。禁則処理が必要です。",
    "👨‍👩‍👧‍👦 👩🏽‍🚀 emoji 🇯🇵 🎉", String(repeating: "Supercalifragilistic", count: 8),
    String(repeating: "more words than there is room for, ", count: 60),
    "ภาษาไทยเขียนติดกันโดยไม่เว้นวรรคระหว่างคำ แต่ต้องตัดบรรทัดให้ถูก",
    "one\ntwo\nthree\nfour\nfive\nsix\nseven", "ÅÄÖ̈gjpqy",
  ]

  @Test("Nothing stands outside of the safe area", arguments: texts.indices)
  func safeArea(index: Int) throws {
    for size in [Self.size, CGSize(width: 180, height: 320)] {
      for place in [CaptionPlace.bottom, .top, CaptionPlace(x: 1, y: 0.5, lines: .right)] {
        for boxed in triesAll ? [false, true] : [size == Self.size] {
          var style = CaptionStyle()
          style.place = place
          if boxed { style.boxColor = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 0.6) }
          let box = try seen(
            layer([CaptionTrack.Cue(start: 1, end: 2, text: Self.texts[index])], style, size: size), at: 1.5, size: size
          )
          let safe = CGRect(origin: .zero, size: size).insetBy(dx: size.width * 0.05, dy: size.height * 0.05)
          #expect(!box.isNull && safe.insetBy(dx: -1, dy: -1).contains(box), "\(size) \(place): \(box)")
        }
      }
    }
  }

  @Test("A caption is there from its beginning up to its end, and nothing is before, between and behind")
  func times() throws {
    let layer = layer([
      CaptionTrack.Cue(start: 0, end: 1, text: "first"), CaptionTrack.Cue(start: 2.4, end: 2.6, text: "second"),
    ])
    for (time, isSeen) in [
      (0.0, true), (0.5, true), (0.99, true), (1.0, false), (1.7, false), (2.39, false), (2.4, true), (0.1 + 2.3, true),
      (2.599, true), (2.6, false), (9, false),
    ] { #expect(try seen(layer, at: time).isNull == !isSeen, "\(time)") }
  }

  @Test("Two at once are both seen, apart from each other, above in the lower half and below in the upper one")
  func twoAtOnce() throws {
    for place in [CaptionPlace.bottom, .top] {
      var style = CaptionStyle()
      style.place = place
      style.outlineColor = nil
      var cues = [CaptionTrack.Cue(start: 0, end: 5, text: "The first of two")]
      cues.append(CaptionTrack.Cue(start: 2, end: 4, spans: [CaptionTrack.Span("and the second")]))
      cues[1].spans[0].color = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
      let layer = layer(cues, style)
      func isWhite(_ pixel: [UInt8]) -> Bool { pixel[3] > 200 && pixel[1] > 200 }
      func isRed(_ pixel: [UInt8]) -> Bool { pixel[3] > 200 && pixel[1] < 60 }
      let alone = try seen(layer, at: 1)
      let (first, second) = (try seen(layer, at: 3, isCounted: isWhite), try seen(layer, at: 3, isCounted: isRed))
      #expect(!first.isNull && !second.isNull && !first.intersects(second))
      #expect(alone.contains(first) && (place == .bottom) == (second.maxY <= first.minY))
      // Behind it, what was moved is where it was.
      #expect(try seen(layer, at: 4.5) == alone)
    }
  }

  @Test("Ten at once are all in the safe area, smaller where there is no room, and what has none is said")
  func manyAtOnce() throws {
    let cues = (0..<10).map { CaptionTrack.Cue(start: 0, end: 1, text: "Caption number \($0)\nin two lines") }
    let (layer, notes) = CaptionTrack(cues: cues).makeLayers(size: Self.size, scale: 1, style: CaptionStyle())
    let boxes = (layer.sublayers ?? []).map(\.frame)
    // What is said of several is said once.
    #expect(boxes.count >= 6 && notes.count == (boxes.count < 10 ? 1 : 0))
    for (index, box) in boxes.enumerated() {
      #expect(boxes[..<index].allSatisfy { !$0.insetBy(dx: 0.1, dy: 0.1).intersects(box.insetBy(dx: 0.1, dy: 0.1)) })
    }
    let hundred = (0..<200).map { CaptionTrack.Cue(start: 0, end: 1, text: "\($0)") }
    #expect(!CaptionTrack(cues: hundred).makeLayers(size: Self.size, scale: 1, style: CaptionStyle()).notes.isEmpty)
  }

  @Test("Long text is broken into lines about as long as each other, and no more than asked for")
  func lines() throws {
    let cue = CaptionTrack.Cue(start: 0, end: 1, text: "Ten words that are a line and some of another")
    var style = CaptionStyle()
    let room = CGSize(width: 500, height: 300)
    let two = CaptionBlock(cue, style, fontSize: 32, pictureHeight: 360, lines: .center, room: room)
    #expect(two.lines.count == 2 && two.fontSize == 32)
    let widths = two.lines.map { $0.extent.upperBound - $0.extent.lowerBound }
    #expect(widths.min()! > 0.7 * widths.max()!)
    style.mostLines = 1
    let one = CaptionBlock(cue, style, fontSize: 32, pictureHeight: 360, lines: .center, room: room)
    #expect(one.lines.count == 1 && one.fontSize < 32 && one.size.width <= 500)
    // Breaks of the file's own are kept.
    let own = CaptionBlock(
      CaptionTrack.Cue(start: 0, end: 1, text: "a\nlonger line\nb"), CaptionStyle(), fontSize: 32, pictureHeight: 360,
      lines: .left,
      room: room)
    #expect(own.lines.count == 3 && own.lines.allSatisfy { $0.x == 0 })
  }

  @Test("Lines never end within a character as people see it, nor before what may not begin one")
  func graphemes() throws {
    for text in [
      String(repeating: "👨‍👩‍👧‍👦", count: 12), String(repeating: "e\u{301}\u{323}", count: 60),
      String(repeating: "🇯🇵🇩🇪", count: 9),
      "日本語の字幕です。「括弧」も、行頭に来てはいけない。小さい「ッ」もです。日本語の字幕です。",
    ] {
      let cue = CaptionTrack.Cue(start: 0, end: 1, text: text)
      for width in [70.0, 101, 150, 333] {
        var style = CaptionStyle()
        style.mostLines = 20
        let block = CaptionBlock(
          cue, style, fontSize: 20, pictureHeight: 360, lines: .center, room: CGSize(width: width, height: 600))
        var starts: Set<Int> = []
        var offset = 0
        for character in text {
          starts.insert(offset)
          offset += character.utf16.count
        }
        for line in block.lines.dropFirst() {
          #expect(starts.contains(line.range.lowerBound), "\(text) \(width)")
          let first = Array(text.utf16)[line.range.lowerBound]
          #expect(!"。、」".utf16.contains(first), "\(width)")
        }
      }
    }
  }

  @Test("Words appear, are lit, and are filled, each in its time, from where they begin")
  func words() throws {
    var spans = ["MMMM ", "WWWW"].map { CaptionTrack.Span($0) }
    (spans[0].start, spans[1].start) = (1, 2)
    let cue = CaptionTrack.Cue(start: 0, end: 4, spans: spans)
    func isYellow(_ pixel: [UInt8]) -> Bool { pixel[3] > 200 && pixel[0] > 200 && pixel[2] < 80 }
    func isWhite(_ pixel: [UInt8]) -> Bool { pixel[3] > 200 && pixel[2] > 200 }
    var style = CaptionStyle()
    let whole = try seen(layer([cue], style), at: 3, isCounted: isWhite)
    style.words = .appear
    let appearing = layer([cue], style)
    #expect(try seen(appearing, at: 0.5).isNull)
    let first = try seen(appearing, at: 1.5, isCounted: isWhite)
    #expect(abs(first.minX - whole.minX) <= 1 && first.maxX < whole.midX)
    let all = try seen(appearing, at: 2.5, isCounted: isWhite)
    #expect(abs(all.minX - whole.minX) <= 1 && abs(all.maxX - whole.maxX) <= 1 && all.minY == whole.minY)
    style.words = .highlight
    let lit = layer([cue], style)
    #expect(try seen(lit, at: 0.5, isCounted: isYellow).isNull)
    #expect(try seen(lit, at: 1.5, isCounted: isYellow).maxX < whole.midX)
    #expect(try seen(lit, at: 2.5, isCounted: isYellow).minX > whole.midX - 30)
    style.words = .karaoke
    let filled = layer([cue], style)
    #expect(try seen(filled, at: 0.5, isCounted: isYellow).isNull)
    let half = try seen(filled, at: 1.5, isCounted: isYellow)
    #expect(half.minX <= whole.minX + 1 && abs(half.maxX - (first.minX + first.maxX) / 2) < 16)
    let done = try seen(filled, at: 3.999, isCounted: isYellow)
    #expect(abs(done.minX - whole.minX) <= 1 && abs(done.maxX - whole.maxX) <= 2)
  }

  @Test("Arabic is filled from the right, and stands as it does in one piece")
  func rightToLeft() throws {
    func isYellow(_ pixel: [UInt8]) -> Bool { pixel[3] > 200 && pixel[0] > 200 && pixel[2] < 80 }
    let cue = CaptionTrack.Cue(start: 0, end: 4, text: "مرحبا بالعالم")
    var style = CaptionStyle()
    let whole = try seen(layer([cue], style), at: 1, isCounted: { $0[3] > 128 })
    style.words = .karaoke
    let filled = layer([cue], style)
    let early = try seen(filled, at: 1, isCounted: isYellow)
    #expect(!early.isNull && early.minX > whole.midX)
    let pieces = try seen(filled, at: 0, isCounted: { $0[3] > 128 })
    #expect(abs(pieces.minX - whole.minX) <= 1 && abs(pieces.maxX - whole.maxX) <= 1)
  }

  @Test("When there is something: stretches in order, those that touch as one")
  func ranges() {
    let track = CaptionTrack(cues: [
      CaptionTrack.Cue(start: 5, end: 6, text: "c"), CaptionTrack.Cue(start: 0, end: 2, text: "a"),
      CaptionTrack.Cue(start: 1, end: 3, text: "b"), CaptionTrack.Cue(start: 3, end: 4, text: "b"),
    ])
    #expect(track.shownRanges == [0..<4, 5..<6])
  }
}
