// Expressions that never end, take all memory, or reach for what is not theirs: each is said, the written value is
// taken, and it is over soon.

import CoreGraphics
import Documents
import Foundation
import QuartzCore
import TestSupport
import Testing

@testable import Lottie

@MainActor struct HostileExpressionTests {
  /// The note of a film whose one expression is this, which is over soon.
  private func note(_ expression: String) throws -> String {
    let time = CPUTime()
    let film = try Film([solid(transform: #""o":\#(computed(40, by: expression))"#)])
    #expect(time.seconds < 60, "\(expression.prefix(60)): \(time.seconds) s")
    try expectNear(film.number("opacity", at: 50), 0.4)
    #expect(film.notes.count == 1, "\(film.notes)")
    return film.notes.first ?? ""
  }

  @Test(
    "Without an end",
    arguments: [
      "for (;;) {} var $bm_rt;", "while (1) { try { for (;;) {} } catch (e) {} } var $bm_rt;",
      "function f() { try { f() } finally { f() } } f(); var $bm_rt;",
      "throw { toString: function () { for (;;) {} } }; var $bm_rt;",
      "({ valueOf: function () { for (;;) {} } }) * 2", "'abc'.repeat(1e9)",
      "[].indexOf.call((function () { var a = []; a.length = 4e9; "
        + "return a })(), 5)", "(function () { var a = []; a.length = 4e9; return a })().join()",
      "while (1) [3, 1, 2].sort(function () { return Object.keys('aaaaaaaa') }); var $bm_rt;",
    ])
  func endless(expression: String) throws {
    #expect(try note(expression).hasSuffix("the expressions take too long; from here on they are not run"))
  }

  /// Statements that make strings `s` and `t` of 27,000 characters, and an array `a` of 9,000 numbers as texts.
  nonisolated private static let long =
    "var s='1'.repeat(30).repeat(30).repeat(30),t=s+'2',u='\u{E9}'.repeat(30).repeat(30).repeat(30),"
    + "w=' '.repeat(30).repeat(30).repeat(30),a=[],o={};for(var i=0;i<9000;i++)a[i]='1e300';"
    + "for(i=0;i<3000;i++)o['k'+i]=i;"

  /// Each of the language's own functions and operators that take what may be long, or a number that is.
  nonisolated private static let calls = [
    "(1e21).toFixed(20)", "(1e21).toPrecision(20)", "(1e-300).toString(2)", "(1.1e300).toString(36)", "''+1.1e300",
    "o[1.1e-300]", "String(5e-324)", "parseFloat('1.2345678e-300')", "parseInt('1'.repeat(300))", "+'1.2e-300'",
    "Number('1.2e-300')", "'1.2e-300'*1", "'1.2e-300'<5", "'1.2e-300'==5", "isNaN('1.2e-300')",
    "isFinite('1.2e-300')", "Math.max('1e-300')", "Math.sin('1e-300')", "1e300%1.1e-300", "5.5%3", "parseFloat(s)",
    "parseInt(s,36)", "Number(s)", "+w", "w.trim()", "u.trim()", "s.toUpperCase()", "u.toUpperCase()",
    "u.toLowerCase()", "u.charCodeAt(15000)+u.charCodeAt(1)", "u[15000]+u[1]", "u.charAt(9)", "u.slice(5,9000)",
    "s.slice(5,9000)",
    "s.substring(1)", "s.substr(1)", "t<s", "s==t", "s===t", "s+t", "s.indexOf('3')", "s.lastIndexOf('3')",
    "s.split('3')", "s.replace('3','4')", "s.includes(t)", "s.startsWith(t)", "s.endsWith(t)", "s.padStart(1e5)",
    "'a'.repeat(1e5)", "new Error(s)", "Object(s)", "new String(s)", "String.fromCharCode.apply(null,a)",
    "Math.max.apply(null,a)", "(function(){}).apply(null,a)", "Array.apply(null,a)", "(function(){}).bind.apply(a,a)",
    "Object.keys(o)", "Object.keys(a)", "(function(){for(var k in o)return k})()", "'k' in o",
    "a.length=9001,a.length=9000", "a.join()", "a.concat(a)", "a.slice()", "a.indexOf(5)", "a.reverse()", "String(a)",
    "[3,1,2].sort()", "Array(1000)", "linear(0.5,[1,2],[3,4])", "noise([1.5,2.5,3.5])", "random()",
    "thisComp.layer(1).name", "value+1", "(function(){})()", "[1,2,3]", "({a:1})",
    "eval('1')", "eval(s)", "eval('1+'.repeat(2000)+'1')", "eval('/*'+s+'*/1')", "eval(u)", "eval('\"'+s+'\"')",
  ]

  /// What takes a millionth of a second in one function takes it in all others, near enough: a loop ends after as many
  /// operations, and in a bounded time, wherever it spends them.
  @Test("The language's own functions count as the work that they do", arguments: calls)
  func work(call: String) throws {
    let operations: Int64 = 2_000_000
    let text = Film.document([
      solid(transform: #""o":\#(computed(40, by: "\(Self.long)for(;;)try{\(call)}catch(e){};var $bm_rt;"))"#)
    ])
    let document = try JSON.read(Array(text.utf8), file: "film.json", limits: SceneLimits())
    let reading = LottieReading(file: "film.json")
    let expressions = LottieExpressions(document, reading: reading, operations: operations)
    let root = LottieNode(document, at: LottiePath())
    let node = try #require(root.elements("layers").first?["ks"]?["o"])
    let time = CPUTime()
    #expect(try expressions.keyframes(of: node) == nil)
    // A microsecond each at most: some 50 nanoseconds where this was measured, and 60 microseconds for what was not
    // counted.
    #expect(time.seconds < Double(operations) * 1e-6, "\(call): \(time.seconds) s")
    #expect(reading.notes.count == 1, "\(call): \(reading.notes)")
    #expect(reading.notes.first?.message.hasSuffix("from here on they are not run") == true, "\(reading.notes)")
  }

  @Test(
    "Without a limit of memory",
    arguments: [
      "var s = 'a'; for (;;) s += s; var $bm_rt;", "var a = []; for (;;) a.push([1, 2, 3]); var $bm_rt;",
      "var x = {}; for (var i = 0; ; i++) x['k' + i] = i; var $bm_rt;",
      "var f = function () {}; for (;;) f = f.bind(f, f); var $bm_rt;",
    ])
  func memory(expression: String) throws {
    #expect(try note(expression).contains("32 MiB"))
  }

  nonisolated private static func nested(_ open: String, _ close: String, _ count: Int) -> String {
    [String(repeating: open, count: count), "1", String(repeating: close, count: count)].joined()
  }

  nonisolated private static let deep = [
    "(function f() { return f() + 1 })()", nested("(", ")", 20_000), nested("[", "]", 5000), nested("- ", "", 10_000),
    "(function () { var a = []; a[0] = a; return '' + a })()",
  ]

  @Test("Too deep", arguments: deep)
  func deep(expression: String) throws {
    #expect(try note(expression).contains("limit"))
  }

  @Test(
    "What is not there: a clock, patterns, code from text, and ways out",
    arguments: [
      "Date.now()", "new Date().getTime()", "/(a+)+b/.test('aaaa') ? 1 : 2",
      "new RegExp('(a+)+$').test('aaaa') ? 1 : 2",
      "'aaaa'.match('(a+)+b') ? 1 : 2", "eval('Date.now()')", "Function('return 1')()",
      "(function () {}).constructor('return 1')()",
      "[].constructor.constructor('return 1')()", "Symbol('a')", "new Proxy({}, {})", "Duktape.gc()",
      "$ask(0, 0, 0, '')",
      "this.$compile('function () {}')", "JSON.stringify({})", "new Uint8Array(5)", "performance.now()",
      "require('fs')",
      "this.$evaluate(0, 0)", "String.fromCharCode.apply(null, new Array(1e9))", "}); for (;;) {} (function () {",
    ])
  func absent(expression: String) throws {
    #expect(try note(expression).contains("the expression is not run"))
  }

  @Test("An expression leaves nothing behind: not for itself, nor for others")
  func nothingLeft() throws {
    for expression in [
      "q = typeof q === 'undefined' ? 10 : q + 1; var $bm_rt = q;",
      "Array.prototype.slice = 5; Object.prototype.x = 1; linear = 7; Math.sin = 8; Math.sin.x = 9; linear.x = 3;"
        + "var $bm_rt = typeof linear === 'function' && ({}).x === undefined && [1].slice().length === 1"
        + " && Math.sin.x === undefined && linear.x === undefined ? 10 : 20;",
      "thisLayer.x = 5; thisComp.layer = 5; var $bm_rt = thisLayer.x === undefined && thisComp.layer !== 5 ? 10 : 20;",
    ] {
      let film = try Film([solid(transform: #""o":\#(computed(40, by: expression))"#)])
      #expect(film.notes == [], "\(expression)")
      for frame in [0.0, 50, 99] { try expectNear(film.number("opacity", at: frame), 0.1) }
    }
  }

  @Test("What is spent is the same each time: the expressions before it run, those after it do not")
  func budget() throws {
    let work = "var n = 0; for (var i = 0; i < 20000; i++) n += i; var $bm_rt = 50;"
    let layers = (0..<12).map { index in
      solid("#ff0000", 4, 4, LayerOptions(name: "L\(index)"), transform: #""o":\#(computed(40, by: work))"#)
    }
    func opacities() throws -> [Double] {
      let film = try Film(layers)
      #expect(film.notes.count == 1, "\(film.notes)")
      return try (0..<12).map { try film.number("opacity", of: "L\($0)", at: 20) }
    }
    let first = try opacities()
    #expect(first.contains { abs($0 - 0.5) < 1e-6 } && first.contains { abs($0 - 0.4) < 1e-6 }, "\(first)")
    #expect(try first == opacities())
  }

  @Test("Long chains, many frames, and ranges that are none")
  func chains() throws {
    let chain = (0..<80).map { index in
      solid(
        "#ff0000", 4, 4, LayerOptions(name: "L\(index)", frames: 0...2),
        transform: #""r":\#(computed(1, by: "thisComp.layer('L\(index + 1)').rotation + 1"))"#)
    }
    let film = try Film(
      chain + [solid("#ff0000", 4, 4, LayerOptions(name: "L80"), transform: #""r":{"a":0,"k":1}"#)])
    // Said once: of the first 16, whose chains are longer than 64.
    #expect(film.notes.count == 1, "\(film.notes)")
    let note = film.notes.first ?? ""
    #expect(note.hasPrefix("layers[") && note.contains("more than 64 deep; also layers["), "\(note)")
    #expect(note.hasSuffix(" and 7 more"), "\(note)")
    // 90 million frames.
    let forever = LayerOptions(frames: 0...9e6)
    let long = Film.document([solid("#ff0000", 4, 4, forever, transform: #""o":\#(computed(40, by: "1"))"#)])
      .replacing(#""op":100"#, with: #""op":9000000"#)
    let endless = try Film(text: long)
    #expect(endless.notes.count == 1 && endless.notes[0].contains("100000 frames"), "\(endless.notes)")
    for (start, stretch) in [("1e300", "1"), ("0", "1e-300"), ("0", "-1"), ("1e300", "1e300")] {
      let inner = composition("c", solid(transform: #""o":\#(computed(40, by: "time"))"#))
      _ = try Film(
        [#"{"ty":0,"refId":"c","w":9,"h":9,"ip":0,"op":100,"st":\#(start),"sr":\#(stretch),"ks":{}}"#], assets: [inner])
    }
  }
}
