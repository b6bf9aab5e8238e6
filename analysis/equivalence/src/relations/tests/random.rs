//! Random programs with small changes: no run distinguishes programs that are proven equal.

use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use super::agreement::Agreement;

/// A subscript or a bound over the names in scope.
fn expression(names: &'static [&'static str]) -> impl Strategy<Value = String> {
    let term =
        (prop::sample::select(names), 0..8_u8, 1_i64..=2).prop_map(|(name, shape, factor)| match shape {
            0 => format!("{name} floordiv 2"),
            1 => format!("{name} mod 3"),
            2 => format!("{name} * {factor}"),
            _ => name.to_owned(),
        });
    (term, prop::option::of(prop::sample::select(names)), 0_i64..=3).prop_map(|(term, more, constant)| {
        let more = more.map(|it| format!(" + {it}")).unwrap_or_default();
        format!("{term}{more} + {constant}")
    })
}

/// `%s = load … ; store f(load, load)`, with names that end in a number.
fn statement(number: usize, names: &'static [&'static str]) -> impl Strategy<Value = String> {
    let memref = || prop::sample::select(&["%A", "%B"][..]);
    let operation = prop::sample::select(&["addi", "muli", "subi", "maxsi"][..]);
    (memref(), memref(), memref(), operation, [expression(names), expression(names), expression(names)])
        .prop_map(move |(first, second, target, operation, [a, b, c])| {
            format!(
                "%p{number} = affine.load {first}[{a}] : memref<64xi32>
%q{number} = affine.load {second}[{b}] : memref<64xi32>
%r{number} = arith.{operation} %p{number}, %q{number} : i32
affine.store %r{number}, {target}[{c}] : memref<64xi32>
"
            )
        })
}

/// Two nests, the first of two loops.
fn program() -> impl Strategy<Value = String> {
    let both: &[&str] = &["%i", "%j"];
    let bounds = (0_i64..=2, 3_i64..=6, 1_i64..=2, 0..3_u8, 2_i64..=5);
    (bounds, statement(1, both), statement(2, both), statement(3, &["%i"]), any::<bool>()).prop_map(
        |((lower, upper, step, shape, inner), first, second, third, is_nested)| {
            let head = match shape {
                0 => format!("affine.for %j = 0 to {inner} {{"),
                1 => "affine.for %j = 0 to affine_map<(d0) -> (d0 + 1)>(%i) {".to_owned(),
                _ => format!("affine.for %j = 1 to {inner} step {step} {{"),
            };
            let guard = if is_nested { "affine.if affine_set<(d0, d1) : (d0 - d1 >= 0)>(%i, %j) {\n" } else { "" };
            let end = if is_nested { "}\n" } else { "" };
            format!(
                "affine.for %i = {lower} to {upper} {{\n{head}\n{first}{guard}{second}{end}}}\n}}\naffine.for %i = 0 to {upper} {{\n{third}}}\n"
            )
        },
    )
}

/// One place of a text changed, or two loops that may or may not be interchanged.
fn changed() -> impl Strategy<Value = (String, String)> {
    const CHANGES: &[(&str, &str)] = &[
        ("+ 1]", "+ 2]"),
        ("+ 0]", "+ 1]"),
        ("%A[", "%B["),
        ("%p1, %q1", "%q1, %p1"),
        ("addi", "subi"),
        ("= 0 to", "= 1 to"),
        ("step 2", "step 1"),
        ("%i mod 3", "%i"),
        ("%i floordiv 2", "(%i + 1) floordiv 2"),
        ("store %r", "store %q"),
        ("d0 - d1 >= 0", "d0 - d1 - 1 >= 0"),
        ("d0 - d1 >= 0", "2 * d0 - 2 * d1 + 1 >= 0"),
        (" + %j", " + %i"),
        ("%i + 0]", "(%i * 2) floordiv 2]"),
        ("%j * 1", "%j"),
    ];
    (program(), prop::sample::select(CHANGES), 0..4_usize).prop_map(|(program, (from, to), skipped)| {
        let places: Vec<usize> = program.match_indices(from).map(|it| it.0).collect();
        let mut other = program.clone();
        if !places.is_empty() {
            let place = places[skipped % places.len()];

            other.replace_range(place..place + from.len(), to);
        }
        (program, other)
    })
}

#[test]
fn what_is_proven_no_run_refutes() {
    let agreement = Agreement::default();
    let config = ProptestConfig::with_source_file(file!());
    let config = ProptestConfig { cases: config.cases / 4, ..config };
    let result = TestRunner::new(config).run(&changed(), |(before, after)| {
        let function = |body: &str, unused: &str| {
            format!("func.func @f(%A: memref<64xi32>, %B: memref<64xi32>) {{\n{unused}{body}return\n}}")
        };
        let (before, after) = (function(&before, ""), function(&after, "%unused = arith.constant 1 : i8\n"));
        agreement.judge(&before, &after)
    });
    agreement.end(result);
}
