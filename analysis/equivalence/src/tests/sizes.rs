//! Verdicts for all sizes against runs at small ones: random nests whose bounds are symbols, and what becomes of them.

use base::workspace::Workspace;
use interpreter::{Machine, Module, Order, Poll, Scalar, Value};
use proptest::prelude::*;
use std::fmt::Write;

use crate::{Effort, Verdict, compare_files};

const LOWER: [&str; 4] = ["0", "1", "max (0, s - 2)", "max (0, (s floordiv 2) * 2)"];
const UPPER: [&str; 6] = ["s", "s", "4", "s - 1", "(s floordiv 2) * 2", "min (s, 5)"];

#[derive(Debug, Clone)]
enum Statement {
    /// `to = from op also`, each an element of the matrix (`true`) or of the vector, by loops around from within.
    Compute {
        op: bool,
        elements: [(bool, u8, u8); 3],
    },
    Loop {
        lower: Bound,
        upper: Bound,
        step: u8,
        body: Vec<Statement>,
    },
}

/// A text over `s`, and which symbol that is.
type Bound = (String, &'static str);

fn bound(texts: &'static [&'static str]) -> impl Strategy<Value = Bound> {
    (prop::sample::select(texts), prop::sample::select(&["%n", "%k"][..]))
        .prop_map(|(text, symbol)| (text.to_owned(), symbol))
}

fn statements() -> impl Strategy<Value = Vec<Statement>> {
    let element = || (any::<bool>(), 0..4_u8, 0..4_u8);
    let compute = (any::<bool>(), [element(), element(), element()])
        .prop_map(|(op, elements)| Statement::Compute { op, elements });
    let statement =
        compute.prop_recursive(3, 8, 2, |inner| {
            let body = prop::collection::vec(inner, 1..3);
            let step = prop::sample::select(&[1_u8, 1, 1, 2][..]);
            (bound(&LOWER), bound(&UPPER), step, body)
                .prop_map(|(lower, upper, step, body)| Statement::Loop { lower, upper, step, body })
        });
    prop::collection::vec(statement, 1..3)
}

/// A change of the first loop that it fits, which may or may not matter.
#[derive(Debug, Clone)]
enum Change {
    /// Of the iterations in two: those below the number, and the rest.
    Split(u8),
    /// Two by two, and what is left over.
    Halve,
    Interchange,
    Upper(Bound),
    Swap,
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        (0..4_u8).prop_map(Change::Split),
        Just(Change::Halve),
        Just(Change::Interchange),
        bound(&UPPER).prop_map(Change::Upper),
        Just(Change::Swap),
    ]
}

fn changed(statements: &[Statement], change: &Change) -> Vec<Statement> {
    let mut found = statements.to_vec();
    if let Change::Swap = change {
        found.reverse();
        return found;
    }
    let Some(place) = found.iter().position(|it| matches!(it, Statement::Loop { .. })) else { return found };
    let Statement::Loop { lower, upper, step, body } = found[place].clone() else { return found };
    let part = |lower: Bound, upper: Bound| Statement::Loop { lower, upper, step, body: body.clone() };
    let is_plain = lower.0 == "0" && upper.0 == "s" && step == 1;
    let new = match change {
        Change::Split(at) if is_plain => {
            vec![part(lower, (format!("min (s, {at})"), upper.1)), part((at.to_string(), upper.1), upper)]
        }
        Change::Halve if is_plain => {
            let half = "(s floordiv 2) * 2";
            vec![part(lower, (half.to_owned(), upper.1)), part((format!("max (0, {half})"), upper.1), upper)]
        }
        Change::Interchange => match &body[..] {
            [Statement::Loop { lower: own, upper: inner, step: stride, body }] => {
                let body = vec![Statement::Loop { lower, upper, step, body: body.clone() }];
                vec![Statement::Loop { lower: own.clone(), upper: inner.clone(), step: *stride, body }]
            }
            _ => vec![part(lower, upper)],
        },
        Change::Upper(other) => vec![part(lower, other.clone())],
        _ => vec![part(lower, upper)],
    };
    found.splice(place..=place, new);
    found
}

