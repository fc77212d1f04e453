// tools/port on folders: copies, links, files that are no sources, permissions, reports.
import Foundation
import Testing

@testable import port

@Suite final class PortFolderTests {
  private let files = FileManager.default
  private let temporary: TemporaryFolder
  private var folder: String { temporary.path }

  init() throws {
    temporary = try TemporaryFolder()
    try files.createDirectory(atPath: "\(folder)/in/Sub", withIntermediateDirectories: true)
  }

  private func write(_ text: String, _ path: String) throws { try temporary.write(text, to: path) }

  private func read(_ path: String) -> String? {
    files.contents(atPath: "\(folder)/\(path)").map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func aFolderIsPortedInPlaceAndOnce() throws {
    try write("@objc class A {}\n", "in/A.swift")
    try write("\n@objc class B: UIView {}\n", "in/Sub/B.swift")
    try write("@objc", "in/A.txt")
    for skipped in Folder.skipped { try write("@objc class C {}\n", "in/\(skipped)/C.swift") }
    try files.setAttributes([.posixPermissions: 0o640], ofItemAtPath: "\(folder)/in/A.swift")

    let first = try PortRun("\(folder)/in/", output: .inPlace)
    #expect(
      first.report.description == """
        \(folder)/in/A.swift:1: @objc -> removed
        \(folder)/in/Sub/B.swift:2: @objc -> removed
        \(folder)/in/Sub/B.swift:2: by hand: no imports: names of Apple's come from a header of the whole module: \
        import UIKit
        port: 2 changes in 2 of 2 sources; 1 place to do by hand
        """)
    #expect(first.failure == nil)
    #expect(read("in/A.swift") == "class A {}\n")
    #expect(read("in/A.txt") == "@objc")
    for skipped in Folder.skipped { #expect(read("in/\(skipped)/C.swift") == "@objc class C {}\n") }
    let mode = try files.attributesOfItem(atPath: "\(folder)/in/A.swift")[.posixPermissions] as? NSNumber
    #expect(mode?.intValue == 0o640)
    #expect(try files.contentsOfDirectory(atPath: "\(folder)/in/Sub") == ["B.swift"])

    let second = try PortRun("\(folder)/in", output: .inPlace)
    #expect(second.report.description.hasSuffix("port: nothing to change in 2 sources; 1 place to do by hand"))
  }

  @Test func aCopyLeavesTheFolderAlone() throws {
    try write("@objc class A {}\n", "in/A.swift")
    try write("picture", "in/Sub/picture.png")
    let run = try PortRun("\(folder)/in", output: .copy("\(folder)/out/deep"))
    #expect(run.report.changes.count == 1)
    #expect(read("in/A.swift") == "@objc class A {}\n")
    #expect(read("out/deep/A.swift") == "class A {}\n")
    #expect(read("out/deep/Sub/picture.png") == "picture")
    #expect(throws: PortError.self) { try PortRun("\(folder)/in", output: .copy("\(folder)/out/deep")) }
    #expect(throws: PortError.self) { try PortRun("\(folder)/in", output: .copy("\(folder)/in/Sub/copy")) }
  }

  @Test func aTrialWritesNothing() throws {
    try write("@objc class A {}\n", "in/A.swift")
    let run = try PortRun("\(folder)/in", output: .none)
    #expect(run.report.description.hasSuffix("port: 1 change in 1 of 1 source, none written"))
    #expect(read("in/A.swift") == "@objc class A {}\n")
  }

  @Test func linksAreNotFollowed() throws {
    try write("@objc class A {}\n", "A.swift")
    try write("@objc class B {}\n", "in/B.swift")
    try files.createSymbolicLink(atPath: "\(folder)/in/A.swift", withDestinationPath: "../A.swift")
    try files.createSymbolicLink(atPath: "\(folder)/in/C.swift", withDestinationPath: "B.swift")
    try files.createSymbolicLink(atPath: "\(folder)/in/Sub/loop", withDestinationPath: "..")
    let run = try PortRun("\(folder)/in", output: .inPlace)
    #expect(run.report.asides == ["\(folder)/in/A.swift: a link to ../A.swift, not in the folder: not followed"])
    #expect(run.report.changes.count == 1)
    #expect(read("A.swift") == "@objc class A {}\n")
    #expect(try files.destinationOfSymbolicLink(atPath: "\(folder)/in/C.swift") == "B.swift")
  }

  @Test func whatIsNoSourceIsLeftAlone() throws {
    try write("@objc class A {}\n", "in/A.swift")
    try write("@objc let b = \"\n", "in/B.swift")
    try Data([0xFF, 0xFE, 0x40]).write(to: URL(filePath: "\(folder)/in/C.swift"))
    try Data(repeating: 32, count: SourceFile.maximumSize + 1).write(to: URL(filePath: "\(folder)/in/D.swift"))
    let run = try PortRun("\(folder)/in", output: .inPlace)
    #expect(run.failure == .malformed)
    #expect(
      run.report.failures == [
        "\(folder)/in/B.swift:1: left alone: a string has no end",
        "\(folder)/in/C.swift: left alone: not text in UTF-8",
        "\(folder)/in/D.swift: left alone: longer than 8 MiB",
      ])
    #expect(read("in/A.swift") == "class A {}\n")
    #expect(read("in/B.swift") == "@objc let b = \"\n")
  }

