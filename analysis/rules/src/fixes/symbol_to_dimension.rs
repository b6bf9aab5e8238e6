//! `apply-dim-as-symbol` and `invalid-symbol`: makes the symbol a dimension, where the value is one.

use super::{FixContext, edit, fix, insertion, tokens, trimmed};
use crate::diagnostic::Fix;
use ir::affine::symbols::{Symbols, Validity};
use syntax::{SyntaxKind, SyntaxNode, TextEdit, TextRange};

pub fn fixes(ctx: &FixContext<'_>) -> Option<Vec<Fix>> {
    let (ir, user, value) = ctx.operand()?;
    let symbols = Symbols::new(ir);
    if symbols.dim(value, symbols.scope(user)) != Validity::Valid {
        return None;
    }
    let node = ctx.around(SyntaxKind::VALUE_USE)?;
    let parent = node.parent()?;
    let found = match parent.kind() {
        SyntaxKind::SYMBOL_OPERANDS => passed_as_dimension(&node, &parent, &ctx.text())
            .map(|edits| (format!("pass {} as a dimension", ctx.text()), edits)),
        SyntaxKind::AFFINE_SYMBOL_VALUE => unmarked(ctx, &parent),
        SyntaxKind::LOWER_BOUND | SyntaxKind::UPPER_BOUND => {
            let text = format!("affine_map<(d0) -> (d0)>({})", ctx.text());
            Some((format!("write {text}"), vec![edit(ctx.range, text)]))
        }
        SyntaxKind::OPERAND_LIST => of_attribute(ctx),
        _ => None,
    };
    let (title, edits) = found?;
    fix(title, edits)
}

type Edits = Option<(String, Vec<TextEdit>)>;

/// From the brackets to the parentheses, in the map and in its application, under a name of its own there.
pub fn passed_as_dimension(value: &SyntaxNode, list: &SyntaxNode, name: &str) -> Option<Vec<TextEdit>> {
    let application = list.parent()?;
    let index = elements(list).iter().position(|it| it == value)?;
    let map = application.descendants().find(is_map)?;
    let mut edits = as_dimension(&map, index)?;
    let operands = application.children().find(|it| it.kind() == SyntaxKind::DIM_OPERANDS)?;
    edits.push(removal(list, index)?);
    edits.push(append(&operands, name)?);
    Some(edits)
}

/// `symbol(%i)` to `%i`.
fn unmarked(ctx: &FixContext<'_>, symbol: &SyntaxNode) -> Edits {
    let is_list = |it: &SyntaxNode| matches!(it.kind(), SyntaxKind::SUBSCRIPTS | SyntaxKind::PARALLEL_BOUNDS);
    let list = symbol.ancestors().find(is_list)?;
    let is_leaf =
        |it: &SyntaxNode| matches!(it.kind(), SyntaxKind::AFFINE_VALUE | SyntaxKind::AFFINE_SYMBOL_VALUE);
    let name = ctx.text();
    let names_it = |it: &SyntaxNode| tokens(it).any(|it| it.text() == name);
    // A further mention takes the meaning of the first.
    if list.descendants().filter(is_leaf).filter(names_it).count() != 1 {
        return None;
    }
    let marked: Vec<String> = list
        .descendants()
        .filter(|it| it.kind() == SyntaxKind::AFFINE_SYMBOL_VALUE && it != symbol)
        .filter_map(|it| tokens(&it).find(|it| it.kind() == SyntaxKind::PERCENT_ID))
        .map(|it| it.text().to_owned())
        .collect();
    let is_dim =
        |it: &SyntaxNode| is_leaf(it) && !tokens(it).any(|it| marked.iter().any(|name| name == it.text()));
    stays_affine(&list, &|it| it == symbol, &is_dim)
        .then(|| (format!("write {name}"), vec![edit(trimmed(symbol), name.as_str())]))
}

/// In generic form the operands stay: dimensions come first, then this only symbol.
fn of_attribute(ctx: &FixContext<'_>) -> Edits {
    let op = ctx.operation()?;
    let below =
        op.children().filter(|it| matches!(it.kind(), SyntaxKind::PROPERTIES | SyntaxKind::DICTIONARY));
    let mut maps = below.flat_map(|it| it.descendants()).filter(is_map);
    let (Some(map), None) = (maps.next(), maps.next()) else { return None };
    let symbols = map.children().find(|it| it.kind() == SyntaxKind::AFFINE_SYMBOLS)?;
    let edits = as_dimension(&map, 0).filter(|_| elements(&symbols).len() == 1)?;
    Some((format!("make the symbol {} a dimension", elements(&symbols).first()?.text()), edits))
}

