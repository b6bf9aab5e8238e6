//! Problems of aliases: in their definitions, which belong to no isolated op, and where isolated ops use them.

use crate::codes;
use crate::context::RuleContext;
use crate::diagnostic::{Diagnostic, Related};
use crate::facts::AnyFacts;
use crate::finding::{Finding, RelatedPlace};
use crate::literals;
use crate::map_text::{self, TextProblem};
use crate::type_text;
use base::isolated_op::{Green, IsolatedOp};
use base::outline::used_aliases;
use base::source_file::SourceFile;
use ir::Pointer;
use ir::alias_uses::{AliasUse, uses_in};
use ir::aliases::{DatabaseAliases, Standing, alias_indices, alias_standing, defined_alias, standing};
use ir::types::lower_type;
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use syntax::{Located, SyntaxNode, TextRange};

/// The problems of the definitions of a file, at their present places.
pub fn diagnostics(db: &dyn salsa::Database, file: SourceFile) -> Vec<Diagnostic> {
    let starts = file.alias_starts(db);
    let absolute = |place: Spot| Some(place.range + *starts.get(place.part)?.get(place.index)?);
    let problems = problems(db, file).iter();
    problems
        .filter_map(|it| {
            let related = it.related.iter();
            let related = related.filter_map(|(place, note)| {
                Some(Related { range: absolute(*place)?, message: (&**note).into() })
            });
            let severity = codes::severity(it.code);
            Some(Diagnostic {
                related: related.collect(),
                facts: Some(it.facts.clone()),
                ..Diagnostic::new(it.code, severity, absolute(it.place)?, it.facts.to_string())
            })
        })
        .collect()
}

