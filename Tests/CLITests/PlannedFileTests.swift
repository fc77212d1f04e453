// A plan's arguments name no file that the plan does not hold. Which options there are is asked of the parser, so that
// a new one is among them.
import ArgumentParser
import Foundation
import SceneFiles
import Testing

@testable import CLI

@Suite struct PlannedFileTests {
  /// An option, a flag or an argument, as the parser declares it.
  struct Declared: Decodable, CustomTestStringConvertible {
    struct Name: Decodable {
      let kind: String
      let name: String
    }
    let kind: String
    let names: [Name]?
    let valueName: String?

    /// As it is typed; nil for an argument without a name.
    var flags: [String] { (names ?? []).map { $0.kind == "long" ? "--\($0.name)" : "-\($0.name)" } }
    var testDescription: String { flags.last ?? valueName ?? kind }
  }

  private struct Help: Decodable {
    struct Command: Decodable { let arguments: [Declared]? }
    let command: Command
  }

  static func declared(by command: (some ParsableCommand).Type) throws -> [Declared] {
    try JSONDecoder().decode(Help.self, from: Data(command._dumpHelp().utf8)).command.arguments ?? []
  }

  /// What values of options are called, and name no file. A new name is added here, or holds a word of ``namesFile``.
  private static let others: Set = [
    "seconds", "rate", "A-B", "n", "name", "number", "range", "curve", "how", "LUFS", "dB", "list", "id", "layer=text",
    "path=colour", "[layer=]fit", "[id=]fit", "player", "WxH", "pixels", "place", "points", "colour", "colour[:points]",
    "device", "S", "size", "count", "renderer", "gpu", "display", "when", "W:H", "form",
  ]

  /// Whether a value is, or may be, a file's or a folder's path.
  static func namesFile(_ valueName: String) -> Bool {
    valueName.contains(/(?i)file|clip|folder|scene|id=value/)
  }

  static let options: [Declared] = (try? declared(by: VideoCommand.self)) ?? []

  private static let outside = "/outside/of/the/plan.mp4"

  /// A plan of a scene, with arguments.
  private func plan(_ arguments: [String], files: [FilmPlan.File] = []) -> FilmPlan {
    FilmPlan(
      arguments: ["s.caml"] + arguments, format: "mp4", scene: "files/scene/s.caml", files: files, width: 16,
      height: 16, rate: "30", frames: 30, start: 0, segment: 30, isOpaque: true, encoder: nil, origin: nil,
      history: .init(isNeeded: false, secondsPerFrame: 0, secondsBeforeLastChunk: 0),
      chunks: [.init(firstFrame: 0, frames: 30)])
  }

  /// The status that a plan's reading ends with; nil where it is read, and only files of the plan are.
  private func refusal(_ plan: FilmPlan) -> CLI.ExitStatus? {
    do {
      try plan.check("plan/plan.json")
      let video = try plan.command(in: "plan")
      #expect(video.lottie.slots.allSatisfy { $0.file != .asWritten })
      let files = Set(video.inputFiles).subtracting(video.lottie.slots.map(\.value))
      #expect(files == ["plan/files/scene/s.caml"])
      #expect(video.outputFiles.map(\.path) == ["film.mp4"])
      return nil
    } catch {
      return CLI.ExitStatus.of(error)
    }
  }

  @Test("Every option of a film's command is known: it names a file, or it does not")
  func known() {
    #expect(Self.options.count > 70)
    for option in Self.options where option.kind == "option" {
      let name = option.valueName ?? ""
      #expect(Self.namesFile(name) != Self.others.contains(name), "\(option.testDescription) <\(name)>")
    }
  }

  @Test(
    "An option that names a file is refused with one that the plan does not hold",
    arguments: options.filter { $0.kind == "option" && namesFile($0.valueName ?? "") })
  func outside(option: Declared) throws {
    let isAssignment = try #require(option.valueName).contains(/^\w+=/)
    for flag in option.flags {
      for value in isAssignment ? ["x=\(Self.outside)"] : [Self.outside, "../x.mp4", "plan/files/scene/s.caml"] {
        // Of a slot it is known when the document is read: see `slots`.
        guard flag != "--slot" else { continue }
        #expect(refusal(plan([flag, value])) == .malformedInput, "\(flag) \(value)")
        #expect(refusal(plan(["\(flag)=\(value)"])) == .malformedInput, "\(flag)=\(value)")
      }
    }
  }

  @Test("A path as the value of any option is the plan's error, or no file's", arguments: options)
  func values(option: Declared) {
    // The parser takes tenths of a second for each.
    guard let flag = option.flags.last else { return }
    let value = option.valueName?.contains("=") == true ? "x=\(Self.outside)" : Self.outside
    let status = refusal(plan([flag, value]))
    #expect(status == nil || status == .malformedInput, "\(flag) \(value) \(String(describing: status))")
  }

  @Test("What is no option of a film, and more than a command line holds, is refused")
  func others() {
    for arguments in [
      ["--help"], ["-h"], ["--version"], ["--experimental-dump-help"], ["--generate-completion-script", "bash"],
      ["--nothing"], ["s2.caml"], ["--size", "8x8,9x9"], ["--frames", "0-1"], [String(repeating: "a", count: 2 << 20)],
      ["--text", "a=\0"], Array(repeating: "-q", count: 200_000),
    ] {
      #expect(refusal(plan(arguments)) == .malformedInput, "\(arguments.prefix(2))")
    }
  }

  @Test("Files that the plan holds are read in the place of those that are named, each once")
  func held() throws {
    func file(_ role: FilmFileRole, _ index: Int) -> FilmPlan.File {
      .init(role: role, index: index, path: "files/\(role.rawValue)-\(index)/a", sha256: "")
    }
    let arguments = ["--image", "a=/x", "--image", "b=/y", "--captions", "/z", "--audio", "/t.wav@1", "--font", "/f"]
    let files = [file(.image, 1), file(.image, 0), file(.captions, 0), file(.audio, 0), file(.font, 0)]
    let video = try plan(arguments, files: files).command(in: "plan")
    #expect(
      Set(video.inputFiles) == Set(["plan/files/scene/s.caml"] + files.map { "plan/\($0.path)" }))
    #expect(video.lottie.images.map(\.value) == ["plan/files/image-0/a", "plan/files/image-1/a"])
    #expect(video.encoding.audio[0].start == 1)
    for missing in files.indices {
      var some = files
      some.remove(at: missing)
      #expect(refusal(plan(arguments, files: some)) == .malformedInput)
    }
    #expect(refusal(plan(arguments, files: files + [file(.image, 1)])) == .malformedInput)
    #expect(refusal(plan(arguments, files: files + [file(.image, 2)])) == .malformedInput)
  }
}
