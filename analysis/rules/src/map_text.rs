//! Mistakes inside the text of maps, sets and subscripts: names that are not declared or declared twice, and
//! expressions that are not affine. The same for operations and for definitions of aliases.

use crate::facts::{AnyFacts, Facts};
use ir::affine::{AffineExpr, Inputs, ValueInputs, lower_expression, lower_value_expression, parse_integer};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use syntax::{Located, LocatedToken, SyntaxKind, SyntaxNode, TextRange};

pub struct TextProblem {
    pub code: &'static str,
    pub range: TextRange,
    pub facts: AnyFacts,
    pub related: Vec<(TextRange, Cow<'static, str>)>,
}

impl TextProblem {
    pub fn new(code: &'static str, range: TextRange, facts: impl Facts) -> Self {
        Self { code, range, facts: AnyFacts::new(facts), related: Vec::new() }
    }
}

/// The problems of one `AFFINE_MAP`, `INTEGER_SET`, `SUBSCRIPTS` or bound of a band.
pub fn problems(node: Located<'_>) -> Vec<TextProblem> {
    let mut found = Vec::new();
    let mut names = DeclaredInputs::default();
    let mut inside = Vec::new();
    inside.push(node);
    node.for_each_own(&mut |it| inside.push(it));
    if is_declaring(node) {
        declarations(node, &mut names, &mut found);
        let lists = node
            .children()
            .filter(|it| matches!(it.kind(), SyntaxKind::AFFINE_DIMENSIONS | SyntaxKind::AFFINE_SYMBOLS));
        let inputs = lists.map(Located::trimmed_range).reduce(TextRange::cover);
        for identifier in inside.iter().filter(|it| it.kind() == SyntaxKind::AFFINE_IDENTIFIER) {
            undeclared(*identifier, &names, inputs, &mut found);
        }
    } else {
        mentions(&inside, &mut names, &mut found);
    }
    literals(&inside, &mut found);
    let mut wrong: Vec<TextRange> = Vec::new();
    let mut lowering = None;
    // Operands before the expressions that contain them: a product that is not affine is reported once.
    for expression in inside.iter().rev().filter(|it| it.kind() == SyntaxKind::AFFINE_BINARY) {
        let range = expression.text_range();
        if wrong.iter().any(|it| range.contains_range(*it)) {
            continue;
        }
        let lowering = lowering.get_or_insert_with(|| Lowering::of(node));
        if let Some(problem) = lowering.as_ref().and_then(|it| not_affine(*expression, it, &names)) {
            found.push(problem);
            wrong.push(range);
        }
    }
    found.sort_by_key(|it| it.range.start());
    found
}

/// Whether the node names its inputs itself.
fn is_declaring(node: Located<'_>) -> bool {
    matches!(node.kind(), SyntaxKind::AFFINE_MAP | SyntaxKind::INTEGER_SET)
}

/// From the text of the list to folded expressions.
enum Lowering<'a> {
    Declared(Inputs<'a>),
    /// Over values, in the order in which the whole list mentions them.
    Values(ValueInputs<'a>),
}

impl<'a> Lowering<'a> {
    fn of(node: Located<'a>) -> Option<Self> {
        if is_declaring(node) {
            return Inputs::of(node).map(Lowering::Declared);
        }
        let mut inputs = ValueInputs::default();
        if node.kind().is_affine_expression() {
            lower_value_expression(node, &mut inputs);
        } else {
            for expression in node.affine_expressions() {
                lower_value_expression(expression, &mut inputs);
            }
        }
        Some(Lowering::Values(inputs))
    }

    fn folded(&self, expression: Located<'a>) -> Option<AffineExpr> {
        let lowered = match self {
            Lowering::Declared(inputs) => lower_expression(expression, inputs),
            Lowering::Values(inputs) => lower_value_expression(expression, &mut inputs.clone()),
        };
        lowered.map(|it| it.folded())
    }
}

/// Integers that do not fit.
fn literals(inside: &[Located<'_>], found: &mut Vec<TextProblem>) {
    for constant in inside.iter().filter(|it| it.kind() == SyntaxKind::AFFINE_CONSTANT) {
        let Some(literal) = constant.token(SyntaxKind::INTEGER) else { continue };
        if parse_integer(literal.text()).is_none() {
            let message = format!("{} does not fit a signed 64-bit integer", literal.text());
            found.push(TextProblem::new("affine-literal-too-large", literal.text_range(), message));
        }
    }
}

#[derive(Default)]
struct DeclaredInputs<'a> {
    /// Where each is declared, and whether as a dimension.
    declared: FxHashMap<Cow<'a, str>, (TextRange, bool)>,
}

impl DeclaredInputs<'_> {
    /// The first mention of a dimension.
    fn dim_in<'n>(&self, node: Located<'n>) -> Option<Located<'n>> {
        let is_leaf = matches!(
            node.kind(),
            SyntaxKind::AFFINE_IDENTIFIER | SyntaxKind::AFFINE_VALUE | SyntaxKind::AFFINE_SYMBOL_VALUE
        );
        let is_dim = || self.declared.get(&leaf_name(node)).is_some_and(|it| it.1);
        if is_leaf && is_dim() { Some(node) } else { node.children().find_map(|it| self.dim_in(it)) }
    }
}

