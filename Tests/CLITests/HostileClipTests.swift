// Clips that no muxer writes, in the command: it makes a film of what is there, or ends with 65; never by a trap, never
// without end, and never by blaming the output or the machine.
import Foundation
import ImageFiles
import TestFilms
import Testing

@Suite(.serialized) struct HostileClipTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    try shell.write("<caml><CALayer bounds='0 0 64 48' backgroundColor='1 0 0 0.5'/></caml>", to: "s.caml")
  }

  private static let picture: [UInt8] = {
    let pixels = (0..<64 * 48).flatMap { _ in [90, 90, 90, 255] as [UInt8] }
    return (try? ImageFile.encode(Bitmap(width: 64, height: 48, pixels: pixels), as: .jpeg)) ?? []
  }()

  private func write(_ clusters: [MatroskaFile.Cluster], to name: String = "clip.mkv") throws {
    let track = MatroskaFile.Track("V_MJPEG", .pictures(width: 64, height: 48))
    let file = MatroskaFile([track], clusters)
    try Data(file.bytes).write(to: URL(filePath: "\(shell.folder)/\(name)"))
  }

  /// Half a second of a film with the clip, in at most a minute of the processor's time.
  private func film() throws -> Shell.Outcome {
    try shell.run("ulimit -t 60; exec \"$MULTIPLANE\" video s.caml --over clip.mkv --to 0.5 -q -o o.mp4")
  }

  private static let wrongTimes: [[Int64]] = [[1 << 62, -1 << 62, 1 << 62 + 1], [-1 << 62, 1 << 62, 1 << 62 + 5]]

  @Test("Times of 2^62 are refused", arguments: wrongTimes)
  func times(times: [Int64]) throws {
    try write(times.map { .init($0, [.init(Self.picture)]) })
    let outcome = try film()
    #expect(outcome.status == 65 && outcome.text.contains("a packet's time is"), "\(outcome)")
  }

  @Test("A hundred thousand packets without pictures, and ten thousand out of order, come to an end")
  func junk() throws {
    let junk = (0..<100_000).map { MatroskaFile.Block([0], offset: Int16(truncatingIfNeeded: $0)) }
    try write([.init(0, [.init(Self.picture)]), .init(40, junk)])
    let many = try film()
    #expect([0, 65].contains(many.status), "\(many)")
    let block = Array(junk.prefix(5000))
    try write([.init(0, [.init(Self.picture)]), .init(1_000_000, block), .init(40, block)])
    let mixed = try film()
    #expect([0, 65].contains(mixed.status), "\(mixed)")
  }
}
