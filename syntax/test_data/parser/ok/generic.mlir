%0:2, %1 = "d.op"(%a, %b#1) [^bb1, ^bb2(%a : i32)] <{map = affine_map<(i) -> (i)>}> ({
  "d.inner"() : () -> ()
^bb1(%x: i32 loc("a"), %y: memref<?xf32>):
  "d.br"() [^bb1] : () -> ()
}, {}) {key, "quoted key" = 1 : i8} : (i32, f32) -> (i32, i32, !d.type<a, [b]>) loc("file":1:2)
"d.empty"() : () -> ()
