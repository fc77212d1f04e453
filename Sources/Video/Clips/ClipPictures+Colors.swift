// The colours of a clip in words, by the numbers of ITU-T H.273.
//
// Tested by ClipColorTests.

extension ClipPictures {
  /// The layout of the pictures' components: `YUV 4:2:0, 10 bits`.
  package var layoutName: String {
    let kind =
      switch (layout.colors, layout.chroma) {
      case (.yuv, .quarter): "YUV 4:2:0"
      case (.yuv, .half): "YUV 4:2:2"
      case (.yuv, .full): "YUV 4:4:4"
      case (.rgb, _): "RGB"
      case (.grey, _): "grey"
      }
    return "\(kind)\(alpha == nil ? "" : " with alpha"), \(layout.depth) bits"
  }

  /// The primaries' name.
  package var primariesName: String {
    switch primaries {
    case 1: "BT.709"
    case 2: "not named"
    case 4: "BT.470 M"
    case 5, 6: "BT.601"
    case 7: "SMPTE 240M"
    case 9: "BT.2020"
    case 11: "DCI-P3"
    case 12: "Display P3"
    default: "number \(primaries) of H.273"
    }
  }

  /// The transfer curve's name.
  package var transferName: String {
    switch transfer {
    case 1: "BT.709"
    case 2: "not named"
    case 4: "gamma 2.2"
    case 5: "gamma 2.8"
    case 6: "BT.601"
    case 7: "SMPTE 240M"
    case 8: "linear"
    case 13: "sRGB"
    case 14, 15: "BT.2020"
    case 16: "PQ"
    case 18: "HLG"
    default: "number \(transfer) of H.273"
    }
  }

  /// Sentences on tags that are missing, or contradict each other, with the meaning that they are given.
  package var colorRemarks: [String] {
    guard layout.colors != .grey else { return [] }
    var remarks: [String] = []
    if let dolbyVision {
      let isOwn = dolbyVision.base == 0
      let name = "\(dolbyVision.profile)" + (isOwn ? "" : ".\(dolbyVision.base)")
      remarks.append(
        "the film is Dolby Vision, profile \(name): "
          + (isOwn
            ? "its pictures have colours that only Dolby's players know, and are wrong here"
            : "its \(dynamicRange.name) pictures are read, without Dolby's data"))
    }
    if transfer == 2, primaries == 2 {
      remarks.append("the film names no colours: they are taken for BT.709's, by the matrix \(matrixName)")
    }
    guard dynamicRange != .sdr else { return remarks }
    let name = dynamicRange.name
    if primaries != 9 && primaries != 12 && primaries != 11 {
      let taken = primaries == 1 ? "BT.709" : "BT.2020"
      remarks.append(
        "the film names \(name), and \(primaries == 2 ? "no primaries" : "the primaries \(primariesName)"): the "
          + "primaries are taken for \(taken)'s")
    }
    if layout.colors == .yuv, coding.matrix != .bt2020 {
      remarks.append("the film names \(name), and the matrix \(matrixName), which is used")
    }
    if layout.depth < 10 { remarks.append("the film has \(name) with \(layout.depth) bits: gradients show bands") }
    return remarks
  }

  /// The matrix's name.
  package var matrixName: String { "BT.\(coding.matrix.rawValue)" }
}
