// --device: a wallpaper as a screen shows it.
import Foundation
import Testing

@testable import CLI

@Suite(.serialized) struct DeviceTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  @Test func values() throws {
    #expect(
      try DeviceArgument(parsing: "iPhone") == DeviceArgument(size: SizeArgument(width: 430, height: 932), scale: 3))
    #expect(try DeviceArgument(parsing: "ipad").size == SizeArgument(width: 1032, height: 1376))
    #expect(
      try DeviceArgument(parsing: "393x852@3") == DeviceArgument(size: SizeArgument(width: 393, height: 852), scale: 3))
    #expect(try DeviceArgument(parsing: "20x40").scale == 1)
    for text in ["", "phone", "20", "20x", "x@2", "20x40@", "20x40@0", "20x40@2@3", "0x3"] {
      #expect(throws: (any Error).self) { try DeviceArgument(parsing: text) }
    }
    // What is written down is read again.
    let device = try DeviceArgument(parsing: "393x852@3")
    #expect(try DeviceArgument(parsing: device.description) == device)
  }

  @Test(
    "A scene covers the screen; a square one for all devices has half points",
    arguments: [
      (3176.0, 3176.0, "iphone", 0.5), (3176, 3176, "ipad", 0.5), (390, 844, "iphone", 932.0 / 844),
      (860, 932, "iphone", 1), (100, 100, "ipad", 13.76), (4000, 8000, "430x932", 0.1165),
    ] as [(Double, Double, String, Double)])
  func zoom(width: Double, height: Double, device: String, expected: Double) throws {
    let zoom = try DeviceArgument(parsing: device).zoom(of: CGSize(width: width, height: height))
    #expect(abs(zoom - expected) < 1e-9)
  }

  /// A square for all devices: green where a screen of 20x40 points is, red around.
  private func writeSquare() throws {
    try shell.write(
      """
      <caml><CALayer bounds="0 0 400 400" position="200 200" backgroundColor="1 0 0"><sublayers>
      <CALayer bounds="0 0 40 80" position="200 200" backgroundColor="0 1 0"/></sublayers></CALayer></caml>
      """, to: "square.caml")
    try shell.write(
      """
      <caml><CALayer bounds="0 0 60 120" position="30 60" backgroundColor="0 1 0"/></caml>
      """, to: "expected.caml")
  }

  @Test func picture() throws {
    try writeSquare()
    let outcome = try shell.run(
      "multiplane render square.caml -q --device 20x40@3 -o a.png && multiplane render expected.caml -q -o b.png && "
        + "multiplane compare a.png b.png")
    #expect(outcome.status == 0, "\(outcome.text)")
    // The scale is the user's where one is given.
    let larger = try shell.run(
      "multiplane render square.caml -q --device 20x40@3 --scale 6 -o c.png && "
        + "multiplane render expected.caml -q --scale 2 -o d.png && multiplane compare c.png d.png")
    #expect(larger.status == 0, "\(larger.text)")
  }

  @Test func sizeAndDevice() throws {
    try writeSquare()
    let outcome = try shell.run("multiplane render square.caml --device ipad --size 10x10 -o a.png")
    #expect(outcome.status == ExitStatus.usage.rawValue && outcome.text.contains("--device"), "\(outcome.text)")
  }

  @Test func hashesRememberTheDevice() throws {
    try writeSquare()
    let outcome = try shell.run(
      "multiplane video square.caml -q --device 20x40@3 --duration 0.2 --fps 10 --hashes h.txt -o a.y4m && "
        + "grep -q '^device 20x40@3' h.txt && multiplane verify h.txt square.caml -q")
    #expect(outcome.status == 0, "\(outcome.text)")
  }

  /// The number of particles on show is that of a steady state from the first frame on: rate x lifetime, by Little's
  /// law.
  @Test("D-7 emitters have run for ever at the first frame", arguments: [0.0, 0.5, 3])
  func emitters(time: Double) throws {
    // Forty particles a second that live a second and do not overlap: 7 points apart in one line, by their speed.
    try shell.write(
      """
      <caml><CALayer bounds="0 0 400 20" position="200 10" backgroundColor="0 0 0"><sublayers>
      <CAEmitterLayer bounds="0 0 400 20" position="200 10" emitterPosition="0 10"><emitterCells>
      <CAEmitterCell birthRate="40" lifetime="1" velocity="280" emissionLongitude="0">
      <contents><CGImage src="data:image/png;base64,\
      iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAADklEQVR4nGP4DwYMEAoAU7oL9ZisIGcAAAAASUVORK5CYII="/></contents>
      </CAEmitterCell></emitterCells></CAEmitterLayer></sublayers></CALayer></caml>
      """, to: "emitter.caml")
    let picture = try shell.run(
      "multiplane video emitter.caml -q --from \(time) --duration 0.1 --fps 10 -o - > frame.raw; wc -c < frame.raw")
    let bytes = try #require(FileManager.default.contents(atPath: shell.folder + "/frame.raw"), "\(picture.text)")
    try #require(bytes.count == 400 * 20 * 4, "\(picture.text)")
    var light = 0
    for pixel in stride(from: 0, to: bytes.count, by: 4) { light += Int(bytes[pixel]) }
    // Each covers four pixels; those at the ends may be half out of sight.
    let count = Double(light) / 255 / 4
    #expect(abs(count - 40) <= 1.5, "\(count) particles")
  }

  /// A square of 100 points that turns about x by 60 degrees is half as high; about z it keeps its area.
  @Test("22.12 a plane among particles is drawn as it is seen", arguments: [(1.5707963, 5000.0), (0, 10_000)])
  func planes(latitude: Double, area: Double) throws {
    try shell.write(
      """
      <caml><CALayer bounds="0 0 200 200" position="100 100" backgroundColor="0 0 0"><sublayers>
      <CAEmitterLayer bounds="0 0 200 200" position="100 100" emitterPosition="100 100"><emitterCells>
      <CAEmitterCell birthRate="1" lifetime="1" scale="50" magnificationFilter="nearest" particleType="plane"
        orientationLatitude="\(latitude)" rotation="1.04719755">
      <contents><CGImage src="data:image/png;base64,\
      iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAADklEQVR4nGP4DwYMEAoAU7oL9ZisIGcAAAAASUVORK5CYII="/></contents>
      </CAEmitterCell></emitterCells></CAEmitterLayer></sublayers></CALayer></caml>
      """, to: "plane.caml")
    let outcome = try shell.run("multiplane video plane.caml --from 0.5 --duration 0.1 --fps 10 -o - > frame.raw")
    #expect(outcome.status == 0 && !outcome.text.contains("note"), "\(outcome.text)")
    let bytes = try #require(FileManager.default.contents(atPath: shell.folder + "/frame.raw"))
    let light = stride(from: 0, to: bytes.count, by: 4).reduce(0) { $0 + Int(bytes[$1]) }
    #expect(abs(Double(light) / 255 - area) < 60, "\(Double(light) / 255)")
  }
}
