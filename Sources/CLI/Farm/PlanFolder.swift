// The folder of a plan in the making: the files that a film needs are copied there.
import Foundation
import ImageFiles
import Multiplane
import SceneFiles

/// A folder that becomes a plan with its `plan.json`, which is written last.
struct PlanFolder {
  let path: String

  /// Creates the folder if it does not exist.
  init(_ path: String) throws {
    self.path = path
    for folder in ["files", "chunks"] { try OutputFolder.make("\(path)/\(folder)") }
  }

  /// Copies what a command names, and what its scene reads. What is measured is not in the plan yet.
  func collect(for video: VideoCommand, arguments: [String], format: String) throws -> FilmPlan {
    var plan = FilmPlan(
      arguments: arguments, format: format, scene: video.source.scene, files: [], width: 0, height: 0, rate: "",
      frames: 0, start: 0, segment: 0, isOpaque: false,
      encoder: nil, origin: nil,
      history: .init(isNeeded: false, secondsPerFrame: 0, secondsBeforeLastChunk: 0), chunks: [])
    if !LoadedScene.isDemo(video.source.scene) { try collectScene(of: video, &plan) }
    var film = video
    try film.replaceFiles { role, index, path in
      if role != .slot || Self.isFile(path) { try add(path, role, index, to: &plan) }
      return path
    }
    return plan
  }

  /// Adds fonts that are installed.
  func add(fonts: [String], to plan: inout FilmPlan) throws {
    for (index, font) in fonts.enumerated() { try add(font, .installedFont, index, to: &plan) }
  }

  /// Writes the plan, unless it is there already.
  func publish(_ plan: FilmPlan) throws {
    let file = "\(path)/\(FilmPlan.fileName)"
    if FileManager.default.fileExists(atPath: file) {
      guard try FilmPlan.read(path).digest == plan.digest else {
        throw ImageFileError(path, .unwritable, "the folder holds the plan of another film; use another one")
      }
      return
    }
    let output = try UnfinishedFile(for: file)
    try output.write(Array(try plan.reportedAsJSON().utf8))
    try output.publish()
  }

  // MARK: Files

  private func collectScene(of video: VideoCommand, _ plan: inout FilmPlan) throws {
    let scene = URL(fileURLWithPath: video.source.scene).resolvingSymlinksInPath()
    let base = scene.deletingLastPathComponent()
    var isFolder: ObjCBool = false
    var files: [String] = []
    if FileManager.default.fileExists(atPath: scene.path, isDirectory: &isFolder), isFolder.boolValue {
      let found = FileManager.default.enumerator(atPath: scene.path)?.compactMap { $0 as? String } ?? []
      files = found.map { scene.appendingPathComponent($0).path }.filter(Self.isFile)
    } else {
      let options = try video.lottie.loadOptions()
      let (loaded, record) = SceneFileLog.record {
        try LoadedScene(video.source.scene, memory: video.options.maxMemory, options: options)
      }
      _ = try loaded.get()
      files = record.readPaths + [scene.path]
    }
    for file in Set(files).sorted() where file.hasPrefix(base.path + "/") {
      let relative = String(file.dropFirst(base.path.count + 1))
      try copy(file, to: "files/scene/\(relative)", .scene, 0, &plan)
    }
    plan.scene = "files/scene/\(scene.lastPathComponent)"
  }

  private func add(_ file: String, _ role: FilmFileRole, _ index: Int, to plan: inout FilmPlan) throws {
    let name = URL(fileURLWithPath: file).lastPathComponent
    try copy(file, to: "files/\(role.rawValue)-\(index)/\(name)", role, index, &plan)
  }

  private func copy(
    _ file: String, to place: String, _ role: FilmFileRole, _ index: Int, _ plan: inout FilmPlan
  ) throws {
    let target = "\(path)/\(place)"
    let digest = try SHA256.digest(ofFile: file)
    if (try? SHA256.digest(ofFile: target)) != digest {
      try OutputFolder.make(for: target)
      let output = try UnfinishedFile(for: target)
      try Self.copy(file, to: output)
      try output.publish()
    }
    plan.files.append(FilmPlan.File(role: role, index: index, path: place, sha256: digest))
  }

  /// Copies a file piece by piece: a film may be larger than memory.
  private static func copy(_ file: String, to output: UnfinishedFile) throws {
    let descriptor = try FileContents.open(file)
    defer { close(descriptor) }
    var piece = [UInt8](repeating: 0, count: 1 << 20)
    while case let count = read(descriptor, &piece, piece.count), count != 0 {
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        throw ImageFileError(file, .unreadable, "cannot read: \(String(cString: strerror(errno)))")
      }
      try output.write(piece.span.extracting(..<count).bytes)
    }
  }

  private static func isFile(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
  }
}
