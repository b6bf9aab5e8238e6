//! Pairs of programs of sizes that no run could cover.

mod agreement;
mod chosen;
mod combined;
mod forms;
mod matched;
mod random;

use std::ops::ControlFlow;

use base::workspace::Workspace;
use interpreter::Poll;

use crate::{Difference, Effort, FunctionComparison, Method, Verdict, compare_files};

/// By relations alone.
const EFFORT: Effort = Effort { steps: 0, nodes: 0, regions: 0, relations: 60_000_000, lists_matches: false };

fn verdict(before: &str, after: &str) -> (Verdict, Option<Method>) {
    of_effort(before, after, EFFORT)
}

fn of_effort(before: &str, after: &str, effort: Effort) -> (Verdict, Option<Method>) {
    let found = comparison(before, after, effort);
    (found.verdict, found.method)
}

fn comparison(before: &str, after: &str, effort: Effort) -> FunctionComparison {
    let mut workspace = Workspace::default();
    let (before, after) = (workspace.add_file(before), workspace.add_file(after));
    let found =
        compare_files(
            &workspace.db,
            before,
            after,
            effort,
            &Poll::never(),
            &|_, _| ControlFlow::Continue(()),
        );
    found.into_iter().next().expect("there is a function")
}

/// Proves it for memory of a static size, of an odd one and of an open one.
#[track_caller]
fn assert_equal(signature: &str, before: &str, after: &str) {
    for size in ["512", "509", "?"] {
        let function = |body: &str| {
            let bound = match size {
                "?" => "%N".to_owned(),
                size => size.to_owned(),
            };
            format!("func.func @f({signature}) {{\n{body}\nreturn\n}}")
                .replace("{N}", &bound)
                .replace("{M}", size)
        };
        let found = verdict(&function(before), &function(after));
        let expected = (Verdict::Equal { reassociates: false }, Some(Method::Relations));
        assert_eq!(found, expected, "{}\n--\n{}", function(before), function(after));
    }
}

/// For memory of a static size and of an open one.
#[track_caller]
fn assert_found(signature: &str, before: &str, after: &str, is_expected: impl Fn(&Verdict) -> bool) {
    for size in ["512", "?"] {
        let function = |body: &str| {
            let bound = if size == "?" { "%N" } else { size };
            format!("func.func @f({signature}) {{\n{body}\nreturn\n}}")
                .replace("{N}", bound)
                .replace("{M}", size)
        };
        let (found, _) = verdict(&function(before), &function(after));
        assert!(is_expected(&found), "{found:?}\n{}", function(after));
    }
}

#[track_caller]
fn assert_unknown(signature: &str, before: &str, after: &str) {
    assert_found(signature, before, after, |it| matches!(it, Verdict::Unknown(_)));
}

#[track_caller]
fn assert_different(signature: &str, before: &str, after: &str) {
    assert_found(signature, before, after, |it| matches!(it, Verdict::Different(_)));
}

const ONE: &str = "%A: memref<{M}xf32>, %B: memref<{M}xf32>, %x: f32, %N: index";

#[test]
fn a_loop_that_a_condition_ends() {
    let signature = "%n: index, %m: memref<{M}xf32>, %x: f32";
    let counted = "%c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> f32 {
            %v = memref.load %m[%i] : memref<{M}xf32>
            %b = arith.subf %v, %a : f32
            memref.store %b, %m[%i] : memref<{M}xf32>
            scf.yield %b : f32
        }
        memref.store %r, %m[%c0] : memref<{M}xf32>";
    let ended = "%c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %r:2 = scf.while (%h = %x, %k = %c0) : (f32, index) -> (index, f32) {
            %c = arith.cmpi slt, %k, %n : index
            scf.condition(%c) %k, %h : index, f32
        } do {
        ^bb0(%i: index, %a: f32):
            %v = memref.load %m[%i] : memref<{M}xf32>
            %b = arith.subf %v, %a : f32
            memref.store %b, %m[%i] : memref<{M}xf32>
            %next = arith.addi %i, %c1 : index
            scf.yield %b, %next : f32, index
        }
        memref.store %r#1, %m[%c0] : memref<{M}xf32>";
    assert_equal(signature, counted, ended);
    assert_unknown(signature, counted, &ended.replace("%v, %a", "%a, %v"));
    assert_unknown(signature, counted, &ended.replace("scf.yield %b", "scf.yield %v"));
}

