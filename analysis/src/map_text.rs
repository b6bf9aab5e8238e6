//! What is wrong inside the text of maps, sets and subscripts: names that are not declared or declared twice, and
//! expressions that are not affine. The same for operations and for definitions of aliases.

use crate::affine::{
    AffineExpr, Inputs, ValueInputs, lower_expression, lower_value_expression, parse_integer,
};
use crate::ir::trimmed_range;
use rustc_hash::FxHashMap;
use syntax::ast::{self, AstNode};
use syntax::{SyntaxKind, SyntaxNode, SyntaxToken, TextRange};

pub(crate) struct TextProblem {
    pub(crate) code: &'static str,
    pub(crate) range: TextRange,
    pub(crate) message: String,
    pub(crate) related: Vec<(TextRange, String)>,
}

/// The problems of one `AFFINE_MAP`, `INTEGER_SET`, `SUBSCRIPTS` or bound of a band.
pub(crate) fn problems(node: &SyntaxNode) -> Vec<TextProblem> {
    let mut found = Vec::new();
    let mut names = Names::default();
    if matches!(node.kind(), SyntaxKind::AFFINE_MAP | SyntaxKind::INTEGER_SET) {
        declarations(node, &mut names, &mut found);
        let lists = node
            .children()
            .filter(|it| matches!(it.kind(), SyntaxKind::AFFINE_DIMENSIONS | SyntaxKind::AFFINE_SYMBOLS));
        let inputs = lists.map(|it| trimmed_range(&it)).reduce(TextRange::cover);
        for identifier in node.descendants().filter(|it| it.kind() == SyntaxKind::AFFINE_IDENTIFIER) {
            undeclared(&identifier, &names, inputs, &mut found);
        }
    } else {
        mentions(node, &mut names, &mut found);
    }
    literals(node, &mut found);
    let lowering = Lowering::of(node);
    let mut wrong: Vec<TextRange> = Vec::new();
    let expressions = node.descendants().filter(|it| it.kind() == SyntaxKind::AFFINE_BINARY);
    // Operands before what is made of them: a product that is not affine is said once.
    for expression in expressions.collect::<Vec<_>>().into_iter().rev() {
        let range = expression.text_range();
        if wrong.iter().any(|it| range.contains_range(*it)) {
            continue;
        }
        if let Some(problem) = lowering.as_ref().and_then(|it| not_affine(&expression, it, &names)) {
            found.push(problem);
            wrong.push(range);
        }
    }
    found.sort_by_key(|it| it.range.start());
    found
}

/// From the text of the list to folded expressions.
enum Lowering {
    Declared(Inputs),
    /// Over values, in the order in which the whole list mentions them.
    Values(ValueInputs),
}

impl Lowering {
    fn of(node: &SyntaxNode) -> Option<Self> {
        if matches!(node.kind(), SyntaxKind::AFFINE_MAP | SyntaxKind::INTEGER_SET) {
            return Inputs::of(node).map(Lowering::Declared);
        }
        let mut inputs = ValueInputs::default();
        let mut expressions: Vec<_> = ast::children::<ast::AffineExpression>(node).collect();
        if let Some(single) = ast::AffineExpression::cast(node.clone()) {
            expressions = vec![single];
        }
        for expression in expressions {
            lower_value_expression(&expression, &mut inputs);
        }
        Some(Lowering::Values(inputs))
    }

    fn folded(&self, expression: &ast::AffineExpression) -> Option<AffineExpr> {
        let lowered = match self {
            Lowering::Declared(inputs) => lower_expression(expression, inputs),
            Lowering::Values(inputs) => lower_value_expression(expression, &mut inputs.clone()),
        };
        lowered.map(|it| it.folded())
    }
}

/// Integers that do not fit.
fn literals(node: &SyntaxNode, found: &mut Vec<TextProblem>) {
    for constant in node.descendants().filter(|it| it.kind() == SyntaxKind::AFFINE_CONSTANT) {
        let Some(literal) = ast::token(&constant, SyntaxKind::INTEGER) else { continue };
        if parse_integer(literal.text()).is_none() {
            found.push(TextProblem {
                code: "affine-literal-too-large",
                range: literal.text_range(),
                message: format!("{} does not fit a signed 64-bit integer", literal.text()),
                related: Vec::new(),
            });
        }
    }
}

#[derive(Default)]
struct Names {
    declared: FxHashMap<String, (TextRange, bool)>,
}

impl Names {
    /// The first mention of a dimension.
    fn dim_in(&self, node: &SyntaxNode) -> Option<SyntaxNode> {
        let mut leaves = node.descendants().filter(|it| {
            matches!(
                it.kind(),
                SyntaxKind::AFFINE_IDENTIFIER | SyntaxKind::AFFINE_VALUE | SyntaxKind::AFFINE_SYMBOL_VALUE
            )
        });
        leaves.find(|it| self.declared.get(&leaf_name(it)).is_some_and(|it| it.1))
    }
}

fn leaf_name(leaf: &SyntaxNode) -> String {
    let value = ast::child::<ast::ValueUse>(leaf).and_then(|it| it.name());
    value.map_or_else(|| leaf.text().to_string().trim().to_owned(), |it| it.text().to_owned())
}

