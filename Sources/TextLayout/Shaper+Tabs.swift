// Tab stops: where text goes on behind a tab character.
//
// Decisions of ours, where sources are silent: behind the last stop there are further ones, at multiples of the default
// interval, or else as far apart as the last two. Stops are counted from the leading edge, and for every line of a
// paragraph from where its first one begins.

import CPango
import CoreGraphics
import Foundation

extension Shaper {
  /// More are not looked at.
  private static let mostTabs = 256
  /// Pango's positions are whole numbers of 32 bits.
  private static let farthest: CGFloat = 1e9

  /// Sets the stops of a paragraph that has tab characters.
  func setTabs(_ layout: OpaquePointer, _ paragraph: Paragraph, unitsPerPoint: CGFloat) {
    guard paragraph.text.utf8.contains(9) else { return }
    let format = paragraph.format
    let start = format.firstLineHeadIndent.isFinite ? max(format.firstLineHeadIndent, 0) : 0
    var stops: [TextTab] = []
    for tab in Self.stops(of: format) {
      let place = (tab.location - start) * unitsPerPoint
      guard place >= 1, place < Self.farthest else { continue }
      stops.append(TextTab(place, tab.alignment))
    }
    guard !stops.isEmpty, let tabs = pango_tab_array_new(gint(stops.count), 0) else { return }
    for (index, stop) in stops.enumerated() {
      let kind: PangoTabAlign
      switch stop.alignment {
      case .leading: kind = PANGO_TAB_LEFT
      case .center: kind = PANGO_TAB_CENTER
      case .trailing: kind = PANGO_TAB_RIGHT
      case .character(let character):
        kind = PANGO_TAB_DECIMAL
        pango_tab_array_set_decimal_point(tabs, Int32(index), character.value)
      }
      pango_tab_array_set_tab(tabs, gint(index), kind, gint(stop.location.rounded()))
    }
    pango_layout_set_tabs(layout, tabs)
    pango_tab_array_free(tabs)
  }

  /// The stops of a paragraph, in points, in ascending order.
  private static func stops(of format: ParagraphFormat) -> [TextTab] {
    var stops: [TextTab] = []
    for tab in (format.tabs ?? TextTab.standard).prefix(mostTabs).sorted(by: { $0.location < $1.location })
    where tab.location.isFinite && tab.location > (stops.last?.location ?? 0) {
      stops.append(tab)
    }
    let interval = format.defaultTabInterval
    if interval > 0, interval.isFinite {
      // Pango goes on with the distance of the last two.
      let next = ((stops.last?.location ?? 0) / interval).rounded(.down) + 1
      stops += [TextTab(next * interval), TextTab((next + 1) * interval)]
    } else if stops.count == 1 {
      stops.append(TextTab(2 * stops[0].location))
    }
    return stops
  }
}
