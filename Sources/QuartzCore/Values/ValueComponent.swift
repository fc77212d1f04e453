/// A field of a structured property, as the end of a key path: `position.x`, `transform.rotation.z`.
package enum ValueComponent: String, CaseIterable, Sendable {
  case x, y, width, height, origin, size, rotation, scale, translation
  case originX = "origin.x"
  case originY = "origin.y"
  case sizeWidth = "size.width"
  case sizeHeight = "size.height"
  case rotationX = "rotation.x"
  case rotationY = "rotation.y"
  case rotationZ = "rotation.z"
  case scaleX = "scale.x"
  case scaleXY = "scale.xy"
  case scaleY = "scale.y"
  case scaleZ = "scale.z"
  case translationX = "translation.x"
  case translationY = "translation.y"
  case translationZ = "translation.z"
}
