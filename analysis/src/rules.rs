//! The rules: what each looks for in one isolated op is one file under `rules/`, what is known of its code one row in the
//! table of [`codes`].

mod affine_literal_too_large;
pub(crate) mod alloc_alignment;
pub(crate) mod alloc_dynamic_size_count;
pub(crate) mod alloc_symbol_count;
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
mod buffer_offset_reset;
mod call_operand_count;
mod call_operand_type;
mod call_result_mismatch;
mod call_type_list;
pub(crate) mod cast_incompatible;
pub(crate) mod codes;
mod comparison_predicate;
mod condition_always_false;
mod condition_always_true;
mod constant_bound_operand;
pub(crate) mod constant_type_mismatch;
mod contract_operand_shape;
mod dead_store;
mod delinearize_basis_not_positive;
mod delinearize_result_count;
mod disjoint_violated;
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
mod generic_bound_arity;
mod generic_operand_type_count;
mod global_type;
mod global_undefined;
mod identity_map;
mod if_missing_else;
mod if_operand_count;
mod if_region_arguments;
mod indexing_map_count;
mod invalid_dim;
mod invalid_inherent_attribute;
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
mod memref_dim_out_of_range;
mod memref_index_count;
mod memref_layout_rank;
mod memref_parameter_order;
mod memref_type_required;
mod minmax_no_results;
mod minmax_operand_count;
mod minmax_operand_split;
mod missing_inherent_attribute;
mod missing_terminator;
mod multi_block_affine_region;
mod negative_divisor;
mod nested_symbol_without_table;
mod non_affine_mul;
mod nonpositive_linearize_basis;
mod operand_not_index;
mod operand_segment_mismatch;
pub(crate) mod operand_type_class;
mod operation_after_terminator;
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
mod public_declaration;
mod race;
mod redefined_block;
mod redefined_value;
mod reduction_kind;
mod redundant_load;
mod redundant_minmax_keyword;
mod region_argument_in_use;
mod region_count_mismatch;
mod result_count_mismatch;
mod result_not_index;
mod result_on_void_operation;
mod return_count;
mod return_type;
mod scf_parallel_terminator;
mod single_iteration_loop;
mod single_result_minmax;
mod ssa_name_includes_minus;
mod store_value_type;
mod subscript_operand_count;
mod subscript_out_of_bounds;
mod subscript_rank_mismatch;
mod subscript_repeated_base_name;
pub(crate) mod subview_result_type;
mod symbol_keyword_ignored;
mod terminator_wrong_parent;
mod transfer_element_type;
pub(crate) mod transfer_in_bounds;
mod undefined_block;
mod undefined_function;
pub(crate) mod undefined_value;
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
mod vector_element_mismatch;
mod vector_element_type;
mod vector_rank_zero;
mod vector_type_required;
pub(crate) mod vectorization_opportunity;
mod write_only_buffer;
mod yield_count_mismatch;
mod yield_missing;
mod yield_outside_affine_region;
mod yield_type_list;
mod yield_type_mismatch;
mod zero_trip_loop;

use crate::alias_rules::undefined_uses;
use crate::diagnostic::Severity;
use crate::finding::{Finding, RelatedPlace, Report};
use crate::ir::{Extent, OpId, ir, lowered_in};
use crate::isolated_op::IsolatedOp;
use crate::rule_context::RuleContext;
use codes::Code;
use rustc_hash::FxHashSet;
use std::sync::Arc;

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
    let mut found = check(&context, |it| it.severity == Severity::Error);
    found.extend(context.op_findings());
    found.extend(context.literal_findings());
    found.extend(context.text_findings().filter(|it| it.severity == Severity::Error));
    found.extend(undefined_uses(&context));
    found
}

/// What else is to be said about an isolated op.
///
/// It waits until the typing pauses: it is of less interest in a statement that is being written, and many of its rules
/// ask which iterations run and what depends on what.
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
    find_others(db, op, at_once, |_| true)
}

/// Those of [`findings_in_depth`] whose codes have a fix: most of what asks for dependences has none.
#[salsa::tracked(returns(ref))]
pub(crate) fn findings_with_fixes<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> Arc<[Finding]> {
    find_others(db, op, findings(db, op), |it| it.fix.is_some()).into()
}

fn find_others<'db>(
    db: &'db dyn salsa::Database,
    op: IsolatedOp<'db>,
    at_once: &[Finding],
    is_wanted: impl Fn(&Code) -> bool,
) -> Vec<Finding> {
    let context = RuleContext::new(db, op, ir(db, op));
    let mut found = check(&context, |it| it.severity != Severity::Error && is_wanted(it));
    found.extend(context.text_findings().filter(|it| it.severity != Severity::Error));
    without_hints_at(&context, &wrong_ops(&context, at_once), found)
}

/// The findings of some rules.
fn check(context: &RuleContext<'_>, is_wanted: impl Fn(&Code) -> bool) -> Vec<Finding> {
    let mut found = Vec::new();
    for code in codes::all().iter().filter(|it| is_wanted(it)) {
        if let Some(check) = code.check {
            check(context, &mut Report::new(code, &mut found));
        }
    }
    found
}

/// The operations in which errors are.
fn wrong_ops(ctx: &RuleContext<'_>, findings: &[Finding]) -> FxHashSet<OpId> {
    let errors = findings.iter().filter(|it| it.severity == Severity::Error);
    errors.filter_map(|it| ctx.ir.innermost_op(it.place)).collect()
}

/// What could be better about an operation is of no interest while it is wrong.
fn without_hints_at(ctx: &RuleContext<'_>, wrong: &FxHashSet<OpId>, mut found: Vec<Finding>) -> Vec<Finding> {
    let is_wrong = |it: &Finding| ctx.ir.innermost_op(it.place).is_some_and(|it| wrong.contains(&it));
    if !wrong.is_empty() {
        found.retain(|it| it.severity != Severity::Hint || !is_wrong(it));
    }
    found
}