#[test]
fn independent_iterations_in_any_order() {
    let plain = "affine.for %i = 0 to {N} {
        %v = affine.load %A[%i] : memref<{M}xf32>
        %w = arith.mulf %v, %x : f32
        affine.store %w, %B[%i] : memref<{M}xf32>
    }";
    let tiled = "affine.for %t = 0 to {N} step 32 {
        affine.for %i = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0)[s0] -> (d0 + 32, s0)>(%t)[%n] {
            %v = affine.load %A[%i] : memref<{M}xf32>
            %w = arith.mulf %x, %v : f32
            affine.store %w, %B[%i] : memref<{M}xf32>
        }
    }";
    let tiled = format!("%n = affine.apply affine_map<()[s0] -> (s0)>()[%N]\n{tiled}");
    let constant = |size: &str| {
        tiled.replace(
            "%n = affine.apply affine_map<()[s0] -> (s0)>()[%N]",
            &format!("%n = arith.constant {size} : index"),
        )
    };
    assert_equal(ONE, plain, &plain.replace("%v, %x", "%x, %v"));
    let open = ONE.replace("{M}", "?");
    let of = |text: &str, size: &str, bound: &str| {
        format!("func.func @f({open}) {{\n{text}\nreturn\n}}").replace("{N}", bound).replace("{M}", size)
    };
    let equal = (Verdict::Equal { reassociates: false }, Some(Method::Relations));
    assert_eq!(verdict(&of(plain, "?", "%N"), &of(&tiled, "?", "%N")), equal);
    assert_eq!(verdict(&of(plain, "?", "4099"), &of(&constant("4099"), "?", "4099")), equal);
}

#[test]
fn what_differs_is_not_proven() {
    let plain = "affine.for %i = 0 to {N} {
        %v = affine.load %A[%i] : memref<{M}xf32>
        affine.store %v, %B[%i] : memref<{M}xf32>
    }";
    for (from, to) in
        [("= 0 to", "= 1 to"), ("load %A", "load %B"), ("%A[%i]", "%A[0]"), ("store %v", "store %x")]
    {
        // Where the second leaves memory for some size and the first does not, neither is shown.
        let is_open = |it: &Verdict| !matches!(it, Verdict::Equal { .. });
        assert_found(ONE, plain, &plain.replace(from, to), is_open);
        assert_found(ONE, &plain.replace(from, to), plain, is_open);
    }
    assert_different(ONE, plain, &plain.replace("to {N}", "to {N} step 2"));
}

/// A difference that small sizes do not show is looked for where the proof failed.
#[test]
fn a_failure_says_where_to_look() {
    let copy = |bound: &str| {
        format!(
            "func.func @f(%A: memref<?xf32>, %B: memref<?xf32>, %N: index) {{
            affine.for %i = 0 to {bound} {{
                %v = affine.load %A[%i] : memref<?xf32>
                affine.store %v, %B[%i] : memref<?xf32>
            }}
            return
        }}"
        )
    };
    let after = copy("min affine_map<()[s0] -> (s0, 100)>()[%N]");
    let found = of_effort(&copy("%N"), &after, Effort::default());
    assert!(matches!(found, (Verdict::Different(_), Some(Method::Relations))), "{found:?}");
}

const MATMUL: &str = "%A: memref<{M}x{M}xf32>, %B: memref<{M}x{M}xf32>, %C: memref<{M}x{M}xf32>, %N: index";

fn product(loops: &[&str]) -> String {
    let head: String = loops.iter().map(|it| format!("affine.for {it} {{\n")).collect();
    let body = "%a = affine.load %A[%i, %k] : memref<{M}x{M}xf32>
        %b = affine.load %B[%k, %j] : memref<{M}x{M}xf32>
        %c = affine.load %C[%i, %j] : memref<{M}x{M}xf32>
        %p = arith.mulf %a, %b : f32
        %s = arith.addf %c, %p : f32
        affine.store %s, %C[%i, %j] : memref<{M}x{M}xf32>";
    head + body + &"}\n".repeat(loops.len())
}

