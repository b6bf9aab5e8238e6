//! All diagnostics of a file: syntax errors, aliases, and the findings of every isolated op at absolute places.

mod allowed;
mod batches;
mod bulk;
mod expected;
mod kept;
mod moved;
mod nearby;
mod on_all_cores;
mod slice;

use allowed::Allowed;
pub use allowed::Reach;
pub(crate) use allowed::allowing;
use base::database::RootDatabase;
use base::isolated_op::{IsolatedOp, isolated_op_starts};
use base::source_file::{SettingsInput, SourceFile};
use ir::Pointer;
use ir::aliases::alias_definition;
use ir::starts::located;
use ir::symbol_table::symbol_place;
pub(crate) use kept::FindingsCache;
#[cfg(test)]
pub(crate) use kept::tests::texts;
pub use nearby::NEARBY_BYTES;
use rules::alias_rules;
use rules::checks::undefined_value::Missing;
use rules::checks::unknown_dialect::UnknownDialect;
use rules::codes;
use rules::diagnostic::{Diagnostic, Related, Severity};
use rules::facts::AnyFacts;
use rules::finding::{Finding, RelatedPlace};
use rules::findings::{findings, findings_with_fixes, unasked_findings_with_fixes};
use rules::fixes::unterminated_region::unclosed_region_at_end;
use rules::quick_fixes::Fixes;
use rules::{merge_conflicts, module_rules, symbol_rules};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::sync::Arc;
use syntax::{SyntaxError, SyntaxErrorCode, SyntaxKind, SyntaxNode, TextRange, TextSize};
use transforms::rewrite::previous_token;

/// How much of what could be said is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// As [`Depth::AtOnce`], but of functions farther from [`Most::near`] than the nearest [`NEARBY_BYTES`] only what is
    /// known already.
    Nearby,
    /// All that is quickly known. What takes longer is said as it was known last, moved along with the text.
    AtOnce,
    /// The diagnostics for actions on a range: those there that are quickly found and have a fix, and the errors and old
    /// spellings of the whole file.
    FixesAround(TextRange),
    Full,
}

/// At most this many diagnostics, those nearest to a place. For what is not shown, nothing is computed that takes long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Most {
    pub errors: usize,
    /// Of everything else.
    pub others: usize,
    pub near: TextSize,
}

