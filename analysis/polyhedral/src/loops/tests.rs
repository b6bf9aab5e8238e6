//! Trip counts, parallelism, reductions, bands, strides and footprints of small nests.

use analysis::Host;
use analysis::ParallelismReport;
use expect_test::{Expect, expect};
use presburger::Integer;
use std::fmt::Write;
use std::time::{Duration, Instant};

fn check(body: &str, expected: Expect) {
    let text = format!(
        "func.func @kernel(%A: memref<100x100xf32>, %B: memref<100xf32>, %s: memref<f32>, %N: index, %x: f32) {{
{body}
return
}}
"
    );
    let mut host = Host::new();
    let file = host.add_file(&text);
    assert_eq!(syntax::parse(&text).errors(), &[], "{text}");
    let mut out = String::new();
    for function in host.analysis().loops(file) {
        for it in &function.loops {
            let names: Vec<_> = it.dims.iter().map(|it| it.induction_variable.as_str()).collect();
            let count = &it.trip_count;
            let end = |it: &Option<Integer>| it.as_ref().map_or("*".to_owned(), Integer::to_string);
            write!(out, "{} trips {}..{}", names.join(","), end(&count.least), end(&count.greatest)).unwrap();
            match &it.parallelism {
                ParallelismReport::Parallel => out.push_str(" parallel"),
                ParallelismReport::Reductions => out.push_str(" reductions"),
                ParallelismReport::Serial => out.push_str(" serial"),
                ParallelismReport::Unknown(reason) => write!(out, " unknown: {reason}").unwrap(),
            }
            for it in &it.reductions {
                write!(out, " [{} {}]", it.symbol, it.name).unwrap();
            }
            for it in &it.accesses {
                let exact = if it.elements_exact { "" } else { "<=" };
                write!(out, " {}:{}/{exact}{}", it.access, end(&it.stride), end(&it.elements)).unwrap();
            }
            let at_most = if it.bytes.is_none() || it.bytes_exact { "" } else { "<=" };
            write!(out, " bytes {at_most}{}", end(&it.bytes)).unwrap();
            writeln!(out, " iterations {}", end(&it.trip_count.iterations)).unwrap();
        }
        for band in &function.bands {
            writeln!(out, "band {band:?}").unwrap();
        }
    }
    expected.assert_eq(&out);
}

