// Programs before the frames that need them: those of lists that are not drawn yet.
//
// Tested by FirstFrameTests.

package import Compositor

extension GLRenderer {
  /// Makes programs that there are not yet, before a frame needs them. One that cannot be made is an error of the frame
  /// that does.
  package func make(_ programs: Set<ProgramName>) throws(RasterError) {
    let names = programs.sorted { "\($0)" < "\($1)" }
    try onDeviceOrNext { () throws(GLError) in
      do throws(GLError) { try state.programs.make(names) } catch {
        guard case .shader = error else { throw error }
      }
    }
  }

  /// The programs that draw a list.
  ///
  /// - Parameter images: the images that it names by index.
  package func programs(of list: DrawList, images: ImageTable) -> Set<ProgramName> {
    device.run {
      var names: Set<ProgramName> = []
      for pass in list.passes {
        guard let calls = state.calls, groups == nil else {
          for batch in pass.batches { names.insert(.batches(batch.program)) }
          continue
        }
        var plan = CallPlan()
        plan.append(pass) { PicturePlace(texture: .own($0)) }
        for call in plan.calls[0] {
          for batch in pass.batches[call.batches] {
            let isMixed = call.entries != nil || batch.isMixable && isOnPage(batch.texture, list, images, calls)
            names.insert(isMixed ? .mixed : .batches(batch.program))
          }
        }
      }
      return names
    }
  }
}