/// Everything that is wrong or could be better in the file, in text order.
pub(crate) fn diagnostics(
    db: &RootDatabase,
    file: SourceFile,
    kept: &FindingsCache,
    depth: Depth,
    most: Option<Most>,
) -> Vec<Diagnostic> {
    let conflicts = merge_conflicts::diagnostics(db, file);
    if !conflicts.is_empty() {
        return conflicts;
    }
    let mut of_file = alias_rules::diagnostics(db, file);
    of_file.extend(module_rules::diagnostics(db, file));
    of_file.extend(symbol_rules::diagnostics(db, file));
    let found = kept.read(db, file, depth, most.map(|it| it.near), |found, known_within, in_depth| {
        let mut items: Vec<Item<'_>> = file.parse(db).errors().iter().map(Item::of_syntax).collect();
        items.extend(of_file.iter().map(Item::of_file));
        let starts = isolated_op_starts(db, file);
        // A name that is missing in several functions is said once, and so is a dialect.
        let mut undefined: FxHashSet<(usize, &str)> = FxHashSet::default();
        let mut dialects: FxHashSet<&str> = FxHashSet::default();
        let touched: FxHashMap<usize, Arc<[Finding]>> = match depth {
            Depth::FixesAround(range) => located(db, file)
                .enumerate()
                .filter(|(_, (op, starts))| starts.touch(db, *op, range))
                .map(|(index, (op, _))| (index, with_fixes(db, op, in_depth(index))))
                .collect(),
            Depth::Nearby | Depth::AtOnce | Depth::Full => FxHashMap::default(),
        };
        let modernizes = |code: &str| codes::get(code).is_some_and(|it| it.modernizes);
        let is_kept = |(index, it): &(usize, &Finding)| match depth {
            Depth::FixesAround(_) => {
                it.severity == Severity::Error || !touched.contains_key(index) && modernizes(it.code)
            }
            Depth::Nearby | Depth::AtOnce | Depth::Full => true,
        };
        let mut add = |index: usize, finding| {
            let finding: &Finding = finding;
            if let Some(missing) = finding.facts.get::<Missing>() {
                let part = file.op_texts(db).get(index).map_or(0, |it| it.identity(db).part);
                if !undefined.insert((part, &missing.name)) {
                    return;
                }
            }
            if finding.facts.get::<UnknownDialect>().is_some_and(|it| !dialects.insert(&it.name)) {
                return;
            }
            let starts = starts.get(index).map(|it| &**it).unwrap_or_default();
            items.extend(Item::of_finding(finding, index, starts));
        };
        found.filter(is_kept).for_each(|(index, it)| add(index, it));
        for (index, all) in &touched {
            all.iter().for_each(|it| add(*index, it));
        }
        let severities = &SettingsInput::get(db).settings(db).severities;
        if !severities.is_empty() {
            items.retain_mut(|it| it.take_severity(severities));
        }
        let mut items = in_order(items);
        if let Some(allowed) = Allowed::of(db, file) {
            items.retain(|it| !allowed.has(it));
        }
        if let Depth::FixesAround(range) = depth {
            let concerns_file = |it: &Item<'_>| it.severity == Severity::Error || modernizes(it.code);
            items.retain(|it| it.range.intersect(range).is_some() || concerns_file(it));
        }
        if let Some(most) = most {
            if known_within.is_some_and(|distance| !most.has_enough(&items, distance)) {
                return None;
            }
            items = most.of(items);
        }
        let mut diagnostics = Vec::with_capacity(items.len());
        diagnostics.extend(items.into_iter().filter_map(|it| whole(db, file, it)));
        Some(diagnostics)
    });
    expected::as_expected(db, file, depth, found.unwrap_or_default())
}

/// The findings in an isolated op whose codes have a fix, without the errors. What takes long may be known.
fn with_fixes(db: &RootDatabase, op: IsolatedOp<'_>, in_depth: Option<Arc<[Finding]>>) -> Arc<[Finding]> {
    let Some(in_depth) = in_depth else { return findings_with_fixes(db, op).clone() };
    let has_fix = |it: &&Finding| codes::get(it.code).is_some_and(|it| it.fix.is_some());
    in_depth.iter().filter(has_fix).chain(&**unasked_findings_with_fixes(db, op)).cloned().collect()
}

/// The unknown dialects in a range, each at the first of its operations there.
pub(crate) fn unknown_dialects(
    db: &RootDatabase,
    file: SourceFile,
    range: TextRange,
) -> Vec<(String, TextRange)> {
    let mut found: Vec<(String, TextRange)> = Vec::new();
    for (op, starts) in located(db, file).filter(|(op, starts)| starts.touch(db, *op, range)) {
        for finding in findings(db, op).errors.iter() {
            let place = starts.range(finding.place);
            if let Some(dialect) = finding.facts.get::<UnknownDialect>()
                && place.intersect(range).is_some()
                && found.iter().all(|it| it.0 != dialect.name)
            {
                found.push((dialect.name.clone(), place));
            }
        }
    }
    found
}

fn whole(db: &RootDatabase, file: SourceFile, item: Item<'_>) -> Option<Diagnostic> {
    match item.origin {
        Origin::Syntax(error) => {
            let root = std::cell::LazyCell::new(|| file.parse(db).syntax_node());
            let opening = error
                .opening_bracket(&root)
                .map(|range| Related { range, message: "this bracket is not closed".into() });
            let region = (error.code == SyntaxErrorCode::UnterminatedRegion).then(|| far_end(&root, error));
            Some(Diagnostic {
                related: opening.into_iter().chain(region.flatten()).collect(),
                facts: error.expected.clone().map(AnyFacts::new),
                ..Diagnostic::new(item.code, item.severity, item.range, &*error.message)
            })
        }
        Origin::File(diagnostic) => Some(Diagnostic { severity: item.severity, ..diagnostic.clone() }),
        Origin::Finding(finding, op, starts) => {
            Some(Diagnostic { severity: item.severity, ..absolute(db, file, op, starts, finding)? })
        }
    }
}

