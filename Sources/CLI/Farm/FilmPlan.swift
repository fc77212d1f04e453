// The plan of a film that many machines make: a folder with everything that a node needs, by its digest.
//
//   plan.json   this file's FilmPlan
//   files/      the scene and its pictures, fonts, sounds
//   chunks/     the files of `multiplane chunk`: 00000.chunk, 00001.chunk...
//
// Tested by FarmTests and PlanTests.

import ArgumentParser
import Documents
import Foundation
import ImageFiles
import Video

/// The plan of a film: its settings, its files, and its chunks.
struct FilmPlan: Codable, Equatable {
  struct File: Codable, Equatable {
    var role: FilmFileRole
    /// The index of the file in its role, in the order of the command line; 0 for the scene's.
    var index: Int
    /// The path relative to the plan's folder.
    var path: String
    var sha256: String
  }

  /// A run of whole segments.
  struct Chunk: Codable, Equatable {
    var firstFrame: Int
    var frames: Int
  }

  /// The work before a chunk is drawn.
  struct History: Codable, Equatable {
    /// Whether frames depend on earlier ones, through which nodes then advance without drawing.
    var isNeeded: Bool
    /// The measured processor time for a frame that is not drawn, and for the last chunk's history; 0 without history.
    var secondsPerFrame: Double
    var secondsBeforeLastChunk: Double
  }

  var version = 1
  /// The command line of `video`, without its output.
  var arguments: [String]
  /// The suffix of the film's file.
  var format: String
  /// The scene: `demo:NAME`, or a path relative to the plan's folder.
  var scene: String
  var files: [File]
  /// The size, in pixels.
  var width: Int
  var height: Int
  /// Frames a second, as a fraction.
  var rate: String
  var frames: Int
  /// The scene's second at the first frame.
  var start: Double
  /// The number of frames of a segment.
  var segment: Int
  /// Whether the renderer's background is opaque.
  var isOpaque: Bool
  var encoder: Film.EncoderDescription?
  /// The renderer and the encoder's library, on which the bytes depend; nil if all chunks may agree on others.
  var origin: [String: String]?
  var history: History
  var chunks: [Chunk]

  static let fileName = "plan.json"

  /// Reads and checks the plan of a folder.
  static func read(_ folder: String) throws -> FilmPlan {
    let path = "\(folder)/\(fileName)"
    let bytes: [UInt8]
    do throws(ImageFileError) {
      bytes = try FileContents.read(path)
    } catch {
      guard error.problem == .notFound else { throw error }
      throw CommandError(.noInput, "\(path): no such file; 'multiplane plan' makes it")
    }
    do {
      let plan = try JSONDecoder().decode(FilmPlan.self, from: Data(bytes))
      try plan.check(path)
      return plan
    } catch let error as DecodingError {
      throw CommandError.badPlan(path, error.place(in: "a plan"))
    }
  }

  /// The identity of the plan in its chunks: the digest of everything that affects their bytes.
  var digest: String {
    var plan = self
    plan.history = History(isNeeded: history.isNeeded, secondsPerFrame: 0, secondsBeforeLastChunk: 0)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(plan) else { preconditionFailure("a plan that is no JSON") }
    return SHA256.digest(of: [UInt8](data))
  }

  /// Returns the path of a chunk's file.
  static func chunkPath(_ index: Int, in folder: String) -> String {
    let digits = String(index)
    return "\(folder)/chunks/\(String(repeating: "0", count: max(0, 5 - digits.count)))\(digits).chunk"
  }

  /// Returns the place of a chunk of an origin.
  func place(_ index: Int, origin: [String: String]) -> ChunkPlace {
    ChunkPlace(
      plan: digest, index: index, firstFrame: chunks[index].firstFrame, frameCount: chunks[index].frames,
      origin: origin)
  }

  /// Returns the paths of a role's files, in order.
  func paths(_ role: FilmFileRole, in folder: String) -> [String] {
    files.filter { $0.role == role }.sorted { $0.index < $1.index }.map { "\(folder)/\($0.path)" }
  }

  /// Returns the folders of the planning machine's installed fonts.
  func fontFolders(in folder: String) -> [String] {
    paths(.installedFont, in: URL(fileURLWithPath: folder).path).map {
      URL(fileURLWithPath: $0).deletingLastPathComponent().path
    }
  }