#[test]
fn a_product_of_matrices() {
    let plain = product(&["%i = 0 to {N}", "%j = 0 to {N}", "%k = 0 to {N}"]);
    let interchanged = product(&["%k = 0 to {N}", "%j = 0 to {N}", "%i = 0 to {N}"]);
    assert_equal(MATMUL, &plain, &interchanged);
    let tiled = product(&[
        "%kk = 0 to {N} step 32",
        "%ii = 0 to {N} step 16",
        "%i = affine_map<(d0) -> (d0)>(%ii) to min affine_map<(d0) -> (d0 + 16, {N})>(%ii)",
        "%j = 0 to {N}",
        "%k = affine_map<(d0) -> (d0)>(%kk) to min affine_map<(d0) -> (d0 + 32, {N})>(%kk)",
    ]);
    let open = |text: &str| {
        text.replace("(d0) -> (d0 + 16, %N)>(%ii)", "(d0)[s0] -> (d0 + 16, s0)>(%ii)[%N]")
            .replace("(d0) -> (d0 + 32, %N)>(%kk)", "(d0)[s0] -> (d0 + 32, s0)>(%kk)[%N]")
    };
    for size in ["512", "509", "?"] {
        let function = |body: &str| {
            let bound = if size == "?" { "%N" } else { size };
            open(
                &format!("func.func @f({MATMUL}) {{\n{body}\nreturn\n}}")
                    .replace("{N}", bound)
                    .replace("{M}", size),
            )
        };
        let found = verdict(&function(&plain), &function(&tiled));
        assert_eq!(
            found,
            (Verdict::Equal { reassociates: false }, Some(Method::Relations)),
            "{}",
            function(&tiled)
        );
    }
}

#[test]
fn an_accumulator_in_a_value() {
    let plain = product(&["%i = 0 to {N}", "%j = 0 to {N}", "%k = 0 to {N}"]);
    let carried = "affine.for %i = 0 to {N} {
        affine.for %j = 0 to {N} {
            %c = affine.load %C[%i, %j] : memref<{M}x{M}xf32>
            %r = affine.for %k = 0 to {N} iter_args(%s = %c) -> (f32) {
                %a = affine.load %A[%i, %k] : memref<{M}x{M}xf32>
                %b = affine.load %B[%k, %j] : memref<{M}x{M}xf32>
                %p = arith.mulf %b, %a : f32
                %t = arith.addf %p, %s : f32
                affine.yield %t : f32
            }
            affine.store %r, %C[%i, %j] : memref<{M}x{M}xf32>
        }
    }";
    assert_equal(MATMUL, &plain, carried);
    assert_different(
        MATMUL,
        &plain,
        &carried
            .replace("iter_args(%s = %c)", "iter_args(%s = %c0)")
            .replace("affine.for %i", "%c0 = arith.constant 0.0 : f32\naffine.for %i"),
    );
}

/// Proves it on integers and, but for rounding, on floats.
#[track_caller]
fn assert_reassociated(before: &str, after: &str) {
    for (ty, add, mul, zero, reassociates) in
        [("i32", "addi", "muli", "0", false), ("f32", "addf", "mulf", "0.0", true)]
    {
        for size in ["512", "509", "?"] {
            let function = |body: &str| {
                let bound = if size == "?" { "%N" } else { size };
                format!("func.func @f(%A: memref<{{M}}x{{M}}x{ty}>, %o: memref<1x{ty}>, %N: index) {{\n%zero = arith.constant {zero} : {ty}\n{body}\nreturn\n}}")
                    .replace("{N}", bound)
                    .replace("{M}", size)
                    .replace("{T}", ty)
                    .replace("{add}", add)
                    .replace("{mul}", mul)
                    .replace("{zero}", zero)
            };
            let found = verdict(&function(before), &function(after));
            let expected = (Verdict::Equal { reassociates }, Some(Method::Relations));
            assert_eq!(found, expected, "{}\n--\n{}", function(before), function(after));
        }
    }
}

const SUM: &str = "affine.for %i = 0 to {N} {
    affine.for %j = 0 to {N} {
        %v = affine.load %A[%i, %j] : memref<{M}x{M}x{T}>
        %w = arith.{mul} %v, %v : {T}
        %a = affine.load %o[0] : memref<1x{T}>
        %s = arith.{add} %a, %w : {T}
        affine.store %s, %o[0] : memref<1x{T}>
    }
}";

