//! A program around kernels: fills their arguments with small integers, calls them, and prints what they leave.

/// A module that runs each kernel, a `func.func` over memrefs of `f32` with static shapes, and prints its arguments.
pub(crate) fn program(kernels: &[String]) -> String {
    let mut main = String::from("func.func @main() {\n");
    let mut next = 0;
    for kernel in kernels {
        let (name, types) = signature(kernel);
        let mut arguments = Vec::new();
        for (index, ty) in types.iter().enumerate() {
            let memref = format!("%m{next}");
            next += 1;
            main += &format!("  {memref} = memref.alloc() : {ty}\n");
            main += &fill(&memref, ty, index, &mut next);
            arguments.push(memref);
        }
        main += &format!("  call @{name}({}) : ({}) -> ()\n", arguments.join(", "), types.join(", "));
        for (memref, ty) in arguments.iter().zip(&types) {
            main += &format!("  {memref}u = memref.cast {memref} : {ty} to memref<*xf32>\n");
            main += &format!("  call @printMemrefF32({memref}u) : (memref<*xf32>) -> ()\n");
        }
    }
    main += "  return\n}\n";
    let print = "func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}\n";
    format!("{}\n{print}{main}", kernels.join("\n"))
}

/// The name and the types of the arguments.
fn signature(kernel: &str) -> (String, Vec<String>) {
    let name = kernel.split_once('@').unwrap().1;
    let (name, rest) = name.split_once('(').unwrap();
    let arguments = rest.split_once(')').unwrap().0;
    let types = arguments.split(',').map(|it| it.split_once(':').unwrap().1.trim().to_owned()).collect();
    (name.to_owned(), types)
}

/// Loops that store small integers, which every order of sums adds up to the same.
fn fill(memref: &str, ty: &str, seed: usize, next: &mut usize) -> String {
    let sizes: Vec<&str> =
        ty.trim_start_matches("memref<").split('x').take_while(|it| it.parse::<u32>().is_ok()).collect();
    let mut text = String::new();
    let mut indices = Vec::new();
    for size in &sizes {
        let index = format!("%i{next}");
        *next += 1;
        text += &format!("  affine.for {index} = 0 to {size} {{\n");
        indices.push(index);
    }
    let dims: Vec<String> = (0..sizes.len()).map(|it| format!("d{it}")).collect();
    let sum: Vec<String> =
        dims.iter().enumerate().map(|(index, dim)| format!("{dim} * {}", 3 + 2 * index)).collect();
    let sum = if sum.is_empty() { "0".to_owned() } else { sum.join(" + ") };
    text += &format!(
        "  %v = affine.apply affine_map<({}) -> (({sum} + {seed}) mod 5 - 2)>({})\n",
        dims.join(", "),
        indices.join(", ")
    );
    text += "  %w = arith.index_cast %v : index to i32\n  %x = arith.sitofp %w : i32 to f32\n";
    text += &format!("  affine.store %x, {memref}[{}] : {ty}\n", indices.join(", "));
    text += &"  }\n".repeat(sizes.len());
    text
}