fn print(statements: &[Statement], loops: &mut Vec<usize>, names: &mut usize, out: &mut String) {
    for statement in statements {
        *names += 1;
        let name = *names;
        match statement {
            Statement::Compute { op, elements } => {
                let subscript = |number: u8| match loops.iter().rev().nth(number.into()) {
                    Some(name) => format!("%i{name}"),
                    None => number.to_string(),
                };
                let [to, from, also] = elements.map(|(is_matrix, row, column)| match is_matrix {
                    true => format!("%a[{}, {}] : memref<6x5xi32>", subscript(row), subscript(column)),
                    false => format!("%s[{}] : memref<6xi32>", subscript(row)),
                });
                let op = if *op { "addi" } else { "muli" };
                let _ = writeln!(out, "%x{name} = affine.load {from}\n%y{name} = affine.load {also}");
                let _ = writeln!(out, "%z{name} = arith.{op} %x{name}, %y{name} : i32");
                let _ = writeln!(out, "affine.store %z{name}, {to}");
            }
            Statement::Loop { lower, upper, step, body } => {
                let written = |(text, symbol): &Bound| {
                    let (extreme, results) = match text.split_once(" (") {
                        Some((extreme @ ("min" | "max"), rest)) => (extreme, format!("({rest}")),
                        _ => ("", format!("({text})")),
                    };
                    format!("{extreme} affine_map<()[s] -> {results}>()[{symbol}]")
                };
                let (lower, upper) = (written(lower), written(upper));
                let _ = writeln!(out, "affine.for %i{name} = {lower} to {upper} step {step} {{");
                loops.push(name);
                print(body, loops, names, out);
                loops.pop();
                let _ = writeln!(out, "}}");
            }
        }
    }
}

fn function(statements: &[Statement]) -> String {
    let mut body = String::new();
    print(statements, &mut Vec::new(), &mut 0, &mut body);
    format!(
        "func.func @f(%a: memref<6x5xi32>, %s: memref<6xi32>, %n: index, %k: index) {{\n{body}return\n}}\n"
    )
}

/// The final contents of memory; `None` where the function is not defined.
fn outcome(module: &Module, symbols: [i64; 2]) -> Option<Vec<Scalar>> {
    let mut machine = Machine::new(module, Order::Forwards, 1 << 16);
    let numbers = |count: i64| (0..count).map(|it| Scalar::Integer(it * 7 % 11 - 3));
    let matrix = machine.allocate(&[6, 5], numbers(30)).ok()?;
    let vector = machine.allocate(&[6], numbers(6)).ok()?;
    let symbols = symbols.map(|it| Value::Scalar(Scalar::Integer(it)));
    let arguments = [matrix.clone(), vector.clone()].into_iter().chain(symbols).collect();
    machine.call(module.function("f")?, arguments).ok()?;
    Some([machine.contents(&matrix), machine.contents(&vector)].concat())
}

/// A case takes a second where nothing is optimized.
fn config() -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|it| it.parse::<u32>().ok());
    ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(asked.map_or(24, |it| it.min(1000)))
    }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn what_is_equal_for_all_sizes_is_so_at_small_ones(before in statements(), change in change()) {
        let mut workspace = Workspace::default();
        let texts = [function(&before), function(&changed(&before, &change))];
        let files = texts.each_ref().map(|it| workspace.add_file(it));
        let effort = Effort { steps: 100_000, ..Effort::default() };
        let found = compare_files(&workspace.db, files[0], files[1], effort, &Poll::never(), &|_, _| std::ops::ControlFlow::Continue(()));
        if let [crate::FunctionComparison { verdict: Verdict::Equal { .. }, .. }] = &found[..] {
            let modules = files.map(|file| {
                let (op, _) = ir::starts::located(&workspace.db, file).next().expect("a function");
                Module::of_table(&workspace.db, file, op.table(&workspace.db)).0
            });
            for symbols in (-3..9).flat_map(|n| (-3..9).map(move |k| [n, k])) {
                if let Some(expected) = outcome(&modules[0], symbols) {
                    prop_assert_eq!(Some(expected), outcome(&modules[1], symbols), "{:?} {} {}", symbols, texts[0], texts[1]);
                }
            }
        }
    }
}