#[test]
fn a_sum_in_another_order() {
    assert_reassociated(SUM, &SUM.replace("%A[%i, %j]", "%A[%j, %i]"));
    assert_reassociated(
        SUM,
        "%first = affine.load %o[0] : memref<1x{T}>
        %sum = affine.for %j = 0 to {N} iter_args(%p = %first) -> ({T}) {
            %column = affine.for %i = 0 to {N} iter_args(%q = %zero) -> ({T}) {
                %v = affine.load %A[%i, %j] : memref<{M}x{M}x{T}>
                %w = arith.{mul} %v, %v : {T}
                %s = arith.{add} %w, %q : {T}
                affine.yield %s : {T}
            }
            %s = arith.{add} %p, %column : {T}
            affine.yield %s : {T}
        }
        affine.store %sum, %o[0] : memref<1x{T}>",
    );
}

#[test]
fn a_sum_of_parallel_iterations() {
    assert_reassociated(
        SUM,
        r#"%sum = affine.parallel (%j, %i) = (0, 0) to ({N}, {N}) reduce ("{add}") -> ({T}) {
            %v = affine.load %A[%i, %j] : memref<{M}x{M}x{T}>
            %w = arith.{mul} %v, %v : {T}
            affine.yield %w : {T}
        }
        %first = affine.load %o[0] : memref<1x{T}>
        %s = arith.{add} %sum, %first : {T}
        affine.store %s, %o[0] : memref<1x{T}>"#,
    );
}

#[test]
fn a_sum_of_terms_that_repeat() {
    let text = "affine.for %i = 0 to {N} {
        %sum = affine.for %j = max affine_map<(d0) -> (d0 - 2, 0)>(%i) to {N} iter_args(%p = %zero) -> ({T}) {
            %v = affine.load %A[%i, %j mod 8] : memref<{M}x{M}x{T}>
            %s = arith.{add} %p, %v : {T}
            affine.yield %s : {T}
        }
        %w = arith.{mul} %sum, %sum : {T}
        affine.store %w, %o[0] : memref<1x{T}>
    }";
    let parallel = text
        .replace("affine.for %j = max affine_map<(d0) -> (d0 - 2, 0)>(%i) to {N} iter_args(%p = %zero)", "")
        .replace("%sum = ", r#"%sum = affine.parallel (%j) = (max(%i - 2, 0)) to ({N}) reduce ("{add}")"#)
        .replace("            %s = arith.{add} %p, %v : {T}\n", "")
        .replace("yield %s", "yield %v");
    assert_reassociated(text, &parallel);
}

const DOT: &str = "%A: memref<512xf32>, %B: memref<512xf32>, %o: memref<f32>";

#[test]
fn a_sum_in_lanes() {
    let plain = "%zero = arith.constant 0.0 : f32
        %sum = affine.for %i = 0 to 509 iter_args(%s = %zero) -> (f32) {
            %a = affine.load %A[%i] : memref<512xf32>
            %b = affine.load %B[%i] : memref<512xf32>
            %p = arith.mulf %a, %b : f32
            %t = arith.addf %s, %p : f32
            affine.yield %t : f32
        }
        affine.store %sum, %o[] : memref<f32>";
    let lanes = "%zeros = arith.constant dense<0.0> : vector<8xf32>
        %all = affine.for %i = 0 to 504 step 8 iter_args(%s = %zeros) -> (vector<8xf32>) {
            %a = affine.vector_load %A[%i] : memref<512xf32>, vector<8xf32>
            %b = affine.vector_load %B[%i] : memref<512xf32>, vector<8xf32>
            %p = arith.mulf %a, %b : vector<8xf32>
            %t = arith.addf %s, %p : vector<8xf32>
            affine.yield %t : vector<8xf32>
        }
        %most = vector.reduction <add>, %all : vector<8xf32> into f32
        %sum = affine.for %i = 504 to 509 iter_args(%s = %most) -> (f32) {
            %a = affine.load %A[%i] : memref<512xf32>
            %b = affine.load %B[%i] : memref<512xf32>
            %p = arith.mulf %a, %b : f32
            %t = arith.addf %s, %p : f32
            affine.yield %t : f32
        }
        affine.store %sum, %o[] : memref<f32>";
    let function = |body: &str| format!("func.func @f({DOT}) {{\n{body}\nreturn\n}}");
    let expected = (Verdict::Equal { reassociates: true }, Some(Method::Relations));
    assert_eq!(verdict(&function(plain), &function(lanes)), expected);
    let found = verdict(&function(plain), &function(&lanes.replace("= 504 to 509", "= 505 to 509")));
    assert!(!matches!(found.0, Verdict::Equal { .. }));
}

