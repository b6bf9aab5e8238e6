//! Quick fixes of what diagnostics report at a place of the text. The fix of one code is one file and a line in the
//! table; rules that know more than the text tells give theirs with their findings.

mod affine_invalid_identifier;
mod affine_literal_too_large;
mod affine_missing_arrow;
mod affine_missing_dimension_list;
mod affine_missing_operand;
mod affine_missing_result_parentheses;
mod affine_reserved_identifier;
mod affine_undeclared_identifier;
mod affine_unknown_operator;
mod alias_missing_equals;
mod alias_name_has_dot;
mod alias_not_at_top_level;
mod alias_redefined;
mod alias_undefined;
mod alloc_alignment;
mod alloc_dynamic_size_count;
mod alloc_symbol_count;
mod alloca_scope;
mod apply_operand_count;
mod apply_result_count;
mod attributes;
mod bare_identifier_in_subscript;
mod call_operand_type;
mod call_result_mismatch;
mod call_type_list;
mod cast_incompatible;
mod comparison_predicate;
mod condition_always_true;
mod constant_bound_operand;
mod constant_type_mismatch;
mod context;
mod dead_store;
mod delinearize_result_count;
mod dimension_list_syntax;
mod disjoint_violated;
mod dma_no_attribute_dict;
mod dma_type_count;
mod duplicate_attribute;
mod edit_list;
mod empty_affine_region;
mod expected_token;
mod expression_not_allowed;
mod for_bound_invalid_literal;
mod for_bound_missing_operands;
mod for_bound_multiple_values;
mod for_bound_wrong_minmax;
mod for_clause_order;
mod for_induction_variable_syntax;
mod for_iter_args_count;
mod for_iter_args_missing_types;
mod for_region_argument;
mod for_step_not_constant;
mod function_argument_syntax;
mod identity_map;
mod if_condition_not_set;
mod if_else_if;
mod if_missing_else;
mod if_region_arguments;
mod index_literal_operand;
mod invalid_dim;
mod isolated_region_capture;
mod iter_arg_never_updated;
mod legacy_inline_map;
mod legacy_inline_set;
mod linearize_syntax;
mod load_result_type;
mod loop_attribute_position;
mod loop_block_label;
mod loop_step_zero;
mod map_input;
mod map_set_body_mismatch;
mod memref_parameter_order;
mod missing_inherent_attribute;
mod missing_subscript;
mod missing_terminator;
mod names;
mod negative_divisor;
mod non_affine_mul;
mod operand_segment_mismatch;
mod operand_type_class;
mod parallel_reduction_kind;
mod parallel_reduction_syntax;
mod parallel_syntax;
mod prefetch_cache_specifier;
mod prefetch_locality_range;
mod prefetch_rw_specifier;
mod prefetch_syntax;
mod records;
mod redefined_value;
mod redundant_load;
mod redundant_minmax_keyword;
mod region_count_mismatch;
mod result_count_mismatch;
mod result_names;
mod result_not_index;
mod retype;
mod scf_for_missing_step;
mod scf_parallel_terminator;
mod set_chained_comparison;
mod set_constraint_missing;
mod set_constraint_operator;
mod single_result_minmax;
mod ssa_value_in_map;
mod subscript_repeated_base_name;
mod subscript_symbol_syntax;
mod subview_result_type;
mod symbol_keyword_ignored;
mod symbol_to_dimension;
mod terminator_wrong_parent;
mod transfer_in_bounds;
mod undefined_function;
mod undefined_value;
mod unexpected_character;
mod unexpected_type_suffix;
mod unknown_operation;
mod unknown_type;
mod unranked_memref_layout;
mod unregistered_operation_in_dialect;
mod unterminated_region;
mod unused_alias;
mod unused_map_input;
mod use_before_definition;
mod value_type_mismatch;
mod vector_element_type;
mod vector_rank_zero;
mod yield_missing;
mod yield_type_list;
mod zero_trip_loop;

use crate::diagnostic::{Diagnostic, Fix};
use crate::rewrite::{next_token, previous_token};
use crate::source_file::SourceFile;
use context::FixContext;
use names::Names;
use std::cell::OnceCell;
use syntax::ast::{self, AstNode};
use syntax::{SyntaxKind, SyntaxNode, SyntaxToken, TextEdit, TextRange, TextSize};

