//! The model on small nests.

use super::figures::figures;
use super::nest::Body;
use super::{Bound, FunctionCost, cost, reader};
use crate::target::Target;
use base::workspace::Workspace;
use ir::starts::located;

fn asked<T>(body: &str, ask: impl Fn(&dyn salsa::Database, base::isolated_op::IsolatedOp<'_>) -> T) -> T {
    let mut workspace = Workspace::default();
    let arguments = "%a: memref<1024x1024xf32>, %b: memref<1024x1024xf32>, %v: memref<640xf32>";
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
    // As many as without tiles: 100 * 101 / 2.
    let tiles = "affine.for %t = 0 to 100 step 32 {
        affine.for %u = affine_map<(d0) -> (d0)>(%t) to 100 step 32 {
            affine.for %i = affine_map<(d0) -> (d0)>(%t) to min affine_map<(d0) -> (d0 + 32, 100)>(%t) {
                affine.for %j = max affine_map<(d0, d1) -> (d0, d1)>(%u, %i)
                        to min affine_map<(d0) -> (d0 + 32, 100)>(%u) {}
            }
        }
    }";
    let tree = tree_of(tiles);
    let mut node = &tree.loops[0];
    let mut iterations = node.trips;
    while let Some(inner) = node.body.loops.first() {
        node = inner;
        iterations *= node.trips;
    }
    assert!((4500.0..5600.0).contains(&iterations), "{iterations}");
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
fn what_does_not_stay_in_a_cache_is_read_again() {
    let copies = |size: u32| {
        let copy = |from: &str, to: &str| {
            format!(
                "affine.for %i = 0 to {size} {{ affine.for %j = 0 to 1024 {{
                    %x = affine.load {from}[%i, %j] : memref<1024x1024xf32>
                    affine.store %x, {to}[%i, %j] : memref<1024x1024xf32>
                }} }}"
            )
        };
        let nests = [copy("%a", "%b"), copy("%b", "%a")].join("\n");
        cost_of(&format!("affine.for %t = 0 to 10 {{ {nests} }}")).total
    };
    // Of 256 rows of both, 2 MB, all stays in the last cache from one step to the next; nothing does in the first.
    let (small, level) = (copies(256), |cost: &super::Cost, name| {
        let caches = Target::with_vectors(256).caches;
        cost.lines[caches.iter().position(|it| it.name == name).expect("a cache")]
    });
    assert!(level(&small, "L1") > 9.0 * level(&small, "L3"), "{small:?}");
    // Rows that are far apart are not reuse.
    let apart = |offset: u32| {
        cost_of(&format!(
            "affine.for %i = 0 to 512 {{
                affine.for %j = 0 to 1024 {{ %x = affine.load %a[%i, %j] : memref<1024x1024xf32> }}
                affine.for %j = 0 to 1024 {{ %x = affine.load %a[%i + {offset}, %j] : memref<1024x1024xf32> }}
            }}"
        ))
        .total
    };
    assert!(level(&apart(512), "L1") > 1.9 * level(&apart(0), "L1"), "{:?} {:?}", apart(512), apart(0));
}

#[test]
fn small_loops_are_unrolled() {
    let window = |bound: &str| {
        cost_of(&format!(
            "affine.for %i = 0 to 1000 {{ affine.for %j = 0 to 1000 {{ affine.for %k = 0 to {bound} {{
                %x = affine.load %a[%i, %j + %k] : memref<1024x1024xf32>
                %y = affine.load %b[%i, %j] : memref<1024x1024xf32>
                %s = arith.addf %x, %y : f32
                affine.store %s, %b[%i, %j] : memref<1024x1024xf32>
            }} }} }}"
        ))
        .total
    };
    assert_eq!(window("100").compute_bound, Bound::Recurrence);
    // The sum of three stays in a register, and what differs in %j runs in lanes.
    assert!(window("100").compute > 100.0 * window("3").compute, "{:?}", window("3"));
}

#[test]
fn recurrences_are_chains_over_distances() {
    let chain = |distance: u32| {
        cost_of(&format!(
            "affine.for %i = {distance} to 640 {{
                %x = affine.load %v[%i - {distance}] : memref<640xf32>
                %y = arith.addf %x, %x : f32
                affine.store %y, %v[%i] : memref<640xf32>
            }}"
        ))
    };
    let one = chain(1).total;
    assert_eq!(one.compute_bound, Bound::Recurrence);
    assert!(one.compute > 1.8 * chain(2).total.compute);
    let carried = cost_of(
        "%z = arith.constant 0.0 : f32
        %s = affine.for %i = 0 to 640 iter_args(%t = %z) -> (f32) {
            %x = affine.load %v[%i] : memref<640xf32>
            %u = arith.addf %t, %x : f32
            affine.yield %u : f32
        }
        affine.store %s, %v[0] : memref<640xf32>",
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

#[test]
fn figures_of_loops() {
    let nest = "affine.for %i = 0 to 64 {
        %s = affine.for %j = 0 to 32 iter_args(%t = %z) -> (f32) {
            %x = affine.load %a[%i, %j] : memref<1024x1024xf32>
            %y = affine.load %a[%i, %j] : memref<1024x1024xf32>
            %p = arith.mulf %x, %y : f32
            %u = arith.addf %t, %p : f32
            affine.yield %u : f32
        }
        affine.store %s, %v[%i] : memref<640xf32>
    }";
    let found = asked(&format!("%z = arith.constant 0.0 : f32\n{nest}"), |db, op| {
        figures(db, op, &Target::of_host())
    });
    let [outer, inner] = &*found else { panic!("{found:?}") };
    assert_eq!((inner.bytes, inner.intensity), (Some(4.0), Some(0.5)));
    assert_eq!(inner.initiation_interval, Some(Target::of_host().arithmetic_latency));
    assert_eq!((outer.bytes, outer.initiation_interval), (Some(32.0 * 4.0 + 4.0), None));
    assert_eq!(outer.intensity, Some(64.0 / 132.0));
    let symbolic = "%n = memref.dim %a, %c : memref<1024x1024xf32>
        affine.for %i = 0 to %n { affine.for %j = 0 to %n { %x = affine.load %a[%i, %j] : memref<1024x1024xf32> } }";
    let found = asked(&format!("%c = arith.constant 0 : index\n{symbolic}"), |db, op| {
        figures(db, op, &Target::of_host())
    });
    assert_eq!((found[0].bytes, found[1].bytes), (None, Some(4.0)));
}
