//! How long a kernel takes, lowered by `mlir-opt` and run by `mlir-runner -O3`.

use crate::tools::Tools;

/// Calls of which the shortest counts: compilation and the first touch of memory do not.
const CALLS: usize = 8;

/// What a program with a kernel has printed.
pub struct Timing {
    /// The least time of one call.
    pub seconds: f64,
    /// The sum of the elements of each argument after the last call.
    pub sums: Vec<f64>,
}

/// Runs `@kernel`, whose arguments are memrefs of constant sizes of `f32` or `f64`, on small whole numbers.
pub fn timed(tools: &Tools, kernel: &str) -> Result<Timing, String> {
    let printed = tools.run_with(&program(kernel)?, &["-O3"])?;
    let numbers = printed.split_whitespace().map(str::parse::<f64>).collect::<Result<Vec<_>, _>>();
    let numbers = numbers.map_err(|it| format!("{it}: {printed}"))?;
    let (times, sums) = numbers.split_at_checked(CALLS).ok_or("it has printed too little")?;
    Ok(Timing { seconds: times.iter().copied().fold(f64::INFINITY, f64::min), sums: sums.to_vec() })
}

/// Fills the arguments and calls the kernel, again and again, and prints the seconds of each call; then the sums.
fn program(kernel: &str) -> Result<String, String> {
    let arguments = kernel.split_once("@kernel(").and_then(|it| it.1.split_once(')')).ok_or("no kernel")?.0;
    let types: Vec<&str> = arguments.split(", ").filter_map(|it| Some(it.split_once(": ")?.1)).collect();
    let allocations: String =
        types.iter().enumerate().map(|(at, ty)| format!("  %m{at} = memref.alloc() : {ty}\n")).collect();
    let fills: String = types.iter().enumerate().map(|(at, ty)| fill(at, ty)).collect();
    let sums: String = types.iter().enumerate().map(|(at, ty)| sum(at, ty)).collect();
    let names: Vec<String> = (0..types.len()).map(|it| format!("%m{it}")).collect();
    // Inlined, it would be moved out of the time that is taken.
    let kernel = kernel.replacen(") {", ") attributes {passthrough = [\"noinline\"]} {", 1);
    Ok(format!(
        "{kernel}\n\
         func.func private @rtclock() -> f64\n\
         func.func private @printF64(f64)\n\
         func.func private @printNewline()\n\
         func.func @main() {{\n{allocations}  affine.for %call = 0 to {CALLS} {{\n{fills}    \
         %start = func.call @rtclock() : () -> f64\n    \
         func.call @kernel({}) : ({}) -> ()\n    \
         %end = func.call @rtclock() : () -> f64\n    \
         %time = arith.subf %end, %start : f64\n    \
         func.call @printF64(%time) : (f64) -> ()\n    func.call @printNewline() : () -> ()\n  }}\n{sums}  return\n}}\n",
        names.join(", "),
        types.join(", ")
    ))
}

/// The loops over all elements of an argument, their variables, and the braces at the end.
fn loops(number: usize, ty: &str) -> (String, Vec<String>, String) {
    let sizes: Vec<&str> = ty.trim_start_matches("memref<").split('x').collect();
    let sizes = &sizes[..sizes.len() - 1];
    let variables: Vec<String> = (0..sizes.len()).map(|dim| format!("%i{number}_{dim}")).collect();
    let heads = variables.iter().zip(sizes).map(|(it, size)| format!("  affine.for {it} = 0 to {size} {{\n"));
    (heads.collect(), variables, "  }".repeat(sizes.len()))
}

fn element(ty: &str) -> &str {
    if ty.ends_with("f32>") { "f32" } else { "f64" }
}

/// Numbers from 0 to 4.
fn fill(number: usize, ty: &str) -> String {
    let (heads, variables, end) = loops(number, ty);
    let subscripts = variables.join(", ");
    let terms: Vec<String> =
        variables.iter().enumerate().map(|(dim, _)| format!("d{dim} * {}", 2 * dim + 3)).collect();
    let dims: Vec<String> = (0..variables.len()).map(|dim| format!("d{dim}")).collect();
    let (element, map) = (element(ty), format!("({}) -> (({}) mod 5)", dims.join(", "), terms.join(" + ")));
    format!(
        "{heads}    %n{number} = affine.apply affine_map<{map}>({subscripts})\n    \
         %k{number} = arith.index_cast %n{number} : index to i32\n    \
         %f{number} = arith.sitofp %k{number} : i32 to {element}\n    \
         affine.store %f{number}, %m{number}[{subscripts}] : {ty}\n{end}\n"
    )
}

fn sum(number: usize, ty: &str) -> String {
    let (heads, variables, end) = loops(number, ty);
    let subscripts = variables.join(", ");
    let widened = match element(ty) {
        "f32" => format!("    %w{number} = arith.extf %v{number} : f32 to f64\n"),
        _ => String::new(),
    };
    let value = if widened.is_empty() { "v" } else { "w" };
    format!(
        "  %total{number} = memref.alloc() : memref<1xf64>\n  %zero{number} = arith.constant 0.0 : f64\n  \
         affine.store %zero{number}, %total{number}[0] : memref<1xf64>\n\
         {heads}    %v{number} = affine.load %m{number}[{subscripts}] : {ty}\n{widened}    \
         %s{number} = affine.load %total{number}[0] : memref<1xf64>\n    \
         %t{number} = arith.addf %s{number}, %{value}{number} : f64\n    \
         affine.store %t{number}, %total{number}[0] : memref<1xf64>\n{end}\n  \
         %r{number} = affine.load %total{number}[0] : memref<1xf64>\n  \
         func.call @printF64(%r{number}) : (f64) -> ()\n  func.call @printNewline() : () -> ()\n"
    )
}
