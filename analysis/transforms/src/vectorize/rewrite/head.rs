//! The head of the loop: its step and end, its carried values, its results, and the copy that runs the rest.

use super::Writer;
use super::ends::End;
use super::folds::Fold;
use ir::{OpKind, trimmed_range};
use syntax::ast::{self, AstNode};
use syntax::{SyntaxKind, SyntaxNode, TextRange};

impl Writer<'_> {
    pub(super) fn loop_itself(&mut self) -> Option<()> {
        let node = self.node(self.loop_)?;
        let end = match self.plan.trips.leave_rest(self.width) {
            true => Some(self.end()?),
            false => None,
        };
        let mut folds = self.folds()?;
        let upper = trimmed_range(&child(&node, SyntaxKind::UPPER_BOUND)?);
        let region = trimmed_range(ast::child::<ast::Region>(&node)?.syntax());
        let between = TextRange::new(upper.end(), region.start());
        // A comment would be lost.
        if self.slice(between)?.contains("//") {
            return None;
        }
        if let Some(end) = &end {
            self.lines.replace(upper, end.upper.clone());
        }
        let carried = match folds.is_empty() {
            true => String::new(),
            false => {
                let list =
                    |text: &dyn Fn(&Fold) -> String| folds.iter().map(text).collect::<Vec<_>>().join(", ");
                let inits = list(&|it| format!("{} = {}", it.argument, it.start));
                format!(" iter_args({inits}) -> ({})", list(&|it| it.ty.clone()))
            }
        };
        self.lines.replace(between, format!(" step {}{carried} ", self.step));
        let main = self.name_results(&node, &folds)?;
        self.after_folds(&mut folds, &main, end.is_some())?;
        if let Some(end) = end {
            let rest = self.rest(&node, &end, &folds)?;
            self.lines.rest(rest);
        }
        // Without a group, the element of a reduction through memory may not be accessed.
        if !self.plan.in_memory.is_empty() && !self.plan.trips.surely_runs {
            let guard = self.guard()?;
            self.lines.guard(guard);
        }
        Some(())
    }

    /// Gives the results of the loop over vectors names of their own, and returns these.
    fn name_results(&mut self, node: &SyntaxNode, folds: &[Fold]) -> Option<Vec<String>> {
        if folds.is_empty() {
            return Some(Vec::new());
        }
        let written = child(node, SyntaxKind::OP_RESULTS).map(|it| trimmed_range(&it));
        let like = self.ir.ops[self.loop_].results.first().map(|it| &*self.ir.values[*it].name);
        let like = like.filter(|it| !it.is_empty()).unwrap_or(&folds.first()?.argument);
        let name = self.fresh.like(like);
        let (list, names) = match folds.len() {
            1 => (format!("{name} ="), vec![name]),
            count => (format!("{name}:{count} ="), (0..count).map(|it| format!("{name}#{it}")).collect()),
        };
        match written {
            Some(range) => self.lines.replace(range, list),
            None => self.lines.insert(self.ir.ops[self.loop_].pointer.range.start(), format!("{list} ")),
        }
        Some(names)
    }

    /// The loop as it was, from where the whole groups end.
    fn rest(&self, node: &SyntaxNode, end: &End, folds: &[Fold]) -> Option<String> {
        let OpKind::For(header) = &self.ir.ops[self.loop_].kind else { return None };
        let whole = self.ir.ops[self.loop_].pointer.range;
        let mut pieces = vec![(trimmed_range(&child(node, SyntaxKind::LOWER_BOUND)?), end.lower.clone())];
        let inits = self.ir.ops[self.loop_].operands.get(header.inits.clone())?;
        for (init, fold) in inits.iter().zip(folds) {
            pieces.push((init.pointer.range, fold.partial.clone()?));
        }
        let (mut text, mut at) = (String::new(), whole.start());
        for (range, new) in pieces {
            text.push_str(self.slice(TextRange::new(at, range.start()))?);
            text.push_str(&new);
            at = range.end();
        }
        text.push_str(self.slice(TextRange::new(at, whole.end()))?);
        Some(text)
    }
}

fn child(node: &SyntaxNode, kind: SyntaxKind) -> Option<SyntaxNode> {
    node.children().find(|it| it.kind() == kind)
}
