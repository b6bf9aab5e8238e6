func.func @second(%n: index) {
  affine.for %i = 0 to 8 {
    %0 = affine.apply affine_map<(d0)[s0, s1] -> (d0 * s0 + s1)>(%i)[%n, %i]
  }
  return
}
// -----
func.func @first(%n: index) {
  affine.for %i = 0 to 8 {
    %0 = affine.apply affine_map<(row)[shift, s1] -> (row * s1 + shift floordiv 2)>(%i)[%i, %n]
  }
  return
}
// -----
func.func @factor(%n: index) {
  affine.for %i = 0 to 8 {
    %0 = affine.apply affine_map<(d0)[s0] -> (d0 * s0)>(%i)[%i]
  }
  return
}
// -----
func.func @divisor(%n: index) {
  affine.for %i = 1 to 8 {
    %0 = affine.apply affine_map<(d0)[s0] -> (d0 floordiv s0)>(%n)[%i]
  }
  return
}
