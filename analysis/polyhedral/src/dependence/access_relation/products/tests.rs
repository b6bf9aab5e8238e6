use crate::dependence::brute_force::executed;
use crate::dependence::tests::render;
use expect_test::{Expect, expect};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

#[track_caller]
fn check(body: &str, expected: Expect) {
    expected.assert_eq(&render(&format!(
        "func.func @f(%A: memref<?xf32>, %n: index, %m: index, %s: index, %x: f32) {{\n{body}\n  return\n}}\n"
    )));
}

#[test]
fn rows_of_a_size_that_is_a_symbol() {
    check(
        "affine.for %i = 0 to 9 {
           affine.for %j = 1 to %n {
             %v = affine.load %A[%i * symbol(%n) + %j - 1] : memref<?xf32>
             affine.store %v, %A[(%i + 1) * symbol(%n) + %j] : memref<?xf32>
           }
         }",
        expect![[r#"
            1 -> 0 RAW depth 1 [1, 1][1, 1] (1,1)
        "#]],
    );
    check(
        "%c0 = arith.constant 0 : index
         %c1 = arith.constant 1 : index
         scf.for %i = %c0 to %m step %c1 {
           scf.for %j = %c0 to %n step %c1 {
             %row = arith.muli %i, %n : index
             %k = arith.addi %row, %j : index
             memref.store %x, %A[%k] : memref<?xf32>
           }
         }",
        expect![[""]],
    );
}

#[test]
fn rows_of_rows() {
    check(
        "affine.for %i = 0 to 9 {
           affine.for %j = 0 to %n {
             affine.for %k = 0 to %m {
               %r = affine.apply affine_map<(d0, d1)[s0] -> (d0 * s0 + d1)>(%i, %j)[%n]
               %v = affine.load %A[%r * symbol(%m) + %k] : memref<?xf32>
               affine.store %v, %A[%i * symbol(%n) * symbol(%m) + %j * symbol(%m) + %k] : memref<?xf32>
             }
           }
         }",
        expect![[r#"
            0 -> 1 WAR depth 4 [0, 0][0, 0][0, 0] (0,0,0)
        "#]],
    );
}

#[test]
fn a_row_that_may_be_longer_than_the_size() {
    check(
        "affine.for %i = 0 to 9 {
           affine.for %j = 0 to %m {
             affine.store %x, %A[%i * symbol(%n) + %j] : memref<?xf32>
           }
         }",
        expect![[r#"
            0 -> 0 WAW depth 1 [*, *][*, *] unknown: a product of two variables is not affine
        "#]],
    );
}

#[test]
fn tiles_of_a_size_that_is_a_symbol() {
    check(
        "%c0 = arith.constant 0 : index
         %c1 = arith.constant 1 : index
         scf.for %i = %c0 to %n step %s {
           %behind = arith.addi %i, %s : index
           %end = arith.minsi %behind, %n : index
           scf.for %j = %i to %end step %c1 {
             memref.store %x, %A[%j] : memref<?xf32>
           }
         }",
        expect![[""]],
    );
    check(
        "affine.for %k = 0 to affine_map<()[s0, s1] -> (s0 ceildiv s1)>()[%n, %s] {
           %i = affine.apply affine_map<(d0)[s0] -> (d0 * s0)>(%k)[%s]
           affine.for %j = 0 to %s {
             affine.store %x, %A[%i + %j] : memref<?xf32>
           }
         }",
        expect![[""]],
    );
}

/// A bound or a summand that may be a symbol.
fn small() -> impl Strategy<Value = String> {
    prop_oneof![
        (-2..5_i64).prop_map(|it| it.to_string()),
        (-1..2_i64).prop_map(|it| format!("symbol(%N) + {it}")),
        (-1..2_i64).prop_map(|it| format!("symbol(%M) - {it}")),
    ]
}

fn subscript() -> impl Strategy<Value = String> {
    let factor =
        prop_oneof![Just("symbol(%N)"), Just("symbol(%M)"), Just("symbol(%N) * symbol(%M)"), Just("2")];
    let digits = prop_oneof![
        (factor, small()).prop_map(|(factor, by)| format!("(%i + {by}) * {factor} + %j")),
        Just("(%i * symbol(%N) + %j) * 2".to_owned()),
        Just("(%i * symbol(%N) + %j) * symbol(%M)".to_owned()),
        Just("%j * symbol(%N) + %i".to_owned()),
    ];
    let any = (digits, small()).prop_map(|(digits, by)| format!("{digits} + {by}"));
    let row = (-1..2_i64, prop_oneof![3 => Just(0), 1 => -1..2_i64])
        .prop_map(|(row, column)| format!("(%i + {row}) * symbol(%N) + %j + {column}"));
    prop_oneof![3 => row, 1 => any]
}

fn program() -> impl Strategy<Value = String> {
    let bound = |of: &'static str| {
        small().prop_map(move |it| {
            format!(
                "affine_map<()[s0, s1] -> ({})>()[%N, %M]",
                it.replace("symbol(%N)", "s0").replace("symbol(%M)", "s1") + of
            )
        })
    };
    let columns = Just(("0".to_owned(), "%N".to_owned()));
    let columns = prop_oneof![3 => columns, 1 => (bound(""), bound(" + 2"))];
    (bound(""), bound(" + 1"), columns, prop::collection::vec((any::<bool>(), subscript()), 1..3)).prop_map(
        |(a, b, (c, d), accesses)| {
            let mut body = String::new();
            for (stores, subscript) in accesses {
                body += &if stores {
                    format!("affine.store %x, %A[{subscript}] : memref<?xf32>\n")
                } else {
                    format!("affine.load %A[{subscript}] : memref<?xf32>\n")
                };
            }
            format!(
                "func.func @f(%A: memref<?xf32>, %N: index, %M: index, %x: f32) {{
          affine.if affine_set<()[s0, s1] : (s0 + 2 >= 0, 4 - s0 >= 0, s1 + 2 >= 0, 4 - s1 >= 0)>()[%N, %M] {{
          affine.for %i = {a} to {b} {{ affine.for %j = {c} to {d} {{
          {body} }} }} }}
          return
        }}"
            )
        },
    )
}

