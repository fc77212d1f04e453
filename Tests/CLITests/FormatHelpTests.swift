// What help and messages say of formats is what the tables hold.
import ArgumentParser
import Compositor
import Foundation
import ImageCodecs
import ImageFiles
import Testing
import Video

@testable import CLI

@Suite struct FormatHelpTests {
  private func help(of command: any ParsableCommand.Type) -> String {
    command.helpMessage(columns: 10_000)
  }

  private func refusal(_ line: String) -> String? {
    do {
      _ = try MultiplaneCommand.parseAsRoot(line.split(separator: " ").map(String.init))
      return nil
    } catch {
      return MultiplaneCommand.fullMessage(for: error)
    }
  }

  @Test("`render` takes every suffix of every image format, and help and message list the formats")
  func pictures() throws {
    for codec in ImageCodec.all {
      for suffix in codec.suffixes { #expect(refusal("render s -o o.\(suffix)") == nil) }
    }
    let list = ImageCodec.all.usualSuffixes
    #expect(help(of: RenderCommand.self).components(separatedBy: list).count == 3)
    #expect(try #require(refusal("render s -o o.nope")).contains(list))
  }

  @Test("The help's list of variables stays a list, in 80 columns too, of all optimisations, as the article's is")
  func environment() throws {
    let help = MultiplaneCommand.helpMessage(columns: 80)
    let list = try #require(help.split(separator: "ENVIRONMENT\n").last?.components(separatedBy: "\n\n").first)
    let lines = list.split(separator: "\n")
    #expect(lines.count > 5 && lines.allSatisfy { $0.hasPrefix("  ") && $0.count <= 80 }, "\(list)")
    #expect(lines.filter { $0.contains("MULTIPLANE_") }.count == 8)
    let listed = list.components(separatedBy: "tries them all):").last?.components(separatedBy: "MULTIPLANE_").first
    let words = (listed ?? "").split(whereSeparator: { $0.isWhitespace || $0 == "," }).map(String.init)
    #expect(words == Optimization.names)
    let rows = try article("FindingAWrongPixel").split(separator: "\n").compactMap {
      $0.wholeMatch(of: /\| `(\w+)` \|.*/)
    }
    #expect(rows.map { String($0.1) } == Optimization.names)
  }

  @Test("`video` takes every format's example, and help and message list the formats")
  func videos() throws {
    for format in VideoFormat.all {
      let name = if case .suffix = format.outputName { "o\(format.example)" } else { format.example }
      #expect(refusal("video s -o \(name)") == nil)
    }
    let help = help(of: VideoCommand.self)
    #expect(help.contains(VideoFormat.all.usage) && help.contains(VideoFormat.all.usageWithContents))
    #expect(help.contains(VideoFormat.all.namesOfEvenSized) && help.contains(VideoOptions.crfHelp))
    #expect(try #require(refusal("video s -o o.avi")).contains(VideoFormat.all.usage))
  }

  @Test("What formats lose of a frame is in the help and in the article on what is weaker, from the table")
  func losses() throws {
    let losses = VideoFormat.all.losses
    for format in VideoFormat.all { #expect(losses.contains(format.losses ?? "nothing")) }
    #expect(losses.hasSuffix("lose nothing."))
    // Help breaks lines at words.
    func unbroken(_ text: String) -> String {
      text.split(whereSeparator: \.isWhitespace).joined(separator: " ").replacing("`", with: "")
    }
    #expect(unbroken(help(of: VideoCommand.self)).contains(losses))
    #expect(unbroken(try article("WhatIsWeaker")).contains(losses))
  }

  /// The text of an article.
  private func article(_ name: String) throws -> String {
    let url = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/Multiplane/Multiplane.docc/\(name).md").standardizedFileURL
    return try String(contentsOf: url, encoding: .utf8)
  }

  @Test("--crf takes what some encoder takes")
  func quality() {
    let range = VideoOptions.crfRange
    #expect(refusal("video s -o o.mp4 --crf \(range.upperBound)") == nil)
    #expect(refusal("video s -o o.mp4 --crf \(range.upperBound + 1)")?.contains("to \(range.upperBound)") == true)
  }
}
