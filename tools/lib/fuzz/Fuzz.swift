// The fuzzer that tools/fuzz builds with address sanitizer and runs: seeds are damaged at random and read again, for a
// given time. It has no feedback from the machine code; what stands in for it is what a target answers (its error, what
// it found): an input with a new answer joins the seeds, so that damage adds up.
//
// Each input is written to a file before it is tried. A crash ends the process and leaves it there.

import Compositor
import Foundation

@main enum Fuzz {
  static var targets: [any FuzzTarget.Type] {
    [
      ImageTarget.self, TextTarget.self, DrawingTarget.self, SceneTarget.self, APITarget.self, LottieTarget.self,
      SoundTarget.self, ClipTarget.self, ProgramTarget.self, ExpectationTarget.self,
      CaptionTarget.self, StrokeTarget.self, ColourTarget.self, SceneJSONTarget.self, FilmTarget.self,
    ]
  }

  static func main() throws {
    let arguments = try FuzzArguments(CommandLine.arguments.dropFirst().map { $0 })
    guard let type = targets.first(where: { $0.name == arguments.target }) else {
      let names = targets.map { $0.name }.joined(separator: ", ")
      throw FuzzArguments.Usage("no target '\(arguments.target)'; there are \(names)")
    }
    if let input = arguments.input {
      print(try attempt([UInt8](try Data(contentsOf: URL(filePath: input))), type, arguments))
      return
    }
    try run(type, arguments)
  }

  private static func run(_ target: any FuzzTarget.Type, _ arguments: FuzzArguments) throws {
    var corpus = try target.seeds(in: arguments.seedFolder)
    var mutator = Mutator(seed: arguments.seed)
    var answers: Set<String> = []
    for seed in corpus { answers.insert(shape(try attempt(seed, target, arguments))) }
    let seeds = corpus.count
    let clock = ContinuousClock()
    let start = clock.now
    let end = start + .seconds(arguments.seconds)
    var next = start + .seconds(30)
    var count = 0
    while clock.now < end {
      let input = mutator.mutated(from: corpus, repairing: target.repair)
      let answer = shape(try attempt(input, target, arguments))
      count += 1
      // A bound keeps the seeds themselves in play.
      if answers.insert(answer).inserted, input.count < 1 << 16, corpus.count < 4096 { corpus.append(input) }
      if clock.now > next {
        next += .seconds(30)
        report("\(target.name): \(count) inputs, \(answers.count) answers, \(corpus.count) seeds")
      }
    }
    report(
      "\(target.name): \(count) inputs in \(arguments.seconds) s, \(answers.count) answers, \(corpus.count) seeds, "
        + "\(seeds) of them to begin with; nothing found")
  }

  /// Says a line at once: what is still in a buffer when the sanitizer ends the process is lost.
  private static func report(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }

  /// Ends the process after so much time, of the machine's and of all; 0 is no limit.
  private static func limitTime(cpuSeconds: Int, seconds: UInt32) {
    var limit = itimerval()
    limit.it_value.tv_sec = cpuSeconds
    setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &limit, nil)
    alarm(seconds)
  }

  /// Tries an input; one that takes longer than the target allows ends the process, as do those that crash, throw or
  /// take too much memory.
  private static func attempt(
    _ input: [UInt8], _ target: any FuzzTarget.Type, _ arguments: FuzzArguments
  ) throws -> String {
    try Data(target.written(input)).write(to: URL(filePath: arguments.lastInput))
    let memory = target.memoryLimit.map { (limit: $0, before: ProcessMemory.beginPeak()) }
    limitTime(cpuSeconds: target.cpuSeconds, seconds: 120)
    defer { limitTime(cpuSeconds: 0, seconds: 0) }
    let answer = try target.run(input)
    if let memory {
      let taken = ProcessMemory.peak - memory.before
      expect(taken <= memory.limit, "\(taken >> 20) MB; expected at most \(memory.limit >> 20)")
    }
    return answer
  }

  /// An answer without its numbers: what kind it is.
  private static func shape(_ answer: String) -> String { String(answer.filter { !$0.isNumber }.prefix(200)) }
}

/// Ends the process unless what must hold does: a precondition would say nothing in a release build.
func expect(
  _ condition: Bool, _ message: @autoclosure () -> String = "", file: StaticString = #fileID, line: UInt = #line
) { if !condition { fatalError(message(), file: file, line: line) } }

/// Something that reads bytes which nobody vouches for.
protocol FuzzTarget {
  /// The name on the command line.
  static var name: String { get }

  /// Small inputs that make sense.
  static func seeds(in folder: String?) throws -> [[UInt8]]

  /// Reads an input, and says in words what came of it. What it throws is something found.
  static func run(_ input: [UInt8]) throws -> String

  /// What is kept of an input, and means the same when it is tried again.
  static func written(_ input: [UInt8]) -> [UInt8]

  /// The seconds of the CPU that an input may take. Default: 30.
  static var cpuSeconds: Int { get }

  /// Bytes that an input may take beyond what the process has; nil is as many as there are.
  static var memoryLimit: Int? { get }

  /// Makes good what would have damage refused at the door, as checksums.
  static func repair(_ input: inout [UInt8])
}

extension FuzzTarget {
  static var cpuSeconds: Int { 30 }

  /// Nothing, for inputs of no format.
  static func repair(_ input: inout [UInt8]) {}

  static func written(_ input: [UInt8]) -> [UInt8] { input }
  static var memoryLimit: Int? { nil }

  /// Inputs of no format, of growing length: all of them mean something to a ``ByteProgram``.
  static func programs(seed: UInt64, length: Int, growth: Int) -> [[UInt8]] {
    var random = SplitMix64(seed: seed)
    return (0..<64).map { number in
      (0..<length + number * growth).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
  }
}

/// A target whose inputs are programs that write JSON documents, or such documents.
protocol DocumentTarget: FuzzTarget {
  /// The seed of the first programs.
  static var seed: UInt64 { get }

  /// Returns the document that a program writes.
  static func document(by program: ByteProgram) -> String
}

extension DocumentTarget {
  /// Returns programs, and documents that some of them write.
  static func seeds(in folder: String?) -> [[UInt8]] {
    let programs = programs(seed: seed, length: 60, growth: 24)
    return programs + programs.prefix(24).map(document)
  }

  static func written(_ input: [UInt8]) -> [UInt8] { document(input) }

  /// Returns an input that is a document, or the document that it writes.
  static func document(_ input: [UInt8]) -> [UInt8] {
    input.first == UInt8(ascii: "{") ? input : Array(document(by: ByteProgram(input)).utf8)
  }
}

/// What the command line says.
struct FuzzArguments {
  struct Usage: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  var target = "images"
  var seconds = 60
  var seed: UInt64 = 1
  var lastInput = "last-input"
  var seedFolder: String?
  /// An input to be tried once.
  var input: String?

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    func value(_ option: String) throws -> String {
      guard let value = rest.popFirst() else { throw Usage("\(option) wants a value") }
      return value
    }
    while let argument = rest.popFirst() {
      switch argument {
      case "--seconds": seconds = Int(try value(argument)) ?? seconds
      case "--seed": seed = UInt64(try value(argument)) ?? seed
      case "--last": lastInput = try value(argument)
      case "--seeds": seedFolder = try value(argument)
      case "--input": input = try value(argument)
      default: target = argument
      }
    }
  }
}