fn leaf_name(leaf: Located<'_>) -> Cow<'_, str> {
    let value = leaf.child(SyntaxKind::VALUE_USE).and_then(|it| it.token(SyntaxKind::PERCENT_ID));
    value.map_or_else(|| leaf.trimmed_text(), |it| it.text().into())
}

fn declarations<'a>(node: Located<'a>, names: &mut DeclaredInputs<'a>, found: &mut Vec<TextProblem>) {
    for list in node.children() {
        let is_dim = match list.kind() {
            SyntaxKind::AFFINE_DIMENSIONS => true,
            SyntaxKind::AFFINE_SYMBOLS => false,
            _ => continue,
        };
        for parameter in list.children_of_kind(SyntaxKind::AFFINE_PARAMETER) {
            let name = parameter.trimmed_text();
            let range = parameter.trimmed_range();
            if let Some((first, was_dim)) = names.declared.get(&name) {
                let what = if *was_dim { "dimension" } else { "symbol" };
                let message = format!("{name} is already a {what} of this map");
                found.push(TextProblem {
                    related: vec![(*first, "the first declaration".into())],
                    ..TextProblem::new("affine-duplicate-identifier", range, message)
                });
            } else {
                names.declared.insert(name, (range, is_dim));
            }
        }
    }
}

fn undeclared(
    identifier: Located<'_>,
    names: &DeclaredInputs<'_>,
    inputs: Option<TextRange>,
    found: &mut Vec<TextProblem>,
) {
    let name = identifier.trimmed_text();
    if names.declared.contains_key(&name) {
        return;
    }
    let hint = match &*name {
        "min" | "max" => "; list several results and use affine.min or affine.max",
        _ => "",
    };
    let message = format!("{name} is not an input of this map{hint}");
    found.push(TextProblem {
        related: inputs.map(|it| (it, "the inputs".into())).into_iter().collect(),
        ..TextProblem::new("affine-undeclared-identifier", identifier.trimmed_range(), message)
    });
}

