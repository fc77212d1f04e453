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

/// A tab stop.
///
/// - Parameters:
///   - alignment: what of the text after the tab lies there.
///   - location: from the leading edge, in points.
///   - options: are not looked at.
public func CTTextTabCreate(_ alignment: CTTextAlignment, _ location: Double, _ options: CFDictionary?) -> CTTextTab {
  CTTextTab(alignment, TextTab(CGFloat(location), alignment.alignment))
}

/// Which part of the text behind a tab lies at its stop.
public func CTTextTabGetAlignment(_ tab: CTTextTab) -> CTTextAlignment { tab.alignment }

/// Where a stop is, in points from the leading edge.
public func CTTextTabGetLocation(_ tab: CTTextTab) -> Double { Double(tab.textTab.location) }
