//! Random expressions in random contexts have the same values in their simpler form, which is never larger.

use affine_analyzer_tests::random::Random;

use crate::tools::Tools;
use crate::transformations::{Document, Judge, is_long};

const KIND: &str = "refactor.rewrite.affine.simplify";

/// So many expressions stand in one program.
const EXPRESSIONS: usize = 20;

/// An expression over `d0` and `d1`.
fn expression(random: &mut Random, depth: usize) -> String {
    if depth == 0 || random.below(6) == 0 {
        return match random.below(4) {
            0 => (random.below(30) as i64 - 10).to_string(),
            it => format!("d{}", it % 2),
        };
    }
    let mut inner = || expression(random, depth - 1);
    let (left, right) = (inner(), inner());
    let number = random.below(7) + 2;
    match random.below(6) {
        0 | 1 => format!("({left} + {right})"),
        2 => format!("({left} * {})", random.below(9) as i64 - 4),
        3 => format!("({left} mod {number})"),
        4 => format!("({left} floordiv {number})"),
        _ => format!("({left} ceildiv {number})"),
    }
}

/// A nest in which loops, a condition and a minimum tell something of both variables.
fn program(random: &mut Random) -> String {
    let lower = random.below(4);
    let upper = lower + random.below(5) + 1;
    let step = random.below(3) + 1;
    let (first, last) = (random.below(3), random.below(6) + 2);
    let condition = match random.below(4) {
        0 => format!("d0 - d1 + {} >= 0", random.below(5)),
        1 => format!("d0 + d1 - {} >= 0", random.below(5)),
        2 => format!("(d0 + d1) mod {} == 0", random.below(3) + 2),
        _ => format!("d0 - {} >= 0, {} - d1 >= 0", random.below(4), random.below(8)),
    };
    let mut body = String::new();
    for number in 0..EXPRESSIONS {
        let expression = expression(random, 4);
        body.push_str(&format!(
            "        %e{number} = affine.apply affine_map<(d0, d1) -> ({expression})>(%i, %j)
        %v{number} = arith.index_cast %e{number} : index to i64
        affine.store %v{number}, %y[%i, %j, {number}] : memref<8x8x{EXPRESSIONS}xi64>
"
        ));
    }
    format!(
        "func.func @kernel(%y: memref<8x8x{EXPRESSIONS}xi64>) {{
  affine.for %i = {lower} to {upper} step {step} {{
    affine.for %j = {first} to min affine_map<(d0) -> (d0 + {last}, 8)>(%i) {{
      affine.if affine_set<(d0, d1) : ({condition})>(%i, %j) {{
{body}      }}
    }}
  }}
  return
}}
"
    )
}

#[test]
fn random_expressions() {
    let Some(tools) = Tools::find() else { return };
    let mut judge = Judge::new(&tools);
    let programs = if is_long() { 1_000 } else { 20 };
    let (mut before, mut behind) = (0, 0);
    for seed in 0..programs {
        let document = Document::of_kernel(program(&mut Random::new(seed)));
        // Offered for the function, and for the nest.
        let applied: Vec<_> = document.applied(KIND).into_iter().take(1).collect();
        for it in &applied {
            assert!(it.text.len() < document.text.len(), "{}\n{}", document.text, it.text);
            before += document.text.len();
            behind += it.text.len();
        }
        judge.add_applied(&document, applied);
    }
    let report = judge.finish();
    report.assert_sound();
    println!("{} programs, {before} bytes become {behind}", report.count());
    assert!(report.count() * 10 >= programs as usize * 9, "{}", report.count());
}
