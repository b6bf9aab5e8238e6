//! What we compute and rewrite against the reference tools, and against running the program.
#![expect(clippy::unwrap_used, reason = "a test ends at the first surprise")]
#![expect(clippy::print_stdout, reason = "a test tells how much it has judged")]

mod affine_program;
mod comparison;
mod dependences;
mod every_size;
mod fixes_of_mutants;
mod formatting;
mod fusion;
mod fusion_reference;
mod generic_form;
mod interpreter;
mod kernel;
mod layouts;
mod modernize;
mod optimize;
mod parallel_programs;
mod pass_lab;
mod pass_reference;
mod pipelines;
mod quick_fixes;
mod renamed_dialects;
mod renames;
mod runner_program;
mod simplification;
mod split_markers;
mod tensors;
mod transformations;

use affine_analyzer_tests::tools;
