//! Reductions in another order: parallel loops, lanes under masks, and sums of sums.

use super::{EFFORT, of_effort, verdict};
use crate::{Effort, Method, Verdict};

const EQUAL: (Verdict, Option<Method>) = (Verdict::Equal { reassociates: true }, Some(Method::Relations));

fn function(body: &str) -> String {
    format!("func.func @f(%A: memref<509x509xf32>, %o: memref<509xf32>, %x: f32) {{\n{body}\nreturn\n}}")
}

#[track_caller]
fn assert_only(before: &str, after: &str, changes: &[(&str, &str)]) {
    let before = function(before);
    assert_eq!(verdict(&before, &function(after)), EQUAL);
    for (from, to) in changes {
        assert!(after.contains(from), "{from}");
        let found = verdict(&before, &function(&after.replace(from, to)));
        assert!(!matches!(found.0, Verdict::Equal { .. }), "{from} -> {to}: {found:?}");
    }
}

const ROWS: &str = "affine.for %i = 0 to 509 {
    %sum = affine.for %j = 0 to 509 iter_args(%s = %x) -> (f32) {
        %v = affine.load %A[%i, %j] : memref<509x509xf32>
        %t = arith.addf %s, %v : f32
        affine.yield %t : f32
    }
    affine.store %sum, %o[%i] : memref<509xf32>
}";

#[test]
fn what_iterations_of_parallel_loops_of_values_combine() {
    let parallel = "%c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = arith.constant 509 : index
    scf.parallel (%i) = (%c0) to (%n) step (%c1) {
        %sum = scf.parallel (%j) = (%c0) to (%n) step (%c1) init (%x) -> f32 {
            %v = memref.load %A[%i, %j] : memref<509x509xf32>
            scf.reduce(%v : f32) {
            ^bb0(%a: f32, %b: f32):
                %s = arith.addf %a, %b : f32
                scf.reduce.return %s : f32
            }
        }
        memref.store %sum, %o[%i] : memref<509xf32>
        scf.reduce
    }";
    let changes = [
        ("addf %a, %b", "addf %a, %a"),
        ("addf %a, %b", "mulf %a, %b"),
        ("return %s", "return %a"),
        ("reduce(%v : f32)", "reduce(%x : f32)"),
        ("(%j) = (%c0)", "(%j) = (%c1)"),
    ];
    assert_only(ROWS, parallel, &changes);
}

#[test]
fn lanes_under_a_mask() {
    let lanes = "%zeros = arith.constant dense<0.0> : vector<8xf32>
    affine.for %i = 0 to 509 {
        %p = ub.poison : f32
        %all = affine.for %j = 0 to 509 step 8 iter_args(%s = %zeros) -> (vector<8xf32>) {
            %left = affine.apply affine_map<(d0) -> (509 - d0)>(%j)
            %mask = vector.create_mask %left : vector<8xi1>
            %v = vector.transfer_read %A[%i, %j], %p : memref<509x509xf32>, vector<8xf32>
            %w = arith.select %mask, %v, %zeros : vector<8xi1>, vector<8xf32>
            %t = arith.addf %s, %w : vector<8xf32>
            affine.yield %t : vector<8xf32>
        }
        %most = vector.reduction <add>, %all : vector<8xf32> into f32
        %sum = arith.addf %x, %most : f32
        affine.store %sum, %o[%i] : memref<509xf32>
    }";
    let changes =
        [("509 - d0", "508 - d0"), ("509 - d0", "510 - d0"), ("%mask, %v, %zeros", "%mask, %zeros, %v")];
    assert_only(ROWS, lanes, &changes);
}

/// The terms of a sum depend on a maximum, which is found in another order too.
#[test]
fn combined_terms_of_a_combination() {
    let plain = "%low = arith.constant 0xFF800000 : f32
    %zero = arith.constant 0.0 : f32
    affine.for %i = 0 to 509 {
        %max = affine.for %j = 0 to 509 iter_args(%m = %low) -> (f32) {
            %v = affine.load %A[%i, %j] : memref<509x509xf32>
            %n = arith.maximumf %m, %v : f32
            affine.yield %n : f32
        }
        %sum = affine.for %j = 0 to 509 iter_args(%s = %zero) -> (f32) {
            %v = affine.load %A[%i, %j] : memref<509x509xf32>
            %d = arith.subf %v, %max : f32
            %e = math.exp %d : f32
            %t = arith.addf %s, %e : f32
            affine.yield %t : f32
        }
        affine.store %sum, %o[%i] : memref<509xf32>
    }";
    let parallel = r#"affine.parallel (%i) = (0) to (509) {
        %max = affine.parallel (%j) = (0) to (509) reduce ("maximumf") -> (f32) {
            %v = affine.load %A[%i, %j] : memref<509x509xf32>
            affine.yield %v : f32
        }
        %sum = affine.parallel (%j) = (0) to (509) reduce ("addf") -> (f32) {
            %v = affine.load %A[%i, 508 - %j] : memref<509x509xf32>
            %d = arith.subf %v, %max : f32
            %e = math.exp %d : f32
            affine.yield %e : f32
        }
        affine.store %sum, %o[%i] : memref<509xf32>
    }"#;
    let changes = [
        ("508 - %j", "%i"),
        ("(%j) = (0) to (509) reduce (\"maximumf\")", "(%j) = (0) to (508) reduce (\"maximumf\")"),
        ("maximumf", "minimumf"),
        ("subf %v, %max", "subf %max, %v"),
    ];
    assert_only(plain, parallel, &changes);
}

