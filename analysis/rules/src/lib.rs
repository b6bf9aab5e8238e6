//! Mistakes in a file and possible improvements: the rules, the tables that verify operations, the codes of diagnostics
//! and their fixes.

pub mod alias_rules;
pub mod bands;
pub mod calls;
pub mod checks;
pub mod code;
pub mod codes;
pub mod context;
mod data_layout;
pub mod diagnostic;
pub mod dma;
pub mod facts;
pub mod finding;
pub mod findings;
pub mod fixes;
pub mod handed_on;
pub mod inherent_attributes;
pub mod legacy;
pub mod literals;
pub mod map_operands;
pub mod map_text;
pub mod merge_conflicts;
pub mod module_rules;
pub mod operand_types;
mod pointer_type;
pub mod quick_fixes;
pub mod symbol_rules;
pub mod text_findings;
pub mod type_text;
pub mod undefined_names;
pub mod verifiers;
pub mod yields;
