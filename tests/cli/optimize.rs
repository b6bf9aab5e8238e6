//! `optimize`: the text that it gives, its proposals, and that their steps lead to the same text.

use serde_json::Value;

use crate::{Folder, Run};

/// A product of matrices in an order that is slow.
const PRODUCT: &str = "\
func.func @product(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
  // Each element is a sum.
  affine.for %i = 0 to 64 {
    affine.for %j = 0 to 64 {
      affine.for %k = 0 to 64 {
        %x = affine.load %a[%i, %k] : memref<64x64xf32>
        %y = affine.load %b[%k, %j] : memref<64x64xf32>
        %s = affine.load %c[%i, %j] : memref<64x64xf32>
        %p = arith.mulf %x, %y : f32
        %t = arith.addf %s, %p : f32
        affine.store %t, %c[%i, %j] : memref<64x64xf32>
      }
    }
  }
  return
}
func.func @nothing() {
  return
}
";

fn optimize(arguments: &[&str]) -> Run {
    let folder = Folder::new();
    folder.write("a.mlir", PRODUCT);
    folder.run(&[&["optimize", "a.mlir", "--set", "bits=256"], arguments].concat())
}

#[test]
fn the_file_after_the_best_sequence() {
    let run = optimize(&[]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.contains("vector<"), "{}", run.stdout);
    assert!(run.stdout.contains("// Each element is a sum."), "{}", run.stdout);
    assert!(run.stderr.contains("@product: predicted "), "{}", run.stderr);
    assert!(run.stderr.contains("@nothing: nothing better is known"), "{}", run.stderr);
    assert_eq!(optimize(&[]).stdout, run.stdout, "the same each time");
    let run = optimize(&["--function", "nothing"]);
    assert_eq!(run.stdout, PRODUCT);
    assert_eq!(optimize(&["--function", "other"]).code, Some(2));
    assert_eq!(optimize(&["--set", "factor=3"]).code, Some(2));
}

#[test]
fn steps_lead_to_what_is_proposed() {
    let proposals = optimize(&["--format", "json", "--function", "product"]).json();
    let nests = &proposals["functions"][0]["nests"];
    assert_eq!(nests[0]["line"], 2);
    let proposals = nests[0]["proposals"].as_array().unwrap().clone();
    assert!(!proposals.is_empty());
    for (number, proposal) in proposals.iter().enumerate() {
        assert_predicted(proposal);
        assert_eq!(proposal["evidence"], "proven for smaller sizes");
        let folder = Folder::new();
        folder.write("a.mlir", PRODUCT);
        for step in proposal["steps"].as_array().unwrap() {
            let mut arguments = vec!["apply".to_owned(), "a.mlir".to_owned(), "--write".to_owned()];
            for (option, key) in [("--action", "action"), ("--at", "at")] {
                arguments.extend([option.to_owned(), step[key].as_str().unwrap().to_owned()]);
            }
            for (key, value) in step["settings"].as_object().unwrap() {
                arguments.extend(["--set".to_owned(), format!("{key}={}", value.as_str().unwrap())]);
            }
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            let run = folder.run(&arguments);
            assert_eq!(run.code, Some(0), "{}\n{step}", run.stderr);
        }
        let chosen = format!("proposal={}", number + 1);
        let run = optimize(&["--set", &chosen]);
        assert_eq!(String::from_utf8(folder.read("a.mlir")).unwrap(), run.stdout);
    }
}

#[test]
fn a_file_has_a_budget() {
    let folder = Folder::new();
    let named = |name: &str| PRODUCT.replace("@product", name).replace("@nothing", &format!("{name}_empty"));
    folder.write("a.mlir", format!("{}{}", named("@first"), named("@second")));
    let run = |arguments: &[&str]| {
        folder.run(&[&["optimize", "a.mlir", "--set", "bits=256", "--set", "looks=1"], arguments].concat())
    };
    let told = run(&[]).stderr;
    assert!(told.contains("@first: predicted "), "{told}");
    assert!(told.contains("@second: not looked at to the end"), "{told}");
    for name in ["@first_empty", "@second_empty"] {
        assert!(told.contains(&format!("{name}: nothing better is known")), "{told}");
    }
    let cut = run(&["--format", "json"]).json();
    let cut: Vec<_> =
        cut["functions"].as_array().unwrap().iter().map(|it| it["cutShort"].as_bool().unwrap()).collect();
    assert_eq!(cut, [false, false, true, false]);
    let human = run(&["--format", "human"]).stdout;
    assert!(human.contains("  not looked at to the end, since"), "{human}");
    // Named, each has the whole budget.
    assert!(run(&["--function", "second"]).stderr.contains("@second: predicted "));
}

