// What the sources of a module use of each other, as the compiler knows it: members of extensions, initialisers and
// overloads included.

import CIndexStore
import Foundation

/// The symbols of the files of Sources, read from the index that a debug build leaves behind.
struct CompilerIndex {
  /// A name in a file that another file of the same module declares.
  struct Use: Hashable {
    /// Paths below Sources, such as `Compositor/Frame/FrameBuilder.swift`.
    var user: String
    var owner: String
    var name: String
  }

  /// The uses from file to file in a module, by its name.
  private(set) var uses: [String: Set<Use>] = [:]
  /// The initialisers that a file calls, by the compiler's names for them; by the file's path below Sources.
  private(set) var initialisers: [String: Set<String>] = [:]

  /// Nil where there is no index, or no library to read it with: in a release build, in a slim toolchain.
  static let shared: CompilerIndex? = {
    guard let library = toolchainLibrary, let store, let collected = collect(library, store) else { return nil }
    return CompilerIndex(collected)
  }()

  /// Where the build keeps the index: beside the tests' bundle.
  private static var store: String? {
    let bundle = CommandLine.arguments.first { $0.contains(".xctest") }
    let store = bundle.map { URL(filePath: $0).deletingLastPathComponent().appending(path: "index/store") }
    return store.flatMap { FileManager.default.fileExists(atPath: $0.path) ? $0.path : nil }
  }

  /// The toolchain's libIndexStore, beside its compiler.
  private static var toolchainLibrary: String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let libraries = folders.map { folder in
      URL(filePath: "\(folder)/swiftc").resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "../lib/libIndexStore.so").standardizedFileURL.path
    }
    return libraries.first { FileManager.default.fileExists(atPath: $0) }
  }

  /// The symbols by file.
  private final class Collected {
    var defined: [String: String] = [:]
    var used: [String: [(symbol: String, name: String)]] = [:]
  }

  private static func collect(_ library: String, _ store: String) -> Collected? {
    let collected = Collected()
    let root = Repository.root.appending(path: "Sources").path + "/"
    let problem = cindex_visit(library, store, root, Unmanaged.passUnretained(collected).toOpaque()) {
      context, file, symbol in
      guard let context, let file, let symbol = symbol?.pointee else { return }
      func text(_ start: UnsafePointer<CChar>?, _ length: Int) -> String {
        String(decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
      }
      let collected = Unmanaged<Collected>.fromOpaque(context).takeUnretainedValue()
      let usr = text(symbol.symbol, symbol.symbol_length)
      let path = String(cString: file)
      if symbol.is_definition {
        collected.defined[usr] = path
      } else {
        collected.used[path, default: []].append((usr, text(symbol.name, symbol.name_length)))
      }
    }
    return problem == nil ? collected : nil
  }

  private init(_ collected: Collected) {
    let root = Repository.root.appending(path: "Sources").path + "/"
    // The index still has files that were moved or deleted since.
    let here = Set(collected.used.keys).union(collected.defined.values)
      .filter { FileManager.default.fileExists(atPath: $0) }
    for (user, symbols) in collected.used where here.contains(user) {
      let user = String(user.dropFirst(root.count))
      let module = String(user.prefix { $0 != "/" })
      initialisers[user] = Set(symbols.filter { $0.name.hasPrefix("init(") }.map(\.symbol))
      for symbol in symbols {
        guard let owner = collected.defined[symbol.symbol], here.contains(owner),
          owner.hasPrefix("\(root)\(module)/")
        else { continue }
        let use = Use(user: user, owner: String(owner.dropFirst(root.count)), name: symbol.name)
        if use.owner != user { uses[module, default: []].insert(use) }
      }
    }
  }
}
