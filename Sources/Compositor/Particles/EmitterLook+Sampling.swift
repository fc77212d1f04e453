// Birthplaces of particles, and the direction that "longitude 0, latitude 0" means there. Apple documents the shapes
// and not the sampling; the decisions:
//
//   shape      points            outline         surface        volume       natural direction
//   point      the point         ...             ...            ...          x
//   line       its two ends      all of it       ...            ...          across it, towards minimum y
//   rectangle  4 corners         perimeter       area           area         outward in points and outline, else x
//   cuboid     8 corners         12 edges        6 faces        all of it    outward but in volume, else x
//   circle     4, on the axes    circumference   disc           disc         outward in points and outline, else x
//   sphere     6, on the axes    the circle      its surface    the ball     outward but in volume, else x
//                                in the xy plane
//
// Every part of equal length, area or volume gets equally many. The natural directions are those that code written for
// Apple's frameworks counts on: sparks rise from a line and rings grow from a circle's outline without any longitude,
// while a filled shape's longitude counts from the x axis.

#if canImport(Glibc)
import Glibc
#endif

func sine(_ x: Double) -> Double { sin(x) }
func cosine(_ x: Double) -> Double { cos(x) }
private func cubeRoot(_ x: Double) -> Double { cbrt(x) }

extension EmitterLook {
  /// Returns a birthplace and its natural direction.
  func birthplace(_ n: EmitterNumbers, _ random: ParticleRandom) -> (point: SpaceVector, direction: SpaceVector) {
    let (offset, direction) =
      switch shape {
      case .point: (SpaceVector.zero, SpaceVector?.none)
      case .line: line(n.width, random)
      case .rectangle: rectangle(n.width, n.height, random)
      case .cuboid: cuboid(n.width, n.height, n.depth, random)
      case .circle: circle(n.width, random)
      case .sphere: sphere(n.width, random)
      }
    return (n.position + offset, direction ?? SpaceVector(1, 0, 0))
  }

  private typealias Place = (offset: SpaceVector, direction: SpaceVector?)

  private func line(_ width: Double, _ random: ParticleRandom) -> Place {
    var along = random.uniform(.along)
    if mode == .points { along = along < 0.5 ? 0 : 1 }
    return (SpaceVector((along - 0.5) * width, 0), SpaceVector(0, -1))
  }

  private func rectangle(_ width: Double, _ height: Double, _ random: ParticleRandom) -> Place {
    let u = random.uniform(.along)
    switch mode {
    case .points:
      let corner = SpaceVector(u < 0.5 ? -width / 2 : width / 2, (u * 2).fraction < 0.5 ? -height / 2 : height / 2)
      return (corner, corner.direction)
    case .outline:
      // Along one pair of sides, then along the other.
      let along = u * (abs(width) + abs(height)) * 2
      let side = random.uniform(.across) < 0.5 ? -0.5 : 0.5
      guard along >= 2 * abs(width) else {
        return (SpaceVector(along / 2 - abs(width) / 2, side * height), SpaceVector(0, side * 2))
      }
      return (
        SpaceVector(side * width, (along - 2 * abs(width)) / 2 - abs(height) / 2), SpaceVector(side * 2, 0)
      )
    case .surface, .volume:
      return (SpaceVector((u - 0.5) * width, (random.uniform(.across) - 0.5) * height), nil)
    }
  }

  private func cuboid(_ width: Double, _ height: Double, _ depth: Double, _ random: ParticleRandom) -> Place {
    let (w, h, d) = (abs(width), abs(height), abs(depth))
    let (u, v) = (random.uniform(.along), random.uniform(.across))
    switch mode {
    case .points:
      let corner = SpaceVector(
        u < 0.5 ? -w / 2 : w / 2, (u * 2).fraction < 0.5 ? -h / 2 : h / 2, v < 0.5 ? -d / 2 : d / 2)
      return (corner, corner.direction)
    case .outline:
      // Four edges along each axis; the second number chooses one of the four.
      let along = u * (w + h + d)
      let (a, b) = (v < 0.5 ? -0.5 : 0.5, (v * 2).fraction < 0.5 ? -0.5 : 0.5)
      if along < w { return (SpaceVector(along - w / 2, a * h, b * d), SpaceVector(0, a, b).direction) }
      if along < w + h { return (SpaceVector(a * w, along - w - h / 2, b * d), SpaceVector(a, 0, b).direction) }
      return (SpaceVector(a * w, b * h, along - w - h - d / 2), SpaceVector(a, b, 0).direction)
    case .surface:
      let (x, y, z) = (h * d, w * d, w * h)
      let area = u * (x + y + z)
      let side = v < 0.5 ? -0.5 : 0.5
      let (s, t) = ((v * 2).fraction - 0.5, random.uniform(.depth) - 0.5)
      if area < x { return (SpaceVector(side * w, s * h, t * d), SpaceVector(side * 2, 0, 0)) }
      if area < x + y { return (SpaceVector(s * w, side * h, t * d), SpaceVector(0, side * 2, 0)) }
      return (SpaceVector(s * w, t * h, side * d), SpaceVector(0, 0, side * 2))
    case .volume:
      return (SpaceVector((u - 0.5) * w, (v - 0.5) * h, (random.uniform(.depth) - 0.5) * d), nil)
    }
  }

  private func circle(_ radius: Double, _ random: ParticleRandom) -> Place {
    let u = random.uniform(.along)
    switch mode {
    case .points:
      let out = [SpaceVector(1, 0), SpaceVector(0, 1), SpaceVector(-1, 0), SpaceVector(0, -1)][Int(u * 4)]
      return (out * radius, out)
    case .outline:
      let out = SpaceVector(cosine(2 * .pi * u), sine(2 * .pi * u))
      return (out * radius, out)
    case .surface, .volume:
      let out = SpaceVector(cosine(2 * .pi * u), sine(2 * .pi * u))
      return (out * (radius * random.uniform(.across).squareRoot()), nil)
    }
  }

  private func sphere(_ radius: Double, _ random: ParticleRandom) -> Place {
    let u = random.uniform(.along)
    switch mode {
    case .points:
      let axis = Int(u * 3)
      let sign = random.uniform(.across) < 0.5 ? -1.0 : 1
      let out = SpaceVector(axis == 0 ? sign : 0, axis == 1 ? sign : 0, axis == 2 ? sign : 0)
      return (out * radius, out)
    case .outline:
      let out = SpaceVector(cosine(2 * .pi * u), sine(2 * .pi * u))
      return (out * radius, out)
    case .surface, .volume:
      // Heights on a sphere are uniform: a slice's area depends on its thickness alone.
      let z = 2 * random.uniform(.across) - 1
      let flat = max(0, 1 - z * z).squareRoot()
      let out = SpaceVector(flat * cosine(2 * .pi * u), flat * sine(2 * .pi * u), z)
      if mode == .surface { return (out * radius, out) }
      return (out * (radius * cubeRoot(random.uniform(.depth))), nil)
    }
  }
}

extension Double {
  fileprivate var fraction: Double { self - rounded(.down) }
}
