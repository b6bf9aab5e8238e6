// Regions that an operation of unknown form reads by itself.
#target = #a.target<"x", "y", {
  a.provider = #b.provider, a.info = <arch = "z", mma = [<W>, <V>]>
}>
foo.func @f(%arg0: !foo<local ref to i32>) -> i32 {
  foo.block : {
    foo.return
  }> ^bb1
^bb1:
  %0 = foo.const 1 : i32
  return %0, %arg0 : i32, i64
}
foo.pattern @p {
  %a, %b = %c, %d : index
  %e : i32
  for (%i, %j) = %a to %b { let %k = f(%i) * 3 }
  call "x" of %k
  func <%a> -> %b
  [%a, @s::@t] => #foo.bar<a = 1>
  module @m { func.func @g() { return } }
}
