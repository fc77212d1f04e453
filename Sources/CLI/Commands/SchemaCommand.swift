// Tested by SchemaCommandTests.
import ArgumentParser
import SceneJSON

struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Prints the JSON Schema of what the command reads.",
    discussion: """
      Prints a JSON Schema (draft 2020-12) of scenes as JSON, for editors and programs: each member with its kind, \
      default and unit. A document may name it as "$schema".

      EXAMPLES
        multiplane schema scene > scene.schema.json
      """
  )

  enum Subject: String, CaseIterable, ExpressibleByArgument {
    case scene
  }

  @Argument(help: ArgumentHelp("What the schema is of: scene.", valueName: "subject"))
  var subject: Subject

  func run() throws {
    switch subject {
    case .scene: try StandardOutput.write(SceneSchema.text)
    }
  }
}
