// The part of a scene that each column of a table sets.
//
//   text:NAME     the text layers of that name
//   image:ID      a Lottie document's image, or the contents of the layers of that name; also by a film
//   clip:NAME     a film in the layers of that name, FILE[@IN[-OUT]][,loop|hold]
//   color:PATH    a colour of a Lottie document by its key path, or LAYER.keyPath
//   slot:ID       a slot of a Lottie document
//   layer:PATH    LAYER.keyPath of a CAML document
//   text-fit:NAME, image-fit:ID    the fitting of a Lottie document's text or image
//
// A bare name is the first of these that the scene has, in this order; one that the scene lacks is only for the
// output's path. Files are below the table's folder, which their paths are relative to, or where the user allows: see
// DataFolder.
//
// Tested by DataBindingTests and OutputTemplateTests.

package import CoreGraphics
package import Documents
import Foundation
import ImageFiles

/// The columns of a table, bound to a scene.
package struct DataBinding {
  enum Target: Equatable {
    case text(String)
    case image(String)
    case clip(String)
    case color(String)
    case slot(String)
    case layer(String)
    case textFit(String)
    case imageFit(String)
  }

  /// Parses a colour of the user; nil for an invalid one.
  package typealias ColorReader = (String) -> CGColor?

  private let table: DataTable
  private let document: any SceneDocument
  private let names: SceneNames
  /// The replacements of all rows.
  private let replacements: SceneReplacements
  private let limits: SceneLimits
  private let readColor: ColorReader
  private let folder: DataFolder
  private var targets: [(column: String, target: Target)] = []
  /// The columns without a part of the scene.
  package private(set) var unbound: [String] = []

  /// Binds a table to the scene's file at `path`. Replacements in `options` apply to all rows. `root` is a folder for
  /// the rows' files, in addition to the table's.
  package init(
    _ table: DataTable, path: String, options: SceneLoadOptions, root: String? = nil, readColor: @escaping ColorReader
  ) throws(SceneFileError) {
    let document = try SceneImporter.all.open(path: path, options: options, isShared: true)
    try self.init(
      table, document: document, names: document.names(), options: options, root: root, readColor: readColor)
  }

  /// Binds a table to an opened scene with its names.
  package init(
    _ table: DataTable, document: any SceneDocument, names: SceneNames, options: SceneLoadOptions,
    root: String? = nil, readColor: @escaping ColorReader
  ) throws(SceneFileError) {
    (self.table, self.document, self.names, self.readColor) = (table, document, names, readColor)
    replacements = options.replacements
    folder = try DataFolder(of: table.file, root: root)
    limits = options.limits
    for column in table.columns {
      if let target = Self.explicitTarget(of: column) ?? names.target(of: column) {
        targets.append((column, target))
      } else {
        unbound.append(column)
      }
    }
  }

  /// Returns the kind of a column's values; nil for a column without a part of the scene.
  package func kind(ofColumn column: String) -> SceneNames.Kind? {
    switch targets.first(where: { $0.column == column })?.target {
    case .text?: .text
    case .color?: .color
    case .image?, .clip?: .file
    case .slot(let id)?: names.kind(ofSlot: id)
    case .layer?, .textFit?, .imageFit?: .value
    case nil: nil
    }
  }

  /// Returns a question for the name of a part of the scene that is near to an unknown one; else the names.
  func guess(of name: String) -> String {
    let known = (names.slots.isEmpty ? names.texts.union(names.images) : names.slots).sorted()
    let guess = known.guess(of: name)
    return guess.isEmpty && !known.isEmpty ? "; expected one of \(known.named)" : guess
  }

  private static func explicitTarget(of column: String) -> Target? {
    guard let colon = column.firstIndex(of: ":") else { return nil }
    let name = String(column[column.index(after: colon)...])
    switch column[..<colon] {
    case "text": return .text(name)
    case "image": return .image(name)
    case "clip": return .clip(name)
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
  /// Makes the scene of a row, in a shape unless the options name an aspect. Throws the error in the row, with its line
  /// and, if known, its column.
  package func makeScene(for row: DataRow, shape: SceneShape? = nil) throws(SceneFileError) -> Scene {
    var all = try replacements(for: targets, of: row)
    all.shape = all.shape ?? shape
    do throws(SceneFileError) {
      return try document.readPlaying(all, within: limits)
    } catch {
      throw blame(for: error, of: row)
    }
  }

  /// Reads the scene of a row, whose films do not play yet.
  package func readScene(for row: DataRow) throws(SceneFileError) -> Scene {
    try document.read(replacing: replacements(for: targets, of: row))
  }

  /// Returns an error with its cause, found by trying the values of all rows, then each column alone.
  private func blame(for error: SceneFileError, of row: DataRow) -> SceneFileError {
    for target in [nil] + targets.filter({ row.values[$0.column] != nil }).map(Optional.some) {
      do throws(SceneFileError) {
        _ = try document.readPlaying(
          replacements(for: target.map { [$0] } ?? [], of: row), within: limits)
      } catch {
        guard let column = target?.column else { break }
        return table.failure(error.kind, row: row, field: column, error.message)
      }
    }
    return table.failure(error.kind, row: row, field: nil, error.description)
  }

  private func replacements(
    for targets: [(column: String, target: Target)], of row: DataRow
  ) throws(SceneFileError) -> SceneReplacements {
    var result = replacements
    for (column, target) in targets {
      if let value = row.values[column] { try add(value, of: column, to: target, of: &result, row) }
    }
    return result
  }

  private func add(
    _ text: String, of column: String, to target: Target, of replacements: inout SceneReplacements, _ row: DataRow
  ) throws(SceneFileError) {
    let color = readColor(text)
    switch target {
    case .text(let name): replacements.texts[name] = table.text(text)
    case .slot(let id) where text.isEmpty && names.textSlots.contains(id): replacements.slots[id] = .text("")
    // Only a layer's text property can be empty among the others.
    case .layer(let path):
      replacements.values.append((path, WrittenValue(text, color: color, file: folder.written(text))))
    case _ where text.isEmpty: break
    case .image(let id): replacements.images[id] = try file(text, column, row)
    case .clip(let name):
      guard var clip = SceneClipFile(parsing: text) else {
        throw table.failure(
          .unsuitableValue, row: row, field: column, "'\(text.excerpt)' is no film; expected \(SceneClipFile.form)")
      }
      clip.url = try file(clip.url.relativePath, column, row)
      replacements.clips[name] = clip
    case .color(let path):
      if let color {
        replacements.colors.append((path, color))
      } else if names.hasValue(path) {
        try add(text, of: column, to: .layer(path), of: &replacements, row)
      } else {
        throw table.failure(
          .unsuitableValue, row: row, field: column, "'\(text.excerpt)' is no colour; expected #rrggbb, or a name")
      }
    case .slot(let id):
      replacements.slots[id] = .written(text, color: color)
      replacements.slotFiles[id] = folder.written(text)
    case .textFit(let name): replacements.textFits[name] = try fit(text, column, row)
    case .imageFit(let id): replacements.imageFits[id] = try fit(text, column, row)
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

  /// Returns a file that a row names.
  private func file(_ path: String, _ column: String, _ row: DataRow) throws(SceneFileError) -> URL {
    switch folder.target(of: path) {
    case .file(let url): return url
    case .missing:
      throw table.failure(.notFound, row: row, field: column, "no file '\(path.excerpt)' beside the rows")
    case .outside:
      throw table.failure(
        .unsuitableValue, row: row, field: column, "the file '\(path.excerpt)' is not read: \(DataFolder.outside)")
    }
  }
}

extension SceneNames {
  fileprivate func target(of name: String) -> DataBinding.Target? {
    if texts.contains(name) { return .text(name) }
    if images.contains(name) { return .image(name) }
    if slots.contains(name) { return .slot(name) }
    if hasColor(name) { return .color(name) }
    return hasValue(name) ? .layer(name) : nil
  }
}
