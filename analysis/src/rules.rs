//! The table of semantic diagnostics, and what they report with. One rule is one file under `rules/`, a page under
//! `docs/diagnostics`, and a name in the table.

/// The text of a code's page; written before the modules, which see only what is above them.
macro_rules! page {
    ($code:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/diagnostics/", $code, ".md"))
    };
}

mod affine_duplicate_identifier;
mod affine_literal_too_large;
mod affine_undeclared_identifier;
mod alloc_alignment;
mod alloc_dynamic_size_count;
mod alloc_symbol_count;
mod alloca_scope;
mod apply_dim_as_symbol;
mod apply_operand_count;
mod apply_result_count;
mod argument_attribute_dialect;
mod assign_reduction_trip_count;
mod basis_dynamic_count;
mod basis_product_overflow;
mod bounded_ops_arity;
mod branch_operand_mismatch;
mod branch_weights;
mod buffer_offset_reset;
mod call_operand_count;
mod call_operand_type;
mod call_result_mismatch;
mod call_type_list;
mod cast_incompatible;
mod comparison_predicate;
mod complex_element_type;
mod concat_mismatch;
mod condition_always_false;
mod condition_always_true;
mod constant_bound_operand;
mod constant_elements_shape;
mod constant_out_of_range;
mod constant_type_mismatch;
mod contract_map;
mod contract_operand_shape;
mod dead_store;
mod delinearize_basis_not_positive;
mod delinearize_result_count;
mod disjoint_violated;
mod division_by_zero;
mod dma_chunk_not_divisor;
mod dma_element_type_mismatch;
mod dma_invalid_index;
mod dma_memref_required;
mod dma_operand_count;
mod dma_rank_mismatch;
mod dma_same_memory_space;
mod dma_stride_operands;
mod dma_type_count;
mod dma_without_wait;
mod double_dealloc;
mod duplicate_attribute;
mod duplicate_case;
mod element_count_mismatch;
mod empty_affine_region;
mod empty_function_body;
mod entry_block_label;
mod entry_block_predecessor;
mod for_bound_empty_map;
mod for_bound_invalid_literal;
mod for_bound_missing_minmax;
mod for_bound_operand_count;
mod for_iter_arg_mismatch;
mod for_iter_args_count;
mod for_region_argument;
mod for_step_not_positive;
mod for_step_out_of_range;
mod forward_reference_type;
pub(crate) mod fusion_opportunity;
mod gather_mismatch;
mod generic_bound_arity;
mod generic_operand_type_count;
mod global_initial_value;
mod global_type;
mod global_undefined;
mod identity_map;
mod if_missing_else;
mod if_operand_count;
mod if_region_arguments;
mod in_parallel_body;
mod indexing_map_count;
mod invalid_dim;
mod invalid_inherent_attribute;
mod invalid_keyword;
mod invalid_result_number;
mod invalid_symbol;
mod isolated_region_capture;
mod iter_arg_never_read;
mod iter_arg_never_updated;
mod layout_symbol_not_symbol;
mod legacy_syntax;
mod linearize_basis_count;
mod linearize_type;
mod load_result_type;
mod loop_step_zero;
mod map_set_kind_mismatch;
mod memref_access_could_be_affine;
mod memref_cast_incompatible;
mod memref_copy_mismatch;
mod memref_dim_out_of_range;
mod memref_dim_rank_zero;
mod memref_element_type;
mod memref_index_count;
mod memref_layout_rank;
mod memref_memory_space;
mod memref_parameter_order;
mod memref_stride_count;
mod memref_type_required;
mod minmax_no_results;
mod minmax_operand_count;
mod minmax_operand_split;
mod missing_inherent_attribute;
mod missing_terminator;
mod multi_block_affine_region;
mod negative_divisor;
mod nested_symbol_without_table;
mod non_affine_div;
mod non_affine_mod;
mod non_affine_mul;
mod nonpositive_linearize_basis;
mod operand_count_mismatch;
mod operand_not_index;
mod operand_segment_mismatch;
mod operand_type_class;
mod operands_type_disagree;
mod operation_after_terminator;
mod pad_type;
mod parallel_arity_mismatch;
mod parallel_bound_map_results;
mod parallel_empty_bound_group;
mod parallel_reduction_count;
mod parallel_reduction_kind;
mod parallel_reduction_type;
mod parallel_step_not_constant;
mod parallel_step_not_positive;
mod parallel_write_conflict;
mod prefetch_locality_range;
mod print_combination;
mod public_declaration;
mod race;
mod redefined_block;
mod redefined_value;
mod reduce_mismatch;
mod reduction_kind;
mod reduction_rank;
mod reduction_type;
mod redundant_load;
mod redundant_minmax_keyword;
mod region_argument_in_use;
mod region_argument_mismatch;
mod region_count_mismatch;
mod region_result_mismatch;
mod reshape_mismatch;
mod result_count_mismatch;
mod result_not_index;
mod result_number_ignored;
mod result_on_void_operation;
mod return_count;
mod return_type;
mod scf_if_missing_else;
mod scf_iter_args_count;
mod scf_parallel_arity;
mod scf_parallel_step;
mod scf_parallel_terminator;
mod scf_yield_mismatch;
mod single_iteration_loop;
mod single_result_minmax;
mod slice_entry_count;
mod slice_out_of_bounds;
mod slice_type;
mod ssa_name_includes_minus;
mod store_value_type;
mod subscript_operand_count;
pub(crate) mod subscript_out_of_bounds;
mod subscript_rank_mismatch;
mod subscript_repeated_base_name;
mod subview_result_type;
mod symbol_keyword_ignored;
mod tensor_element_type;
mod tensor_index_count;
mod terminator_wrong_parent;
mod transfer_element_type;
mod transfer_element_width;
mod transfer_in_bounds;
mod transfer_index_count;
mod transfer_permutation_map;
mod undefined_block;
mod undefined_function;
mod undefined_value;
mod uninitialized_read;
mod unknown_dialect;
mod unknown_operation;
mod unqualified_operation;
mod unranked_memref_layout;
mod unregistered_operation_in_dialect;
mod unused_map_input;
mod unused_pure_result;
mod use_after_dealloc;
mod use_before_definition;
mod value_does_not_dominate;
mod value_type_mismatch;
mod vector_access_out_of_bounds;
mod vector_dimension_not_positive;
mod vector_element_mismatch;
mod vector_element_type;
mod vector_load_element_type;
mod vector_mask_shape;
mod vector_mask_size;
mod vector_memory_stride;
mod vector_position;
mod vector_rank_zero;
mod vector_shape_mismatch;
mod vector_type_required;
pub(crate) mod vectorization_opportunity;
mod view_result_type;
mod write_only_buffer;
mod yield_count_mismatch;
mod yield_missing;
mod yield_outside_affine_region;
mod yield_type_list;
mod yield_type_mismatch;
mod zero_trip_loop;