#[test]
fn triangle_with_steps() {
    check(
        "affine.for %i = 0 to 10 {
           affine.for %j = affine_map<(d0) -> (d0)>(%i) to min affine_map<(d0)[s0] -> (d0 + 5, 8)>(%i)[%N] step 2 {
             affine.store %x, %A[%i, %j] : memref<100x100xf32>
           }
         }",
        expect![[r#"
            %i trips 10..10 parallel 0:100/18 bytes 72 iterations 10
            %j trips 0..3 parallel 0:2/<=5 bytes <=20 iterations 18
            band [0, 1]
        "#]],
    );
}

#[test]
fn symbolic_bounds_have_no_greatest() {
    check(
        "affine.for %i = 0 to %N {
           affine.for %j = 0 to affine_map<(d0) -> (d0 + 3)>(%i) {
             %v = affine.load %A[%j, 2 * %i] : memref<100x100xf32>
             affine.store %v, %B[%i mod 3] : memref<100xf32>
           }
         }",
        expect![[r#"
            %i trips 0..* serial 0:2/<=10000 1:*/<=3 bytes <=40012 iterations *
            %j trips 3..* serial 0:100/<=100 1:*/<=1 bytes <=404 iterations *
        "#]],
    );
}

#[test]
fn bounds_of_a_symbol_that_nothing_else_mentions() {
    check(
        "affine.for %i = 0 to affine_map<()[s0] -> (s0 + 5)>()[%N] {
           affine.store %x, %B[0] : memref<100xf32>
         }",
        expect![[r#"
            %i trips 0..* serial 0:0/1 bytes 4 iterations *
        "#]],
    );
}

#[test]
fn reduction_through_memory_with_a_chain() {
    check(
        "affine.for %i = 0 to 10 {
           %a = affine.load %s[] : memref<f32>
           %b = affine.load %B[%i] : memref<100xf32>
           %c = arith.addf %a, %b : f32
           %d = arith.addf %x, %c : f32
           affine.store %d, %s[] : memref<f32>
         }",
        expect![[r#"
            %i trips 10..10 reductions [+ %s] 0:0/1 1:1/10 2:0/1 bytes 44 iterations 10
        "#]],
    );
}

#[test]
fn values_in_between_that_are_seen_are_no_reduction() {
    check(
        "affine.for %i = 0 to 10 {
           %a = affine.load %s[] : memref<f32>
           %c = arith.addf %a, %x : f32
           affine.store %c, %B[%i] : memref<100xf32>
           affine.store %c, %s[] : memref<f32>
         }
         affine.for %i = 0 to 10 {
           %a = affine.load %s[] : memref<f32>
           %c = arith.addf %a, %x : f32
           affine.store %c, %s[] : memref<f32>
           %e = affine.load %s[] : memref<f32>
           affine.store %e, %B[%i] : memref<100xf32>
         }",
        expect![[r#"
            %i trips 10..10 serial 0:0/1 1:1/10 2:0/1 bytes 44 iterations 10
            %i trips 10..10 serial 3:0/1 4:0/1 5:0/1 6:1/10 bytes 44 iterations 10
        "#]],
    );
}

#[test]
fn differences_and_mixed_operations_are_no_reduction() {
    check(
        "%r = affine.for %i = 0 to 10 iter_args(%a = %x) -> (f32) {
           %b = arith.subf %a, %x : f32
           affine.yield %b : f32
         }
         %t = affine.for %i = 0 to 10 iter_args(%a = %x) -> (f32) {
           %b = arith.addf %a, %x : f32
           %c = arith.mulf %b, %x : f32
           affine.yield %c : f32
         }",
        expect![[r#"
            %i trips 10..10 serial bytes * iterations 10
            %i trips 10..10 serial bytes * iterations 10
        "#]],
    );
}

#[test]
fn reduction_over_two_loops() {
    check(
        "%r = affine.for %i = 0 to 10 iter_args(%a = %x) -> (f32) {
           %q = affine.for %j = 0 to 10 iter_args(%b = %a) -> (f32) {
             %v = affine.load %A[%i, %j] : memref<100x100xf32>
             %c = arith.maximumf %b, %v : f32
             affine.yield %c : f32
           }
           affine.yield %q : f32
         }",
        expect![[r#"
            %i trips 10..10 reductions [max %a] 0:100/100 bytes 400 iterations 10
            %j trips 10..10 reductions [max %b] 0:1/10 bytes 40 iterations 100
        "#]],
    );
}

#[test]
fn bands_end_where_a_component_is_negative() {
    check(
        "affine.for %i = 1 to 10 {
           affine.for %j = 1 to 10 {
             affine.for %k = 1 to 10 {
               %v = affine.load %A[%i - 1, %j + %k + 1] : memref<100x100xf32>
               affine.store %v, %A[%i, %j + %k] : memref<100x100xf32>
             }
           }
         }",
        expect![[r#"
            %i trips 9..9 serial 0:100/153 1:100/153 bytes 712 iterations 9
            %j trips 9..9 serial 0:1/<=17 1:1/<=17 bytes <=136 iterations 81
            %k trips 9..9 parallel 0:1/9 1:1/9 bytes <=72 iterations 729
        "#]],
    );
}

#[test]
fn own_memory_and_unknown_operations() {
    check(
        "affine.for %i = 0 to 10 {
           %m = memref.alloca() : memref<4xf32>
           affine.store %x, %m[0] : memref<4xf32>
         }
         affine.for %i = 0 to 10 {
           \"some.op\"() : () -> ()
         }
         affine.parallel (%i, %j) = (0, 0) to (4, 3) reduce (\"addf\") -> (f32) {
           affine.store %x, %s[] : memref<f32>
           affine.yield %x : f32
         }",
        expect![[r#"
            %i trips 10..10 parallel 0:0/1 bytes 4 iterations 10
            %i trips 10..10 unknown: some.op is not analysed bytes * iterations 10
            %i,%j trips 12..12 serial [+ ] 1:*/1 bytes 4 iterations 12
        "#]],
    );
}

#[test]
fn other_accesses_forbid_what_they_may_touch() {
    check(
        "affine.for %i = 0 to 10 {
           %v = memref.load %B[%i] : memref<100xf32>
           affine.store %v, %A[%i, 0] : memref<100x100xf32>
         }
         affine.for %i = 0 to 10 {
           %v = memref.load %B[%i] : memref<100xf32>
           affine.store %v, %B[%i] : memref<100xf32>
         }
         affine.for %i = 0 to 10 {
           %m = memref.alloc() : memref<4xf32>
           memref.store %x, %m[%i] : memref<4xf32>
           %v = affine.load %m[0] : memref<4xf32>
           affine.store %v, %A[%i, 0] : memref<100x100xf32>
           memref.dealloc %m : memref<4xf32>
         }
         affine.for %i = 0 to 10 {
           memref.store %x, %B[%i] : memref<100xf32>
         }",
        expect![[r#"
            %i trips 10..10 parallel 0:1/10 1:100/10 bytes 80 iterations 10
            %i trips 10..10 parallel 2:1/10 3:1/10 bytes 40 iterations 10
            %i trips 10..10 parallel 4:1/<=4 5:0/1 6:100/10 bytes 80 iterations 10
            %i trips 10..10 parallel 7:1/10 bytes 40 iterations 10
        "#]],
    );
}

#[test]
fn elements_of_several_accesses_count_once() {
    check(
        "affine.for %i = 1 to 99 {
           affine.for %j = 1 to 99 {
             %a = affine.load %A[%i, %j] : memref<100x100xf32>
             %b = affine.load %A[%i - 1, %j] : memref<100x100xf32>
             %c = affine.load %A[%i, %j + 1] : memref<100x100xf32>
             affine.store %a, %B[(%i + %j) mod 7] : memref<100xf32>
           }
         }
         affine.for %i = 0 to 100 {
           affine.for %j = affine_map<(d0) -> (d0)>(%i) to 100 {
             affine.for %k = affine_map<(d0) -> (d0)>(%j) to 100 step 2 {
               affine.if affine_set<(d0, d1) : (d0 - 2 * d1 >= 0)>(%k, %i) {
                 affine.store %x, %A[%i, %j] : memref<100x100xf32>
               }
             }
           }
         }",
        expect![[r#"
            %i trips 98..98 serial 0:100/9604 1:100/9604 2:100/9604 3:*/7 bytes 39228 iterations 98
            %j trips 98..98 serial 0:1/98 1:1/98 2:1/98 3:*/<=7 bytes <=1204 iterations 9604
            %i trips 100..100 parallel 4:100/3775 bytes 15100 iterations 100
            %j trips 1..100 parallel 4:1/<=100 bytes <=400 iterations 5050
            %k trips 1..50 serial 4:0/<=1 bytes <=4 iterations 87125
            band [2, 3, 4]
        "#]],
    );
}

#[test]
fn a_loop_that_a_condition_ends() {
    check(
        "%c0 = arith.constant 0 : index
         %c1 = arith.constant 1 : index
         %r:2 = scf.while (%u = %x, %k = %c0) : (f32, index) -> (f32, index) {
           %g = arith.cmpi slt, %k, %N : index
           scf.condition(%g) %u, %k : f32, index
         } do {
         ^bb0(%a: f32, %i: index):
           %e:2 = scf.while (%l = %c0, %w = %a) : (index, f32) -> (f32, index) {
             %g = arith.cmpi slt, %l, %i : index
             scf.condition(%g) %w, %l : f32, index
           } do {
           ^bb0(%b: f32, %j: index):
             %v = memref.load %A[%i, %j] : memref<100x100xf32>
             %s_ = arith.addf %b, %v : f32
             %after = arith.addi %j, %c1 : index
             scf.yield %after, %s_ : index, f32
           }
           %next = arith.addi %i, %c1 : index
           scf.yield %e#0, %next : f32, index
         }",
        expect![[r#"
            %i trips 0..* reductions [+ %a] 0:100/<=10000 bytes <=40000 iterations *
            %j trips 0..* reductions [+ %b] 0:1/<=100 bytes <=400 iterations *
        "#]],
    );
}

/// Elements that several loads touch count once, also where no two of thousands can be compared.
#[test]
fn thousands_of_loads() {
    let loads: String = (0..2_000)
        .map(|it| format!("%v{it} = affine.load %B[%i + {}] : memref<100xf32>\n", it / 2))
        .collect();
    let text = format!(
        "func.func @f(%B: memref<100xf32>) {{\naffine.for %j = 0 to 2 {{\naffine.for %i = 0 to 4 {{\n{loads}}}\n}}\nreturn\n}}\n"
    );
    let mut host = Host::new();
    let file = host.add_file(&text);
    let start = Instant::now();
    let loops = &host.analysis().loops(file)[0].loops;
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
    // A thousand elements for each of four iterations, of four bytes each.
    assert_eq!(loops[1].bytes, Some(Integer::from(16_000)));
    assert!(!loops[1].bytes_exact);
}

/// Elements are not counted together where one access has more subscripts than another.
#[test]
fn subscripts_of_a_wrong_number() {
    check(
        "affine.for %i = 0 to 10 {
  affine.store %x, %B[%i, %i] : memref<100xf32>
  %v = affine.load %B[%i] : memref<100xf32>
}",
        expect![[r#"
            %i trips 10..10 parallel 0:*/10 1:1/10 bytes <=80 iterations 10
        "#]],
    );
}
