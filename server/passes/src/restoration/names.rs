//! The names of values: those of the source where the values come from it, each visible where it is used and nowhere
//! defined twice.

use rustc_hash::FxHashMap;
use syntax::SyntaxKind::{BLOCK, BLOCK_ARGUMENT, BLOCK_LABEL, HASH_ID, OP_RESULTS, PART, PERCENT_ID, REGION};
use syntax::ast::{self, AstNode, Operation};
use syntax::{SyntaxNode, SyntaxToken, TextRange, TextSize};

use super::locations::Locations;
use super::{Change, operation_at};
use crate::origin::{Origins, bare, result, tokens};

/// A value, or several of one operation, of a printed text.
struct Value {
    /// Where no other value may have its name: its region, or the operation whose block's argument it is.
    scopes: Vec<TextRange>,
    /// The number of its origin, and the number by which the tool distinguished it from others with that origin.
    origin: Option<(usize, Option<usize>)>,
    /// The operation that gives it; `None` for a block argument.
    op: Option<Operation>,
    /// The number of the operation's results before it.
    first: usize,
    results: usize,
}

/// The names of a value as the text has it from now on, each with the number of results that it stands for.
type GroupNames = Vec<(String, usize)>;

/// Renames the values of a printed text.
pub(super) fn rename(root: &SyntaxNode, origins: &Origins, locations: &Locations, changes: &mut Vec<Change>) {
    for part in root.children().filter(|it| it.kind() == PART) {
        for domain in functions_of(&part) {
            rename_in(&domain, origins, locations, changes);
        }
    }
}

/// The operations in which a name is that of one value: those in modules, however deep.
pub(crate) fn functions_of(part: &SyntaxNode) -> Vec<SyntaxNode> {
    let mut found = Vec::new();
    let mut waiting: Vec<Operation> = ast::children(part).collect();
    waiting.reverse();
    while let Some(op) = waiting.pop() {
        let is_module =
            op.op_name().is_some_and(|it| matches!(it.text().as_str(), "module" | "builtin.module"));
        if is_module {
            let regions = op.regions();
            let inside = regions.iter().flat_map(ast::Region::blocks).flat_map(|it| it.operations());
            waiting.extend(inside.collect::<Vec<_>>().into_iter().rev());
        } else {
            found.push(op.syntax().clone());
        }
    }
    found
}

fn rename_in(domain: &SyntaxNode, origins: &Origins, locations: &Locations, changes: &mut Vec<Change>) {
    let (order, values) = values(domain, origins, locations);
    let mut taken = Taken::default();
    let mut names: FxHashMap<&str, GroupNames> = FxHashMap::default();
    // First those that are what the source names, then all others.
    let originals = originals(&order, &values, origins, locations);
    for (name, number) in &originals {
        if let (Some(value), Some(definition)) = (values.get(*name), origins.get(*number)) {
            names.insert(name, taken.all(&fitting(&definition.names, value), value));
        }
    }
    for name in &order {
        let Some(value) = values.get(name.as_str()).filter(|_| !names.contains_key(name.as_str())) else {
            continue;
        };
        let wish = wish(name, value, origins);
        names.insert(name, taken.all(&[(wish, value.results)], value));
    }
    for token in tokens(domain).filter(|it| it.kind() == PERCENT_ID) {
        if let Some(given) = names.get(bare(&token).as_str()) {
            changes.extend(change(&token, given));
        }
    }
}

/// All values by their printed names, and these in text order.
fn values(
    domain: &SyntaxNode,
    origins: &Origins,
    locations: &Locations,
) -> (Vec<String>, FxHashMap<String, Value>) {
    let mut order = Vec::new();
    let mut values: FxHashMap<String, Value> = FxHashMap::default();
    let mut add = |name: String, scope: TextRange, value: Value| {
        let value = values.entry(name.clone()).or_insert_with(|| {
            order.push(name);
            value
        });
        value.scopes.push(scope);
    };
    for node in domain.descendants() {
        if node.kind() == BLOCK_ARGUMENT {
            if let Some(token) = ast::token(&node, PERCENT_ID) {
                let name = bare(&token);
                let origin = origins.decode(&name);
                let value = Value { scopes: Vec::new(), origin, op: None, first: 0, results: 1 };
                add(name, argument_scope(&node), value);
            }
        } else if let Some(op) = Operation::cast(node) {
            let scope = region_scope(op.syntax(), domain);
            let mut first = 0;
            for (name, results) in op.results().filter_map(|it| result(&it)) {
                // Of several groups of results only the first is named by the location.
                let others = || Some((locations.of_op(op.syntax())?, None)).filter(|_| first > 0);
                let origin = origins.decode(&name).or_else(others);
                let op = Some(op.clone());
                add(name, scope, Value { scopes: Vec::new(), origin, op, first, results });
                first += results;
            }
        }
    }
    // In an operation of unknown form, definitions look like uses: a name that nothing else defines is a definition.
    for token in tokens(domain).filter(|it| it.kind() == PERCENT_ID) {
        let name = bare(&token);
        if let Some(origin) = origins.decode(&name)
            && let Some(op) = token.parent().as_ref().and_then(operation_at)
            && !values.contains_key(&name)
        {
            order.push(name.clone());
            let scopes = vec![op.syntax().text_range()];
            values.insert(name, Value { scopes, origin: Some(origin), op: None, first: 0, results: 1 });
        }
    }
    (order, values)
}