fn is_map(node: &SyntaxNode) -> bool {
    matches!(node.kind(), SyntaxKind::AFFINE_MAP | SyntaxKind::INTEGER_SET)
}

fn elements(list: &SyntaxNode) -> Vec<SyntaxNode> {
    let is_element =
        |it: &SyntaxNode| matches!(it.kind(), SyntaxKind::VALUE_USE | SyntaxKind::AFFINE_PARAMETER);
    list.children().filter(is_element).collect()
}

/// Makes one of the symbols of a map or set the last of its dimensions.
fn as_dimension(map: &SyntaxNode, index: usize) -> Option<Vec<TextEdit>> {
    let child = |kind| map.children().find(|it| it.kind() == kind);
    let (dims, symbols) = (child(SyntaxKind::AFFINE_DIMENSIONS)?, child(SyntaxKind::AFFINE_SYMBOLS)?);
    let name = elements(&symbols).get(index)?.text().to_string().trim().to_owned();
    let names: Vec<String> = tokens(&dims).map(|it| it.text().to_owned()).collect();
    let names_it = |it: &SyntaxNode| {
        it.kind() == SyntaxKind::AFFINE_IDENTIFIER && tokens(it).next().is_some_and(|it| it.text() == name)
    };
    let is_dim = |it: &SyntaxNode| {
        names_it(it) || tokens(it).next().is_some_and(|it| names.iter().any(|name| name == it.text()))
    };
    if !stays_affine(map, &names_it, &is_dim) {
        return None;
    }
    let is_usual = name.strip_prefix('s').is_some_and(|it| it.parse::<u32>().is_ok());
    let taken: Vec<String> = tokens(map).map(|it| it.text().to_owned()).collect();
    let fresh = || (0..=taken.len()).map(|it| format!("d{it}")).find(|it| !taken.contains(it));
    let new = if is_usual { fresh()? } else { name.clone() };
    let mut edits = vec![removal(&symbols, index)?, append(&dims, &new)?];
    if new != name {
        edits.extend(map.descendants().filter(names_it).map(|it| edit(trimmed(&it), new.as_str())));
    }
    Some(edits)
}

/// Whether no product has two factors with dimensions, and no divisor one, once the leaf is a dimension too.
fn stays_affine(
    root: &SyntaxNode,
    is_leaf: &dyn Fn(&SyntaxNode) -> bool,
    is_dim: &dyn Fn(&SyntaxNode) -> bool,
) -> bool {
    let has =
        |node: &SyntaxNode, wanted: &dyn Fn(&SyntaxNode) -> bool| node.descendants().any(|it| wanted(&it));
    root.descendants().filter(|it| it.kind() == SyntaxKind::AFFINE_BINARY).all(|binary| {
        let sides: Vec<_> = binary.children().filter(|it| it.kind().is_affine_expression()).collect();
        let [left, right] = &*sides else { return false };
        let own = |it: rowan::NodeOrToken<SyntaxNode, syntax::SyntaxToken>| it.into_token();
        let operator = binary.children_with_tokens().filter_map(own).find(|it| !it.kind().is_trivia());
        match operator.as_ref().map(|it| it.text()) {
            Some("+" | "-") => true,
            Some("*") => !(has(&binary, is_leaf) && has(left, is_dim) && has(right, is_dim)),
            _ => !has(right, is_leaf),
        }
    })
}

/// Takes an element out of a list in brackets; the last one with its brackets.
fn removal(list: &SyntaxNode, index: usize) -> Option<TextEdit> {
    let elements = elements(list);
    let range = trimmed(elements.get(index)?);
    let range = match (elements.get(index + 1), index.checked_sub(1).and_then(|it| elements.get(it))) {
        (Some(next), _) => TextRange::new(range.start(), trimmed(next).start()),
        (None, Some(before)) => TextRange::new(trimmed(before).end(), range.end()),
        (None, None) => trimmed(list),
    };
    Some(edit(range, ""))
}

fn append(list: &SyntaxNode, text: &str) -> Option<TextEdit> {
    let at = trimmed(list).end().checked_sub(1.into())?;
    let text = if elements(list).is_empty() { text.to_owned() } else { format!(", {text}") };
    Some(insertion(at, text))
}
