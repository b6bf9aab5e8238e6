//! One function of any length, as tools write what models are lowered to: nests of loops one after the other, whose names
//! are used again in each. `mlir-opt` accepts it. The same arguments give the same text.

use std::fmt::Write;

/// What the nests of a function work on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Buffers {
    /// Each nest writes a buffer of its own, which the next ones read.
    Own,
    /// All nests read and write the same four.
    Shared,
    /// The layers of a decoder: products of matrices, norms, a softmax and sums with what came before.
    Decoder,
}

const MATRIX: &str = "memref<128x128xf32>";
const ROW: &str = "memref<128xf32>";

/// A function of at least so many lines.
pub fn large_function(buffers: Buffers, lines: usize) -> String {
    let mut function = Function::default();
    function.line(&format!(
        "func.func @large(%arg0: {MATRIX}, %arg1: {MATRIX}, %arg2: {MATRIX}, %arg3: {MATRIX}) {{"
    ));
    function.line("%cst = arith.constant 0.000000e+00 : f32");
    function.line("%cst_0 = arith.constant 1.250000e-01 : f32");
    let mut last = "%arg0".to_owned();
    for number in 0.. {
        if function.lines + 3 > lines {
            break;
        }
        match buffers {
            Buffers::Own => last = function.nest_on_own_buffer(number, &last),
            Buffers::Shared => function.nest_on_shared_buffers(number),
            Buffers::Decoder => last = function.layer(&last),
        }
    }
    function.line("return");
    function.line("}");
    function.text
}

#[derive(Default)]
struct Function {
    text: String,
    lines: usize,
    depth: usize,
    buffers: usize,
}

impl Function {
    fn line(&mut self, line: &str) {
        let is_end = line.starts_with('}');
        self.depth -= usize::from(is_end);
        let _ = writeln!(self.text, "{}{line}", "  ".repeat(self.depth));
        self.depth += usize::from(line.ends_with('{'));
        self.lines += 1;
    }

    /// The name of a new buffer.
    fn buffer(&mut self, ty: &str) -> String {
        let name = format!("%alloc_{}", self.buffers);
        self.buffers += 1;
        self.line(&format!("{name} = memref.alloc() {{alignment = 64 : i64}} : {ty}"));
        name
    }

    /// Loops from 0 to 128 around statements.
    fn nest(&mut self, loops: usize, statements: &[String]) {
        for index in 0..loops {
            self.line(&format!("affine.for %arg{} = 0 to 128 {{", index + 4));
        }
        statements.iter().for_each(|it| self.line(it));
        (0..loops).for_each(|_| self.line("}"));
    }

    /// `to[i, j] = operation(a[i, j], b)` for all elements.
    fn elementwise(&mut self, operation: &str, a: &str, b: &str, to: &str) {
        let b_is_value = b.starts_with("%cst");
        let mut statements = vec![load("%0", a, "%arg4, %arg5")];
        statements.extend((!b_is_value).then(|| load("%1", b, "%arg4, %arg5")));
        let operand = if b_is_value { b } else { "%1" };
        statements.push(format!("%2 = {operation} %0, {operand} : f32"));
        statements.push(store("%2", to, "%arg4, %arg5"));
        self.nest(2, &statements);
    }

    /// `to = a b`.
    fn product(&mut self, a: &str, b: &str, to: &str) {
        self.nest(2, &[store("%cst", to, "%arg4, %arg5")]);
        self.nest(
            3,
            &[
                load("%0", a, "%arg4, %arg6"),
                load("%1", b, "%arg6, %arg5"),
                load("%2", to, "%arg4, %arg5"),
                "%3 = arith.mulf %0, %1 : f32".to_owned(),
                "%4 = arith.addf %2, %3 : f32".to_owned(),
                store("%4", to, "%arg4, %arg5"),
            ],
        );
    }