/// The last writes of a tiled window: an element has a tile for each place of the window in which it is written.
#[test]
fn windows_in_tiles() {
    let function = |body: &str| {
        format!(
            "func.func @f(%X: memref<512x512xf32>, %W: memref<3x3xf32>, %Y: memref<512x512xf32>) {{\n{body}\nreturn\n}}"
        )
    };
    let body = "%v = affine.load %X[%i + %p - 1, %j + %q - 1] : memref<512x512xf32>
        %w = affine.load %W[%p, %q] : memref<3x3xf32>
        %y = affine.load %Y[%i, %j] : memref<512x512xf32>
        %m = arith.mulf %v, %w : f32
        %s = arith.addf %y, %m : f32
        affine.store %s, %Y[%i, %j] : memref<512x512xf32>";
    let plain = format!(
        "affine.for %i = 1 to 511 {{ affine.for %j = 1 to 511 {{
        affine.for %p = 0 to 3 {{ affine.for %q = 0 to 3 {{\n{body}\n}} }} }} }}"
    );
    let tiled = |ends: &str| {
        format!(
            "affine.for %p = 0 to 3 {{ affine.for %q = 0 to 3 {{
            affine.for %ti = 1 to 511 step 32 {{ affine.for %tj = 1 to 511 step 32 {{
            affine.for %i = affine_map<(d0) -> (d0)>(%ti) to min affine_map<(d0) -> (d0 + 32, {ends})>(%ti) {{
            affine.for %j = affine_map<(d0) -> (d0)>(%tj) to min affine_map<(d0) -> (d0 + 32, 511)>(%tj) {{
            {body}\n}} }} }} }} }} }}"
        )
    };
    let effort = Effort { relations: 30_000_000, ..EFFORT };
    let found = of_effort(&function(&plain), &function(&tiled("511")), effort);
    assert_eq!(found, (Verdict::Equal { reassociates: false }, Some(Method::Relations)));
    let found = of_effort(&function(&plain), &function(&tiled("510")), effort);
    assert!(!matches!(found.0, Verdict::Equal { .. }));
}

/// Bounds of tiles that are chosen, as `mlir-opt --lower-affine` writes them.
#[test]
fn minima_that_are_chosen() {
    let chosen = |step: &str| {
        format!(
            "%c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %c32 = arith.constant 32 : index
        %step = arith.constant {step} : index
        %n = arith.constant 509 : index
        scf.for %t = %c0 to %n step %c32 {{
            scf.for %u = %c0 to %n step %c32 {{
                %e = arith.addi %t, %step : index
                %end = arith.minsi %e, %n : index
                scf.for %i = %t to %end step %c1 {{
                    %d = arith.addi %u, %step : index
                    %last = arith.minsi %d, %n : index
                    scf.for %j = %u to %last step %c1 {{
                        %v = memref.load %A[%i, %j] : memref<509x509xf32>
                        %a = memref.load %o[%i] : memref<509xf32>
                        %s = arith.addf %a, %v : f32
                        memref.store %s, %o[%i] : memref<509xf32>
                    }}
                }}
            }}
        }}"
        )
    };
    let plain = "affine.for %i = 0 to 509 {
        affine.for %j = 0 to 509 {
            %v = affine.load %A[%i, %j] : memref<509x509xf32>
            %a = affine.load %o[%i] : memref<509xf32>
            %s = arith.addf %a, %v : f32
            affine.store %s, %o[%i] : memref<509xf32>
        }
    }";
    let effort = Effort { relations: 30_000_000, ..EFFORT };
    let found = of_effort(&function(plain), &function(&chosen("32")), effort);
    assert_eq!(found, (Verdict::Equal { reassociates: false }, Some(Method::Relations)));
    let found = of_effort(&function(plain), &function(&chosen("31")), effort);
    assert!(!matches!(found.0, Verdict::Equal { .. }));
}

/// A number is combined for all results after it.
#[test]
fn prefix_sums_in_blocks() {
    let plain = "%zero = arith.constant 0.0 : f32
    %all = affine.for %i = 0 to 509 iter_args(%s = %zero) -> (f32) {
        %v = affine.load %A[%i, 0] : memref<509x509xf32>
        %t = arith.addf %s, %v : f32
        affine.store %t, %o[%i] : memref<509xf32>
        affine.yield %t : f32
    }";
    let blocks = "%zero = arith.constant 0.0 : f32
    %all = affine.for %b = 0 to 509 step 32 iter_args(%s = %zero) -> (f32) {
        %sum = affine.for %i = affine_map<(d0) -> (d0)>(%b) to min affine_map<(d0) -> (d0 + 32, 509)>(%b)
            iter_args(%p = %zero) -> (f32) {
            %v = affine.load %A[%i, 0] : memref<509x509xf32>
            %q = arith.addf %p, %v : f32
            %w = arith.addf %s, %q : f32
            affine.store %w, %o[%i] : memref<509xf32>
            affine.yield %q : f32
        }
        %r = arith.addf %s, %sum : f32
        affine.yield %r : f32
    }";
    let changes = [
        ("addf %s, %q", "addf %s, %p"),
        ("addf %s, %q", "addf %q, %q"),
        ("addf %s, %sum", "addf %sum, %sum"),
        ("yield %q", "yield %w"),
        ("yield %r", "yield %s"),
        ("d0 + 32, 509", "d0 + 31, 509"),
    ];
    assert_only(plain, blocks, &changes);
}
