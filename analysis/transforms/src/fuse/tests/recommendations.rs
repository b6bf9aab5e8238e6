//! Pairs that are left out before slices are looked for: none of them would have been recommended.

use crate::fuse::nests::facts::nest_facts;
use crate::fuse::slice::choice::choose;
use crate::fuse::slice::pair::{judged_slice, may_be_chosen};
use base::isolated_op::isolated_ops;
use base::source_file::Settings;
use base::workspace::Workspace;

const PRODUCERS: [&str; 4] = [
    "affine.for %i = 0 to %n {\n affine.store %c, %a[%i] : memref<?xf32>\n }",
    "affine.for %i = 0 to %n step 2 {\n affine.store %c, %a[%i] : memref<?xf32>\n }",
    "affine.for %i = 0 to %n {\n affine.for %j = 0 to 4 {\n affine.store %c, %a[%i] : memref<?xf32>\n }\n }",
    "affine.for %i = 1 to %n {\n affine.store %c, %a[%i - 1] : memref<?xf32>\n }",
];

const READS: [&str; 10] = [
    "%i",
    "%j",
    "%i + 1",
    "%i + %j",
    "%n - %i - 1",
    "0",
    "%i * 2",
    "%i floordiv 2",
    "%i * 4 + %j",
    "%i * 2 - %i",
];

/// Whether pairs are left out, and whether they are recommended, for a producer and a consumer with these reads.
fn judge(producer: &str, reads: &[&str]) -> (bool, bool) {
    let load = |(index, it): (usize, &&str)| format!("%v{index} = affine.load %a[{it}] : memref<?xf32>\n");
    let loads: String = reads.iter().enumerate().map(load).collect();
    let (open, close) = match reads.iter().any(|it| it.contains("%j")) {
        true => ("affine.for %j = 0 to 4 {", "}"),
        false => ("", ""),
    };
    let text = format!(
        "func.func @f(%n: index, %c: f32) {{\n %a = memref.alloc(%n) : memref<?xf32>\n %b = memref.alloc(%n) : memref<?xf32>\n \
         {producer}\n affine.for %i = 0 to %n {{\n {open}\n {loads}\n affine.store %c, %b[%i] : memref<?xf32>\n {close}\n }}\n return\n}}\n"
    );
    let mut workspace = Workspace::default();
    let file = workspace.add_file(&text);
    let (db, settings) = (&workspace.db, Settings::default());
    let op = isolated_ops(db, file)[0];
    let (mut is_left_out, mut is_recommended) = (true, false);
    for (producer, consumer) in nest_facts(db, op).nearest_pairs() {
        let is_kept = may_be_chosen(db, op, (producer, consumer), &settings).is_ok();
        is_left_out &= !is_kept;
        let judged = judged_slice(db, op, producer, consumer);
        if judged.found.iter().any(|it| choose(it, &settings).is_some()) {
            is_recommended = true;
            assert!(is_kept, "{text}");
        }
    }
    (is_left_out, is_recommended)
}

#[test]
fn what_is_left_out_would_not_be_recommended() {
    let mut found = Vec::new();
    for producer in PRODUCERS {
        for first in READS {
            found.push(judge(producer, &[first]));
            found.extend(READS.iter().filter(|it| **it != first).map(|it| judge(producer, &[first, it])));
        }
    }
    let left_out = found.iter().filter(|it| it.0).count();
    let recommended = found.iter().filter(|it| it.1).count();
    assert!(
        left_out > 300 && recommended > 5,
        "{left_out} of {} left out, {recommended} recommended",
        found.len()
    );
}
