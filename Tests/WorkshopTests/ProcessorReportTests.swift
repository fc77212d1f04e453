// What the processor is said to be.

import Testing

@testable import Workshop

@Suite struct ProcessorReportTests {
  @Test("R-B5: what equal bytes depend on beside the scene")
  func processors() {
    let text = "processor\t: 0\nmodel name\t: X\nflags\t\t: fpu sse2 avx avx2 ht\nflags\t\t: sse2\n"
    #expect(ProcessorReport(cpuInfo: text, environment: [:]).summary == "sse2 avx avx2")
    #expect(
      ProcessorReport(cpuInfo: "", environment: ["LP_NATIVE_VECTOR_WIDTH": "128", "HOME": "/"]).summary
        == "unknown; LP_NATIVE_VECTOR_WIDTH=128")
  }
}