    /// `to[i]` is what an operation folds row `i` of `a` into.
    fn fold(&mut self, operation: &str, a: &str, to: &str) {
        self.line("affine.for %arg4 = 0 to 128 {");
        self.line("%0 = affine.for %arg5 = 0 to 128 iter_args(%arg6 = %cst) -> (f32) {");
        self.line(&load("%1", a, "%arg4, %arg5"));
        self.line(&format!("%2 = {operation} %arg6, %1 : f32"));
        self.line("affine.yield %2 : f32");
        self.line("}");
        self.line(&format!("affine.store %0, {to}[%arg4] : {ROW}"));
        self.line("}");
    }

    /// `to[i, j] = operation(a[i, j], row[i])`.
    fn by_row(&mut self, operation: &str, (a, row): (&str, &str), to: &str) {
        self.nest(
            2,
            &[
                load("%0", a, "%arg4, %arg5"),
                format!("%1 = affine.load {row}[%arg4] : {ROW}"),
                format!("%2 = {operation} %0, %1 : f32"),
                store("%2", to, "%arg4, %arg5"),
            ],
        );
    }

    fn nest_on_own_buffer(&mut self, number: usize, last: &str) -> String {
        let to = self.buffer(MATRIX);
        match number % 4 {
            0 => self.product(last, "%arg1", &to),
            1 => self.elementwise("arith.maximumf", last, "%cst", &to),
            2 => self.nest(
                2,
                &[
                    load("%0", last, "%arg4, %arg5"),
                    load("%1", last, "%arg5, %arg4"),
                    "%2 = arith.addf %0, %1 : f32".to_owned(),
                    store("%2", &to, "%arg4, %arg5"),
                ],
            ),
            _ => self.elementwise("arith.mulf", last, "%cst_0", &to),
        }
        to
    }

    fn nest_on_shared_buffers(&mut self, number: usize) {
        let argument = |it: usize| format!("%arg{}", it % 4);
        let (a, b, to) = (argument(number), argument(number * 3 + 1), argument(number + 2));
        if number % 5 == 4 {
            return self.product(&a, &argument(number + 1), &to);
        }
        self.elementwise("arith.addf", &a, &b, &to);
    }

    fn layer(&mut self, input: &str) -> String {
        let [squares, normal, query, key, scores, weights, context, sum] =
            [(); 8].map(|()| self.buffer(MATRIX));
        let [norm, greatest, total] = [(); 3].map(|()| self.buffer(ROW));
        self.elementwise("arith.mulf", input, input, &squares);
        self.fold("arith.addf", &squares, &norm);
        self.by_row("arith.divf", (input, &norm), &normal);
        self.product(&normal, "%arg1", &query);
        self.product(&normal, "%arg2", &key);
        self.product(&query, &key, &scores);
        self.fold("arith.maximumf", &scores, &greatest);
        self.by_row("arith.subf", (&scores, &greatest), &weights);
        self.fold("arith.addf", &weights, &total);
        self.by_row("arith.divf", (&weights, &total), &weights);
        self.product(&weights, "%arg3", &context);
        self.elementwise("arith.addf", &context, input, &sum);
        sum
    }
}

fn load(name: &str, buffer: &str, subscripts: &str) -> String {
    format!("{name} = affine.load {buffer}[{subscripts}] : {MATRIX}")
}

fn store(value: &str, buffer: &str, subscripts: &str) -> String {
    format!("affine.store {value}, {buffer}[{subscripts}] : {MATRIX}")
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::process::{Command, Stdio};

    use super::{Buffers, large_function};
    use crate::requirement;

    #[test]
    fn mlir_accepts_them() {
        let Some(mlir_opt) = requirement::program(&["mlir-opt-22", "mlir-opt"]) else { return };
        for buffers in [Buffers::Own, Buffers::Shared, Buffers::Decoder] {
            let text = large_function(buffers, 1_000);
            let lines = text.lines().count();
            assert!((1_000..1_200).contains(&lines), "{buffers:?}: {lines} lines");
            let mut child =
                Command::new(&mlir_opt).stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
            child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
            assert!(child.wait().unwrap().success(), "{buffers:?}");
        }
    }
}
