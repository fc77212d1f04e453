// Which part of a scene each column of a table is for.
//
//   text:NAME     the text layers of that name
//   image:ID      a Lottie document's image, or the contents of the layers of that name
//   color:PATH    a colour of a Lottie document by its key path, or LAYER.keyPath
//   slot:ID       a slot of a Lottie document
//   layer:PATH    LAYER.keyPath of a CAML document
//   text-fit:NAME, image-fit:ID    how a Lottie document's text or image fits
//
// A bare name is the first of these that the scene has, in this order; one that the scene does not have is only a name
// for the output's path.

package import CoreGraphics
import Foundation
import QuartzCore

/// The columns of a table, bound to a scene.
package struct DataBinding {
  /// What a column is for.
  enum Target: Equatable {
    case text(String)
    case image(String)
    case color(String)
    case slot(String)
    /// `LAYER.keyPath`.
    case layer(String)
    case textFit(String)
    case imageFit(String)
  }

  /// Reads a colour as the user writes it; nil for no colour.
  package typealias ColorReader = (String) -> CGColor?

  private let table: DataTable
  private let path: String
  private let options: SceneLoadOptions
  private let readColor: ColorReader
  private var targets: [(column: String, target: Target)] = []
  /// Columns that are for nothing in the scene.
  package private(set) var unbound: [String] = []

  /// Binds a table to a scene.
  ///
  /// - Parameters:
  ///   - path: the scene's file.
  ///   - options: how each row's scene is loaded; replacements in it hold for all rows.
  package init(
    _ table: DataTable, path: String, options: SceneLoadOptions, readColor: @escaping ColorReader
  ) throws(SceneFileError) {
    (self.table, self.path, self.readColor) = (table, path, readColor)
    var options = options
    options.cache = options.cache ?? SceneCache()
    self.options = options
    if LottieLoadOptions.areFor(path: path) {
      let names = LottieNames(try LottieSource.shared(path: path, options: options).original)
      bind { names.target(of: $0) }
    } else {
      let root = try Scene(path: path, options: options).rootLayer
      bind { Self.layerTarget(of: $0, in: root) }
    }
  }

  private mutating func bind(_ find: (String) -> Target?) {
    for column in table.columns {
      if let target = Self.explicitTarget(of: column) ?? find(column) {
        targets.append((column, target))
      } else {
        unbound.append(column)
      }
    }
  }

  private static func explicitTarget(of column: String) -> Target? {
    guard let colon = column.firstIndex(of: ":") else { return nil }
    let name = String(column[column.index(after: colon)...])
    switch column[..<colon] {
    case "text": return .text(name)
    case "image": return .image(name)
    case "color", "colour": return .color(name)
    case "slot": return .slot(name)
    case "layer": return .layer(name)
    case "text-fit": return .textFit(name)
    case "image-fit": return .imageFit(name)
    default: return nil
    }
  }
}

// MARK: - Scenes

extension DataBinding {
  /// The scene of a row.
  ///
  /// - Throws: what is wrong with the row, with its line and, where one is to blame, its column.
  package func makeScene(for row: DataRow) throws(SceneFileError) -> Scene {
    guard LottieLoadOptions.areFor(path: path) else {
      let scene = try Scene(path: path, options: options)
      try apply(row, to: scene)
      return scene
    }
    let all = try replacements(for: targets, of: row)
    do throws(SceneFileError) {
      return try scene(with: all)
    } catch {
      // Whose fault it is: the columns one after the other.
      for target in targets where row.values[target.column] != nil {
        let only = try replacements(for: [target], of: row)
        do throws(SceneFileError) { _ = try scene(with: only) } catch {
          throw table.failure(error.kind, row: row, field: target.column, error.message)
        }
      }
      throw table.failure(error.kind, row: row, field: nil, error.description)
    }
  }

  private func scene(with replacements: LottieReplacements) throws(SceneFileError) -> Scene {
    var options = options
    options.lottie.replacements = replacements
    return try Scene(path: path, options: options)
  }
}

// MARK: - Lottie

extension DataBinding {
  /// What columns ask for, on top of what all rows have.
  private func replacements(
    for targets: [(column: String, target: Target)], of row: DataRow
  ) throws(SceneFileError) -> LottieReplacements {
    var result = options.lottie.replacements
    for (column, target) in targets {
      if let value = row.values[column] { try add(value, of: column, to: target, of: &result, row) }
    }
    return result
  }

  private func add(
    _ value: String, of column: String, to target: Target, of replacements: inout LottieReplacements, _ row: DataRow
  ) throws(SceneFileError) {
    // An empty field can only be a text.
    if case .text = target {} else if value.isEmpty { return }
    switch target {
    case .text(let name): replacements.texts[name] = table.text(value)
    case .image(let id): replacements.images[id] = try file(value, column, row)
    case .color(let path): replacements.colors.append((path, try color(value, column, row)))
    case .slot(let id): replacements.slots[id] = .written(value, color: readColor(value))
    case .textFit(let name): replacements.textFits[name] = try fit(value, column, row)
    case .imageFit(let id): replacements.imageFits[id] = try fit(value, column, row)
    case .layer:
      throw table.failure(
        .unknownName, row: row, field: column, "a Lottie file's layers have no key paths; expected color:KEYPATH")
    }
  }

