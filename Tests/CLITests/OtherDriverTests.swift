// OpenGL by another driver than the machine's own: Mesa has several, one of which the environment names.
import Foundation
import Testing

@testable import CLI

@Suite(.serialized) struct OtherDriverTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  /// Mesa says EGL 1.5 of drivers that have robust contexts, and 1.4 of the others: softpipe, virtual machines' ones.
  @Test("A display of EGL 1.4 draws")
  func olderDisplay() throws {
    let softpipe = "LIBGL_ALWAYS_SOFTWARE=1 GALLIUM_DRIVER=softpipe multiplane"
    let info = try shell.run("\(softpipe) info --egl surfaceless")
    #expect(info.text.contains("softpipe"))
    #expect(info.text.contains(#/EGL version: +1\.4/#) && info.text.contains(#/Robustness: +no/#), "\(info.text)")
    let drawn = try shell.run(
      """
      \(softpipe) render demo:scripts --egl surfaceless -q -o drawn.png &&
      multiplane render demo:scripts --renderer rows -q -o expected.png &&
      multiplane compare drawn.png expected.png --tolerance 2
      """)
    #expect(drawn.status == 0, "\(drawn.text)")
  }
}
