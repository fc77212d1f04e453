import QuartzCore

func coordinateSpacesPerspective() throws {
  let theatre = CALayer()
  theatre.bounds = CGRect(x: 0, y: 0, width: 200, height: 200)
  theatre.sublayerTransform.m34 = -1 / 100  // the eye is 100 points in front of the plane

  let actor = CALayer()
  actor.bounds = CGRect(x: 0, y: 0, width: 50, height: 50)
  actor.position = CGPoint(x: 150, y: 100)
  actor.zPosition = 50  // half of the way to the eye: twice as large
  theatre.addSublayer(actor)

  print(actor.convert(CGRect(x: 0, y: 0, width: 50, height: 50), to: theatre))  // (150.0, 50.0, 100.0, 100.0)
  // End of the example.
  let seen = actor.convert(CGRect(x: 0, y: 0, width: 50, height: 50), to: theatre)
  precondition(abs(seen.minX - 150) < 1e-9 && abs(seen.width - 100) < 1e-9 && abs(seen.minY - 50) < 1e-9)
}
