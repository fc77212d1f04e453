// Tested by PreviewCommandTests.

import ArgumentParser
import Compositor
import CoreGraphics
import Foundation
import Multiplane
import Preview
import QuartzCore
import SceneFiles

/// The scene of `multiplane preview`, made again for each use.
@MainActor
final class ScenePreview: PreviewSource {
  private let command: PreviewCommand
  /// The command's options for scenes, with its limit of memory.
  private let loading: SceneLoadOptions
  let checkArguments: [String]?
  private let filmArguments: [String]
  private(set) var files: [String]
  private var opened: Opened?
  /// The contents of the files when last read, which later scenes use even if a file has changed.
  private var record = SceneFileLog.Record()
  /// The last renderer, whose device the next one shares.
  private var renderer: OffscreenRenderer?
  private let opening: RasterizerOpening
  private var rate: Double { command.fps?.framesPerSecond ?? 30 }

  private enum Opened {
    case demo
    case document(any SceneDocument)
    case rows(DataTable, DataBinding)
  }

  /// Creates the source of a command's scene. The arguments are the preview's, in the form of the commands that check a
  /// scene and that make a film.
  init(_ command: PreviewCommand, checkArguments: [String], filmArguments: [String]) throws {
    self.command = command
    loading = LoadedScene.limited(try command.lottie.loadOptions(), by: command.options.maxMemory)
    (self.checkArguments, self.filmArguments) = (checkArguments, filmArguments)
    files = command.inputFiles
    opening = RasterizerOpening(command.options.renderer.request)
  }

  func read() throws -> PreviewInfo {
    let (answer, record) = SceneFileLog.record { try readScene() }
    files = Array(Set(record.paths + command.inputFiles + Self.files(in: command.source.scene)))
    let info = try answer.get()
    self.record = record
    return info
  }