use crate::alias_rules::undefined_uses;
use crate::diagnostic::Severity;
use crate::ir::{Extent, OpId, Pointer, ir, lowered_in};
use crate::isolated_op::IsolatedOp;
use crate::rule_context::RuleContext;
use rustc_hash::FxHashSet;
use std::sync::{Arc, LazyLock};

pub(crate) use page;

/// A rule: its code, severity and page, and the function that looks for violations in one isolated op.
pub(crate) struct Rule {
    pub(crate) code: &'static str,
    pub(crate) severity: Severity,
    pub(crate) page: &'static str,
    pub(crate) check: fn(&RuleContext<'_>, &mut Report<'_>),
}

/// A finding with places that are relative to its isolated op.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Finding {
    pub(crate) code: &'static str,
    pub(crate) severity: Severity,
    pub(crate) message: String,
    pub(crate) place: Pointer,
    pub(crate) related: Vec<(RelatedPlace, String)>,
    pub(crate) fixes: Vec<FindingFix>,
}

/// A further place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum RelatedPlace {
    /// In the same isolated op.
    Here(Pointer),
    /// The definition of an alias, with its sigil.
    Alias(String),
    /// The definition of a symbol, with its sigil, in a module.
    Symbol { table: String, name: String },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FindingFix {
    pub(crate) title: String,
    pub(crate) edits: Vec<(Pointer, String)>,
    /// Whether it turns an old spelling into today's.
    pub(crate) modernizes: bool,
}

/// Collects what one rule finds.
pub(crate) struct Report<'a> {
    rule: &'static Rule,
    findings: &'a mut Vec<Finding>,
}

impl Report<'_> {
    /// Of the rule that reports.
    pub(crate) fn code(&self) -> &'static str {
        self.rule.code
    }

    /// Adds a finding; places and fixes are added to what this returns.
    pub(crate) fn add(&mut self, place: Pointer, message: impl Into<String>) -> &mut Finding {
        self.findings.push(Finding {
            code: self.rule.code,
            severity: self.rule.severity,
            message: message.into(),
            place,
            related: Vec::new(),
            fixes: Vec::new(),
        });
        let last = self.findings.len() - 1;
        &mut self.findings[last]
    }
}

/// The check of a rule whose violations are found together with those of others, in one look at each operation.
fn op_problems(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_op_problems(report);
}

/// The same for texts of maps, sets and types.
fn text_problems(ctx: &RuleContext<'_>, report: &mut Report<'_>) {
    ctx.report_text(report);
}

