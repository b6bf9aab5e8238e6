func.func @quoted(%n: index {"restrict" = 1}) { // ERROR argument-attribute-dialect
  return
}
// -----
func.func @second(%n: index {d.a, b = {c}}) { // ERROR argument-attribute-dialect
  return
}
// -----
func.func @result(%n: index) -> (index {restrict}) { // ERROR argument-attribute-dialect
  return %n : index
}
// -----
func.func private @declared(index {restrict}) // ERROR argument-attribute-dialect
// -----
func.func private @of_dialects(index {d.a = {b}}, index {"d.c"}) -> (index {d.e}) attributes {f}
