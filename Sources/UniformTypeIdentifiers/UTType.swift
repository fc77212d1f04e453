// Types of data by Apple's identifiers: the types of the files that ImageIO and AVFoundation read and write here, the
// types that these conform to, and further types that such code names. A table holds them; the system is not queried.
//
// Tested by UTTypeTests.

public import Foundation

/// A kind of name for a type, in addition to its identifier.
public struct UTTagClass: RawRepresentable, Hashable, Sendable {
  /// Apple's string for it.
  public let rawValue: String
  /// Creates a kind by Apple's string for it.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The suffix of a file's name, without the dot.
  public static let filenameExtension = Self(rawValue: "public.filename-extension")
  /// The MIME type.
  public static let mimeType = Self(rawValue: "public.mime-type")
}

/// A type of data, such as that of a file.
public struct UTType: Hashable, Sendable {
  /// The facts that are known of a type.
  struct Declaration: Sendable {
    var description: String?
    var supertypes: [String]
    var suffixes: [String]
    var mimeTypes: [String]
  }

  /// Apple's name for the type: `public.png`.
  public let identifier: String
  /// The identifiers that a type of the program's own conforms to; nil for those of the table.
  private let own: [String]?

  init(known identifier: String) { (self.identifier, own) = (identifier, nil) }

  /// The type of an identifier, in any case; nil for those that are not known here.
  public init?(_ identifier: String) {
    let name = identifier.lowercased()
    guard let known = Self.declarations.keys.first(where: { $0.lowercased() == name }) else { return nil }
    self.init(known: known)
  }

  /// A type that the program itself declares. `parentType` is what it conforms to; without one it is data.
  public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
    (self.identifier, own) = (identifier, [(parentType ?? .data).identifier])
  }

  /// A type that another program declares. `parentType` is what it conforms to; without one it is data.
  public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
    self.init(exportedAs: identifier, conformingTo: parentType)
  }

  /// The type of files with a suffix, without the dot and in any case; nil where none is known that conforms to
  /// `supertype`: types are not made up for it, unlike Apple's dynamic ones.
  public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
    self.init(tag: filenameExtension, tagClass: .filenameExtension, conformingTo: supertype)
  }

  /// The type of a MIME type, in any case; nil where none is known that conforms to `supertype`.
  public init?(mimeType: String, conformingTo supertype: UTType = .data) {
    self.init(tag: mimeType, tagClass: .mimeType, conformingTo: supertype)
  }

  /// The type of a name of some kind; nil where none is known that conforms to `supertype`.
  public init?(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) {
    guard let type = Self.types(tag: tag, tagClass: tagClass, conformingTo: supertype).first else { return nil }
    self = type
  }

  /// Returns the types of a name of some kind that conform to `supertype`.
  public static func types(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) -> [UTType] {
    let tag = tag.lowercased()
    return declarations.filter { $0.value.tags(tagClass).contains(tag) }.keys.sorted().map { UTType(known: $0) }.filter
    {
      $0.conforms(to: supertype ?? $0)
    }
  }

  private var declaration: Declaration? { Self.declarations[identifier] }

  /// The names of each kind, the usual one first.
  public var tags: [UTTagClass: [String]] {
    var tags: [UTTagClass: [String]] = [:]
    for kind in [UTTagClass.filenameExtension, .mimeType] {
      if let names = declaration?.tags(kind), !names.isEmpty { tags[kind] = names }
    }
    return tags
  }

  /// The usual suffix of such files' names, without the dot; nil for a type without files of its own.
  public var preferredFilenameExtension: String? { declaration?.suffixes.first }
  /// The usual MIME type; nil for none.
  public var preferredMIMEType: String? { declaration?.mimeTypes.first }
  /// The type in English words; nil for none.
  public var localizedDescription: String? { declaration?.description }

  // MARK: Conformance

  /// The types that this one conforms to, directly or not.
  public var supertypes: Set<UTType> {
    var found: Set<UTType> = []
    var pending = own ?? declaration?.supertypes ?? []
    while let next = pending.popLast() {
      if found.insert(UTType(known: next)).inserted { pending += Self.declarations[next]?.supertypes ?? [] }
    }
    return found
  }

  /// Whether the type is the other one or conforms to it, directly or not.
  public func conforms(to type: UTType) -> Bool { self == type || isSubtype(of: type) }
  /// Whether the type conforms to another one, directly or not.
  public func isSubtype(of type: UTType) -> Bool { supertypes.contains(type) }
  /// Whether another type conforms to this one, directly or not.
  public func isSupertype(of type: UTType) -> Bool { type.isSubtype(of: self) }

  /// Whether the type was made up for a name; always false.
  public var isDynamic: Bool { false }
  /// Whether the type is in the table.
  public var isDeclared: Bool { declaration != nil }
  /// Whether the identifier is no company's: it begins with `public.`.
  public var isPublic: Bool { identifier.hasPrefix("public.") }

  /// Types are the same when their identifiers are.
  public static func == (a: UTType, b: UTType) -> Bool { a.identifier == b.identifier }

  /// Gives the identifier to a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }
}

