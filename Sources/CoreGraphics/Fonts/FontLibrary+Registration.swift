// Fonts that the process registers in addition to the installed ones: files, and fonts in memory, which become nameless
// files. Their names take precedence over those of installed fonts, Apple's included.

import CFontconfig
import Foundation
import ImageFiles

/// The reason why fonts cannot be registered or unregistered.
package enum FontRegistrationError: Error, Equatable, CustomStringConvertible {
  /// The file does not exist or cannot be read.
  case unreadable(path: String)
  /// The file contains no font.
  case noFont(path: String)
  case alreadyRegistered(path: String)
  case notRegistered(path: String)

  package var description: String {
    switch self {
    case .unreadable(let path): "\(path): no file that can be read"
    case .noFont(let path): "\(path): not a font; TrueType, OpenType, WOFF, Type 1 and the like are"
    case .alreadyRegistered(let path): "\(path): its fonts are registered already"
    case .notRegistered(let path): "\(path): its fonts are not registered"
    }
  }
}

struct FontRegistry {
  /// The paths in the order of registration.
  fileprivate(set) var files: [String] = []
  /// The files of fonts in memory, by their faces' serial numbers.
  fileprivate var memory: [UInt32: MemoryFile] = [:]
  /// The faces by the letters and digits of their names.
  private var faces: [String: FontStyle] = [:]
  /// The families by the letters and digits of their names.
  private var families: [String: String] = [:]

  /// Returns the style of a registered font by a name; nil for other names.
  func style(named name: String, _ parts: FontNameParts) -> FontStyle? {
    guard !files.isEmpty else { return nil }
    if let style = faces[FontNameParts.letters(name[...])] { return style }
    guard let family = families[parts.key] ?? families[FontNameParts.letters(parts.familyName[...])] else { return nil }
    return FontStyle(family: family, weight: parts.weight ?? 400, isItalic: parts.isItalic, width: parts.width ?? 100)
  }

  fileprivate mutating func readNames(_ library: FontLibrary) {
    (faces, families) = ([:], [:])
    guard let fonts = FcConfigGetFonts(library.config, FcSetApplication) else { return }
    for index in 0..<Int(fonts.pointee.nfont) {
      guard let pattern = fonts.pointee.fonts[index] else { continue }
      let style = library.style(of: pattern)
      for name in [FC_POSTSCRIPT_NAME, FC_FULLNAME] {
        if let name = FontLibrary.string(pattern, name) { faces[FontNameParts.letters(name[...])] = style }
      }
      families[FontNameParts.letters(style.family[...])] = style.family
    }
    // A family's name denotes its regular face, even if a bold face has the same name.
    for name in families.keys { faces[name] = nil }
  }
}

extension FontLibrary {
  package var registeredFiles: [String] { registry.files }

  /// Registers the fonts of a file for the rest of the process. Text that is laid out already does not change.
  package func register(file path: String) throws(FontRegistrationError) {
    guard !registry.files.contains(path) else { throw .alreadyRegistered(path: path) }
    // Fontconfig would wait for a pipe's writer.
    guard let descriptor = try? FileContents.open(path) else { throw .unreadable(path: path) }
    close(descriptor)
    guard FcConfigAppFontAddFile(config, path) != 0 else { throw .noFont(path: path) }
    registry.files.append(path)
    if lastResortFile != nil {
      FcConfigAppFontClear(config)
      addApplicationFonts()
    }
    fontsChanged()
  }

  package func unregister(file path: String) throws(FontRegistrationError) {
    guard registry.files.contains(path) else { throw .notRegistered(path: path) }
    registry.files.removeAll { $0 == path }
    FcConfigAppFontClear(config)
    addApplicationFonts()
    fontsChanged()
  }

  /// Registers a font that was made from the bytes of its file.
  package func register(_ face: FontFace) throws(FontRegistrationError) {
    // A font with a file is installed.
    guard let bytes = face.bytes, registry.memory[face.serial] == nil else {
      throw .alreadyRegistered(path: face.style.family)
    }
    let file = MemoryFile(bytes)
    guard let file else { throw .unreadable(path: face.style.family) }
    try register(file: file.path)
    registry.memory[face.serial] = file
  }

  package func unregister(_ face: FontFace) throws(FontRegistrationError) {
    guard let file = registry.memory.removeValue(forKey: face.serial) else {
      throw .notRegistered(path: face.style.family)
    }
    try unregister(file: file.path)
  }

  private func fontsChanged() {
    registry.readNames(self)
    forgetFaces()
    generation += 1
  }
}

/// A nameless file in memory, which lasts as long as this object.
final class MemoryFile: Sendable {
  private let handle: FileHandle
  let path: String

  /// Creates a file of the bytes; returns nil if memory is short.
  init?(_ bytes: Data) {
    let descriptor = cfontconfig_memory_file()
    guard descriptor >= 0 else { return nil }
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    path = "/proc/self/fd/\(descriptor)"
    do { try handle.write(contentsOf: bytes) } catch { return nil }
  }
}