impl Finding {
    pub(crate) fn related(&mut self, place: Pointer, message: impl Into<String>) -> &mut Self {
        self.related_place(RelatedPlace::Here(place), message)
    }

    pub(crate) fn related_place(&mut self, place: RelatedPlace, message: impl Into<String>) -> &mut Self {
        self.related.push((place, message.into()));
        self
    }

    pub(crate) fn fix(&mut self, title: impl Into<String>, edits: Vec<(Pointer, String)>) -> &mut Self {
        self.fixes.push(FindingFix { title: title.into(), edits, modernizes: false });
        self
    }

    /// Adds the fix that turns an old spelling into today's.
    pub(crate) fn modernize(&mut self, title: impl Into<String>, edits: Vec<(Pointer, String)>) -> &mut Self {
        self.fixes.push(FindingFix { title: title.into(), edits, modernizes: true });
        self
    }
}

macro_rules! rules {
    ($($module:ident,)*) => {
        static RULES: &[&Rule] = &[$(&$module::RULE,)*];

        #[cfg(test)]
        pub(crate) const MODULES: &[&str] = &[$(stringify!($module),)*];
    };
}

// Every rule, sorted. The modules stand above, where rustfmt sees them.
rules! {
    affine_duplicate_identifier, affine_literal_too_large, affine_undeclared_identifier, alloc_alignment,
    alloc_dynamic_size_count, alloc_symbol_count, alloca_scope, apply_dim_as_symbol, apply_operand_count,
    apply_result_count, argument_attribute_dialect, assign_reduction_trip_count, basis_dynamic_count,
    basis_product_overflow, bounded_ops_arity, branch_operand_mismatch, branch_weights, buffer_offset_reset,
    call_operand_count, call_operand_type, call_result_mismatch, call_type_list, cast_incompatible,
    comparison_predicate, complex_element_type, concat_mismatch, condition_always_false,
    condition_always_true, constant_bound_operand, constant_elements_shape, constant_out_of_range,
    constant_type_mismatch, contract_map, contract_operand_shape, dead_store, delinearize_basis_not_positive,
    delinearize_result_count, disjoint_violated, division_by_zero, dma_chunk_not_divisor,
    dma_element_type_mismatch, dma_invalid_index, dma_memref_required, dma_operand_count, dma_rank_mismatch,
    dma_same_memory_space, dma_stride_operands, dma_type_count, dma_without_wait, double_dealloc,
    duplicate_attribute, duplicate_case, element_count_mismatch, empty_affine_region, empty_function_body,
    entry_block_label, entry_block_predecessor, for_bound_empty_map, for_bound_invalid_literal,
    for_bound_missing_minmax, for_bound_operand_count, for_iter_arg_mismatch, for_iter_args_count,
    for_region_argument, for_step_not_positive, for_step_out_of_range, forward_reference_type,
    fusion_opportunity, gather_mismatch, generic_bound_arity, generic_operand_type_count,
    global_initial_value, global_type, global_undefined, identity_map, if_missing_else, if_operand_count,
    if_region_arguments, in_parallel_body, indexing_map_count, invalid_dim, invalid_inherent_attribute,
    invalid_keyword, invalid_result_number, invalid_symbol, isolated_region_capture, iter_arg_never_read,
    iter_arg_never_updated, layout_symbol_not_symbol, legacy_syntax, linearize_basis_count, linearize_type,
    load_result_type, loop_step_zero, map_set_kind_mismatch, memref_access_could_be_affine,
    memref_cast_incompatible, memref_copy_mismatch, memref_dim_out_of_range, memref_dim_rank_zero,
    memref_element_type, memref_index_count, memref_layout_rank, memref_memory_space, memref_parameter_order,
    memref_stride_count, memref_type_required, minmax_no_results, minmax_operand_count, minmax_operand_split,
    missing_inherent_attribute, missing_terminator, multi_block_affine_region, negative_divisor,
    nested_symbol_without_table, non_affine_div, non_affine_mod, non_affine_mul, nonpositive_linearize_basis,
    operand_count_mismatch, operand_not_index, operand_segment_mismatch, operand_type_class,
    operands_type_disagree, operation_after_terminator, pad_type, parallel_arity_mismatch,
    parallel_bound_map_results, parallel_empty_bound_group, parallel_reduction_count, parallel_reduction_kind,
    parallel_reduction_type, parallel_step_not_constant, parallel_step_not_positive, parallel_write_conflict,
    prefetch_locality_range, print_combination, public_declaration, race, redefined_block, redefined_value,
    reduce_mismatch, reduction_kind, reduction_rank, reduction_type, redundant_load, redundant_minmax_keyword,
    region_argument_in_use, region_argument_mismatch, region_count_mismatch, region_result_mismatch,
    reshape_mismatch, result_count_mismatch, result_not_index, result_number_ignored,
    result_on_void_operation, return_count, return_type, scf_if_missing_else, scf_iter_args_count,
    scf_parallel_arity, scf_parallel_step, scf_parallel_terminator, scf_yield_mismatch, single_iteration_loop,
    single_result_minmax, slice_entry_count, slice_out_of_bounds, slice_type, ssa_name_includes_minus,
    store_value_type, subscript_operand_count, subscript_out_of_bounds, subscript_rank_mismatch,
    subscript_repeated_base_name, subview_result_type, symbol_keyword_ignored, tensor_element_type,
    tensor_index_count, terminator_wrong_parent, transfer_element_type, transfer_element_width,
    transfer_in_bounds, transfer_index_count, transfer_permutation_map, undefined_block, undefined_function,
    undefined_value, uninitialized_read, unknown_dialect, unknown_operation, unqualified_operation,
    unranked_memref_layout, unregistered_operation_in_dialect, unused_map_input, unused_pure_result,
    use_after_dealloc, use_before_definition, value_does_not_dominate, value_type_mismatch,
    vector_access_out_of_bounds, vector_dimension_not_positive, vector_element_mismatch, vector_element_type,
    vector_load_element_type, vector_mask_shape, vector_mask_size, vector_memory_stride, vector_position,
    vector_rank_zero, vector_shape_mismatch, vector_type_required, vectorization_opportunity,
    view_result_type, write_only_buffer, yield_count_mismatch, yield_missing, yield_outside_affine_region,
    yield_type_list, yield_type_mismatch, zero_trip_loop,
}

