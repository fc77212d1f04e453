// The process that draws, seen from within: it answers the questions that come by its standard input, and ends with
// that.

import Foundation
import ImageFiles

/// A scene's session at work for another process.
@MainActor
package final class PreviewWorker {
  private let session: PreviewSession
  private let output = PreviewOutput(STDOUT_FILENO)

  package init(_ session: PreviewSession) {
    self.session = session
    session.tell = { [output] in output.write($0) }
    session.events.relay = { [output] in output.write(PreviewMessage.event(name: $0, data: $1)) }
  }

  /// Reads the scene, follows its files and answers, for the rest of the process's life.
  package func begin() {
    let (session, output) = (session, output)
    Thread.detachNewThread {
      let input = PreviewInput(descriptor: STDIN_FILENO)
      while let question = input.next(PreviewQuestion.self) {
        Task.detached { await Self.answer(question, by: session, output) }
      }
      // The other process is gone, whatever this one is at.
      UnfinishedOutputs.discardAll { _exit(0) }
    }
    session.begin()
    Task.detached { await session.follow() }
  }

  private nonisolated static func answer(
    _ question: PreviewQuestion, by session: PreviewSession, _ output: PreviewOutput
  ) async {
    guard question.number > 0 else {
      // Where the layers are used, so that the answer tells that what was begun there has come to its end.
      await MainActor.run {}
      return output.write(PreviewMessage.answer(number: 0, status: 200, headers: [], count: 0))
    }
    let query = question.query.map { (name: $0[0], value: $0[1]) }
    let response = await session.answer(question.name, query)
    guard case .bytes(let body) = response.body else { return }
    let headers = response.headers.map { [$0.name, $0.value] }
    output.write(
      PreviewMessage.answer(number: question.number, status: response.status, headers: headers, count: body.count),
      body)
  }
}
