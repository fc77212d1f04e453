// The command `multiplane`: its subcommands and its entry point. Each reads like its help; Options/ has common parts.
//
// The folders stand in one order; each uses only those before it (FolderOrderTests), and this file uses all:
//
//   Process      standard streams, signals, exit statuses, and which error has which
//   Options      values on the command line, and groups of options
//   Scenes       a scene by its name, in a state, and the renderer that is made for it
//   Reports      progress, results and reports, for people and programs
//   Files        which files a command names; the file of frames' digests
//   Batch        an output for each row of data
//   Commands     the subcommands that make, compare and explain frames
//   Farm         a film that many processes make: its plan, and the subcommands for it
//   .            the command, and how it ends
import ArgumentParser
import Blocks
import Compositor
import Foundation
import ImageFiles
import Multiplane
import SceneFiles

@main
struct MultiplaneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "multiplane",
    abstract: "Renders Core Animation scenes to pictures and video, on machines without a screen.",
    discussion: """
      A SCENE is \(SceneImporter.all.titles), or demo:NAME for one of the scenes that come with the program. \
      'multiplane help scene' is a page on how to write one.

      EXAMPLES
        multiplane render demo:postcard -o postcard.png
        multiplane video wallpaper.tendies --duration 3 -o wallpaper.mp4

      ENVIRONMENT
        MULTIPLANE_RENDERER      the renderer, as for --renderer
        MULTIPLANE_GPU           the GPU, as for --gpu
        MULTIPLANE_EGL           the source of OpenGL ES, as for --egl
        MULTIPLANE_DISABLE       optimisations to leave out, separated by commas;
                                 if a wrong pixel goes away without one, that
                                 one is at fault ('inspect --pin' tries them all):
      \(list(Optimization.names, indentation: 27, columns: 74))
        MULTIPLANE_ECONOMY       what OpenGL saves: 'calls', for GPUs, or
                                 'pixels' (default: by the device)
        MULTIPLANE_PROGRAM_CACHE the folder for programs that OpenGL's driver
                                 compiled, as a whole path, or 'none'
                                 (default: ~/.cache/multiplane/programs)
        MULTIPLANE_DEBUG_GROUPS  1: names OpenGL's calls by layers, for tools
                                 that record them
        MULTIPLANE_PARENT_FD     the number of an open pipe or socket: when its
                                 other end is closed, the command ends with 141

      EXIT STATUS
        0 done, 1 the pictures differ ('compare', 'replay', 'verify'), 'bench --compare' found it slower or 'check' \
      found something wrong, 64 wrong usage, 65 malformed input, 66 no such input, 69 no usable EGL display, or the \
      requested GPU or encoder is missing, or FFmpeg is, for a film, 70 internal error, 73 cannot write the output, 75 \
      out of memory, not done within --max-time, or GL context lost. A signal that ends the command gives 128 plus its \
      number: 130 for SIGINT, 143 for SIGTERM, 141 when nobody reads standard output any more, or the parent has gone \
      (MULTIPLANE_PARENT_FD). Trying again, elsewhere, may help after 69, 73, 75, 130 and 143, and never after the \
      others. No unfinished output is left, except after SIGKILL and crashes on a file system that has no files \
      without names.
      """,
    version: MultiplaneVersion.current,
    subcommands: [
      RenderCommand.self, VideoCommand.self, VerifyCommand.self, PlanCommand.self, ChunkCommand.self, JoinCommand.self,
      PreviewCommand.self, CheckCommand.self, InspectCommand.self, CompareCommand.self, ReplayCommand.self,
      BenchCommand.self,
      DemoCommand.self,
      InitCommand.self, BlocksCommand.self, ConvertCommand.self, InfoCommand.self, SchemaCommand.self,
    ]
  )

  /// Returns words separated by commas, in lines that begin and end at given columns.
  private static func list(_ words: [String], indentation: Int, columns: Int) -> String {
    var lines: [String] = []
    for (place, word) in words.enumerated() {
      let word = place < words.count - 1 ? "\(word)," : word
      if let last = lines.last, last.count + 1 + word.count <= columns {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(repeating: " ", count: indentation) + word)
      }
    }
    return lines.joined(separator: "\n")
  }

  /// The label of ArgumentParser's messages, so that they look like ours.
  static var _errorLabel: String { "multiplane: error" }

  /// Returns `--at -1` as `--at=-1`: ArgumentParser takes a leading dash for an option, and calls the value missing.
  static func joiningNegativeNumbers(_ arguments: [String]) -> [String] {
    var joined: [String] = []
    for argument in arguments {
      if let option = joined.last, option.hasPrefix("--"), option.count > 2, !option.contains("="),
        argument.hasPrefix("-"), Double(argument) != nil
      {
        joined[joined.count - 1] = "\(option)=\(argument)"
      } else {
        joined.append(argument)
      }
    }
    return joined
  }

  /// Throws if the first argument is not a subcommand; ArgumentParser would call it unexpected.
  static func checkName(of arguments: [String]) throws {
    let names = configuration.subcommands.compactMap { $0.configuration.commandName }
    guard let name = arguments.first, !name.hasPrefix("-"), !names.contains(name), name != "help" else { return }
    let known = names.listed(by: "and")
    throw ValidationError("no command '\(name)'; there are \(known)\(names.guess(of: name))")
  }

  /// Parses the command line, runs its subcommand, and exits with the status of the result.
  static func main() {
    StandardStreams.fillGaps()
    EndingSignals.watch()
    do {
      try EndOfOthers.followParent()
      let arguments = joiningNegativeNumbers(CommandArguments.all)
      if arguments == ["help", "scene"] || arguments == ["help", "film"] {
        return try StandardOutput.write(Block.page)
      }
      try checkName(of: arguments)
      var command = try parseAsRoot(arguments)
      if let files = command as? any FileNaming { try files.checkFiles() }
      if let limit = (command as? any TimeLimited)?.timeLimit { EndingSignals.endAfter(limit) }
      try command.run()
    } catch {
      ExitStatus.exit(after: error)
    }
  }
}

extension ExitStatus {
  /// Ends the process after an error. ArgumentParser, which knows the usage line, prints mistakes in the command line
  /// and help; the others go to standard error as `multiplane: error: what, where, what was expected`.
  static func exit(after error: any Error) -> Never {
    var error = error
    if !(error is any ExitStatusError) {
      switch MultiplaneCommand.exitCode(for: error) {
      case .success:
        do {
          try StandardOutput.write(MultiplaneCommand.fullMessage(for: error))
          end(success.rawValue)
        } catch let failure {
          error = failure
        }
      case .validationFailure:
        StandardError.write(lines: usageMessage(error))
        end(usage.rawValue)
      default: break
      }
    }
    switch of(error) {
    // Without a reader there is no message.
    case .brokenPipe: break
    // This is an answer, not an error.
    case .different: if !"\(error)".isEmpty { StandardError.write("multiplane: \(error)") }
    default: StandardError.write("multiplane: error: \(error)")
    }
    end(of(error).rawValue)
  }

  /// Returns the error in the command line, and the usage. A repeated argument does not have a line of its own.
  private static func usageMessage(_ error: any Error) -> String {
    var message = MultiplaneCommand.fullMessage(for: error)
    for argument in CommandArguments.all where argument.contains("\n") {
      message = message.replacing(argument, with: argument.shown(.none))
    }
    return message
  }

  /// Ends the process without cleaning up, which would free memory of a thread that is opening OpenGL.
  private static func end(_ status: Int32) -> Never {
    fflush(nil)
    _exit(status)
  }
}
