//! The input of a fix, and the edits that many of them make.

use super::edits::name_of;
use super::edits::{edit, fix, insertion, modernization, trimmed};
use super::names::NamePlaces;
use crate::context::RuleContext;
use crate::diagnostic::{Diagnostic, Fix};
use crate::facts::Facts;
use crate::legacy::{Legacy, legacy};
use base::registry::registry;
use base::source_file::SourceFile;
use ir::{Ir, OpId, OpKind, ValueId};
use std::cell::OnceCell;
use std::sync::Arc;
use syntax::ods::{OpDefinition, Registry};
use syntax::{SyntaxKind, SyntaxNode, SyntaxToken, TextEdit, TextRange, TextSize};
use transforms::rewrite::{
    indentation, line_end, line_start, next_token, previous_token, token_behind, untaken,
};

/// The input of a fix: the file's tree, and a place in it with its diagnostic.
pub struct FixContext<'a> {
    pub db: &'a dyn salsa::Database,
    pub file: SourceFile,
    pub root: &'a SyntaxNode,
    /// The file's.
    pub whole: &'a str,
    pub names: &'a OnceCell<NamePlaces>,
    pub diagnostic: &'a Diagnostic,
    pub range: TextRange,
}

impl FixContext<'_> {
    /// The facts that the diagnostic is made of.
    pub fn facts<T: Facts>(&self) -> Option<&T> {
        self.diagnostic.facts.as_ref()?.get()
    }

    /// The registry's definition of the operation that a node is.
    pub fn definition(&self, op: &SyntaxNode) -> Option<&Arc<OpDefinition>> {
        registry(self.db).written(&name_of(op))
    }

    /// The operations that are known.
    pub fn registry(&self) -> &Registry {
        registry(self.db)
    }

    /// The token at the start of the place; of two that meet there, the second.
    pub fn token(&self) -> Option<SyntaxToken> {
        let start = self.range.start();
        let token = self.token_behind(start).or_else(|| self.token_at_end(start))?;
        if token.kind().is_trivia() { next_token(&token) } else { Some(token) }
    }

    /// The last token before the place that is not trivia.
    pub fn token_before(&self) -> Option<SyntaxToken> {
        let start = self.range.start();
        let token = self.token_at_end(start).or_else(|| self.token_behind(start))?;
        let ends_before = token.text_range().end() <= start;
        if ends_before && !token.kind().is_trivia() { Some(token) } else { previous_token(&token) }
    }

    /// The token of the byte after an offset.
    pub fn token_behind(&self, offset: TextSize) -> Option<SyntaxToken> {
        token_behind(self.root, offset)
    }

    /// The token of the byte before an offset.
    fn token_at_end(&self, offset: TextSize) -> Option<SyntaxToken> {
        self.token_behind(offset.checked_sub(TextSize::new(1))?)
    }

    /// The file's.
    pub fn names(&self) -> &NamePlaces {
        self.names.get_or_init(|| NamePlaces::of(self.root.green()))
    }

    /// The nearest node of a kind around the place.
    pub fn around(&self, kind: SyntaxKind) -> Option<SyntaxNode> {
        let node = match self.root.covering_element(self.range) {
            rowan::NodeOrToken::Node(node) => node,
            rowan::NodeOrToken::Token(token) => token.parent()?,
        };
        node.ancestors().find(|it| it.kind() == kind)
    }

    /// The inline map or set around the place.
    pub fn map_or_set(&self) -> Option<SyntaxNode> {
        let map = self.around(SyntaxKind::AFFINE_MAP_ATTRIBUTE);
        map.or_else(|| self.around(SyntaxKind::INTEGER_SET_ATTRIBUTE))
    }

    /// The operation that the place is in.
    pub fn operation(&self) -> Option<SyntaxNode> {
        self.around(SyntaxKind::OPERATION)
    }

    /// The text of the place.
    pub fn text(&self) -> String {
        self.text_of(self.range)
    }

    pub fn text_of(&self, range: TextRange) -> String {
        self.whole.get(std::ops::Range::<usize>::from(range)).unwrap_or_default().to_owned()
    }

    /// The fix that replaces the wrong text.
    pub fn replace(&self, title: impl Into<String>, insert: impl Into<String>) -> Option<Vec<Fix>> {
        fix(title, vec![edit(self.range, insert)])
    }

    /// The fix that deletes the place and the blanks before it.
    pub fn delete(&self, title: impl Into<String>) -> Option<Vec<Fix>> {
        fix(title, vec![self.deletion(self.range)])
    }

    /// Deletes a range and the blanks before it on its line.
    pub fn deletion(&self, range: TextRange) -> TextEdit {
        let start = match self.token_at_end(range.start()) {
            Some(token) if token.kind() == SyntaxKind::WHITESPACE && !token.text().contains('\n') => {
                token.text_range().start()
            }
            _ => range.start(),
        };
        edit(TextRange::new(start, range.end()), "")
    }

    /// Deletes a statement: with its lines and the comment after it, if nothing else is on them.
    pub fn without(&self, statement: &SyntaxNode) -> TextEdit {
        let range = trimmed(statement);
        let lines = self.lines(range);
        let before = self.text_of(TextRange::new(lines.start(), range.start()));
        let behind = self.text_of(TextRange::new(range.end(), lines.end()));
        let is_alone = behind.trim().is_empty() || behind.trim_start().starts_with("//");
        if before.trim().is_empty() && is_alone { edit(lines, "") } else { self.deletion(range) }
    }

    /// Inserts a line before the statement.
    pub fn line_before(&self, statement: &SyntaxNode, line: &str) -> TextEdit {
        let start = trimmed(statement).start();
        let blanks = indentation(self.whole, start.into());
        insertion(start, format!("{line}\n{blanks}"))
    }

    /// Inserts a line after the statement and a comment that follows it.
    pub fn line_after(&self, statement: &SyntaxNode, line: &str) -> TextEdit {
        let whole = trimmed(statement);
        let blanks = indentation(self.whole, whole.start().into());
        let rest = self.whole.get(usize::from(whole.end())..).unwrap_or_default();
        let rest = rest.split('\n').next().unwrap_or_default();
        let is_comment = rest.trim().is_empty() || rest.trim_start().starts_with("//");
        let skipped = TextSize::try_from(rest.len()).ok().filter(|_| is_comment).unwrap_or_default();
        insertion(whole.end() + skipped, format!("\n{blanks}{line}"))
    }

    /// The range of the whole lines that hold a range.
    pub fn lines(&self, range: TextRange) -> TextRange {
        let offset = |at: usize| TextSize::try_from(at).unwrap_or(range.end());
        TextRange::new(
            offset(line_start(self.whole, range.start().into())),
            offset(line_end(self.whole, range.end().into())),
        )
    }

    /// A name like this one that does not occur in the file: `%c1`, `%c1_0`, …
    pub fn fresh_name(&self, name: &str) -> String {
        untaken(name, |it| self.names().is_taken(it))
    }

    /// The operation in today's spelling, if it is in an old one.
    pub fn modernized(&self) -> Option<Vec<Fix>> {
        let (records, op) = (self.records()?, self.op()?);
        let rules = RuleContext::new(self.db, records.isolated, records.ir);
        let Legacy { name, edits, .. } = legacy(&rules, op)?;
        let edits = edits.into_iter().map(|(place, insert)| Some(edit(records.range(place)?, insert)));
        modernization(format!("write {name}"), edits.collect::<Option<_>>()?)
    }

    /// The records of the isolated op that holds the place.
    pub fn ir(&self) -> Option<&Ir> {
        self.records().map(|it| it.ir)
    }

    /// The operation of the finding.
    pub fn op(&self) -> Option<OpId> {
        self.ir()?.innermost_op(self.diagnostic.place?.1)
    }

    /// The operation that takes the value which the place names, and that value.
    pub fn operand(&self) -> Option<(&Ir, OpId, ValueId)> {
        let (ir, op, (_, place)) = (self.ir()?, self.op()?, self.diagnostic.place?);
        let operand = ir.ops[op].operands.iter().find(|it| it.pointer == place)?;
        Some((ir, op, operand.value?))
    }

    /// The values of a name, with `%`, in the isolated op.
    pub fn values<'i>(&self, ir: &'i Ir, name: &'i str) -> impl Iterator<Item = ValueId> + 'i {
        ir.values.iter().filter(move |(_, it)| &*it.name == name).map(|it| it.0)
    }

    /// The type of the values of a name, if they agree in one that is known.
    pub fn value_type(&self, name: &str) -> Option<String> {
        let ir = self.ir()?;
        let mut types = self.values(ir, name).map(|it| &ir.values[it].ty);
        let first = types.next().filter(|it| !it.has_unknown())?;
        types.all(|it| it == first).then(|| first.to_string())
    }

    /// The integer that a name stands for, if it is a constant.
    pub fn constant(&self, name: &str) -> Option<i64> {
        let ir = self.ir()?;
        let mut values = self.values(ir, name);
        let op = ir.defining_op(values.next()?)?;
        match ir.ops[op].kind {
            OpKind::ConstantInteger(value) if values.next().is_none() => Some(value),
            _ => None,
        }
    }
}
