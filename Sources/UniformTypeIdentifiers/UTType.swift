// Types of data by Apple's identifiers: the types of the files that ImageIO and AVFoundation read and write here, the
// types that these conform to, and further types that such code names. A table holds them; the system is not queried.
//
// Tested by UTTypeTests.

public import Foundation

/// A kind of name for a type, in addition to its identifier.
public struct UTTagClass: RawRepresentable, Hashable, Sendable {
  /// Apple's string for it.
  public let rawValue: String
  /// A kind by Apple's string for it.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Suffixes of files' names, without the dot.
  public static let filenameExtension = Self(rawValue: "public.filename-extension")
  /// MIME types.
  public static let mimeType = Self(rawValue: "public.mime-type")
}

/// A type of data: of a file, for one.
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
  /// The declaration of a type of the program's own; nil for those of the table.
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

  /// The types of a name of some kind that conform to `supertype`.
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

  /// The usual suffix of such files' names, without the dot; nil for a type of no files of its own.
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

  /// Whether the type was made up for a name: never here.
  public var isDynamic: Bool { false }
  /// Whether the type is in the table.
  public var isDeclared: Bool { declaration != nil }
  /// Whether the type is no company's.
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
  /// The URL with a name that has a type's usual suffix.
  public func appendingPathComponent(_ partialName: String, conformingTo contentType: UTType) -> URL {
    let suffix = contentType.preferredFilenameExtension
    let isThere = suffix.map { (partialName as NSString).pathExtension.lowercased() == $0 } ?? true
    return appendingPathComponent(isThere ? partialName : "\(partialName).\(suffix ?? "")")
  }
}
