//! Every fusion that is offered, at every depth.

use crate::kernel::program;
use crate::tools::Tools;
use affine_analyzer_tests::random::Random;
use analysis::{Host, TextRange, TextSize};

/// The kernel after each fusion that is offered for it, with the action's id.
fn fused(kernel: &str) -> Vec<(String, String)> {
    let mut host = Host::new();
    let file = host.add_file(kernel);
    let analysis = host.analysis();
    let whole = TextRange::up_to(TextSize::of(kernel));
    analysis
        .actions(file, whole)
        .into_iter()
        .filter(|it| it.kind == "refactor.rewrite.affine.fuse" && it.disabled.is_none())
        .map(|action| {
            let edits = analysis
                .resolve_action(file, &action.request)
                .unwrap_or_else(|why| panic!("{}: {why}", action.request));
            let text = edits.iter().rev().fold(kernel.to_owned(), |text, edit| edit.apply(&text));
            (action.request.to_string(), text)
        })
        .collect()
}

/// Runs the kernels and all their fusions in one program each, and compares what they print.
fn check(kernels: &[String]) -> usize {
    let Some(tools) = Tools::find() else { return 0 };
    let mut before = Vec::new();
    let mut after = Vec::new();
    for kernel in kernels {
        for (id, text) in fused(kernel) {
            let name = format!("@k{}", before.len());
            let (head, rest) = kernel.split_once("@kernel").unwrap();
            before.push(format!("{head}{name}{rest}"));
            after.push((id, text.replacen("@kernel", &name, 1)));
        }
    }
    let texts: Vec<String> = after.iter().map(|it| it.1.clone()).collect();
    let run = |kernels: &[String]| tools.run(&program(kernels));
    if let (Ok(expected), Ok(found)) = (run(&before), run(&texts))
        && expected == found
    {
        return before.len();
    }
    // One by one, to tell which.
    for (before, (id, after)) in before.iter().zip(&after) {
        let expected = run(std::slice::from_ref(before)).unwrap_or_else(|error| panic!("{error}\n{before}"));
        match run(std::slice::from_ref(after)) {
            Err(error) => panic!("{id}: rejected\n{error}\n{before}\n{after}"),
            Ok(found) => assert!(expected == found, "{id}: other values\n{before}\n{after}"),
        }
    }
    panic!("the programs differ together, and not one by one");
}

#[test]
fn kernels() {
    let kernels: Vec<String> = include_str!("kernels.mlir").split("// -----\n").map(str::to_owned).collect();
    let count = check(&kernels);
    assert!(count == 0 || count >= kernels.len(), "{count} fusions of {} kernels", kernels.len());
}

/// Random pairs of nests over small buffers, with shifted, strided, reversed and transposed accesses.
#[test]
fn random_nests() {
    let mut random = Random::new(7);
    let kernels: Vec<String> = (0..80).map(|_| random_kernel(&mut random)).collect();
    let count = check(&kernels);
    assert!(Tools::find().is_none() || count > 0, "no fusion is offered");
}

fn random_kernel(random: &mut Random) -> String {
    let mut pick = |options: &[&'static str]| options[random.below(options.len())];
    // All subscripts stay within 0..16 for 2 <= i, j < 10.
    let shifts = ["", "", "", "", "", " + 1", " - 1", " + 2", " floordiv 2", " mod 4"];
    let loops = ["2 to 10", "2 to 10", "2 to 10", "2 to 10", "3 to 9", "2 to 10 step 2"];
    let depth = pick(&["1", "2", "2"]);
    let order = pick(&["same", "same", "same", "swapped"]);
    let mut nest = |consumes: bool| {
        let (outer, inner) = match consumes && order == "swapped" && depth == "2" {
            true => ("%j", "%i"),
            false => ("%i", "%j"),
        };
        let mut text = format!("  affine.for {outer} = {} {{\n", pick(&loops));
        if depth == "2" {
            let triangle = format!("affine_map<(d0) -> (d0)>({outer}) to 10");
            let bounds = match pick(&["plain", "plain", "plain", "triangle"]) {
                "triangle" => &triangle,
                _ => pick(&loops),
            };
            text += &format!("    affine.for {inner} = {bounds} {{\n");
        }
        let mut access = |memref: &str| {
            let second = match depth {
                "2" => format!("%j{}", pick(&shifts)),
                _ => pick(&["0", "0", "0", "1"]).to_owned(),
            };
            let first = pick(&["%i", "%i", "%i", "%i", "11 - %i"]);
            let shift = if first == "%i" { pick(&shifts) } else { "" };
            match pick(&["plain", "plain", "plain", "plain", "plain", "turned"]) {
                "turned" => format!("{memref}[{second}, {first}{shift}]"),
                _ => format!("{memref}[{first}{shift}, {second}]"),
            }
        };
        let (left, right, to) = match consumes {
            false => (access("%a"), access(["%a", "%b", "%t"][usize::from(order == "same")]), access("%t")),
            true => (access("%t"), access("%t"), access("%c")),
        };
        (text, left, right, to)
    };
    let (first, second) = (nest(false), nest(true));
    let mut body = |(text, left, right, to): (String, String, String, String), consumes: bool| {
        let mut rename = |access: String, names: &[&'static str]| match access.split_once('[') {
            Some((_, subscripts)) => format!("{}[{subscripts}", pick(names)),
            None => access,
        };
        let right = match consumes {
            true => rename(right, &["%t", "%t", "%a", "%b", "%c"]),
            false => rename(right, &["%a", "%a", "%b", "%b", "%t"]),
        };
        let to = match consumes {
            true => rename(to, &["%c", "%c", "%c", "%a", "%b", "%t"]),
            false => to,
        };
        let close = if depth == "2" { "    }\n" } else { "" };
        format!(
            "{text}    %x = affine.load {left} : memref<16x16xf32>\n    \
             %y = affine.load {right} : memref<16x16xf32>\n    \
             %s = arith.addf %x, %y : f32\n    \
             affine.store %s, {to} : memref<16x16xf32>\n{close}  }}\n"
        )
    };
    let (first, second) = (body(first, false), body(second, true));
    let private = pick(&["argument", "argument", "private"]) == "private" && !first.contains("load %t");
    let buffer = match private {
        // Elements that the producer does not write are read as well.
        true => {
            "  %t = memref.alloc() : memref<16x16xf32>\n  %z = arith.constant 0.0 : f32\n  \
             affine.for %i = 0 to 16 {\n    affine.for %j = 0 to 16 {\n      \
             affine.store %z, %t[%i, %j] : memref<16x16xf32>\n    }\n  }\n"
        }
        false => "",
    };
    let names: &[&str] = if private { &["%a", "%b", "%c"] } else { &["%a", "%b", "%c", "%t"] };
    let arguments = names.iter().map(|it| format!("{it}: memref<16x16xf32>")).collect::<Vec<_>>().join(", ");
    format!("func.func @kernel({arguments}) {{\n{buffer}{first}{second}  return\n}}\n")
}
