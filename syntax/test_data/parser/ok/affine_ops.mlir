%0 = affine.apply #map(%i)[%n] {d.a}
%1 = affine.min affine_map<(d0)[s0] -> (d0 * s0, 7 ceildiv 2)>(%i)[%n]
%2:3 = affine.delinearize_index %0 into (%n, 4, 8) : index, index, index
%3 = affine.linearize_index disjoint [%2#0, %2#1] by (%n, 4) : index
%4 = affine.vector_load %m[%i + 1] : memref<64xf32>, vector<8xf32>
affine.vector_store %4, %m[%i] : memref<64xf32>, vector<8xf32>
affine.prefetch %m[%i], read, locality<3>, data : memref<64xf32>
affine.dma_start %a[%i], %b[%i, 0], %tag[0], %n, %n, %n : memref<64xf32>, memref<4x4xf32, 1>, memref<1xi32>
affine.dma_wait %tag[0], %n : memref<1xi32>