/// The end of the text for a region whose brace is missed before it, and the opening brace for one that it is missed
/// at.
fn far_end(root: &SyntaxNode, error: &SyntaxError) -> Option<Related> {
    if let Some(region) = unclosed_region_at_end(root, error.range) {
        let range = TextRange::at(region.text_range().start(), TextSize::of('{'));
        return Some(Related { range, message: "this region is never closed".into() });
    }
    let part = root.covering_element(error.range).ancestors().find(|it| it.kind() == SyntaxKind::PART)?;
    let last = part.last_token()?;
    let last = if last.kind().is_trivia() { previous_token(&last)? } else { last };
    Some(Related { range: last.text_range(), message: "the text ends here".into() })
}

/// The most findings whose fixes are looked for: some read all of the text around, and no user reads more.
pub(crate) const MOST_FIXED: usize = 200;

/// As [`diagnostics`], with the fixes of the first ones; those that depend on the text alone are looked for here.
pub(crate) fn diagnostics_with_fixes(
    db: &RootDatabase,
    file: SourceFile,
    kept: &FindingsCache,
) -> Vec<Diagnostic> {
    let mut found = diagnostics(db, file, kept, Depth::Full, None);
    let fixes = Fixes::new(db, file);
    let has_fix = |it: &&mut Diagnostic| codes::get(it.code).is_some_and(|it| it.fix.is_some());
    for it in found.iter_mut().filter(has_fix).take(MOST_FIXED) {
        it.fixes = fixes.of(it);
    }
    found
}

/// A diagnostic that is not built yet: only its place is known.
struct Item<'a> {
    code: &'static str,
    severity: Severity,
    range: TextRange,
    origin: Origin<'a>,
}

enum Origin<'a> {
    Syntax(&'a SyntaxError),
    File(&'a Diagnostic),
    /// With the index of its isolated op, and where the roots of that start.
    Finding(&'a Finding, usize, &'a [TextSize]),
}

impl<'a> Item<'a> {
    fn of_syntax(error: &'a SyntaxError) -> Self {
        let code = error.code.as_str();
        Self { code, severity: Severity::Error, range: error.range, origin: Origin::Syntax(error) }
    }

    fn of_file(it: &'a Diagnostic) -> Self {
        Self { code: it.code, severity: it.severity, range: it.range, origin: Origin::File(it) }
    }

    fn of_finding(finding: &'a Finding, op: usize, starts: &'a [TextSize]) -> Option<Self> {
        let range = finding.place.in_file(starts)?;
        let origin = Origin::Finding(finding, op, starts);
        Some(Self { code: finding.code, severity: finding.severity, range, origin })
    }
}

impl Item<'_> {
    /// Takes the severity that the user wants for the code; `false` where it is not to be said.
    fn take_severity(&mut self, severities: &BTreeMap<&str, Option<Severity>>) -> bool {
        match severities.get(self.code) {
            Some(None) => return false,
            Some(Some(severity)) if self.severity != Severity::Error => self.severity = *severity,
            _ => {}
        }
        true
    }
}

impl Most {
    fn distance(&self, item: &Item<'_>) -> TextSize {
        let start = item.range.start();
        start.max(self.near) - start.min(self.near)
    }

