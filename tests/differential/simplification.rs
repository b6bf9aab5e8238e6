//! Random expressions in random contexts have the same values in their simpler form, which is never larger.

use affine_analyzer_tests::random::Random;
use base::isolated_op::isolated_ops;
use base::workspace::Workspace;
use ir::affine::AffineExpr;
use ir::{Ir, OpKind, ValueId, ir_of};

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
            let again: Vec<String> =
                Document::of_kernel(it.text.clone()).applied(KIND).into_iter().map(|it| it.text).collect();
            assert!(again.is_empty(), "what is simple is offered again\n{}\n{again:?}", it.text);
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

/// What a program stores under a number: an expression, and for each of its dimensions the loop that it is of.
enum Stored {
    Expression(AffineExpr, Vec<usize>),
    Number(i64),
    Variable(usize),
}

impl Stored {
    /// The value where the variables of the two loops are these.
    fn at(&self, variables: [i64; 2]) -> Option<i64> {
        match self {
            Stored::Expression(expression, loops) => {
                let inputs: Vec<i64> = loops.iter().map(|it| variables[*it]).collect();
                expression.evaluate(&inputs, &[])
            }
            Stored::Number(number) => Some(*number),
            Stored::Variable(number) => Some(variables[*number]),
        }
    }

    fn size(&self) -> usize {
        match self {
            Stored::Expression(expression, _) => size(&expression.to_string()),
            Stored::Number(number) => size(&number.to_string()),
            Stored::Variable(_) => 2,
        }
    }
}

/// The measure that the action states, over a text of the random grammar.
fn size(text: &str) -> usize {
    let spaced: String =
        text.chars().map(|it| if "()+*-".contains(it) { format!(" {it} ") } else { it.into() }).collect();
    let token = |it: &str| match it {
        "+" | "-" | "*" => 2,
        "mod" | "floordiv" | "ceildiv" => 5,
        "(" | ")" => 0,
        _ if it.starts_with('d') => 2,
        _ => 1,
    };
    spaced.split_whitespace().map(token).sum()
}

/// What a program in two loops stores under each number, and under which condition; nothing where a loop is gone.
fn stored(text: &str) -> Option<Vec<(usize, Stored)>> {
    let mut workspace = Workspace::default();
    let file = workspace.add_file(text);
    let db = &workspace.db;
    let mut found = Vec::new();
    for op in isolated_ops(db, file) {
        let ir = ir_of(db, *op);
        let loops: Vec<ValueId> = ir
            .walk()
            .into_iter()
            .filter(|it| matches!(ir.ops[*it].kind, OpKind::For(_)))
            .filter_map(|it| ir.blocks[ir.body(it)?].arguments.first().copied())
            .collect();
        for op in ir.walk() {
            let OpKind::Access(access) = &ir.ops[op].kind else { continue };
            let [.., AffineExpr::Constant(number)] = access.subscripts.map.as_ref()?.results[..] else {
                continue;
            };
            let value = ir.ops[op].operands.first()?.value?;
            found.push((usize::try_from(number).ok()?, value_of(ir, value, &loops)?));
        }
        if !found.is_empty() && loops.len() != 2 {
            return None;
        }
    }
    Some(found)
}

fn value_of(ir: &Ir, value: ValueId, loops: &[ValueId]) -> Option<Stored> {
    if let Some(number) = loops.iter().position(|it| *it == value) {
        return Some(Stored::Variable(number));
    }
    let op = ir.defining_op(value)?;
    match &ir.ops[op].kind {
        OpKind::ConstantInteger(number) => Some(Stored::Number(*number)),
        OpKind::Apply(applied) => {
            let of_loop = |it: Option<ValueId>| loops.iter().position(|own| Some(*own) == it);
            let inputs = ir.operand_values(op, &applied.operands).map(of_loop).collect::<Option<Vec<_>>>()?;
            let [result] = &applied.map.as_ref()?.results[..] else { return None };
            Some(Stored::Expression(result.clone(), inputs))
        }
        _ => value_of(ir, ir.ops[op].operands.first()?.value?, loops),
    }
}

/// As simple as `mlir-opt` makes them, where that is right, and simpler by what the context implies.
#[test]
fn as_simple_as_the_passes() {
    let Some(tools) = Tools::find() else { return };
    let seeds = if is_long() { 1_000 } else { 20 };
    let texts: Vec<String> = (0..seeds).map(|seed| program(&mut Random::new(seed))).collect();
    let passes = ["--canonicalize", "--affine-simplify-structures"];
    let (mut simplified, mut as_simple, mut simpler, mut wrong) = (0, 0, 0, 0);
    let mut worse = Vec::new();
    for (text, theirs) in texts.iter().zip(tools.printed(&texts, &passes)) {
        let ours = Document::of_kernel(text.clone()).applied(KIND).into_iter().next().map(|it| it.text);
        let ours = ours.as_deref().unwrap_or(text);
        let Some(theirs) = theirs else { continue };
        let (Some(before), Some(theirs), Some(after)) = (stored(text), stored(&theirs), stored(ours)) else {
            continue;
        };
        let of = |found: &[(usize, Stored)], number: usize| found.iter().position(|it| it.0 == number);
        for (number, expression) in &before {
            let (Some(their), Some(our)) = (of(&theirs, *number), of(&after, *number)) else { continue };
            let (their, our) = (&theirs[their].1, &after[our].1);
            let points = (0..9).flat_map(|i| (0..9).map(move |j| [i, j]));
            // The passes know nothing of the context, so they are right everywhere or wrong.
            if points.into_iter().any(|it| their.at(it) != expression.at(it)) {
                wrong += 1;
                continue;
            }
            let sizes = (written(text, *number), their.size(), written(ours, *number).unwrap_or(our.size()));
            let (Some(before), their, our) = sizes else { continue };
            simpler += usize::from(our < their);
            if their < before {
                simplified += 1;
                as_simple += usize::from(our <= their);
                if our > their {
                    worse.push(format!("{number} of {text}\n{ours}"));
                }
            }
        }
    }
    println!(
        "{simplified} simplified by passes, {as_simple} as simple here, {simpler} simpler here, {wrong} wrong by passes"
    );
    let share = as_simple * 100 / simplified.max(1);
    assert!(simplified >= 50 && share >= 95, "{share} %\n{}", worse.first().cloned().unwrap_or_default());
}

/// The size of the expression of that number as it is written; `None` where it is not written as a map.
fn written(text: &str, number: usize) -> Option<usize> {
    let rest = text.split_once(&format!("%e{number} = affine.apply affine_map<"))?.1;
    let (_, rest) = rest.split_once(" -> (")?;
    Some(size(rest.split_once(")>")?.0))
}
