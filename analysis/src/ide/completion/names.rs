//! Names: values, block labels, symbols and aliases.

use super::experience::Experience;
use super::grammar::{Grammar, Verdict};
use super::scene::Scene;
use super::scope::{self, PLACEHOLDER, Scope};
use super::{Candidate, CompletionKind};
use crate::aliases::{AttributeAlias, alias_definitions, attribute_alias};
use crate::ide::FileView;
use crate::ide::hover::header;
use crate::ide::symbols::symbol_definitions;
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::{SyntaxKind, SyntaxToken, ast};

/// Names that the grammar takes where a name of that kind stands for all.
pub(super) fn collect(
    view: &FileView<'_>,
    scene: &Scene,
    grammar: &Grammar,
    experience: &Experience,
    found: &mut Vec<(Candidate, Verdict)>,
) {
    let wanted = |sigil: char| scene.typed.is_empty() || scene.typed.starts_with(sigil);
    let mut add = |candidates: Vec<Candidate>, verdict: Verdict| {
        let fitting =
            candidates.into_iter().filter(|it| it.text.starts_with(&scene.typed) && it.text != scene.typed);
        found.extend(fitting.map(|it| (it, verdict)));
    };
    if wanted('%')
        && let Some(verdict) = grammar.takes(PLACEHOLDER)
    {
        let candidates = match verdict.parent {
            SyntaxKind::OP_RESULT | SyntaxKind::BLOCK_ARGUMENT => new_values(scene, experience),
            _ => values(scene, experience),
        };
        add(candidates, verdict);
    }
    if wanted('^')
        && let Some(verdict) = grammar.takes("^completion")
    {
        add(seen(experience, SyntaxKind::CARET_ID, CompletionKind::Block), verdict);
    }
    if wanted('@')
        && let Some(verdict) = grammar.takes("@completion")
    {
        add(symbols(view, experience), verdict);
    }
    if wanted('#')
        && let Some(verdict) = grammar.takes("#completion")
    {
        add(aliases(view, scene, grammar, experience, '#'), verdict);
    }
    if wanted('#')
        && let Some(verdict) = grammar.takes("#0")
    {
        let numbers = seen(experience, SyntaxKind::HASH_ID, CompletionKind::Literal);
        let is_number = |it: &Candidate| it.text.bytes().skip(1).all(|it| it.is_ascii_digit());
        add(numbers.into_iter().filter(is_number).collect(), verdict);
    }
    if wanted('!')
        && let Some(verdict) = grammar.takes("!completion")
    {
        add(aliases(view, scene, grammar, experience, '!'), verdict);
    }
}

fn values(scene: &Scene, experience: &Experience) -> Vec<Candidate> {
    let scope = scope::scope(scene, PLACEHOLDER);
    let share = 4.0 * experience.share(SyntaxKind::PERCENT_ID);
    let mut candidates: Vec<Candidate> = scope
        .visible
        .into_iter()
        .map(|it| {
            let seen = experience.score(it.name.split('#').next().unwrap_or_default());
            Candidate {
                detail: (!it.ty.is_empty()).then_some(it.ty),
                ..Candidate::new(it.name, CompletionKind::Value, seen + it.fit + share)
            }
        })
        .collect();
    if candidates.is_empty() {
        candidates = seen(experience, SyntaxKind::PERCENT_ID, CompletionKind::Value);
    }
    // `%0` of `%0#1` stands alone where the number stands behind the cursor already.
    let groups: Vec<Candidate> = candidates
        .iter()
        .filter_map(|it| Some(Candidate { text: it.text.split_once('#')?.0.to_owned(), ..it.clone() }))
        .collect();
    candidates.extend(groups.into_iter().map(|it| Candidate { score: it.score - 1.0, ..it }));
    candidates
}

/// Names for a new value: those that are used without a definition, then names of the file that are free here.
fn new_values(scene: &Scene, experience: &Experience) -> Vec<Candidate> {
    let scope = scope::scope(scene, PLACEHOLDER);
    let share = 4.0 * experience.share(SyntaxKind::PERCENT_ID);
    let mut candidates: Vec<Candidate> = Vec::new();
    for (index, stem) in stems(&scope, experience).iter().enumerate() {
        let mut numbered = (0..=scope.defined.len()).map(|it| format!("{stem}{it}"));
        let fresh = numbered.find(|it| !scope.defined.contains(it) && !scope.undefined.contains(it));
        let score = share + 6.0 - 0.5 * index as f32;
        candidates.extend(fresh.map(|it| Candidate::new(it, CompletionKind::Value, score)));
        let free = (0..).map(|it| format!("{stem}{it}"));
        let mut unseen = free
            .take(scope.visible.len() + 1)
            .filter(|it| !scope.visible.iter().any(|value| value.name == *it));
        candidates.extend(unseen.next().map(|it| Candidate::new(it, CompletionKind::Value, score + 0.2)));
    }
    candidates.extend(scope.undefined.iter().enumerate().map(|(index, name)| {
        Candidate::new(name.clone(), CompletionKind::Value, share + 20.0 - index as f32)
    }));
    let free = seen(experience, SyntaxKind::PERCENT_ID, CompletionKind::Value);
    let is_free = |it: &Candidate| {
        !scope.undefined.contains(&it.text) && !scope.visible.iter().any(|value| value.name == it.text)
    };
    candidates.extend(free.into_iter().filter(is_free));
    candidates
}

