// What Apple's SDK brings along, beside the modules that a client may import as well: no name is ambiguous.

import CoreGraphics
import Dispatch
import Foundation
import Glibc
import Testing

@Suite struct DarwinNamesTests {
  @Test("Names of Darwin, with Dispatch, Foundation and the C library imported") func numbers() {
    #expect(NSEC_PER_SEC == 1_000_000_000 && NSEC_PER_SEC == NSEC_PER_MSEC * 1000 && NSEC_PER_MSEC == 1_000_000)
    #expect(NSEC_PER_USEC == 1000 && USEC_PER_SEC == 1_000_000 && MSEC_PER_SEC == 1000)
    let later = DispatchTime.now() + Double(Int64(0.5 * Double(NSEC_PER_SEC))) / Double(NSEC_PER_SEC)
    #expect(later > .now())
    let (repeats, count): (Float, NSInteger) = (HUGE, 3)
    #expect(repeats == MAXFLOAT && repeats.isFinite && count == 3 && NSUInteger(4) == 4)
  }

  @Test("Paths from paths by the SDK's names: strokes and dashes") func paths() {
    let line = CGMutablePath()
    line.addLines(between: [.zero, CGPoint(x: 10, y: 0)])
    var move = CGAffineTransform(translationX: 5, y: 5)
    // Outside of macros, which keep pointers beyond the call.
    let stroke = CGPath(
      __byStroking: line, transform: &move, lineWidth: 2, lineCap: .butt, lineJoin: .miter, miterLimit: 10)
    #expect(stroke?.boundingBoxOfPath == CGRect(x: 5, y: 4, width: 10, height: 2))
    let dashes = CGPath(__byDashing: line, transform: nil, phase: 0, lengths: [4, 2], count: 2)
    #expect(dashes == line.copy(dashingWithPhase: 0, lengths: [4, 2]))
    #expect(CGPath(__byDashing: line, transform: nil, phase: 0, lengths: nil, count: 0) == line)
  }
}