/// The range of a node without trivia at its ends.
fn trimmed(node: &SyntaxNode) -> TextRange {
    crate::ir::trimmed_range(node)
}

/// The tokens of a node that are no trivia.
fn tokens(node: &SyntaxNode) -> impl Iterator<Item = SyntaxToken> + use<> {
    node.descendants_with_tokens().filter_map(|it| it.into_token()).filter(|it| !it.kind().is_trivia())
}

/// The tokens of a node itself, without those of the nodes in it.
fn tokens_of(node: &SyntaxNode) -> impl Iterator<Item = SyntaxToken> + use<> {
    node.children_with_tokens().filter_map(|it| it.into_token())
}

fn edit(range: TextRange, insert: impl Into<String>) -> TextEdit {
    TextEdit { range, insert: insert.into() }
}

fn insertion(at: TextSize, insert: impl Into<String>) -> TextEdit {
    edit(TextRange::empty(at), insert)
}

fn fix(title: impl Into<String>, edits: Vec<TextEdit>) -> Vec<Fix> {
    vec![Fix { title: title.into(), edits, modernizes: false, guesses: false }]
}

/// A fix that may not be what was meant.
fn guess(title: impl Into<String>, edits: Vec<TextEdit>) -> Vec<Fix> {
    vec![Fix { title: title.into(), edits, modernizes: false, guesses: true }]
}

/// The name of an operation as it is written, with the quotes of the generic form.
fn written_name(op: &SyntaxNode) -> Option<SyntaxToken> {
    tokens(&op.children().find(|it| it.kind() == SyntaxKind::OP_NAME)?).next()
}

/// The name of an operation as it is written, without the quotes of the generic form.
fn name_of(op: &SyntaxNode) -> String {
    written_name(op).map(|it| it.text().trim_matches('"').to_owned()).unwrap_or_default()
}

/// The last operation of the last block of a region.
fn last_operation(region: &SyntaxNode) -> Option<SyntaxNode> {
    let block = ast::children::<ast::Block>(region).last()?;
    block.operations().last().map(|it| it.syntax().clone())
}