  /// Returns a folder, which changes with new files, and its files.
  private static func files(in path: String) -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else { return [] }
    let names = FileManager.default.enumerator(atPath: path)?.prefix(10_000).compactMap { $0 as? String } ?? []
    return [path] + names.map { "\(path)/\($0)" }
  }

  private func readScene() throws -> PreviewInfo {
    let before = opened
    do {
      opened = try open()
      return try info()
    } catch {
      opened = before
      throw error
    }
  }

  private func open() throws -> Opened {
    try command.options.registerFonts()
    if LoadedScene.isDemo(command.source.scene) { return .demo }
    guard let data = command.data else {
      return .document(try SceneImporter.all.open(path: command.source.scene, options: loading, isShared: true))
    }
    let table = try DataTable(path: data)
    return .rows(
      table,
      try DataBinding(
        table, path: command.source.scene, options: loading, root: command.root.dataRoot,
        readColor: ColorArgument.cgColor))
  }

  private func info() throws -> PreviewInfo {
    var scene = try load(row: nil, command.options)
    try command.options.prepare(&scene, state: command.stateOptions.state, quiet: true)
    let renderer = try self.renderer(for: scene, command.options, isForInspection: false)
    var info = PreviewInfo(title: URL(fileURLWithPath: command.source.scene).lastPathComponent)
    info.pixels = .init(width: Double(renderer.width), height: Double(renderer.height))
    info.points = .init(width: Double(renderer.size.width), height: Double(renderer.size.height))
    info.scale = Double(renderer.scale)
    let end = command.duration ?? scene.duration
    (info.duration, info.hasEnd) = (end ?? VideoCommand.durationWithoutEnd, end != nil)
    (info.rate, info.states, info.initialState) = (
      rate, scene.stateNames, command.stateOptions.state ?? scene.initialState
    )
    info.stateSchedule = command.stateOptions.states?.text
    info.markers = scene.markers.map { .init(name: $0.name, time: $0.time, duration: $0.duration) }
    (info.hasSound, info.notes) = (
      !scene.sounds.isEmpty, (scene.notes + scene.filmColors().map(\.description)).map(\.namingFlags)
    )
    info.rows = rows
    info.device = "\(renderer.rasterizer.drawingDevice)"
    (info.isOpaque, info.isFitted) = (renderer.hasOpaqueBackground, scene.isFitted)
    return info
  }

  private var rows: [PreviewInfo.Row] {
    guard case .rows(let table, _) = opened else { return [] }
    let naming = table.columns.first { $0.lowercased() == "name" } ?? table.columns.first
    return table.rows.enumerated().map { index, row in
      .init(number: index + 1, name: naming.flatMap { row.values[$0] } ?? "row \(index + 1)")
    }
  }

  /// Makes the scene again, for a picture by `options`; its clock becomes the current one.
  private func load(row: Int?, _ options: RenderOptions) throws -> LoadedScene {
    let loading = options.shaped(loading)
    switch opened {
    case .document where row != nil, .demo where row != nil:
      throw PreviewFailure("there is no row \(row ?? 0): no rows were given")
    case .document(let document):
      return try LoadedScene { _ in try document.readPlaying(loading.replacements, within: loading.limits) }
    case .rows(let table, let binding):
      let number = row ?? 1
      guard table.rows.indices.contains(number - 1) else { throw PreviewFailure("there is no row \(number)") }
      return try LoadedScene { _ in
        try binding.makeScene(for: table.rows[number - 1], shape: loading.replacements.shape)
      }
    case .demo, nil: return try LoadedScene(command.source.scene, memory: command.options.maxMemory, options: loading)
    }
  }

  private func renderer(
    for scene: LoadedScene, _ options: RenderOptions, isForInspection: Bool
  ) throws -> OffscreenRenderer {
    let made = try options.renderer(
      for: scene, opening: renderer == nil ? opening : nil, sharing: renderer,
      without: isForInspection ? [.retention] : nil)
    renderer = made
    return made
  }

  func makeScene(_ look: PreviewLook) throws -> PreviewedScene {
    try SceneFileLog.replaying(record) { try makeRecordedScene(look) }
  }

  private func makeRecordedScene(_ look: PreviewLook) throws -> PreviewedScene {
    var options = command.options
    if let size = look.size {
      (options.sizing.width, options.sizing.height, options.device) = (nil, nil, nil)
      options.sizing.size = try Self.reading("size") { try SizeArgument(parsing: size) }
    }
    if let fit = look.fit {
      guard let fit = CanvasFit(rawValue: fit) else {
        throw PreviewFailure("fit: expected contain, cover, fill or none")
      }
      if options.sizing.isGiven { options.sizing.fit = fit }
    }
    if let scale = look.scale {
      if options.sizing.isInPixels {
        // The size in pixels keeps the canvas's aspect ratio.
        options.sizing.width = options.sizing.width.map { max(1, Int((Double($0) * scale).rounded())) }
        options.sizing.height = options.sizing.height.map { max(1, Int((Double($0) * scale).rounded())) }
      } else {
        options.scale = scale
      }
    }
    let states = try look.states.map { text in
      try Self.reading("states") { try StateSchedule(parsing: text) }
    }
    let schedule = states ?? command.stateOptions.states
    var scene = try load(row: look.row, options)
    try options.prepare(&scene, state: schedule == nil ? command.stateOptions.state : nil, quiet: true)
    if let schedule { try scene.checkStates(of: schedule) }
    let renderer = try renderer(for: scene, options, isForInspection: look.isForInspection)
    return PreviewedScene(
      root: scene.rootLayer, renderer: renderer, clock: scene.clock, rate: rate,
      changes: schedule?.changes.map(\.time) ?? [], beforeFrame: schedule?.changing(scene, from: 0) ?? { _ in })
  }

  private static func reading<Value>(_ name: String, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch { throw PreviewFailure("\(name): \(error)") }
  }

  var parentVariable: String { EndOfOthers.variable }

  func soundArguments(writingTo path: String) -> [String] { filmArguments + ["--quiet", "--output", path] }

  /// Returns the failure for the page, with its place in the files if it has one.
  static func failure(_ error: any Error) -> PreviewFailure {
    if let failure = error as? PreviewFailure { return failure }
    guard let error = error as? SceneFileError else { return PreviewFailure("\(error)".namingFlags) }
    var failure = PreviewFailure(error.message.namingFlags)
    failure.file = error.location.file
    if error.location.line > 0 { (failure.line, failure.column) = (error.location.line, error.location.column) }
    return failure
  }
}
