// The places that WebVTT's settings give captions, compared with the boxes of Chromium 156 for the same cues over a
// video of 640x360, and WebVTT's rules (7.2) where Chromium reads less of a setting.

import CoreGraphics
import QuartzCore
import Testing

@testable import Captions

@MainActor @Suite struct CaptionPlaceTests {
  private func frame(_ settings: String, text: String = "MMMMMMMM") throws -> CGRect {
    let track = try CaptionTrack(
      bytes: Array("WEBVTT\n\n00:00.000 --> 00:01.000 \(settings)\n\(text)\n".utf8), file: "a.vtt")
    var style = CaptionStyle()
    (style.size, style.outlineColor) = (20, nil)
    #expect(track.notes.isEmpty)
    let layer = track.makeLayer(size: CGSize(width: 640, height: 360), style: style)
    return try #require(layer.sublayers?.first).frame
  }

  /// A part of a box that the settings fix, whatever the font.
  enum Edge: Sendable { case left, middle, right, top }

  @Test(
    "As Chromium has the boxes of cues, within the safe area",
    arguments: [
      ("", Edge.middle, 320), ("align:start", .left, 0), ("align:end", .right, 640), ("align:left", .left, 0),
      ("align:right", .right, 640), ("position:50% align:start", .left, 320),
      ("position:20% align:start size:60%", .left, 128), ("position:20% align:center", .middle, 128),
      ("position:80% align:end", .right, 512), ("position:50% align:end", .right, 320),
      ("line:10% position:20% align:start size:60%", .left, 128), ("line:10%", .top, 36), ("line:50%", .top, 180),
      ("position:0% align:start", .left, 0), ("position:100% align:end", .right, 640), ("size:40%", .middle, 320),
      ("size:40% align:start", .left, 0), ("position:60% size:80% align:center", .middle, 384),
      // WebVTT's rules: the box of 40 % from 30 % on, and the one that ends at 70 %.
      ("position:30%,line-left align:center size:40%", .middle, 320),
      ("position:70%,line-right align:start size:40%", .left, 192),
      ("line:50%,center", .middle, 320),
    ] as [(String, Edge, Double)])
  func chromium(settings: String, edge: Edge, place: Double) throws {
    let frame = try self.frame(settings)
    let (width, height) = (Double(frame.width), Double(frame.height))
    let (found, safe): (CGFloat, ClosedRange<Double>) =
      switch edge {
      case .left: (frame.minX, 32...(608 - width))
      case .middle: (frame.midX, (32 + width / 2)...(608 - width / 2))
      case .right: (frame.maxX, (32 + width)...608)
      case .top: (frame.minY, 18...(342 - height))
      }
    let expected = min(max(place, safe.lowerBound), safe.upperBound)
    #expect(abs(Double(found) - expected) < 1, "\(settings): \(frame), not \(expected)")
  }

  @Test("A line may be the box's middle or its end (WebVTT 7.2), and start is at the right of Arabic")
  func anchors() throws {
    #expect(abs(try frame("line:50%,center").midY - 180) < 0.5)
    #expect(abs(try frame("line:50%,end").maxY - 180) < 0.5)
    #expect(abs(try frame("align:start position:50%", text: "مرحبا بالعالم").maxX - 320) < 1)
    #expect(abs(try frame("align:end position:50%", text: "مرحبا بالعالم").minX - 320) < 1)
  }

  @Test("A box is as wide as fits between its position and the edge")
  func widths() throws {
    let long = "Words that take more than a third of the width of this picture"
    let frame = try self.frame("align:start position:66.5%", text: long)
    #expect(abs(frame.minX - 425.6) < 1 && frame.maxX <= 608 && frame.height > 40)
  }
}
