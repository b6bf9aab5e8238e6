// Every operation of the table at least once, with undefined values named after their types.
func.func @every_operation() {
^entry:
  %0 = arith.constant {note} dense<[1, -2]> : vector<2xi32>
  %1 = arith.constant true
  %2 = arith.constant -0.5 : f32
  %3 = arith.addi %i32, %i32 overflow<nsw, nuw> {note} : i32
  %4 = arith.subi %i32, %i32 overflow<nsw, nuw> {note} : i32
  %5 = arith.muli %i32, %i32 overflow<nsw, nuw> {note} : i32
  %6 = arith.shli %i32, %i32 overflow<nsw, nuw> {note} : i32
  %7 = arith.divsi %i32, %i32 exact : i32
  %8 = arith.divui %i32, %i32 exact : i32
  %9 = arith.shrsi %i32, %i32 exact : i32
  %10 = arith.shrui %i32, %i32 exact : i32
  %11 = arith.andi %i32, %i32 : i32
  %12 = arith.ceildivsi %i32, %i32 : i32
  %13 = arith.ceildivui %i32, %i32 : i32
  %14 = arith.floordivsi %i32, %i32 : i32
  %15 = arith.maxsi %i32, %i32 : i32
  %16 = arith.maxui %i32, %i32 : i32
  %17 = arith.minsi %i32, %i32 : i32
  %18 = arith.minui %i32, %i32 : i32
  %19 = arith.ori %i32, %i32 : i32
  %20 = arith.remsi %i32, %i32 : i32
  %21 = arith.remui %i32, %i32 : i32
  %22 = arith.xori %i32, %i32 : i32
  %23 = arith.addf %f32, %f32 fastmath<nnan, ninf> : f32
  %24 = arith.divf %f32, %f32 fastmath<nnan, ninf> : f32
  %25 = arith.maximumf %f32, %f32 fastmath<nnan, ninf> : f32
  %26 = arith.maxnumf %f32, %f32 fastmath<nnan, ninf> : f32
  %27 = arith.minimumf %f32, %f32 fastmath<nnan, ninf> : f32
  %28 = arith.minnumf %f32, %f32 fastmath<nnan, ninf> : f32
  %29 = arith.mulf %f32, %f32 fastmath<nnan, ninf> : f32
  %30 = arith.remf %f32, %f32 fastmath<nnan, ninf> : f32
  %31 = arith.subf %f32, %f32 fastmath<nnan, ninf> : f32
  %32 = arith.negf %f32 : f32
  %33:2 = arith.addui_extended %i32, %i32 : i32, i1
  %34:2 = arith.mulsi_extended %i32, %i32 : i32
  %35:2 = arith.mului_extended %i32, %i32 : i32
  %36 = arith.cmpi slt, %v4i32, %v4i32 : vector<4xi32>
  %37 = arith.cmpf "oeq", %f32, %f32 fastmath<fast> : f32
  %38 = arith.select %i1, %f32, %f32 : f32
  %39 = arith.select %v4i1, %v4i32, %v4i32 : vector<4xi1>, vector<4xi32>
  %40 = arith.bitcast %i32 : i32 to f32
  %41 = arith.extsi %i32 : i32 to i64
  %42 = arith.extui %i32 : i32 to i64
  %43 = arith.fptosi %f32 : f32 to i32
  %44 = arith.fptoui %f32 : f32 to i32
  %45 = arith.sitofp %i32 : i32 to f32
  %46 = arith.uitofp %i32 : i32 to f32
  %47 = arith.index_cast %index : index to i32
  %48 = arith.index_castui %index : index to i32
  %49 = arith.trunci %i32 overflow<nuw> : i32 to i8
  %50 = arith.extf %f32 fastmath<contract> : f32 to f64
  %51 = arith.truncf %f64 to_nearest_away fastmath<contract> : f64 to f32
  %52 = arith.scaling_extf %f8, %f8 : f8E8M0FNU, f8E8M0FNU to f32
  %53 = arith.scaling_truncf %f32, %f8 upward : f32, f8E8M0FNU to f4E2M1FN
  cf.assert %i1, "never" {note}
  cf.br ^next(%i32 : i32)
^next(%n: i32):
  cf.cond_br %i1 weights([3, 7]), ^next(%i32 : i32), ^last {note}
^last:
  cf.switch %i32 : i32, [
    default: ^last,
    -1: ^next(%i32 : i32),
    0x2A: ^last
  ]
^index_and_math:
  %54 = index.constant -7
  %55 = index.bool.constant false
  %56 = index.add %index, %index
  %57 = index.and %index, %index
  %58 = index.ceildivs %index, %index
  %59 = index.ceildivu %index, %index
  %60 = index.divs %index, %index
  %61 = index.divu %index, %index
  %62 = index.floordivs %index, %index
  %63 = index.maxs %index, %index
  %64 = index.maxu %index, %index
  %65 = index.mins %index, %index
  %66 = index.minu %index, %index
  %67 = index.mul %index, %index
  %68 = index.or %index, %index
  %69 = index.rems %index, %index
  %70 = index.remu %index, %index
  %71 = index.shl %index, %index
  %72 = index.shrs %index, %index
  %73 = index.shru %index, %index
  %74 = index.sub %index, %index
  %75 = index.xor %index, %index
  %76 = index.cmp ult(%index, %index)
  %77 = index.casts %index : index to i32
  %78 = index.castu %i32 : i32 to index
  %79 = index.sizeof
  %80 = math.absf %f32 fastmath<fast> : f32
  %81 = math.acos %f32 fastmath<fast> : f32
  %82 = math.acosh %f32 fastmath<fast> : f32
  %83 = math.asin %f32 fastmath<fast> : f32
  %84 = math.asinh %f32 fastmath<fast> : f32
  %85 = math.atan %f32 fastmath<fast> : f32
  %86 = math.atanh %f32 fastmath<fast> : f32
  %87 = math.cbrt %f32 fastmath<fast> : f32
  %88 = math.ceil %f32 fastmath<fast> : f32
  %89 = math.cos %f32 fastmath<fast> : f32
  %90 = math.cosh %f32 fastmath<fast> : f32
  %91 = math.erf %f32 fastmath<fast> : f32
  %92 = math.erfc %f32 fastmath<fast> : f32
  %93 = math.exp %f32 fastmath<fast> : f32
  %94 = math.exp2 %f32 fastmath<fast> : f32
  %95 = math.expm1 %f32 fastmath<fast> : f32
  %96 = math.floor %f32 fastmath<fast> : f32
  %97 = math.log %f32 fastmath<fast> : f32
  %98 = math.log10 %f32 fastmath<fast> : f32
  %99 = math.log1p %f32 fastmath<fast> : f32
  %100 = math.log2 %f32 fastmath<fast> : f32
  %101 = math.round %f32 fastmath<fast> : f32
  %102 = math.roundeven %f32 fastmath<fast> : f32
  %103 = math.rsqrt %f32 fastmath<fast> : f32
  %104 = math.sin %f32 fastmath<fast> : f32
  %105 = math.sinh %f32 fastmath<fast> : f32
  %106 = math.sqrt %f32 fastmath<fast> : f32
  %107 = math.tan %f32 fastmath<fast> : f32
  %108 = math.tanh %f32 fastmath<fast> : f32
  %109 = math.trunc %f32 fastmath<fast> : f32
  %110 = math.absi %i32 : i32
  %111 = math.ctlz %i32 : i32
  %112 = math.ctpop %i32 : i32
  %113 = math.cttz %i32 : i32
  %114 = math.isfinite %f32 : f32
  %115 = math.isinf %f32 : f32
  %116 = math.isnan %f32 : f32
  %117 = math.isnormal %f32 : f32
  %118 = math.atan2 %f32, %f32 : f32
  %119 = math.copysign %f32, %f32 : f32
  %120 = math.powf %f32, %f32 : f32
  %121 = math.ipowi %i32, %i32 : i32
  %122 = math.fpowi %f32, %i32 : f32, i32
  %123 = math.fma %f32, %f32, %f32 : f32
  %124 = math.clampf %f32 to [%f32, %f32] : f32
  %125:2 = math.sincos %f32 : f32
  memref.global "private" constant @weights : memref<2xf32> = dense<[0.5, 1.5]> {alignment = 64 : i64}
  memref.global @later : memref<2xf32> = uninitialized
  %126 = memref.get_global @weights : memref<2xf32>
  %127 = memref.alloc(%index)[%index] {alignment = 8 : i64} : memref<?x4xf32, affine_map<(d0, d1)[s0] -> (d0 + s0, d1)>>
  %128 = memref.alloca() : memref<4xf32>
  %129 = memref.realloc %m_x(%index) : memref<?xf32> to memref<?xf32>
  memref.dealloc %m_x : memref<?xf32>
  %130 = memref.alloca_scope -> (f32) {
    memref.alloca_scope.return %f32 : f32
  }
  %131 = memref.load %m4x4[%index, %index] {nontemporal = true} : memref<4x4xf32>
  memref.store %f32, %m4x4[%index, %index] : memref<4x4xf32>
  memref.prefetch %m_x[%index], write, locality<2>, data : memref<?xf32>
  memref.copy %m_x, %m4 : memref<?xf32> to memref<4xf32>
  %132 = memref.atomic_rmw addf %f32, %m_x[%index] : (f32, memref<?xf32>) -> f32
  %133 = memref.generic_atomic_rmw %m_x[%index] : memref<?xf32> {
  ^bb0(%old: f32):
    memref.atomic_yield %old : f32
  }
  memref.dma_start %m_x[%index], %m4[%index], %index, %tag[%index], %index, %index
      : memref<?xf32>, memref<4xf32>, memref<1xi32>
  memref.dma_wait %tag[%index], %index : memref<1xi32>
  %134 = memref.dim {note} %m_x, %index : memref<?xf32>
  %135 = memref.rank %m_x : memref<?xf32>
  %136 = memref.extract_aligned_pointer_as_index %m_x : memref<?xf32> -> index
  %137:4 = memref.extract_strided_metadata %m_x : memref<?xf32> -> memref<f32>, index, index, index
  %138 = memref.assume_alignment %m_x, 16 : memref<?xf32>
  %139:2 = memref.distinct_objects %m_x, %m4 : memref<?xf32>, memref<4xf32>
  %140 = memref.cast %m4 : memref<4xf32> to memref<?xf32>
  %141 = memref.memory_space_cast %m4 : memref<4xf32> to memref<4xf32, 1>
  %142 = memref.reinterpret_cast %m_x to offset: [%index], sizes: [2, %index], strides: [%index, 1]
      : memref<?xf32> to memref<2x?xf32, strided<[?, 1], offset: ?>>
  %143 = memref.subview %m4x4[%index, 0] [2, 2] [1, 1] : memref<4x4xf32> to memref<2x2xf32, strided<[4, 1], offset: ?>>
  %144 = memref.view %bytes[%index][%index] : memref<?xi8> to memref<?xf32>
  %145 = memref.transpose %m4x4 (i, j) -> (j, i) : memref<4x4xf32> to memref<4x4xf32, strided<[1, 4]>>
  %146 = memref.reshape %m_x(%shape) : (memref<?xf32>, memref<2xindex>) -> memref<?x?xf32>
  %147 = memref.expand_shape %m_x [[0, 1]] output_shape [%index, 4] : memref<?xf32> into memref<?x4xf32>
  %148 = memref.collapse_shape %m4x4 [[0, 1]] : memref<4x4xf32> into memref<16xf32>
  scf.for %iv = %index to %index step %index {
  } {note}
  %149:2 = scf.for unsigned %iv = %i32 to %i32 step %i32
      iter_args(%sum = %f32,
                %product = %f32) -> (f32, f32) : i32 {
    scf.yield %sum, %product : f32, f32
  }
  %150 = scf.if %i1 -> (f32) {
    scf.yield %f32 : f32
  } else {
    scf.yield %f32 : f32
  }
  %151 = scf.parallel (%iv, %jv) = (%index, %index) to (%index, %index) step (%index, %index) init (%f32) -> f32 {
    scf.reduce(%f32 : f32) {
    ^bb0(%left: f32, %right: f32):
      scf.reduce.return %left : f32
    }
  }
  %152 = scf.forall (%iv, %jv) in (%index, 8) shared_outs(%part = %t_x) -> (tensor<?xf32>) {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %t4 into %part[%iv] [4] [1] : tensor<4xf32> into tensor<?xf32>
    }
  }
  scf.forall (%iv) = (0) to (%index) step (2) {
  }
  %153 = scf.while (%before = %f32) : (f32) -> f32 {
    scf.condition(%i1) %before : f32
  } do {
  ^bb0(%after: f32):
    scf.yield %after : f32
  } attributes {note}
  %154 = scf.execute_region -> f32 no_inline {
    scf.yield %f32 : f32
  }
  %155:2 = scf.index_switch %index {note} -> f32, i32
  case 1 {
    scf.yield %f32, %i32 : f32, i32
  }
  case -2 {
    scf.yield %f32, %i32 : f32, i32
  }
  default {
    scf.yield %f32, %i32 : f32, i32
  }
  %156 = tensor.bitcast %t4 : tensor<4xf32> to tensor<4xi32>
  %157 = tensor.cast %t4 : tensor<4xf32> to tensor<?xf32>
  %158 = tensor.concat dim(0) %t4, %t_x : (tensor<4xf32>, tensor<?xf32>) -> tensor<?xf32>
  %159 = tensor.dim %t_x, %index : tensor<?xf32>
  %160 = tensor.rank %t_x : tensor<?xf32>
  %161 = tensor.empty(%index) : tensor<?xf32>
  %162 = tensor.splat %f32[%index] : tensor<?xf32>
  %163 = tensor.from_elements %f32, %f32 : tensor<2xf32>
  %164 = tensor.generate %index {
  ^bb0(%at: index):
    tensor.yield %f32 : f32
  } : tensor<?xf32>
  %165 = tensor.extract %t_x[%index] : tensor<?xf32>
  %166 = tensor.insert %f32 into %t_x[%index] : tensor<?xf32>
  %167 = tensor.gather %t4x4[%where] gather_dims([0]) unique : (tensor<4x4xf32>, tensor<1x1xindex>) -> tensor<1x4xf32>
  %168 = tensor.scatter %row into %t4x4[%where] scatter_dims([0]) unique
      : (tensor<1x4xf32>, tensor<4x4xf32>, tensor<1x1xindex>) -> tensor<4x4xf32>
  %169 = tensor.extract_slice %t_x[%index] [4] [1] : tensor<?xf32> to tensor<4xf32>
  %170 = tensor.insert_slice %t4 into %t_x[0] [4] [%index] : tensor<4xf32> into tensor<?xf32>
  %171 = tensor.pad %t4 nofold low[%index] high[1] {
  ^bb0(%at: index):
    tensor.yield %f32 : f32
  } : tensor<4xf32> to tensor<?xf32>
  %172 = tensor.reshape %t_x(%t_shape) : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %173 = tensor.expand_shape %t_x [[0, 1]] output_shape [%index, 4] : tensor<?xf32> into tensor<?x4xf32>
  %174 = tensor.collapse_shape %t4x4 [[0, 1]] : tensor<4x4xf32> into tensor<16xf32>
  %175 = ub.poison : i32
  %176 = ub.poison <#ub.poison> : f32
  %177 = vector.load %m_x[%index] : memref<?xf32>, vector<4xf32>
  vector.store %v4, %m_x[%index] {alignment = 16 : i64} : memref<?xf32>, vector<4xf32>
  %178 = vector.maskedload %m_x[%index], %v4i1, %v4 : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  %179 = vector.expandload %m_x[%index], %v4i1, %v4 : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.maskedstore %m_x[%index], %v4i1, %v4 : memref<?xf32>, vector<4xi1>, vector<4xf32>
  vector.compressstore %m_x[%index], %v4i1, %v4 : memref<?xf32>, vector<4xi1>, vector<4xf32>
  %180 = vector.gather %m_x[%index][%v4i32], %v4i1, %v4
      : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
  vector.scatter %m_x[%index][%v4i32], %v4i1, %v4 : memref<?xf32>, vector<4xi32>, vector<4xi1>, vector<4xf32>
  %181 = vector.transfer_read %m4x4[%index, %index], %f32, %v4i1 {in_bounds = [true]} : memref<4x4xf32>, vector<4xf32>
  vector.transfer_write %v4, %m4x4[%index, %index] : vector<4xf32>, memref<4x4xf32>
  %182 = vector.transfer_write %v4, %t_x[%index], %v4i1 : vector<4xf32>, tensor<?xf32>
  %183 = vector.type_cast %m4x4 : memref<4x4xf32> to memref<vector<4x4xf32>>
  %184 = vector.extract %v2x4[%index, 0] : f32 from vector<2x4xf32>
  %185 = vector.insert %v4, %v2x4[-1] : vector<4xf32> into vector<2x4xf32>
  %186 = vector.scalable.extract %scalable[4] : vector<4xf32> from vector<[4]xf32>
  %187 = vector.scalable.insert %v4, %scalable[0] : vector<4xf32> into vector<[4]xf32>
  %188 = vector.extract_strided_slice %v4 {offsets = [1], sizes = [2], strides = [1]} : vector<4xf32> to vector<2xf32>
  %189 = vector.insert_strided_slice %v4, %v2x4 {offsets = [0, 0], strides = [1]} : vector<4xf32> into vector<2x4xf32>
  %190 = vector.from_elements %f32, %f32 : vector<2xf32>
  %191:4 = vector.to_elements %v4 : vector<4xf32>
  %192 = vector.bitcast %v4 : vector<4xf32> to vector<8xf16>
  %193 = vector.broadcast %f32 : f32 to vector<4xf32>
  %194 = vector.shape_cast %v2x4 : vector<2x4xf32> to vector<8xf32>
  %195 = vector.transpose %v2x4, [1, 0] : vector<2x4xf32> to vector<4x2xf32>
  %196 = vector.shuffle %v4, %v4 [0, 5, -1] : vector<4xf32>, vector<4xf32>
  %197 = vector.interleave %v4, %v4 : vector<4xf32> -> vector<8xf32>
  %198:2 = vector.deinterleave %v4 : vector<4xf32> -> vector<2xf32>
  %199 = vector.constant_mask [3] : vector<4xi1>
  %200 = vector.create_mask %index : vector<4xi1>
  %201 = vector.mask %v4i1, %f32 {
    vector.reduction <add>, %v4 : vector<4xf32> into f32
  } : vector<4xi1> -> f32
  %202 = vector.mask %v4i1 { vector.yield %v4 : vector<4xf32> } : vector<4xi1> -> vector<4xf32>
  %203 = vector.step : vector<4xindex>
  %204 = vector.vscale
  %205 = vector.fma %v4, %v4, %v4 : vector<4xf32>
  %206 = vector.contract {
    indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
    iterator_types = ["reduction"],
    kind = #vector.kind<maxnumf>
  } %v4, %v4, %f32 : vector<4xf32>, vector<4xf32> into f32
  %207 = vector.outerproduct %v4, %v4, %square {kind = #vector.kind<add>} : vector<4xf32>, vector<4xf32>
  %208 = vector.reduction <minnumf>, %v4, %f32 fastmath<reassoc> : vector<4xf32> into f32
  %209 = vector.reduction <add>, %v4, fastmath<fast> : vector<4xf32> into f32
  %210 = vector.multi_reduction #vector.kind<mul>, %v2x4, %v2 [1] : vector<2x4xf32> to vector<2xf32>
  %211:2 = vector.scan <add>, %v2x4, %v4 {inclusive = true, reduction_dim = 0} : vector<2x4xf32>, vector<4xf32>
  vector.print %v4 : vector<4xf32> punctuation <comma>
  vector.print str "done"
  vector.print
  %212 = complex.constant [0.5, -1.0] {note} : complex<f64>
  %213 = complex.bitcast %212 {note} : complex<f64> to i128
  %real, %imaginary = "test.parts"() : () -> (f64, f64)
  %exponent = "test.exponent"() : () -> i32
  %214 = complex.create %real, %imaginary {note} : complex<f64>
  %215 = complex.add %214, %212 fastmath<nnan> : complex<f64>
  %216 = complex.atan2 %214, %212 fastmath<nnan> : complex<f64>
  %217 = complex.div %214, %212 fastmath<nnan> : complex<f64>
  %218 = complex.mul %214, %212 fastmath<nnan> : complex<f64>
  %219 = complex.pow %214, %212 fastmath<nnan> : complex<f64>
  %220 = complex.sub %214, %212 fastmath<nnan> : complex<f64>
  %221 = complex.powi %214, %exponent fastmath<fast> : complex<f64>, i32
  %222 = complex.eq %214, %212 {note} : complex<f64>
  %223 = complex.neq %214, %212 {note} : complex<f64>
  %224 = complex.conj %214 fastmath<contract> : complex<f64>
  %225 = complex.cos %214 fastmath<contract> : complex<f64>
  %226 = complex.exp %214 fastmath<contract> : complex<f64>
  %227 = complex.expm1 %214 fastmath<contract> : complex<f64>
  %228 = complex.log %214 fastmath<contract> : complex<f64>
  %229 = complex.log1p %214 fastmath<contract> : complex<f64>
  %230 = complex.neg %214 fastmath<contract> : complex<f64>
  %231 = complex.rsqrt %214 fastmath<contract> : complex<f64>
  %232 = complex.sign %214 fastmath<contract> : complex<f64>
  %233 = complex.sin %214 fastmath<contract> : complex<f64>
  %234 = complex.sqrt %214 fastmath<contract> : complex<f64>
  %235 = complex.tan %214 fastmath<contract> : complex<f64>
  %236 = complex.tanh %214 fastmath<contract> : complex<f64>
  %237 = complex.abs %214 fastmath<contract> : complex<f64>
  %238 = complex.angle %214 fastmath<contract> : complex<f64>
  %239 = complex.im %214 fastmath<contract> : complex<f64>
  %240 = complex.re %214 fastmath<contract> : complex<f64>
  %241 = builtin.unrealized_conversion_cast to index
  %242:2 = builtin.unrealized_conversion_cast %i32, %f32 : i32, f32 to index, index {note}
  %243 = bufferization.alloc_tensor(%index) {memory_space = 1 : i64} : tensor<?xf32>
  %244 = bufferization.alloc_tensor() copy(%t4) : tensor<4xf32>
  %245 = bufferization.alloc_tensor(%index) size_hint=%index : tensor<?xf32>
  %246 = bufferization.clone %m_x : memref<?xf32> to memref<4xf32>
  %247:2 = bufferization.dealloc (%m_x, %m4x4 : memref<?xf32>, memref<4x4xf32>) if (%i1, %i1) retain (%m_x, %m_x : memref<?xf32>, memref<?xf32>)
  bufferization.dealloc
  bufferization.dealloc_tensor %t4 : tensor<4xf32>
  %248 = bufferization.materialize_in_destination %t4 in %t4 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  bufferization.materialize_in_destination %t4 in restrict writable %m_x : (tensor<4xf32>, memref<?xf32>) -> ()
  %249 = bufferization.to_buffer %t4 read_only : tensor<4xf32> to memref<4xf32>
  %250 = bufferization.to_tensor %m_x restrict writable {note} : memref<?xf32> to tensor<?xf32>
  ub.unreachable
}
