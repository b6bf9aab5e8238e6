//! A program for `mlir-runner` around kernels: it gives them their arguments, calls them, and prints what they leave.

use std::fmt::Write;

use affine_analyzer_tests::equivalence::{Argument, Input};
use affine_analyzer_tests::interpreter::{Element, Scalar, Type};

/// A module that grows by one kernel after the other.
#[derive(Default)]
pub(crate) struct RunnerProgram {
    kernels: String,
    globals: String,
    main: String,
    values: usize,
    count: usize,
}

const PRINTERS: &str = "\
func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func private @printMemrefF64(memref<*xf64>) attributes {llvm.emit_c_interface}
func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}
func.func private @printMemrefInd(memref<*xindex>) attributes {llvm.emit_c_interface}
";

impl RunnerProgram {
    /// Adds a file with the function `@kernel` of these arguments, whose other names are those that random kernels have.
    ///
    /// `None`, and nothing is added, where it has arguments that cannot be given or printed.
    pub(crate) fn add(&mut self, text: &str, signature: &[Type], input: Input) -> Option<()> {
        let arguments = input.arguments(signature).ok()?;
        let (mut names, mut types, mut memrefs) = (Vec::new(), Vec::new(), Vec::new());
        for (ty, argument) in signature.iter().zip(&arguments) {
            let element = ty.element()?;
            let spelled = spelled(element)?;
            let name = self.value();
            match argument {
                Argument::Number(number) => {
                    writeln!(self.main, "  {name} = arith.constant {} : {spelled}", literal(*number)?)
                        .ok()?;
                    types.push(spelled.to_owned());
                }
                Argument::MemRef { sizes, contents } => {
                    let fixed = memref(sizes.iter().map(|it| Some(*it)), spelled);
                    let Type::MemRef { sizes: declared, .. } = ty else { return None };
                    let wanted = memref(declared.iter().copied(), spelled);
                    self.memref(&name, &fixed, sizes, contents)?;
                    memrefs.push((name.clone(), fixed.clone(), sizes.clone(), element));
                    if wanted != fixed {
                        let cast = self.value();
                        writeln!(self.main, "  {cast} = memref.cast {name} : {fixed} to {wanted}").ok()?;
                        names.push(cast);
                        types.push(wanted);
                        continue;
                    }
                    types.push(wanted);
                }
            }
            names.push(name);
        }
        let number = self.count;
        self.count += 1;
        let mut text = text.to_owned();
        for name in ["@kernel", "@change", "@same", "@new", "@before", "@count", "@g", "#kept"] {
            text = renamed(&text, name, &format!("{name}_{number}"));
        }
        self.kernels += &text;
        self.kernels.push('\n');
        writeln!(self.main, "  call @kernel_{number}({}) : ({}) -> ()", names.join(", "), types.join(", "))
            .ok()?;
        for (name, ty, sizes, element) in memrefs {
            self.print(&name, &ty, &sizes, element)?;
        }
        Some(())
    }

    pub(crate) fn text(&self) -> String {
        format!(
            "{}\n{PRINTERS}{}func.func @main() {{\n{}  return\n}}\n",
            self.kernels, self.globals, self.main
        )
    }

    fn value(&mut self) -> String {
        self.values += 1;
        format!("%v{}", self.values)
    }

    /// A buffer that holds what a constant of the module does.
    fn memref(&mut self, name: &str, ty: &str, sizes: &[i64], contents: &[Scalar]) -> Option<()> {
        let (global, constant) = (format!("@in_{}", self.values), self.value());
        let contents = nested(sizes, contents)?;
        writeln!(self.globals, "memref.global \"private\" constant {global} : {ty} = dense<{contents}>")
            .ok()?;
        writeln!(self.main, "  {constant} = memref.get_global {global} : {ty}").ok()?;
        writeln!(self.main, "  {name} = memref.alloc() : {ty}").ok()?;
        writeln!(self.main, "  memref.copy {constant}, {name} : {ty} to {ty}").ok()
    }

