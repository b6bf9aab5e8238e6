!b8i = !p4.bit<8>
#int-1_b8i = #p4.int<255> : !b8i
#true = #p4.bool<true> : !p4.bool
#undir = #p4<dir undir>
!err = !p4.error<None, TooShort>
!vb = !p4.validity.bit
#lpm = #p4.match_kind<"lpm">
!hdr = !p4.header<"h", type: !b8i, data: !p4.varbit<256>, __valid: !vb>
#h_f = #p4.enum_field<f, !err> : !err
module {
  p4.inst @a : !b.header<"t", [x:!p4.bit<9>, y:!p4.bit<9>], max_length = 41>
  p4.parser @prs(%arg0: !core.packet_in {p4.dir = #p4<dir undir>, p4.name = "p"}, %arg1: !p4.ref<!hdr> {p4.dir = #p4<dir out>})() {
    %e = p4.symbol_ref @a : !p4.ref<!hdr>
    p4.state @start {
      p4.scope {
        %t = p4.variable ["tmp"] : <!hdr>
        %u = p4.variable ["bar", init] : <!p4.infint>
        %k = p4.const #int-1_b8i
        p4.assign %k, %u : <!p4.infint>
      }
      %s = p4.set (%e, %e) : !p4.set<!p4.ref<!hdr>>
      p4.transition_select %s : !p4.set<!p4.ref<!hdr>> {
        p4.select_case {
          %c = p4.const #true
          p4.yield %c : !p4.bool
        } to @prs::@start
      }
    }
    p4.transition to @prs::@start
  }
  p4.control @c(%arg0: !b8i)(%ctor : !b8i) {
    p4.func action @a(%arg1: !b8i {p4.dir = #undir}) {
    }
    p4.table @t1 {
      p4.table_actions {
        p4.table_action @a(%arg1: !b8i) {
          p4.call @a (%arg1) : (!b8i) -> ()
        }
      }
      p4.table_key {
        p4.match_key #lpm %arg0 : !b8i
        %false = p4.const #true
      }
      %size = p4.table_size #int-1_b8i
      %wins = p4.table_entry "wins" {
        %v = p4.const #true
        p4.yield %v : !p4.bool
      }
    }
    p4.control_apply {
      %t1_r = p4.table_apply @c::@t1 with key(%arg0) : (!b8i) -> !b8i
      p4.if %t1_r {
        p4.exit
      } else {
        p4.ret
      }
      p4.switch (%t1_r : !b8i) {
        p4.case(anyof, [#int-1_b8i, #int-1_b8i]) {
          p4.yield
        }
        p4.case(default, []) {
          p4.yield
        }
        p4.yield
      }
      p4.for : cond {
        p4.condition %t1_r
      } body {
        p4.yield
      } updates {
        p4.yield
      }
      p4.foreach %it : !b8i in %t1_r : !b8i {
        p4.assign %it, %t1_r : <!b8i>
      }
    }
  }
}
// -----
!t = !my.t
module @q {
  func.func @main() -> !d.table {
    %1 = rel.basetable @s { table_identifier="s" } columns: {nr => @nr({type=i64}),
        vl => @vl({type=i64})
    }
    %2 = rel.selection %1 (%arg0: !rel.tuple) {
      %4 = rel.getcol %arg0 @s::@nr : i32
      %5 = db.constant ( 2 ) : i32
      %6 = db.compare eq %4 : i32, %5 : i32
      rel.return %6 : i1
    }
    %4 = rel.selection %2 (%arg0: !rel.tuple) {
      %4 = rel.getcol %arg0 @s::@nr : i32
      rel.return %4 : i32
    }
    %3 = rel.aggregation %2 [@s::@nr] computes : [@aggr0::@t0({type = i64}), @aggr0::@t1({type = !db.nullable<i64>})] (%arg0: !rel.stream, %arg1: !rel.tuple){
      %x = rel.aggrfn sum @s::@nr %arg0 : i64
      rel.return %x, %x : i64, i64
    }
    %7 = rel.join %2, %3 (%arg0: !rel.tuple){
      rel.return %arg0 : !rel.tuple
    } attributes {cost = 1.0 : f64, impl = #db.hash<"x">}
    %8 = rel.outerjoin %2, %3 (%arg0: !rel.tuple){
      rel.return
    }  mapping: {@oj::@a({type = !db.nullable<i64>})=[@s::@nr]}
    %9 = rel.sort %8 [(@s::@nr,asc),(@oj::@a,desc)]
    %10 = rel.materialize %9 [@s::@nr,@oj::@a] => ["nr","a"] : !d.table
    %11 = rel.const_relation columns : [@c::@a({type = i32})] values: [[1, "x"], [2, null]]
    %12 = sub.scan %10 : !sub.local_table<[id$0 : !db.nullable<i32>, name$0 : !db.string], ["id", "name"]> {id$0 => @u::@id({type = i32}), name$0 => @u::@n({type = !db.string})}
    %13 = sub.lookup_or_insert %12 %10[@s::@nr] : !sub.map<[k$0 : i32], [v$0 : i32]> @l::@ref({type = !sub.ref<i32>}) eq: ([%arg0],[%arg1]){
      %c = db.compare eq %arg0 : i32, %arg1 : i32
      tuples.return %c : i1
    }initial: {
      %c0 = db.constant(0 : i32) : i32
      tuples.return %c0 : i32
    }
    sub.reduce %12 @l::@ref["v$0"] ([%arg0],[%arg1]){
      tuples.return %arg1 : i32
    }
    %14 = rel.query (){
      %q = rel.basetable  {table_identifier = "u"} columns: {age => @u::@age({type = !db.nullable<i32>})}
      rel.query_return %q : !rel.x
    } -> !sub.local_table<[id$0 : !db.nullable<i32>], ["id"]>
    sub.execution_step (%14) : !t -> !t {
    ^bb0(%a : !t):
      sub.execution_step_return %a : !t
    }
    return %10 : !d.table
  }
}
// -----
air.channel @channel_3 [2, 2]
air.channel @c1 [1, 1] {broadcast_shape = [1, 4]}
func.func @f(%e0: memref<32x32xi32>, %e1: memref<32x32xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = air.launch async (%a0, %a1) in (%a2=%c1, %a3=%c1) args(%a4=%e0, %a5=%e1) : memref<32x32xi32>, memref<32x32xi32> attributes {id = 1 : i32} {
    %c8 = arith.constant 8 : index
    %2 = air.wait_all async
    %3 = scf.for %i = %c8 to %c8 step %c8 iter_args(%t = %2) -> (!air.async.token) {
      %5 = air.channel.put async [%t, %2]  @channel_3[%a0, %a1] (%a4[%i, %c8] [%c8, %c8] [%c8, %c8]) {id = 1 : i32} : (memref<32x32xi32>)
      scf.yield %5 : !air.async.token
    }
    %4 = air.segment @seg async [%3] args(%b0=%a0, %b1=%a4) : index, memref<32x32xi32> attributes {id = 2 : i32, x_loc = 0 : i64} {
      %c2 = arith.constant 2 : index
      %tok, %mem = air.execute -> (memref<32x32xi32, 1>) {
        %alloc = memref.alloc() : memref<32x32xi32, 1>
        air.execute_terminator %alloc : memref<32x32xi32, 1>
      } {id = 3 : i32}
      %h = air.herd @h async [%tok]  tile (%x, %y) in (%sx=%c2, %sy=%c2) args(%m=%mem) : memref<32x32xi32, 1> attributes { } {
        %z = arith.addi %x, %sy : index
        %d = air.dma_memcpy_nd async (%m[] [] [], %m[%z, %z] [%z, %z] [%z, %z]) {id = 1 : i32} : (memref<32x32xi32, 1>, memref<32x32xi32, 1>)
        %11 = air.channel.get async [%d] @c1[] (%m[] [] []) : (memref<32x32xi32, 1>)
        air.herd_terminator
      }
      %td = air.execute [%h] {
        memref.dealloc %mem : memref<32x32xi32, 1>
      }
      air.segment_terminator
    }
    air.launch_terminator
  }
  air.herd tile (%x, %y) in (%sx=%c1, %sy=%c1) {
    air.herd_terminator
  }
  return
}
aie.device(npu1_1col) @dev {
  %tile_0_0 = aie.tile(0, 0)
  %tile_0_2 = aie.tile(0, 2) {controller_id = #aie.packet_info<pkt_type = 0, pkt_id = 1>}
  %lock = aie.lock(%tile_0_2, 3) {init = 1 : i32, sym_name = "l"}
  %buf = aie.buffer(%tile_0_2) {address = 1024 : i32, sym_name = "b"} : memref<256xi32> = dense<0>
  %ext = aie.external_buffer {sym_name = "e"} : memref<4xi32>
  aie.flow(%tile_0_0, DMA : 0, %tile_0_2, DMA : 1)
  aie.packet_flow(0xD) {
    aie.packet_source<%tile_0_0, DMA : 0>
    aie.packet_dest<%tile_0_2, DMA : 0>
  } {keep_pkt_header = true}
  aie.objectfifo @of (%tile_0_0, {%tile_0_2, %tile_0_0}, [2 : i32, 3 : i32]) : !aie.objectfifo<memref<16xi32>>
  aie.objectfifo @of1 (%tile_0_0 toStream [<size = 2, stride = 3>, <size = 4, stride = 1>], {%tile_0_2 fromStream [<size = 1, stride = 1>]}, 2 : i32) {via_DMA = true} : !aie.objectfifo<memref<16xi32>> = [dense<1> : memref<16xi32>]
  aie.objectfifo.link [@of] -> [@of1] ([] [0])
  aie.shim_dma_allocation @s (%tile_0_0, MM2S, 0)
  %switchbox = aie.switchbox(%tile_0_2) {
    aie.connect<DMA : 0, North : 1>
    %0 = aie.amsel<1> (3)
    %1 = aie.masterset(West : 3, %0) {keep_pkt_header = "true"}
    aie.packet_rules(North : 0) {
      aie.rule(0x1F, 0xD, %0) {packet_ids = array<i32: 1>}
    }
  }
  %core = aie.core(%tile_0_2) {
    aie.use_lock(%lock, AcquireGreaterEqual, 1)
    %sub = aie.objectfifo.acquire @of (Consume, 1) : !aie.objectfifosubview<memref<16xi32>>
    %elem = aie.objectfifo.subview.access %sub[0] : !aie.objectfifosubview<memref<16xi32>> -> memref<16xi32>
    aie.objectfifo.release @of (Consume, 1)
    aie.end
  } {elf_file = "core.elf", link_with = "k.o"}
  %mem = aie.mem(%tile_0_2) {
    %0 = aie.dma_start(S2MM, 0, ^bb1, ^bb2, repeat_count = 1)
  ^bb1:
    aie.use_lock(%lock, Acquire, 0)
    aie.dma_bd_packet(0x2, 0xD)
    aie.dma_bd(%buf : memref<256xi32>, 0, 256, [<size = 1, stride = 256>, <size = 8, stride = 16>], pad_dims = [<const_pad_before = 2, const_pad_after = 1>]) {bd_id = 0 : i32, next_bd_id = 1 : i32}
    aie.use_lock(%lock, Release, 1)
    aie.next_bd ^bb1
  ^bb2:
    aie.end
  }
  aie.runtime_sequence @seq(%arg0: memref<16xi32>, %arg1: memref<16xi32>) {
    aiex.npu.dma_memcpy_nd(%arg0[0, 0, 0, 0][1, 1, 1, 16][0, 0, 0, 1], packet = <pkt_id = 1, pkt_type = 0>) {id = 0 : i64, metadata = @of} : memref<16xi32>
    aiex.npu.dma_wait {symbol = @of}
    %t = aiex.dma_configure_task_for @of {
      aie.dma_bd(%arg0 : memref<16xi32>, 0, 16) {bd_id = 0 : i32}
      aie.end
    } {issue_token = true}
    aiex.dma_start_task(%t)
    aiex.npu.write32 {address = 0 : ui32, column = 1 : i32, row = 2 : i32, value = 3 : ui32}
    aiex.configure @dev {
      aiex.run @seq(%arg0, %arg1) : (memref<16xi32>, memref<16xi32>)
    }
  }
}
// -----
module attributes {quake.mangled_name_map = {__k = "_Z1kv"}} {
  func.func @k(%n: i32, %cb: !cc.callable<(!quake.ref) -> ()>) attributes {"cudaq-entrypoint", "cudaq-kernel", no_this} {
    %c = arith.constant 3.14 : f64
    %q = quake.alloca !quake.veq<?>[%n : i32]
    %r = quake.alloca !quake.ref
    %s = quake.extract_ref %q[0] : (!quake.veq<?>) -> !quake.ref
    quake.h %s : (!quake.ref) -> ()
    quake.x [%s] %r : (!quake.ref, !quake.ref) -> ()
    quake.x [%s neg [true]] %r : (!quake.ref, !quake.ref) -> ()
    quake.rx<adj> (%c) %r : (f64, !quake.ref) -> ()
    quake.u3<adj> (%c, %c, %c) [%s, %r] %r : (f64, f64, f64, !quake.ref, !quake.ref, !quake.ref) -> ()
    %m = quake.mz %r name "b" : (!quake.ref) -> !quake.measure
    %b = quake.discriminate %m : (!quake.measure) -> i1
    %mw, %w1 = quake.mz %r : (!quake.wire) -> (!quake.measure, !quake.wire)
    quake.apply @k[%s] %r : (!quake.ref, !quake.ref) -> ()
    quake.apply<adj> %cb %r, %c : (!quake.ref, f64) -> ()
    quake.apply @k<%n> [%s, %s] %r : (i32, !quake.ref, !quake.ref, !quake.ref) -> ()
    cc.if(%b) {
      quake.x %r : (!quake.ref) -> ()
    } else {
      quake.y %r : (!quake.ref) -> ()
    }
    cc.scope {
      %i = cc.alloca i32
      cc.store %n, %i : !cc.ptr<i32>
      cc.loop while {
        %v = cc.load %i : !cc.ptr<i32>
        %cond = arith.cmpi slt, %v, %n : i32
        cc.condition %cond
      } do {
        cc.continue
      } step {
        cc.continue
      }
    }
    %l:2 = cc.loop while ((%a = %n, %d = %c) -> (i32, f64)) {
      %cond = arith.cmpi slt, %a, %n : i32
      cc.condition %cond(%a, %d : i32, f64)
    } do {
    ^bb0(%a: i32, %d: f64):
      cc.continue %a, %d : i32, f64
    } step {
    ^bb0(%a: i32, %d: f64):
      cc.continue %a, %d : i32, f64
    } {invariant}
    %f = cc.create_lambda {
    ^bb0(%z: !quake.ref):
      quake.z %z : (!quake.ref) -> ()
      cc.return
    } : !cc.callable<(!quake.ref) -> ()>
    %p = cc.compute_ptr %f[%n, 2] : (!cc.ptr<!cc.array<i32 x ?>>, i32) -> !cc.ptr<i32>
    %cast = cc.cast signed %n : (i32) -> i64
    %g = cc.address_of @glob : !cc.ptr<!cc.array<i8 x 4>>
    %st = cc.undef !cc.struct<"s" {i32, f64} [128,8]>
    %cl = cc.callable_closure @k<%n> : (i32) -> !cc.callable<() -> ()>
    quake.compute_action %f, %f : !cc.callable<() -> ()>, !cc.callable<() -> ()>
    quake.exp_pauli (%c) %q to "XXY" : (f64, !quake.veq<?>) -> ()
    quake.wire_set @w[5] adjacency sparse<[[0, 1], [1, 0]], 1> : tensor<2x2xi64> attributes {sym_visibility = "private"}
    return
  }
  cc.global constant private @glob ("abc\00") : !cc.array<i8 x 4>
  cc.global extern @ext : !cc.ptr<i8>
}
// -----
module @circuit {
  func.func public @jit(%arg0: tensor<f64>, %w: tensor<?x3xf64>) -> (tensor<4xcomplex<f64>>, tensor<i64>) attributes {llvm.emit_c_interface} {
    %0:2 = catalyst.launch_kernel @module_c::@circuit(%arg0) : (tensor<f64>) -> (tensor<4xcomplex<f64>>, tensor<i64>)
    return %0#0, %0#1 : tensor<4xcomplex<f64>>, tensor<i64>
  }
  module @module_c {
    module attributes {transform.with_named_sequence} {
      transform.named_sequence @__transform_main(%arg0: !transform.op<"builtin.module">) {
        %1 = transform.apply_registered_pass "remove-chained" to %arg0 : (!transform.op<"builtin.module">) -> !transform.op<"builtin.module">
        %2 = transform.apply_registered_pass "x" with options = {"a-b" = 1, "c" = "d"} to %1 : (!transform.op<"builtin.module">) -> !transform.op<"builtin.module">
        transform.yield
      }
    }
    func.func public @circuit(%arg0: tensor<f64>) -> tensor<4xcomplex<f64>> attributes {diff_method = "adjoint", qnode} {
      %c = arith.constant 0 : i64
      quantum.device shots(%c) ["lib.so", "Sim", "{'shots': 0, 'x': True}"]
      %r = quantum.alloc( 2) : !quantum.reg
      %q = quantum.extract %r[ 0] : !quantum.reg -> !quantum.bit
      %f = tensor.extract %arg0[] : tensor<f64>
      %o = quantum.custom "RX"(%f) %q {adjoint} : !quantum.bit
      %o2, %ctl = quantum.custom "CNOT"() %o ctrls(%q) ctrlvals(%c) : !quantum.bit ctrls !quantum.bit
      %o3:2 = quantum.custom "SWAP"() %o, %q : !quantum.bit, !quantum.bit
      %mres, %oq = quantum.measure %o3#0 postselect 1 : i1, !quantum.bit
      quantum.gphase(%f) : f64
      %u:2 = quantum.unitary(%arg0 : tensor<f64>) %o3#0, %oq : !quantum.bit, !quantum.bit
      %ob = quantum.namedobs %u#0[ PauliX] : !quantum.obs
      %h = quantum.hamiltonian(%arg0 : tensor<f64>) %ob, %ob : !quantum.obs
      %cb = quantum.compbasis qubits %u#0 : !quantum.obs
      %st = quantum.state %cb : tensor<4xcomplex<f64>>
      %ins = quantum.insert %r[ 0], %u#0 : !quantum.reg, !quantum.bit
      %adj = quantum.adjoint(%ins) : !quantum.reg {
      ^bb0(%a: !quantum.reg):
        quantum.yield %a : !quantum.reg
      }
      %pp:2 = qec.ppr ["X", "Z"](8) %u#0, %u#1 : !quantum.bit, !quantum.bit
      %mm, %po = qec.ppm ["Y"](-1) %pp#0 cond(%mres) : i1, !quantum.bit
      quantum.dealloc %ins : !quantum.reg
      quantum.device_release
      return %st : tensor<4xcomplex<f64>>
    }
  }
  %x, %y = my.values
  gradient.grad "fd" @circuit(%x) {diffArgIndices = dense<[0, 2]> : tensor<2xi64>, finiteDiffParam = 1.0e-7 : f64} : (tensor<f64>) -> tensor<f64>
  mitigation.zne @circuit(%x) folding (global) numFolds (%y : tensor<2xi64>) : (tensor<f64>) -> tensor<2xf64>
}
// -----
#false = #cir.bool<false> : !cir.bool
#true = #cir.bool<true> : !cir.bool
!s32i = !cir.int<s, 32>
!rec_A = !cir.record<struct "A" padded {!s32i, !cir.array<!cir.int<u, 8> x 4>} #cir.record.decl.ast>
#loc3 = loc("a.c":1:2)
#fn_attr = #cir<extra({inline = #cir.inline<no>, nothrow = #cir.nothrow})>
module @"a.c" attributes {cir.lang = #cir.lang<c>, cir.triple = "x86_64", dlti.dl_spec = #dlti.dl_spec<i64 = dense<64> : vector<2xi64>>} {
  cir.global "private" constant cir_private dso_local @".str" = #cir.const_array<"hi\00" : !cir.array<!s32i x 3>> : !cir.array<!s32i x 3> {alignment = 1 : i64}
  cir.global external @g = #cir.int<3> : !s32i
  cir.global external @h = ctor : !rec_A {
    %0 = cir.get_global @h : !cir.ptr<!rec_A>
    cir.call @ctor(%0) : (!cir.ptr<!rec_A>) -> ()
  } dtor {
    cir.yield
  }
  cir.func private @printf(!cir.ptr<!s32i>, ...) -> !s32i
  cir.func no_proto dso_local @f(%arg0: !s32i loc(fused[#loc3, #loc3]), %arg1: !cir.ptr<!s32i>) -> (!s32i {llvm.noundef}) extra(#fn_attr) {
    %0 = cir.alloca !s32i, !cir.ptr<!s32i>, ["x", init] {alignment = 4 : i64} loc(#loc3)
    cir.store align(4) %arg0, %0 : !s32i, !cir.ptr<!s32i>
    cir.scope {
      %1 = cir.const #cir.int<0> : !s32i
      cir.for : cond {
        %2 = cir.load align(4) %0 : !cir.ptr<!s32i>, !s32i
        %3 = cir.cmp(lt, %2, %1) : !s32i, !cir.bool
        cir.condition(%3)
      } body {
        cir.if %arg0 {
          cir.break
        } else {
          cir.continue
        }
        cir.yield
      } step {
        %4 = cir.unary(inc, %1) nsw : !s32i, !s32i
        cir.yield
      }
    }
    cir.switch(%arg0 : !s32i) {
      cir.case(equal, [#cir.int<1> : !s32i]) {
        cir.break
      }
      cir.case(range, [#cir.int<1> : !s32i, #cir.int<5> : !s32i]) {
        cir.yield
      }
      cir.case(default, []) {
        cir.yield
      }
      cir.yield
    }
    %5 = cir.ternary(%arg0, true {
      %a = cir.const #true
      cir.yield %a : !cir.bool
    }, false {
      %a = cir.const #false
      cir.yield %a : !cir.bool
    }) : (!cir.bool) -> !cir.bool
    %6 = cir.cast(integral, %arg0 : !s32i), !cir.int<u, 64>
    %7 = cir.binop(add, %arg0, %arg0) nsw : !s32i
    %8 = cir.call @f(%arg0, %arg1) : (!s32i, !cir.ptr<!s32i>) -> !s32i special_member<#cir.cxx_ctor<!rec_A, copy>>
    cir.try {
      %9 = cir.call exception @f(%arg0, %arg1) : (!s32i, !cir.ptr<!s32i>) -> !s32i cleanup {
        cir.yield
      }
      cir.yield
    } catch [type #cir.global_view<@_ZTIi> : !cir.ptr<!s32i> {
      %p = cir.catch_param -> !cir.ptr<!s32i>
      cir.yield
    }, type #cir.all {
      cir.yield
    }]
    cir.do {
      cir.yield
    } while {
      cir.condition(%5)
    }
    cir.brcond %5 ^bb1, ^bb2(%7 : !s32i)
  ^bb1:  // pred: ^bb0
    cir.return %arg0 : !s32i
  ^bb2(%10: !s32i):  // pred: ^bb0
    cir.asm(x86_att,
      out = [],
      in = [%arg0 : !s32i (maybe_memory)],
      in_out = [],
      {"nop" "~{dirflag}"}) side_effects
    cir.trap
  } loc(#loc3)
}
// -----
#lm = affine_map<(d0) -> (d0, 0)>
#um = affine_map<(d0) -> (d0, 5)>
#lay = affine_map<(d0, d1, d2, d3) -> (d0, d1 floordiv 32, d2, d3, d1 mod 32)>
module attributes {"onnx-mlir.symbol-postfix" = "m", llvm.target_triple = "x"} {
  func.func @main_graph(%arg0: tensor<?x3xf32> {onnx.dim_params = "0:batch", onnx.name = "x"}, %m: memref<?x3xf32>, %v: none) -> (tensor<?x3xf32> {onnx.name = "y"}) {
    %c0 = arith.constant 0 : index
    %0 = "onnx.NoValue"() {value} : () -> none
    %1 = onnx.Constant dense<[1, 2]> : tensor<2xi64>
    %2 = "onnx.Relu"(%arg0) {onnx_node_name = "r"} : (tensor<?x3xf32>) -> tensor<?x3xf32>
    %3 = "onnx.If"(%arg0) ({
      onnx.Yield %2 : tensor<?x3xf32>
    }, {
      onnx.Return %2 : tensor<?x3xf32>
    }) : (tensor<?x3xf32>) -> tensor<?x3xf32>
    %4:2 = krnl.define_loops 2
    %d = memref.dim %m, %c0 : memref<?x3xf32>
    krnl.iterate(%4#0, %4#1) with (%4#0 -> %i = 0 to affine_map<(d0) -> (d0)>(%d), %4#1 -> %j = 0 to 3){
      %5:2 = krnl.get_induction_var_value(%4#0, %4#1) : (!krnl.loop, !krnl.loop) -> (index, index)
      %6 = krnl.load %m[%5#0, %5#1] : memref<?x3xf32>
      krnl.store %6, %m[%i, %j] : memref<?x3xf32>
    }
    %b, %l = krnl.block %4#0 4 : (!krnl.loop) -> (!krnl.loop, !krnl.loop)
    krnl.permute(%b, %l) [0, 1] : !krnl.loop, !krnl.loop
    krnl.iterate(%b) with (%4#0 -> %k = max #lm(%c0) to min #um(%d)) iter_args(%acc = %c0) -> (index) {
      krnl.yield %acc : index
    }
    %7 = "krnl.global"() {name = "c", shape = [2], value = dense<[1, 2]> : tensor<2xi64>} : () -> memref<2xi64>
    krnl.memcpy %m, %m, %d : memref<?x3xf32>, memref<?x3xf32>
    %z = "zhigh.Stick"(%arg0) {layout = "2D"} : (tensor<?x3xf32>) -> tensor<?x3xf16, #zhigh.layout<{dataLayout = "2D"}>>
    onnx.Return %2 : tensor<?x3xf32>
  }
  "onnx.EntryPoint"() {func = @main_graph} : () -> ()
}
// -----
#dram = #ttnn.buffer_type<dram>
#l1 = #ttcore.memory_space<l1>
#map = affine_map<(d0, d1) -> (d0, d1)>
#par = #ttcore.iterator_type<parallel>
#ttnn_layout = #ttnn.ttnn_layout<(d0, d1) -> (d0, d1), <1x1>, memref<2x4x!ttcore.tile<32x32, bf16>, #dram>, <interleaved>, exactGrid = true>
func.func @hcl(%A: memref<10x10xi32, "">) attributes {itypes = "s", otypes = "", top} {
  %l1 = hcl.create_loop_handle "i" : !hcl.LoopHandle
  %s = hcl.create_op_handle "s"
  affine.for %i = 0 to 10 {
    affine.for %j = 0 to 10 {
      %a = affine.load %A[%i, %j] {from = "A", unsigned} : memref<10x10xi32, "">
      affine.store %a, %A[%i, %j] {to = "A"} : memref<10x10xi32, "">
    } {loop_name = "j"}
  } {loop_name = "i", op_name = "s", pipeline_ii = 1 : ui32}
  %o, %n = hcl.split (%l1, 16)
  hcl.reorder (%o, %n)
  hcl.pipeline(%n, 1)
  hcl.partition(%A: memref<10x10xi32, "">, CyclicPartition, 0, 2)
  %fx = hcl.add_fixed (%A, %A) : !hcl.Fixed<8, 3>
  %g = hcl.get_global_fixed @x : memref<1x!hcl.Fixed<8, 3>>
  %st = hcl.struct_construct(%A) : memref<10x10xi32, ""> -> <i32>
  %ck = allo.stream_construct() : !allo.stream<i32, 4>
  allo.stream_put(%ck[], %A) : !allo.stream<i32, 4>
  return
}
func.func @hls(%A: memref<16xf32, affine_map<(d0) -> (d0 mod 2, d0 floordiv 2)>, 1>) attributes {func_directive = #hls.func_directive<pipeline=false, targetInterval=1, dataflow=true>, top_func} {
  hls.dataflow.dispatch {
    hls.dataflow.node() -> () {
      %b = hls.dataflow.buffer {depth = 1 : i32} : memref<16xf32, 7>
    }
  }
  %t:2 = hls.dataflow.task : tensor<1xf32>, tensor<2xf32> {
    %x = tensor.empty() : tensor<1xf32>
    %y = tensor.empty() : tensor<2xf32>
    hls.dataflow.yield %x, %y : tensor<1xf32>, tensor<2xf32>
  }
  hls.dataflow.node(%A) -> (%A) {inputTaps = [0 : i32]} : (memref<16xf32, affine_map<(d0) -> (d0 mod 2, d0 floordiv 2)>, 1>) -> memref<16xf32, affine_map<(d0) -> (d0 mod 2, d0 floordiv 2)>, 1> {
  ^bb0(%arg0: memref<16xf32, affine_map<(d0) -> (d0 mod 2, d0 floordiv 2)>, 1>, %arg1: memref<16xf32, affine_map<(d0) -> (d0 mod 2, d0 floordiv 2)>, 1>):
    %cst = arith.constant 0.0 : f32
    affine.for %i = 0 to 16 {
      affine.store %cst, %arg1[%i] : memref<16xf32, affine_map<(d0) -> (d0 mod 2, d0 floordiv 2)>, 1>
    } {loop_directive = #hls.loop_directive<pipeline=true, targetII=1, dataflow=false, flatten=false>, parallel}
  }
  return
}
#loc = loc(unknown)
module @yolo attributes {module.chip = "bm1684x", module.weight_file = "y.npz"} {
  func.func @main(%arg0: tensor<1x3x64x64xf32> loc(unknown)) -> (tensor<1x16x64x64xf32>, tensor<1xf32>) {
    %0 = "top.None"() : () -> none loc(#loc)
    %1 = "top.Input"(%arg0) {channel_format = "nchw", scale = [1.0, 1.000000e+00], pad_type="c"} : (tensor<1x3x64x64xf32>) -> tensor<1x3x64x64xf32> loc(#loc1)
    %2 = "tpu.Conv2D"(%1, %0, %0) {group = 1 : i64, ginfo = #tpu.lg<out_addr=0, out_size=128, n_idx=[0], h_slice=[8, 8]>, multiplier = [1]} : (tensor<1x3x64x64xf32>, none, none) -> tensor<1x16x64x64x!quant.calibrated<f32<-6.0:6.0>>, 4295163904 : i64> loc(#loc1)
    %3 = "tpu.Call"(%1) : (tensor<1x3x64x64xf32>) -> tensor<1x!quant.uniform<i8:f32, 0.05:-3>> loc(#loc1)
    %4:2 = "tpu.Group"(%3) ({
      %5 = "tpu.Load"(%1) {do_bcast = false} : (tensor<1x3x64x64xf32>) -> tensor<1x3x64x64xf32> loc(#loc1)
      tpu.Yield %5, %5 : tensor<1x3x64x64xf32>, tensor<1x3x64x64xf32> loc(#loc1)
    }) : (tensor<1x!quant.uniform<i8:f32, 0.05:-3>>) -> (tensor<1x16x64x64xf32>, tensor<1xf32>) loc(#loc1)
    return %4#0, %4#1 : tensor<1x16x64x64xf32>, tensor<1xf32> loc(#loc)
  } loc(#loc)
} loc(#loc)
#loc1 = loc("x/y:0")
sdfg.sdfg {entry = @init} (%a: !sdfg.array<i32>) -> (%r: !sdfg.array<sym("N")x4xf32>) {
  sdfg.state @init {
    %0 = sdfg.load %a[] : !sdfg.array<i32> -> i32
    %1 = sdfg.tasklet @add (%0 as %x: i32, %0 as %y: i32) -> (i32) {
      %z = arith.addi %x, %y : i32
      sdfg.return %z : i32
    }
    sdfg.store %1, %a[] : i32 -> !sdfg.array<i32>
    sdfg.map (%i, %j) = (0, sym("N")) to (sym("N"), 4) step (1, 1) {
      %n = sdfg.sym ("N + 1") : index
      %v = sdfg.load %r[%i, sym("2*N")] : !sdfg.array<sym("N")x4xf32> -> f32
    }
    sdfg.consume {num_pes = 5 : i32} (%a : !sdfg.stream<i32>) -> (%p: index, %e: i32) {
      %t = sdfg.stream_length %a : !sdfg.stream<i32> -> i32
    }
  }
  sdfg.alloc {name = "t"} () : !sdfg.array<i32>
  sdfg.edge {condition = "i < N", assign = ["i: i + 1"], ref = ["i: %a"]} (%a: !sdfg.array<i32>) @init -> @init
}
func.func @tt(%arg0: tensor<64x128xf32>) -> tensor<64x128xbf16, #ttnn_layout> {
  %0 = ttir.empty() : tensor<64x128xf32>
  %1 = "ttir.multiply"(%arg0, %arg0, %0) <{operandSegmentSizes = array<i32: 2, 1>}> : (tensor<64x128xf32>, tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
  %2 = "ttnn.to_layout"(%arg0) <{layout = #ttnn.layout<tile>, memory_config = #ttnn.memory_config<#dram, <interleaved>>}> : (tensor<64x128xf32>) -> tensor<64x128xbf16, #ttnn_layout>
  %3 = d2m.generic {block_factors = [1, 1], grid = #ttcore.grid<1x1>, indexing_maps = [#map, #map], iterator_types = [#par, #par], threads = [#d2m.thread<compute>, #d2m.thread<datamovement, @x>]}
      ins(%arg0 : tensor<64x128xf32>)
      outs(%0 : tensor<64x128xf32>)  {
  ^compute0(%cb0: memref<2x4x!tt.tile<32x32, f32>, #l1>, %cb1: memref<2x4x!tt.tile<32x32, f32>, #l1>):
    %9 = "d2m.tile_add"(%cb0) : (memref<2x4x!tt.tile<32x32, f32>, #l1>) -> !tt.tile<32x32, f32>
    d2m.await %cb0, (%9) : (memref<2x4x!tt.tile<32x32, f32>, #l1>)
    d2m.yield %cb0 : (memref<2x4x!tt.tile<32x32, f32>, #l1>)
  }, {
  ^datamovement0(%cb0: memref<2x4x!tt.tile<32x32, f32>, #l1>, %cb1: memref<2x4x!tt.tile<32x32, f32>, #l1>):
    %tx = d2m.dma %cb0 [%cb1, %cb1], %cb1 core[%cb0] mcast[%cb1] : (memref<2x4x!tt.tile<32x32, f32>, #l1>) -> !d2m.mem_tx
    d2m.dma_wait %tx
  } : tensor<64x128xf32>
  return %2 : tensor<64x128xbf16, #ttnn_layout>
}
// -----
#m = affine_map<() -> ()>
accv.module "m" {
  accv.func nested @f(%arg0: memref<16x16xf32, affine_map<(d0, d1) -> (d0 * 16 + d1)>> loc(unknown)) attributes {exec_target = 0 : i64, accv.emit_raw_pointer_api} {
    %0 = "accln.sym_index"() {name = "i"} : () -> !accln<"symbolic_index">
    "accv.lambda"() ({
      affine.for %i = 0 to 16 {
        %v = affine.load %arg0[%i, symbol(%s)] : memref<16x16xf32, affine_map<(d0, d1) -> (d0 * 16 + d1)>>
        %w = "accv.bin_op"(%v, %v) {predicate = 0 : i64} : (f32, f32) -> f32
      } {begin = 0 : i64, end = 16 : i64, index = #accln<"index{i,0}">, accln.dimIndex = #accln<"index{i,0}">, subdomainIndexOrder = [#accln<"index{i,0}">, #accln<"index{j,1}">]}
      accv.return
    }) {type = () -> ()} : () -> ()
    %s = arith.constant 1 : index
    accln.nest (%a = 0 to 16, %b = 0 to 4) {
      "accln.terminator"() : () -> ()
    }
    accv.return
  }
}
func.func @toks() {
  %p, %m, %c, %t, %x2 = cuda.values
  %0, %1 = cuda.load_ptr_tko weak %p, %m, %c token=%t : tile<8xptr<f32>>, tile<8xi1>, tile<8xf32> -> tile<8xf32>, token
  %2 = cuda.for %i in (%0 to %1, step %x2) : tile<i32> iter_values(%acc = %0) -> (tile<8xf32>) {
    cuda.continue %acc : tile<8xf32>
  }
  %3 = cuda.reduce %0 dim=0 identities=[0.0 : f32] : tile<8xf32> -> tile<f32>
    (%a: tile<f32>, %b: tile<f32>) {
      %s = cuda.addf %a, %b rounding<nearest_even> : tile<f32>
      cuda.yield %s : tile<f32>
    }
  return
}
cuda.module @k {
  cuda.entry @e(%x: tile<ptr<f32>>, %n: tile<i32>) optimization_hints=<sm_100 = {num_cta_in_cga = 2}> {
    %cst = cuda.constant <f32: [1.0, 2.0]> : !cuda.tile<2xf32>
    %bx, %by, %bz = cuda.get_tile_block_id : tile<i32>
    %mt = cuda.make_tensor_view %x, shape=[%n, 32], strides = [32, 1] : tile<i32> -> tensor_view<?x32xf32, strides=[32,1]>
    %pv = cuda.make_partition_view %mt : partition_view<tile=(8x8), padding_value = zero, tensor_view<?x32xf32, strides=[32,1]>>
    cuda.if %n {
      cuda.print_tko "x %i\n", %n : tile<i32> -> token
    } else {
      cuda.return
    }
    cuda.assert %n, "m" : tile<i1>
    cuda.return
  }
  cuda.global @g <f32: [0.0]> : tile<1xf32>
}
substrait.plan version 0 : 42 : 1 git_hash "abc" producer "p" {
  extension_uri @e at "http://x/y"
  extension_function @fn at @e["add"]
  relation as ["a", "b"] {
    %0 = named_table @t1 as ["a", "b"] : tuple<si32, si32>
    %1 = filter %0 : tuple<si32, si32> {
    ^bb0(%arg0: tuple<si32, si32>):
      %2 = field_reference %arg0[[0]] : tuple<si32, si32>
      %l = literal 0 : si32
      %3 = call @fn(%2, %l) : (si32, si32) -> si1
      yield %3 : si1
    }
    %4 = project %1 : tuple<si32, si32> -> tuple<si32, si32, si1> {
    ^bb0(%arg0: tuple<si32, si32>):
      %true = literal -1 : si1
      yield %true : si1
    }
    %5 = aggregate %4 : tuple<si32> -> tuple<si32>
      groupings {
      ^bb0(%arg : tuple<si32>):
        %6 = literal 0 : si32
        yield %6 : si32
      }
      grouping_sets [[0], []]
      measures {
      ^bb0(%arg : tuple<si32>):
        %7 = call @fn(%arg) aggregate : (si32) -> si32
        yield %7 : si32
      }
    %8 = fetch 5 offset 3 from %1 : tuple<si32, si32>
    %9 = cross %1 x %8 : tuple<si32, si32> x tuple<si32, si32>
    yield %9 : tuple<si32, si32, si32, si32>
  }
}
oq3.declare_variable @c : !quir.cbit<2>
quir.circuit @cir(%q: !quir.qubit<1> {quir.physicalId = 0 : i32}, %a: !quir.angle<64>) -> (i1) attributes {quir.classicalOnly = false} {
  quir.builtin_U %q, %a, %a, %a : !quir.qubit<1>, !quir.angle<64>, !quir.angle<64>, !quir.angle<64>
  %r:1 = quir.measure(%q) {quir.noReportRuntime} : (!quir.qubit<1>) -> i1
  quir.return %r#0 : i1
}
func.func @qm() -> i32 {
  %0 = quir.declare_qubit {id = 0 : i32} : !quir.qubit<1>
  %d = quir.constant #quir.duration<1.000000e+02 : f64> : !quir.duration<ns>
  quir.delay %d, (%0) : !quir.duration<ns>, (!quir.qubit<1>) -> ()
  %b = oq3.cbit_extractbit(%d : !quir.duration<ns>) [0] : i1
  oq3.cbit_assign_bit @c<2> [0] : i1 = %b
  quir.switch %d{
    quir.barrier %0 : (!quir.qubit<1>) -> ()
  }[0 : {
    quir.reset %0 : !quir.qubit<1>
  }
  1 : {
    quir.reset %0 : !quir.qubit<1>
  }]
  %f = pulse.create_frame(%0) : (i32) -> !pulse.frame
  pulse.play {pulse.timepoint = 10 : i64}(%f, %f) : (!pulse.frame, !pulse.waveform)
  %x = pulse.call_sequence @s(%f) : (!pulse.frame) -> i1
  return %x : i32
}
verona.class @C {
  verona.field "f" : !verona.meet<class<"U64">, imm>
}
%tc = tile.contract add, mul, %i0, %i0, %i0 {idxs = ["i"], shape = #m, sink = #m, srcs = [#m, #m]} : tensor<f32>, tensor<1xf32>, tensor<1xf32> -> tensor<1xf32>
%pr = pxa.reduce addf %tc, %i0[%i1, 0] : memref<8x16xf32>
%pg, %ph = pxa.generic (%i0[%i1, 0]: #m) <addf> @tpp(%i0[0, 0]: #m) tile: [8, 8] : (memref<8xf32>) -> memref<8xf32>
%i0, %i1 = my.values
%xs = xsmm.gemm.dispatch [3, 3, 3, 3, 3, 3] flags = (none, vnni_b) data_type = bf16
xsmm.binary add(data_type = f32, %xs, %xs, %i0) : (i64, memref<3xf32>, memref<3xf32>) -> ()
%fu = xsmm.fused_brgemm.dispatch [13, 13, 13, 13, 13, 13, 13, 13][add,relu]  flags = (vnni_a) binary_flags = (bcast_col_in0) unary_flags = (none) data_type = bf16
byre.compute @AddOp(%i0, %i1, %xs) {device = "cpu", memory_effects = [1 : i32]} : memref<1xf32>, memref<1xf32>, memref<1xf32>
ace.foo %i0 : !ace.string, tensor<2x!ace.string>
handshake.func @h(%a: index, %c: none, ...) -> (index, none) attributes {argNames = ["a", "c"], resNames = ["o", "d"]} {
  %0:2 = fork [2] %a : index
  %m = mux %0#0 [%a, %a] : index, index
  %t, %f = cond_br %m, %c : none
  %r = buffer [2] seq %m : index
  sink %f : none
  %ld:2 = load [%m] %a, %t : index, none
  return %ld#0, %t : index, none
}