    /// Whether these are enough to show; within the distance they are complete.
    fn has_enough(&self, items: &[Item<'_>], distance: TextSize) -> bool {
        let is_known = |it: &&Item<'_>| it.severity != Severity::Error && self.distance(it) < distance;
        items.iter().filter(is_known).count() >= self.others
    }

    fn of<'a>(&self, items: Vec<Item<'a>>) -> Vec<Item<'a>> {
        let is_error = |it: &Item<'_>| it.severity == Severity::Error;
        let errors = items.iter().filter(|it| is_error(it)).count();
        if errors <= self.errors && items.len() - errors <= self.others {
            return items;
        }
        let (errors, others): (Vec<_>, Vec<_>) = items.into_iter().partition(is_error);
        let nearest = |items: Vec<Item<'a>>, most: usize| {
            if items.len() <= most {
                return items;
            }
            let keys = items.iter().enumerate();
            let mut keys: Vec<_> = keys.map(|(index, it)| (self.distance(it), it.severity, index)).collect();
            keys.select_nth_unstable(most);
            let chosen: FxHashSet<usize> = keys.iter().take(most).map(|it| it.2).collect();
            let items = items.into_iter().enumerate().filter(|(index, _)| chosen.contains(index));
            items.map(|it| it.1).collect()
        };
        let mut kept = nearest(errors, self.errors);
        kept.extend(nearest(others, self.others));
        kept.sort_by(Item::order);
        kept
    }
}

fn absolute(
    db: &dyn salsa::Database,
    file: SourceFile,
    op: usize,
    starts: &[TextSize],
    finding: &Finding,
) -> Option<Diagnostic> {
    let range = |pointer: &Pointer| pointer.in_file(starts);
    let related = finding.related.iter().filter_map(|(place, note)| {
        let range = match place {
            RelatedPlace::Here(pointer) => range(pointer)?,
            RelatedPlace::Symbol { table, name } => symbol_place(db, file, table, name)?,
            RelatedPlace::Alias(name) => {
                let part = file.op_texts(db).get(op)?.identity(db).part;
                alias_definition(db, file, part, name)?.name_range
            }
        };
        Some(Related { range, message: note.clone() })
    });
    let message = finding.facts.sentence();
    Some(Diagnostic {
        related: related.collect(),
        facts: Some(finding.facts.clone()),
        place: Some((op, finding.place)),
        ..Diagnostic::new(finding.code, finding.severity, range(&finding.place)?, message)
    })
}

impl Item<'_> {
    fn order(&self, other: &Self) -> std::cmp::Ordering {
        let key = |it: &Self| (it.range.start(), it.range.end(), it.severity, it.code);
        key(self).cmp(&key(other))
    }
}

/// Sorted, each thing said once, and only by the most special code.
fn in_order(mut found: Vec<Item<'_>>) -> Vec<Item<'_>> {
    let hidden = Hidden::by(&found);
    found.retain(|it| it.severity != Severity::Error || !hidden.touches(it.code, it.range));
    found.sort_by(Item::order);
    found.dedup_by(|a, b| a.range == b.range && a.code == b.code);
    found
}

/// Where codes are hidden by those of more special errors: there may be thousands of both.
struct Hidden {
    /// Per hidden code: starts of the ranges of errors that hide it, in order, and the greatest end up to there.
    places: FxHashMap<&'static str, Vec<(TextSize, TextSize)>>,
}

impl Hidden {
    fn by(found: &[Item<'_>]) -> Self {
        let mut places: FxHashMap<&str, Vec<(TextSize, TextSize)>> = FxHashMap::default();
        for it in found.iter().filter(|it| it.severity == Severity::Error) {
            for hidden in codes::get(it.code).into_iter().flat_map(|it| it.hides) {
                places.entry(hidden).or_default().push((it.range.start(), it.range.end()));
            }
        }
        for places in places.values_mut() {
            places.sort_unstable();
            let mut greatest = TextSize::default();
            for (_, end) in places {
                greatest = greatest.max(*end);
                *end = greatest;
            }
        }
        Self { places }
    }

    /// Whether an error that hides the code touches the range.
    fn touches(&self, code: &str, range: TextRange) -> bool {
        let Some(places) = self.places.get(code) else { return false };
        let before = places.partition_point(|(start, _)| *start <= range.end());
        places.get(..before).and_then(|it| it.last()).is_some_and(|(_, end)| *end >= range.start())
    }
}

#[cfg(test)]
mod tests;