    fn print(&mut self, name: &str, ty: &str, sizes: &[i64], element: Element) -> Option<()> {
        let (mut name, mut ty) = (name.to_owned(), ty.to_owned());
        if element == Element::Integer(8) {
            (name, ty) = self.widened(&name, &ty, sizes)?;
        }
        let (printer, spelled) = match element {
            Element::F32 => ("F32", "f32"),
            Element::F64 => ("F64", "f64"),
            Element::Index => ("Ind", "index"),
            Element::Integer(_) => ("I32", "i32"),
        };
        let unranked = self.value();
        writeln!(self.main, "  {unranked} = memref.cast {name} : {ty} to memref<*x{spelled}>").ok()?;
        writeln!(self.main, "  call @printMemref{printer}({unranked}) : (memref<*x{spelled}>) -> ()").ok()
    }

    /// The same numbers in 32 bits, which can be printed.
    fn widened(&mut self, name: &str, ty: &str, sizes: &[i64]) -> Option<(String, String)> {
        let wide = self.value();
        let wide_type = memref(sizes.iter().map(|it| Some(*it)), "i32");
        writeln!(self.main, "  {wide} = memref.alloc() : {wide_type}").ok()?;
        let mut indices = Vec::new();
        for size in sizes {
            let index = self.value();
            writeln!(self.main, "  affine.for {index} = 0 to {size} {{").ok()?;
            indices.push(index);
        }
        let (indices, narrow, value) = (indices.join(", "), self.value(), self.value());
        writeln!(self.main, "  {narrow} = affine.load {name}[{indices}] : {ty}").ok()?;
        writeln!(self.main, "  {value} = arith.extsi {narrow} : i8 to i32").ok()?;
        writeln!(self.main, "  affine.store {value}, {wide}[{indices}] : {wide_type}").ok()?;
        writeln!(self.main, "{}", "  }".repeat(sizes.len())).ok()?;
        Some((wide, wide_type))
    }
}

/// A name replaced where it is not the beginning of a longer one.
fn renamed(text: &str, from: &str, to: &str) -> String {
    let mut pieces = text.split(from);
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let goes_on = piece.starts_with(|it: char| it.is_alphanumeric() || it == '_');
        out += if goes_on { from } else { to };
        out += piece;
    }
    out
}

fn spelled(element: Element) -> Option<&'static str> {
    match element {
        Element::F32 => Some("f32"),
        Element::F64 => Some("f64"),
        Element::Index => Some("index"),
        Element::Integer(8) => Some("i8"),
        Element::Integer(32) => Some("i32"),
        Element::Integer(_) => None,
    }
}

fn memref(sizes: impl Iterator<Item = Option<i64>>, element: &str) -> String {
    let sizes = sizes.map(|it| it.map_or("?x".to_owned(), |it| format!("{it}x")));
    format!("memref<{}{element}>", sizes.collect::<String>())
}

/// Numbers as a literal has them; none for those that have no decimal form.
fn literal(number: Scalar) -> Option<String> {
    match number {
        Scalar::Integer(value) => Some(value.to_string()),
        Scalar::F32(value) if value.is_finite() => Some(format!("{value:?}")),
        Scalar::F64(value) if value.is_finite() => Some(format!("{value:?}")),
        _ => None,
    }
}

fn nested(sizes: &[i64], numbers: &[Scalar]) -> Option<String> {
    let [size, inner @ ..] = sizes else { return literal(*numbers.first()?) };
    let length = numbers.len() / usize::try_from((*size).max(1)).ok()?;
    let items = numbers.chunks(length.max(1)).map(|it| nested(inner, it)).collect::<Option<Vec<_>>>()?;
    Some(format!("[{}]", items.join(", ")))
}

/// All numbers that a program has printed, in order.
pub(crate) fn printed_numbers(printed: &str) -> Vec<f64> {
    let separators = ['[', ']', ',', ' ', '\n', '\t'];
    printed.split(separators).filter(|it| !it.is_empty()).filter_map(|it| it.parse().ok()).collect()
}
