// --size, --width, --height, --fit and --align: pictures and films of other sizes than their scenes', pixel by pixel
// against the boxes that CSS has for them, and the same by all commands.

import ArgumentParser
import CoreGraphics
import Foundation
import ImageCodecs
import ImageFiles
import Multiplane
import TestFilms
import TestSupport
import Testing

@testable import CLI

@Suite(.serialized) struct FitCommandTests {
  private let shell: Shell

  /// The quarters of the scene, in rows: red, green, blue, white.
  private static let quarters: [[UInt8]] = [
    [255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 255, 255],
  ]

  init() throws {
    shell = try Shell()
    // 40x20 points. CAML's y is up.
    let places = ["10 15", "30 15", "10 5", "30 5"]
    let layers = zip(places, Self.quarters).map { place, color in
      let parts = color[..<3].map { "\($0 / 255)" }.joined(separator: " ")
      return "<CALayer bounds='0 0 20 10' position='\(place)' backgroundColor='\(parts)'/>"
    }
    try shell.write(
      "<caml><CALayer bounds='0 0 40 20' position='20 10'><sublayers>\(layers.joined())</sublayers></CALayer></caml>",
      to: "scene.caml")
    let shapes = Self.quarters.enumerated().map { index, color in
      """
      {"ty": 4, "nm": "\(index)", "ind": \(index + 1), "ip": 0, "op": 20, "st": 0, "ks": {},
       "shapes": [{"ty": "gr", "it": [
      {"ty": "rc", "p": {"a": 0, "k": [\(index % 2 * 20 + 10), \(index / 2 * 10 + 5)]}, "s": {"a": 0, "k": [20, 10]},
       "r": {"a": 0, "k": 0}},
      {"ty": "fl", "c": {"a": 0, "k": [\(color[0] / 255), \(color[1] / 255), \(color[2] / 255)]},
       "o": {"a": 0, "k": 100}},
      {"ty": "tr"}]}]}
      """
    }
    try shell.write(
      """
      {"v": "5.7", "fr": 10, "ip": 0, "op": 10, "w": 40, "h": 20, "layers": [\(shapes.joined(separator: ","))]}
      """, to: "scene.json")
  }

  private func picture(_ name: String) throws -> Picture {
    Picture(try ImageFile.decode(contentsOfFile: "\(shell.folder)/\(name)").bitmap)
  }

