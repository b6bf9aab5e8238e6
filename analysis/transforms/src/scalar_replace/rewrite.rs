//! The text without loads and stores that are not needed: their lines go, and the values are mentioned instead.

use super::known_values::Replacements;
use crate::rewrite::Edits;
use crate::rewrite::RootText;
use ir::OpId;
use ir::value_name;
use syntax::TextRange;

pub(super) fn edits(source: &RootText<'_>, replacements: &Replacements) -> Edits {
    let ir = source.ir;
    let lines = |op: OpId| source.lines_of(ir.ops[op].pointer.range);
    let removed: Vec<TextRange> = replacements.ops().map(lines).collect();
    let mut edits: Edits = removed.iter().map(|it| (source.pointer(*it), String::new())).collect();
    for (load, value) in &replacements.loads {
        let results = &ir.ops[*load].results;
        for mention in &ir.mentions {
            let is_here = mention.value.is_some_and(|it| results.contains(&it));
            if is_here && !removed.iter().any(|it| source.holds(*it, mention.pointer)) {
                edits.push((mention.pointer, value_name(ir, *value)));
            }
        }
    }
    edits
}
