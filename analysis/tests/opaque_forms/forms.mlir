// Forms that tools of other projects read, all of them in C++.
%en, %a, %b = their.values
firrtl.circuit "Outer" {
  firrtl.domain @Clocks
  firrtl.layer @A bind { }
  firrtl.layer @B inline {}
  firrtl.module @Gate(in %clock : !firrtl.clock, in %pred : !firrtl.uint<1>) {
    %ra, %va, %rb = firrtl.instance one @Refs(
      out vec_ref: !firrtl.rwprobe<vector<uint<1>,2>>,
      out vec: !firrtl.vector<uint<1>,2>,
      // a remark
      out bov: !firrtl.bundle<a: vector<uint<1>,2>, b flip: uint<2>>)
    %x = firrtl.ref.resolve %ra : !firrtl.rwprobe<bundle<a: vector<uint<1>,2>, b: uint<2>>>
    firrtl.strictconnect %va, %x : !firrtl.bundle<a: vector<uint<1>,2>, b: uint<2>>
  }
  firrtl.module @Dom(
    in %c : !firrtl.domain of @Clocks,
    out %d : !firrtl.uint<1> domains [%c]
  ) {}
  firrtl.module @Layers() attributes {layers = [@A]} {
    %z = firrtl.constant 0 : !firrtl.uint<5>
    %w = firrtl.node sym @sym %z : !firrtl.uint<5>
    firrtl.layerblock @A {
      %rw = firrtl.ref.rwprobe <@Layers::@sym> : !firrtl.rwprobe<uint<5>>
      firrtl.when %w : !firrtl.uint<1> {
      } else {
        firrtl.skip
      }
    }
  }
  firrtl.intmodule @Foo(in i : !firrtl.clock) attributes {intrinsic = "foo"}
  firrtl.extmodule @Ext<width: i32 = 5, f: none = "x">(in clk: !firrtl.clock, out o: !firrtl.analog<1>) attributes {convention = #firrtl<convention scalarized>, defname = "Ext"}
  firrtl.memmodule @M(in W0_addr: !firrtl.uint<4>, out R0: !firrtl.uint<2>) attributes {dataWidth = 42 : ui32, depth = 12 : ui64}
  %rd, %wr = firrtl.mem Undefined {depth = 12 : i64, name = "mem", portNames = ["r", "w"]} : !firrtl.bundle<addr: uint<4>, en: uint<1>, clk: clock, data flip: uint<8>>, !firrtl.bundle<addr: uint<4>, mask: uint<1>>
  firrtl.class @Cls(in %in: !firrtl.string, out %o: !firrtl.list<class<@Cls(in in: !firrtl.integer)>>) {
    %obj = firrtl.object @Two(in a: !firrtl.integer, in b: !firrtl.integer)
    %f = firrtl.object.subfield %obj[b] : !firrtl.class<@Two(in a: !firrtl.integer, in b: !firrtl.integer)>
    %l = firrtl.list.create %f, %f : !firrtl.list<integer>
    %p = firrtl.path reference distinct[0]<>
  }
  hw.hierpath private @nla [@Outer::@sym, @Gate]
}
// -----
%reg, %fd = their.values
hw.module @Pass<p1: i42 = 17, p2: i1>(in %in : !hw.array<2xi8>, out "some name" : i3, inout %b : i4 {hw.foo = 1}) {
  %p = hw.param.value i32 = #hw.param.expr.add<#hw.param.decl.ref<"p1">, 1>
  %i0, %i1 = hw.instance "foo" sym @Foo @Other<w: i32 = 3>(x: %0: i8, "y z": %p : i32) -> (a: i1, b: !hw.inout<i2>)
  %c-4_i8 = hw.constant -4 : i8
  %true = hw.constant true
  sv.always posedge %clk, negedge %rst {
    sv.if %c {
    } else {
    }
  }
  sv.case casez %v : i4 case b10x1: { sv.fatal 1 } case b0000: { } default: { sv.finish 0 }
  sv.macro.decl @RANDOM["RANDOM`x"]([ "a", "b" ])
  sv.ifdef @SYN { } else { %m = sv.macro.ref.expr @X() : () -> i32 }
  %tt = comb.truth_table %a, %b -> [true, false, true, false]
}
hw.type_scope @ts { hw.typedecl @foo, "bar" : !hw.struct<a: i1> }
hw.module.extern @X<v: none>(in %a : !hw.typealias<@ts::@foo, i1>, out "": i0) attributes {verilogName = "X"}
hw.module.generated @G, @FIRRTLMem(in %a : i1) attributes {depth = 10 : i64}
%0 = hw.enum.constant A : !hw.enum<A, B, C>
// -----
calyx.component @main(%go: i1 {go}, %clk: i1 {clk}) -> (%done: i1 {done}, %out: i32) {
  %id.in, %id.go, %id.done = calyx.instance @id of @identity : i32, i1, i1
  %z.go, %z.done = calyx.cell "z" @Z : i1, i1
  %m.addr0, %m.read = calyx.seq_mem @m <[4, 2] x 8> [2, 1] {external = true} : i2, i8
  %add.left, %add.right, %add.out = calyx.std_add @add : i32, i32, i32
  calyx.wires {
    %undef = calyx.undef : i1
    calyx.group @B {
      %B.go = calyx.group_go %undef : i1
      calyx.assign %add.left = %B.go ? %c4 : i32
      calyx.assign %id.in = %add.out, %B.go ? : i32
      calyx.group_done %id.done, %z.done ? : i1
    }
    calyx.static_group latency<2> @S { %cyc = calyx.cycle 1 }
  }
  calyx.control {
    calyx.seq {
      calyx.while %z.done with @B { calyx.seq { calyx.invoke @id[mem = m](%id.in = %add.out, %id.go = %go) -> (i32, i1) } }
      calyx.if %z.done with @B { } else { }
      calyx.static_repeat 5 { calyx.static_seq { } }
    }
  }
} {toplevel}
// -----
func.func @p() attributes {} {
  %k = arith.constant 1 : index
  loopschedule.pipeline II = 1 trip_count = 20 iter_args(%n = %k) : (index) -> () {
    %l = arith.cmpi ult, %n, %k : index
    loopschedule.register %l : i1
  } do {
    %s0 = loopschedule.pipeline.stage start = 0 {
      %op = arith.addi %n, %k : index
      loopschedule.register %op : index
    } : index
    %s1 = loopschedule.pipeline.stage start = 1 when %s0 {
      loopschedule.register %s0: index
    } : index
    loopschedule.terminator iter_args(%s0), results() : (index) -> ()
  }
  return
}
// -----
handshake.func @h(%a: i32, %b: none, ...) -> (i32, none) attributes {argNames = ["a", "b"], resNames = ["o", "c"]} {
  %0:2 = fork [2] %a : i32
  %t, %f = cond_br %b, %0#0 : i32
  %m, %i = control_merge %t, %f : i32, index
  %x = mux %i [%t, %f] : index, i32
  %d, %ad = load [%i] %m, %b : index, i32
  %ld:3 = memory [ld = 2, st = 0] () {id = 1 : i32, lsq = false} : memref<10xi8>, (index) -> (i8, none)
  %bf = buffer [2] seq %x {initValues = [1, 2]} : i32
  sink %bf : i32
  %s = source
  return %x, %b : i32, none
}
// -----
fsm.machine @foo(%in: i1) -> (i1) attributes {initialState = "IDLE"} {
  %cnt = fsm.variable "cnt" {initValue = 0 : i16} : i16
  fsm.state @IDLE output {
    %t = arith.constant true
    fsm.output %t : i1
  } transitions {
    fsm.transition @BUSY guard {
      fsm.return %in
    } action {
    }
    fsm.transition @IDLE
  }
}
// -----
#true = #their.true
!u32i = !their.u32i
!u64i = !their.u64i
#bfi_a = #their.bfi_a
%a, %b = their.values
!s32i = !cir.int<s, 32>
!u8i = !cir.int<u, 8>
#loc3 = loc(fused["a.c":1:1, "a.c":2:3])
!rec_S = !cir.record<struct "S" {!s32i, !cir.ptr<!cir.record<struct "S">>}>
#fn_attr = #cir<extra({inline = #cir.inline<no>, nothrow = #cir.nothrow, optnone = #cir.optnone})>
module @"a.c" attributes {cir.lang = #cir.lang<c>, cir.sob = #cir.signed_overflow_behavior<undefined>, dlti.dl_spec = #dlti.dl_spec<i8 = dense<[8, 32]> : vector<2xi64>>} {
  cir.global "private" constant cir_private dso_local @".str" = #cir.const_array<"a\0A" : !cir.array<!u8i x 2>, trailing_zeros> : !cir.array<!u8i x 3> {alignment = 1 : i64} loc(#loc3)
  cir.global external @g = ctor : !rec_S { cir.call @init() : () -> () } dtor { cir.call @d() : () -> () }
  cir.func extern_weak private @B()
  cir.func no_proto @v(...) -> !s32i
  cir.func private @scanf(!cir.ptr<!u8i>, ...) -> !s32i extra(#fn_attr)
  cir.func dso_local @main(%arg0: !s32i {llvm.noundef} loc(fused[#loc3, #loc3])) -> (!s32i {llvm.noundef}) inline(never) extra(#fn_attr) {
    %0 = cir.alloca !s32i, !cir.ptr<!s32i>, ["x", init, const] {alignment = 4 : i64} loc(#loc3)
    %1 = cir.cmp(gt, %0, %0) : !s32i, !cir.bool
    %2 = cir.ternary(%1, true {
      %9 = cir.const #cir.int<3> : !s32i
      cir.yield %9 : !s32i
    }, false {
      %9 = cir.const #cir.ptr<null> : !cir.ptr<!s32i>
      cir.yield %9 : !s32i
    }) : (!cir.bool) -> !s32i
    cir.scope {
      cir.for : cond {
        %t = cir.const #true
        cir.condition(%t)
      } body {
        cir.yield
      } step {
        %t = cir.unary(inc, %0) nsw : !s32i, !s32i
        cir.yield
      }
    }
    cir.while { cir.condition(%1) } do { cir.break }
    cir.do { cir.yield } while { cir.condition(%1) }
    cir.switch(%2 : !s32i) {
      cir.case(anyof, [#cir.int<1> : !s32i, #cir.int<2> : !s32i]) { cir.yield }
      cir.case(default, []) { cir.break }
    }
    cir.switch.flat %2 : !s32i, ^bb1 [ 
      1: ^bb1, 
      2: ^bb2 ]
  ^bb1:  // 2 preds: ^bb0, ^bb2
    %e, %s = cir.eh.inflight_exception [@_ZTIi, @_ZTIPKc]
    cir.br ^bb2(%e, %s : !cir.ptr<!u8i>, !u32i)
  ^bb2(%p: !cir.ptr<!u8i>, %q: !u32i):
    %r = cir.try_call @f(%p, %q) ^bb1, ^bb3 : (!s32i, !s32i) -> !s32i
  ^bb3:
    cir.try { 
      cir.call exception @x(%2) : (!s32i) -> () cleanup { cir.yield }
      cir.yield
    } catch [type #cir.global_view<@_ZTIi> : !cir.ptr<!u8i>] { 
      cir.yield
    } catch [#cir.unwind] { cir.resume }
    %m = cir.get_member %0[1] {name = "next"} : !cir.ptr<!rec_S> -> !cir.ptr<!cir.ptr<!rec_S>>
    %c1 = cir.cast(float_to_int, %2 : !cir.double), !u64i
    %bf = cir.get_bitfield align(4) (#bfi_a, %m {is_volatile} : !cir.ptr<!u8i>) -> !s32i
    cir.asm(x86_att, 
      out = [%0 : !cir.ptr<!s32i> (maybe_memory)],
      in = [],
      in_out = [%2 : !s32i],
      {"addl $$42, $1; {a | b" "=r,=&r,1"}) side_effects -> !s32i
    cir.return %2 : !s32i
  }
} loc(unknown)
// -----
#x = #their.x
!t = !their.t
module {
  func.func @main() {
    %0 = relalg.basetable @nation {table_identifier="nation", rows=25 , pkey=["n"]} columns: {n_key => @n_key({type=!db.int<64>}),
       n_name => @nation::@n_name({type=!db.nullable<!db.string>})
    }
    %1 = relalg.selection %0(%t: !relalg.tuple) {
      %x = relalg.getcol %t @nation::@n_name : !db.char<1>
      %y = db.constant("%BRASS" : !db.string) : !db.string
      %z = db.compare like %x : !db.string, %y : !db.string
      tuples.return %z : i1
    }
    %2 = relalg.aggregation @agg %1 [@a::@b,@a::@c] computes : [@agg::@s({type = !db.nullable<!db.decimal<38, 16>>})] (%s: !relalg.tuplestream,%t2: !relalg.tuple){
      %5 = relalg.aggrfn sum @a::@b %s : !db.nullable<i64>
      relalg.return %5 : i64
    }
    %3 = relalg.sort %2 [(@a::@b,asc),(@a::@c,desc)]
    %4 = relalg.materialize %3 [@a::@b] => ["x"] : !subop.result_table<[x: i32]>
    %g = gpm.triple_pattern %4 @g::@ref(?{@v::@p({type = !gpm.var})}, id{"http://e.org/age"}, ?{@v::@q({type = !gpm.var})})
    %7 = subop.execution_group (%g){
      %r = subop.get_external "{ \"table\": \"x\" }" : !subop.table<[a$0 : i32, b$1 : !db.char<2>]>
      %s = subop.scan %r : !subop.table<[a$0 : i32]> {a$0 => @s::@a({type = i32})} {sequential}
      %m = subop.map %s computes : [@m::@x({type=i1})] input : [@s::@a] (%v : i32){ tuples.return %v : i32 }
      %l = subop.lookup_or_insert %m %st [@s::@a] : !subop.map<[k : i32], [v : i32]> @l::@r({type = !subop.ref<i1>}) eq: ([%p],[%q]) {
          tuples.return %p : i1 } initial: { tuples.return %q : i1 }
      subop.reduce %l @l::@r [@s::@a] ["v"] ([%a0],[%b0]){ tuples.return %a0 : i32 } combine: ([%l0], [%r0]) { tuples.return %l0 : i32 }
      subop.execution_group_return
    }
    %8 = relalg.const_relation columns : [@c::@a({type = i32}),@c::@b({type = i32})] values: [[1 : i32, "x"], [2, "y"]]
    %9 = relalg.join %0, %1 (%t9: !relalg.tuple) { relalg.return %t9 : i1 } attributes {cost = 1.0, impl = #x}
    relalg.query (){ relalg.query_return %9 : !t }
    return
  }
}
// -----
#s = #their.s
%a = their.values
func.func @k(%q: !quake.ref, %c: !cc.callable<(!quake.ref, f64) -> ()> {quake.pylifted}, %v: !quake.veq<?>) attributes {"cudaq-entrypoint", "cudaq-kernel"} {
  quake.t<adj> %q : (!quake.ref) -> ()
  %al = quake.alloca !quake.veq<?>[%n : i64]
  %sz = quake.veq_size %al : (!quake.veq<?>) -> i64
  %e = quake.extract_ref %al[0] : (!quake.veq<?>) -> !quake.ref
  %i = cc.loop while ((%x = %0) -> (i64)) {
    cc.condition %c2 (%x : i64)
  } do {
  ^bb0(%x: i64):
    cc.scope { %z = cc.alloca i32 
       cc.continue %x : i64 }
  } step {
  ^bb0(%x: i64):
    cc.continue %x : i64
  } {invariant}
  cc.if(%cond) { cc.unwind_return } else { cc.continue }
  %l = cc.create_lambda { ^bb0(%z: !quake.ref): cc.return } : !cc.callable<(!quake.ref) -> ()>
  %cl = cc.call_callable %l, %q : (!cc.callable<(!quake.ref) -> ()>, !quake.ref) -> ()
  cc.global constant private @g (dense<[1.0, 0.5]> : tensor<2xf64>) : !cc.array<f64 x 2>
  quake.wire_set @w[100] adjacency #s attributes {sym_visibility = "private"}
  return
}
// -----
!b10i = !their.b10i
#everything = #their.everything
!H = !their.H
!b8 = !their.b8
#x = #their.x
#exact = #their.exact
#int1024 = #their.int1024
!r = !their.r
!e = !their.e
#a = #their.a
#b = #their.b
#d = #their.d
!type_T = !their.type_T
!b32 = !their.b32
%c = their.values
p4hir.parser @p2(%arg0: !b10i, %arg1: !p4hir.ref<!p4hir.bool> {p4hir.dir = #p4hir<dir out>})(%ctor: !p4hir.bool) {
  p4hir.state @start {
    %t = p4hir.const #p4hir.bool<true> : !p4hir.bool
    %tuple = p4hir.tuple (%arg0, %t) : tuple<!b10i, !p4hir.bool>
    p4hir.transition_select %tuple : tuple<!b10i, !p4hir.bool> {
      p4hir.select_case {
        %set = p4hir.set (%arg0) : !p4hir.set<!b10i>
        p4hir.yield %set : !p4hir.set<!b10i>
      } to @p2::@drop
      p4hir.select_case {
        %everything = p4hir.const #everything
        p4hir.yield %everything : !p4hir.set<!p4hir.dontcare>
      } to @p2::@start
    }
  }
  p4hir.transition to @p2::@start
}
p4hir.control @c(%a: !H)() {
  p4hir.control_local @x = %a : !H
  p4hir.table @t {
    p4hir.table_actions { p4hir.table_action @a(%p: !b8 {p = #x}) { p4hir.call @c::@a (%a, %p) : (!H, !b8) -> () } }
    p4hir.table_size #int1024
    %d = p4hir.table_default_action { p4hir.call @NoAction () : () -> () }
  }
  p4hir.control_apply { %h, %m = p4hir.table_apply @c::@t with key(%a) : (!H) -> !r 
    p4hir.switch (%m : !e) { p4hir.case(anyof, [#a, #b]) { p4hir.yield } p4hir.case(default, [#d]) { p4hir.yield } p4hir.yield } }
}
p4hir.for : cond { p4hir.condition %c } body { p4hir.yield } updates { p4hir.yield }
p4hir.extern @packet_in { p4hir.func @extract<!type_T>(!p4hir.ref<!type_T> {p4hir.dir = #p4hir<dir out>}) 
  p4hir.overload_set @lookahead { p4hir.func @a() } }
%eq = p4hir.cmp(eq, %a : !b8) : !p4hir.bool
p4hir.package @pp<[!p4hir.type_var<"T">]>("p" : !p4hir.parser<"P", (!T)> {x}, "d") 
// -----
!r = !their.r
riscv_func.func public @pres(%X : !riscv.reg<a0>, %Y : !riscv.reg) -> !rv32.reg<j_1> {
    %n = riscv.addi %X 63 : (!riscv.reg<a0>) -> !riscv.reg<a3>
    riscv_snitch.scfgwi %n, 95 : (!riscv.reg<a3>) -> ()
    riscv.label ".loop"
    riscv.label ".x" ({ riscv.nop }) : () -> ()
    %z_6 = riscv.csrrsi 1984, 1 : () -> !riscv.reg<zero>
    riscv.bne %n, %Y, ".loop" : (!riscv.reg<a3>, !riscv.reg) -> ()
    riscv_scf.for %i : !riscv.reg<> = %X to %Y step %n {
      %r0, %r1 = riscv_snitch.frep_outer %n iter_args(%a0 = %X, %a1 = %Y) -> (!riscv.freg<>, !riscv.freg<>) {
      }
      riscv_scf.yield
    }
    riscv_snitch.frep_outer %n, 0, 0 ({ riscv_snitch.frep_yield %n : (!r) -> () }) : (!riscv.reg<>) -> ()
    "snitch_stream.streaming_region"(%X, %Y) <{"stride_patterns" = [
          #snitch_stream.stride_pattern<ub = [1, 3], strides = [32, -48]>
        ],
        "operandSegmentSizes" = array<i32: 1, 1>
      }> ({
      ^bb0(%xs : !stream.readable<!riscv.freg<ft0>>, %ys : !stream.writable<!riscv.freg<ft1>>):
    }) : (!riscv.reg<a0>, !riscv.reg) -> ()
    snitch_stream.streaming_region {
      patterns = [
        #snitch_stream.stride_pattern<ub = [2], strides = [8]>,
        #snitch_stream.stride_pattern<ub = [2], strides = [8]>
      ]
    } ins(%X, %Y : !riscv.reg<a0>, !riscv.reg) outs(%n : !riscv.reg<a3>) {
    ^bb0(%x_s : !stream.readable<!riscv.freg<ft0>>):
      %q = riscv_snitch.read from %x_s : !riscv.freg<ft0>
    }
    memref_stream.generic {bounds = [#builtin.int<4>, #builtin.int<2>], indexing_maps = [affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "interleaved"]} ins(%X : memref<4xf64>) outs(%Y : memref<2xf64>) inits(%n : f64) { 
    ^bb0(%i0: f64, %o : f64): memref_stream.yield %i0 : f64 }
    %ap = stencil.apply(%a = %b : !stencil.temp<[0,64]xf64>, %c = %d : f64) -> (!stencil.temp<?xf64>) { 
       %ac = stencil.access %a[-1, 0] : !stencil.temp<?xf64>
       %so = stencil.store_result %ac : !stencil.result<f64>
       stencil.return %ac : f64 } to <[0, 0], [64, 64]>
    %call = x86_func.call @f(%n) : (!x86.reg<rax>) -> !x86.reg<>
    csl.func @init() { csl.return }
    csl.task @t(%w : f32)  attributes {kind = #csl<task_kind data>, id = 0 : i5} { csl.return }
    transform.named_sequence @x(%root: !transform.op<"linalg.matmul"> {transform.readonly}) { transform.yield }
    accfg.setup "snax" to ("A" = %a : i32, "B" = %b : index) from %s attrs {} : !accfg.state<"snax">
    riscv_cf.bge %n : !riscv.reg<a3>, %Y : !riscv.reg, ^0(%n : !riscv.reg<a3>), ^1(%Y : !riscv.reg)
  ^0(%u : !riscv.reg<a3>):
    riscv.label "body"
    riscv_cf.j ^1(%u : !riscv.reg<a3>)
  ^1(%w: !riscv.reg):
    riscv_func.return %w : !riscv.reg
}
// -----
module @m {
  aie.device(npu1_1col) @dev {
    %t00 = aie.tile(0, 0)  // shim
    %lt = aie.logical_tile<CoreTile>(?, ?) {controller_id = #aie.packet_info<pkt_type = 0, pkt_id = 15>}
    %buf = aie.buffer(%t00) {sym_name = "b", address = 1 : i32} : memref<16xi32> = dense<[1, 2]> 
    %lock = aie.lock(%t00, 3) {init = 1 : i32}
    aie.flow(%t00, DMA : 0, %lt, Core : 0)
    aie.objectfifo @of(%t00 dimensionsToStream [<size = 16, stride = 256>, <size = 4, stride = 1>], {%lt dimensionsFromStream [<size = 2, stride = 2>], %t00}, [2, 3]) : !aie.objectfifo<memref<64xi16>> = [dense<0> : memref<4xi32>]
    aie.objectfifo.link [@a, @b] -> [@of]([0, 1024] [])
    %core = aie.core(%t00) {
      %sv = aie.objectfifo.acquire @of (Consume, 1) : !aie.objectfifosubview<memref<16xi32>>
      %e = aie.objectfifo.subview.access %sv[0] : !aie.objectfifosubview<memref<16xi32>> -> memref<16xi32>
      aie.use_lock(%lock, AcquireGreaterEqual, 1)
      aie.end
    } {link_with = "k.o", stack_size = 0x1000 : i32}
    %mem = aie.mem(%t00) {
      %d = aie.dma_start(S2MM, 0, ^bb1, ^bb2, repeat_count = 3)
    ^bb1:  // 2 preds: ^bb0, ^bb1
      aie.dma_bd(%buf : memref<16xi32>, 0, 16, [<size = 2, stride = 8>], [<const_pad_before = 1, const_pad_after = 2>]) {bd_id = 0 : i32, next_bd_id = 1 : i32}
      aie.dma_bd(%buf : memref<16xi32> offset = 0 len = 16)
      aie.next_bd ^bb1
    ^bb2:
      aie.end
    }
    aie.packet_flow(0x3) { 
      aie.packet_source<%t00, Trace : 0>
      aie.packet_dest<%lt, DMA : 1>
    } {keep_pkt_header = true}
    %sw = aie.switchbox(%t00) { 
      aie.connect<South : 3, North : 0>
      %a0 = aie.amsel<0> (3)
      %ms = aie.masterset(DMA : 0, %a0)
      aie.packet_rules(West : 3) { aie.rule(31, 0, %a0) {packet_ids = [#aie.x<0>]} }
    }
    aie.wire(%t00 : Core, %sw : DMA)
    aiex.runtime_sequence @seq(%a: memref<8xi32>, %b: memref<8xi32>) {
      aiex.npu.dma_memcpy_nd(0, 0, %a[0, 0, 0, 0][1, 1, 1, 64][0, 0, 0, 1], packet = <pkt_id = 2, pkt_type = 1>) {id = 0 : i64, metadata = @of} : memref<8xi32>
      %t = aiex.dma_configure_task_for @of { aie.dma_bd(%a : memref<8xi32>, 0, 8) {burst_length = 0 : i32} 
         aie.end } {issue_token = true}
      aiex.dma_start_task(%t)
      aiex.npu.write32 {address = 0x1D : ui32, value = 3 : ui32, column = 0 : i32}
      aiex.configure @add { aiex.run @seq(%a, %b) : (memref<8xi32>, memref<8xi32>) }
    }
  }
}
// -----
%0, %a, %c, %d, %e, %s, %t, %x = their.values
ibis.class sym @C {
  %this = ibis.this <@d::@C>
  ibis.container @cc {
    %p = ibis.path [#ibis.step<parent : !ibis.scoperef<@d::@C>>, #ibis.step<child , @a : !ibis.scoperef<@d::@A>>]
  }
  ibis.method @m(%u: i1, %v: ui4) -> (ui4, i1) { ibis.return %v, %u : ui4, i1 }
}
esi.manifest.sym @Loc name "x" version "0.1" summary "s" {foo = 1, bar = {a = "b"}}
esi.service.decl @Host { esi.service.port @req : !esi.bundle<[!esi.channel<i16> from "resp", !esi.channel<i24, ValidReady> to "req"]> }
%req = esi.bundle.unpack %x from %0 : !esi.bundle<[!esi.channel<i16> from "r", !esi.channel<i24> to "q"]>
%b, %r = esi.bundle.pack %a : !esi.bundle<[!esi.channel<i1> to "a", !esi.channel<i2> from "r"]>
arc.model @M io !hw.modty<input x : i4, output y : i4> initializer @i { ^bb0(%z: !arc.storage<8>): }
%st = arc.state @f(%a) clock %c enable %e reset %r initial (%d : i4) latency 1 {names = ["a"]} : (i4) -> i4
%mem = arc.memory <20 x i32, i5>
arc.memory_write_port %mem, @w(%a, %d) clock %c enable mask latency 1 : <20 x i32, i5>, i5, i32
llhd.drv %s, %d after %t if %c : !hw.inout<i1>
llhd.entity @e (%i : !llhd.sig<i1>, %j : !llhd.sig<i1>) -> (%k : !llhd.sig<i1>) { }
%cst = llhd.constant_time #llhd.time<0ns, 1d, 0e>
moore.module @mm(in %in : !moore.l4, out y : !moore.i42) {
  %v = moore.variable : <l4>
  moore.procedure always_comb { moore.blocking_assign %v, %in : l4
    moore.return }
  %k = moore.constant b1X0Z : l4
  %w = moore.struct_create %in, %k : !moore.l4, !moore.i42 -> struct<{x: l4, y: i42}>
  %q = moore.conditional %k : l1 -> i8 { moore.yield %k : i8 } { moore.yield %in : i8 }
  moore.instance "x" @sub(a: %in: !moore.l4, b: %k: !moore.ref<i1>) -> (y: !moore.i42)
  moore.wait_event { moore.detect_event posedge %k if %in : l1 }
  moore.output %w : !moore.i42
}
verif.contract %a, %c : i8, i8 { verif.require %a label "x" : i1 }
%ck = ltl.clock %s, posedge %c : !ltl.sequence
pipeline.scheduled "P"(%a0 : i32 = %x, %a1 : i32 = %a) clock(%l = %c) reset(%n = %d) go(%g = %e) entryEn(%s0) -> (out0: i32, o2 : i1) {
  %q = comb.add %a0, %a1 : i32
  pipeline.stage ^bb1 regs("x" = %q : i32, %a0 : i32 gated by [%g, %n]) pass("p" = %a1 : i32) enable %g
^bb1(%z : i32, %w : i32, %p: i32, %s1 : i1):
  pipeline.return %z, %w : i32, i1
}
smt.solver (%a) : (i1) -> (i8, i32) {
^bb0(%u: i1):
  %f = smt.forall ["a", "b"] weight 2 {
  ^bb0(%i: !smt.int, %j: !smt.bv<4>):
    %h = smt.eq %i, %i : !smt.int
    smt.yield %h : !smt.bool
  } patterns { ^bb0(%i: !smt.int, %j: !smt.bv<4>): smt.yield %i : !smt.int }
}
rock.gemm %a = tr %c * %d features = mfma|dot|atomic_add storeMethod = set {arch = "gfx942"} : memref<1x8x8xf16> = memref<1x8x8xf16> * memref<1x8x8xf16>
%tr = rock.transform %a by <affine_map<(d0, d1) -> (0, d0, d1)> by [<Merge{1, 2} ["dim0"] at [0] -> ["col0", "col1"] at [0, 1]>, <PassThrough ["dim1"] at [1] -> ["dim1"] at [2]>] bounds = [2, 320] -> [1, 2, 320]> : memref<1x2x320xf32> to memref<2x320xf32>
hivm.hir.sync_block [<ALL>, 1] tcube_pipe = <PIPE_M> tvector_pipe = <PIPE_MTE3>
hivm.hir.vadd ins(%a, %c : memref<16xf16>, memref<16xf16>) outs(%d : memref<16xf16>) broadcast = [0]
neura.kernel inputs(%a, %c : memref<4xi32>, memref<4xi32>) attributes {accelerator = "neura"} {
^bb0(%u: memref<4xi32>, %w: memref<4xi32>):
  %k = neura.load_indexed [%u : !neura.data<index, i1>] {lhs_value = "%input0"} : !neura.data<i32, i1>
}
%r2, %dx = enzyme.autodiff @square(%a, %c) {
  activity=[#enzyme<activity enzyme_active>,
            #enzyme<activity enzyme_dup>],
  ret_activity=[]
} : (f64, f64) -> (f64, f64)
sdy.mesh @mesh = <["x"=2, "y"=4]>
%sl = sdy.all_slice [{"x"}, {}] %a out_sharding=<@mesh, [{"x"}, {?}]> : tensor<4x4xi32>
%man:2 = sdy.manual_computation(%a, %c) in_shardings=[<@mesh, [{"x"}]>, <@mesh, [{}]>] out_shardings=[<@mesh, [{"y"}]>] manual_axes={"x", "y"} (%u: tensor<2xf32>, %w: tensor<4xf32>) {
  sdy.return %u : tensor<2xf32>
} : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
wasmssa.memory exported @mem !wasmssa<limit[0:65536]>
wasmssa.func @wrap(%arg: !wasmssa<local ref to i64>) -> i32 {
  %l = wasmssa.local_get %arg :  ref to i64
  wasmssa.return %l : i32
}
// Where MLIR wants a number it reads true and false too.
func.func @booleans(%a: i32, %c: index, %v: vector<4xf32>, %t: tensor<4xf32>) {
  affine.for %i = true to false {
  }
  %x = vector.extract %v[false] : f32 from vector<4xf32>
  %y = tensor.extract_slice %t[false] [1] [1] : tensor<4xf32> to tensor<1xf32>
  scf.forall (%i) in (true) {
  }
  scf.index_switch %c
  case true {
  }
  default {
  }
  cf.switch %a : i32, [
    default: ^bb1,
    false: ^bb1
  ]
^bb1:
  return
}
// Lines that end after a keyword, or before a region.
pdl.pattern @operand_first : benefit(1) {
  %t = type
  %root = operation "a.b" -> (%t : !pdl.type)
  rewrite
  %root {
    %v = pdl.result 0 of
    %root %w = pdl.result 1 of
    %root pdl.replace %root with (%v : !pdl.value)
  }
}
func.func @step_first(%a: index, %b: index, %s: index) {
  scf.for %i = %a to %b step
  %s { %x = arith.constant 0 : index
  }
  return
}
my.func @attributes_first(%x: f32) attributes {
my.kernel } {
  %y = arith.addf %x, %x : f32
}
