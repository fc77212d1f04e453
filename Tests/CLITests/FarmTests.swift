// A film by many processes: planned, made in chunks in any order, of which some are killed, and joined.
import Foundation
import ImageFiles
import TestSupport
import Testing

@Suite(.serialized) struct FarmTests {
  private let shell: Shell

  init() throws {
    shell = try Shell()
    // Two seconds of a sawtooth, as WAV of 16 bits and one channel.
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    let samples = (0..<88_200).flatMap { little($0 % 100 * 200 - 10_000, 2) }
    let head =
      Array("RIFF".utf8) + little(samples.count + 36, 4) + Array("WAVEfmt ".utf8) + little(16, 4) + little(1, 2)
      + little(1, 2) + little(44_100, 4) + little(88_200, 4) + little(2, 2) + little(16, 2)
    try Data(head + Array("data".utf8) + little(samples.count, 4) + samples).write(
      to: URL(filePath: "\(shell.folder)/tone.wav"))
    try shell.write(Self.scene, to: "scene.caml")
  }

  private static let scene = """
    <?xml version="1.0" encoding="UTF-8"?>
    <caml xmlns="http://www.apple.com/CoreAnimation/1.0">
      <CALayer bounds="0 0 96 64" position="48 32" backgroundColor="0.1 0.1 0.3">
        <sublayers>
          <CALayer bounds="0 0 20 20" position="10 32" backgroundColor="1 0.8 0" cornerRadius="5">
            <animations>
              <animation type="CABasicAnimation" keyPath="position.x" fromValue="10" toValue="86" duration="2"/>
            </animations>
          </CALayer>
          <CATextLayer bounds="0 0 90 20" position="48 12" string="Farm" fontSize="16" foregroundColor="1 1 1"/>
        </sublayers>
      </CALayer>
    </caml>
    """

  private func digest(_ name: String) throws -> String { try SHA256.digest(ofFile: "\(shell.folder)/\(name)") }

  @Test(
    "Chunks in any order, three in ten of them killed and run again, are the film of one process",
    arguments: ["mp4", "webm"])
  func chunksAreTheFilm(format: String) throws {
    let film = "scene.caml --fps 30000/1001 --duration 1 --segment 0.1s --audio tone.wav:0.5"
    #expect(try shell.run("multiplane video \(film) -q -o whole.\(format)").status == 0)
    for count in [1, 4] {
      let plan = try shell.run("multiplane plan \(film) --format \(format) --chunks \(count) -q -o plan\(count)")
      #expect(plan.status == 0 && plan.text == "\(count)\n", "\(plan.text)")
      // Elsewhere, where the scene and the sound are not.
      #expect(try shell.run("mkdir away\(count) && mv plan\(count) away\(count)/plan").status == 0)
      for index in (0..<count).shuffled() {
        let line = "cd away\(count); exec \"$MULTIPLANE\" chunk plan --index \(index) -q"
        if Int.random(in: 0..<10) < 3 {
          let process = try shell.start(line)
          usleep(.random(in: 0..<200_000))
          kill(process.processIdentifier, SIGKILL)
          process.waitUntilExit()
        }
        let outcome = try shell.run(line)
        #expect(outcome.status == 0, "\(outcome.text)")
      }
      let join = try shell.run("multiplane join away\(count)/plan -q -o joined.\(format)")
      #expect(join.status == 0, "\(join.text)")
      #expect(try digest("joined.\(format)") == digest("whole.\(format)"), "\(count) chunks")
    }
  }

  @Test("Schedulers say which chunk it is; one that is there is left alone")
  func automatic() throws {
    #expect(try shell.run("multiplane plan demo:basic --duration 1 --segment 0.25s -q -o plan").text == "4\n")
    let variables = ["SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX", "AWS_BATCH_JOB_ARRAY_INDEX", "CUE_IFRAME"]
    for (index, variable) in variables.enumerated() {
      #expect(try shell.run("\(variable)=\(index) multiplane chunk plan --index auto -q").status == 0)
      let path = "\(shell.folder)/plan/chunks/0000\(index).chunk"
      let before = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
      let again = try shell.run("multiplane chunk plan --index \(index)")
      #expect(again.status == 0 && again.text.contains("chunk \(index) is there"))
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date == before)
    }
    // One that was cut off is made again.
    try shell.write("damaged", to: "plan/chunks/00002.chunk")
    #expect(try shell.run("multiplane join plan -o a.mp4").status == 65)
    #expect(try shell.run("multiplane chunk plan --index 2 -q && multiplane join plan -q -o a.mp4").status == 0)
    #expect(try shell.run("multiplane video demo:basic --duration 1 --segment 0.25s -q -o b.mp4").status == 0)
    #expect(try digest("a.mp4") == digest("b.mp4"))
  }

  @Test("What does not fit is refused, each with its status")
  func refusals() throws {
    #expect(try shell.run("multiplane plan scene.caml --duration 1 --segment 0.5s -q -o plan").text == "2\n")
    #expect(try shell.run("multiplane plan scene.caml --duration 1 --segment 0.5s -q -o plan").status == 0)
    #expect(try shell.run("multiplane plan scene.caml --duration 2 -q -o plan").status == 73)
    #expect(try shell.run("multiplane plan scene.caml --format gif -q -o gif").status == 64)
    #expect(try shell.run("multiplane plan scene.caml --frames 0-3 -q -o part").status == 64)
    #expect(try shell.run("multiplane chunk plan --index 2").status == 64)
    #expect(try shell.run("multiplane chunk plan --index auto").status == 64)
    #expect(try shell.run("multiplane chunk nothing --index 0").status == 66)
    #expect(try shell.run("multiplane chunk plan --index 0 -q").status == 0)
    let gap = try shell.run("multiplane join plan -o a.mp4")
    #expect(gap.status == 66 && gap.text.contains("no chunk 1"))
    #expect(try shell.run("multiplane join plan -o a.mov").status == 64)
    // A machine with another renderer, as far as the plan can tell.
    let path = "\(shell.folder)/plan/plan.json"
    let plan = try String(contentsOfFile: path, encoding: .utf8)
    try shell.write(plan.replacing("llvmpipe", with: "another"), to: "plan/plan.json")
    if plan.contains("llvmpipe") { #expect(try shell.run("multiplane chunk plan --index 1").status == 69) }
    try shell.write(plan, to: "plan/plan.json")
    try shell.write("changed", to: "plan/files/scene/scene.caml")
    #expect(try shell.run("multiplane chunk plan --index 1").status == 65)
    #expect(!shell.contents.contains("a.mp4"))
  }

  @Test("States and their transitions are those of the film, in every chunk")
  func history() throws {
    let film = "demo:implicit-color --duration 2 --segment 0.2s --fps 24"
    #expect(try shell.run("multiplane video \(film) -q -o whole.mp4").status == 0)
    let plan = try shell.run("multiplane plan \(film) --chunks 3 -o plan")
    #expect(plan.text.contains("its frames depend on those before"))
    for index in [2, 0, 1] { #expect(try shell.run("multiplane chunk plan --index \(index) -q").status == 0) }
    #expect(try shell.run("multiplane join plan -q -o joined.mp4").status == 0)
    #expect(try digest("joined.mp4") == digest("whole.mp4"))
  }
}
