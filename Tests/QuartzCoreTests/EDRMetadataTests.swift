import Foundation
import QuartzCore
import Testing

@Suite("Dynamic range metadata: kept, without effect") struct EDRMetadataTests {
  @Test("What it was made from is kept")
  func sources() {
    let data = Data([1, 2])
    #expect(CAEDRMetadata.hlg.source == .hlg(ambientViewingEnvironment: nil))
    #expect(CAEDRMetadata.hlg(ambientViewingEnvironment: data).source == .hlg(ambientViewingEnvironment: data))
    #expect(
      CAEDRMetadata.hdr10(minLuminance: 0.5, maxLuminance: 1000, opticalOutputScale: 100).source
        == .hdr10(minLuminance: 0.5, maxLuminance: 1000, opticalOutputScale: 100))
    #expect(
      CAEDRMetadata.hdr10(displayInfo: data, contentInfo: nil, opticalOutputScale: 100).source
        == .hdr10Data(displayInfo: data, contentInfo: nil, opticalOutputScale: 100))
  }

  @Test("It is not available, and a copy is the object itself")
  func availability() {
    #expect(!CAEDRMetadata.isAvailable)
    let metadata = CAEDRMetadata.hlg
    #expect(metadata.copy() as? CAEDRMetadata === metadata)
  }
}
