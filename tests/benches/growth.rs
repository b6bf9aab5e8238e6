//! How the processor time of commands grows with large, flat inputs: n nests, n functions, n comments and so on, n doubling.
//! Prints a table with the greatest exponent of each, and fails where one is above that of its row.

use std::fmt::Write;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use affine_analyzer_tests::program;
use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

/// An input of some size.
type Shape = fn(usize) -> String;

struct Row {
    name: &'static str,
    shape: Shape,
    command: &'static [&'static str],
    /// The first of three sizes.
    size: usize,
    /// What the time may grow with.
    most: f64,
}

const MOST: f64 = 1.2;
/// Pairs of accesses to one memref grow with the square of their number, until the budget for pairs ends.
const PAIRS: f64 = 2.1;

fn row(name: &'static str, shape: Shape, command: &'static [&'static str], size: usize) -> Row {
    Row { name, shape, command, size, most: MOST }
}

fn rows() -> Vec<Row> {
    vec![
        row("comments before the end", comments, &["fmt", "--check"], 20_000),
        row("comments in a function", |n| function(&comments(n)), &["fmt", "--check"], 20_000),
        row(
            "broken functions",
            |n| repeated(n, |it| format!("func.func @f{it}() {{\naffine.for\n}}\n")),
            &["fmt", "--check"],
            500,
        ),
        row("functions", functions, &["fmt", "--check"], 1_000),
        row("functions", functions, &["check"], 1_000),
        row("functions", functions, &["loops"], 500),
        row(
            "undefined names",
            |n| function(&repeated(n, |it| format!("%v{it} = arith.negf %u{it} : f32\n"))),
            &["check"],
            2_000,
        ),
        row(
            "unused constants",
            |n| function(&repeated(n, |it| format!("%v{it} = arith.constant {it} : index\n"))),
            &["check"],
            2_000,
        ),
        row("blocks", |n| function(&repeated(n, |it| format!("cf.br ^b{it}\n^b{it}:\n"))), &["check"], 2_000),
        row(
            "undefined blocks",
            |n| function(&repeated(n, |it| format!("cf.br ^u{it}\n^b{it}:\n"))),
            &["check"],
            2_000,
        ),
        row(
            "attributes",
            |n| format!("\"a.b\"() {{{}z}} : () -> ()\n", repeated(n, |it| format!("a{it} = {it}, "))),
            &["check"],
            20_000,
        ),
        row(
            "elements of a line",
            |n| format!("\"a.b\"() {{x = [{}0]}} : () -> ()\n", repeated(n, |it| format!("{it}, "))),
            &["check"],
            50_000,
        ),
        row(
            "parts",
            |n| repeated(n, |_| "func.func @f() {\n  return\n}\n// -----\n".to_owned()),
            &["check"],
            1_000,
        ),
        row(
            "aliases",
            |n| {
                let alias = |it| format!("#m{it} = affine_map<(d0) -> (d0 + {it})>\n");
                let use_of = |it| format!("%v{it} = affine.apply #m{it}(%n)\n");
                let (aliases, uses) = (repeated(n, alias), repeated(n, use_of));
                format!("{aliases}func.func @f(%n: index) {{\n{uses}return\n}}\n")
            },
            &["check"],
            2_000,
        ),
        row(
            "dialects",
            |n| function(&repeated(n, |it| format!("\"d{it}.op\"() : () -> ()\n"))),
            &["check"],
            4_000,
        ),
        row("accesses of a block", |n| function(&repeated(n, access)), &["check"], 2_000),
        row("accesses of a loop", |n| function(&in_loop(&repeated(n, access))), &["optimize"], 1_000),
        row("nests on many memrefs", memrefs, &["actions"], 500),
        row("functions", functions, &["deps"], 500),
        row("functions", functions, &["fusion"], 500),
        row("functions", functions, &["actions"], 250),
        row("functions", functions, &["print", "--generic"], 1_000),
        row("functions", functions, &["compare"], 250),
        row("functions", functions, &["optimize"], 25),
        row("kernels", kernels, &["optimize"], 5),
        row("transfers", transfers, &["check"], 1_000),
        row("nests of scf", |n| function(&repeated(n, scf_nest)), RAISE, 250),
        row("reductions of scf", |n| function(&repeated(n, reduction)), RAISE, 250),
        Row { most: PAIRS, ..row("nests on many memrefs", memrefs, &["fusion"], 250) },
        Row { most: PAIRS, ..row("nests on one memref", |n| function(&repeated(n, nest)), &["loops"], 100) },
    ]
}

const RAISE: &[&str] = &["apply", "--action", "raiseAll"];

fn scf_nest(number: usize) -> String {
    format!(
        "\
%zero{number} = arith.constant 0 : index
%one{number} = arith.constant 1 : index
%nine{number} = arith.constant 9 : index
scf.for %i = %zero{number} to %nine{number} step %one{number} {{
%s = arith.addi %i, %one{number} : index
%v = memref.load %m[%i] : memref<100xf32>
memref.store %v, %m[%s] : memref<100xf32>
}}
"
    )
}

/// One whose initial values are folded in after the loop.
fn reduction(number: usize) -> String {
    format!(
        "\
%zero{number} = arith.constant 0 : index
%one{number} = arith.constant 1 : index
%start{number} = arith.constant 2.0 : f32
%sum{number}:2 = scf.parallel (%i) = (%zero{number}) to (%one{number}) step (%one{number}) init (%start{number}, %start{number}) -> (f32, f32) {{
%v = memref.load %m[%i] : memref<100xf32>
scf.reduce(%v, %v : f32, f32) {{
^bb0(%a: f32, %b: f32):
%s = arith.addf %a, %b : f32
scf.reduce.return %s : f32
}}, {{
^bb0(%a: f32, %b: f32):
%s = arith.mulf %a, %b : f32
scf.reduce.return %s : f32
}}
}}
memref.store %sum{number}#0, %m[%zero{number}] : memref<100xf32>
memref.store %sum{number}#1, %m[%one{number}] : memref<100xf32>
"
    )
}

fn transfers(count: usize) -> String {
    let transfer = |it: usize| {
        format!(
            "%tag{it} = memref.alloc() : memref<1xi32>\naffine.dma_start %m[%c], %n[%c], %tag{it}[%c], %c : memref<100xf32>, memref<100xf32, 1>, memref<1xi32>\n"
        )
    };
    let head = "%c = arith.constant 0 : index\n%n = memref.alloc() : memref<100xf32, 1>\n";
    function(&format!("{head}{}", repeated(count, transfer)))
}

fn repeated(count: usize, text: impl Fn(usize) -> String) -> String {
    (0..count).map(text).collect()
}

fn comments(count: usize) -> String {
    repeated(count, |it| format!("// {it}\n"))
}

fn function(body: &str) -> String {
    format!("func.func @f(%m: memref<100xf32>) {{\n{body}return\n}}\n")
}

fn nest(_: usize) -> String {
    "affine.for %i = 0 to 10 {\n%v = affine.load %m[%i] : memref<100xf32>\naffine.store %v, %m[%i] : memref<100xf32>\n}\n".to_owned()
}

fn access(number: usize) -> String {
    let (from, to) = (number % 40, number * 7 % 40);
    format!(
        "%v{number} = affine.load %m[{from}] : memref<100xf32>\naffine.store %v{number}, %m[{to}] : memref<100xf32>\n"
    )
}

fn in_loop(body: &str) -> String {
    format!("affine.for %i = 0 to 50 {{\n{}}}\n", body.replace("%m[", "%m[%i + "))
}

fn memrefs(count: usize) -> String {
    let of_own = |it: usize| {
        format!("%m{it} = memref.alloc() : memref<100xf32>\n{}", nest(0).replace("%m[", &format!("%m{it}[")))
    };
    format!("func.func @f() {{\n{}return\n}}\n", repeated(count, of_own))
}

fn functions(count: usize) -> String {
    repeated(count, |it| function(&nest(0)).replace("@f", &format!("@f{it}")))
}

/// Products of matrices, of which each is worth a whole search.
fn kernels(count: usize) -> String {
    let kernel = |number: usize| {
        format!(
            "\
func.func @f{number}(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {{
affine.for %i = 0 to 64 {{
affine.for %j = 0 to 64 {{
affine.for %k = 0 to 64 {{
%x = affine.load %a[%i, %k] : memref<64x64xf32>
%y = affine.load %b[%k, %j] : memref<64x64xf32>
%s = affine.load %c[%i, %j] : memref<64x64xf32>
%p = arith.mulf %x, %y : f32
%t = arith.addf %s, %p : f32
affine.store %t, %c[%i, %j] : memref<64x64xf32>
}}
}}
}}
return
}}
"
        )
    };
    repeated(count, kernel)
}

