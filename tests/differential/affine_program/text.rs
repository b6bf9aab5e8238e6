//! Programs in MLIR's syntax.

use std::fmt::Write;

use super::{Division, Expression, NAME_OF_SYMBOL, Node, Program, SYMBOL};

impl Program {
    /// As a function.
    pub(crate) fn text(&self, name: &str) -> String {
        let mut out = format!("func.func @{name}(%A: memref<100x100xf32>, %N: index, %x: f32) {{\n");
        let mut dims = Vec::new();
        self.print(&self.before, &mut dims, &mut out);
        dims = self.before.iter().filter_map(Node::result).collect();
        let (least, greatest) = (SYMBOL.start(), SYMBOL.end());
        let guard = format!("affine_set<()[s0] : (s0 - {least} >= 0, {greatest} - s0 >= 0)>()[%N]");
        writeln!(out, "affine.if {guard} {{").unwrap();
        self.print(&self.guarded, &mut dims, &mut out);
        out += "}\nreturn\n}\n";
        out
    }

    fn print(&self, nodes: &[Node], dims: &mut Vec<usize>, out: &mut String) {
        let visible = dims.len();
        for node in nodes {
            match node {
                Node::For { variable, lower, upper, step, body } => {
                    let (max, min) = (prefix("max", lower), prefix("min", upper));
                    let (lower, upper) = (map(dims, lower), map(dims, upper));
                    writeln!(
                        out,
                        "affine.for {} = {max} {lower} to {min} {upper} step {step} {{",
                        name(*variable)
                    )
                    .unwrap();
                    dims.push(*variable);
                    self.print(body, dims, out);
                    dims.pop();
                    *out += "}\n";
                }
                Node::Parallel { variable, lower, upper, step, body } => {
                    let list = |it: &[Expression]| {
                        let texts: Vec<_> = it.iter().map(|it| it.text(symbolic)).collect();
                        texts.join(", ")
                    };
                    writeln!(
                        out,
                        "affine.parallel ({}) = (max({})) to (min({})) step ({step}) {{",
                        name(*variable),
                        list(lower),
                        list(upper)
                    )
                    .unwrap();
                    dims.push(*variable);
                    self.print(body, dims, out);
                    dims.pop();
                    *out += "}\n";
                }
                Node::If { constraints, then, otherwise } => {
                    let relation = |is_equality: bool| if is_equality { "==" } else { ">=" };
                    let texts: Vec<_> = constraints
                        .iter()
                        .map(|(it, equal)| {
                            format!("{} {} 0", it.text(|it| input(dims, it)), relation(*equal))
                        })
                        .collect();
                    writeln!(
                        out,
                        "affine.if affine_set<{} : ({})>{} {{",
                        inputs(dims),
                        texts.join(", "),
                        operands(dims)
                    )
                    .unwrap();
                    self.print(then, dims, out);
                    if !otherwise.is_empty() {
                        *out += "} else {\n";
                        self.print(otherwise, dims, out);
                    }
                    *out += "}\n";
                }
                Node::Apply { variable, value } => {
                    let map = map(dims, std::slice::from_ref(value));
                    writeln!(out, "{} = affine.apply {map}", name(*variable)).unwrap();
                    dims.push(*variable);
                }
                Node::Extreme { variable, values, is_least } => {
                    let op = if *is_least { "affine.min" } else { "affine.max" };
                    writeln!(out, "{} = {op} {}", name(*variable), map(dims, values)).unwrap();
                    dims.push(*variable);
                }
                Node::Access { access, subscripts } => {
                    let place: Vec<_> = subscripts.iter().map(|it| it.text(symbolic)).collect();
                    let place = format!("%A[{}] : memref<100x100xf32>", place.join(", "));
                    if self.accesses[*access].is_store {
                        writeln!(out, "affine.store %x, {place}").unwrap();
                    } else {
                        writeln!(out, "%l{access} = affine.load {place}").unwrap();
                    }
                }
            }
        }
        dims.truncate(visible);
    }
}

impl Expression {
    /// Over names, where the symbol is `symbol`.
    fn text(&self, name: impl Fn(usize) -> String) -> String {
        let mut text = String::new();
        for it in &self.terms {
            let input = name(it.variable);
            let divided = match it.division {
                Division::None => input,
                Division::Mod(by) => format!("({input} mod {by})"),
                Division::Floor(by) => format!("({input} floordiv {by})"),
                Division::Ceil(by) => format!("({input} ceildiv {by})"),
            };
            write!(text, "{divided} * {} + ", it.factor).unwrap();
        }
        write!(text, "{}", self.constant).unwrap();
        text
    }
}

fn prefix(keyword: &'static str, bounds: &[Expression]) -> &'static str {
    if bounds.len() > 1 { keyword } else { "" }
}

fn name(variable: usize) -> String {
    if variable == NAME_OF_SYMBOL { "%N".to_owned() } else { format!("%v{variable}") }
}

/// In subscripts and bounds of parallel loops.
fn symbolic(variable: usize) -> String {
    if variable == NAME_OF_SYMBOL { "symbol(%N)".to_owned() } else { name(variable) }
}

/// The name of a variable in a map over these dims.
fn input(dims: &[usize], variable: usize) -> String {
    dims.iter().position(|it| *it == variable).map_or("s0".to_owned(), |dim| format!("d{dim}"))
}

fn inputs(dims: &[usize]) -> String {
    let names: Vec<_> = (0..dims.len()).map(|it| format!("d{it}")).collect();
    format!("({})[s0]", names.join(", "))
}

fn operands(dims: &[usize]) -> String {
    let names: Vec<_> = dims.iter().map(|it| name(*it)).collect();
    format!("({})[%N]", names.join(", "))
}

fn map(dims: &[usize], results: &[Expression]) -> String {
    let results: Vec<_> = results.iter().map(|it| it.text(|it| input(dims, it))).collect();
    format!("affine_map<{} -> ({})>{}", inputs(dims), results.join(", "), operands(dims))
}
