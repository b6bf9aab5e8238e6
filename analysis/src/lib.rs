//! Every semantic query over a file of MLIR: what its values and types are, which rules it breaks, which iterations
//! depend on which, and which transformations are legal.
//!
//! Speaks offsets, labels and text edits; knows no protocol, no file system and no serialisation.
//! [`Host`] is the one writer; [`Analysis`] is a snapshot that any thread may read and must drop soon: the next
//! write waits for it.
//!
//! A front for the crates below, from the ground up: `base`, `ir`, `polyhedral`, `interpreter`, `equivalence`,
//! `transforms`, `optimizer`, `rules`, `ide`.

pub use base::at_once::{Patience, at_once};
pub use base::database::ExecutionLog;
pub use base::machine::{Machine, PROPERTIES as MACHINE_PROPERTIES};
pub use base::source_file::{Mlir, Pairs, Settings, SourceFile};
pub use equivalence::{
    Difference, Effort, FunctionComparison, Inconclusive, Matched, Method, OperationSite, Reason, Verdict,
    Watcher, Witness,
};
pub use ide::*;
pub use optimizer::model::Cost;
pub use optimizer::target::Target;
pub use optimizer::targets::TARGETS;
pub use optimizer::{Evidence, FunctionProposals, KIND as OPTIMIZE, OptimizationScope, Proposal, Step};
pub use polyhedral::loop_changes::{LoopChange, loop_changes};
pub use polyhedral::report::*;
pub use presburger::Integer;
pub use rules::codes::{
    GLOSSARY, explain, is_modernized, names as codes, page, severities, severity as severity_of,
    weaker_than as codes_weaker_than,
};
pub use rules::diagnostic::{Diagnostic, Fix, Page, Related, Severity};
pub use salsa::Cancelled;
pub use syntax::ods;
pub use syntax::{MOST_TOKENS_OF_LINE, Parse, STACK_BYTES, TextEdit, TextRange, TextSize, overlong_line};
pub use transforms::action_id::NotAnId;
pub use transforms::fuse::ALL as FUSE_ALL;
pub use transforms::parameter::{Domain, Parameter, Parameters, RAISED, Value};
pub use transforms::request::Request as ActionRequest;
pub use transforms::{ACTIONS, LoopAction};
