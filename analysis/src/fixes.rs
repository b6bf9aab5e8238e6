//! Quick fixes of what diagnostics report at a place of the text. The fix of one code is one file and a line in the
//! table; rules that know more than the text tells give theirs with their findings.

pub(crate) mod affine_invalid_identifier;
pub(crate) mod affine_literal_too_large;
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
pub(crate) mod alloc_alignment;
pub(crate) mod alloc_dynamic_size_count;
pub(crate) mod alloc_symbol_count;
pub(crate) mod alloca_scope;
pub(crate) mod apply_operand_count;
pub(crate) mod apply_result_count;
pub(crate) mod attributes;
pub(crate) mod bare_identifier_in_subscript;
pub(crate) mod call_operand_type;
pub(crate) mod call_result_mismatch;
pub(crate) mod call_type_list;
pub(crate) mod cast_incompatible;
pub(crate) mod comparison_predicate;
pub(crate) mod condition_always_true;
pub(crate) mod constant_bound_operand;
pub(crate) mod constant_type_mismatch;
pub(crate) mod context;
pub(crate) mod dead_store;
pub(crate) mod delinearize_result_count;
pub(crate) mod dimension_list_syntax;
pub(crate) mod disjoint_violated;
pub(crate) mod dma_no_attribute_dict;
pub(crate) mod dma_type_count;
pub(crate) mod duplicate_attribute;
pub(crate) mod edit_list;
pub(crate) mod empty_affine_region;
pub(crate) mod expected_token;
pub(crate) mod expression_not_allowed;
pub(crate) mod for_bound_invalid_literal;
pub(crate) mod for_bound_missing_operands;
pub(crate) mod for_bound_multiple_values;
pub(crate) mod for_bound_wrong_minmax;
pub(crate) mod for_clause_order;
pub(crate) mod for_induction_variable_syntax;
pub(crate) mod for_iter_args_count;
pub(crate) mod for_iter_args_missing_types;
pub(crate) mod for_region_argument;
pub(crate) mod for_step_not_constant;
pub(crate) mod function_argument_syntax;
pub(crate) mod identity_map;
pub(crate) mod if_condition_not_set;
pub(crate) mod if_else_if;
pub(crate) mod if_missing_else;
pub(crate) mod if_region_arguments;
pub(crate) mod index_literal_operand;
pub(crate) mod invalid_dim;
pub(crate) mod isolated_region_capture;
pub(crate) mod iter_arg_never_updated;
pub(crate) mod legacy_inline_map;
pub(crate) mod legacy_inline_set;
pub(crate) mod linearize_syntax;
pub(crate) mod load_result_type;
pub(crate) mod loop_attribute_position;
pub(crate) mod loop_block_label;
pub(crate) mod loop_step_zero;
pub(crate) mod map_input;
pub(crate) mod map_set_body_mismatch;
pub(crate) mod memref_parameter_order;
pub(crate) mod missing_inherent_attribute;
pub(crate) mod missing_subscript;
pub(crate) mod missing_terminator;
pub(crate) mod names;
pub(crate) mod negative_divisor;
pub(crate) mod non_affine_mul;
pub(crate) mod operand_segment_mismatch;
pub(crate) mod operand_type_class;
pub(crate) mod parallel_reduction_kind;
pub(crate) mod parallel_reduction_syntax;
pub(crate) mod parallel_syntax;
pub(crate) mod prefetch_cache_specifier;
pub(crate) mod prefetch_locality_range;
pub(crate) mod prefetch_rw_specifier;
pub(crate) mod prefetch_syntax;
pub(crate) mod records;
pub(crate) mod redefined_value;
pub(crate) mod redundant_load;
pub(crate) mod redundant_minmax_keyword;
pub(crate) mod region_count_mismatch;
pub(crate) mod result_count_mismatch;
pub(crate) mod result_names;
pub(crate) mod result_not_index;
pub(crate) mod retype;
pub(crate) mod scf_for_missing_step;
pub(crate) mod scf_parallel_terminator;
pub(crate) mod set_chained_comparison;
pub(crate) mod set_constraint_missing;
pub(crate) mod set_constraint_operator;
pub(crate) mod single_result_minmax;
pub(crate) mod ssa_value_in_map;
pub(crate) mod subscript_repeated_base_name;
pub(crate) mod subscript_symbol_syntax;
pub(crate) mod subview_result_type;
pub(crate) mod symbol_keyword_ignored;
pub(crate) mod symbol_to_dimension;
pub(crate) mod terminator_wrong_parent;
pub(crate) mod transfer_in_bounds;
pub(crate) mod undefined_function;
pub(crate) mod undefined_value;
pub(crate) mod unexpected_character;
pub(crate) mod unexpected_type_suffix;
pub(crate) mod unknown_operation;
pub(crate) mod unknown_type;
pub(crate) mod unranked_memref_layout;
pub(crate) mod unregistered_operation_in_dialect;
pub(crate) mod unterminated_region;
pub(crate) mod unused_alias;
pub(crate) mod unused_map_input;
pub(crate) mod use_before_definition;
pub(crate) mod value_type_mismatch;
pub(crate) mod vector_element_type;
pub(crate) mod vector_rank_zero;
pub(crate) mod yield_missing;
pub(crate) mod yield_type_list;
pub(crate) mod zero_trip_loop;

use crate::diagnostic::{Diagnostic, Fix};
use crate::rewrite::{next_token, previous_token};
use crate::rules::codes;
use crate::source_file::SourceFile;
pub(crate) use context::FixContext;
use names::Names;
use std::cell::OnceCell;
use syntax::ast::{self, AstNode};
use syntax::{SyntaxKind, SyntaxNode, SyntaxToken, TextEdit, TextRange, TextSize};

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
