//! Programs at random in the spellings that MLIR took between its versions 12 and 21.

/// What an old statement uses, and the statement. `{e}` is a type of floating-point numbers, `{a}` a size; names end in `$`,
/// which stands for a number of their own.
const STATEMENTS: &[(&str, &str)] = &[
    (
        "%m$: memref<8x{a}x{e}>",
        "%r$ = memref.expand_shape %m$ [[0, 1], [2]] : memref<8x{a}x{e}> into memref<2x4x{a}x{e}>",
    ),
    (
        "%m$: memref<?x{a}x{e}>",
        "%r$ = memref.expand_shape %m$ [[0, 1], [2]] : memref<?x{a}x{e}> into memref<?x4x{a}x{e}>",
    ),
    (
        "%m$: tensor<8x?x{e}>",
        "%r$ = tensor.expand_shape %m$ [[0, 1], [2]] : tensor<8x?x{e}> into tensor<2x4x?x{e}>",
    ),
    (
        "%m$: tensor<?x{a}x{e}>",
        "%r$ = linalg.tensor_reshape %m$ [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d2)>] : tensor<?x{a}x{e}> into tensor<2x?x{a}x{e}>",
    ),
    (
        "%m$: memref<2x4x{a}x{e}>",
        "%r$ = linalg.reshape %m$ [affine_map<(d0, d1, d2) -> (d0, d1)>, affine_map<(d0, d1, d2) -> (d2)>] : memref<2x4x{a}x{e}> into memref<8x{a}x{e}>",
    ),
    ("%m$: memref<8x{e}>", "%r$ = linalg.expand_shape %m$ [[0, 1]] : memref<8x{e}> into memref<2x4x{e}>"),
    ("%m$: memref<{a}x{e}>", "%r$ = bufferization.to_tensor %m$ : memref<{a}x{e}>"),
    (
        "%m$: memref<{a}x{e}, strided<[?], offset: ?>>",
        "%r$ = bufferization.to_tensor %m$ restrict writable : memref<{a}x{e}, strided<[?], offset: ?>>",
    ),
    ("%m$: memref<{a}x{e}>", "%r$ = memref.tensor_load %m$ : memref<{a}x{e}>"),
    ("%m$: memref<{a}x{e}>", "%r$ = memref.clone %m$ : memref<{a}x{e}> to memref<{a}x{e}>"),
    ("%t$: tensor<{a}x{e}>", "%r$ = bufferization.to_memref %t$ : memref<{a}x{e}>"),
    ("%t$: tensor<{a}x{e}>", "%r$ = memref.buffer_cast %t$ : memref<{a}x{e}>"),
    ("%t$: tensor<{a}x{e}>, %m$: memref<{a}x{e}>", "memref.tensor_store %t$, %m$ : memref<{a}x{e}>"),
    (
        "%m$: memref<4x4x{e}>",
        "%r$ = memref.subview %m$[0, 1] [2, 2] [1, 1] : memref<4x4x{e}> to memref<2x2x{e}, offset: 1, strides: [4, 1]>",
    ),
    (
        "%m$: memref<4x4x{e}>",
        "%r$ = memref.cast %m$ : memref<4x4x{e}> to memref<?x?x{e}, offset: ?, strides: [?, ?]>",
    ),
    (
        "%m$: memref<?x?x{e}, offset: ?, strides: [?, 1]>, %i$: index",
        "%r$ = load %m$[%i$, %i$] : memref<?x?x{e}, offset: ?, strides: [?, 1]>",
    ),
    (
        "%m$: memref<{a}x{e}>, %i$: index",
        "%r$ = load %m$[%i$] : memref<{a}x{e}>\n  store %r$, %m$[%i$] : memref<{a}x{e}>",
    ),
    ("%i$: index", "%r$ = alloc(%i$) : memref<?x{e}>\n  dealloc %r$ : memref<?x{e}>"),
    ("%m$: memref<?x{e}>", "%r$ = dim %m$, 0 : memref<?x{e}>"),
    ("%m$: memref<{a}x{e}>", "%r$ = memref_cast %m$ : memref<{a}x{e}> to memref<?x{e}>"),
    ("%m$: memref<{a}x{e}>", "assume_alignment %m$, 16 : memref<{a}x{e}>"),
    (
        "%f$: {e}, %m$: memref<{a}x{e}>, %i$: index",
        "%r$ = atomic_rmw addf %f$, %m$[%i$] : ({e}, memref<{a}x{e}>) -> {e}",
    ),
    (
        "%m$: memref<{a}x{e}>, %i$: index",
        "%r$ = generic_atomic_rmw %m$[%i$] : memref<{a}x{e}> {\n  ^bb0(%c$: {e}):\n    %d$ = addf %c$, %c$ : {e}\n    atomic_yield %d$ : {e}\n  }",
    ),
    (
        "%m$: memref<4x4x{e}>",
        "%r$ = transpose %m$ (d0, d1) -> (d1, d0) : memref<4x4x{e}> to memref<4x4x{e}, affine_map<(d0, d1) -> (d1 * 4 + d0)>>",
    ),
    ("%v$: vector<{a}x{e}>", "%r$ = vector.extract %v$[1] : vector<{a}x{e}>"),
    (
        "%v$: vector<2x{a}x{e}>",
        "%r$ = vector.extract %v$[1] : vector<2x{a}x{e}>\n  %s$ = vector.extract %v$[1, 0] {old} : vector<2x{a}x{e}>",
    ),
    ("%v$: vector<{a}x{e}>, %i$: i32", "%r$ = vector.extractelement %v$[%i$ : i32] : vector<{a}x{e}>"),
    (
        "%v$: vector<{a}x{e}>, %i$: index, %f$: {e}",
        "%r$ = vector.insertelement %f$, %v$[%i$ : index] : vector<{a}x{e}>",
    ),
    ("%f$: {e}", "%r$ = vector.splat %f$ : vector<{a}x{e}>"),
    ("%v$: vector<{a}x{e}>", "%r$ = vector.reduction \"add\", %v$ : vector<{a}x{e}> into {e}"),
    (
        "%v$: vector<4x{a}x{e}>",
        "%r$ = vector.multi_reduction #vector.kind<add>, %v$ [0] : vector<4x{a}x{e}> to vector<{a}x{e}>",
    ),
    ("%v$: vector<4x{a}x{e}>", "%r$ = vector.multi_reduction \"mul\", %v$ [0, 1] : vector<4x{a}x{e}> to {e}"),
    (
        "%v$: vector<{a}x{e}>",
        "%r$ = vector.shuffle %v$, %v$ [0 : i32, 1 : i32] : vector<{a}x{e}>, vector<{a}x{e}>",
    ),
    (
        "%v$: vector<{a}x{e}>",
        "%r$ = vector.strided_slice %v$ {offsets = [0], sizes = [2], strides = [1]} : vector<{a}x{e}> to vector<2x{e}>",
    ),
    (
        "%m$: memref<{a}x{e}>, %i$: index, %f$: {e}",
        "%r$ = vector.transfer_read %m$[%i$], %f$ {masked = [false]} : memref<{a}x{e}>, vector<2x{e}>",
    ),
    (
        "%m$: memref<{a}x{e}>, %i$: index, %v$: vector<2x{e}>",
        "vector.transfer_write %v$, %m$[%i$] {masked = [true]} : vector<2x{e}>, memref<{a}x{e}>",
    ),
    ("%f$: {e}, %m$: memref<{a}x{e}>", "linalg.fill(%f$, %m$) : {e}, memref<{a}x{e}>"),
    ("%f$: {e}, %m$: memref<{a}x{e}>", "linalg.fill(%m$, %f$) : memref<{a}x{e}>, {e}"),
    (
        "%f$: {e}, %t$: tensor<{a}x{e}>",
        "%r$ = linalg.fill(%f$, %t$) : {e}, tensor<{a}x{e}> -> tensor<{a}x{e}>",
    ),
    (
        "%m$: memref<{a}x{e}>, %n$: memref<{a}x{e}>",
        "linalg.copy(%m$, %n$) : memref<{a}x{e}>, memref<{a}x{e}>",
    ),
    (
        "%m$: memref<{a}x{a}x{e}>, %n$: memref<{a}x{a}x{e}>",
        "linalg.matmul(%m$, %m$, %n$) : memref<{a}x{a}x{e}>, memref<{a}x{a}x{e}>, memref<{a}x{a}x{e}>",
    ),
    (
        "%t$: tensor<4x?x{e}>, %f$: {e}, %i$: index",
        "%r$ = linalg.pad_tensor %t$ low[1, %i$] high[2, 3] {\n  ^bb0(%x$: index, %y$: index):\n    linalg.yield %f$ : {e}\n  } : tensor<4x?x{e}> to tensor<7x?x{e}>",
    ),
    ("%i$: index", "%r$ = linalg.init_tensor [{a}, %i$] : tensor<{a}x?x{e}>"),
    (
        "%x$: tensor<1x4x4x2x{e}>, %y$: tensor<1x1x2x3x{e}>, %z$: tensor<1x4x4x3x{e}>",
        "%r$ = linalg.conv_2d_input_nhwc_filter_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x$, %y$ : tensor<1x4x4x2x{e}>, tensor<1x1x2x3x{e}>) outs(%z$ : tensor<1x4x4x3x{e}>) -> tensor<1x4x4x3x{e}>",
    ),
    (
        "%t$: tensor<{a}x{a}x{e}>",
        "%r$ = linalg.matmul_transpose_b ins(%t$, %t$ : tensor<{a}x{a}x{e}>, tensor<{a}x{a}x{e}>) outs(%t$ : tensor<{a}x{a}x{e}>) -> tensor<{a}x{a}x{e}>",
    ),
    (
        "%t$: tensor<{a}x{a}xi32>",
        "%r$ = linalg.matmul_unsigned ins(%t$, %t$ : tensor<{a}x{a}xi32>, tensor<{a}x{a}xi32>) outs(%t$ : tensor<{a}x{a}xi32>) -> tensor<{a}x{a}xi32>",
    ),
    (
        "%v$: vector<2x{e}>",
        "%r$ = llvm.shufflevector %v$, %v$ [0 : i32, 3 : i32] : vector<2x{e}>, vector<2x{e}>",
    ),
    (
        "%m$: memref<?x?x{e}, offset : ?, strides : [?, 1]>",
        "%r$ = memref.cast %m$ : memref<?x?x{e}, offset : ?, strides : [?, 1]> to memref<?x?x{e}, offset: ?, strides: [?, ?]>",
    ),
    (
        "%t$: tensor<2x{a}x{a}x{e}>",
        "%r$ = linalg.batch_matmul_transpose_a ins(%t$, %t$ : tensor<2x{a}x{a}x{e}>, tensor<2x{a}x{a}x{e}>) outs(%t$ : tensor<2x{a}x{a}x{e}>) -> tensor<2x{a}x{a}x{e}>",
    ),
    (
        "%t$: tensor<{a}x{e}>",
        "%r$ = linalg.elemwise_unary {fun = #linalg.unary_fn<log>} ins(%t$ : tensor<{a}x{e}>) outs(%t$ : tensor<{a}x{e}>) -> tensor<{a}x{e}>",
    ),
    (
        "%t$: tensor<{a}x{e}>",
        "%r$ = linalg.elemwise_binary ins(%t$, %t$ : tensor<{a}x{e}>, tensor<{a}x{e}>) outs(%t$ : tensor<{a}x{e}>) -> tensor<{a}x{e}>",
    ),
    (
        "%t$: tensor<{a}x{e}>",
        "%r$ = linalg.indexed_generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = [\"parallel\"]} ins(%t$ : tensor<{a}x{e}>) outs(%t$ : tensor<{a}x{e}>) {\n  ^bb0(%i$: index, %x$: {e}, %y$: {e}):\n    %k$ = index_cast %i$ : index to i64\n    linalg.yield %x$ : {e}\n  } -> tensor<{a}x{e}>",
    ),
    (
        "%t$: tensor<4x{e}>, %u$: tensor<2x2x{e}>",
        "%r$ = tensor.pack %t$ inner_dims_pos = [0] inner_tiles = [2] into %u$ : tensor<4x{e}> -> tensor<2x2x{e}>",
    ),
    ("%t$: tensor<4x{e}>", "%r$ = subtensor %t$[0] [2] [1] : tensor<4x{e}> to tensor<2x{e}>"),
    ("%t$: tensor<{a}x{e}>, %i$: index", "%r$ = extract_element %t$[%i$] : tensor<{a}x{e}>"),
    (
        "%f$: {e}, %i$: index",
        "%r$ = dynamic_tensor_from_elements %i$ {\n  ^bb0(%j$: index):\n    yield %f$ : {e}\n  } : tensor<?x{e}>",
    ),
    (
        "%t$: tensor<4x{e}>, %n$: index",
        "%r$ = scf.foreach_thread (%i$) in (%n$) shared_outs(%o$ = %t$) -> (tensor<4x{e}>) {\n    %s$ = tensor.extract_slice %o$[%i$] [1] [1] : tensor<4x{e}> to tensor<1x{e}>\n    scf.foreach_thread.perform_concurrently {\n      tensor.parallel_insert_slice %s$ into %o$[%i$] [1] [1] : tensor<1x{e}> into tensor<4x{e}>\n    }\n  }",
    ),
    (
        "%t$: tensor<4x{e}>, %s$: tensor<1x{e}>, %n$: index",
        "%r$ = scf.foreach_thread (%i$) in (%n$) -> (tensor<4x{e}>) {\n    scf.foreach_thread.perform_concurrently {\n      tensor.parallel_insert_slice %s$ into %t$[%i$] [1] [1] : tensor<1x{e}> into tensor<4x{e}>\n    }\n  }",
    ),
    (
        "%t$: tensor<4x{e}>, %s$: tensor<1x{e}>, %n$: index",
        "%r$:2 = scf.foreach_thread (%i$) in (%n$) -> (tensor<4x{e}>, tensor<4x{e}>) {\n    scf.foreach_thread.perform_concurrently {\n      tensor.parallel_insert_slice %s$ into %t$[%i$] [1] [1] : tensor<1x{e}> into tensor<4x{e}>\n      tensor.parallel_insert_slice %s$ into %t$[%i$] [1] [1] : tensor<1x{e}> into tensor<4x{e}>\n    }\n  }",
    ),
    (
        "%t$: tensor<{a}x{e}>, %n$: index",
        "scf.foreach_thread (%i$) in (%n$) -> () {\n    scf.foreach_thread.perform_concurrently {\n    }\n  }",
    ),
    ("%p$: !llvm.ptr", "llvm.intr.lifetime.start 8, %p$ : !llvm.ptr"),
    (
        "%t$: tensor<2x3x3x5xf32>, %u$: tensor<6x6x5x2xf32>",
        "%r$ = linalg.winograd_filter_transform m(4) r(3) ins(%t$ : tensor<2x3x3x5xf32>) outs(%u$ : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>",
    ),
    ("%t$: tensor<*x{e}>", "%r$ = bufferization.to_memref %t$ : memref<*x{e}, 1>"),
    ("%i$: i32", "gpu.printf \"%d\" %i$ : i32"),
    ("%i$: i32", "%r$ = llvm.intr.experimental.stepvector : vector<4xi32>"),
    (
        "%v$: vector<4x{e}>",
        "%r$ = vector.flat_transpose %v$ {columns = 2 : i32, rows = 2 : i32} : vector<4x{e}> -> vector<4x{e}>",
    ),
    (
        "%v$: vector<4x{e}>",
        "%r$ = vector.matrix_multiply %v$, %v$ {lhs_rows = 2 : i32, lhs_columns = 2 : i32, rhs_columns = 2 : i32} : (vector<4x{e}>, vector<4x{e}>) -> vector<4x{e}>",
    ),
    (
        "%i$: index, %f$: {e}",
        "%r$ = scf.parallel (%j$) = (%i$) to (%i$) step (%i$) init (%f$) -> {e} {\n    scf.reduce(%f$) : {e} {\n    ^bb0(%x$: {e}, %y$: {e}):\n      %z$ = arith.addf %x$, %y$ : {e}\n      scf.reduce.return %z$ : {e}\n    }\n    scf.yield\n  }",
    ),
    (
        "%i$: index, %f$: {e}",
        "%r$:2 = loop.parallel (%j$) = (%i$) to (%i$) step (%i$) init (%f$, %f$) -> ({e}, {e}) {\n    loop.reduce(%f$) : {e} {\n    ^bb0(%x$: {e}, %y$: {e}):\n      %z$ = addf %x$, %y$ : {e}\n      loop.reduce.return %z$ : {e}\n    }\n    loop.reduce(%f$) : {e} {\n    ^bb0(%x$: {e}, %y$: {e}):\n      %z$ = mulf %x$, %y$ : {e}\n      loop.reduce.return %z$ : {e}\n    }\n  }",
    ),
    ("%i$: index", "scf.parallel (%j$) = (%i$) to (%i$) step (%i$) {\n    scf.yield\n  }"),
    (
        "%b$: i1, %f$: {e}",
        "%r$ = loop.if %b$ -> ({e}) {\n    loop.yield %f$ : {e}\n  } else {\n    loop.yield %f$ : {e}\n  }",
    ),
    (
        "%m$: memref<10x{e}>",
        "affine.for %i$ = 0 to 10 {\n    %r$ = affine.load %m$[%i$] : memref<10x{e}>\n    affine.terminator\n  }",
    ),
    ("%c$: complex<{e}>", "%r$ = re %c$ : complex<{e}>\n  %s$ = std.subcf %c$, %c$ : complex<{e}>"),
    ("%i$: index, %f$: {e}", "%r$ = cmpi \"slt\", %i$, %i$ : index\n  %s$ = select %r$, %f$, %f$ : {e}"),
    (
        "%f$: {e}",
        "%r$ = std.cmpf \"olt\", %f$, %f$ : {e}\n  %s$ = arith.maxf %f$, %f$ : {e}\n  %t$ = math.abs %f$ : {e}",
    ),
    ("%n$: i32", "%r$, %c$ = arith.addui_carry %n$, %n$ : i32, i1\n  %s$ = divi_signed %r$, %n$ : i32"),
    ("", "%r$ = constant dense<1.0> : vector<{a}x{e}>"),
];

/// A program, the same for the same seed.
pub(crate) fn program(seed: u64) -> String {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut below = |end: usize| {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        (state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % end
    };
    let mut text = String::new();
    for function in 0..1 + below(2) {
        let (mut arguments, mut body) = (Vec::new(), String::new());
        for statement in 0..1 + below(4) {
            let (uses, old) = STATEMENTS[below(STATEMENTS.len())];
            let (element, size) = (["f32", "f64"][below(2)], ["2", "4", "16"][below(3)]);
            let written = |it: &str| {
                it.replace("{e}", element).replace("{a}", size).replace('$', &format!("{statement}"))
            };
            arguments.extend((!uses.is_empty()).then(|| written(uses)));
            if below(3) == 0 {
                body.push_str("  // what follows is old\n");
            }
            body.push_str(&format!("  {}\n", written(old)));
        }
        let head = ["func", "builtin.func", "func.func"][below(3)];
        let end = ["return", "std.return"][below(2)];
        text.push_str(&format!("{head} @f{function}({}) {{\n{body}  {end}\n}}\n", arguments.join(", ")));
    }
    text
}