/// The range holds the factor of the model, which the factors of the steps multiply to.
fn assert_predicted(proposal: &Value) {
    let number = |of: &Value, key: &str| of[key].as_f64().unwrap();
    let predicted = &proposal["predicted"];
    let factor = number(predicted, "factor");
    assert!(number(predicted, "least") < factor && factor < number(predicted, "greatest"), "{predicted}");
    let steps = proposal["steps"].as_array().unwrap();
    let product: f64 = steps.iter().map(|it| number(it, "factor")).product();
    assert!((product / factor - 1.0).abs() < 1e-3, "{proposal:#}");
}

/// Values move into registers at the price of a loop that cannot run ahead, and vectors make up for it.
const STENCIL: &str = "\
func.func @lap(%u: memref<18x10x8xf64>, %o: memref<18x10x8xf64>) {
  %c = arith.constant -4.0 : f64
  affine.for %i = 1 to 17 {
    affine.for %j = 1 to 9 {
      affine.for %k = 0 to 8 {
        %north = affine.load %u[%i - 1, %j, %k] : memref<18x10x8xf64>
        %south = affine.load %u[%i + 1, %j, %k] : memref<18x10x8xf64>
        %middle = affine.load %u[%i, %j, %k] : memref<18x10x8xf64>
        %s = arith.addf %north, %south : f64
        %m = arith.mulf %middle, %c : f64
        %r = arith.addf %s, %m : f64
        affine.store %r, %o[%i, %j, %k] : memref<18x10x8xf64>
      }
    }
  }
  return
}
";

/// A product of matrices as `scf` writes it.
const COUNTED: &str = "\
func.func @product(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  scf.for %i = %c0 to %c64 step %c1 {
    scf.for %j = %c0 to %c64 step %c1 {
      scf.for %k = %c0 to %c64 step %c1 {
        %x = memref.load %a[%i, %k] : memref<64x64xf32>
        %y = memref.load %b[%k, %j] : memref<64x64xf32>
        %z = memref.load %c[%i, %j] : memref<64x64xf32>
        %p = arith.mulf %x, %y : f32
        %s = arith.addf %z, %p : f32
        memref.store %s, %c[%i, %j] : memref<64x64xf32>
      }
    }
  }
  return
}
";

#[test]
fn what_is_raised_may_be_lowered_again() {
    let folder = Folder::new();
    folder.write("a.mlir", COUNTED);
    let optimized = |form: &str| folder.run(&["optimize", "a.mlir", "--set", "bits=256", "--set", form]);
    let raised = optimized("raised=affine").stdout;
    assert!(raised.contains("affine.for") && raised.contains("vector<"), "{raised}");
    let lowered = optimized("raised=scf");
    let text = &lowered.stdout;
    assert!(text.contains("scf.for") && text.contains("vector<"), "{text}{}", lowered.stderr);
    assert!(!text.contains("affine."), "{text}");
    folder.write("b.mlir", text);
    assert_eq!(folder.run(&["compare", "a.mlir", "b.mlir"]).code, Some(0));
    assert_eq!(optimized("raised=cf").code, Some(2));
}

#[test]
fn factors_of_steps_multiply() {
    let folder = Folder::new();
    folder.write("a.mlir", STENCIL);
    let options = ["optimize", "a.mlir", "--set", "bits=256", "--set", "registers=16"];
    let functions = folder.run(&[&options[..], &["--format", "json"]].concat()).json();
    let proposals = functions["functions"][0]["nests"][0]["proposals"].as_array().unwrap().clone();
    assert!(!proposals.is_empty());
    proposals.iter().for_each(assert_predicted);
    let told = folder.run(&[&options[..], &["--format", "human"]].concat()).stdout;
    assert!(told.lines().all(|it| it.chars().count() <= 72), "{told}");
    assert!(told.contains("times as fast, bound by") && told.contains(" × "), "{told}");
}