/// The region that a node is in.
fn region_scope(node: &SyntaxNode, domain: &SyntaxNode) -> TextRange {
    let region = node.ancestors().skip(1).find(|it| it.kind() == REGION);
    region.map_or(domain.text_range(), |it| it.text_range())
}

fn argument_scope(argument: &SyntaxNode) -> TextRange {
    let is_in_label =
        argument.ancestors().take_while(|it| it.kind() != BLOCK).any(|it| it.kind() == BLOCK_LABEL);
    let wanted = if is_in_label { REGION } else { syntax::SyntaxKind::OPERATION };
    let scope = argument.ancestors().find(|it| it.kind() == wanted);
    scope.map_or(argument.text_range(), |it| it.text_range())
}

/// Of the values that come from one definition, the one that is it still, with the number of the definition.
fn originals<'v>(
    order: &'v [String],
    values: &'v FxHashMap<String, Value>,
    origins: &Origins,
    locations: &Locations,
) -> Vec<(&'v str, usize)> {
    let mut by_number: FxHashMap<(usize, usize), Vec<(&str, &Value)>> = FxHashMap::default();
    let mut numbers = Vec::new();
    for name in order {
        if let Some(value) = values.get(name)
            && let Some((number, _)) = value.origin
        {
            let group = by_number.entry((number, value.first)).or_default();
            if group.is_empty() {
                numbers.push((number, value.first));
            }
            group.push((name, value));
        }
    }
    let original = |key: (usize, usize)| {
        let (group, definition) = (by_number.get(&key)?, origins.get(key.0)?);
        let name = match &definition.op {
            None => group.iter().find(|it| it.1.op.is_none()),
            Some(_) if definition.names.is_empty() => None,
            Some(wanted) => {
                let likeness = |value: &Value| value.op.as_ref().map_or(0, |it| definition.likeness(it));
                let best = group.iter().map(|it| likeness(it.1)).max()?;
                let first = group.iter().position(|it| likeness(it.1) == best)?;
                let is_same = group[first]
                    .1
                    .op
                    .as_ref()
                    .is_some_and(|it| it.op_name().is_some_and(|it| it.text() == *wanted));
                if is_same { group.get(first) } else { last_in_row(&group[first..], locations) }
            }
        };
        Some((name?.0, key.0))
    };
    numbers.into_iter().filter_map(original).collect()
}

/// Where an operation has become several, one after the other, the last of them gives what it gave.
fn last_in_row<'g, 'v>(
    group: &'g [(&'v str, &'v Value)],
    locations: &Locations,
) -> Option<&'g (&'v str, &'v Value)> {
    let mut last = 0;
    let number = group.first()?.1.origin.map(|it| it.0);
    for (index, (_, value)) in group.iter().enumerate().skip(1) {
        let before = group[last].1.op.as_ref().and_then(|it| it.syntax().next_sibling());
        let mut between = std::iter::successors(before, SyntaxNode::next_sibling);
        let own = value.op.as_ref().map(|it| it.syntax().text_range());
        // Operations without results may be between.
        let reached = between.find(|it| Some(it.text_range()) == own || locations.of_op(it) != number);
        if reached.map(|it| it.text_range()) != own {
            break;
        }
        last = index;
    }
    group.get(last)
}

/// The names of a definition for the results that a value stands for: where they do not fit, the first for all.
fn fitting(names: &[(String, usize)], value: &Value) -> GroupNames {
    let mut first = 0;
    let of_value = names.iter().filter(|it| {
        let own = first..first + it.1;
        first = own.end;
        own.start >= value.first && own.end <= value.first + value.results
    });
    let found: GroupNames = of_value.cloned().collect();
    if found.iter().map(|it| it.1).sum::<usize>() == value.results {
        return found;
    }
    names.first().map(|it| (it.0.clone(), value.results)).into_iter().collect()
}

