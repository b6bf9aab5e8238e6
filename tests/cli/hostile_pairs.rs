//! Pairs of programs that ask for more than there is: many pieces, symbols, loops and writes of one buffer. Each comparison ends,
//! in little room.

use std::fmt::Write;
use std::process::Command;

use affine_analyzer_tests::program;
use affine_analyzer_tests::random::Random;

use crate::Folder;

/// Of address space, in kilobytes: threads and the allocator reserve more than they use.
const ROOM: u32 = 500_000;

/// Pairs that are compared.
const PAIRS: u64 = 5;

fn subscript(random: &mut Random, loops: usize) -> String {
    let (first, second) = (random.below(loops), random.below(loops));
    let (factor, divisor) = (1 + random.below(40), 2 + random.below(90));
    let form = match random.below(5) {
        0 => format!("%i{first} floordiv {divisor}"),
        1 => format!("%i{first} mod {divisor}"),
        2 => format!("(%i{first} * {factor} + %i{second}) floordiv {divisor}"),
        3 => format!("(%i{first} + %i{second} * {factor}) mod {divisor}"),
        _ => format!("%i{first} * {factor} + %i{second}"),
    };
    format!("{form} + {}", random.below(100))
}

/// A nest and the same with one number changed or none.
fn pair(seed: u64) -> [String; 2] {
    let mut random = Random::new(seed);
    let symbols = [0, 1, 3, 8, 20][random.below(5)];
    let loops = [1, 2, 3, 5, 8, 12][random.below(6)];
    let statements = if loops > 3 { 8 } else { [3, 10, 40][random.below(3)] };
    let arguments: String = (0..symbols).fold(String::new(), |it, at| it + &format!(", %n{at}: index"));
    let mut body = String::new();
    for level in 0..loops {
        let upper = match random.below(3) {
            0 if symbols > 0 => format!("%n{}", random.below(symbols)),
            1 if level > 0 => format!(
                "min affine_map<(d0) -> (d0 * {} + 9, d0 floordiv 3 + 90, 5000)>(%i{})",
                1 + random.below(7),
                random.below(level)
            ),
            _ => random.pick(&["3", "16", "511", "4099", "1000000"]).to_owned(),
        };
        let step = random.pick(&["1", "1", "2", "7", "32"]);
        writeln!(body, "affine.for %i{level} = 0 to {upper} step {step} {{").unwrap();
    }
    for at in 0..statements {
        let [a, b, c] = [0; 3].map(|_| subscript(&mut random, loops));
        let [from, to] = [0; 2].map(|_| random.pick(&["A", "B"]));
        let operation = random.pick(&["addf", "mulf", "subf", "maximumf"]);
        writeln!(
            body,
            "%a{at} = affine.load %{from}[{a}] : memref<?xf32>
            %b{at} = affine.load %B[{b}] : memref<?xf32>
            %c{at} = arith.{operation} %a{at}, %b{at} : f32
            affine.store %c{at}, %{to}[{c}] : memref<?xf32>"
        )
        .unwrap();
    }
    let ends = "}\n".repeat(loops);
    let text =
        format!("func.func @f(%A: memref<?xf32>, %B: memref<?xf32>{arguments}) {{\n{body}{ends}return\n}}\n");
    let other = match random.below(2) {
        0 => text.replace("return", "%unused = arith.constant true\nreturn"),
        _ => text.replacen(" + 1", " + 2", 1),
    };
    [text, other]
}

#[test]
fn comparisons_end_in_little_room() {
    for seed in 0..PAIRS {
        let folder = Folder::new();
        let [before, after] = pair(seed);
        folder.write("before.mlir", &before);
        folder.write("after.mlir", &after);
        let command = format!("ulimit -v {ROOM}; exec \"$0\" compare before.mlir after.mlir");
        let mut shell = Command::new("sh");
        let run = shell.arg("-c").arg(command).arg(program::path()).current_dir(&folder.0);
        let output = run.output().unwrap();
        let code = output.status.code();
        assert!(matches!(code, Some(0 | 1 | 3)), "seed {seed}: {output:?}\n{before}");
    }
}
