//! What the model says of small nests.

use super::nest::Body;
use super::{Bound, FunctionCost, cost, reader};
use crate::target::Target;
use base::workspace::Workspace;
use ir::starts::located;

fn asked<T>(body: &str, ask: impl Fn(&dyn salsa::Database, base::isolated_op::IsolatedOp<'_>) -> T) -> T {
    let mut workspace = Workspace::default();
    let arguments = "%a: memref<1024x1024xf32>, %b: memref<1024x1024xf32>, %v: memref<64xf32>";
    let file = workspace.add_file(&format!("func.func @f({arguments}) {{\n{body}\n return\n}}"));
    let (op, _) = located(&workspace.db, file).next().expect("a function");
    ask(&workspace.db, op)
}

fn cost_of(body: &str) -> FunctionCost {
    asked(body, |db, op| cost(db, op, &Target::with_vectors(256)))
}

fn tree_of(body: &str) -> Body {
    asked(body, |db, op| reader::tree(db, op, &Target::with_vectors(256)))
}

const COPY: &str = "%x = affine.load %a[%i, %j] : memref<1024x1024xf32>
    affine.store %x, %b[%i, %j] : memref<1024x1024xf32>";

#[test]
fn trip_counts_are_means() {
    let triangle = "affine.for %i = 0 to 100 { affine.for %j = affine_map<(d0) -> (d0)>(%i) to 100 {} }";
    let inner = &tree_of(triangle).loops[0].body.loops[0];
    assert!((50.0..=51.0).contains(&inner.trips), "{}", inner.trips);
    let tiles = "affine.for %i = 0 to 80 step 64 {
        affine.for %j = affine_map<(d0) -> (d0)>(%i) to min affine_map<(d0) -> (d0 + 64, 80)>(%i) {}
    }";
    assert_eq!(tree_of(tiles).loops[0].body.loops[0].trips, 40.0);
}

#[test]
fn strides_count() {
    let along = format!("affine.for %i = 0 to 1024 {{ affine.for %j = 0 to 1024 {{ {COPY} }} }}");
    let across = format!("affine.for %j = 0 to 1024 {{ affine.for %i = 0 to 1024 {{ {COPY} }} }}");
    let (along, across) = (cost_of(&along).total, cost_of(&across).total);
    assert!(across.cycles() > 4.0 * along.cycles(), "{along:?} {across:?}");
    // Each of the lines of both once.
    let lines = 2.0 * 1024.0 * 1024.0 * 4.0 / 64.0;
    assert!((lines..1.6 * lines).contains(&along.lines[0]), "{along:?}");
    assert!(across.lines[0] > 8.0 * lines, "{across:?}");
}

#[test]
fn recurrences_are_chains_over_distances() {
    let chain = |distance: u32| {
        cost_of(&format!(
            "affine.for %i = {distance} to 64 {{
                %x = affine.load %v[%i - {distance}] : memref<64xf32>
                %y = arith.addf %x, %x : f32
                affine.store %y, %v[%i] : memref<64xf32>
            }}"
        ))
    };
    let one = chain(1).total;
    assert_eq!(one.compute_bound, Bound::Recurrence);
    assert!(one.compute > 1.8 * chain(2).total.compute);
    let carried = cost_of(
        "%z = arith.constant 0.0 : f32
        %s = affine.for %i = 0 to 64 iter_args(%t = %z) -> (f32) {
            %x = affine.load %v[%i] : memref<64xf32>
            %u = arith.addf %t, %x : f32
            affine.yield %u : f32
        }
        affine.store %s, %v[0] : memref<64xf32>",
    );
    assert_eq!(carried.total.compute_bound, Bound::Recurrence);
    assert!(carried.potential.compute < carried.total.compute / 4.0);
}

#[test]
fn hostile_bounds_give_numbers() {
    let largest = i64::MAX;
    let total = cost_of(&format!(
        "affine.for %i = -{largest} to {largest} step {largest} {{
            affine.for %j = 0 to affine_map<(d0) -> (d0 * {largest})>(%i) {{ {COPY} }}
        }}"
    ))
    .total;
    assert!(total.cycles().is_finite(), "{total:?}");
}