/// The name that a value would have if nothing else had it.
fn wish(printed: &str, value: &Value, origins: &Origins) -> String {
    let Some(definition) = value.origin.and_then(|it| origins.get(it.0)) else { return printed.to_owned() };
    if let Some(constant) = value.op.as_ref().and_then(constant_name) {
        return constant;
    }
    let named = definition.names.first().map(|it| &it.0).or(definition.induction.as_ref());
    named.cloned().unwrap_or_else(|| if value.op.is_some() { "0".to_owned() } else { "arg0".to_owned() })
}

/// The name that MLIR gives to a constant.
fn constant_name(op: &Operation) -> Option<String> {
    let name = op.op_name()?;
    if name.text() != "arith.constant" {
        return None;
    }
    let text = op.syntax().text().to_string();
    let mut words = text.split("arith.constant").nth(1)?.split_whitespace();
    let value = words.next()?;
    match (value, words.next(), words.next()) {
        ("true" | "false", ..) => Some(value.to_owned()),
        (value, Some(":"), Some(ty)) if value.parse::<i128>().is_ok() => match ty {
            "index" => Some(format!("c{value}")),
            _ if ty.chars().all(char::is_alphanumeric) => Some(format!("c{value}_{ty}")),
            _ => Some("cst".to_owned()),
        },
        _ => Some("cst".to_owned()),
    }
}

/// The names that are given so far, with where each is visible.
#[derive(Default)]
struct Taken {
    scopes: FxHashMap<String, Vec<TextRange>>,
    /// The number from which an unused one is looked for, by wish; of names that are numbers by nothing.
    next: FxHashMap<String, usize>,
}

impl Taken {
    fn all(&mut self, wishes: &[(String, usize)], value: &Value) -> GroupNames {
        wishes.iter().map(|(wish, results)| (self.one(wish, &value.scopes), *results)).collect()
    }

    fn one(&mut self, wish: &str, scopes: &[TextRange]) -> String {
        let is_number = !wish.is_empty() && wish.bytes().all(|it| it.is_ascii_digit());
        let mut name = wish.to_owned();
        let key = if is_number { "" } else { wish };
        let mut number = self.next.get(key).copied().unwrap_or(0);
        let first = number;
        while !self.is_free(&name, scopes) {
            name = if is_number { number.to_string() } else { format!("{wish}_{number}") };
            number += 1;
        }
        if number != first {
            self.next.insert(key.to_owned(), number);
        }
        self.scopes.entry(name.clone()).or_default().extend(scopes);
        name
    }

    fn is_free(&self, name: &str, scopes: &[TextRange]) -> bool {
        let is_apart = |a: &TextRange, b: &TextRange| !a.contains_range(*b) && !b.contains_range(*a);
        self.scopes
            .get(name)
            .is_none_or(|taken| taken.iter().all(|it| scopes.iter().all(|own| is_apart(it, own))))
    }
}

/// The change of a use or definition of a value.
fn change(token: &SyntaxToken, names: &GroupNames) -> Option<Change> {
    let mut range = token.text_range();
    let list = token.parent().and_then(|it| it.parent()).filter(|it| it.kind() == OP_RESULTS);
    let [(name, _)] = names.as_slice() else {
        return Some(match (list, token.next_token().filter(|it| it.kind() == HASH_ID)) {
            (Some(list), _) => {
                let own = token.parent().map_or(range, |it| it.text_range());
                debug_assert!(list.text_range().contains_range(own));
                Change { range: own, text: defined(names) }
            }
            (None, Some(number)) => {
                range = range.cover(number.text_range());
                Change { range, text: used(names, number.text())? }
            }
            (None, None) => Change { range, text: used(names, "#0")? },
        });
    };
    let is_other = token.text().strip_prefix('%') != Some(name.as_str());
    is_other.then(|| Change {
        range: TextRange::at(range.start(), TextSize::of(token.text())),
        text: format!("%{name}"),
    })
}

fn defined(names: &GroupNames) -> String {
    let one = |(name, count): &(String, usize)| match count {
        1 => format!("%{name}"),
        _ => format!("%{name}:{count}"),
    };
    names.iter().map(one).collect::<Vec<_>>().join(", ")
}

/// The result of a number such as `#1` among names of several.
fn used(names: &GroupNames, number: &str) -> Option<String> {
    let mut number: usize = number.strip_prefix('#')?.parse().ok()?;
    for (name, count) in names {
        if number < *count {
            return Some(if *count == 1 { format!("%{name}") } else { format!("%{name}#{number}") });
        }
        number -= count;
    }
    None
}
