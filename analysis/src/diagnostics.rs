//! All diagnostics of a file: syntax errors, aliases, and the findings of every isolated op at absolute places.

use crate::alias_rules;
use crate::aliases::alias_definitions;
use crate::diagnostic::{Diagnostic, Fix, Page, Related, Severity};
use crate::fixes::Fixes;
use crate::ir::Pointer;
use crate::isolated_op::{isolated_op_starts, isolated_ops};
use crate::rules::{self, Finding, Place, findings, page};
use crate::source_file::SourceFile;
use crate::symbol_rules;
use crate::symbol_table::symbol_place;
use rustc_hash::{FxHashMap, FxHashSet};
use syntax::{SyntaxError, TextEdit, TextRange, TextSize};

/// Everything that is wrong or could be better in the file, in text order.
pub(crate) fn diagnostics(db: &dyn salsa::Database, file: SourceFile) -> Vec<Diagnostic> {
    let parse = file.parse(db);
    let root = parse.syntax_node();
    let opening = |error: &SyntaxError| {
        let range = error.opening_bracket(&root)?;
        Some(Related { range, message: "this bracket is not closed".to_owned() })
    };
    let mut found: Vec<_> = parse
        .errors()
        .iter()
        .map(|error| Diagnostic {
            code: error.code.as_str(),
            severity: Severity::Error,
            message: error.message.clone(),
            range: error.range,
            related: opening(error).into_iter().collect(),
            fixes: Vec::new(),
        })
        .collect();
    found.extend(alias_rules::diagnostics(db, file));
    // A name that is missing in several functions is said once.
    let mut undefined: FxHashSet<(usize, String)> = FxHashSet::default();
    for (op, starts) in isolated_ops(db, file).iter().zip(isolated_op_starts(db, file)) {
        let part = op.part(db);
        let mut is_new =
            |it: &Finding| it.code != "undefined-value" || undefined.insert((part, it.message.clone()));
        found.extend(
            findings(db, *op)
                .iter()
                .filter(|it| is_new(it))
                .filter_map(|it| absolute(db, file, part, starts, it)),
        );
    }
    found.extend(symbol_rules::diagnostics(db, file));
    in_order(found)
}

/// As [`diagnostics`], with all fixes; those that only the text tells are looked for here.
pub(crate) fn diagnostics_with_fixes(db: &dyn salsa::Database, file: SourceFile) -> Vec<Diagnostic> {
    let mut found = diagnostics(db, file);
    let fixes = Fixes::new(db, file);
    for it in &mut found {
        it.fixes = fixes.of(it);
    }
    found
}

fn absolute(
    db: &dyn salsa::Database,
    file: SourceFile,
    part: usize,
    starts: &[TextSize],
    finding: &Finding,
) -> Option<Diagnostic> {
    let range = |pointer: &Pointer| shifted(*pointer, starts);
    let related = finding.related.iter().filter_map(|(place, message)| {
        let range = match place {
            Place::Here(pointer) => range(pointer)?,
            Place::Symbol { table, name } => symbol_place(db, file, table, name)?,
            Place::Alias(name) => alias_definitions(db, file).get(part)?.get(name)?.name_range,
        };
        Some(Related { range, message: message.clone() })
    });
    let fixes = finding.fixes.iter().filter_map(|fix| {
        let edits = fix
            .edits
            .iter()
            .map(|(pointer, insert)| Some(TextEdit { range: range(pointer)?, insert: insert.clone() }));
        Some(Fix {
            title: fix.title.clone(),
            edits: edits.collect::<Option<_>>()?,
            modernizes: fix.modernizes,
        })
    });
    Some(Diagnostic {
        code: finding.code,
        severity: finding.severity,
        message: finding.message.clone(),
        range: range(&finding.place)?,
        related: related.collect(),
        fixes: fixes.collect(),
    })
}

/// The absolute range of a place in an isolated op whose roots start there.
pub(crate) fn shifted(pointer: Pointer, starts: &[TextSize]) -> Option<TextRange> {
    pointer.range.checked_add(*starts.get(pointer.root)?)
}

/// Sorted, each thing said once, and only by the most special code.
fn in_order(mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let special = Special::of(&found);
    found.retain(|it| {
        let mut hiding = MORE_SPECIAL.iter().filter(|(_, general)| *general == it.code);
        !hiding.any(|(code, _)| special.touches(code, it.range))
    });
    found.sort_by(|a, b| {
        (a.range.start(), a.range.end(), a.severity, a.code).cmp(&(
            b.range.start(),
            b.range.end(),
            b.severity,
            b.code,
        ))
    });
    found.dedup_by(|a, b| a.range == b.range && a.code == b.code);
    found
}

