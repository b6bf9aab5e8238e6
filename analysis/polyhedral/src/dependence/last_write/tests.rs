//! Reads whose last writes are known, and random programs against their own execution.

use super::{LastWrites, ScheduledAccess, last_writes};
use crate::dependence::brute_force::runs;
use crate::dependence::nest_program::program;
use crate::dependence::{MemrefAccess, SymbolColumns};
use crate::report::AccessKind;
use base::isolated_op::isolated_ops;
use base::workspace::Workspace;
use ir::{Ir, ir_of};
use presburger::{Budget, Integer, Union};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

/// For each access of the only function: what it sees, where it reads.
fn of_text(text: &str, budget: &Budget<'_>) -> Vec<Option<LastWrites>> {
    let mut workspace = Workspace::default();
    let file = workspace.add_file(text);
    let op = isolated_ops(&workspace.db, file)[0];
    let ir = ir_of(&workspace.db, op);
    let accesses = crate::dependence::dependences(&workspace.db, op).accesses.clone();
    let mut symbols = SymbolColumns::default();
    for access in accesses.iter() {
        symbols.add(access.relation(ir).unwrap().symbols());
    }
    let scheduled = |(order, it): (usize, &MemrefAccess)| schedule(ir, order, it, &symbols);
    let all: Vec<ScheduledAccess> = accesses.iter().enumerate().map(scheduled).collect();
    let is_write = |it: &usize| accesses[*it].kind == AccessKind::Write;
    let writers: Vec<usize> = (0..all.len()).filter(is_write).collect();
    let writes: Vec<ScheduledAccess> = writers.iter().map(|it| all[*it].clone()).collect();
    let of = |read: usize| {
        let mut found = last_writes(&all[read], &writes, budget).unwrap();
        found.pieces.iter_mut().for_each(|it| it.writer = writers[it.writer]);
        (!is_write(&read)).then_some(found)
    };
    (0..all.len()).map(of).collect()
}

fn schedule(ir: &Ir, order: usize, access: &MemrefAccess, symbols: &SymbolColumns) -> ScheduledAccess {
    let relation = access.relation(ir).unwrap();
    let elements = relation.map(symbols).unwrap();
    ScheduledAccess { loops: relation.loops.clone(), order, elements }
}

/// What the read of that number sees of each write, and what was there before.
#[track_caller]
fn check(body: &str, read: usize, expected: &[(usize, &str)], live_in: &str) {
    let text = format!("func.func @f(%A: memref<?xf32>, %x: f32, %N: index) {{\n{body}\nreturn\n}}");
    let budget = Budget::unlimited();
    let found = of_text(&text, &budget)[read].clone().unwrap();
    let is_equal = |union: &Union, text: &str| {
        let expected = Union::parse(text).unwrap();
        assert!(union.is_equal(&expected, &budget).unwrap(), "{union}\n{text}");
    };
    assert_eq!(found.pieces.len(), expected.len(), "{found:?}");
    for (piece, (writer, text)) in found.pieces.iter().zip(expected) {
        assert_eq!(piece.writer, *writer);
        is_equal(&piece.relation, text);
    }
    is_equal(&found.live_in, live_in);
}

#[test]
fn an_element_that_each_iteration_writes() {
    check(
        "affine.for %t = 0 to %N {
           affine.for %i = 1 to %N {
             %v = affine.load %A[%i - 1] : memref<?xf32>
             affine.store %v, %A[%i] : memref<?xf32>
           }
         }",
        0,
        &[(1, "[N] -> { [t, i] -> [t, i - 1] : 0 <= t < N and 2 <= i < N }")],
        "[N] -> { [t, i] : 0 <= t < N and i = 1 and N >= 2 }",
    );
}

#[test]
fn the_later_of_two_statements() {
    check(
        "affine.for %i = 0 to %N { affine.store %x, %A[%i] : memref<?xf32> }
         affine.for %i = 0 to 8 step 2 { affine.store %x, %A[%i] : memref<?xf32> }
         affine.for %i = 0 to 8 { %v = affine.load %A[%i] : memref<?xf32> }",
        2,
        &[
            (0, "[N] -> { [i] -> [i] : 0 <= i < 8 and i < N and i mod 2 = 1 }"),
            (1, "[N] -> { [i] -> [i] : 0 <= i < 8 and i mod 2 = 0 }"),
        ],
        "[N] -> { [i] : 0 <= i < 8 and i >= N and i mod 2 = 1 }",
    );
}

#[test]
fn one_element_that_all_iterations_write() {
    check(
        "affine.for %i = 0 to %N {
           affine.for %j = 0 to %i { affine.store %x, %A[0] : memref<?xf32> }
           %v = affine.load %A[0] : memref<?xf32>
         }",
        1,
        &[(0, "[N] -> { [i] -> [i, i - 1] : 1 <= i < N }")],
        "[N] -> { [i] : i = 0 and N >= 1 }",
    );
}

fn fixed(union: &Union, point: &[i64]) -> Union {
    let mut result = Union::empty(union.space());
    for part in union.parts() {
        let mut part = part.clone();
        point.iter().enumerate().for_each(|(column, value)| part.fix(column, &Integer::from(*value)));
        result.push(part);
    }
    result
}

#[test]
fn random_programs_agree_with_their_execution() {
    let config = ProptestConfig::with_source_file(file!());
    let config = ProptestConfig { cases: config.cases / 4, ..config };
    let result = TestRunner::new(config).run(&program(), |text| {
        let budget = Budget::unlimited();
        let found = of_text(&text, &budget);
        let (accesses, touches) = &runs(&text)[0];
        for (at, touch) in touches.iter().enumerate() {
            let Some(seen) = &found[touch.access] else { continue };
            let is_last = |it: &&crate::dependence::brute_force::Touch| {
                accesses[it.access].kind == AccessKind::Write && it.element == touch.element
            };
            let last = touches[..at].iter().rfind(is_last);
            let live_in = fixed(&seen.live_in, &touch.iteration);
            prop_assert_eq!(live_in.is_empty(&budget).unwrap(), last.is_some(), "{}", text);
            // A writer has a piece for each depth at which it is the last one.
            let mut counted = Integer::ZERO;
            for piece in &seen.pieces {
                let own = fixed(&piece.relation, &touch.iteration);
                let count = own.cardinality(&budget).unwrap();
                let count = count.finite().cloned().unwrap_or(Integer::MINUS_ONE);
                let is_expected = last.is_some_and(|it| it.access == piece.writer);
                prop_assert!(
                    is_expected || count == Integer::ZERO,
                    "{} in {:?}\n{}",
                    own,
                    touch.iteration,
                    text
                );
                if let Some(last) = last.filter(|_| count != Integer::ZERO) {
                    let both: Vec<i64> = touch.iteration.iter().chain(&last.iteration).copied().collect();
                    prop_assert!(!fixed(&piece.relation, &both).is_empty(&budget).unwrap(), "{}", text);
                }
                counted = &counted + &count;
            }
            prop_assert_eq!(
                counted,
                Integer::from(i64::from(last.is_some())),
                "{:?}\n{}",
                touch.iteration,
                text
            );
        }
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
}