/// Names without the number at their end, the likeliest first: `%`, `%arg`, `%c`.
fn stems(scope: &Scope, experience: &Experience) -> Vec<String> {
    let mut stems: Vec<(String, f32)> = vec![("%".to_owned(), 0.0)];
    for name in &scope.defined {
        let stem = name.trim_end_matches(|it: char| it.is_ascii_digit());
        if stem.len() == name.len() {
            continue;
        }
        let score = experience.score(name);
        match stems.iter_mut().find(|it| it.0 == stem) {
            Some(known) => known.1 = known.1.max(score),
            None => stems.push((stem.to_owned(), score)),
        }
    }
    stems.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    stems.truncate(3);
    stems.into_iter().map(|it| it.0).collect()
}

/// Texts of a kind that were seen nearby.
pub(super) fn seen(experience: &Experience, kind: SyntaxKind, item: CompletionKind) -> Vec<Candidate> {
    let share = 4.0 * experience.share(kind);
    let texts = experience.texts().filter(|it| it.1.kind == kind);
    texts.map(|(text, seen)| Candidate::new(text, item, seen.score + share)).collect()
}

fn symbols(view: &FileView<'_>, experience: &Experience) -> Vec<Candidate> {
    let mut candidates = seen(experience, SyntaxKind::AT_ID, CompletionKind::Symbol);
    let mut known: FxHashSet<String> = candidates.iter().map(|it| it.text.clone()).collect();
    for definition in symbol_definitions(view) {
        let written = view.token_behind(definition.focus_range.start());
        let text = match written.as_ref().map(|it| it.text()) {
            Some(text) if text.starts_with('@') => text.to_owned(),
            _ => format!("@{}", definition.name),
        };
        if known.insert(text.clone()) {
            candidates.push(Candidate::new(text, CompletionKind::Symbol, 0.0));
        }
    }
    candidates
}

fn aliases(
    view: &FileView<'_>,
    scene: &Scene,
    grammar: &Grammar,
    experience: &Experience,
    sigil: char,
) -> Vec<Candidate> {
    let kind = if sigil == '#' { SyntaxKind::HASH_ID } else { SyntaxKind::EXCLAMATION_ID };
    let mut candidates = seen(experience, kind, CompletionKind::Alias);
    let is_number = |it: &Candidate| it.text.as_bytes().get(1).is_some_and(u8::is_ascii_digit);
    candidates.retain(|it| !is_number(it));
    let application = grammar.tree_with(&format!("{sigil}completion")).as_ref().and_then(Application::around);
    let definitions = alias_definitions(view.db, view.file, scene.part);
    let known: FxHashMap<String, usize> =
        candidates.iter().enumerate().map(|(index, it)| (it.text.clone(), index)).collect();
    for (name, definition) in definitions.into_iter().filter(|it| it.0.starts_with(sigil)) {
        let value = ast::child::<ast::Attribute>(&definition.node.syntax_node());
        let detail = match sigil {
            '#' => value.map(|it| header(ast::AstNode::syntax(&it))),
            _ => ast::child::<ast::Type>(&definition.node.syntax_node())
                .map(|it| header(ast::AstNode::syntax(&it))),
        };
        let fit = application.as_ref().map_or(0.0, |it| it.fit(view, scene.part, name));
        match known.get(name).and_then(|it| candidates.get_mut(*it)) {
            Some(known) => (known.detail, known.score) = (detail, known.score + fit),
            None => candidates
                .push(Candidate { detail, ..Candidate::new(name.to_owned(), CompletionKind::Alias, fit) }),
        }
    }
    candidates
}

/// A map or set that is applied to operands.
struct Application {
    is_set: bool,
    dims: Option<usize>,
    symbols: Option<usize>,
}

impl Application {
    fn around(token: &SyntaxToken) -> Option<Self> {
        let application = token.parent_ancestors().find(|it| it.kind() == SyntaxKind::MAP_APPLICATION)?;
        let count = |kind| {
            let list = application.children().find(|it| it.kind() == kind)?;
            Some(list.children().filter(|it| it.kind() == SyntaxKind::VALUE_USE).count())
        };
        let operation = application
            .parent()
            .and_then(|it| it.ancestors().find_map(<ast::Operation as ast::AstNode>::cast)?.op_name());
        Some(Self {
            is_set: operation.is_some_and(|it| it.text() == "affine.if"),
            dims: count(SyntaxKind::DIM_OPERANDS),
            symbols: count(SyntaxKind::SYMBOL_OPERANDS),
        })
    }

    /// How well an alias fits, by what it is and by its numbers of dimensions and symbols.
    fn fit(&self, view: &FileView<'_>, part: usize, name: &str) -> f32 {
        let (dims, symbols) = match attribute_alias(view.db, view.file, part, name.to_owned()) {
            AttributeAlias::Map(map) if !self.is_set => (map.dims, map.symbols),
            AttributeAlias::Set(set) if self.is_set => (set.dims, set.symbols),
            AttributeAlias::Undefined => return 0.0,
            _ => return -20.0,
        };
        match (self.dims, self.symbols) {
            (None, None) => 1.0,
            (written, in_brackets) if written.unwrap_or(0) == dims && in_brackets.unwrap_or(0) == symbols => {
                4.0
            }
            _ => -4.0,
        }
    }
}