/// Where the diagnostics are that hide more general ones: there may be thousands of both.
struct Special {
    /// Per code: range starts in order, and the greatest end up to there.
    places: FxHashMap<&'static str, Vec<(TextSize, TextSize)>>,
}

impl Special {
    fn of(found: &[Diagnostic]) -> Self {
        let mut places: FxHashMap<&str, Vec<(TextSize, TextSize)>> = FxHashMap::default();
        for it in found.iter().filter(|it| MORE_SPECIAL.iter().any(|(code, _)| *code == it.code)) {
            places.entry(it.code).or_default().push((it.range.start(), it.range.end()));
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

    /// Whether one with this code touches the range.
    fn touches(&self, code: &str, range: TextRange) -> bool {
        let Some(places) = self.places.get(code) else { return false };
        let before = places.partition_point(|(start, _)| *start <= range.end());
        places.get(..before).and_then(|it| it.last()).is_some_and(|(_, end)| *end >= range.start())
    }
}

/// The first says more than the second where both are reported in one place.
const MORE_SPECIAL: &[(&str, &str)] = &[
    ("ssa-name-includes-minus", "undefined-value"),
    ("region-argument-in-use", "undefined-value"),
    ("store-value-type", "value-type-mismatch"),
    ("linearize-type", "value-type-mismatch"),
    ("memref-type-required", "value-type-mismatch"),
    ("dma-memref-required", "value-type-mismatch"),
    ("value-type-mismatch", "yield-type-mismatch"),
    ("yield-missing", "yield-count-mismatch"),
    ("apply-dim-as-symbol", "invalid-symbol"),
    ("apply-result-count", "result-count-mismatch"),
    ("apply-result-count", "result-on-void-operation"),
];

macro_rules! syntax_pages {
    ($($code:literal,)*) => { &[$(($code, page!($code)),)*] };
}

/// The pages of the codes that the parser and the alias rules report.
static FURTHER_PAGES: &[(&str, &str)] = syntax_pages! {
    "affine-empty-parentheses",
    "affine-invalid-identifier",
    "affine-invalid-literal",
    "affine-missing-arrow",
    "affine-missing-dimension-list",
    "affine-missing-operand",
    "affine-missing-result-parentheses",
    "affine-reserved-identifier",
    "affine-unbalanced-parentheses",
    "affine-unknown-operator",
    "alias-missing-equals",
    "alias-name-has-dot",
    "alias-not-at-top-level",
    "alias-redefined",
    "alias-undefined",
    "bare-identifier-in-subscript",
    "dimension-list-syntax",
    "dma-no-attribute-dict",
    "duplicate-symbol",
    "expected-token",
    "expression-not-allowed",
    "for-bound-missing-operands",
    "for-bound-multiple-values",
    "for-bound-wrong-minmax",
    "for-clause-order",
    "for-induction-variable-syntax",
    "for-iter-args-missing-types",
    "for-results-without-iter-args",
    "for-step-not-constant",
    "function-argument-syntax",
    "if-condition-not-set",
    "if-else-if",
    "index-literal-operand",
    "legacy-inline-map",
    "legacy-inline-set",
    "linearize-syntax",
    "loop-attribute-position",
    "loop-block-label",
    "map-set-body-mismatch",
    "missing-subscript",
    "nesting-too-deep",
    "parallel-minmax-position",
    "parallel-reduction-syntax",
    "parallel-syntax",
    "prefetch-cache-specifier",
    "prefetch-rw-specifier",
    "prefetch-syntax",
    "scf-for-missing-step",
    "set-chained-comparison",
    "set-constraint-missing",
    "set-constraint-operator",
    "ssa-value-in-map",
    "subscript-symbol-syntax",
    "type-alias-redefined",
    "type-alias-undefined",
    "unexpected-character",
    "unexpected-type-suffix",
    "unknown-type",
    "unterminated-region",
    "unused-alias",
};

/// Those of the codes above that MLIR accepts.
const FURTHER_HINTS: &[&str] = &["unused-alias"];

/// The page of a diagnostic code.
pub(crate) fn explain(code: &str) -> Option<Page> {
    let rule = rules::all().iter().find(|it| it.code == code);
    if let Some(rule) = rule {
        return Some(Page { code: rule.code, severity: rule.severity, text: rule.page });
    }
    let (code, text) = FURTHER_PAGES.iter().find(|it| it.0 == code)?;
    let severity = if FURTHER_HINTS.contains(code) { Severity::Hint } else { Severity::Error };
    Some(Page { code, severity, text })
}

/// All diagnostic codes, sorted.
pub(crate) fn codes() -> Vec<&'static str> {
    let mut codes: Vec<_> =
        rules::all().iter().map(|it| it.code).chain(FURTHER_PAGES.iter().map(|it| it.0)).collect();
    codes.sort_unstable();
    codes
}

#[cfg(test)]
mod tests;