  /// The pixels of a picture that are not as the scene in a box has them, those aside that an edge goes through.
  private func wrong(_ picture: Picture, _ box: CGRect) -> Int {
    var wrong = 0
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let (u, v) = ((Double(x) + 0.5 - box.minX) / box.width, (Double(y) + 0.5 - box.minY) / box.height)
        let (across, down) = (0.75 / box.width, 0.75 / box.height)
        if [0, 0.5, 1].contains(where: { abs(u - $0) < across || abs(v - $0) < down }) { continue }
        let isInside = 0...1 ~= u && 0...1 ~= v
        let expected = isInside ? Self.quarters[(v < 0.5 ? 0 : 2) + (u < 0.5 ? 0 : 1)] : [0, 0, 0, 0]
        let start = (y * picture.width + x) * 4
        if Array(picture.bytes[start..<start + 4]) != expected { wrong += 1 }
      }
    }
    return wrong
  }

  @Test("object-fit and object-position, by every pixel", arguments: ["scene.caml", "scene.json"])
  func fits(scene: String) throws {
    let own =
      scene.hasSuffix("json") ? CGRect(x: 0, y: 15, width: 60, height: 30) : CGRect(x: 10, y: 20, width: 40, height: 20)
    for (arguments, box) in [
      ("--size 60x60", own),
      ("--size 60x60 --fit contain", CGRect(x: 0, y: 15, width: 60, height: 30)),
      ("--size 60x60 --fit cover", CGRect(x: -30, y: 0, width: 120, height: 60)),
      ("--size 60x60 --fit fill", CGRect(x: 0, y: 0, width: 60, height: 60)),
      ("--size 60x60 --fit none", CGRect(x: 10, y: 20, width: 40, height: 20)),
      ("--size 60x60 --fit none --align 'right bottom'", CGRect(x: 20, y: 40, width: 40, height: 20)),
      ("--size 60x60 --fit cover --align left", CGRect(x: 0, y: 0, width: 120, height: 60)),
      ("--size 60x60 --fit contain --align top", CGRect(x: 0, y: 0, width: 60, height: 30)),
      ("--size 20x60 --fit cover --align '25% 0%'", CGRect(x: -25, y: 0, width: 120, height: 60)),
      ("--size 60x60 --fit contain --align top --flipped", CGRect(x: 0, y: 0, width: 60, height: 30)),
      ("--width 60 --height 60", CGRect(x: 0, y: 15, width: 60, height: 30)),
      ("--width 60 --height 60 --fit cover --align right", CGRect(x: -60, y: 0, width: 120, height: 60)),
      ("--width 80", CGRect(x: 0, y: 0, width: 80, height: 40)),
      ("--height 50", CGRect(x: 0, y: 0, width: 100, height: 50)),
    ] as [(String, CGRect)] {
      let outcome = try shell.run("multiplane render \(scene) \(arguments) -q -o a.png")
      #expect(outcome.status == 0, "\(arguments): \(outcome.text)")
      let picture = try picture("a.png")
      // Upside down as a whole, it lies where it is said to.
      let seen =
        arguments.contains("--flipped")
        ? picture.rearranged(width: picture.width, height: picture.height) { ($0, 29 - $1 < 0 ? $1 : 29 - $1) }
        : picture
      #expect(wrong(seen, box) == 0, "\(arguments)")
    }
  }

  @Test("One side in pixels: the other is the nearest, even where the given one is")
  func sides() throws {
    let shape = CGSize(width: 1920, height: 1080)
    for (given, width, height) in [
      ("--width 1280", 1280, 720), ("--width 333", 333, 187), ("--height 100", 178, 100), ("--width 854", 854, 480),
      ("--width 1", 1, 1), ("--width 2", 2, 2),
    ] {
      let options = try SizeOptions.parse(given.split(separator: " ").map(String.init))
      #expect(options.canvas(for: shape) == SizeArgument(width: width, height: height), "\(given)")
    }
  }

  @Test(
    "--align as CSS's object-position",
    arguments: [
      ("left", 0, 0.5), ("top", 0.5, 0), ("bottom right", 1, 1), ("right bottom", 1, 1), ("center", 0.5, 0.5),
      ("center top", 0.5, 0), ("top center", 0.5, 0), ("left center", 0, 0.5), ("25%", 0.25, 0.5),
      ("25% 100%", 0.25, 1), ("left 20%", 0, 0.2), ("20% top", 0.2, 0),
    ] as [(String, Double, Double)])
  func alignments(text: String, x: Double, y: Double) throws {
    let alignment = try CanvasAlignment(parsing: text)
    #expect(alignment == CanvasAlignment(x: x, y: y))
    #expect(try CanvasAlignment(parsing: alignment.argument) == alignment)
  }

  @Test(arguments: [
    "", "middle", "left right", "top bottom", "left left", "1 2", "-1%", "101%", "nan%", "a b c", "20% left", "top 20%",
  ])
  func alignmentsRefused(text: String) {
    #expect(throws: ArgumentValueError.self) { try CanvasAlignment(parsing: text) }
  }

  @Test("Several sizes: each output is that of its size alone")
  func severalSizes() throws {
    let sizes = "30x40,40x30,36x36"
    let pictures = try shell.run("multiplane render scene.json --size \(sizes) --fit cover -q -o 'out/a-{size}.png'")
    #expect(pictures.status == 0, "\(pictures.text)")
    let films = try shell.run(
      "multiplane video scene.json --size \(sizes) --duration 0.5 --fps 10 -q -o 'out/{size}/f.y4m' "
        + "--hashes 'out/{size}.txt'"
    )
    #expect(films.status == 0, "\(films.text)")
    for size in sizes.split(separator: ",") {
      let alone = try shell.run(
        """
        multiplane render scene.json --size \(size) --fit cover -q -o b.png && cmp b.png out/a-\(size).png && \
        multiplane video scene.json --size \(size) --duration 0.5 --fps 10 -q -o b.y4m && \
        cmp b.y4m out/\(size)/f.y4m && \
        multiplane verify out/\(size).txt scene.json -q
        """)
      #expect(alone.status == 0, "\(size): \(alone.text)")
    }
    #expect(try shell.run("ls out | wc -l").text == "9\n")
  }

  @Test("Rows of data in several sizes, and what the manifest says of them")
  func rows() throws {
    try shell.write("name\na\nb\n", to: "rows.csv")
    let outcome = try shell.run(
      "multiplane render scene.json --data rows.csv --size 20x20,40x20 --fit cover -q -o 'out/{name}-{size}.png'")
    #expect(outcome.status == 0, "\(outcome.text)")
    let lines = outcome.text.split(separator: "\n")
    #expect(lines.count == 4 && lines[1].contains("\"size\":\"40x20\"") && lines[1].contains("out/a-40x20.png"))
    let alone = try shell.run(
      "multiplane render scene.json --size 40x20 --fit cover -q -o b.png && cmp b.png out/b-40x20.png && ls out | wc -l"
    )
    #expect(alone.status == 0 && alone.text == "4\n", "\(alone.text)")
  }

  @Test("Digests of frames remember how they were fitted")
  func hashes() throws {
    let outcome = try shell.run(
      """
      multiplane video scene.caml --width 50 --height 30 --fit cover --align '25% 0%' --duration 0.2 --fps 10 -q \
      --hashes h.txt -o a.y4m && multiplane verify h.txt scene.caml -q && \
      ! multiplane verify h.txt scene.caml --width 50 --height 30 -q
      """)
    #expect(outcome.status == 0, "\(outcome.text)")
  }

  @Test(
    "A plan's film has the bytes of the film by one process",
    arguments: ["--width 64 --height 48 --fit cover --align left", "--height 48", "--size 48x64 --fit fill"])
  func farm(size: String) throws {
    try shell.expectFarmMakes(
      "scene.json \(size) --duration 1 --fps 10 --segment 0.3s", format: ".mp4", hiding: ["scene.json"])
  }

  @Test("inspect has the picture's size")
  func inspection() throws {
    let outcome = try shell.run("multiplane inspect scene.json --width 64 --pixel 63,31")
    #expect(outcome.status == 0 && outcome.text.contains("#ffffff"), "\(outcome.text)")
    #expect(try shell.run("multiplane inspect scene.json --width 64 --pixel 64,31").status == 64)
  }

  @Test("A clip fills a film as --fit and --align say; the scene stays as it is", .enabled(if: FFmpeg.isInstalled))
  func clip() throws {
    // White, 40x20; the scene is in no frame of it.
    try FFmpeg.run(
      "ffmpeg", ["-f", "lavfi", "-i", "color=white:s=40x20:r=10:d=0.2", "-c:v", "ffv1", shell.folder + "/clip.mkv"])
    for (arguments, box) in [
      ("", CGRect(x: 0, y: 15, width: 60, height: 30)), ("--fit none", CGRect(x: 10, y: 20, width: 40, height: 20)),
      ("--fit none --align 'right bottom'", CGRect(x: 20, y: 40, width: 40, height: 20)),
      ("--fit cover", CGRect(x: 0, y: 0, width: 60, height: 60)),
      ("--fit contain --align top", CGRect(x: 0, y: 0, width: 60, height: 30)),
    ] as [(String, CGRect)] {
      let outcome = try shell.run(
        "multiplane video scene.caml --over clip.mkv --at 0.1 --size 60x60 \(arguments) -q -o film.mkv --codec ffv1")
      #expect(outcome.status == 0, "\(outcome.text)")
      let pixels = try FFmpeg.frames(of: shell.folder + "/film.mkv", as: "gray")
      try #require(pixels.count == 2 * 3600)
      let wrong = (0..<3600).count {
        (pixels[$0] > 128) != box.contains(CGPoint(x: Double($0 % 60) + 0.5, y: Double($0 / 60) + 0.5))
      }
      #expect(wrong == 0, "\(arguments): \(wrong)")
      // In the second frame the scene lies in the middle, as large as it is.
      #expect(pixels[3600 + 22 * 60 + 12] < 100, "\(arguments)")
    }
    let half = try shell.run("multiplane video scene.caml --over clip.mkv --width 20 -q -o half.mkv --codec ffv1")
    #expect(half.status == 0, "\(half.text)")
    let stream = try FFmpeg.stream(shell.folder + "/half.mkv", "width,height")
    #expect(stream["width"] == "20" && stream["height"] == "10")
  }

  @Test("What cannot be is refused with its reason, and leaves nothing")
  func refusals() throws {
    let before = shell.contents
    for (arguments, words) in [
      ("render scene.json --fit cover -o a.png", "--size"), ("video scene.json --align top -o a.mp4", "--over"),
      ("render scene.json --size 9x9 --width 9 -o a.png", "give one of both"),
      ("render scene.json --width 9 --scale 2 -o a.png", "--scale"),
      ("render scene.json --width 0 -o a.png", "whole number"),
      ("render scene.json --width 99999 -o a.png", "whole number"),
      ("render scene.json --device ipad --width 9 -o a.png", "--device"),
      ("render scene.json --size 9x9,8x8 -o a.png", "{size}"),
      ("render scene.json --size 9x9,9x9 -o {size}.png", "twice"),
      ("render scene.json --size 9x9, -o {size}.png", "WIDTHxHEIGHT"),
      ("video scene.json --size 8x8,9x9 --hashes h.txt -o {size}.y4m", "--hashes"),
      ("video scene.json --size 8x8,9x9 --progress openjd -o {size}.y4m", "--progress"),
      ("video scene.json --size 8x8,9x9 -o -", "files"), ("inspect scene.json --size 8x8,9x9", "one here"),
      ("plan scene.json --size 8x8,9x9 -o plan", "names 2 sizes"),
      ("render scene.json --fit zoom --size 9x9 -o a.png", "cover"),
    ] {
      let outcome = try shell.run("multiplane \(arguments)")
      #expect(outcome.status == 64 && outcome.text.contains(words), "\(arguments): \(outcome)")
      #expect(shell.contents == before, "\(arguments)")
    }
  }
}