/// Finds the fixes at a place; none where the text is too far from what was meant.
type Find = fn(&FixContext<'_>) -> Vec<Fix>;

/// Every fix, sorted by code.
static FIXES: &[(&str, Find)] = &[
    ("affine-invalid-identifier", affine_invalid_identifier::fixes),
    ("affine-literal-too-large", affine_literal_too_large::fixes),
    ("affine-missing-arrow", affine_missing_arrow::fixes),
    ("affine-missing-dimension-list", affine_missing_dimension_list::fixes),
    ("affine-missing-operand", affine_missing_operand::fixes),
    ("affine-missing-result-parentheses", affine_missing_result_parentheses::fixes),
    ("affine-reserved-identifier", affine_reserved_identifier::fixes),
    ("affine-undeclared-identifier", affine_undeclared_identifier::fixes),
    ("affine-unknown-operator", affine_unknown_operator::fixes),
    ("alias-missing-equals", alias_missing_equals::fixes),
    ("alias-name-has-dot", alias_name_has_dot::fixes),
    ("alias-not-at-top-level", alias_not_at_top_level::fixes),
    ("alias-redefined", alias_redefined::fixes),
    ("alias-undefined", alias_undefined::fixes),
    ("alloc-alignment", alloc_alignment::fixes),
    ("alloc-dynamic-size-count", alloc_dynamic_size_count::fixes),
    ("alloc-symbol-count", alloc_symbol_count::fixes),
    ("alloca-scope", alloca_scope::fixes),
    ("apply-dim-as-symbol", symbol_to_dimension::fixes),
    ("apply-operand-count", apply_operand_count::fixes),
    ("apply-result-count", apply_result_count::fixes),
    ("bare-identifier-in-subscript", bare_identifier_in_subscript::fixes),
    ("call-operand-type", call_operand_type::fixes),
    ("call-result-mismatch", call_result_mismatch::fixes),
    ("call-type-list", call_type_list::fixes),
    ("cast-incompatible", cast_incompatible::fixes),
    ("comparison-predicate", comparison_predicate::fixes),
    ("condition-always-true", condition_always_true::fixes),
    ("constant-bound-operand", constant_bound_operand::fixes),
    ("constant-type-mismatch", constant_type_mismatch::fixes),
    ("dead-store", dead_store::fixes),
    ("delinearize-result-count", delinearize_result_count::fixes),
    ("dimension-list-syntax", dimension_list_syntax::fixes),
    ("disjoint-violated", disjoint_violated::fixes),
    ("dma-no-attribute-dict", dma_no_attribute_dict::fixes),
    ("dma-type-count", dma_type_count::fixes),
    ("duplicate-attribute", duplicate_attribute::fixes),
    ("empty-affine-region", empty_affine_region::fixes),
    ("entry-block-label", loop_block_label::fixes),
    ("expected-token", expected_token::fixes),
    ("expression-not-allowed", expression_not_allowed::fixes),
    ("for-bound-invalid-literal", for_bound_invalid_literal::fixes),
    ("for-bound-missing-operands", for_bound_missing_operands::fixes),
    ("for-bound-multiple-values", for_bound_multiple_values::fixes),
    ("for-bound-operand-count", apply_operand_count::fixes),
    ("for-bound-wrong-minmax", for_bound_wrong_minmax::fixes),
    ("for-clause-order", for_clause_order::fixes),
    ("for-induction-variable-syntax", for_induction_variable_syntax::fixes),
    ("for-iter-args-count", for_iter_args_count::fixes),
    ("for-iter-args-missing-types", for_iter_args_missing_types::fixes),
    ("for-region-argument", for_region_argument::fixes),
    ("for-step-not-constant", for_step_not_constant::fixes),
    ("function-argument-syntax", function_argument_syntax::fixes),
    ("identity-map", identity_map::fixes),
    ("if-condition-not-set", if_condition_not_set::fixes),
    ("if-else-if", if_else_if::fixes),
    ("if-missing-else", if_missing_else::fixes),
    ("if-operand-count", apply_operand_count::fixes),
    ("if-region-arguments", if_region_arguments::fixes),
    ("index-literal-operand", index_literal_operand::fixes),
    ("invalid-dim", invalid_dim::fixes),
    ("invalid-symbol", symbol_to_dimension::fixes),
    ("isolated-region-capture", isolated_region_capture::fixes),
    ("iter-arg-never-updated", iter_arg_never_updated::fixes),
    ("legacy-inline-map", legacy_inline_map::fixes),
    ("legacy-inline-set", legacy_inline_set::fixes),
    ("linearize-syntax", linearize_syntax::fixes),
    ("linearize-type", value_type_mismatch::fixes),
    ("load-result-type", load_result_type::fixes),
    ("loop-attribute-position", loop_attribute_position::fixes),
    ("loop-block-label", loop_block_label::fixes),
    ("loop-step-zero", loop_step_zero::fixes),
    ("map-set-body-mismatch", map_set_body_mismatch::fixes),
    ("memref-parameter-order", memref_parameter_order::fixes),
    ("minmax-operand-split", apply_operand_count::fixes),
    ("missing-inherent-attribute", missing_inherent_attribute::fixes),
    ("missing-subscript", missing_subscript::fixes),
    ("missing-terminator", missing_terminator::fixes),
    ("negative-divisor", negative_divisor::fixes),
    ("non-affine-div", non_affine_mul::fixes),
    ("non-affine-mod", non_affine_mul::fixes),
    ("non-affine-mul", non_affine_mul::fixes),
    ("operand-segment-mismatch", operand_segment_mismatch::fixes),
    ("operand-type-class", operand_type_class::fixes),
    ("parallel-minmax-position", for_bound_wrong_minmax::fixes),
    ("parallel-reduction-kind", parallel_reduction_kind::fixes),
    ("parallel-reduction-syntax", parallel_reduction_syntax::fixes),
    ("parallel-syntax", parallel_syntax::fixes),
    ("prefetch-cache-specifier", prefetch_cache_specifier::fixes),
    ("prefetch-locality-range", prefetch_locality_range::fixes),
    ("prefetch-rw-specifier", prefetch_rw_specifier::fixes),
    ("prefetch-syntax", prefetch_syntax::fixes),
    ("redefined-value", redefined_value::fixes),
    ("redundant-load", redundant_load::fixes),
    ("redundant-minmax-keyword", redundant_minmax_keyword::fixes),
    ("region-argument-in-use", redefined_value::fixes),
    ("region-count-mismatch", region_count_mismatch::fixes),
    ("result-count-mismatch", result_count_mismatch::fixes),
    ("result-not-index", result_not_index::fixes),
    ("result-number-ignored", subscript_repeated_base_name::fixes),
    ("scf-for-missing-step", scf_for_missing_step::fixes),
    ("scf-if-missing-else", if_missing_else::fixes),
    ("scf-iter-args-count", for_iter_args_count::fixes),
    ("scf-parallel-terminator", scf_parallel_terminator::fixes),
    ("set-chained-comparison", set_chained_comparison::fixes),
    ("set-constraint-missing", set_constraint_missing::fixes),
    ("set-constraint-operator", set_constraint_operator::fixes),
    ("single-result-minmax", single_result_minmax::fixes),
    ("ssa-value-in-map", ssa_value_in_map::fixes),
    ("store-value-type", value_type_mismatch::fixes),
    ("subscript-repeated-base-name", subscript_repeated_base_name::fixes),
    ("subscript-symbol-syntax", subscript_symbol_syntax::fixes),
    ("subview-result-type", subview_result_type::fixes),
    ("symbol-keyword-ignored", symbol_keyword_ignored::fixes),
    ("terminator-wrong-parent", terminator_wrong_parent::fixes),
    ("transfer-in-bounds", transfer_in_bounds::fixes),
    ("type-alias-redefined", alias_redefined::fixes),
    ("type-alias-undefined", alias_undefined::fixes),
    ("undefined-function", undefined_function::fixes),
    ("undefined-value", undefined_value::fixes),
    ("unexpected-character", unexpected_character::fixes),
    ("unexpected-type-suffix", unexpected_type_suffix::fixes),
    ("unknown-operation", unknown_operation::fixes),
    ("unknown-type", unknown_type::fixes),
    ("unranked-memref-layout", unranked_memref_layout::fixes),
    ("unregistered-operation-in-dialect", unregistered_operation_in_dialect::fixes),
    ("unterminated-region", unterminated_region::fixes),
    ("unused-alias", unused_alias::fixes),
    ("unused-map-input", unused_map_input::fixes),
    ("unused-pure-result", dead_store::fixes),
    ("use-before-definition", use_before_definition::fixes),
    ("value-type-mismatch", value_type_mismatch::fixes),
    ("vector-element-type", vector_element_type::fixes),
    ("vector-rank-zero", vector_rank_zero::fixes),
    ("yield-missing", yield_missing::fixes),
    ("yield-outside-affine-region", terminator_wrong_parent::fixes),
    ("yield-type-list", yield_type_list::fixes),
    ("zero-trip-loop", zero_trip_loop::fixes),
];

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

    /// Those that the rule has given, else those of the code.
    pub(crate) fn of(&self, diagnostic: &Diagnostic) -> Vec<Fix> {
        if !diagnostic.fixes.is_empty() {
            return diagnostic.fixes.clone();
        }
        let found = FIXES.binary_search_by_key(&diagnostic.code, |it| it.0).ok();
        let Some((_, find)) = found.and_then(|it| FIXES.get(it)) else { return Vec::new() };
        find(&FixContext {
            db: self.db,
            file: self.file,
            root: &self.root,
            whole: self.text.get_or_init(|| self.file.parse(self.db).text()),
            names: &self.names,
            range: diagnostic.range,
            message: &diagnostic.message,
        })
    }
}

/// What stands behind the last arrow of a function type, with the blank before it.
fn results(ty: &SyntaxNode) -> Option<TextRange> {
    let tokens = ty.children_with_tokens().filter_map(|it| it.into_token());
    let arrow = tokens.filter(|it| it.kind() == SyntaxKind::ARROW).last()?;
    Some(TextRange::new(arrow.text_range().end(), trimmed(ty).end()))
}

#[cfg(test)]
mod tests;