extension UTType: CustomStringConvertible, Codable {
  /// The identifier.
  public var description: String { identifier }

  /// Reads an identifier; one that is not known here is a type of the program's own.
  public init(from decoder: any Decoder) throws {
    let identifier = try decoder.singleValueContainer().decode(String.self)
    self = UTType(identifier) ?? UTType(exportedAs: identifier)
  }

  /// Writes the identifier.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(identifier)
  }
}

extension UTType.Declaration {
  func tags(_ kind: UTTagClass) -> [String] {
    switch kind {
    case .filenameExtension: suffixes
    case .mimeType: mimeTypes
    default: []
    }
  }
}

extension URL {
  /// Returns the URL with a name that has a type's usual suffix.
  public func appendingPathComponent(_ partialName: String, conformingTo contentType: UTType) -> URL {
    let suffix = contentType.preferredFilenameExtension
    let isThere = suffix.map { (partialName as NSString).pathExtension.lowercased() == $0 } ?? true
    return appendingPathComponent(isThere ? partialName : "\(partialName).\(suffix ?? "")")
  }
}

// Identifiers, conformance, suffixes and MIME types are those of Apple's documentation of the framework.

extension UTType {
  /// Returns a type of the table: its identifier, what it conforms to, suffixes and MIME types, the usual ones first.
  private static func entry(
    _ identifier: String, _ description: String?, _ supertypes: [String], _ suffixes: [String] = [],
    _ mimeTypes: [String] = []
  ) -> (String, Declaration) {
    (
      identifier,
      Declaration(description: description, supertypes: supertypes, suffixes: suffixes, mimeTypes: mimeTypes)
    )
  }

  private static let visual = ["public.audiovisual-content"]

  static let declarations: [String: Declaration] = Dictionary(
    uniqueKeysWithValues: [
      entry("public.item", nil, []),
      entry("public.content", nil, []),
      entry("public.data", "data", ["public.item"]),
      entry("public.directory", "directory", ["public.item"]),
      entry("public.folder", "folder", ["public.directory"]),
      entry("public.archive", "archive", []),
      entry("public.zip-archive", "ZIP archive", ["public.data", "public.archive"], ["zip"], ["application/zip"]),
      entry("public.url", "URL", ["public.data"]),
      entry("public.file-url", "file URL", ["public.url"]),

      entry("public.text", "text", ["public.data", "public.content"]),
      entry("public.plain-text", "plain text", ["public.text"], ["txt"], ["text/plain"]),
      entry("public.utf8-plain-text", "Unicode text", ["public.plain-text"]),
      entry("public.json", "JSON", ["public.text"], ["json"], ["application/json"]),
      entry("public.xml", "XML", ["public.text"], ["xml"], ["application/xml", "text/xml"]),
      entry("public.html", "HTML text", ["public.text"], ["html", "htm"], ["text/html"]),
      entry(
        "public.comma-separated-values-text", "comma-separated values", ["public.text"], ["csv"],
        ["text/csv", "text/comma-separated-values"]),
      entry("com.adobe.pdf", "PDF document", ["public.data", "public.content"], ["pdf"], ["application/pdf"]),

      entry("public.image", "image", ["public.data", "public.content"]),
      entry("public.png", "PNG image", ["public.image"], ["png"], ["image/png"]),
      entry("public.jpeg", "JPEG image", ["public.image"], ["jpeg", "jpg", "jpe"], ["image/jpeg", "image/jpg"]),
      entry("com.compuserve.gif", "GIF image", ["public.image"], ["gif"], ["image/gif"]),
      entry("org.webmproject.webp", "WebP image", ["public.image"], ["webp"], ["image/webp"]),
      entry("public.tiff", "TIFF image", ["public.image"], ["tiff", "tif"], ["image/tiff"]),
      entry("com.microsoft.bmp", "Windows bitmap image", ["public.image"], ["bmp"], ["image/bmp"]),
      entry("public.svg-image", "SVG image", ["public.image", "public.xml"], ["svg", "svgz"], ["image/svg+xml"]),
      entry("public.heif", "HEIF image", ["public.image"], ["heif"], ["image/heif"]),
      entry("public.heic", "HEIC image", ["public.heif"], ["heic"], ["image/heic"]),

      entry("public.audiovisual-content", "audiovisual content", ["public.data", "public.content"]),
      entry("public.movie", "movie", visual),
      entry("public.video", "video", ["public.movie"]),
      entry("public.audio", "audio", visual),
      entry("public.mpeg-4", "MPEG-4 movie", ["public.movie"], ["mp4", "mpg4"], ["video/mp4"]),
      entry("com.apple.quicktime-movie", "QuickTime movie", ["public.movie"], ["mov", "qt"], ["video/quicktime"]),
      entry("public.mp3", "MP3 audio", ["public.audio"], ["mp3"], ["audio/mpeg"]),
      entry("public.mpeg-4-audio", "MPEG-4 audio", ["public.mpeg-4", "public.audio"], [], ["audio/mp4"]),
      entry("com.apple.m4a-audio", "Apple MPEG-4 audio", ["public.mpeg-4-audio"], ["m4a"], ["audio/x-m4a"]),
      entry("public.aiff-audio", "AIFF audio", ["public.audio"], ["aiff", "aif"], ["audio/aiff"]),
      entry(
        "com.microsoft.waveform-audio", "Waveform audio", ["public.audio"], ["wav", "wave"],
        ["audio/vnd.wave", "audio/wav", "audio/x-wav"]),
    ])