fn declarations(node: &SyntaxNode, names: &mut Names, found: &mut Vec<TextProblem>) {
    for list in node.children() {
        let is_dim = match list.kind() {
            SyntaxKind::AFFINE_DIMENSIONS => true,
            SyntaxKind::AFFINE_SYMBOLS => false,
            _ => continue,
        };
        for parameter in ast::children::<ast::AffineParameter>(&list) {
            let name = syntax::text_of(parameter.syntax().green()).trim().to_owned();
            let range = trimmed_range(parameter.syntax());
            if let Some((first, was_dim)) = names.declared.get(&name) {
                let what = if *was_dim { "dimension" } else { "symbol" };
                found.push(TextProblem {
                    code: "affine-duplicate-identifier",
                    range,
                    message: format!("{name} is already a {what} of this map"),
                    related: vec![(*first, "the first declaration".to_owned())],
                });
            } else {
                names.declared.insert(name, (range, is_dim));
            }
        }
    }
}

fn undeclared(
    identifier: &SyntaxNode,
    names: &Names,
    inputs: Option<TextRange>,
    found: &mut Vec<TextProblem>,
) {
    let name = identifier.text().to_string().trim().to_owned();
    if names.declared.contains_key(&name) {
        return;
    }
    let hint = match name.as_str() {
        "min" | "max" => "; list several results and use affine.min or affine.max",
        _ => "",
    };
    found.push(TextProblem {
        code: "affine-undeclared-identifier",
        range: trimmed_range(identifier),
        message: format!("{name} is not an input of this map{hint}"),
        related: inputs.map(|it| (it, "the inputs".to_owned())).into_iter().collect(),
    });
}

/// The first mention of a value decides whether it is a dimension of the list, and which result of its name it is.
fn mentions(node: &SyntaxNode, names: &mut Names, found: &mut Vec<TextProblem>) {
    let mut numbers: FxHashMap<String, Option<SyntaxToken>> = FxHashMap::default();
    for leaf in node.descendants() {
        let is_dim = match leaf.kind() {
            SyntaxKind::AFFINE_VALUE => true,
            SyntaxKind::AFFINE_SYMBOL_VALUE => false,
            _ => continue,
        };
        let name = leaf_name(&leaf);
        let range = trimmed_range(&leaf);
        let number = ast::child::<ast::ValueUse>(&leaf).and_then(|it| it.result_number());
        let Some((first, was_dim)) = names.declared.get(&name) else {
            names.declared.insert(name.clone(), (range, is_dim));
            numbers.insert(name, number);
            continue;
        };
        let mut say = |code, range, message| {
            let related = vec![(*first, "the first mention in this list".to_owned())];
            found.push(TextProblem { code, range, message, related });
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

/// What is wrong with the operands of one operator, judged as MLIR does: after folding.
fn not_affine(expression: &SyntaxNode, lowering: &Lowering, names: &Names) -> Option<TextProblem> {
    let mut sides = ast::children::<ast::AffineExpression>(expression);
    let (left, right) = (sides.next()?, sides.next()?);
    let mut tokens = expression.children_with_tokens().filter_map(|it| it.into_token());
    let operator = tokens.find(|it| matches!(it.text(), "*" | "floordiv" | "ceildiv" | "mod"))?;
    let operator = operator.text();
    let divisor = lowering.folded(&right)?;
    let text = |node: &SyntaxNode| node.text().to_string().trim().to_owned();
    let range = trimmed_range(right.syntax());
    if operator != "*"
        && let Some(constant) = divisor.as_constant().filter(|it| *it <= 0)
    {
        let (code, message) = match constant {
            0 => ("division-by-zero", "division by zero has no defined result"),
            _ => ("negative-divisor", "divisors of affine expressions are meant to be positive"),
        };
        return Some(TextProblem { code, range, message: message.to_owned(), related: Vec::new() });
    }
    if divisor.is_symbolic() || operator == "*" && lowering.folded(&left)?.is_symbolic() {
        return None;
    }
    let dim = names.dim_in(right.syntax())?;
    let name = leaf_name(&dim);
    let place = (trimmed_range(&dim), format!("{name} is a dimension here"));
    if operator == "*" {
        let factor = names.dim_in(left.syntax())?;
        let other = leaf_name(&factor);
        return Some(TextProblem {
            code: "non-affine-mul",
            range: trimmed_range(expression),
            message: format!(
                "{} * {} is not affine: one factor has to be a constant or made of symbols only",
                text(left.syntax()),
                text(right.syntax())
            ),
            related: vec![(trimmed_range(&factor), format!("{other} is a dimension here")), place],
        });
    }
    Some(TextProblem {
        code: if operator == "mod" { "non-affine-mod" } else { "non-affine-div" },
        range,
        message: format!(
            "the divisor of {operator} has to be a constant or made of symbols only, but {name} is a dimension"
        ),
        related: vec![place],
    })
}

/// The nodes that [`problems`] looks at, among the given ones.
pub(crate) fn is_judged(node: &SyntaxNode) -> bool {
    let own_list = match node.kind() {
        SyntaxKind::AFFINE_MAP | SyntaxKind::INTEGER_SET | SyntaxKind::SUBSCRIPTS => true,
        kind => {
            kind == SyntaxKind::PARALLEL_BOUND
                || kind.is_affine_expression()
                    && node.parent().is_some_and(|it| it.kind() == SyntaxKind::PARALLEL_BOUNDS)
        }
    };
    own_list && !node.ancestors().any(|it| it.kind() == SyntaxKind::ERROR)
}
