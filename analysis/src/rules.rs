//! The table of semantic diagnostics, and what they report with. One rule is one file under `rules/`, a page under
//! `docs/diagnostics`, and a line in the table.

use crate::diagnostic::Severity;
use crate::ir::{Pointer, ir};
use crate::isolated_op::IsolatedOp;
use crate::rule_context::RuleContext;

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
    pub(crate) related: Vec<(Place, String)>,
    pub(crate) fixes: Vec<FindingFix>,
}

/// A further place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Place {
    /// In the same isolated op.
    Here(Pointer),
    /// The definition of an alias, with its sigil.
    Alias(String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FindingFix {
    pub(crate) title: String,
    pub(crate) edits: Vec<(Pointer, String)>,
}

/// Collects what one rule finds.
pub(crate) struct Report<'a> {
    rule: &'static Rule,
    findings: &'a mut Vec<Finding>,
}

impl Report<'_> {
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

impl Finding {
    pub(crate) fn related(&mut self, place: Pointer, message: impl Into<String>) -> &mut Self {
        self.related_place(Place::Here(place), message)
    }

    pub(crate) fn related_place(&mut self, place: Place, message: impl Into<String>) -> &mut Self {
        self.related.push((place, message.into()));
        self
    }

    pub(crate) fn fix(&mut self, title: impl Into<String>, edits: Vec<(Pointer, String)>) -> &mut Self {
        self.fixes.push(FindingFix { title: title.into(), edits });
        self
    }
}

/// The text of a code's page.
macro_rules! page {
    ($code:literal) => {
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/diagnostics/", $code, ".md"))
    };
}
pub(crate) use page;

macro_rules! rules {
    ($($module:ident,)*) => {
        $(pub(crate) mod $module;)*
        static RULES: &[&Rule] = &[$(&$module::RULE,)*];

        #[cfg(test)]
        pub(crate) const MODULES: &[&str] = &[$(stringify!($module),)*];
    };
}

// Every rule, sorted.
rules! {
    affine_duplicate_identifier,
    affine_undeclared_identifier,
    alloc_alignment,
    alloc_dynamic_size_count,
    alloc_symbol_count,
    alloca_scope,
    apply_dim_as_symbol,
    apply_operand_count,
    apply_result_count,
    cast_incompatible,
    comparison_predicate,
    concat_mismatch,
    constant_elements_shape,
    constant_out_of_range,
    constant_type_mismatch,
    contract_map,
    delinearize_basis_not_positive,
    delinearize_result_count,
    dma_invalid_index,
    duplicate_case,
    element_count_mismatch,
    for_bound_empty_map,
    for_bound_missing_minmax,
    for_bound_operand_count,
    for_iter_arg_mismatch,
    for_iter_args_count,
    for_step_not_positive,
    forward_reference_type,
    fusion_opportunity,
    gather_mismatch,
    generic_operand_type_count,
    global_initial_value,
    if_missing_else,
    if_operand_count,
    if_region_arguments,
    in_parallel_body,
    invalid_dim,
    invalid_keyword,
    invalid_result_number,
    invalid_symbol,
    linearize_basis_count,
    linearize_type,
    load_result_type,
    loop_step_zero,
    map_set_kind_mismatch,
    memref_cast_incompatible,
    memref_copy_mismatch,
    memref_dim_rank_zero,
    memref_index_count,
    memref_layout_rank,
    memref_type_required,
    minmax_no_results,
    minmax_operand_count,
    missing_terminator,
    multi_block_affine_region,
    non_affine_div,
    non_affine_mod,
    non_affine_mul,
    operand_count_mismatch,
    operand_not_index,
    operand_type_class,
    operands_type_disagree,
    operation_after_terminator,
    pad_type,
    parallel_arity_mismatch,
    parallel_reduction_count,
    parallel_reduction_kind,
    prefetch_locality_range,
    print_combination,
    redefined_block,
    redefined_value,
    reduce_mismatch,
    reduction_rank,
    reduction_type,
    region_argument_in_use,
    region_argument_mismatch,
    region_count_mismatch,
    region_result_mismatch,
    reshape_mismatch,
    result_count_mismatch,
    result_not_index,
    result_on_void_operation,
    return_count,
    return_type,
    scf_if_missing_else,
    scf_iter_args_count,
    scf_parallel_arity,
    scf_parallel_step,
    scf_parallel_terminator,
    scf_yield_mismatch,
    single_iteration_loop,
    slice_entry_count,
    slice_out_of_bounds,
    slice_type,
    ssa_name_includes_minus,
    store_value_type,
    subscript_operand_count,
    subscript_rank_mismatch,
    subview_result_type,
    tensor_index_count,
    terminator_wrong_parent,
    transfer_element_width,
    transfer_in_bounds,
    transfer_index_count,
    transfer_permutation_map,
    undefined_block,
    undefined_value,
    unknown_dialect,
    unknown_operation,
    unqualified_operation,
    use_before_definition,
    value_does_not_dominate,
    value_type_mismatch,
    vector_element_mismatch,
    vector_load_element_type,
    vector_mask_shape,
    vector_mask_size,
    vector_memory_stride,
    vector_position,
    vector_rank_zero,
    vector_shape_mismatch,
    view_result_type,
    yield_count_mismatch,
    yield_missing,
    yield_outside_affine_region,
    yield_type_mismatch,
    zero_trip_loop,
}

/// Every rule.
pub(crate) fn all() -> &'static [&'static Rule] {
    RULES
}

/// What the rules find in one isolated op.
#[salsa::tracked(returns(ref))]
pub(crate) fn findings<'db>(db: &'db dyn salsa::Database, op: IsolatedOp<'db>) -> Vec<Finding> {
    let context = RuleContext::new(db, op, ir(db, op));
    let mut findings = Vec::new();
    for rule in RULES {
        (rule.check)(&context, &mut Report { rule, findings: &mut findings });
    }
    findings
}
