//! Random programs in which values are carried, chosen, taken in lanes, or go through loops of `scf`, with one place changed: the two
//! methods never contradict each other.

use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use super::agreement::Agreement;

const MEMREF: &str = "memref<48xi32>";

fn subscript() -> impl Strategy<Value = String> {
    let shape =
        prop::sample::select(&["%i", "%i + %j", "%j * 2", "%i floordiv 2", "(%i + %j) mod 4", "%j"][..]);
    (shape, 0..=3_u8).prop_map(|(shape, constant)| format!("{shape} + {constant}"))
}

fn operation() -> impl Strategy<Value = &'static str> {
    prop::sample::select(&["addi", "addi", "muli", "subi", "maxsi", "xori"][..])
}

/// Statements over `%i` and `%j`, whose own names end in a number.
fn statement(number: usize) -> impl Strategy<Value = String> {
    let memref = || prop::sample::select(&["%A", "%B"][..]);
    let parts =
        ([subscript(), subscript(), subscript()], [memref(), memref()], operation(), 0..6_u8, 1..=4_u8);
    parts.prop_map(move |([a, b, c], [from, to], operation, form, count)| {
        let n = number;
        let load = format!("%p{n} = affine.load {from}[{a}] : {MEMREF}\n");
        match form {
            // A sum that is carried.
            0 => format!(
                "{load}%s{n} = affine.for %k{n} = 0 to {count} iter_args(%t{n} = %p{n}) -> (i32) {{
  %q{n} = affine.load %B[%k{n} + {b}] : {MEMREF}
  %u{n} = arith.{operation} %t{n}, %q{n} : i32
  affine.yield %u{n} : i32
}}
affine.store %s{n}, {to}[{c}] : {MEMREF}\n"
            ),
            // A value that a condition chooses.
            1 => format!(
                "{load}%s{n} = affine.if affine_set<(d0, d1) : (d0 - d1 - {count} >= 0)>(%i, %j) -> i32 {{
  %q{n} = affine.load %B[{b}] : {MEMREF}
  affine.yield %q{n} : i32
}} else {{
  affine.yield %p{n} : i32
}}
affine.store %s{n}, {to}[{c}] : {MEMREF}\n"
            ),
            // A statement that a condition guards.
            2 => format!(
                "{load}affine.if affine_set<(d0, d1) : (d0 + d1 - {count} >= 0, -d0 + 4 >= 0)>(%i, %j) {{
  affine.store %p{n}, {to}[{c}] : {MEMREF}
}} else {{
  %q{n} = affine.load %A[{b}] : {MEMREF}
  %s{n} = arith.{operation} %p{n}, %q{n} : i32
  affine.store %s{n}, {to}[{c}] : {MEMREF}
}}\n"
            ),
            // Lanes.
            3 => format!(
                "%x{n} = affine.vector_load {from}[{a}] : {MEMREF}, vector<4xi32>
%y{n} = affine.vector_load %B[{b}] : {MEMREF}, vector<4xi32>
%z{n} = arith.{operation} %x{n}, %y{n} : vector<4xi32>
affine.vector_store %z{n}, {to}[{c}] : {MEMREF}, vector<4xi32>\n"
            ),
            // A loop of scf, with a value that it carries.
            4 => format!(
                "{load}%l{n} = arith.constant 0 : index
%h{n} = arith.constant {count} : index
%w{n} = arith.constant 1 : index
%s{n} = scf.for %k{n} = %l{n} to %h{n} step %w{n} iter_args(%t{n} = %p{n}) -> (i32) {{
  %q{n} = memref.load %A[%k{n}] : {MEMREF}
  memref.store %t{n}, %B[%k{n}] : {MEMREF}
  %u{n} = arith.{operation} %q{n}, %t{n} : i32
  scf.yield %u{n} : i32
}}
affine.store %s{n}, {to}[{c}] : {MEMREF}\n"
            ),
            _ => format!(
                "{load}%q{n} = affine.load %B[{b}] : {MEMREF}
%s{n} = arith.{operation} %p{n}, %q{n} : i32
affine.store %s{n}, {to}[{c}] : {MEMREF}\n"
            ),
        }
    })
}

