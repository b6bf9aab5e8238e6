func.func @br(%c: i1, %a: i32, %n: i64) -> i32 {
  cf.assert %c, "msg \"q\" \0A" {x}
  cf.cond_br %c weights([1, 2]), ^a(%a : i32), ^b {z = 1}
^a(%x: i32 loc("x")):
  cf.switch %a : i32, [
    default: ^b,
    42: ^a(%x : i32),
    -1: ^c(%x, %a : i32, i32)
  ] {k}
^b: // hello
  cf.br ^c(%a, %a : i32, i32) {a = "b"} loc("a":1:2)
^c(%y: i32, %z: i32):
  cf.cond_br %c, ^d, ^d
^d:
  cf.switch %n : i64, [ default: ^e(%a : i32) ]
^e(%r: i32):
  return %r : i32
}
// -----
func.func private @p(i32 {a.b}, memref<?xf32> {llvm.noalias}) -> (i32 {x.y = 1}, f32) attributes {a = 1} loc("hi")
func.func nested @q() -> ()
func.func public @r() -> () { return }
func.func @"quoted \"name"(%a: i32 {x.y} loc("u"), %b: index loc(unknown)) -> (i32 {a.b}) attributes {k, l = [1, "a", @x::@y]} {
  return {a = 1} %a : i32 loc(callsite("a" at "b":1:2 to 3:4))
}
// -----
func.func @t(%f: (i32) -> (i32), %x: i32) attributes {no_inline} {
  %0 = func.call_indirect %f(%x) {a}: (i32) -> i32
  %1 = call_indirect %f(%x) : (i32) -> i32
  %2 = func.constant @u : () -> ()
  func.call_indirect %2() : () -> ()
  func.call @u() {a} : () -> ()
  call @u() : () -> ()
  return
}
func.func @u() { return }
