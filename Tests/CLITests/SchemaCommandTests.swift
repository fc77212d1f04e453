// `multiplane schema`, as a shell runs it.
import Foundation
import TestDocuments
import Testing

@testable import CLI

@Suite(.serialized) struct SchemaCommandTests {
  private let shell: Shell

  init() throws { shell = try Shell() }

  @Test("A scene is as the schema has it that is printed, and a wrong one is not") func scene() throws {
    let outcome = try shell.run("multiplane schema scene")
    #expect(outcome.status == 0)
    let schema = try JSONValue(outcome.text)
    #expect(schema["$schema"] == .string("https://json-schema.org/draft/2020-12/schema"))
    let text = #"{"$schema": "scene.schema.json", "size": [40, 20], "layers": [{"backgroundColor": "red"}]}"#
    #expect(try JSONSchema(schema).problems(JSONValue(text)) == [])
    #expect(try !JSONSchema(schema).problems(JSONValue(text.replacing("red\"", with: "red\", \"a\": 1"))).isEmpty)
  }

  @Test("A subject without a schema is an error that lists those that have one") func otherSubjects() throws {
    let outcome = try shell.run("multiplane schema film")
    #expect(outcome.status == ExitStatus.usage.rawValue && outcome.text.contains("scene"), "\(outcome.text)")
  }

  @Test("The command draws a scene as JSON, and tells where one is wrong") func drawn() throws {
    try shell.write(
      #"{"size": [40, 20], "layers": [{"width": "100%", "height": 20, "name": "x"}]}"#, to: "a.scene.json")
    let good = try shell.run("multiplane render a.scene.json --color x.backgroundColor=red -q -o a.png")
    #expect(good.status == 0, "\(good.text)")
    try shell.write("{\"size\": [40, 20],\n \"layers\": [{\"opacty\": 1}]}", to: "b.scene.json")
    let bad = try shell.run("multiplane render b.scene.json -q -o b.png")
    #expect(bad.status == ExitStatus.malformedInput.rawValue)
    #expect(
      bad.text.contains("b.scene.json:2:14: /layers/0/opacty: ") && bad.text.contains("did you mean 'opacity'?"),
      "\(bad.text)")
  }
}
