//! Nests whose last writers are known, and random programs against their own execution.

use super::{Carries, Flow, flow, flow_of_access};
use crate::dependence::brute_force::runs;
use crate::dependence::nest_program::program;
use crate::dependence::{Dependences, dependences};
use crate::report::{AccessKind, Component, DependenceKind};
use base::isolated_op::isolated_ops;
use base::workspace::Workspace;
use expect_test::{Expect, expect};
use ir::OpId;
use presburger::Integer;
use proptest::prelude::*;
use proptest::test_runner::TestRunner;
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// One line per RAW dependence with its flow, one per access.
fn render(text: &str) -> String {
    let mut workspace = Workspace::default();
    let file = workspace.add_file(text);
    let mut out = String::new();
    for op in isolated_ops(&workspace.db, file) {
        let (found, flow) = (dependences(&workspace.db, *op), flow(&workspace.db, *op));
        for access in found.accesses.iter() {
            agrees_with(flow_of_access(&workspace.db, *op, access.op), flow, found, access.op);
        }
        for (it, carries) in found.dependences.iter().zip(&flow.carries) {
            if it.kind != DependenceKind::Raw {
                continue;
            }
            write!(out, "{} -> {} depth {} ", it.source, it.sink, it.depth).unwrap();
            match carries {
                None => out.push_str("?\n"),
                Some(Carries::Nothing) => out.push_str("nothing\n"),
                Some(Carries::Value(components)) => out += &line(components),
            }
        }
        for (index, access) in found.accesses.iter().enumerate() {
            let (name, fact) = match access.kind {
                AccessKind::Read => ("live in", flow.live_in[index]),
                AccessKind::Write => ("dead", flow.dead[index]),
            };
            writeln!(out, "{index} {name} {}", fact.map_or("?".to_owned(), |it| it.to_string())).unwrap();
        }
    }
    out
}

fn line(components: &[Component]) -> String {
    let end = |it: &Option<Integer>| it.as_ref().map_or("*".to_owned(), Integer::to_string);
    let text = components.iter().map(|it| format!("[{}, {}]", end(&it.lower), end(&it.upper)));
    format!("value {}\n", text.collect::<String>())
}

/// Asserts that the flow of one access is what it is among all others.
fn agrees_with(own: &Flow, all: &Flow, found: &Dependences, op: OpId) {
    let is_own = |access: usize| found.accesses[access].op == op;
    for (index, it) in found.dependences.iter().enumerate() {
        let expected = all.carries[index].clone().filter(|_| is_own(it.source) || is_own(it.sink));
        assert_eq!(own.carries[index], expected, "{it:?}");
    }
    for index in 0..found.accesses.len() {
        assert_eq!(own.live_in[index], all.live_in[index].filter(|_| is_own(index)));
        assert_eq!(own.dead[index], all.dead[index].filter(|_| is_own(index)));
    }
}

/// The same by running the program and remembering who wrote each element last.
fn executed(text: &str, is_private: bool) -> String {
    let mut workspace = Workspace::default();
    let file = workspace.add_file(text);
    let mut out = String::new();
    for (op, (accesses, touches)) in isolated_ops(&workspace.db, file).iter().zip(runs(text)) {
        let mut last: FxHashMap<&[i64], usize> = FxHashMap::default();
        let mut seen: BTreeMap<(usize, usize, usize), BTreeSet<Vec<i64>>> = BTreeMap::new();
        let mut live_in = vec![false; accesses.len()];
        let mut read = vec![false; accesses.len()];
        for (index, touch) in touches.iter().enumerate() {
            if accesses[touch.access].kind == AccessKind::Write {
                last.insert(&touch.element, index);
                continue;
            }
            let Some(writer) = last.get(&*touch.element) else {
                live_in[touch.access] = true;
                continue;
            };
            let writer = &touches[*writer];
            read[writer.access] = true;
            let (a, b) = (&accesses[writer.access].loops, &accesses[touch.access].loops);
            let common = a.iter().zip(&**b).take_while(|(a, b)| a == b).count();
            let distance: Vec<i64> =
                (0..common).map(|it| touch.iteration[it] - writer.iteration[it]).collect();
            let depth = distance.iter().position(|it| *it != 0).unwrap_or(common) + 1;
            seen.entry((writer.access, touch.access, depth)).or_default().insert(distance);
        }
        if !is_private {
            last.values().for_each(|it| read[touches[*it].access] = true);
        }
        for it in
            dependences(&workspace.db, *op).dependences.iter().filter(|it| it.kind == DependenceKind::Raw)
        {
            write!(out, "{} -> {} depth {} ", it.source, it.sink, it.depth).unwrap();
            let Some(distances) = seen.remove(&(it.source, it.sink, it.depth)) else {
                out.push_str("nothing\n");
                continue;
            };
            let component = |dim: usize| {
                let of = || distances.iter().map(|it| Integer::from(it[dim]));
                Component { lower: of().min(), upper: of().max() }
            };
            out += &line(&(0..it.components.len()).map(component).collect::<Vec<_>>());
        }
        assert!(seen.is_empty(), "values without a dependence: {seen:?}\n{text}");
        for (index, access) in accesses.iter().enumerate() {
            match access.kind {
                AccessKind::Read => writeln!(out, "{index} live in {}", live_in[index]).unwrap(),
                AccessKind::Write => writeln!(out, "{index} dead {}", !read[index]).unwrap(),
            }
        }
    }
    out
}