/// Two nests, of which the second walks against the rows.
const TWO: &str = "\
func.func @two(%a: memref<512x512xf32>, %b: memref<512x512xf32>) {
  affine.for %i = 0 to 512 {
    affine.for %j = 0 to 512 {
      %x = affine.load %a[%j, %i] : memref<512x512xf32>
      affine.store %x, %a[%j, %i] : memref<512x512xf32>
    }
  }
  affine.for %i = 0 to 512 {
    affine.for %j = 0 to 512 {
      %x = affine.load %a[%j, %i] : memref<512x512xf32>
      %y = arith.addf %x, %x : f32
      affine.store %y, %b[%j, %i] : memref<512x512xf32>
    }
  }
  return
}
";

#[test]
fn a_nest_alone() {
    let folder = Folder::new();
    folder.write("a.mlir", TWO);
    let lines: Vec<&str> = TWO.lines().collect();
    for (at, own, kept) in [("3:5", 1, &lines[7..]), ("10:7", 7, &lines[..7])] {
        let run = folder.run(&["optimize", "a.mlir", "--at", at]);
        assert_eq!(run.code, Some(0), "{}", run.stderr);
        assert_ne!(run.stdout, TWO);
        assert!(run.stdout.contains(&kept.join("\n")), "{}", run.stdout);
        let proposals = folder.run(&["optimize", "a.mlir", "--at", at, "--format", "json"]).json();
        let nests = proposals["functions"][0]["nests"].as_array().unwrap();
        assert_eq!(nests.len(), 1);
        assert_eq!(nests[0]["line"], own);
        assert!(!nests[0]["proposals"].as_array().unwrap().is_empty());
    }
}

#[test]
fn the_project_says_what_the_machine_is() {
    let folder = Folder::new();
    folder.write("a.mlir", PRODUCT);
    let widths = |folder: &Folder, arguments: &[&str]| {
        let run = folder.run(&[&["optimize", "a.mlir"], arguments].concat());
        [4, 8, 16, 32].map(|lanes| run.stdout.contains(&format!("vector<{lanes}xf32>")))
    };
    let narrow = widths(&folder, &["--set", "bits=128"]);
    let wide = widths(&folder, &["--set", "bits=1024"]);
    assert_ne!(narrow, wide);
    folder.write("affine-analyzer.toml", "[optimize]\nbits = 128\n");
    assert_eq!(widths(&folder, &[]), narrow);
    assert_eq!(widths(&folder, &["--set", "bits=1024"]), wide);
}

#[test]
fn several_cores_run_outermost_loops_in_parallel() {
    let run = optimize(&["--set", "cores=8", "--function", "product"]);
    assert_eq!(run.code, Some(0), "{}", run.stderr);
    assert!(run.stdout.contains("  affine.parallel (%i)"), "{}", run.stdout);
    assert!(run.stderr.contains("computes the same: "), "{}", run.stderr);
    assert!(!optimize(&["--function", "product"]).stdout.contains("affine.parallel"));
}

/// A condition over thirty loops, of which nobody shows in short that it never holds: the search ends.
#[test]
fn a_condition_that_is_hard_to_decide() {
    let (pigeons, holes) = (6, 5);
    let number = |pigeon: usize, hole: usize| pigeon * holes + hole;
    let sum = |numbers: Vec<usize>, by: &str| {
        numbers.iter().map(|it| format!("d{it}")).collect::<Vec<_>>().join(by)
    };
    let mut conditions = Vec::new();
    for pigeon in 0..pigeons {
        let of_it = (0..holes).map(|hole| number(pigeon, hole)).collect();
        conditions.push(format!("{} - 1 >= 0", sum(of_it, " + ")));
    }
    for hole in 0..holes {
        let of_it = (0..pigeons).map(|pigeon| number(pigeon, hole)).collect();
        conditions.push(format!("1 - {} >= 0", sum(of_it, " - ")));
    }
    let all = 0..pigeons * holes;
    let dims = sum(all.clone().collect(), ", ");
    let variables: Vec<String> = all.clone().map(|it| format!("%i{it}")).collect();
    let loops: String = variables.iter().map(|it| format!("affine.for {it} = 0 to 2 {{\n")).collect();
    let text = format!(
        "func.func @pigeons(%m: memref<2xf32>, %v: f32) {{
{loops}affine.if affine_set<({dims}) : ({})>({}) {{
affine.store %v, %m[%i0] : memref<2xf32>
}}
{}return
}}
",
        conditions.join(", "),
        variables.join(", "),
        "}\n".repeat(variables.len())
    );
    let folder = Folder::new();
    folder.write("pigeons.mlir", &text);
    let run = folder.run(&["optimize", "pigeons.mlir"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), text.as_str()), "{}", run.stderr);
}
