// Tab stops.

public import CoreGraphics
import Foundation
import TextLayout

/// A place where text goes on behind a tab character.
public final class CTTextTab: Sendable {
  let textTab: TextTab
  let alignment: CTTextAlignment

  init(_ alignment: CTTextAlignment, _ textTab: TextTab) { (self.alignment, self.textTab) = (alignment, textTab) }
}

/// Creates a tab stop.
///
/// - Parameters:
///   - alignment: the part of the text after the tab that lies at the stop.
///   - location: from the leading edge, in points.
///   - options: ignored.
public func CTTextTabCreate(_ alignment: CTTextAlignment, _ location: Double, _ options: CFDictionary?) -> CTTextTab {
  CTTextTab(alignment, TextTab(CGFloat(location), alignment.alignment))
}

/// Returns the alignment at a stop: the part of the text after the tab that lies there.
public func CTTextTabGetAlignment(_ tab: CTTextTab) -> CTTextAlignment { tab.alignment }

/// Returns the location of a stop, in points from the leading edge.
public func CTTextTabGetLocation(_ tab: CTTextTab) -> Double { Double(tab.textTab.location) }