/// `0 -> 1 RAW`, the depth, whether it may not exist, and the line.
fn lines(text: &str) -> Vec<(&str, usize, bool, &str)> {
    let lines = text.lines().map(|line| {
        let (pair, rest) = line.split_once(" depth ").unwrap();
        (pair, rest.split(' ').next().unwrap().parse().unwrap(), line.contains("unknown"), line)
    });
    lines.collect()
}

proptest! {
    /// What is known is what running the program shows, and what is not known leaves nothing out.
    #[test]
    fn digits_agree_with_executions(text in program()) {
        let (found, executed) = (render(&text), executed(&text));
        let (found, executed) = (lines(&found), lines(&executed));
        for (pair, depth, _, line) in &executed {
            let is_found = found.iter().any(|it| it.0 == *pair && if it.2 { it.1 <= *depth } else { it.3 == *line });
            prop_assert!(is_found, "{line} in\n{found:#?}\n{text}");
        }
        for (.., is_unknown, line) in &found {
            prop_assert!(*is_unknown || executed.iter().any(|it| it.3 == *line), "{line} in\n{executed:#?}\n{text}");
        }
    }
}

/// Else the property above would say little.
#[test]
fn dependences_of_some_programs_are_known() {
    let mut runner = TestRunner::deterministic();
    let known = (0..200).filter(|_| {
        let text = program().new_tree(&mut runner).unwrap().current();
        let found = render(&text);
        !found.is_empty() && !found.contains("unknown")
    });
    let known = known.count();
    assert!(known > 5, "{known} of 200");
}