fn check(body: &str, expected: Expect) {
    expected.assert_eq(&render(&format!(
        "func.func @kernel(%A: memref<100x100xf32>, %B: memref<100xf32>, %N: index, %x: f32, %c: i1, %v: vector<4xf32>) {{\n{body}\n  return\n}}\n"
    )));
}

#[test]
fn the_last_of_many_writes() {
    check(
        "affine.for %i = 0 to %N {
           affine.store %x, %B[%i] : memref<100xf32>
           affine.for %k = 0 to 8 {
             %a = affine.load %B[%i] : memref<100xf32>
             affine.store %a, %B[%i] : memref<100xf32>
           }
         }",
        expect![[r#"
            0 -> 1 depth 2 value [0, 0]
            2 -> 1 depth 2 value [0, 0][1, 1]
            0 dead false
            1 live in false
            2 dead false
        "#]],
    );
}

#[test]
fn borders_are_live_in() {
    check(
        "affine.for %i = 0 to 10 {
           affine.for %j = 0 to 10 {
             %a = affine.load %A[%i, %j] : memref<100x100xf32>
             affine.store %a, %A[%i + 1, %j] : memref<100x100xf32>
           }
         }",
        expect![[r#"
            1 -> 0 depth 1 value [1, 1][0, 0]
            0 live in true
            1 dead false
        "#]],
    );
}

#[test]
fn what_may_not_run_hides_nothing() {
    check(
        "affine.store %x, %B[0] : memref<100xf32>
         scf.if %c {
           affine.store %x, %B[0] : memref<100xf32>
         }
         %a = affine.load %B[0] : memref<100xf32>
         affine.store %x, %B[1] : memref<100xf32>
         affine.store %a, %B[1] : memref<100xf32>
         %b = affine.load %B[1] : memref<100xf32>",
        expect![[r#"
            0 -> 2 depth 1 value 
            1 -> 2 depth 1 ?
            3 -> 5 depth 1 nothing
            4 -> 5 depth 1 value 
            0 dead false
            1 dead ?
            2 live in false
            3 dead true
            4 dead false
            5 live in false
        "#]],
    );
}

#[test]
fn calls_disturb() {
    check(
        "affine.store %x, %B[0] : memref<100xf32>
         func.call @f() : () -> ()
         %a = affine.load %B[0] : memref<100xf32>",
        expect![[r#"
            0 -> 1 depth 1 ?
            0 dead ?
            1 live in false
        "#]],
    );
}

#[test]
fn lanes_are_hidden_one_by_one() {
    check(
        "affine.vector_store %v, %B[0] : memref<100xf32>, vector<4xf32>
         affine.store %x, %B[1] : memref<100xf32>
         %a = affine.load %B[1] : memref<100xf32>
         %b = affine.vector_load %B[0] : memref<100xf32>, vector<4xf32>
         %d = affine.vector_load %B[1] : memref<100xf32>, vector<1xf32>",
        expect![[r#"
            0 -> 2 depth 1 nothing
            0 -> 3 depth 1 value 
            0 -> 4 depth 1 nothing
            1 -> 2 depth 1 value 
            1 -> 3 depth 1 value 
            1 -> 4 depth 1 value 
            0 dead false
            1 dead false
            2 live in false
            3 live in false
            4 live in false
        "#]],
    );
}

/// Runs programs against the analysis. Lines that took too long are filled in from the execution: at most a tenth of
/// all, and at most half of one program's.
fn agrees(programs: impl Strategy<Value = String>, is_private: bool) {
    let (all, unknown) = (Cell::new(0), Cell::new(0));
    let config = ProptestConfig::with_source_file(file!());
    let result = TestRunner::new(config).run(&programs, |text| {
        let truth = executed(&text, is_private);
        let rendered = render(&text);
        let lines: Vec<_> = rendered.lines().collect();
        let gaps = lines.iter().filter(|it| it.ends_with('?')).count();
        prop_assert!(gaps <= lines.len() / 2 + 1, "{}{}", rendered, text);
        all.set(all.get() + lines.len());
        unknown.set(unknown.get() + gaps);
        let known = lines.iter().zip(truth.lines());
        let known =
            known.map(|(line, truth)| if line.ends_with('?') { truth } else { *line }.to_owned() + "\n");
        prop_assert_eq!(known.collect::<String>(), truth, "{}", text);
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
    assert!(unknown.get() * 10 <= all.get(), "{} of {} lines are not known", unknown.get(), all.get());
}

/// Every value-based dependence, every read of what was there before, every dead store.
#[test]
fn random_programs_agree_with_their_execution() {
    agrees(program(), false);
}

#[test]
fn random_programs_on_a_private_buffer() {
    let private = program().prop_map(|text| {
        text.replace("%A: memref<100x100xf32>, ", "").replacen(
            "affine.for",
            "%A = memref.alloc() : memref<100x100xf32>\naffine.for",
            1,
        )
    });
    agrees(private, true);
}
