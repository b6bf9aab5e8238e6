//! How the file spells types and attributes of other dialects: MLIR knows those of a dialect that is not registered by
//! their text alone, blanks included.

use ir::types::compact;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use syntax::ods::Registry;
use syntax::{Located, SyntaxKind};

/// The spelling of each by its text without blanks.
#[derive(Default)]
pub(super) struct Spelling {
    /// Only those that are not their text without blanks; `None` of one that is written in several ways, which may be
    /// several types.
    written: FxHashMap<Arc<str>, Option<String>>,
    /// The lengths of the keys, the greatest first.
    lengths: Vec<usize>,
}

impl Spelling {
    pub(super) fn of(part: Located<'_>, registry: &Registry) -> Self {
        let mut all: FxHashMap<Arc<str>, Option<String>> = FxHashMap::default();
        collect(part, &mut |node| {
            let text = exact(node);
            let key = compact(node);
            let dialect = key.get(1..).and_then(|it| it.split(['.', '<']).next()).unwrap_or_default();
            let is_registered = registry.has_dialect(dialect);
            let known = all.entry(key).or_insert_with(|| Some(text.clone()));
            // Of a registered dialect the first stands for all.
            if !is_registered && known.as_ref().is_some_and(|it| *it != text) {
                *known = None;
            }
        });
        all.retain(|key, text| text.as_deref() != Some(&**key));
        let mut lengths: Vec<usize> = all.keys().map(|it| it.len()).collect();
        lengths.sort_unstable_by(|left, right| right.cmp(left));
        lengths.dedup();
        Self { written: all, lengths }
    }

    /// The text of a type as the file spells it; `None` where it is not known which type it is.
    pub(super) fn applied(&self, text: String) -> Option<String> {
        if self.written.is_empty() || !text.contains(['!', '#']) {
            return Some(text);
        }
        let mut spelled = String::new();
        let mut rest = text.as_str();
        while let Some(at) = rest.find(['!', '#']) {
            spelled.push_str(&rest[..at]);
            rest = &rest[at..];
            let longest = self.lengths.iter().find_map(|it| {
                let (key, behind) = rest.split_at_checked(*it)?;
                Some((self.written.get(key)?, behind))
            });
            match longest {
                Some((written, behind)) => {
                    spelled.push_str(written.as_deref()?);
                    rest = behind;
                }
                None => {
                    spelled.push_str(&rest[..1]);
                    rest = &rest[1..];
                }
            }
        }
        spelled.push_str(rest);
        Some(spelled)
    }
}

/// Whether a node's text is read by its dialect.
pub(super) fn is_of_dialect(kind: SyntaxKind) -> bool {
    matches!(kind, SyntaxKind::DIALECT_TYPE | SyntaxKind::DIALECT_ATTRIBUTE)
}

/// The node's text from its first to its last token, with all that is between.
pub(super) fn exact(node: Located<'_>) -> String {
    let (mut text, mut between) = (String::new(), String::new());
    node.for_each_token(&mut |it| {
        if it.kind().is_trivia() {
            between.push_str(it.text());
            return;
        }
        if !text.is_empty() {
            text.push_str(&between);
        }
        between.clear();
        text.push_str(it.text());
    });
    text
}

/// The parser bounds the depth.
fn collect<'a>(node: Located<'a>, visit: &mut impl FnMut(Located<'a>)) {
    if is_of_dialect(node.kind()) {
        visit(node);
    }
    for child in node.children() {
        collect(child, visit);
    }
}
