// The command line as a whole: what parses, what is refused with which status, and what help says.
import ArgumentParser
import Testing

@testable import CLI

@Suite struct CommandLineTests {
  /// The error that a command line ends with; nil when it parses.
  private func refusal(_ line: String) -> (status: Int32, message: String)? {
    do {
      _ = try MultiplaneCommand.parseAsRoot(line.split(separator: " ").map(String.init))
      return nil
    } catch {
      return (MultiplaneCommand.exitCode(for: error).rawValue, MultiplaneCommand.fullMessage(for: error))
    }
  }

  @Test(arguments: [
    "render scene.caml -o out.png",
    "render scene.ca --output out.WEBP --at 0.5 --size 390x844 --scale 2 --background #fff --state Locked -q",
    "render demo:a -o out.jpg --progress 0.25 --flipped --egl surfaceless",
    "video scene.tendies -o out.mp4 --from 1 --duration 3 --fps 29.97 --crf 18 --codec libx264 --states A,B@1",
    "video scene.tendies -o -",
    "inspect scene.caml --at 2 --json",
    "bench demo:a demo:b --frames 10 --json out.json",
    "bench --suite basic", "bench --compare a.json b.json", "bench --compare a.json b.json --slower-than 2.5",
    "bench --score --quick --egl device --max-memory 2G --json out.json",
    "render scene.caml -o out.png --font a.ttf --font b.otf",
    "render scene.caml -o out.png --max-memory 512M --state base",
    "video scene.caml -o out.mp4 --max-frames 100 --max-memory 2GiB",
    "info --egl gbm --json",
    "info --gpu required", "render s -o o.png --gpu 0 --renderer gl", "render s -o o.png --gpu 65:00.0 --egl device",
    "render s -o o.png --gpu none --renderer rows", "render s -o o.png --gpu nvidia",
    "demo",
    "demo --list",
  ])
  func accepted(line: String) {
    #expect(refusal(line) == nil)
  }

  @Test(arguments: [
    ("frob", "Unexpected argument 'frob'"),
    ("render scene.caml", "Missing expected argument '--output <file>'"),
    ("render -o out.png", "Missing expected argument '<scene>'"),
    ("render scene.caml -o out.nope", "'out.nope' is no picture file; expected a name that ends in"),
    ("render s -o o.png --at 1 --progress 0", "--at and --progress both set the time"),
    ("render s -o o.png --size 10", "'10' is invalid for '--size <WxH>': expected WIDTHxHEIGHT"),
    ("render s -o o.png --size 0x10", "from 1 to 65536 points"),
    ("render s -o o.png --at nan", "expected seconds, 0 or more"),
    ("render s -o o.png --egl vulkan", "'auto', 'device', 'gbm' or 'surfaceless'"),
    ("render s -o o.png --gpu required --renderer rows", "--gpu is what OpenGL draws by"),
    ("video s -o o.mp4 --fps 0", "expected frames a second up to 1000"),
    ("video s -o o.avi", "the name says no video format"),
    ("video s -o o.mp4 --states A,B", "expected NAME or NAME@SECONDS"),
    ("video s -o o.mp4 --max-frames 0", "from 1 to 1000000000"),
    ("render s -o o.png --max-memory 3", "expected an amount of memory from 1M to 16T"),
    ("bench", "nothing to measure"),
    ("bench --compare a.json", "--compare takes two files"),
    ("bench --compare a b --score", "--compare takes two files"),
    ("bench --compare a b --suite drawing", "--compare takes two files"),
    ("bench --compare a b --frames 3", "--compare measures nothing; leave --frames out"),
    ("bench --compare a b --json c", "leave --json out"),
    ("bench demo:a --slower-than 5", "--slower-than is for --compare"),
    ("bench --compare a b --slower-than 1001", "expected percent from 0 to 1000"),
    ("bench demo:a --quick", "--quick is a way to find the --score"),
    ("bench --score demo:a", "--score has scenes of its own"),
    ("bench --score --suite drawing", "--score has scenes of its own"),
    ("bench --score --frames 10", "whatever --frames says"),
    ("bench --score --capture frame", "whatever --capture says"),
    ("bench --score --size 10x10", "whatever --size says"),
    ("bench --score --scale 2", "whatever --scale says"),
    ("bench --score --background red", "whatever --background says"),
    ("bench --score --flipped", "whatever --flipped says"),
    ("bench --score --font a.ttf", "whatever --font says"),
  ])
  func refused(line: String, words: String) throws {
    let found = try #require(refusal(line))
    #expect(found.status == ExitStatus.usage.rawValue)
    #expect(found.message.hasPrefix("multiplane: error: "))
    #expect(found.message.contains(words))
  }

  @Test(arguments: MultiplaneCommand.configuration.subcommands.map { $0.configuration.commandName ?? "" })
  func everyCommandHasHelpWithAnExample(name: String) throws {
    let command = try #require(
      MultiplaneCommand.configuration.subcommands.first { $0.configuration.commandName == name })
    #expect(command.helpMessage().contains("multiplane \(name) "))
    #expect(!command.configuration.abstract.isEmpty)
  }

  @Test func errorsWithoutAStatusAreInternal() {
    struct Unforeseen: Error {}
    #expect(ExitStatus.of(Unforeseen()) == .internalError)
  }
}
