// A format of scenes: how it is told, and how a file of it becomes scenes. The module SceneFiles has the table of all.
//
// The folders of this module stand in one order; each uses only those before it (FolderOrderTests):
//
//   Notes       what is wrong with a file, what is said of it, and how much it may ask for
//   JSON        values with the places of what is wrong
//   XML         elements with their places
//   Packages    files in folders and zip archives, by paths that cannot leave them
//   Rows        tables of data: CSV, JSON
//   Images      image files and `data:` addresses to images, within a budget
//   Scenes      a scene, what may be asked of its file, and what a format is

/// One format of scenes.
package struct SceneImporter: Sendable {
  /// The name of the format, with its article: "a CAML document".
  package let title: String
  /// The suffix of file names, without the dot, in lower case.
  package let suffix: String
  /// The noun for an item at such a path: a "file", a "folder", an "archive".
  package let noun: String
  /// Whether a file or folder is of the format by what it holds; its name does not count.
  package let recognizes: @Sendable (SceneSource) throws(SceneFileError) -> Bool
  /// Opens the file or folder.
  package let open: @Sendable (SceneSource) throws(SceneFileError) -> any SceneDocument

  /// A format.
  package init(
    title: String, suffix: String, noun: String,
    recognizes: @escaping @Sendable (SceneSource) throws(SceneFileError) -> Bool,
    open: @escaping @Sendable (SceneSource) throws(SceneFileError) -> any SceneDocument
  ) {
    (self.title, self.suffix, self.noun, self.recognizes, self.open) = (title, suffix, noun, recognizes, open)
  }
}

/// An opened file, of which scenes are made: one for each row of a table.
package protocol SceneDocument {
  /// The names of what can be replaced.
  func names() throws(SceneFileError) -> SceneNames

  /// Makes a scene.
  ///
  /// - Parameter replacements: what is put in the place of what the file says.
  /// - Throws: what is wrong with the file; `unknownName` for a replacement that matches nothing in it,
  ///   `unsuitableValue` for one that does not fit.
  func read(replacing replacements: SceneReplacements) throws(SceneFileError) -> Scene
}

/// The names in a file that something can be put in the place of.
package struct SceneNames {
  /// Names of texts.
  package var texts: Set<String> = []
  /// Names of images.
  package var images: Set<String> = []
  /// Ids of slots.
  package var slots: Set<String> = []
  /// Whether a key path leads to colours.
  package var hasColor: (String) -> Bool = { _ in false }
  /// Whether `LAYER.keyPath` is a property of a layer.
  package var hasValue: (String) -> Bool = { _ in false }

  /// No names.
  package init() {}
}
