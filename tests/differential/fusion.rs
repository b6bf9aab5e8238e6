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
                .resolve_action(file, &action.id)
                .unwrap_or_else(|| panic!("{} has no edit", action.id.0));
            let text = edits.iter().rev().fold(kernel.to_owned(), |text, edit| edit.apply(&text));
            (action.id.0, text)
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
    let kernels: Vec<String> = (0..60).map(|_| random_kernel(&mut random)).collect();
    check(&kernels);
}

fn random_kernel(random: &mut Random) -> String {
    let mut pick = |options: &[&'static str]| options[random.below(options.len())];
    // Subscripts of one dimension over the loop variable, all within 0..16 for 2 <= i < 10.
    let subscripts =
        ["%i", "%i", "%i", "%i + 1", "%i - 1", "%i + 2", "11 - %i", "%i floordiv 2", "%i mod 4", "3"];
    let loops = ["2 to 10", "2 to 10", "2 to 10", "3 to 9", "2 to 9", "2 to 10 step 2", "3 to 10 step 3"];
    let memrefs = ["%a", "%b", "%t", "%t"];
    let mut nest = |shared: bool| {
        let mut lines = format!("  affine.for %i = {} {{\n", pick(&loops));
        let depth = pick(&["1", "2"]);
        if depth == "2" {
            lines += &format!(
                "    affine.for %j = {} {{\n",
                pick(&["2 to 6", "2 to 10", "%i to 10"])
                    .replace("%i to 10", "affine_map<(d0) -> (d0)>(%i) to 10")
            );
        }
        let mut access = |memref: &str, pick: &mut dyn FnMut(&[&'static str]) -> &'static str| {
            let first = pick(&subscripts);
            let second = match depth {
                "2" => pick(&["%j", "%j", "%j", "%j + 1", "%j - 1", "%i", "11 - %j", "0"]),
                _ => pick(&["0", "0", "%i", "1"]),
            };
            let swapped = pick(&["no", "no", "yes"]);
            match swapped {
                "yes" => format!("{memref}[{second}, {first}]"),
                _ => format!("{memref}[{first}, {second}]"),
            }
        };
        let read = if shared { "%t" } else { pick(&memrefs) };
        let write = if shared { pick(&["%a", "%b", "%c", "%t"]) } else { pick(&["%t", "%t", "%t", "%a"]) };
        let left = access(read, &mut pick);
        let right = match pick(&["same", "other"]) {
            "same" => access(write, &mut pick),
            _ => access(pick(&memrefs), &mut pick),
        };
        let to = access(write, &mut pick);
        lines += &format!("    %x = affine.load {left} : memref<16x16xf32>\n");
        lines += &format!("    %y = affine.load {right} : memref<16x16xf32>\n");
        lines += "    %s = arith.addf %x, %y : f32\n";
        lines += &format!("    affine.store %s, {to} : memref<16x16xf32>\n");
        if depth == "2" {
            lines += "    }\n";
        }
        lines + "  }\n"
    };
    let arguments = ["%a", "%b", "%c", "%t"].map(|it| format!("{it}: memref<16x16xf32>")).join(", ");
    format!("func.func @kernel({arguments}) {{\n{}{}  return\n}}\n", nest(false), nest(true))
}