  /// All types of the table, by their identifiers.
  package static var all: [UTType] { declarations.keys.sorted().map { UTType(known: $0) } }

  /// Files, folders and anything else with bytes: `public.item`.
  public static let item = UTType(known: "public.item")
  /// Anything that a person reads, looks at or hears: `public.content`.
  public static let content = UTType(known: "public.content")
  /// Bytes: `public.data`.
  public static let data = UTType(known: "public.data")
  /// A folder or a package: `public.directory`.
  public static let directory = UTType(known: "public.directory")
  /// A folder: `public.folder`.
  public static let folder = UTType(known: "public.folder")
  /// An archive of files: `public.archive`.
  public static let archive = UTType(known: "public.archive")
  /// A ZIP archive: `public.zip-archive`.
  public static let zip = UTType(known: "public.zip-archive")
  /// A URL: `public.url`.
  public static let url = UTType(known: "public.url")
  /// A URL of a file: `public.file-url`.
  public static let fileURL = UTType(known: "public.file-url")

  /// Text of any kind: `public.text`.
  public static let text = UTType(known: "public.text")
  /// Text without markup: `public.plain-text`.
  public static let plainText = UTType(known: "public.plain-text")
  /// Text in UTF-8: `public.utf8-plain-text`.
  public static let utf8PlainText = UTType(known: "public.utf8-plain-text")
  /// JSON: `public.json`.
  public static let json = UTType(known: "public.json")
  /// XML: `public.xml`.
  public static let xml = UTType(known: "public.xml")
  /// HTML: `public.html`.
  public static let html = UTType(known: "public.html")
  /// Comma-separated values: `public.comma-separated-values-text`.
  public static let commaSeparatedText = UTType(known: "public.comma-separated-values-text")
  /// PDF: `com.adobe.pdf`.
  public static let pdf = UTType(known: "com.adobe.pdf")

  /// An image of any format: `public.image`.
  public static let image = UTType(known: "public.image")
  /// PNG: `public.png`.
  public static let png = UTType(known: "public.png")
  /// JPEG: `public.jpeg`.
  public static let jpeg = UTType(known: "public.jpeg")
  /// GIF: `com.compuserve.gif`.
  public static let gif = UTType(known: "com.compuserve.gif")
  /// WebP: `org.webmproject.webp`.
  public static let webP = UTType(known: "org.webmproject.webp")
  /// TIFF, which is not read here: `public.tiff`.
  public static let tiff = UTType(known: "public.tiff")
  /// A bitmap of Windows, which is not read here: `com.microsoft.bmp`.
  public static let bmp = UTType(known: "com.microsoft.bmp")
  /// SVG, which is not read here: `public.svg-image`.
  public static let svg = UTType(known: "public.svg-image")
  /// HEIF: `public.heif`.
  public static let heif = UTType(known: "public.heif")
  /// HEIC: `public.heic`.
  public static let heic = UTType(known: "public.heic")

  /// Video, sound or both: `public.audiovisual-content`.
  public static let audiovisualContent = UTType(known: "public.audiovisual-content")
  /// Video, with or without sound: `public.movie`.
  public static let movie = UTType(known: "public.movie")
  /// Video without sound: `public.video`.
  public static let video = UTType(known: "public.video")
  /// Sound: `public.audio`.
  public static let audio = UTType(known: "public.audio")
  /// A film in MPEG-4: `public.mpeg-4`.
  public static let mpeg4Movie = UTType(known: "public.mpeg-4")
  /// A film in QuickTime's format: `com.apple.quicktime-movie`.
  public static let quickTimeMovie = UTType(known: "com.apple.quicktime-movie")
  /// MP3: `public.mp3`.
  public static let mp3 = UTType(known: "public.mp3")
  /// Sound in MPEG-4: `public.mpeg-4-audio`.
  public static let mpeg4Audio = UTType(known: "public.mpeg-4-audio")
  /// AIFF: `public.aiff-audio`.
  public static let aiff = UTType(known: "public.aiff-audio")
  /// WAVE: `com.microsoft.waveform-audio`.
  public static let wav = UTType(known: "com.microsoft.waveform-audio")
}