#[test]
fn lanes_outside_memory() {
    let plain = "affine.for %i = 0 to 509 {
        %a = affine.load %A[%i] : memref<509xf32>
        %p = arith.mulf %a, %a : f32
        affine.store %p, %B[%i] : memref<509xf32>
    }";
    let lanes = "%x = arith.constant 1.0 : f32
    affine.for %i = 0 to 509 step 8 {
        %a = vector.transfer_read %A[%i], %x : memref<509xf32>, vector<8xf32>
        %p = arith.mulf %a, %a : vector<8xf32>
        vector.transfer_write %p, %B[%i] : vector<8xf32>, memref<509xf32>
    }";
    let function =
        |body: &str| format!("func.func @f(%A: memref<509xf32>, %B: memref<509xf32>) {{\n{body}\nreturn\n}}");
    let equal = (Verdict::Equal { reassociates: false }, Some(Method::Relations));
    assert_eq!(verdict(&function(plain), &function(lanes)), equal);
    assert_eq!(verdict(&function(lanes), &function(plain)), equal);
    for (from, to) in [("step 8", "step 9"), ("write %p, %B[%i]", "write %a, %B[%i]"), ("= 0 to", "= 8 to")] {
        let found = verdict(&function(plain), &function(&lanes.replace(from, to)));
        assert!(!matches!(found.0, Verdict::Equal { .. }), "{found:?}");
    }
    // A lane that is said to be inside and is not.
    let claimed = lanes.replace("%x : memref", "%x {in_bounds = [true]} : memref");
    assert!(!matches!(verdict(&function(plain), &function(&claimed)).0, Verdict::Equal { .. }));
    let padded = "%x = arith.constant 1.0 : f32
        %a = vector.transfer_read %A[%c], %x : memref<509xf32>, vector<8xf32>
        vector.transfer_write %a, %B[%d] : vector<8xf32>, memref<509xf32>";
    let single = "%x = arith.constant 1.0 : f32
        affine.for %i = 0 to 8 {
            %v = affine.if affine_set<(d0) : (4 - d0 >= 0)>(%i) -> f32 {
                %a = affine.load %A[%i + 504] : memref<509xf32>
                affine.yield %a : f32
            } else {
                affine.yield %x : f32
            }
            affine.store %v, %B[%i] : memref<509xf32>
        }";
    let at = |c: i64| {
        function(&format!("%c = arith.constant {c} : index\n%d = arith.constant 0 : index\n{padded}"))
    };
    assert_eq!(verdict(&function(single), &at(504)), equal);
    assert!(!matches!(verdict(&function(single), &at(503)).0, Verdict::Equal { .. }));
}

/// Whatever is asked, the proof ends: by its steps, its depth, or the number of its obligations.
#[test]
fn hostile_programs_end() {
    let ends = |text: &str| {
        let other = text.replacen("{\n", "{\n%unused = arith.constant true\n", 1);
        let effort = Effort { relations: 5_000_000, ..EFFORT };
        _ = of_effort(text, &other, effort);
    };
    let function =
        |body: &str| format!("func.func @f(%A: memref<?xi32>, %x: i32, %N: index) {{\n{body}\nreturn\n}}");
    let chain: String = (1..1200).map(|it| format!("%v{it} = arith.xori %v{}, %x : i32\n", it - 1)).collect();
    ends(&function(&format!(
        "%c = arith.constant 0 : index\n%v0 = memref.load %A[%c] : memref<?xi32>\n{chain}memref.store %v1199, %A[%c] : memref<?xi32>"
    )));
    let stores: String = (0..150)
        .map(|it| {
            format!(
                "%w{it} = affine.load %A[(%i * {} + %j) mod {} floordiv 2] : memref<?xi32>
                affine.store %w{it}, %A[(%i + %j * {}) floordiv 3] : memref<?xi32>\n",
                it % 7,
                5 + it % 11,
                it % 5
            )
        })
        .collect();
    ends(&function(&format!(
        "affine.for %i = 0 to %N {{ affine.for %j = 0 to affine_map<(d0) -> (d0 * 3)>(%i) {{\n{stores}}} }}"
    )));
    let doubling: String =
        (1..60).map(|it| format!("%v{it} = arith.addi %v{0}, %v{0} : i32\n", it - 1)).collect();
    ends(&function(&format!(
        "%c = arith.constant 0 : index\n%v0 = memref.load %A[%c] : memref<?xi32>\n{doubling}memref.store %v59, %A[%c] : memref<?xi32>"
    )));
}

