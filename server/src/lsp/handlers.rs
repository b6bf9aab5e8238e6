//! One file per method: positions in, a call of `analysis`, positions out.

mod code_action;
mod code_action_resolve;
mod code_lens;
mod definition;
mod dependence_graph;
mod did_change;
mod did_change_configuration;
mod did_close;
mod did_open;
mod document_symbol;
mod hover;
mod initialize;
mod inlay_hint;
mod iteration_space;
mod polyhedron;
mod references;
mod syntax_tree;

pub(super) use code_action::code_action;
pub(super) use code_action_resolve::code_action_resolve;
pub(super) use code_lens::code_lens;
pub(super) use definition::definition;
pub(super) use dependence_graph::{DependenceGraphParams, dependence_graph};
pub(super) use did_change::did_change;
pub(super) use did_change_configuration::did_change_configuration;
pub(super) use did_close::did_close;
pub(super) use did_open::did_open;
pub(super) use document_symbol::document_symbol;
pub(super) use hover::hover;
pub(super) use initialize::{initialize, initialized};
pub(super) use inlay_hint::inlay_hint;
pub(super) use iteration_space::{IterationSpace, IterationSpaceParams, iteration_space};
pub(super) use polyhedron::{Polyhedron, PolyhedronParams, polyhedron};
pub(super) use references::references;
pub(super) use syntax_tree::{SyntaxTreeParams, syntax_tree};
