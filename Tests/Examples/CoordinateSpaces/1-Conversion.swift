import QuartzCore

func coordinateSpacesConversion() throws {
  let parent = CALayer()
  parent.bounds = CGRect(x: 0, y: 0, width: 200, height: 200)
  parent.position = CGPoint(x: 100, y: 100)
  parent.sublayerTransform = CATransform3DMakeScale(2, 2, 1)

  let child = CALayer()
  child.bounds = CGRect(x: 0, y: 0, width: 50, height: 50)
  child.position = CGPoint(x: 100, y: 50)
  child.transform = CATransform3DMakeTranslation(5, 6, 0)
  parent.addSublayer(child)

  print(child.convert(CGPoint.zero, to: parent))  // (60.0, -38.0)
  print(child.frame)  // (80.0, 31.0, 50.0, 50.0)
  // End of the example.
  precondition(child.convert(CGPoint.zero, to: parent) == CGPoint(x: 60, y: -38))
  precondition(child.frame == CGRect(x: 80, y: 31, width: 50, height: 50))
}
