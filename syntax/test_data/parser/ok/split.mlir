// First part.
module @a {
}
// -----
// A banner longer than the marker is a comment.
// --------------------------------------------
module attributes {d.b} {
  func.func @f() { return }
}
// -----
