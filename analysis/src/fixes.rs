//! Quick fixes: what those of all codes share, and those of codes that the parser and the aliases have. The others stand
//! beside their checks, under `rules/`.

pub(crate) mod attributes;
mod context;
pub(crate) mod edit_list;
pub(crate) mod map_input;
mod names;
mod records;
pub(crate) mod result_names;
pub(crate) mod retype;
pub(crate) mod symbol_to_dimension;

// By their codes.
pub(crate) mod affine_invalid_identifier;
pub(crate) mod affine_missing_arrow;
pub(crate) mod affine_missing_dimension_list;
pub(crate) mod affine_missing_operand;
pub(crate) mod affine_missing_result_parentheses;
pub(crate) mod affine_reserved_identifier;
pub(crate) mod affine_undeclared_identifier;
pub(crate) mod affine_unknown_operator;
pub(crate) mod alias_missing_equals;
pub(crate) mod alias_name_has_dot;
pub(crate) mod alias_not_at_top_level;
pub(crate) mod alias_redefined;
pub(crate) mod alias_undefined;
pub(crate) mod bare_identifier_in_subscript;
pub(crate) mod dimension_list_syntax;
pub(crate) mod dma_no_attribute_dict;
pub(crate) mod expected_token;
pub(crate) mod expression_not_allowed;
pub(crate) mod for_bound_missing_operands;
pub(crate) mod for_bound_multiple_values;
pub(crate) mod for_bound_wrong_minmax;
pub(crate) mod for_clause_order;
pub(crate) mod for_induction_variable_syntax;
pub(crate) mod for_iter_args_missing_types;
pub(crate) mod for_step_not_constant;
pub(crate) mod function_argument_syntax;
pub(crate) mod if_condition_not_set;
pub(crate) mod if_else_if;
pub(crate) mod index_literal_operand;
pub(crate) mod legacy_inline_map;
pub(crate) mod legacy_inline_set;
pub(crate) mod linearize_syntax;
pub(crate) mod loop_attribute_position;
pub(crate) mod loop_block_label;
pub(crate) mod map_set_body_mismatch;
pub(crate) mod missing_subscript;
pub(crate) mod parallel_reduction_syntax;
pub(crate) mod parallel_syntax;
pub(crate) mod prefetch_cache_specifier;
pub(crate) mod prefetch_rw_specifier;
pub(crate) mod prefetch_syntax;
pub(crate) mod scf_for_missing_step;
pub(crate) mod set_chained_comparison;
pub(crate) mod set_constraint_missing;
pub(crate) mod set_constraint_operator;
pub(crate) mod ssa_value_in_map;
pub(crate) mod subscript_symbol_syntax;
pub(crate) mod unexpected_character;
pub(crate) mod unexpected_type_suffix;
pub(crate) mod unknown_type;
pub(crate) mod unterminated_region;
pub(crate) mod unused_alias;

use crate::diagnostic::{Diagnostic, Fix};
use crate::rewrite::{next_token, previous_token};
use crate::rules::codes;
use crate::source_file::SourceFile;
pub(crate) use context::FixContext;
use names::Names;
pub(crate) use records::Records;
use std::cell::OnceCell;
use syntax::ast::{self, AstNode};
use syntax::{SyntaxKind, SyntaxNode, SyntaxToken, TextEdit, TextRange, TextSize};
pub(crate) use unterminated_region::unclosed_region_at_end;

/// The range of a node without trivia at its ends.
pub(crate) fn trimmed(node: &SyntaxNode) -> TextRange {
    crate::ir::trimmed_range(node)
}

/// The tokens of a node that are no trivia.
pub(crate) fn tokens(node: &SyntaxNode) -> impl Iterator<Item = SyntaxToken> + use<> {
    node.descendants_with_tokens().filter_map(|it| it.into_token()).filter(|it| !it.kind().is_trivia())
}

/// The tokens of a node itself, without those of the nodes in it.
pub(crate) fn tokens_of(node: &SyntaxNode) -> impl Iterator<Item = SyntaxToken> + use<> {
    node.children_with_tokens().filter_map(|it| it.into_token())
}

pub(crate) fn edit(range: TextRange, insert: impl Into<String>) -> TextEdit {
    TextEdit { range, insert: insert.into() }
}

pub(crate) fn insertion(at: TextSize, insert: impl Into<String>) -> TextEdit {
    edit(TextRange::empty(at), insert)
}

pub(crate) fn fix(title: impl Into<String>, edits: Vec<TextEdit>) -> Option<Vec<Fix>> {
    Some(vec![Fix { title: title.into(), edits, modernizes: false, guesses: false }])
}

/// A fix that turns an old spelling into today's.
pub(crate) fn modernization(title: impl Into<String>, edits: Vec<TextEdit>) -> Option<Vec<Fix>> {
    Some(vec![Fix { title: title.into(), edits, modernizes: true, guesses: false }])
}

/// A fix that may not be what was meant.
pub(crate) fn guess(title: impl Into<String>, edits: Vec<TextEdit>) -> Option<Vec<Fix>> {
    Some(vec![Fix { title: title.into(), edits, modernizes: false, guesses: true }])
}

/// The name of an operation as it is written, with the quotes of the generic form.
pub(crate) fn written_name(op: &SyntaxNode) -> Option<SyntaxToken> {
    tokens(&op.children().find(|it| it.kind() == SyntaxKind::OP_NAME)?).next()
}

/// The name of an operation as it is written, without the quotes of the generic form.
pub(crate) fn name_of(op: &SyntaxNode) -> String {
    written_name(op).map(|it| it.text().trim_matches('"').to_owned()).unwrap_or_default()
}

/// The last operation of the last block of a region.
pub(crate) fn last_operation(region: &SyntaxNode) -> Option<SyntaxNode> {
    let block = ast::children::<ast::Block>(region).last()?;
    block.operations().last().map(|it| it.syntax().clone())
}

/// Finds the fixes at a place; none where the text is too far from what was meant.
pub(crate) type Find = fn(&FixContext<'_>) -> Option<Vec<Fix>>;

/// Finds the fixes of diagnostics of one file.
pub(crate) struct Fixes<'a> {
    db: &'a dyn salsa::Database,
    file: SourceFile,
    root: SyntaxNode,
    text: OnceCell<String>,
    names: OnceCell<Names>,
}

impl<'a> Fixes<'a> {
    pub(crate) fn new(db: &'a dyn salsa::Database, file: SourceFile) -> Self {
        let root = file.parse(db).syntax_node();
        Self { db, file, root, text: OnceCell::new(), names: OnceCell::new() }
    }

    /// The fixes of a diagnostic.
    pub(crate) fn of(&self, diagnostic: &Diagnostic) -> Vec<Fix> {
        let Some(find) = codes::get(diagnostic.code).and_then(|it| it.fix) else { return Vec::new() };
        let found = find(&FixContext {
            db: self.db,
            file: self.file,
            root: &self.root,
            whole: self.text.get_or_init(|| self.file.parse(self.db).text()),
            names: &self.names,
            diagnostic,
            range: diagnostic.range,
        });
        found.unwrap_or_default()
    }
}

/// What stands behind the last arrow of a function type, with the blank before it.
pub(crate) fn results(ty: &SyntaxNode) -> Option<TextRange> {
    let tokens = ty.children_with_tokens().filter_map(|it| it.into_token());
    let arrow = tokens.filter(|it| it.kind() == SyntaxKind::ARROW).last()?;
    Some(TextRange::new(arrow.text_range().end(), trimmed(ty).end()))
}

#[cfg(test)]
mod tests;
