package import Documents

/// A slot of a document with its default.
///
/// Tested by BlocksCommandTests.
package struct SceneSlot {
  package let id: String
  /// The default of a text, a number, a colour or a file, as a table has it; nil for others.
  package let text: String?

  /// Returns the slots of a document, each once, in the order of their names.
  package static func all(in bytes: [UInt8], file: String) throws(SceneFileError) -> [SceneSlot] {
    var slots: [String: JSON] = [:]
    collect(try JSON.read(bytes, file: file, limits: SceneLimits()), into: &slots)
    return slots.sorted { $0.key < $1.key }.map { id, value in
      switch value {
      case .string(let text) where !text.hasPrefix("data:"): SceneSlot(id: id, text: text)
      case .number(let number): SceneSlot(id: id, text: numberText(number))
      default: SceneSlot(id: id, text: nil)
      }
    }
  }

  private static func collect(_ json: JSON, into slots: inout [String: JSON]) {
    switch json {
    case .array(let values): for value in values { collect(value, into: &slots) }
    case .object(let members):
      if let id = members["slot"]?.string, let standard = members["default"] { slots[id] = slots[id] ?? standard }
      for value in members.values { collect(value, into: &slots) }
    default: break
    }
  }
}