/// A nest of two loops, the inner one of `affine` or of `scf`, and a loop after it that may run side by side.
fn program() -> impl Strategy<Value = String> {
    let bounds = (0..=1_u8, 2..=5_u8, 1..=4_u8, any::<bool>());
    (bounds, statement(1), statement(2), prop::option::of(statement(3))).prop_map(
        |((lower, upper, inner, is_scf), first, second, third)| {
            let head = match is_scf {
                true => format!("%e = arith.constant {inner} : index\nscf.for %j = %zero to %e step %one {{"),
                false => format!("affine.for %j = 0 to {inner} {{"),
            };
            let third = third.map_or(String::new(), |it| {
                format!("affine.for %i = 0 to {upper} {{\naffine.for %j = 0 to 2 {{\n{it}}}\n}}\n")
            });
            format!(
                "affine.for %i = {lower} to {upper} {{\n{head}\n{}{}}}\n}}\n{third}",
                in_scf(&first, is_scf),
                in_scf(&second, is_scf)
            )
        },
    )
}

/// A variable of `scf.for` is no dimension: there it is one of the outer loop that stands in.
fn in_scf(text: &str, is_scf: bool) -> String {
    if is_scf { text.replace("%j", "%i") } else { text.to_owned() }
}

const CHANGES: &[(&str, &str)] = &[
    ("affine.yield %u", "affine.yield %q"),
    ("affine.yield %u", "affine.yield %t"),
    ("scf.yield %u", "scf.yield %q"),
    ("affine.yield %q", "affine.yield %p"),
    ("memref.store %t", "memref.store %q"),
    ("= 0 to 4", "= 0 to 3"),
    ("= 1 to", "= 0 to"),
    ("d0 - d1 -", "d0 + d1 -"),
    ("- 1 >= 0", "- 2 >= 0"),
    ("-d0 + 4 >= 0", "-d0 + 5 >= 0"),
    ("-d0 + 4 >= 0", "-2 * d0 + 9 >= 0"),
    ("d0 - d1 - 1 >= 0", "d0 * 2 - d1 * 2 - 1 >= 0"),
    ("+ 0]", "+ 1]"),
    ("+ 1]", "+ 0]"),
    ("%A[", "%B["),
    ("%B[", "%A["),
    ("arith.addi", "arith.muli"),
    ("arith.subi", "arith.addi"),
    ("arith.maxsi", "arith.minsi"),
    ("constant 3", "constant 2"),
    ("constant 1 : index", "constant 2 : index"),
    ("%i floordiv 2", "(%i + 1) floordiv 2"),
    ("%j * 2", "%j + %j"),
    ("(%i + %j) mod 4", "(%i + %j + 4) mod 4"),
];

/// Operands of operations that commute the other way round.
fn crossed(text: &str) -> String {
    let line = |line: &str| {
        let commutes = ["arith.addi ", "arith.muli ", "arith.xori ", "arith.maxsi "];
        let found = commutes
            .iter()
            .find(|it| line.contains(**it))
            .and_then(|it| line.split_once(it).map(|at| (*it, at)));
        match found {
            Some((name, (head, rest))) => {
                match rest.split_once(" : ").and_then(|(both, ty)| Some((both.split_once(", ")?, ty))) {
                    Some(((a, b), ty)) => format!("{head}{name}{b}, {a} : {ty}"),
                    None => line.to_owned(),
                }
            }
            None => line.to_owned(),
        }
    };
    text.lines().map(|it| line(it) + "\n").collect()
}

#[test]
fn methods_agree_on_carried_chosen_and_taken_in_lanes() {
    let agreement = Agreement::default();
    let config = ProptestConfig::with_source_file(file!());
    let config = ProptestConfig { cases: config.cases / 4, ..config };
    let cases = (program(), prop::sample::select(CHANGES), 0..4_usize, any::<bool>());
    let result = TestRunner::new(config).run(&cases, |(program, (from, to), skipped, is_crossed)| {
        let mut other = if is_crossed { crossed(&program) } else { program.clone() };
        let places: Vec<usize> = other.match_indices(from).map(|it| it.0).collect();
        if let Some(place) = places.get(skipped % places.len().max(1)) {
            other.replace_range(*place..place + from.len(), to);
        }
        let function = |body: &str, unused: &str| {
            format!(
                "func.func @f(%A: {MEMREF}, %B: {MEMREF}) {{\n{unused}%zero = arith.constant 0 : index\n%one = arith.constant 1 : index\n{body}return\n}}"
            )
        };
        let (before, after) = (function(&program, ""), function(&other, "%unused = arith.constant 1 : i8\n"));
        agreement.judge(&before, &after)
    });
    agreement.end(result);
}
