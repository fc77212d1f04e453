// What `bench --json` says of frames and of the machine.

import Testing

@testable import Workshop

@Suite struct BenchmarkReportTests {
  @Test("The median, and the middle 80 %")
  func quantiles() {
    let times = FrameTimes((0...10).map { Double($0) }.reversed())
    #expect((times.median, times.low, times.high, times.fastest) == (5, 1, 9, 0))
    #expect(times.milliseconds.first == 10)
    #expect(FrameTimes([1.234567]).milliseconds == [1.2346])
    #expect(FrameTimes([]).median == 0)
  }

  @Test("The processor and its clock, as Linux has them; what is not said is absent")
  func machines() {
    let text = "processor\t: 0\nmodel name\t: A: B\ncpu MHz\t\t: 2893.202\nflags\t\t: avx2 fma\nmodel name\t: other\n"
    let machine = MeasuredMachine(cpuInfo: text, environment: ["LP_NUM_THREADS": "2", "HOME": "/"])
    #expect(machine.processor == "A: B" && machine.megahertz == 2893.202)
    #expect(machine.vectorInstructions == "avx2 fma" && machine.settings == ["LP_NUM_THREADS": "2"])
    #expect(machine.description.hasPrefix("A: B (2893 MHz), \(machine.threads) threads, Linux "))
    let silent = MeasuredMachine(cpuInfo: "", environment: [:])
    #expect(silent.processor == "unknown" && silent.megahertz == nil)
    var warmer = machine
    warmer.megahertz = 1000
    #expect(machine.isLike(warmer) && !machine.isLike(silent))
  }
}
