//! What two forms of a program leave in their arguments.

use std::fmt::Write;

use crate::runner_program::printed_numbers;
use crate::tools::Tools;

/// What order of the same sums may change.
const ROUNDED: f64 = 2e-3;

/// Whether two modules with the function `@kernel`, of memrefs and numbers of `f32`, leave the same; none where the second does not run to
/// its end.
pub(super) fn leave_the_same(tools: &Tools, before: &str, after: &str) -> bool {
    let left = |text: &str| tools.run(&with_main(text).unwrap()).map(|it| printed_numbers(&it));
    let before = left(before).unwrap();
    let Ok(after) = left(after) else { return false };
    let is_alike = |(a, b): (&f64, &f64)| {
        a == b || a.is_nan() && b.is_nan() || (a - b).abs() <= ROUNDED * a.abs().max(b.abs()).max(1e-3)
    };
    before.len() == after.len() && before.iter().zip(&after).all(is_alike)
}

/// The module with a `@main` that fills the arguments, calls the kernel and prints what it leaves.
fn with_main(module: &str) -> Option<String> {
    let types = module.split_once("@kernel(")?.1.split_once(')')?.0;
    let types: Vec<&str> =
        types.split(", %").map(|it| it.split_once(": ").map(|it| it.1)).collect::<Option<_>>()?;
    let (mut main, mut prints) = (String::new(), String::new());
    for (at, ty) in types.iter().enumerate() {
        if *ty == "f32" {
            writeln!(main, "%m{at} = arith.constant {}.5 : f32", at % 3).ok()?;
            continue;
        }
        main += &filled(at, ty)?;
        writeln!(prints, "%u{at} = memref.cast %m{at} : {ty} to memref<*xf32>").ok()?;
        writeln!(prints, "call @printMemrefF32(%u{at}) : (memref<*xf32>) -> ()").ok()?;
    }
    let names: Vec<String> = (0..types.len()).map(|at| format!("%m{at}")).collect();
    let call = format!("call @kernel({}) : ({}) -> ()", names.join(", "), types.join(", "));
    let printer = "func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}";
    let end = module.rfind('}')?;
    Some(format!("{}{printer}\nfunc.func @main() {{\n{main}{call}\n{prints}return\n}}\n}}\n", &module[..end]))
}

/// Small numbers of both signs; on the diagonal of a square a large one, by which may be divided.
fn filled(at: usize, ty: &str) -> Option<String> {
    let sizes: Vec<&str> = ty.strip_prefix("memref<")?.strip_suffix("xf32>")?.split('x').collect();
    let variables: Vec<String> = (0..sizes.len()).map(|dim| format!("%i{at}_{dim}")).collect();
    let dims: Vec<String> = (0..sizes.len()).map(|dim| format!("d{dim}")).collect();
    let terms: Vec<String> =
        dims.iter().enumerate().map(|(dim, it)| format!("{it} * {}", 7 * dim + 3)).collect();
    let (subscripts, dims) = (variables.join(", "), dims.join(", "));
    let mut text = format!("%m{at} = memref.alloc() : {ty}\n");
    for (variable, size) in variables.iter().zip(&sizes) {
        writeln!(text, "affine.for {variable} = 0 to {size} {{").ok()?;
    }
    writeln!(
        text,
        "%n{at} = affine.apply affine_map<({dims}) -> (({} + {at}) mod 11 - 4)>({subscripts})
        %k{at} = arith.index_cast %n{at} : index to i32
        %f{at} = arith.sitofp %k{at} : i32 to f32
        %e{at} = arith.constant 0.125 : f32
        %x{at} = arith.mulf %f{at}, %e{at} : f32",
        terms.join(" + ")
    )
    .ok()?;
    let (first, last) = (variables.first()?, variables.last()?);
    let large = if sizes.len() == 2 && sizes[0] == sizes[1] { "-30.0" } else { "0.125" };
    writeln!(
        text,
        "%c{at} = arith.cmpi eq, {first}, {last} : index
        %l{at} = arith.constant {large} : f32
        %y{at} = arith.select %c{at}, %l{at}, %x{at} : f32
        affine.store %y{at}, %m{at}[{subscripts}] : {ty}
        {}",
        "}".repeat(sizes.len())
    )
    .ok()?;
    Some(text)
}