/// A range in the definition with an index, from its start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Spot {
    part: usize,
    index: usize,
    range: TextRange,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Problem {
    code: &'static str,
    facts: AnyFacts,
    place: Spot,
    related: Vec<(Spot, Cow<'static, str>)>,
}

impl Problem {
    fn new(code: &'static str, facts: AnyFacts, place: Spot) -> Self {
        Self { code, facts, place, related: Vec::new() }
    }
}

/// The problems of the definitions, independent of their places.
#[salsa::tracked(returns(ref))]
fn problems(db: &dyn salsa::Database, file: SourceFile) -> Vec<Problem> {
    let mut found = Vec::new();
    for (part, definitions) in file.aliases(db).iter().enumerate() {
        let aliases = DatabaseAliases::new(db, file, part);
        let mut defined: FxHashMap<String, Spot> = FxHashMap::default();
        for (index, (node, is_broken)) in definitions.iter().enumerate() {
            let node = node.syntax_node();
            let spot = |range| Spot { part, index, range };
            if !is_broken {
                found.extend(text_problems(&node, &aliases).into_iter().map(|it| {
                    let related = it.related.into_iter().map(|(range, note)| (spot(range), note));
                    Problem { related: related.collect(), ..Problem::new(it.code, it.facts, spot(it.range)) }
                }));
            }
            for (alias, range) in uses_in(&node) {
                let standing = standing(db, file, part, index, &alias.name);
                let Some((code, facts)) = undefined(&alias, standing) else { continue };
                let mut problem = Problem::new(code, facts, spot(range));
                let later = alias_indices(db, file).get(part).and_then(|it| it.get(&alias.name));
                if let Some((index, range)) = later.and_then(|it| Some((*it, name_range(definitions, *it)?)))
                {
                    problem.related.push((Spot { part, index, range }, FURTHER_DOWN.into()));
                }
                found.push(problem);
            }
            let Some((name, range)) = defined_alias(&node) else { continue };
            let Some(first) = defined.get(&name) else {
                defined.insert(name, spot(range));
                continue;
            };
            let (code, what) = match name.starts_with('!') {
                true => ("type-alias-redefined", "type alias"),
                false => ("alias-redefined", "alias"),
            };
            let facts = AnyFacts::new(format!("{what} {name} is already defined"));
            let mut problem = Problem::new(code, facts, spot(range));
            problem.related.push((*first, "the first definition".into()));
            found.push(problem);
        }
        found.extend(unused(db, file, part));
    }
    found
}

fn name_range(definitions: &[(Green, bool)], index: usize) -> Option<TextRange> {
    Some(defined_alias(&definitions.get(index)?.0.syntax_node())?.1)
}

/// Aliases that nothing uses but aliases that nothing uses.
fn unused(db: &dyn salsa::Database, file: SourceFile, part: usize) -> Vec<Problem> {
    let definitions = file.aliases(db).get(part).map(|it| &**it).unwrap_or_default();
    if definitions.is_empty() {
        return Vec::new();
    }
    let texts = file.op_texts(db).iter().filter(|it| it.identity(db).part == part);
    let used: FxHashSet<&str> = texts.flat_map(|it| &it.signature(db).used_aliases).map(|it| &**it).collect();
    let named = definitions
        .iter()
        .map(|(node, _)| (defined_alias(&node.syntax_node()), used_aliases(Located::root(&node.0))));
    let named: Vec<_> = named.collect();
    let mut reached: FxHashSet<&str> = used.clone();
    let mut pending: Vec<&str> = used.into_iter().collect();
    let mut uses: FxHashMap<&str, Vec<&str>> = FxHashMap::default();
    for (definition, used) in &named {
        if let Some((name, _)) = definition {
            uses.entry(name).or_default().extend(used);
        }
    }
    while let Some(name) = pending.pop() {
        for alias in uses.get(name).into_iter().flatten() {
            if reached.insert(alias) {
                pending.push(alias);
            }
        }
    }
    let definitions = named.iter().enumerate().filter_map(|(index, it)| Some((index, it.0.as_ref()?)));
    definitions
        .filter(|(_, (name, _))| !reached.contains(&**name))
        .map(|(index, (name, range))| {
            let place = Spot { part, index, range: *range };
            Problem::new("unused-alias", AnyFacts::new(format!("{name} is never used")), place)
        })
        .collect()
}

const FURTHER_DOWN: &str = "defined only here, further down";

fn undefined(alias: &AliasUse, standing: Standing) -> Option<(&'static str, AnyFacts)> {
    if standing == Standing::Before {
        return None;
    }
    let (code, what) = if alias.is_type {
        ("type-alias-undefined", "type alias")
    } else {
        ("alias-undefined", "attribute alias")
    };
    Some((code, AnyFacts::new(format!("there is no {what} {} before this line", alias.name))))
}

/// Whether all aliases that an isolated op uses are defined before it. An answer of its own, so that a new alias does not
/// touch every user.
#[salsa::tracked(returns(copy))]
fn aliases_are_early<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> bool {
    let text = op.text(db);
    // A definition before the first root comes before all of them.
    let is_early = |name: &str| alias_standing(db, text, op.file(db), 0, name) == Standing::Before;
    text.signature(db).used_aliases.iter().all(|it| is_early(it))
}

/// Uses in an isolated op of aliases that are not defined before it.
pub fn undefined_uses(ctx: &RuleContext<'_>) -> Vec<Finding> {
    let text = ctx.op.text(ctx.db);
    let mut found = Vec::new();
    if text.signature(ctx.db).used_aliases.is_empty() || aliases_are_early(ctx.db, ctx.op) {
        return found;
    }
    let mut known: FxHashMap<(usize, String), Standing> = FxHashMap::default();
    for (root, node) in ctx.roots().iter().enumerate() {
        for (alias, range) in uses_in(node) {
            let name = alias.name.clone();
            let standing = *known.entry((root, name)).or_insert_with_key(|(root, name)| {
                alias_standing(ctx.db, text, ctx.op.file(ctx.db), *root, name)
            });
            let Some((code, facts)) = undefined(&alias, standing) else { continue };
            let related = match standing {
                Standing::Behind => vec![(RelatedPlace::Alias(alias.name), FURTHER_DOWN.into())],
                _ => Vec::new(),
            };
            found.push(Finding {
                related,
                ..Finding::new(code, codes::severity(code), Pointer { root, range }, facts)
            });
        }
    }
    found
}

/// The problems in the text of maps, sets, types and literals, in a tree of its own.
pub(crate) fn text_problems(node: &SyntaxNode, aliases: &DatabaseAliases<'_>) -> Vec<TextProblem> {
    let of_maps =
        node.descendants().filter(map_text::is_judged).flat_map(|it| map_text::problems(Located::from(&it)));
    let of_types = node
        .descendants()
        .filter(type_text::is_judged)
        .flat_map(|it| type_text::problems(Located::from(&it)));
    let literals = node.descendants().filter(|it| literals::KINDS.contains(&it.kind()));
    let of_literals = literals.filter_map(|it| literals::problem(&it, &|ty| lower_type(ty, aliases)));
    of_maps.chain(of_types).chain(of_literals).collect()
}
