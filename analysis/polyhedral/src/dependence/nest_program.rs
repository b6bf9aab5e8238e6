//! Random nests of two loops without symbols, for properties that run a program once.

use proptest::prelude::*;

/// A subscript or bound over the names in scope.
fn expression(names: Vec<&'static str>) -> impl Strategy<Value = String> {
    let term = (prop::sample::select(names), -3_i64..=3, 0..8_u8, 2_i64..=4).prop_map(
        |(name, factor, shape, divisor)| match shape {
            0 => format!("({name} floordiv {divisor}) * {factor}"),
            1 => format!("({name} + 1) mod {divisor}"),
            2 => format!("(-{name}) ceildiv {divisor}"),
            _ => format!("{name} * {factor}"),
        },
    );
    (prop::collection::vec(term, 1..=2), -3_i64..=3)
        .prop_map(|(terms, constant)| format!("{} + {constant}", terms.join(" + ")))
}

fn access(names: Vec<&'static str>) -> impl Strategy<Value = String> {
    (expression(names.clone()), expression(names), any::<bool>()).prop_map(|(row, column, is_store)| {
        let subscripts = format!("%A[{row}, {column}] : memref<100x100xf32>");
        if is_store {
            format!("affine.store %x, {subscripts}\n")
        } else {
            format!("affine.load {subscripts}\n")
        }
    })
}

/// A nest of two loops with a guarded access, an access beside it, and one after the inner loop.
pub fn program() -> impl Strategy<Value = String> {
    let outer = (0_i64..=2, 1_i64..=3, 3_i64..=7);
    let inner = (0..4_u8, 1_i64..=3, 2_i64..=6);
    let condition = (expression(vec!["%i", "%j"]), any::<bool>(), 0..3_u8);
    let both = || access(vec!["%i", "%j"]);
    (outer, inner, condition, both(), both(), both(), access(vec!["%i"])).prop_map(
        |((lower, step, upper), (shape, inner_step, inner_upper), (guard, is_equality, arms), then, other, free, after)| {
            let inner_bounds = match shape {
                0 => format!("affine_map<(d0) -> (d0)>(%i) to {}", inner_upper + 3),
                1 => format!("max affine_map<(d0) -> (d0 - 2, 1)>(%i) to {inner_upper}"),
                2 => format!("0 to min affine_map<(d0) -> (d0 * 2, {inner_upper})>(%i)"),
                _ => format!("-1 to {inner_upper}"),
            };
            let relation = if is_equality { "==" } else { ">=" };
            let guard = guard.replace("%i", "d0").replace("%j", "d1");
            let conditional = match arms {
                0 => format!("affine.if affine_set<(d0, d1) : ({guard} {relation} 0)>(%i, %j) {{\n{then}}} else {{\n{other}}}\n"),
                1 => format!("affine.if affine_set<(d0, d1) : ({guard} {relation} 0, d1 - 1 >= 0)>(%i, %j) {{\n{then}}} else {{\n{other}}}\n"),
                _ => format!("{then}{other}"),
            };
            let text = format!(
                "func.func @f(%A: memref<100x100xf32>, %x: f32) {{
affine.for %i = {lower} to {upper} step {step} {{
affine.for %j = {inner_bounds} step {inner_step} {{
{conditional}{free}}}
{after}}}
return
}}"
            );
            let mut number = 0;
            text.lines()
                .map(|line| {
                    if line.starts_with("affine.load") {
                        number += 1;
                        format!("%v{number} = {line}\n")
                    } else {
                        format!("{line}\n")
                    }
                })
                .collect()
        },
    )
}

/// The program with its outer loop parallel.
pub fn parallel(text: &str) -> String {
    let outer = |line: &str| {
        let rest = line.strip_prefix("affine.for %i = ")?.strip_suffix(" {")?;
        let (lower, rest) = rest.split_once(" to ")?;
        let (upper, step) = rest.split_once(" step ")?;
        Some(format!("affine.parallel (%i) = ({lower}) to ({upper}) step ({step}) {{"))
    };
    text.lines().map(|it| outer(it).unwrap_or_else(|| it.to_owned()) + "\n").collect()
}
