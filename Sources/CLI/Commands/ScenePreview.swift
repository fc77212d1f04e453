// The scene of `multiplane preview`, made again for each use: with its row, its values, its clip.
//
// Tested by PreviewCommandTests.

import ArgumentParser
import Compositor
import CoreGraphics
import Documents
import Foundation
import ImageFiles
import Multiplane
import Preview
import QuartzCore
import SceneFiles

@MainActor
final class ScenePreview: PreviewSource {
  private let command: PreviewCommand
  /// The command's options for scenes, with its limit of memory.
  private let loading: SceneLoadOptions
  private(set) var files: [String]
  private var opened: Opened?
  /// The names of the opened document; nil before they are needed.
  private var names: SceneNames?
  /// The contents of the files when last read, which later scenes use even if a file has changed.
  private var record = SceneFileLog.Record()
  /// The last renderer, whose device the next one shares.
  private var renderer: OffscreenRenderer?
  private let opening: RasterizerOpening

  private enum Opened {
    case demo
    case document(any SceneDocument)
    case rows(DataTable, any SceneDocument, DataBinding)
  }

  init(_ command: PreviewCommand) throws {
    self.command = command
    loading = LoadedScene.limited(try command.lottie.loadOptions(), by: command.options.maxMemory)
    files = command.inputFiles
    opening = RasterizerOpening(command.options.renderer.request)
  }

