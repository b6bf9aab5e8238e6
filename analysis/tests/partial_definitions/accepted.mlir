mine.func {
  %n = "mine.index"() : () -> index
  %m = memref.alloc(%n) : memref<?xf32>
  affine.for %i = 0 to %n {
    %x = affine.load %m[%i] : memref<?xf32>
  }
  mine.return
}

"mine.func"() ({
  %n = "mine.index"() : () -> index
  "mine.return"() : () -> ()
}) : () -> ()

func.func @custom(%a: f32, %n: index, %m: memref<4xf32>) -> f32 {
  %0 = mine.scale fast %a times 2 : f32
  %1 = mine.scale slow %0 {name = "y"} : f32
  mine.fetch %m[%n, %n] to %m : memref<4xf32>
  mine.fetch %m[] to %m : memref<4xf32>
  %b, %t = mine.box %1 "label" how #mine.how<i32> : f32 -> !mine.box<f32 : 4>
  %c:2 = mine.box %n "label" : index -> !mine.box<index>
  %d = mine.open %b, %t : <f32 : 4> -> f32
  mine.loop %n wait {
    %x = arith.addf %d, %d : f32
  }
  mine.loop %n {
    mine.done
  }
  return %d : f32
}

func.func @generic(%a: f32, %n: index, %m: memref<4xf32>) {
  %0 = "mine.scale"(%a) <{speed = 0 : i32, times = 3 : i64, name = "z"}> : (f32) -> f32
  %1 = "mine.scale"(%a) {speed = 1 : i32} : (f32) -> f32
  "mine.fetch"(%m, %m, %n) : (memref<4xf32>, memref<4xf32>, index) -> ()
  %2:3 = "mine.split"(%n, %n, %n) <{operandSegmentSizes = array<i32: 1, 2>}> : (index, index, index) -> (f32, i32, index)
  "mine.split"() <{operandSegmentSizes = array<i32: 0, 0>, how = #mine.how<i32>}> : () -> ()
  %b, %t = "mine.box"(%2#1) <{label = "l"}> : (i32) -> (!mine.box<i32>, !mine.token)
  %v = "mine.open"(%b, %t) : (!mine.box<i32>, !mine.token) -> i32
  "mine.run"(%0, %n) ({
    %m2 = memref.alloc(%n) : memref<?xf32>
    %s = "mine.size"() : () -> index
    affine.store %a, %m[%s] : memref<4xf32>
  }) : (f32, index) -> ()
  "mine.run"() ({
    "mine.jump"(%a)[^bb1] : (f32) -> ()
  ^bb1(%x: f32):
    "mine.jump"()[^bb2] : () -> ()
  ^bb2:
    "mine.return"(%x) : (f32) -> ()
  }) : () -> ()
  "mine.graph"() ({
    %y = "mine.scale"(%z) <{speed = 0 : i32}> : (f32) -> f32
    %z = "mine.scale"(%y) <{speed = 0 : i32}> : (f32) -> f32
  }) : () -> ()
  "mine.loop"(%n) <{wait}> ({
    "mine.done"() : () -> ()
  }) : (index) -> ()
  return
}

func.func @jumps(%a: f32) {
  mine.jump ^bb1(%a : f32)
^bb1(%x: f32):
  return
}
