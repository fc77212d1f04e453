// Timecode as SMPTE ST 12-1 defines it: the skipped numbers, by counting one frame after another.
import TestSupport
import Testing

@testable import Video

@Suite struct TimecodeTests {
  @Test(
    "Each frame of a day has the number that counting gives it",
    arguments: [
      ("30000/1001", true), ("60000/1001", true), ("30000/1001", false), ("25", false), ("24000/1001", false),
    ])
  func counting(rate: String, isDropping: Bool) throws {
    let rate = try #require(FrameRate(rate))
    let separator = isDropping ? ";" : ":"
    let first = try #require(Timecode("00:00:00\(separator)00", rate: rate))
    let perSecond = Int(rate.framesPerSecond.rounded())
    let dropped = isDropping ? perSecond / 15 : 0
    func two(_ value: Int) -> String { (value < 10 ? "0" : "") + String(value) }
    var frame = 0
    for minute in 0..<24 * 60 {
      for second in 0..<60 {
        for number in 0..<perSecond {
          if minute % 10 != 0, second == 0, number < dropped { continue }
          // The first and the last second of each minute, and one frame of each second.
          if second % 59 == 0 || number == 7 {
            let text = "\(two(minute / 60)):\(two(minute % 60)):\(two(second))\(separator)\(two(number))"
            if minute % 97 == 0 || second == 0 && number <= dropped {
              try #require(first.advanced(by: frame).description == text)
              try #require(Timecode(text, rate: rate) == first.advanced(by: frame))
            }
          }
          frame += 1
        }
      }
    }
    #expect(first.advanced(by: frame) == first)
  }

  @Test(
    "Timecodes that are invalid for the rate are refused",
    arguments: [
      "", "1:00:00:00", "24:00:00:00", "00:60:00:00", "00:00:60:00", "00:00:00:30", "00:01:00;00", "00:01:00;01",
      "00:00:00/00", "００:00:00:00", "00:00:00:000", "-1:00:00:00",
    ])
  func refused(text: String) throws {
    #expect(try Timecode(text, rate: #require(FrameRate("30000/1001"))) == nil)
  }

  @Test("Only 30000/1001 and 60000/1001 drop numbers")
  func dropping() throws {
    #expect(Timecode("01:00:00;00", rate: FrameRate(25)) == nil)
    #expect(Timecode("01:00:00;00", rate: FrameRate(30)) == nil)
    #expect(try Timecode("00:10:00;00", rate: #require(FrameRate("60000/1001")))?.description == "00:10:00;00")
  }
}
