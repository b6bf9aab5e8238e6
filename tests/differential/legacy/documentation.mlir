// Dimensions and symbols, named and inline maps, as the dialect's documentation wrote them first.
#affine_map2to3 = (d0, d1)[s0] -> (d0, d1 + s0, d1 - s0)
#affine_map42 = (d0, d1)[s0] -> (d0, d0 + d1 + s0 floordiv 2)
#set42 = (d0, d1)[s0, s1]
   : (d0 >= 0, -d0 + s0 - 1 >= 0, d1 >= 0, -d1 + s1 - 1 >= 0)

func @maps(%N : index) {
  // Binds %N to the s0 symbol.
  %a = alloc()[%N] : memref<4x4xf32, #affine_map42>
  %b = alloc()[%N] : memref<4x4xf32, (d0, d1)[s0] -> (d0, d0 + d1 + s0 floordiv 2)>
  dealloc %a : memref<4x4xf32, #affine_map42>
  dealloc %b : memref<4x4xf32, (d0, d1)[s0] -> (d0, d0 + d1 + s0 floordiv 2)>
  return
}

func @sets(%M : index, %N : index) {
  affine.for %i = 0 to %M {
    affine.for %j = 0 to (d0) -> (d0 + 5)(%i) step 2 {
      affine.if #set42(%i, %j)[%M, %N] {
        "work"(%i, %j) : (index, index) -> ()
      } else {
        affine.if (d0)[s0] : (d0 - s0 == 0)(%i)[%N] {
          "rest"() : () -> ()
        }
      }
    }
  }
  return
}

func @accesses(%0 : memref<100x100xf32>, %n : index, %m : index) {
  affine.for %i0 = 0 to 90 {
    affine.for %i1 = max (d0)[s0] -> (d0, s0)(%i0)[%n] to min (d0) -> (90, d0 * 2)(%i0) {
      %1 = affine.load %0[%i0 + 3, %i1 + 7] : memref<100x100xf32>
      %2 = affine.load %0[%i0 + symbol(%n), %i1 + symbol(%m)]
        : memref<100x100xf32>
      %sum = addf %1, %2 : f32
      affine.store %sum, %0[%i0 + 3, %i1 + 7] : memref<100x100xf32>
      %p = affine.apply (d0, d1) -> (d0 + 2 * d1)(%i0, %i1)
    }
  }
  return
}

func @transfer(%src : memref<40x128xf32, 0>, %dst : memref<2x1024xf32, 1>) {
  %num_elements = constant 256
  %idx = constant 0 : index
  %tag = alloc() : memref<1xi32, 4>
  %stride = constant 32 : index
  %num_elt_per_stride = constant 16
  affine.for %i = 0 to 30 {
    affine.for %j = 0 to 2 {
      affine.dma_start %src[%i + 3, %j], %dst[%j, %i], %tag[%idx],
        %num_elements :
          memref<40x128xf32, 0>, memref<2x1024xf32, 1>, memref<1xi32, 4>
      affine.dma_wait %tag[%idx], %num_elements : memref<1xi32, 4>
      affine.dma_start %src[%i, %j], %dst[%j, %i], %tag[%idx], %num_elements,
        %stride, %num_elt_per_stride :
          memref<40x128xf32, 0>, memref<2x1024xf32, 1>, memref<1xi32, 4>
      affine.dma_wait %tag[%idx], %num_elements : memref<1xi32, 4>
    }
  }
  return
}

// A dimension that is a symbol, and a loop that carries a value.
func @sum(%buffer: memref<?xf32>) -> f32 {
  %n = dim %buffer, 0 : memref<?xf32>
  %zero = constant 0.0 : f32
  %sum = affine.for %i = 0 to %n iter_args(%acc = %zero) -> (f32) {
    %x = affine.load %buffer[%i] : memref<?xf32>
    %next = addf %acc, %x : f32
    affine.yield %next : f32
  }
  return %sum : f32
}
