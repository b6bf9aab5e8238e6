//! `unknown-type`: MLIR's name of a type of other languages.

use super::FixContext;
use crate::diagnostic::Fix;

const NAMES: &[(&str, &str)] = &[
    ("bool", "i1"),
    ("byte", "i8"),
    ("char", "i8"),
    ("double", "f64"),
    ("float", "f32"),
    ("float32", "f32"),
    ("float64", "f64"),
    ("fp16", "f16"),
    ("fp32", "f32"),
    ("fp64", "f64"),
    ("half", "f16"),
    ("int", "i32"),
    ("int32", "i32"),
    ("int64", "i64"),
    ("long", "i64"),
    ("short", "i16"),
    ("size_t", "index"),
];

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let text = ctx.text();
    match NAMES.iter().find(|it| it.0 == text) {
        Some((_, name)) => ctx.replace(format!("change to {name}"), *name),
        None => None,
    }
}
