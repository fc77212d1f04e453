// A film by many processes beside the same film by one.
import ImageFiles
import Testing

extension Shell {
  /// Expects three chunks, made in no order and away from the film's files, to be the film of one process, byte for
  /// byte: `joined.mp4` and `whole.mp4`.
  ///
  /// - Parameters:
  ///   - film: the arguments of `video`, without its output.
  ///   - format: as `plan` is asked for it.
  ///   - files: those of the film, which only the plan has when chunks are made.
  func expectFarmMakes(_ film: String, format: String = "mp4", hiding files: [String]) throws {
    let whole = try run("multiplane video \(film) -q -o whole.mp4")
    #expect(whole.status == 0, "\(whole.text)")
    let plan = try run("multiplane plan \(film) --format \(format) --chunks 3 -q -o plan")
    #expect(plan.status == 0 && plan.text == "3\n", "\(plan.text)")
    let hidden = files.isEmpty ? "true" : "mv \(files.joined(separator: " ")) hidden"
    #expect(try run("mkdir away hidden && mv plan away/plan && \(hidden)").status == 0)
    for index in [2, 0, 1] {
      let outcome = try run("cd away; multiplane chunk plan --index \(index) -q")
      #expect(outcome.status == 0, "\(outcome.text)")
    }
    let join = try run("multiplane join away/plan -q -o joined.mp4")
    #expect(join.status == 0, "\(join.text)")
    #expect(try SHA256.digest(ofFile: "\(folder)/joined.mp4") == SHA256.digest(ofFile: "\(folder)/whole.mp4"))
  }
}
