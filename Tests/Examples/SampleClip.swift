// The clip that examples are about: clip.mp4 in the working folder, a second of a square that moves.

import Foundation
import Multiplane
import QuartzCore

enum SampleClip {
  /// Writes the clip where there is none, takes away what examples wrote, and has an example run.
  static func before(_ example: @escaping Examples.Example) -> Examples.Example {
    {
      try write()
      for film in ["titled.mp4", "cut.mp4"] where FileManager.default.fileExists(atPath: film) {
        try FileManager.default.removeItem(atPath: film)
      }
      try await example()
    }
  }

  private static func write() throws {
    guard !FileManager.default.fileExists(atPath: "clip.mp4") else { return }
    let scene = CALayer()
    scene.frame = CGRect(x: 0, y: 0, width: 320, height: 180)
    scene.backgroundColor = CGColor(red: 0.2, green: 0.4, blue: 0.5, alpha: 1)
    let square = CALayer()
    square.frame = CGRect(x: 20, y: 30, width: 60, height: 60)
    square.backgroundColor = .white
    scene.addSublayer(square)
    let move = CABasicAnimation(keyPath: "position.x")
    move.toValue = 280
    move.duration = 1
    square.add(move, forKey: "move")
    let renderer = try OffscreenRenderer(size: scene.frame.size)
    try VideoExporter(path: "clip.mp4", frameRate: 30).export(scene, with: renderer, duration: 1)
  }
}