#[test]
fn what_only_the_second_assumes_of_integers_is_not_proven() {
    let function = |flags: &str| {
        format!(
            "func.func @f(%x: memref<512xi32>, %n: i32) {{
  %c = arith.constant 1 : i32
  affine.for %i = 0 to 512 {{
    %a = arith.addi %n, %c{flags} : i32
    affine.store %a, %x[%i] : memref<512xi32>
  }}
  return
}}
"
        )
    };
    let of = |before: &str, after: &str| {
        matches!(verdict(&function(before), &function(after)).0, Verdict::Equal { .. })
    };
    let assumes = " overflow<nsw>";
    assert!(of("", "") && of(assumes, assumes));
    assert!(!of("", assumes));
}

/// Sums along rows of a size for which no run is short enough, and the same with what a change makes of it.
#[test]
fn a_difference_in_one_element_is_found_by_its_slice() {
    let sums = "func.func @f(%A: memref<4096x4096xf32>, %S: memref<4096xf32>) {
        %T = memref.alloc() : memref<4096x4096xf32>
        affine.for %t = 0 to 3 {
            affine.for %i = 0 to 4096 {
                affine.for %j = 1 to 4096 {
                    %v = affine.load %A[%i, %j - 1] : memref<4096x4096xf32>
                    affine.store %v, %T[%i, %j] : memref<4096x4096xf32>
                }
            }
            affine.for %i = 0 to 4096 {
                affine.for %j = 1 to 4096 {
                    %v = affine.load %T[%i, %j] : memref<4096x4096xf32>
                    %w = arith.addf %v, %v : f32
                    affine.store %w, %A[%i, %j] : memref<4096x4096xf32>
                }
            }
        }
        affine.for %i = 0 to 4096 {
            %v = affine.load %A[%i, 4095] : memref<4096x4096xf32>
            %w = affine.load %S[%i] : memref<4096xf32>
            %x = arith.mulf %v, %w : f32
            affine.store %x, %S[%i] : memref<4096xf32>
        }
        return
    }";
    for (from, to) in [
        ("%A[%i, 4095]", "%A[%i, 4094]"),
        ("= 0 to 3", "= 0 to 2"),
        ("store %x", "store %v"),
        ("%w = arith.addf %v, %v", "%w = arith.mulf %v, %v"),
        // In the last column alone.
        (
            "= 1 to 4096 {\n                    %v = affine.load %T",
            "= 1 to 4095 {\n                    %v = affine.load %T",
        ),
    ] {
        let (verdict, method) = verdict(sums, &sums.replacen(from, to, 1));
        let Verdict::Different(witness) = verdict else { panic!("{to}: {verdict:?}") };
        assert_eq!(method, Some(Method::Relations));
        assert!(witness.inputs.len() + witness.more_inputs <= 8, "{to}: {witness:?}");
    }
}

/// Waves in a plane, whose states depend on all before; the last columns are taken in lanes that reach beyond the loop and memory.
#[test]
fn what_is_undefined_in_the_second_alone_is_found_near_by() {
    let waves = |lanes: &str| {
        format!(
            "func.func @f(%old: memref<700x700xf64>, %new: memref<700x700xf64>) {{
  affine.for %t = 0 to 90 {{
    affine.for %y = 1 to 699 {{
      affine.for %x = 1 to 699{lanes}
    }}
    affine.for %y = 1 to 699 {{
      affine.for %x = 1 to 699 {{
        %v = affine.load %new[%y, %x] : memref<700x700xf64>
        affine.store %v, %old[%y, %x] : memref<700x700xf64>
      }}
    }}
  }}
  return
}}"
        )
    };
    let scalar = waves(
        " {
        %w = affine.load %old[%y, %x - 1] : memref<700x700xf64>
        %e = affine.load %old[%y, %x + 1] : memref<700x700xf64>
        %s = arith.addf %w, %e : f64
        affine.store %s, %new[%y, %x] : memref<700x700xf64>
      }",
    );
    let vector = |padding: &str| {
        waves(&format!(
            " step 4 {{
        %p = {padding} : f64
        %l = affine.apply affine_map<(d0) -> (d0 - 1)>(%x)
        %r = affine.apply affine_map<(d0) -> (d0 + 1)>(%x)
        %w = vector.transfer_read %old[%y, %l], %p : memref<700x700xf64>, vector<4xf64>
        %e = vector.transfer_read %old[%y, %r], %p : memref<700x700xf64>, vector<4xf64>
        %s = arith.addf %w, %e : vector<4xf64>
        vector.transfer_write %s, %new[%y, %x] : vector<4xf64>, memref<700x700xf64>
      }}"
        ))
    };
    let (Verdict::Different(witness), Some(Method::Relations)) = verdict(&scalar, &vector("ub.poison"))
    else {
        panic!("it is not refuted")
    };
    let Difference::Element { after, .. } = &witness.difference else { panic!("{witness:?}") };
    assert_eq!(after, "undefined");
    // What the first function leaves undefined may be anything.
    assert!(!matches!(verdict(&vector("ub.poison"), &scalar).0, Verdict::Different(_)));
}