  private func fit<Fit: CaseIterable & RawRepresentable<String>>(
    _ text: String, _ column: String, _ row: DataRow
  ) throws(SceneFileError) -> Fit {
    guard let fit = Fit(rawValue: text) else {
      let expected = Fit.allCases.map(\.rawValue).joined(separator: ", ")
      throw table.failure(
        .unsuitableValue, row: row, field: column, "'\(text.excerpt)' is no way to fit; expected one of \(expected)")
    }
    return fit
  }

  private func color(_ text: String, _ column: String, _ row: DataRow) throws(SceneFileError) -> CGColor {
    guard let color = readColor(text) else {
      throw table.failure(
        .unsuitableValue, row: row, field: column, "'\(text.excerpt)' is no colour; expected #rrggbb, or a name")
    }
    return color
  }

  /// A file that a row names, relative to the table's folder.
  private func file(_ path: String, _ column: String, _ row: DataRow) throws(SceneFileError) -> URL {
    let url = URL(fileURLWithPath: path, relativeTo: URL(fileURLWithPath: table.file).deletingLastPathComponent())
    guard FileManager.default.fileExists(atPath: url.path) else {
      throw table.failure(.notFound, row: row, field: column, "no file '\(path.excerpt)' beside the rows")
    }
    return url.absoluteURL
  }
}

// MARK: - Layers

extension DataBinding {
  /// Puts a row's values into the layers of a scene.
  private func apply(_ row: DataRow, to scene: Scene) throws(SceneFileError) {
    let budget = ImageBudget(limit: options.limits.imageBytes - scene.imageBytes)
    let decoder = SceneImageDecoder(budget: budget, notes: NoteCollector())
    for (column, target) in targets {
      guard var text = row.values[column] else { continue }
      if case .text = target { text = table.text(text) }
      let (layers, keyPath) = try self.layers(of: target, column, row, in: scene)
      for layer in layers {
        guard let kind = LayerSchema.kind(ofKeyPath: keyPath, of: layer), kind == .string || !text.isEmpty else {
          continue
        }
        layer.setValue(try value(text, as: kind, column, row, decoder), atKeyPath: keyPath)
      }
    }
  }

  /// The layers that a column is for, and which property of them.
  private func layers(
    of target: Target, _ column: String, _ row: DataRow, in scene: Scene
  ) throws(SceneFileError) -> (layers: [CALayer], keyPath: String) {
    let candidates: [LayerPath]
    switch target {
    case .text(let name): candidates = [LayerPath(name: name, keyPath: "string")]
    case .image(let name): candidates = [LayerPath(name: name, keyPath: "contents")]
    case .layer(let path), .color(let path): candidates = LayerPath.all(in: path)
    case .slot: throw table.failure(.unknownName, row: row, field: column, "only Lottie files have slots")
    case .textFit, .imageFit:
      throw table.failure(.unknownName, row: row, field: column, LottieReplacements.fitsAreForLottie)
    }
    for candidate in candidates {
      let layers = scene.layers(at: candidate)
      if !layers.isEmpty { return (layers, candidate.keyPath) }
    }
    let expected = candidates.last.map { "no layer '\($0.name.excerpt)' with '\($0.keyPath.excerpt)'" }
    throw table.failure(.unknownName, row: row, field: column, expected ?? "expected LAYER.keyPath")
  }

  private func value(
    _ text: String, as kind: PropertyKind, _ column: String, _ row: DataRow, _ decoder: SceneImageDecoder
  ) throws(SceneFileError) -> AnimatableValue {
    switch kind {
    case .color where readColor(text) != nil: return .color(try color(text, column, row))
    case .image:
      let url = try file(text, column, row)
      do throws(SceneFileError) {
        let bytes = try FileBytes.read(url.path, as: url.path, limit: options.limits.entryBytes)
        return .image(try decoder.decode(bytes, as: url.path, from: SourceLocation(file: url.path)))
      } catch {
        throw table.failure(error.kind, row: row, field: column, error.message)
      }
    default:
      do throws(ValueProblem) {
        return try kind.read(text, limit: options.limits.coordinate)
      } catch {
        let message: String =
          switch error {
          case .unreadable(let message), .unusable(let message): message
          }
        throw table.failure(.unsuitableValue, row: row, field: column, message)
      }
    }
  }

  /// What a bare name means: a layer and a property of it, a text layer, or a layer that has, or may have, an image.
  private static func layerTarget(of column: String, in root: CALayer) -> Target? {
    if let layer = root.layers(named: column).first {
      return layer is CATextLayer ? .text(column) : .image(column)
    }
    let isKnown = LayerPath.all(in: column).contains { path in
      root.layers(named: path.name).contains { LayerSchema.kind(ofKeyPath: path.keyPath, of: $0) != nil }
    }
    return isKnown ? .layer(column) : nil
  }
}

/// `LAYER.keyPath`.
struct LayerPath {
  let name: String
  let keyPath: String

  init(name: String, keyPath: String) { (self.name, self.keyPath) = (name, keyPath) }

  /// All ways to read it, as names may have dots: those with the longest names first.
  static func all(in text: String) -> [LayerPath] {
    text.indices.reversed().filter { text[$0] == "." && $0 > text.startIndex }.map {
      LayerPath(name: String(text[..<$0]), keyPath: String(text[text.index(after: $0)...]))
    }
  }
}