  @Test func aFolderMustBeThere() throws {
    try write("", "in/A.swift")
    #expect(throws: PortError.self) { try PortRun("\(folder)/none", output: .inPlace) }
    #expect(throws: PortError.self) { try PortRun("\(folder)/in/A.swift", output: .inPlace) }
  }

  @Test func whatIsNotHereIsListed() throws {
    try write(
      """
      import UIKit
      import MetalKit
      class A: UIView { let a = UITableView(); let b: NSLayoutConstraint?; let c = UIMine(); let d = kCAMine }
      struct UIMine { var e: UITableView, f: NSString, g = A(UILabelled: 1), h: CGRect, i = x.UIOther }
      import AVFoundation
      let a: AVAsset, b: AVCaptureSession, c: CMTime, d: CMSampleBuffer
      """, "in/A.swift")
    // What is changed is not missed.
    try write("import UIKit\nlet a = kCAGone // UITableView\n@NSManaged var b: UIControlState\n", "in/B.swift")
    let run = try PortRun("\(folder)/in", output: .none, known: ["UIView", "kCAMine", "AVAsset", "CMTime"])
    #expect(
      run.report.missing == [
        "not here: UITableView: 2 places, first \(folder)/in/A.swift:3",
        "not here: AVCaptureSession: 1 place, first \(folder)/in/A.swift:6",
        "not here: CMSampleBuffer: 1 place, first \(folder)/in/A.swift:6",
        "not here: module MetalKit: 1 place, first \(folder)/in/A.swift:2",
        "not here: NSLayoutConstraint: 1 place, first \(folder)/in/A.swift:3",
        "not here: kCAGone: 1 place, first \(folder)/in/B.swift:2",
      ])
    #expect(run.report.description.hasSuffix("; 6 names not here"))
    #expect(try PortRun("\(folder)/in", output: .none).report.missing.count == 1, "names are told by the script alone")
  }

  @Test func optionalMembersAreThoseOfAllSources() throws {
    try write("import UIKit\n@objc protocol A { @objc optional func b() }\n", "in/A.swift")
    try write("import UIKit\nfunc c(_ a: A?) { a?.b?() }\n", "in/B.swift")
    let run = try PortRun("\(folder)/in", output: .inPlace)
    #expect(run.report.remarks.isEmpty)
    #expect(
      read("in/A.swift") == "import UIKit\nprotocol A: AnyObject { func b() }\n\nextension A {\n  func b() {}\n}\n")
    #expect(read("in/B.swift") == "import UIKit\nfunc c(_ a: A?) { a?.b() }\n")
    #expect(try PortRun("\(folder)/in", output: .none).report.changes.isEmpty)
  }

  @Test func modulesAreThereOrAbsent() {
    #expect(Modules.ours.union(Modules.swifts).isDisjoint(with: Modules.absent.keys))
    #expect(Modules.isThere("UIKit") == .yes && Modules.isThere("SwiftUI") == .no && Modules.isThere("Mine") == .maybe)
  }
}
