//! What is wrong inside the text of maps, sets and subscripts: names that are not declared or declared twice, and
//! expressions that are not affine. The same for operations and for definitions of aliases.

use crate::ir::trimmed_range;
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::ast::{self, AstNode};
use syntax::{SyntaxKind, SyntaxNode, TextRange};

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
        mentions(node, &mut names);
    }
    for expression in node.descendants().filter(|it| it.kind() == SyntaxKind::AFFINE_BINARY) {
        not_affine(&expression, &names, &mut found);
    }
    found
}

#[derive(Default)]
struct Names {
    declared: FxHashMap<String, (TextRange, bool)>,
}

impl Names {
    /// The first dimension that surely contributes to the expression, if there is one.
    fn dim_in(&self, node: &SyntaxNode) -> Option<SyntaxNode> {
        let mut counts: FxHashMap<String, usize> = FxHashMap::default();
        let leaves: Vec<_> = node
            .descendants()
            .filter(|it| {
                matches!(
                    it.kind(),
                    SyntaxKind::AFFINE_IDENTIFIER
                        | SyntaxKind::AFFINE_VALUE
                        | SyntaxKind::AFFINE_SYMBOL_VALUE
                )
            })
            .map(|it| (leaf_name(&it), it))
            .collect();
        for (name, _) in &leaves {
            *counts.entry(name.clone()).or_default() += 1;
        }
        // Something multiplied by zero or subtracted from itself vanishes: whoever repeats a name is let pass.
        let has_zero = node.descendants_with_tokens().filter_map(|it| it.into_token()).any(|it| {
            it.kind() == SyntaxKind::INTEGER && it.text() == "0" || it.text() == "mod" || it.text() == "0x0"
        });
        let is_dim = |name: &str| self.declared.get(name).is_some_and(|it| it.1);
        leaves
            .into_iter()
            .find(|(name, _)| is_dim(name) && counts.get(name) == Some(&1) && !has_zero)
            .map(|it| it.1)
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
            let name = parameter.syntax().text().to_string().trim().to_owned();
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

/// The first mention of a value decides whether it is a dimension of the list.
fn mentions(node: &SyntaxNode, names: &mut Names) {
    for leaf in node.descendants() {
        let is_dim = match leaf.kind() {
            SyntaxKind::AFFINE_VALUE => true,
            SyntaxKind::AFFINE_SYMBOL_VALUE => false,
            _ => continue,
        };
        names.declared.entry(leaf_name(&leaf)).or_insert((trimmed_range(&leaf), is_dim));
    }
}

fn not_affine(expression: &SyntaxNode, names: &Names, found: &mut Vec<TextProblem>) {
    let mut sides = ast::children::<ast::AffineExpression>(expression);
    let (Some(left), Some(right)) = (sides.next(), sides.next()) else { return };
    let operators: FxHashSet<String> = expression
        .children_with_tokens()
        .filter_map(|it| it.into_token())
        .map(|it| it.text().to_owned())
        .collect();
    let Some(divisor) = names.dim_in(right.syntax()) else { return };
    let dim = leaf_name(&divisor);
    let place = (trimmed_range(&divisor), format!("{dim} is a dimension here"));
    let text = |node: &SyntaxNode| node.text().to_string().trim().to_owned();
    if operators.contains("*") {
        let Some(factor) = names.dim_in(left.syntax()) else { return };
        let other = leaf_name(&factor);
        found.push(TextProblem {
            code: "non-affine-mul",
            range: trimmed_range(expression),
            message: format!(
                "{} * {} is not affine: one factor has to be a constant or made of symbols only",
                text(left.syntax()),
                text(right.syntax())
            ),
            related: vec![(trimmed_range(&factor), format!("{other} is a dimension here")), place],
        });
        return;
    }
    for (operator, code) in
        [("floordiv", "non-affine-div"), ("ceildiv", "non-affine-div"), ("mod", "non-affine-mod")]
    {
        if operators.contains(operator) {
            found.push(TextProblem {
                code,
                range: trimmed_range(right.syntax()),
                message: format!(
                    "the divisor of {operator} has to be a constant or made of symbols only, but {dim} is a dimension"
                ),
                related: vec![place],
            });
            return;
        }
    }
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