  // MARK: Reading

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
    let before = (opened, names)
    do {
      opened = try open()
      return try info()
    } catch {
      (opened, names) = before
      throw error
    }
  }

  private func open() throws -> Opened {
    try command.options.registerFonts()
    if LoadedScene.isDemo(command.source.scene) { return .demo }
    let document = try SceneImporter.all.open(path: command.source.scene, options: loading, isShared: true)
    names = nil
    guard let data = command.data else { return .document(document) }
    let table = try DataTable(path: data)
    return .rows(table, document, try binding(of: table, to: document))
  }

  private func binding(of table: DataTable, to document: any SceneDocument) throws -> DataBinding {
    try DataBinding(
      table, document: document, names: names(of: document), options: loading, root: command.root.dataRoot,
      readColor: ColorArgument.cgColor)
  }

  /// Returns the names of the opened document, which are read when they are first needed.
  private func names(of document: any SceneDocument) throws -> SceneNames {
    let known = try names ?? document.names()
    names = known
    return known
  }

  private func info() throws -> PreviewInfo {
    let (scene, renderer) = try makeScene(PreviewLook(), command.options, state: command.stateOptions.state)
    var info = PreviewInfo(title: URL(fileURLWithPath: command.source.scene).lastPathComponent)
    info.pixels = .init(width: Double(renderer.width), height: Double(renderer.height))
    info.points = .init(width: Double(renderer.size.width), height: Double(renderer.size.height))
    info.scale = Double(renderer.scale)
    let end = scene.clip?.length ?? command.duration ?? scene.duration
    (info.duration, info.hasEnd) = (end ?? LoadedScene.durationWithoutEnd, end != nil)
    (info.rate, info.states, info.initialState) = (
      rate(of: scene).framesPerSecond, scene.stateNames, command.stateOptions.state ?? scene.initialState
    )
    info.stateSchedule = command.stateOptions.states?.text
    let start = scene.clip?.sceneTimeAtStart ?? 0
    info.markers = scene.markers.map { .init(name: $0.name, time: max($0.time - start, 0), duration: $0.duration) }
    (info.hasSound, info.notes) = (
      !scene.sounds.isEmpty || scene.clip?.clip.sounds.isEmpty == false,
      (scene.notes + scene.filmColors().map(\.description)).map(\.namingFlags)
    )
    info.rows = rows
    info.device = "\(renderer.rasterizer.drawingDevice)"
    (info.isOpaque, info.isFitted) = (renderer.hasOpaqueBackground, scene.isFitted)
    return info
  }

  private var rows: [PreviewInfo.Row] {
    guard case .rows(let table, _, _) = opened else { return [] }
    let naming = table.columns.first { $0.lowercased() == "name" } ?? table.columns.first
    return table.rows.enumerated().map { index, row in
      .init(number: index + 1, name: naming.flatMap { row.values[$0] } ?? "row \(index + 1)")
    }
  }

  private func rate(of scene: LoadedScene) -> FrameRate {
    scene.filmRate(command.fps, changesStates: command.stateOptions.states != nil)
  }

  // MARK: Scenes

  func makeScene(_ look: PreviewLook) throws -> PreviewedScene {
    try SceneFileLog.replaying(record) { try makeRecordedScene(look) }
  }

  private func makeRecordedScene(_ look: PreviewLook) throws -> PreviewedScene {
    let options = try command.options.showing(look)
    let schedule = try look.schedule ?? command.stateOptions.states
    let (scene, renderer) = try makeScene(look, options, state: schedule == nil ? command.stateOptions.state : nil)
    if let schedule { try scene.checkStates(of: schedule) }
    let start = scene.clip?.sceneTimeAtStart ?? 0
    let first = scene.clip?.sceneStart ?? -.infinity
    let change = schedule?.changing(scene, from: max(start, first)) ?? { _ in }
    let rate = rate(of: scene)
    let stage = scene.clip.map {
      ClipStage(
        $0, scene: scene.rootLayer, size: renderer.size, scale: renderer.scale, rate: rate, renderer.contentsDepth)
    }
    return PreviewedScene(
      root: stage?.root ?? scene.rootLayer, renderer: renderer, clock: scene.clock, rate: rate.framesPerSecond,
      changes: schedule?.changes.map { $0.time - start } ?? [], beforeFrame: { try change(max($0 + start, first)) },
      show: { try stage?.show(at: $0 + start) ?? $0 })
  }

  /// Makes the scene again, in a state, with its clip; its clock becomes the current one.
  private func makeScene(
    _ look: PreviewLook, _ options: RenderOptions, state: String?
  ) throws -> (LoadedScene, OffscreenRenderer) {
    let clip = try command.clip.open(from: nil, options: options)
    var scene = try load(look, options, over: clip)
    let sized = command.clip.sized(options, for: clip)
    try sized.prepare(&scene, state: state, quiet: true)
    try command.clip.put(clip, on: &scene, duration: command.duration, marker: command.lottie.marker)
    let made = try sized.renderer(
      for: scene, opening: renderer == nil ? opening : nil, sharing: renderer,
      without: look.isForInspection ? [.retention] : nil)
    renderer = made
    return (scene, made)
  }

  private func load(_ look: PreviewLook, _ options: RenderOptions, over clip: FilmClip?) throws -> LoadedScene {
    let loading = options.shaped(loading, over: clip)
    if let row = look.row {
      guard case .rows(let table, _, let binding) = opened else {
        throw PreviewFailure("there is no row \(row): no rows were given")
      }
      let values = try table.row(row).setting(look.values)
      return try LoadedScene { _ in try binding.makeScene(for: values, shape: loading.replacements.shape) }
    }
    guard let document else {
      return try LoadedScene(command.source.scene, memory: command.options.maxMemory, options: loading)
    }
    guard !look.values.isEmpty else {
      return try LoadedScene { _ in try document.readPlaying(loading.replacements, within: loading.limits) }
    }
    let table = DataTable(file: command.source.scene, row: look.values)
    let binding = try binding(of: table, to: document)
    if let name = binding.unbound.first { throw PreviewFailure("the scene has nothing named '\(name.excerpt)'") }
    return try LoadedScene { _ in try binding.makeScene(for: table.rows[0], shape: loading.replacements.shape) }
  }

  /// The opened document; nil for a scene that comes with the program.
  private var document: (any SceneDocument)? {
    switch opened {
    case .document(let document), .rows(_, let document, _): document
    case .demo, nil: nil
    }
  }

  // MARK: Values

  func values(ofRow row: Int?) throws -> [PreviewValue] {
    if let row, case .rows(let table, _, let binding) = opened {
      let values = try table.row(row).values
      return table.columns.map { .init(name: $0, kind: binding.kind(ofColumn: $0)?.rawValue, text: values[$0]) }
    }
    guard let names = try document.map({ try self.names(of: $0) }) else { return [] }
    // A scene with slots means these to be changed.
    let offered = names.slots.isEmpty ? names.texts : names.slots
    return offered.sorted().map { name in
      let kind = names.slots.isEmpty ? .text : names.kind(ofSlot: name)
      return PreviewValue(name: name, kind: kind.rawValue, text: names.defaults[name])
    }
  }

  func write(_ values: [String: String], toRow row: Int) throws {
    guard case .rows(let table, _, _) = opened else { throw PreviewFailure("no rows were given, by --data") }
    _ = try table.row(row)
    // Another program may have written the file since it was read.
    let current = try DataTable(path: table.file)
    guard current.columns == table.columns, current.rows == table.rows else {
      throw PreviewFailure("\(table.file) has changed meanwhile; its new values are shown first", status: 409)
    }
    let file = try UnfinishedFile(for: table.file)
    try file.write(current.bytes(setting: values, inRow: row))
    try file.publish()
  }

  // MARK: Commands

  var parentVariable: String { EndOfOthers.variable }
  var checkArguments: [String]? { command.checkArguments }

  func soundArguments(writingTo path: String) -> [String] { command.soundArguments + ["--quiet", "--output", path] }

  func filmArguments(_ film: PreviewFilm, writingTo path: String) throws -> [String] {
    let look = film.look
    let options = try command.options.showing(look)
    var given: [(String, String)] = []
    if let size = look.size { given.append(("--size", size)) }
    if let fit = look.fit { given.append(("--fit", fit)) }
    if options.sizing.isInPixels {
      if let width = options.sizing.width { given.append(("--width", "\(width)")) }
      if let height = options.sizing.height { given.append(("--height", "\(height)")) }
    } else if let scale = look.scale {
      given.append(("--scale", "\(scale)"))
    }
    if let states = look.states { given.append(("--states", states)) }
    if let rate = film.rate { given.append(("--fps", rate)) }
    var others = Set(given.map(\.0))
    if look.size != nil { others.formUnion(["--width", "--height", "--device"]) }
    if look.states != nil { others.insert("--state") }
    if film.hasAllRows || look.row != nil {
      guard look.values.isEmpty else { throw PreviewFailure("write the changed values to their row first") }
      if let row = look.row, !film.hasAllRows { given.append(("--rows", "\(row)")) }
    } else {
      others.formUnion(["--data", "--data-root"])
      let kinds = Dictionary(try values(ofRow: nil).map { ($0.name, $0.kind) }) { first, _ in first }
      for (name, text) in look.values.sorted(by: { $0.key < $1.key }) {
        let option = ["text": "--text", "color": "--color", "file": "--image"][kinds[name] ?? ""] ?? "--slot"
        given.append((option, "\(name)=\(text)"))
      }
    }
    return command.filmArguments(without: others) + given.flatMap { ["\($0)=\($1)"] }
      + ["--progress", "json", "--output", path]
  }

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

extension DataTable {
  /// Returns a row by its number, from 1.
  fileprivate func row(_ number: Int) throws -> DataRow {
    guard rows.indices.contains(number - 1) else { throw PreviewFailure("there is no row \(number)") }
    return rows[number - 1]
  }
}

extension PreviewLook {
  /// The schedule of states; nil for the command line's.
  fileprivate var schedule: StateSchedule? {
    get throws { try states.map { text in try Self.reading("states") { try StateSchedule(parsing: text) } } }
  }

  fileprivate static func reading<Value>(_ name: String, _ body: () throws -> Value) throws -> Value {
    do { return try body() } catch { throw PreviewFailure("\(name): \(error)") }
  }
}

extension RenderOptions {
  /// Returns the options of a page's look.
  fileprivate func showing(_ look: PreviewLook) throws -> RenderOptions {
    var options = self
    if let size = look.size {
      (options.sizing.width, options.sizing.height, options.device) = (nil, nil, nil)
      options.sizing.size = try PreviewLook.reading("size") { try SizeArgument(parsing: size) }
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
    return options
  }
}