/// Every rule.
pub(crate) fn all() -> &'static [&'static Rule] {
    RULES
}

/// The rules about what MLIR rejects, and the others.
///
/// The others wait until the typing pauses: they are of less interest in a statement that is being written, and many of
/// them ask which iterations run and what depends on what.
static ERRORS_AND_OTHERS: LazyLock<[Vec<&'static Rule>; 2]> = LazyLock::new(|| {
    let (errors, others) = RULES.iter().partition(|it| it.severity == Severity::Error);
    [errors, others]
});

/// The errors in one isolated op.
#[salsa::tracked(returns(ref))]
pub(crate) fn findings<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> Arc<[Finding]> {
    find_at_once(db, op, Extent::Whole).into()
}

/// As [`findings`], in some of the operations.
pub(crate) fn find_at_once<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    extent: Extent<'_>,
) -> Vec<Finding> {
    let ir = lowered_in(db, op, extent);
    let context = RuleContext::within(db, op, extent, &ir);
    let mut findings = run(&context, &ERRORS_AND_OTHERS[0]);
    findings.extend(undefined_uses(&context));
    findings
}

/// What else is to be said about an isolated op.
#[salsa::tracked(returns(ref))]
pub(crate) fn findings_in_depth<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> Arc<[Finding]> {
    find_in_depth(db, op, findings(db, op)).into()
}

/// As [`findings_in_depth`], with what [`findings`] gives.
pub(crate) fn find_in_depth<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    at_once: &[Finding],
) -> Vec<Finding> {
    let context = RuleContext::new(db, op, ir(db, op));
    let found = run(&context, &ERRORS_AND_OTHERS[1]);
    without_hints_at(&context, &wrong_ops(&context, at_once), found)
}

fn run(context: &RuleContext<'_>, rules: &[&'static Rule]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for rule in rules {
        (rule.check)(context, &mut Report { rule, findings: &mut findings });
    }
    findings
}

/// The operations in which errors are.
fn wrong_ops(ctx: &RuleContext<'_>, findings: &[Finding]) -> FxHashSet<OpId> {
    let errors = findings.iter().filter(|it| it.severity == Severity::Error);
    errors.filter_map(|it| innermost_op(ctx, it.place)).collect()
}

fn innermost_op(ctx: &RuleContext<'_>, place: Pointer) -> Option<OpId> {
    let around = ctx
        .ir
        .ops
        .iter()
        .filter(|(_, op)| op.pointer.root == place.root && op.pointer.range.contains_range(place.range));
    around.min_by_key(|(_, op)| op.pointer.range.len()).map(|it| it.0)
}

/// What could be better about an operation is of no interest while it is wrong.
fn without_hints_at(ctx: &RuleContext<'_>, wrong: &FxHashSet<OpId>, mut found: Vec<Finding>) -> Vec<Finding> {
    if !wrong.is_empty() {
        found.retain(|it| {
            it.severity != Severity::Hint || innermost_op(ctx, it.place).is_none_or(|it| !wrong.contains(&it))
        });
    }
    found
}