/// The first mention of a value decides whether it is a dimension of the list, and which result of its name it is.
fn mentions<'a>(inside: &[Located<'a>], names: &mut DeclaredInputs<'a>, found: &mut Vec<TextProblem>) {
    let mut numbers: FxHashMap<Cow<'a, str>, Option<LocatedToken<'a>>> = FxHashMap::default();
    for leaf in inside.iter().copied() {
        let is_dim = match leaf.kind() {
            SyntaxKind::AFFINE_VALUE => true,
            SyntaxKind::AFFINE_SYMBOL_VALUE => false,
            _ => continue,
        };
        let name = leaf_name(leaf);
        let range = leaf.trimmed_range();
        let number = leaf.child(SyntaxKind::VALUE_USE).and_then(|it| it.token(SyntaxKind::HASH_ID));
        let Some((first, was_dim)) = names.declared.get(&name) else {
            names.declared.insert(name.clone(), (range, is_dim));
            numbers.insert(name, number);
            continue;
        };
        let mut say = |code, range, message: String| {
            let related = vec![(*first, "the first mention in this list".into())];
            found.push(TextProblem { related, ..TextProblem::new(code, range, message) });
        };
        if let Some(number) = number {
            let message = format!(
                "the results of {name} cannot be told apart in one list; give them names of their own"
            );
            say("subscript-repeated-base-name", number.text_range(), message);
            continue;
        }
        if is_dim != *was_dim {
            let (what, effect) = match was_dim {
                true => ("dimension", "symbol( ) has no effect"),
                false => ("symbol", "it is one here too"),
            };
            let message = format!("{name} is already a {what} of this list, so {effect}");
            say("symbol-keyword-ignored", range, message);
        }
        if let Some(Some(number)) = numbers.get(&name)
            && number.text() != "#0"
        {
            let message = format!("{name} means {name}{} here, as before in this list", number.text());
            say("result-number-ignored", range, message);
        }
    }
}

/// The problem of the operands of one operator, judged as MLIR does: after folding.
fn not_affine<'a>(
    expression: Located<'a>,
    lowering: &Lowering<'a>,
    names: &DeclaredInputs<'a>,
) -> Option<TextProblem> {
    let mut sides = expression.affine_expressions();
    let (left, right) = (sides.next()?, sides.next()?);
    let mut tokens = expression.tokens();
    let operator = tokens.find(|it| matches!(it.text(), "*" | "floordiv" | "ceildiv" | "mod"))?.text();
    let divisor = lowering.folded(right)?;
    let range = right.trimmed_range();
    if operator != "*"
        && let Some(constant) = divisor.as_constant().filter(|it| *it <= 0)
    {
        let (code, message) = match constant {
            0 => ("division-by-zero", "division by zero has no defined result"),
            _ => ("negative-divisor", "divisors of affine expressions are meant to be positive"),
        };
        return Some(TextProblem::new(code, range, message));
    }
    if divisor.is_symbolic() || operator == "*" && lowering.folded(left)?.is_symbolic() {
        return None;
    }
    let dim = names.dim_in(right)?;
    let name = leaf_name(dim);
    let place = (dim.trimmed_range(), format!("{name} is a dimension here").into());
    if operator == "*" {
        let factor = names.dim_in(left)?;
        let other = leaf_name(factor);
        let message = format!(
            "{} * {} is not affine: one factor has to be a constant or made of symbols only",
            left.trimmed_text(),
            right.trimmed_text()
        );
        return Some(TextProblem {
            related: vec![(factor.trimmed_range(), format!("{other} is a dimension here").into()), place],
            ..TextProblem::new("non-affine-mul", expression.trimmed_range(), message)
        });
    }
    let code = if operator == "mod" { "non-affine-mod" } else { "non-affine-div" };
    let message = format!(
        "the divisor of {operator} has to be a constant or made of symbols only, but {name} is a dimension"
    );
    Some(TextProblem { related: vec![place], ..TextProblem::new(code, range, message) })
}

/// The nodes that [`problems`] looks at, among the given ones.
pub fn is_judged(node: &SyntaxNode) -> bool {
    let kind = node.kind();
    let is_bound = || node.parent().is_some_and(|it| it.kind() == SyntaxKind::PARALLEL_BOUNDS);
    (LISTS.contains(&kind) || kind.is_affine_expression() && is_bound())
        && !node.ancestors().any(|it| it.kind() == SyntaxKind::ERROR)
}

/// The lists that [`problems`] looks at, beside the expressions right below a `PARALLEL_BOUNDS`.
pub const LISTS: &[SyntaxKind] =
    &[SyntaxKind::AFFINE_MAP, SyntaxKind::INTEGER_SET, SyntaxKind::SUBSCRIPTS, SyntaxKind::PARALLEL_BOUND];
