// Loops and choices of scf.

func.func @kernel(%a: memref<12xf32>, %b: memref<12xf32>) {
  scf.forall (%i) = (1) to (12) step (3) {
    %v = memref.load %a[%i] : memref<12xf32>
    memref.store %v, %b[%i] : memref<12xf32>
  }
  return
}

// -----

func.func @kernel(%a: memref<4x5xf32>, %b: memref<5x4xf32>) {
  %c4 = arith.constant 4 : index
  scf.forall (%i, %j) in (%c4, 5) {
    %v = memref.load %a[%i, %j] : memref<4x5xf32>
    memref.store %v, %b[%j, %i] : memref<5x4xf32>
  }
  return
}

// -----

// Two reductions, of which one does not begin with the number that changes nothing.
func.func @kernel(%a: memref<12xf32>, %b: memref<2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c12 = arith.constant 12 : index
  %three = arith.constant 3.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %r:2 = scf.parallel (%i) = (%c1) to (%c12) step (%c2) init (%three, %least) -> (f32, f32) {
    %v = memref.load %a[%i] : memref<12xf32>
    scf.reduce(%v, %v : f32, f32) {
    ^bb0(%x: f32, %y: f32):
      %s = arith.addf %x, %y : f32
      scf.reduce.return %s : f32
    }, {
    ^bb0(%x: f32, %y: f32):
      %s = arith.maximumf %y, %x : f32
      scf.reduce.return %s : f32
    }
  }
  memref.store %r#0, %b[%c0] : memref<2xf32>
  memref.store %r#1, %b[%c1] : memref<2xf32>
  return
}

// -----

// No iterations: the result is what it begins with.
func.func @kernel(%a: memref<4xf32>, %b: memref<1xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %three = arith.constant 3.0 : f32
  %r = scf.parallel (%i, %j) = (%c1, %c0) to (%c1, %c1) step (%c1, %c1) init (%three) -> f32 {
    %v = memref.load %a[%i] : memref<4xf32>
    scf.reduce(%v : f32) {
    ^bb0(%x: f32, %y: f32):
      %s = arith.mulf %x, %y : f32
      scf.reduce.return %s : f32
    }
  }
  memref.store %r, %b[%c0] : memref<1xf32>
  return
}

// -----

// What is compared is not what is carried, and the numbers of values differ on both sides of the condition.
func.func @kernel(%a: memref<12xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c30 = arith.constant 30 : index
  %r:2 = scf.while (%i = %c1, %k = %c0) : (index, index) -> (index, index) {
    %twice = arith.muli %i, %c2 : index
    %c = arith.cmpi ule, %twice, %c30 : index
    scf.condition(%c) %twice, %k : index, index
  } do {
  ^bb0(%twice: index, %k: index):
    %number = arith.index_cast %twice : index to i32
    memref.store %number, %a[%k] : memref<12xi32>
    %next = arith.addi %k, %c1 : index
    scf.yield %twice, %next : index, index
  }
  %number = arith.index_cast %r#0 : index to i32
  memref.store %number, %a[%r#1] : memref<12xi32>
  return
}

// -----

func.func @kernel(%a: memref<4xi32>) {
  %c3 = arith.constant 3 : index
  %c0 = arith.constant 0 : i32
  scf.while : () -> () {
    %v = memref.load %a[%c3] : memref<4xi32>
    %c = arith.cmpi ne, %v, %c0 : i32
    %less = arith.andi %c, %c : i1
    memref.store %c0, %a[%c3] : memref<4xi32>
    scf.condition(%less)
  } do {
    scf.yield
  }
  return
}

// -----

// As signed numbers the first loop has iterations, and the second has none.
func.func @kernel(%a: memref<12xf32>, %x: f32) {
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %far = arith.constant -3 : index
  scf.for unsigned %i = %far to %c9 step %c1 {
    memref.store %x, %a[%c1] : memref<12xf32>
  }
  %low = arith.constant 2 : i8
  %high = arith.constant 9 : i8
  %step = arith.constant 3 : i8
  scf.for unsigned %i = %low to %high step %step : i8 {
    %at = arith.index_castui %i : i8 to index
    memref.store %x, %a[%at] : memref<12xf32>
  }
  return
}

// -----

func.func @kernel(%a: memref<12xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  scf.for %i = %c0 to %c5 step %c1 {
    %at = scf.index_switch %i -> index
    case 1 {
      %c7 = arith.constant 7 : index
      scf.yield %c7 : index
    }
    case 4 {
      %c8 = arith.constant 8 : index
      scf.yield %c8 : index
    }
    default {
      scf.yield %i : index
    }
    %double = scf.execute_region -> f32 {
      %v = memref.load %a[%at] : memref<12xf32>
      %s = arith.addf %v, %x : f32
      scf.yield %s : f32
    }
    memref.store %double, %a[%at] : memref<12xf32>
  }
  return
}