/// Seconds of the processor, in children that have ended.
fn spent() -> f64 {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("the system counts");
    (usage.user_time().num_microseconds() + usage.system_time().num_microseconds()) as f64 / 1e6
}

/// The least of three runs.
fn measure(command: &[&str], files: &[&Path]) -> f64 {
    let once = |_| {
        let before = spent();
        let mut run = Command::new(program::path());
        run.args(command).args(files).stdout(Stdio::null()).stderr(Stdio::null());
        run.status().expect("the program starts");
        spent() - before
    };
    (0..3).map(once).fold(f64::INFINITY, f64::min)
}

fn main() -> ExitCode {
    let place = |name| Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let (file, renamed) = (place("growth.mlir"), place("growth-renamed.mlir"));
    let mut table = String::from(
        "| input | command | n | seconds | at 2n | at 4n | exponent | at most |\n|---|---|--:|--:|--:|--:|--:|--:|\n",
    );
    let mut is_wrong = false;
    for Row { name, shape, command, size, most } in rows() {
        let times = [1, 2, 4].map(|times| {
            let text = shape(size * times);
            std::fs::write(&file, &text).expect("the input is written");
            match *command {
                ["compare"] => {
                    std::fs::write(&renamed, text.replace("%i", "%k")).expect("the input is written");
                    measure(command, &[&file, &renamed])
                }
                _ => measure(command, &[&file]),
            }
        });
        let exponent = (times[2] / times[1]).log2();
        is_wrong |= exponent > most;
        let [first, second, third] = times;
        writeln!(
            table,
            "| {name} | `{}` | {size} | {first:.2} | {second:.2} | {third:.2} | {exponent:.2} | {most} |",
            command.join(" ")
        )
        .expect("a text grows");
    }
    [&file, &renamed].into_iter().for_each(|it| _ = std::fs::remove_file(it));
    #[expect(clippy::print_stdout, reason = "the answer")]
    {
        print!("{table}");
    }
    ExitCode::from(u8::from(is_wrong))
}
