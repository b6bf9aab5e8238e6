builtin.module {
  func.func @f() {
    return
  }

// -----

  func.func @g() { return }
}
// -----
module attributes {
  a.b = "module"
} {
  // -----
  d.op {
    d.end
  }
}