/// A matrix, and its transposition times what that gives: each number depends on all of the matrix, and all are too many for terms.
#[test]
fn what_is_too_long_for_terms_is_refuted_by_few_numbers() {
    let products = "func.func @f(%A: memref<512x512xf32>, %x: memref<512xf32>, %y: memref<512xf32>) {
        %zero = arith.constant 0.0 : f32
        %t = memref.alloc() : memref<512xf32>
        affine.for %i = 0 to 512 {
            affine.store %zero, %t[%i] : memref<512xf32>
            affine.for %j = 0 to 512 {
                %a = affine.load %A[%i, %j] : memref<512x512xf32>
                %b = affine.load %x[%j] : memref<512xf32>
                %p = arith.mulf %a, %b : f32
                %s = affine.load %t[%i] : memref<512xf32>
                %r = arith.addf %s, %p : f32
                affine.store %r, %t[%i] : memref<512xf32>
            }
        }
        affine.for %i = 0 to 512 {
            affine.for %j = 0 to 512 {
                %a = affine.load %A[%i, %j] : memref<512x512xf32>
                %b = affine.load %t[%i] : memref<512xf32>
                %p = arith.mulf %a, %b : f32
                %s = affine.load %y[%j] : memref<512xf32>
                %r = arith.addf %s, %p : f32
                affine.store %r, %y[%j] : memref<512xf32>
            }
        }
        return
    }";
    let effort = Effort { relations: 1_000_000, ..Effort::default() };
    for (from, to) in
        [("= 0 to 512 {", "= 0 to 511 {"), ("%b = affine.load %x[%j]", "%b = affine.load %x[%i]")]
    {
        let (found, method) = of_effort(products, &products.replacen(from, to, 1), effort);
        assert!(matches!(found, Verdict::Different(_)), "{to}: {found:?}");
        assert_eq!(method, Some(Method::Terms));
    }
    let (found, _) = of_effort(products, &products.replace("arith.addf %s, %p", "arith.addf %p, %s"), effort);
    assert!(!matches!(found, Verdict::Different(_)), "{found:?}");
}

/// A triangle that is unrolled and taken in lanes, which reach beyond the diagonal: no corner shows it.
#[test]
fn what_one_function_alone_writes_is_looked_at_first() {
    let triangle = |inner: &str| {
        format!(
            "func.func @f(%A: memref<1024x1024xf32>, %c: f32) {{
  affine.for %t = 0 to 1000 {{
    affine.for %i = 0 to 1024 {{
      {inner}
    }}
  }}
  return
}}"
        )
    };
    let scalar = "affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {
        affine.store %c, %A[%i, %j] : memref<1024x1024xf32>
      }";
    let lanes = "%d = vector.broadcast %c : f32 to vector<8xf32>
      affine.for %j = 0 to affine_map<(d0) -> (((d0 + 1) floordiv 4) * 4)>(%i) step 32 {
        %k = affine.apply affine_map<(d0) -> (d0 + 3)>(%j)
        vector.transfer_write %d, %A[%i, %j] : vector<8xf32>, memref<1024x1024xf32>
        vector.transfer_write %d, %A[%i, %k] : vector<8xf32>, memref<1024x1024xf32>
      }";
    let (found, method) = verdict(&triangle(scalar), &triangle(lanes));
    assert!(matches!(found, Verdict::Different(_)), "{found:?}");
    assert_eq!(method, Some(Method::Relations));
}
