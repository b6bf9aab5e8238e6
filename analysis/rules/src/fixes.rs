//! Quick fixes: the parts that all codes share, and the fixes for codes of the parser and the aliases. The others are
//! beside their checks, in `checks/`.

pub mod affine_operand;
pub mod attributes;
mod context;
pub mod edit_list;
pub mod map_input;
pub mod names;
mod records;
pub mod result_names;
pub mod retype;
pub mod symbol_to_dimension;

// By their codes.
pub mod affine_invalid_identifier;
pub mod affine_missing_arrow;
pub mod affine_missing_dimension_list;
pub mod affine_missing_operand;
pub mod affine_missing_result_parentheses;
pub mod affine_reserved_identifier;
pub mod affine_undeclared_identifier;
pub mod affine_unknown_operator;
pub mod alias_missing_equals;
pub mod alias_name_has_dot;
pub mod alias_not_at_top_level;
pub mod alias_redefined;
pub mod alias_undefined;
pub mod bare_identifier_in_subscript;
pub mod dimension_list_syntax;
pub mod dma_no_attribute_dict;
pub mod edits;
pub mod expected_token;
pub mod expression_not_allowed;
pub mod for_bound_missing_operands;
pub mod for_bound_multiple_values;
pub mod for_bound_wrong_minmax;
pub mod for_clause_order;
pub mod for_induction_variable_syntax;
pub mod for_iter_args_missing_types;
pub mod for_step_not_constant;
pub mod function_argument_syntax;
pub mod if_condition_not_set;
pub mod if_else_if;
pub mod index_literal_operand;
pub mod legacy_inline_map;
pub mod legacy_inline_set;
pub mod linearize_syntax;
pub mod loop_attribute_position;
pub mod loop_block_label;
pub mod map_set_body_mismatch;
pub mod missing_subscript;
pub mod parallel_reduction_syntax;
pub mod parallel_syntax;
pub mod prefetch_cache_specifier;
pub mod prefetch_rw_specifier;
pub mod prefetch_syntax;
pub mod scf_for_missing_step;
pub mod set_chained_comparison;
pub mod set_constraint_missing;
pub mod set_constraint_operator;
pub mod ssa_value_in_map;
pub mod subscript_symbol_syntax;
pub mod unexpected_character;
pub mod unexpected_type_suffix;
pub mod unknown_type;
pub mod unterminated_region;
pub mod unused_alias;

use crate::diagnostic::Fix;
pub use context::FixContext;
pub use edits::*;
pub use records::Records;
pub(crate) use transforms::rewrite::{next_token, previous_token};

/// Finds the fixes at a place; none if the intention cannot be guessed from the text.
pub type Find = fn(&FixContext<'_>) -> Option<Vec<Fix>>;

#[cfg(test)]
mod tests;
