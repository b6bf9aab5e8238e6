!ring = !alg.ring<coefficients = !alg.int<65537 : i64>, modulus = <1 + x**1024>>
#space = #alg.space<ring = #alg.r<!ring>, encoding = <scale = 1024>, key = <>>
#cores = #dev.core_range<(0,0), (3,1)>
#shards = #dev.memory<#dev.kind<l1>, <sharded>, #dev.spec<<[#cores]>, <32x32>, <row_major>>>
#cell = #dev.layout<(d0, d1) -> (d0, d1), <1x1, (d0, d1) -> (0, d0, d1)>, memref<1x1x!dev.tile<32x32, f32>, #dev.kind<l1>>>
#steps = #walk.map<by [<Pass ["g", "k"] at [0, 1] -> ["g", "k"] at [0, 2]>, <Merge{4, 16} ["a", "b"] at [0, 5] -> ["k"] at [1]>, <Add{1} ["n"] at [3] -> [] at []>] bounds = [1, 32] -> [32, 1]>
#where = #ix.map<"(d0)[s0] -> (d0 * 2 + s0),"
  "domain: d0 in [0, 63], s0 in [0, 1]">
#there = #ix.map<(d0, d1) -> (d0 floordiv 30, (d1 mod 6) * 32), domain: d0 in [0, 599], (d1 mod 6) * 32 in [0, 169], is_simplified: true>
!part = !strip.buffer<f32, shared, align<128>, S<3,4,3>, "((4096,1),?{div=8}):((1,0),?{i64})">
sys.board @b {arch = <v0>, grid = 8x8} attributes {sys.desc = #sys.desc<[{arch = <v0>, grid = 8x8}], [0], [<pcie|host>], [<0, 0, 0>]>} {
}
rel.mesh @grid = <["x"=4, "y"=2], devices=[5, 4, 3, 2, 1, 0]>
func.func @shards(
  %a: tensor<8x16xf32> {rel.sharding = #rel.sharding<@grid, [{"x"}p1, {?}], replicated={"y":(1)2}>},
  %b: tensor<8x16xf32, #cell>
) -> (tensor<8x16xf32> {rel.sharding = #rel.sharding<@grid, [{}, {"y", ?}]>}, tensor<8xf32>) {
  %0 = rel.again %a <@grid, [{}, {"x"}]> : tensor<8x16xf32>
  %1 = rel.manual(%a, %b) ins=[<@grid, [{"x"}, {"y"}]>, <@grid, [{}]>] outs=[<@grid, [{}]>] axes={"y", "x"} (%c: tensor<2x8xf32>, %d: tensor<4xf32>) {
    rel.return %c : tensor<2x8xf32>
  } : (tensor<8x16xf32>, tensor<8x16xf32>) -> tensor<8x16xf32>
  %2:2 = rel.fold(%0 init: %1), (%1 init: %0) across dimensions = [1]
    {rel.sharding = #rel.per_value<[<@grid, [{}]>]>} :
    (tensor<8x16xf32>, tensor<8x16xf32>) -> (tensor<8xf32>, tensor<8xf32>)
    folder(%l: tensor<f32>, %r: tensor<f32>) (%s: tensor<f32>, %t: tensor<f32>) {
      rel.return %l, %s : tensor<f32>, tensor<f32>
    }
  return %a, %2#0 : tensor<8x16xf32>, tensor<8xf32>
}
func.func @split(%a: tensor<2xf32>) -> tensor<2xf32> {
  wire.split {
    %m = wire.message tensor<2xf32>
    wire.branch [1, 4] {
      wire.send %m %a : tensor<2xf32>
      wire.join
    }
    wire.branch [2] {
      ^start:
      %r, %z = wire.while(%i = %a, %j = %m) : tensor<2xf32>, tensor<2xf32>
      cond {
        %c = wire.compare  LT, %i, %j,  SIGNED : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
        wire.return %c : tensor<2xi1>
      } do {
        wire.return %i, %j : tensor<2xf32>, tensor<2xf32>
      }
      wire.join
    }
  }
  return %a : tensor<2xf32>
}
func.func @slices(%a: !arr.array<2x3xf32: "C", "cpu">, %i: index, %x: f32) {
  %0 = arr.slice (::)
  %1 = arr.slice (:%i:)
  %2 = arr.slice (%i:%i:%i)
  %3:4 = arr.resolve %2, %i
  arr.set(%a : !arr.array<2x3xf32>) [%3#1 : index] = (%x : f32)
  %4 = arr.unary "-" (%a : !arr.array<?xf32>) -> !arr.array<?xf32>
  arr.call "f" ("key":%4, other:%i) : !arr.array<?xf32>, index
  %5 = arr.shaped %4 : tensor<?xf32>(%i) -> tensor<?xf32>
  %6 = arr.region "cpu" %i : index -> index {
    arr.region_yield %i: index
  }
  return
}
func.func @steps(%a: memref<4x8xf16, 5>, %o: memref<8x8xf16, 5>, %v: f32) {
  walk.product %o += %a * %a
    : memref<8x8xf16, 5> += memref<4x8xf16, 5> * memref<4x8xf16, 5>
  walk.read {unrolled, by_difference} [#steps](%a) [%o, %o] -> %o : memref<4x8xf16, 5> -> memref<8x8xf16, 5>
  walk.for {unrolled} (%p, %q) = [#steps, #steps](%o, %o), (%r) = [](%o) (%valid, %w) = validity iter_args(%s = %v) -> (f32) bounds [1, 2] strides [1, 1] {
    walk.yield %s : f32
  }
  %0:2 = ix.apply #there(%a, %o in [0, 4])[%v in [0, 2]]
  %1 = ix.loop (%o)[%d, %e] -> (%ra, %rb) in #where iter_args(%t = %0#0) -> (f32) {
    ix.yield %t : f32
  }
  return
}
func.func @transfers(%a: memref<8x128xf32, #dma.space<near>>, %s: memref<!dma.semaphore, #dma.space<flags>>, %t: memref<8x128xf32, #dma.tiled<(8,128),[1,1]>, #dma.space<far>>) attributes {dma.semantics = [#dma.semantics<parallel>]} {
  %c0 = arith.constant 0 : index
  dma.enqueue source(%a : memref<8x128xf32, #dma.space<near>>) target(%t : memref<8x128xf32, #dma.tiled<(8,128),[1,1]>, #dma.space<far>>) semaphore(%s : memref<!dma.semaphore, #dma.space<flags>>)
  %v = vector.load %a[%c0, %c0] : memref<8x128xf32, #dma.space<near>>, vector<8x128xf32>
  vector.store %v, %t[%c0, %c0] : memref<8x128xf32, #dma.tiled<(8,128),[1,1]>, #dma.space<far>>, vector<8x128xf32>
  return
}
solver.action @act
  materialized = @m
  residual = @r
  index = 1
  {solver.marked,
   source = "test"}
func.func @solve(%y: tensor<4xf64>) -> tensor<4xf64> {
  %0 = solver.solve residual = @r
    jacobian = @m
    method = <iterative>
    (%y, %y) {solver.selected,
              source = "f"}
    : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}
tile.module @kernels {
  tile.entry @k(
    %p: !tile.tile<!tile.ptr<f32>>,
    %q: tile<ptr<f32>>
  ) hints=<sm_100 = {ctas = 2}> {
    %token = tile.make_token : !tile.token
    %a, %t1 = tile.load weak %p token=%token
      : !tile.tile<!tile.ptr<f32>>
      -> !tile.tile<f32>, !tile.token
    %0 = constant <i32: 0> : tile<i32>
    %1 = for %i in (%0 to %0, step %0) : tile<i32> iter_values(%acc = %0) -> (tile<i32>) {
      continue %acc : tile<i32>
    }
    return
  }
}
// -----
// Values that an operation binds in its own words, and regions without the names of dialects.
#kind = { kind = "core" }
arch.device @chip {
  %shared = memory { kind = "shared" }
  group share(%shared) {
    %left, %right = group @core #kind share(%shared) {
      %unit = exec_unit
      yield %unit, %unit
    } -> exec_unit, exec_unit
    datapath { arch.overlaps = ["queue"] } %left to %right : exec_unit, exec_unit
  }
  %ring = neighborhood %self : (port, exec_unit)[3] {
    %sw:3 = switch[3]
    %out, %prev = neighbor affine_map<(d0) -> ((d0 - 1) mod 3)> in %self : (port, exec_unit)[3]
    datapath %sw#2 to %prev : port, exec_unit
    yield %sw#1, %prev : port, exec_unit
  }
}
pe.unit @first with %0, %1 (%2 : f32, %3 : f32) {
  %4 = pe.choose @way with %0 (%2 : f32, %3 : f32) -> f32 {
    0) arith.mulf
    1) arith.addf
  }
  %5 = pe.mux(%4 : f32, %3 : f32) -> f32 with %1
  pe.yield %5 : f32
}
rule.circuit {
  rule.extern @reg : @Reg32 {
    ^bb0(%clk: i1):
    rule.bind @read : (i1) -> (i32) [ ready = @readReady, data = [@read]]
  } {
    conflict = [[@write, @write]],
    before = [[@read, @write]]
  }
  rule.method @start : () -> () {
    %0 = "rule.constant"() {value = 0 : i32} : () -> i32
    rule.return %0 : i32
  } control {
    ^bb0(%a: i32, %b: i32):
    rule.call @reg @write (%a) : (i32) -> ()
  }
}
actor.process @sink(%n: i32)
    ports_in(%in: !fifo.port<i32>)
{
  actor.fsm { actor.state @S { actor.step action("low") -> @S actor.step action("high") -> @S } { initial } }
  actor.action "low" priority=1
  {
    %v = fifo.pop(%in: !fifo.port<i32>) : i32
    fifo.print("%d\0A\00", %v) : (i32)
    fifo.check(%n: i32, %v: i32)
  }
}
// -----
!S = !rust.poly<0>
rust.trait private @Has[!S] where [forall [!rust.bound<0>] where [@Marker[!rust.bound<0>]] -> @Marker[!rust.proj<@Has[!S], "A", [!rust.bound<0>]>]] {
  rust.assoc @A<[!S]>
}
rust.impl private @Has_i32 for @Has[i32,i32] witnesses [#rust<witness 0 by @Marker_i1>] {
  rust.assoc @A<[!S]> = i1
}
func.func @use(%w: !rust.claim<@Has[!S,!S]>, %x: !S) -> i1 {
  %r = rust.call %w @Has[!S,!S]::@eq(%x, %x)
    : (!S,!S) -> i1
    by @Has_i32
  %p = rust.project %w[0]
    : !rust.claim<@Has[!S,!S]>
    -> !rust.claim<@Marker[!S]>
  return %r : i1
}
cont.func @run() -> i32 {
  %c = cont.new @task as @type -> !cont.cont<()->()>
  cont.block : {
  ^bb0:
    %r = "cont.resume"(%c) <{handlers = [#cont.on<tag = @gen, level = 0>]}> : (!cont.cont<()->()>) -> i32
    cont.return %r : i32
  }> ^other
^other(%payload: i32, %k: !cont.cont<()->()>):
  cont.return %payload : i32
}