  /// Throws if a file has changed.
  func checkFiles(in folder: String) throws {
    for file in files {
      let digest = try SHA256.digest(ofFile: "\(folder)/\(file.path)")
      guard digest == file.sha256 else {
        throw CommandError.badPlan("\(folder)/\(file.path)", "it has changed since it was planned")
      }
    }
  }

  /// Returns the film's command, with the plan's files instead of the named ones: it reads no others. Throws
  /// ``CommandError/badPlan(_:_:)`` for other commands' arguments, and files that the plan does not have.
  func command(in folder: String) throws -> VideoCommand {
    func refusal(_ reason: String) -> CommandError { .badPlan("\(folder)/\(Self.fileName)", reason) }
    var video = try blamed(in: folder) { try VideoCommand.planned(arguments, format: format) }
    guard video.source.folder == nil else { throw refusal("arguments: --folder, and the scene is a file of the plan") }
    video.source.scene = LoadedScene.isDemo(scene) ? scene : "\(folder)/\(scene)"
    var named: [String: String] = [:]
    for file in files where file.role != .scene && file.role != .installedFont {
      guard named.updateValue("\(folder)/\(file.path)", forKey: "\(file.role.rawValue) \(file.index)") == nil else {
        throw refusal("files: \(file.role.rawValue) \(file.index), twice")
      }
    }
    try video.replaceFiles { role, index, path in
      if let file = named.removeValue(forKey: "\(role.rawValue) \(index)") { return file }
      guard role == .slot else {
        throw refusal("arguments: '\(path.excerpt)', and files have no \(role.rawValue) \(index)")
      }
      return path
    }
    for (index, slot) in video.lottie.slots.enumerated() where slot.file == .asWritten {
      video.lottie.slots[index].file = .none("it is not among the plan's files")
    }
    if let other = named.keys.min() { throw refusal("files: \(other), which arguments do not have") }
    return video
  }

  /// Returns the result of `body`. Errors in the film's command line become ``CommandError/badPlan(_:_:)``.
  func blamed<Answer>(in folder: String, _ body: () throws -> Answer) throws -> Answer {
    do {
      return try body()
    } catch {
      let reason: String
      switch (error as? any ExitStatusError)?.exitStatus {
      case .usage: reason = "\(error)"
      case nil where VideoCommand.exitCode(for: error) == .validationFailure:
        reason = VideoCommand.message(for: error)
      case nil where VideoCommand.exitCode(for: error) == .success: reason = "they ask for help, and for no film"
      default: throw error
      }
      throw CommandError.badPlan("\(folder)/\(Self.fileName)", "arguments: \(reason.shown(.none))")
    }
  }
}

extension CommandError {
  /// Returns the error of a plan that is damaged, or has another scene.
  static func badPlan(_ path: String, _ reason: String) -> CommandError {
    CommandError(.malformedInput, "\(path): \(reason)")
  }
}

extension ChunkError: ExitStatusError {
  var exitStatus: ExitStatus {
    switch self {
    case .missing: .noInput
    case .damaged, .foreign, .differing: .malformedInput
    case .video(let error): error.exitStatus
    }
  }
}

/// The value of --index.
enum ChunkIndex: Equatable {
  case number(Int)
  /// The scheduler's number.
  case auto

  /// The schedulers' environment variables for a task's index: Slurm, Kubernetes, AWS Batch, OpenCue.
  static let variables = [
    "SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX", "AWS_BATCH_JOB_ARRAY_INDEX", "CUE_IFRAME",
  ]

  init(parsing text: String) throws(ArgumentValueError) {
    if text == "auto" {
      self = .auto
    } else if let number = Int(text), number >= 0 {
      self = .number(number)
    } else {
      throw ArgumentValueError("expected the number of a chunk, from 0 on, or auto")
    }
  }

  /// Returns the number, by an environment if it is the scheduler's.
  func number(_ environment: [String: String]) throws -> Int {
    if case .number(let number) = self { return number }
    guard let number = Self.variables.lazy.compactMap({ environment[$0].flatMap { Int($0) } }).first else {
      throw CommandError(
        .usage, "--index auto: none of \(Self.variables.joined(separator: ", ")) is set; give the number of the chunk")
    }
    return number
  }
}
