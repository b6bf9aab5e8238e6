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
  // -----	
func.func @g() { return } // -----
// func.func @h() { return } // -----
/// -----
// ----- no marker
func.func @g() {
  // ------
  "d.op"() {text = "// -----"} : () -> ()
  return
}
